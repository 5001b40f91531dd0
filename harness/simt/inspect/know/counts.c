#include "counts.h"

#include "simt/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECTOR_BYTES = 32,
    BANKS = 32,
    WORD_BYTES = 4,
    WIDEST = 16, /* bytes that one lane's load or store instruction moves at most */
};

/* 2^64 divided by the golden ratio: spreads numbers that are close together. */
#define HASH UINT64_C(0x9e3779b97f4a7c15)

/* ---- one request ----------------------------------------------------------------------------- */

/* The lanes in address order without gaps: the case that is worth a short way. */
static bool is_unit_stride(const struct simt_warp_request *request)
{
    if (request->active != UINT32_MAX)
        return false;
    uintptr_t wrong = 0;
    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++)
        wrong |=
            request->addresses[lane] ^ (request->addresses[0] + (uintptr_t)lane * request->width);
    return wrong == 0;
}

/* A set of sectors and of the bytes touched in each. Twice the size of the most that a warp can
 * touch, so a search is short. */
enum { SECTOR_SLOTS = 4 * SIMT_WARP_SIZE };

struct sector_set {
    uint32_t bytes[SECTOR_SLOTS]; /* a bit each; 0: the slot is free */
    uintptr_t sectors[SECTOR_SLOTS];
};

/* Returns the number of sectors that this adds, 0 or 1. */
static unsigned add_sector(struct sector_set *set, uintptr_t sector, uint32_t bytes,
                           unsigned *distinct_bytes)
{
    unsigned slot = (unsigned)((uint64_t)sector * HASH >> 32) % SECTOR_SLOTS;
    while (set->bytes[slot] != 0 && set->sectors[slot] != sector)
        slot = (slot + 1) % SECTOR_SLOTS;
    unsigned added = set->bytes[slot] == 0;
    set->sectors[slot] = sector;
    *distinct_bytes += (unsigned)__builtin_popcount(bytes & ~set->bytes[slot]);
    set->bytes[slot] |= bytes;
    return added;
}

unsigned simt_warp_request_sectors(const struct simt_warp_request *request,
                                   unsigned *distinct_bytes)
{
    unsigned width = request->width;
    if (is_unit_stride(request)) {
        uintptr_t begin = request->addresses[0], end = begin + (uintptr_t)SIMT_WARP_SIZE * width;
        *distinct_bytes = SIMT_WARP_SIZE * width;
        return (unsigned)((end - 1) / SECTOR_BYTES - begin / SECTOR_BYTES + 1);
    }
    struct sector_set set;
    memset(set.bytes, 0, sizeof(set.bytes));
    unsigned sectors = 0;
    uintptr_t before = 0;
    *distinct_bytes = 0;
    for (uint32_t left = request->active; left != 0; left &= left - 1) {
        uintptr_t address = request->addresses[__builtin_ctz(left)];
        if (address == before)
            continue;
        before = address;
        uint64_t bytes = ((UINT64_C(1) << width) - 1) << address % SECTOR_BYTES;
        sectors += add_sector(&set, address / SECTOR_BYTES, (uint32_t)bytes, distinct_bytes);
        if (bytes >> 32 != 0) /* misaligned, and so in two sectors */
            sectors += add_sector(&set, address / SECTOR_BYTES + 1, (uint32_t)(bytes >> 32),
                                  distinct_bytes);
    }
    return sectors;
}

/* Most distinct words that the lanes want of one bank. */
static unsigned bank_words(const struct simt_warp_request *request, uint32_t lanes,
                           uint8_t counts[BANKS])
{
    /* No lane wants two words of a bank. Not on the stack, which is that of a thread of the
     * program's and small. */
    static __thread uintptr_t words[BANKS][SIMT_WARP_SIZE];
    unsigned most = 0;
    uintptr_t before = 0;
    memset(counts, 0, BANKS);
    for (; lanes != 0; lanes &= lanes - 1) {
        uintptr_t address = request->addresses[__builtin_ctz(lanes)];
        if (address == before)
            continue;
        before = address;
        uintptr_t last = (address + request->width - 1) / WORD_BYTES;
        for (uintptr_t word = address / WORD_BYTES; word <= last; word++) {
            unsigned bank = word % BANKS, seen = 0;
            while (seen < counts[bank] && words[bank][seen] != word)
                seen++;
            if (seen < counts[bank])
                continue;
            words[bank][seen] = word;
            counts[bank] = (uint8_t)(seen + 1);
            most = most > seen + 1 ? most : seen + 1;
        }
    }
    return most;
}

/* Wide accesses go in parts of the warp. Two parts go as one where neighbours, either lanes i and
 * i ^ 1 or lanes i and i ^ 2, share their address or only one of each two is active. */
static bool parts_merge(const struct simt_warp_request *request, uint32_t lanes)
{
    bool merge[2] = {true, true};
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        for (unsigned bit = 0; bit < 2; bit++) {
            unsigned other = lane ^ (1u << bit);
            if (lanes >> other & 1 && request->addresses[other] != request->addresses[lane])
                merge[bit] = false;
        }
    }
    return merge[0] || merge[1];
}

unsigned simt_warp_request_wavefronts(const struct simt_warp_request *request, unsigned *ideal,
                                      uint8_t (*banks)[32])
{
    unsigned parts = request->width <= WORD_BYTES ? 1 : request->width / WORD_BYTES;
    if (banks == NULL && is_unit_stride(request) && request->addresses[0] % request->width == 0) {
        *ideal = parts;
        return parts;
    }
    unsigned pairs = parts == 1 ? 1 : parts / 2, pair_lanes = SIMT_WARP_SIZE / pairs;
    unsigned wavefronts = 0, worst = 0;
    *ideal = 0;
    for (unsigned pair = 0; pair < pairs; pair++) {
        uint32_t both = (uint32_t)(((UINT64_C(1) << pair_lanes) - 1) << pair * pair_lanes);
        uint32_t low = both >> pair_lanes / 2 & both, high = both & ~low;
        both &= request->active;
        bool merged = parts == 1 || parts_merge(request, both);
        uint32_t lanes[2] = {merged ? both : both & low, merged ? 0 : both & high};
        for (unsigned part = 0; part < 2; part++) {
            uint8_t counts[BANKS];
            if (lanes[part] == 0)
                continue;
            unsigned most = bank_words(request, lanes[part], counts);
            wavefronts += most;
            ++*ideal;
            if (banks != NULL && most > worst)
                memcpy(*banks, counts, sizeof(*banks));
            worst = most > worst ? most : worst;
        }
    }
    return wavefronts;
}

unsigned simt_warp_request_collisions(const struct simt_warp_request *request, unsigned *distinct)
{
    enum { SLOTS = 2 * SIMT_WARP_SIZE };
    uint8_t lanes[SLOTS] = {0}; /* with the address of that slot; 0: it is free */
    uintptr_t addresses[SLOTS];
    unsigned most = 0;
    *distinct = 0;
    for (uint32_t left = request->active; left != 0; left &= left - 1) {
        uintptr_t address = request->addresses[__builtin_ctz(left)];
        unsigned slot = (unsigned)((uint64_t)address * HASH >> 32) % SLOTS;
        while (lanes[slot] != 0 && addresses[slot] != address)
            slot = (slot + 1) % SLOTS;
        *distinct += lanes[slot] == 0;
        addresses[slot] = address;
        unsigned same = ++lanes[slot];
        most = most > same ? most : same;
    }
    return most;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Device memory that is as the last copy between it and the host left it. */
struct link {
    uintptr_t device, host;
    size_t bytes;
};

/* With more pieces than this, some are forgotten rather than told apart. */
enum { MOST_LINKS = 4096 };

struct links {
    struct link *all; /* by device address; no two overlap */
    size_t number, capacity;
    uintptr_t gap_begin, gap_end; /* no link reaches in here */
};

/* The first link that ends behind the address. */
static size_t links_search(const struct links *links, uintptr_t address)
{
    size_t low = 0, high = links->number;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (links->all[middle].device + links->all[middle].bytes > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Without memory for it a link is not kept, which loses a remark and nothing else. */
static void links_insert(struct links *links, size_t index, struct link link)
{
    if (links->number == links->capacity) {
        size_t capacity = links->capacity == 0 ? 16 : 2 * links->capacity;
        struct link *all =
            capacity > MOST_LINKS ? NULL : realloc(links->all, capacity * sizeof(*all));
        if (all == NULL)
            return;
        links->all = all;
        links->capacity = capacity;
    }
    memmove(&links->all[index + 1], &links->all[index],
            (links->number - index) * sizeof(*links->all));
    links->all[index] = link;
    links->number++;
}

static struct link link_from(struct link link, uintptr_t begin)
{
    size_t cut = begin - link.device;
    return (struct link){begin, link.host + cut, link.bytes - cut};
}

/* Cuts [begin, end) out of all links. */
static void links_cut(struct links *links, uintptr_t begin, uintptr_t end)
{
    if (begin >= links->gap_begin && end <= links->gap_end)
        return;
    size_t first = links_search(links, begin), past = first;
    struct link kept[2]; /* of the first one its beginning, of the last one its end */
    size_t keeps = 0;
    if (first < links->number && links->all[first].device < begin) {
        kept[keeps] = links->all[first];
        kept[keeps++].bytes = begin - links->all[first].device;
    }
    while (past < links->number && links->all[past].device < end)
        past++;
    if (past > first && links->all[past - 1].device + links->all[past - 1].bytes > end)
        kept[keeps++] = link_from(links->all[past - 1], end);
    if (past > first) {
        memmove(&links->all[first], &links->all[past],
                (links->number - past) * sizeof(*links->all));
        links->number -= past - first;
    }
    for (size_t i = keeps; i-- > 0;)
        links_insert(links, first, kept[i]);
    /* What now lies around the cut is free of links, too. */
    size_t next = links_search(links, begin);
    links->gap_begin = next == 0 ? 0 : links->all[next - 1].device + links->all[next - 1].bytes;
    links->gap_end = next == links->number ? UINTPTR_MAX : links->all[next].device;
}

static void links_add(struct links *links, struct link link)
{
    links_cut(links, link.device, link.device + link.bytes);
    size_t index = links_search(links, link.device);
    links->gap_begin = links->gap_end = 0;
    if (index > 0) { /* copies of row after row make one link */
        struct link *before = &links->all[index - 1];
        if (before->device + before->bytes == link.device &&
            before->host + before->bytes == link.host) {
            before->bytes += link.bytes;
            return;
        }
    }
    links_insert(links, index, link);
}

/* Whether all of the device's range is linked; `host` not 0: with the host's range that begins
 * there. */
static bool links_cover(const struct links *links, uintptr_t device, size_t bytes, uintptr_t host)
{
    uintptr_t at = device, end = device + bytes;
    for (size_t i = links_search(links, device); at < end; i++) {
        if (i == links->number || links->all[i].device > at)
            return false;
        if (host != 0 && links->all[i].host - links->all[i].device != host - device)
            return false;
        at = links->all[i].device + links->all[i].bytes;
    }
    return true;
}

/* ---- names ----------------------------------------------------------------------------------- */

const char *simt_count_space_name(enum simt_count_space space)
{
    static const char *const names[] = {"global", "shared", "constant", "none"};
    return names[space];
}

const char *simt_count_kind_name(enum simt_count_kind kind)
{
    static const char *const names[] = {"load", "store", "atomic", "barrier", "warp-function"};
    return names[kind];
}

/* ---- what is kept ---------------------------------------------------------------------------- */

struct kernel {
    char *name;
    unsigned launches;
};

/* What a request costs, which follows from where its lanes' addresses lie beside the first one's,
 * and from where that lies: in its sector, or in shared memory in its word. */
struct cost {
    unsigned sectors, distinct_bytes;      /* the former of global memory alone, */
    unsigned wavefronts, ideal_wavefronts; /* these of the others, */
    unsigned atomic_serial;                /* and this of atomics */
};
struct pattern {
    uint32_t active; /* 0: none is known */
    unsigned width, phase;
    uintptr_t offsets[SIMT_WARP_SIZE]; /* of lanes that are not active: 0 */
    struct cost cost;
};

/* A count, and the patterns that came last; a warp that walks through an array has the same one
 * again and again, at phases that take turns. */
enum { KNOWN_PATTERNS = SECTOR_BYTES / WORD_BYTES };
struct place {
    struct simt_count count;
    struct pattern known[KNOWN_PATTERNS];
};

/* The inspector's counts are of the process: there is one set. */
static struct {
    struct place **table; /* open addressing; at most half full */
    size_t slots;
    struct place **all; /* in the order of their first requests */
    size_t number;

    struct kernel *kernels;
    size_t kernel_number;
    const char *kernel; /* that runs, one of these names */
    unsigned launch;

    struct simt_copy_count *copies;
    size_t copy_number;
    struct links links;

    uint64_t busiest; /* bytes of global memory */
    uint64_t device_bytes[SIMT_MOST_DEVICES];
    uint64_t most_places; /* of shared memory */
    uint64_t steps, busiest_steps, block_steps;
    uint64_t waits; /* of threads, by strong accesses */
    struct simt_block_counts blocks;

    bool is_over;
} counts;

static void launch_begins(const struct simt_launch_info *launch)
{
    const char *name = launch->kernel == NULL ? "?" : launch->kernel;
    counts.launch = launch->number;
    counts.kernel = NULL;
    size_t i = 0;
    while (i < counts.kernel_number && strcmp(counts.kernels[i].name, name) != 0)
        i++;
    if (i == counts.kernel_number) {
        struct kernel *kernels = realloc(counts.kernels, (i + 1) * sizeof(*kernels));
        char *copy = strdup(name);
        counts.kernels = kernels == NULL ? counts.kernels : kernels;
        if (kernels == NULL || copy == NULL) {
            free(copy);
            return;
        }
        kernels[i] = (struct kernel){.name = copy};
        counts.kernel_number++;
    }
    counts.kernels[i].launches++;
    counts.kernel = counts.kernels[i].name;
}

static size_t slot_of(const char *kernel, const void *site, enum simt_count_space space,
                      enum simt_count_kind kind)
{
    uint64_t key = (uintptr_t)site * 64 + (uintptr_t)kernel * 1024 + (uint64_t)8 * (unsigned)space;
    size_t slot = (key + (unsigned)kind) * HASH >> 32 & (counts.slots - 1);
    for (;; slot = (slot + 1) & (counts.slots - 1)) {
        const struct place *place = counts.table[slot];
        if (place == NULL || (place->count.site == site && place->count.kernel == kernel &&
                              place->count.space == space && place->count.kind == kind))
            return slot;
    }
}

/* False: no memory. */
static bool make_room(void)
{
    if (2 * (counts.number + 1) <= counts.slots)
        return true;
    size_t slots = counts.slots == 0 ? 256 : 2 * counts.slots;
    struct place **table = calloc(slots, sizeof(void *));
    struct place **all = realloc(counts.all, slots / 2 * sizeof(void *));
    counts.all = all == NULL ? counts.all : all;
    if (table == NULL || all == NULL) {
        free(table);
        return false;
    }
    free(counts.table);
    counts.table = table;
    counts.slots = slots;
    for (size_t i = 0; i < counts.number; i++) {
        const struct simt_count *count = &all[i]->count;
        table[slot_of(count->kernel, count->site, count->space, count->kind)] = all[i];
    }
    return true;
}

/* Null: no memory; then this is not counted. */
static struct place *find(const void *site, enum simt_count_space space, enum simt_count_kind kind,
                          const struct simt_launch_info *launch)
{
    if (launch->number != counts.launch || counts.kernel == NULL)
        launch_begins(launch);
    if (counts.kernel == NULL || (counts.slots == 0 && !make_room()))
        return NULL;
    size_t slot = slot_of(counts.kernel, site, space, kind);
    if (counts.table[slot] != NULL)
        return counts.table[slot];
    if (!make_room())
        return NULL;
    struct place *place = calloc(1, sizeof(*place));
    if (place == NULL)
        return NULL;
    place->count = (struct simt_count){
        .kernel = counts.kernel,
        .site = site,
        .space = space,
        .kind = kind,
        .launch = counts.launch,
    };
    counts.all[counts.number++] = place;
    counts.table[slot_of(counts.kernel, site, space, kind)] = place;
    return place;
}

void simt_counts_reset(void)
{
    for (size_t i = 0; i < counts.number; i++)
        free(counts.all[i]);
    for (size_t i = 0; i < counts.kernel_number; i++)
        free(counts.kernels[i].name);
    free(counts.all);
    free(counts.table);
    free(counts.kernels);
    free(counts.copies);
    free(counts.links.all);
    memset(&counts, 0, sizeof(counts));
}

void simt_counts_stop(void)
{
    counts.is_over = true;
}

const struct simt_count *simt_counts_get(size_t index)
{
    return index < counts.number ? &counts.all[index]->count : NULL;
}

const struct simt_copy_count *simt_counts_get_copy(size_t index)
{
    return index < counts.copy_number ? &counts.copies[index] : NULL;
}

unsigned simt_counts_launches(const char *kernel)
{
    for (size_t i = 0; i < counts.kernel_number; i++) {
        if (strcmp(counts.kernels[i].name, kernel) == 0)
            return counts.kernels[i].launches;
    }
    return 0;
}

/* ---- requests -------------------------------------------------------------------------------- */

/* An array is no cheaper to read where a copy has put it among the constants. */
static enum simt_count_space space_of(const struct simt_object *object)
{
    if (simt_object_is_shared(object))
        return SIMT_COUNT_SHARED;
    return object->kind == SIMT_OBJECT_CONSTANT && !object->holds_array ? SIMT_COUNT_CONSTANT
                                                                        : SIMT_COUNT_GLOBAL;
}

static enum simt_count_kind kind_of(enum simt_access_kind kind)
{
    if (kind == SIMT_ACCESS_ATOMIC)
        return SIMT_COUNT_ATOMIC;
    return simt_access_writes(kind) ? SIMT_COUNT_STORE : SIMT_COUNT_LOAD;
}

/* Keeps the request if its warp comes before that of the one kept. */
static void keep_first(struct simt_count *count, const struct simt_access lanes[], uint32_t active,
                       uint32_t live, const struct simt_object *object, struct simt_thread_id id)
{
    struct simt_first_request *first = &count->first;
    if (first->active != 0 &&
        (count->launch != counts.launch || first->thread.block < id.block ||
         (first->thread.block == id.block &&
          first->thread.thread / SIMT_WARP_SIZE <= id.thread / SIMT_WARP_SIZE)))
        return;
    *first = (struct simt_first_request){
        .thread = id,
        .active = active,
        .live = live,
        .bytes = lanes[__builtin_ctz(active)].bytes,
        .base = object->base,
        .host = object->kind == SIMT_OBJECT_PINNED || object->kind == SIMT_OBJECT_REGISTERED,
        .allocated = object->site,
        .element_bytes = object->element_bytes,
    };
    for (uint32_t left = active; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        first->addresses[lane] = lanes[lane].address;
    }
    (void)snprintf(first->name, sizeof(first->name), "%s", object->name ? object->name : "");
    (void)snprintf(first->type, sizeof(first->type), "%s", object->type ? object->type : "");
}

/* Lanes that are not active lie where the first active one does. */
static void fill_idle(struct simt_warp_request *request)
{
    uintptr_t first = request->addresses[__builtin_ctz(request->active)];
    for (uint32_t left = ~request->active; left != 0; left &= left - 1)
        request->addresses[__builtin_ctz(left)] = first;
}

static bool is_pattern(const struct pattern *pattern, const struct simt_warp_request *request,
                       uintptr_t first, unsigned phase)
{
    uintptr_t wrong = 0;
    if (pattern->active != request->active || pattern->width != request->width ||
        pattern->phase != phase)
        return false;
    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++)
        wrong |= (request->addresses[lane] - first) ^ pattern->offsets[lane];
    return wrong == 0;
}

static struct cost cost_of(const struct simt_count *count, const struct simt_warp_request *request)
{
    struct cost cost = {.ideal_wavefronts = 1};
    unsigned distinct;
    cost.sectors = simt_warp_request_sectors(request, &cost.distinct_bytes);
    if (count->space == SIMT_COUNT_SHARED)
        cost.wavefronts = simt_warp_request_wavefronts(request, &cost.ideal_wavefronts, NULL);
    else if (count->space == SIMT_COUNT_CONSTANT)
        simt_warp_request_collisions(request, &cost.wavefronts);
    if (count->kind == SIMT_COUNT_ATOMIC)
        cost.atomic_serial = simt_warp_request_collisions(request, &distinct);
    return cost;
}

/* The same, looked up where such a request has just been made. */
static const struct cost *look_up(struct place *place, struct simt_warp_request *request)
{
    uintptr_t first = request->addresses[__builtin_ctz(request->active)];
    unsigned word = request->width > WORD_BYTES ? request->width : WORD_BYTES;
    unsigned period = place->count.space == SIMT_COUNT_SHARED ? word : SECTOR_BYTES;
    unsigned phase = (unsigned)(first % period);
    struct pattern *pattern = &place->known[phase / WORD_BYTES];
    fill_idle(request);
    if (is_pattern(pattern, request, first, phase))
        return &pattern->cost;
    pattern->active = request->active;
    pattern->width = request->width;
    pattern->phase = phase;
    for (unsigned lane = 0; lane < SIMT_WARP_SIZE; lane++)
        pattern->offsets[lane] = request->addresses[lane] - first;
    pattern->cost = cost_of(&place->count, request);
    return &pattern->cost;
}

static void tally_request(struct place *place, struct simt_warp_request *request, uint32_t live)
{
    struct simt_tally *tally = &place->count.tally;
    unsigned lanes = (unsigned)__builtin_popcount(request->active);
    const struct cost *cost = look_up(place, request);
    tally->requests++;
    tally->active_lanes += lanes;
    tally->idle_lanes += (unsigned)__builtin_popcount(live & ~request->active);
    tally->bytes += (uint64_t)lanes * request->width;
    tally->distinct_bytes += cost->distinct_bytes;
    if (place->count.space == SIMT_COUNT_GLOBAL) {
        tally->sectors += cost->sectors;
        tally->ideal_sectors += (cost->distinct_bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    } else {
        tally->wavefronts += cost->wavefronts;
        tally->ideal_wavefronts += cost->ideal_wavefronts;
    }
    tally->atomic_serial += cost->atomic_serial;
}

/* Copies of structs move more than one instruction can: in pieces as wide as the size allows. */
static void tally_wide(struct place *place, const struct simt_access lanes[], uint32_t active,
                       uint32_t live)
{
    uint32_t bytes = 0, sizes = 0;
    for (uint32_t left = active; left != 0; left &= left - 1) {
        uint32_t size = lanes[__builtin_ctz(left)].bytes;
        bytes = bytes > size ? bytes : size;
        sizes |= size;
    }
    sizes |= WIDEST;
    struct simt_warp_request request = {.width = sizes & -sizes};
    for (uint32_t offset = 0; offset < bytes; offset += request.width) {
        request.active = 0;
        for (uint32_t left = active; left != 0; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            if (lanes[lane].bytes > offset)
                request.active |= 1u << lane;
            request.addresses[lane] = lanes[lane].address + offset;
        }
        tally_request(place, &request, live);
    }
}

/* The device's range from the lowest to the highest address counts as written: too much at worst.
 */
static void wrote(const struct simt_access lanes[], uint32_t active)
{
    uintptr_t begin = UINTPTR_MAX, end = 0;
    for (uint32_t left = active; left != 0; left &= left - 1) {
        const struct simt_access *lane = &lanes[__builtin_ctz(left)];
        begin = lane->address < begin ? lane->address : begin;
        end = lane->address + lane->bytes > end ? lane->address + lane->bytes : end;
    }
    links_cut(&counts.links, begin, end);
}

void simt_counts_request(const struct simt_access lanes[SIMT_WARP_SIZE], uint32_t active,
                         uint32_t live, const struct simt_object *object,
                         struct simt_thread_id first, const struct simt_launch_info *launch)
{
    if (active == 0 || object == NULL || counts.is_over)
        return;
    const struct simt_access *access = &lanes[__builtin_ctz(active)];
    enum simt_count_space space = space_of(object);
    if (space == SIMT_COUNT_GLOBAL && simt_access_writes(access->kind))
        wrote(lanes, active);
    struct place *place = find(access->site, space, kind_of(access->kind), launch);
    if (place == NULL)
        return;
    keep_first(&place->count, lanes, active, live, object, first);

    struct simt_warp_request request = {.active = active, .width = access->bytes};
    uint32_t other_width = 0;
    for (uint32_t left = active; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        request.addresses[lane] = lanes[lane].address;
        other_width |= lanes[lane].bytes ^ access->bytes;
    }
    bool is_narrow = access->bytes <= WIDEST && (access->bytes & (access->bytes - 1)) == 0;
    if (other_width == 0 && is_narrow && access->bytes != 0)
        tally_request(place, &request, live);
    else
        tally_wide(place, lanes, active, live);
}

void simt_counts_thread(uint64_t bytes)
{
    if (bytes > counts.busiest && !counts.is_over)
        counts.busiest = bytes;
}

void simt_counts_device(int device, uint64_t bytes)
{
    if (!counts.is_over)
        counts.device_bytes[device] += bytes;
}

uint64_t simt_counts_busiest_device(void)
{
    uint64_t most = 0;
    for (int i = 0; i < SIMT_MOST_DEVICES; i++)
        most = counts.device_bytes[i] > most ? counts.device_bytes[i] : most;
    return most;
}

uint64_t simt_counts_moved(void)
{
    uint64_t all = 0;
    for (int i = 0; i < SIMT_MOST_DEVICES; i++)
        all += counts.device_bytes[i];
    return all;
}

uint64_t simt_counts_busiest_thread(void)
{
    return counts.busiest;
}

void simt_counts_places(uint64_t places)
{
    if (places > counts.most_places && !counts.is_over)
        counts.most_places = places;
}

uint64_t simt_counts_most_places(void)
{
    return counts.most_places;
}

void simt_counts_steps(const uint64_t steps[], unsigned threads)
{
    uint64_t most = 0, all = 0;
    unsigned busy = 0; /* threads that run half as much as the busiest, and more */
    if (counts.is_over)
        return;
    for (unsigned i = 0; i < threads; i++) {
        all += steps[i];
        most = steps[i] > most ? steps[i] : most;
    }
    for (unsigned i = 0; i < threads; i++)
        busy += 2 * steps[i] >= most;
    counts.steps += all;
    counts.block_steps += busy == 1 ? most * threads : all;
    if (most > counts.busiest_steps)
        counts.busiest_steps = most;
}

uint64_t simt_counts_all_steps(void)
{
    return counts.steps;
}

uint64_t simt_counts_busiest_steps(void)
{
    return counts.busiest_steps;
}

uint64_t simt_counts_block_steps(void)
{
    return counts.block_steps;
}

void simt_counts_waits(uint64_t waits)
{
    if (!counts.is_over)
        counts.waits += waits;
}

uint64_t simt_counts_all_waits(void)
{
    return counts.waits;
}

void simt_counts_block(unsigned busy, bool idle)
{
    if (counts.is_over)
        return;
    counts.blocks.blocks++;
    counts.blocks.idle_blocks += idle;
    counts.blocks.busy_threads += busy;
}

struct simt_block_counts simt_counts_blocks(void)
{
    return counts.blocks;
}

void simt_counts_sync(const void *site, bool barrier, uint32_t active, uint32_t live,
                      const struct simt_launch_info *launch)
{
    enum simt_count_kind kind = barrier ? SIMT_COUNT_BARRIER : SIMT_COUNT_WARP_FUNCTION;
    struct place *place = counts.is_over ? NULL : find(site, SIMT_COUNT_NO_SPACE, kind, launch);
    if (place == NULL)
        return;
    struct simt_tally *tally = &place->count.tally;
    tally->requests++;
    tally->active_lanes += (unsigned)__builtin_popcount(active);
    tally->idle_lanes += (unsigned)__builtin_popcount(live & ~active);
}

/* ---- copies, told ---------------------------------------------------------------------------- */

/* Null: no memory. */
static struct simt_copy_count *find_copy(const void *site, bool to_device)
{
    for (size_t i = 0; i < counts.copy_number; i++) {
        if (counts.copies[i].site == site && counts.copies[i].to_device == to_device)
            return &counts.copies[i];
    }
    struct simt_copy_count *copies =
        realloc(counts.copies, (counts.copy_number + 1) * sizeof(*copies));
    if (copies == NULL)
        return NULL;
    counts.copies = copies;
    copies[counts.copy_number] = (struct simt_copy_count){.site = site, .to_device = to_device};
    return &copies[counts.copy_number++];
}

void simt_counts_copy(const void *dst, const void *src, size_t bytes, bool to_device,
                      const void *site)
{
    if (bytes == 0 || counts.is_over)
        return;
    uintptr_t device = (uintptr_t)(to_device ? dst : src);
    uintptr_t host = (uintptr_t)(to_device ? src : dst);
    /* Equal bytes alone say little: fresh memory of zeros may equal an array of zeros. */
    bool redundant = links_cover(&counts.links, device, bytes, to_device ? 0 : host) &&
                     memcmp(dst, src, bytes) == 0;
    links_add(&counts.links, (struct link){device, host, bytes});
    struct simt_copy_count *count = find_copy(site, to_device);
    if (count == NULL)
        return;
    count->copies++;
    count->bytes += bytes;
    if (redundant) {
        count->redundant++;
        count->redundant_bytes += bytes;
    }
}

void simt_counts_device_wrote(const void *address, size_t bytes)
{
    if (bytes != 0)
        links_cut(&counts.links, (uintptr_t)address, (uintptr_t)address + bytes);
}
