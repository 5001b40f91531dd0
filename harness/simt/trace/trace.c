#define _GNU_SOURCE
#include "trace.h"

#include "counts.h"
#include "inspect.h"
#include "runtime/grid.h"
#include "runtime/lockstep.h"
#include "runtime/observer.h"
#include "runtime/worker.h"
#include "report.h"
#include "source.h"
#include "space.h"
#include "trace_json.h"

#include <simt/label.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FOLLOWED = 32,
    PHASE_SITES = 64,
    PHASE_SECTORS = 512,
    UNROLLED = 4,
    SECTOR_BYTES = 32,
    LINE_BYTES = 128
};
/* What a block has loaded is looked up in so many slots, of which 3 in 4 are used at most: about
 * as many sectors as an L1 holds. */
enum { SEEN_SLOTS = 8192, MOST_SEEN = SEEN_SLOTS / 4 * 3 };

/* ---- what is kept ---------------------------------------------------------------------------- */

/* How often each basic block ran in this launch: open addressing, at most half full. */
struct step {
    const void *site;
    uint64_t times;
};

/* Sectors, looked up in slots; 0: none. */
struct sectors {
    uintptr_t slots[SEEN_SLOTS];
    unsigned count;
};

/* The loads that a warp has under way; one warp of each block is followed. A sector that several of
 * them want is fetched once; what no longer fits among these counts as one that nobody else wants.
 */
struct phase {
    bool used;
    uint64_t block;
    unsigned warp;
    const void *sites[PHASE_SITES];
    unsigned times[PHASE_SITES], count;
    uintptr_t sectors[PHASE_SECTORS];
    unsigned sector_count;
    double bytes;     /* of a lane */
    bool news;        /* one of its sectors was new to the block */
    bool shared_open; /* the warp has loads from shared memory under way */

    /* Of the whole block. */
    uint64_t requests, loaded, loaded_new;
    struct sectors seen; /* that it has loaded */
    /* That it has stored; and that a warp has loaded plainly behind a store of its own. */
    struct sectors stored, behind;
    uint32_t storers; /* a bit for each warp that has stored */
};

void (*simt_trace_on_load)(uintptr_t address);

/* One trace a process. */
static struct {
    struct simt_traced_launch *launches;
    size_t count, capacity;
    struct step *steps;
    size_t slots, used;
    struct phase phases[FOLLOWED];
    uint64_t shared_bytes;      /* static ones, of all blocks that ran */
    cudaStream_t stream;        /* of the first launch */
    unsigned graphs;            /* that are being launched, one in the other */
    uint64_t fills, fill_bytes; /* ahead of the first launch */
    bool stopped;               /* what comes now is no work of the program's */
    const struct simt_observer *observer;
} trace;

static struct simt_traced_launch *current(void)
{
    return trace.count > 0 ? &trace.launches[trace.count - 1] : NULL;
}

const struct simt_traced_launch *simt_trace_get(size_t index)
{
    return index < trace.count ? &trace.launches[index] : NULL;
}

static void out_of_memory(void)
{
    (void)fputs("simt: out of memory for the trace\n", stderr);
    _exit(2);
}

/* ---- basic blocks ---------------------------------------------------------------------------- */

static size_t slot_of(const struct step *steps, size_t slots, const void *site)
{
    size_t slot = ((uintptr_t)site * 0x9e3779b97f4a7c15U >> 32) & (slots - 1);
    while (steps[slot].site != NULL && steps[slot].site != site)
        slot = (slot + 1) & (slots - 1);
    return slot;
}

static void grow_steps(void)
{
    size_t slots = trace.slots == 0 ? 1024 : 2 * trace.slots;
    struct step *steps = calloc(slots, sizeof(*steps));
    if (steps == NULL)
        out_of_memory();
    for (size_t i = 0; i < trace.slots; i++) {
        if (trace.steps[i].site != NULL)
            steps[slot_of(steps, slots, trace.steps[i].site)] = trace.steps[i];
    }
    free(trace.steps);
    trace.steps = steps;
    trace.slots = slots;
}

static void count_step(const void *site)
{
    if (2 * (trace.used + 1) > trace.slots)
        grow_steps();
    struct step *step = &trace.steps[slot_of(trace.steps, trace.slots, site)];
    trace.used += step->site == NULL;
    step->site = site;
    step->times++;
}

static void add_up_steps(struct simt_traced_launch *launch)
{
    for (size_t i = 0; i < trace.slots; i++) {
        if (trace.steps[i].site != NULL)
            simt_arithmetic_add(&launch->arithmetic, trace.steps[i].site, trace.steps[i].times);
    }
    memset(trace.steps, 0, trace.slots * sizeof(*trace.steps));
    trace.used = 0;
}

/* ---- sectors --------------------------------------------------------------------------------- */

static void clear_sectors(struct sectors *set)
{
    if (set->count > 0)
        memset(set->slots, 0, sizeof(set->slots));
    set->count = 0;
}

static size_t slot_of_sector(const struct sectors *set, uintptr_t sector)
{
    size_t slot = (sector * 0x9e3779b97f4a7c15U >> 32) & (SEEN_SLOTS - 1);
    while (set->slots[slot] != 0 && set->slots[slot] != sector)
        slot = (slot + 1) & (SEEN_SLOTS - 1);
    return slot;
}

/* Whether it was not there. What no longer fits is new each time. */
static bool add_sector(struct sectors *set, uintptr_t sector)
{
    const size_t slot = slot_of_sector(set, sector);
    if (set->slots[slot] == sector)
        return false;
    if (set->count < MOST_SEEN) {
        set->slots[slot] = sector;
        set->count++;
    }
    return true;
}

/* ---- phases ---------------------------------------------------------------------------------- */

/* That of a block that runs; NULL: it is not followed. */
static struct phase *phase_of(const struct simt_worker *worker)
{
    for (unsigned i = 0; i < FOLLOWED; i++) {
        if (trace.phases[i].used && trace.phases[i].block == worker->block_number)
            return &trace.phases[i];
    }
    return NULL;
}

/* Blocks may run beside each other. The first warps of all may do what no other does, at an edge
 * of a matrix, say: each block has another one followed. */
static void follow(const struct simt_worker *worker)
{
    enum { STRIDE = 9 };
    struct simt_traced_launch *launch = current();
    const struct dim3 *block = &launch->block;
    unsigned i = 0, threads = block->x * block->y * block->z;
    unsigned warps = (threads + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE;
    while (i < FOLLOWED && trace.phases[i].used)
        i++;
    if (i == FOLLOWED)
        return;
    struct phase *phase = &trace.phases[i];
    phase->used = true;
    phase->block = worker->block_number;
    phase->warp = (unsigned)(launch->followed++ * STRIDE % warps);
    phase->count = phase->sector_count = 0;
    phase->bytes = 0;
    phase->news = phase->shared_open = false;
    phase->requests = phase->loaded = phase->loaded_new = 0;
    phase->storers = 0;
    clear_sectors(&phase->seen);
    clear_sectors(&phase->stored);
    clear_sectors(&phase->behind);
}

static void end_phase(struct phase *phase)
{
    struct simt_traced_launch *launch = current();
    if (phase->count == 0)
        return;
    launch->phases++;
    launch->near_phases += !phase->news;
    launch->phase_bytes += phase->bytes;
    launch->phase_squares += phase->bytes * phase->bytes;
    phase->count = phase->sector_count = 0;
    phase->bytes = 0;
    phase->news = false;
}

/* A load by any warp of a block that is followed: each sector of the request once. True: some of
 * them are new to the block. */
static bool add_to_block(struct phase *phase, const struct simt_access *accesses, uint32_t lanes)
{
    uintptr_t before = 0;
    uint64_t news = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const struct simt_access *access = &accesses[__builtin_ctz(left)];
        uintptr_t last = (access->address + access->bytes - 1) / SECTOR_BYTES;
        for (uintptr_t sector = access->address / SECTOR_BYTES; sector <= last; sector++) {
            if (sector == before)
                continue;
            before = sector;
            phase->loaded++;
            news += add_sector(&phase->seen, sector);
        }
    }
    phase->loaded_new += news;
    return news > 0;
}

static void add_all(struct sectors *set, const struct simt_access *accesses, uint32_t lanes)
{
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const struct simt_access *access = &accesses[__builtin_ctz(left)];
        uintptr_t last = (access->address + access->bytes - 1) / SECTOR_BYTES;
        for (uintptr_t sector = access->address / SECTOR_BYTES; sector <= last; sector++)
            (void)add_sector(set, sector);
    }
}

/* Stores, and what is loaded behind them: others may have changed it meanwhile. */
static void add_behind(struct phase *phase, unsigned warp, enum simt_access_kind kind,
                       const struct simt_access *accesses, uint32_t lanes)
{
    const uint32_t bit = (uint32_t)1 << warp % 32;
    if (simt_access_writes(kind)) {
        phase->storers |= bit;
        add_all(&phase->stored, accesses, lanes);
    } else if (kind == SIMT_ACCESS_READ && (phase->storers & bit) != 0 &&
               2 * phase->stored.count <= MOST_SEEN) { /* its own store of it will find room */
        add_all(&phase->behind, accesses, lanes);
    }
}

/* Of these, sectors that lie between what the launch stores to an array, and that are not the
 * block's own. */
static uint64_t count_of_others(const struct simt_traced_launch *launch, const struct phase *phase)
{
    uint64_t count = 0;
    for (size_t i = 0; phase->behind.count > 0 && i < SEEN_SLOTS; i++) {
        const uintptr_t sector = phase->behind.slots[i];
        if (sector == 0 || phase->stored.slots[slot_of_sector(&phase->stored, sector)] == sector)
            continue;
        for (unsigned p = 0; p < launch->place_count; p++)
            count +=
                sector >= launch->places[p].stored_first && sector <= launch->places[p].stored_last;
    }
    return count;
}

/* False: this load, or one too many at this site, is of the next phase. */
static bool joins_phase(struct phase *phase, const void *site)
{
    unsigned i = 0;
    while (i < phase->count && phase->sites[i] != site)
        i++;
    if (i == PHASE_SITES || (i < phase->count && phase->times[i] == UNROLLED))
        return false;
    if (i == phase->count) {
        phase->sites[phase->count++] = site;
        phase->times[i] = 0;
    }
    phase->times[i]++;
    return true;
}

/* Whether nobody has asked for it in this phase. */
static bool joins_sectors(struct phase *phase, uintptr_t sector)
{
    for (unsigned i = 0; i < phase->sector_count; i++) {
        if (phase->sectors[i] == sector)
            return false;
    }
    if (phase->sector_count < PHASE_SECTORS)
        phase->sectors[phase->sector_count++] = sector;
    return true;
}

static unsigned new_sectors(struct phase *phase, const struct simt_access *accesses, uint32_t lanes)
{
    unsigned count = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const struct simt_access *access = &accesses[__builtin_ctz(left)];
        uintptr_t last = (access->address + access->bytes - 1) / SECTOR_BYTES;
        for (uintptr_t sector = access->address / SECTOR_BYTES; sector <= last; sector++)
            count += joins_sectors(phase, sector);
    }
    return count;
}

static void add_to_phase(const struct simt_worker *worker, unsigned warp, uint32_t lanes,
                         const struct simt_access *accesses)
{
    const struct simt_access *access = &accesses[__builtin_ctz(lanes)];
    struct phase *phase = phase_of(worker);
    if (phase == NULL)
        return;
    add_behind(phase, warp, access->kind, accesses, lanes);
    bool news = !simt_access_writes(access->kind) && add_to_block(phase, accesses, lanes);
    if (warp != phase->warp)
        return;
    if (simt_access_writes(access->kind)) {
        end_phase(phase);
        return;
    }
    if (!joins_phase(phase, access->site)) {
        end_phase(phase);
        (void)joins_phase(phase, access->site);
    }
    phase->news |= news;
    unsigned width = worker->block_size < SIMT_WARP_SIZE ? worker->block_size : SIMT_WARP_SIZE;
    phase->bytes += (double)SECTOR_BYTES * new_sectors(phase, accesses, lanes) / width;
}

/* Loads from shared memory are under way together until the warp stores, or waits for others. A
 * store to it ends a phase as any other does: a compiler rarely knows that what it loads next is
 * not there. */
static void add_to_shared(const struct simt_worker *worker, unsigned warp,
                          enum simt_access_kind kind)
{
    struct phase *phase = phase_of(worker);
    if (phase == NULL || warp != phase->warp)
        return;
    if (simt_access_writes(kind))
        end_phase(phase);
    else if (!phase->shared_open)
        current()->shared_phases++;
    phase->shared_open = !simt_access_writes(kind);
}

static void count_block_request(const struct simt_worker *worker)
{
    struct phase *phase = phase_of(worker);
    if (phase != NULL)
        phase->requests++;
}

/* ---- accesses -------------------------------------------------------------------------------- */

static bool is_shared(const struct simt_worker *worker, uintptr_t address)
{
    return address - (uintptr_t)worker->static_shared < SIMT_SHARED_AREA_BYTES;
}

/* NULL: it is shared memory. Of what is no known object, as a __device__ variable of a program that
 * was loaded later, its page stands for it. */
static struct simt_trace_place *place_of(const struct simt_worker *worker,
                                         struct simt_traced_launch *launch, uintptr_t address)
{
    enum { PAGE_BYTES = 4096 };
    if (is_shared(worker, address))
        return NULL;
    for (unsigned i = 0; i < launch->place_count; i++) {
        struct simt_trace_place *place = &launch->places[i];
        if (address >= place->base && address < place->base + place->bytes)
            return place;
    }
    const struct simt_object *object = simt_space_find(NULL, address);
    if (launch->place_count < SIMT_TRACE_PLACES)
        launch->place_count++;
    struct simt_trace_place *place = &launch->places[launch->place_count - 1];
    place->base = object != NULL ? object->base : address & -(uintptr_t)PAGE_BYTES;
    place->bytes = object != NULL ? object->bytes : PAGE_BYTES;
    place->is_array = object != NULL;
    return place;
}

/* NULL: there is no room for it. */
static struct simt_trace_site *site_of(struct simt_traced_launch *launch, const void *site)
{
    unsigned i = 0;
    while (i < launch->site_count && launch->sites[i].site != site)
        i++;
    if (i == SIMT_TRACE_SITES)
        return NULL;
    if (i == launch->site_count)
        launch->sites[launch->site_count++].site = site;
    return &launch->sites[i];
}

static uint64_t all_sectors(const struct simt_traced_launch *launch)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < launch->place_count; i++)
        sum += launch->places[i].load_sectors + launch->places[i].store_sectors;
    return sum;
}

/*
 * Some lanes meet, and not all: so data decide which. Or all meet at an integer that is not the
 * first of its array: if the index is of the code, as blockIdx.x, a compiler adds up a warp's
 * first; if it is of the data, none can.
 */
static bool may_meet_by_data(const struct simt_trace_place *place,
                             const struct simt_warp_request *request, unsigned turns,
                             unsigned distinct, enum simt_cell cell)
{
    const uintptr_t address = request->addresses[__builtin_ctz(request->active)];
    return turns > 1 && (distinct > 1 ||
                         (cell == SIMT_CELL_INTEGER && place->is_array && address != place->base));
}

static void count_atomics(struct simt_traced_launch *launch, const struct simt_trace_place *place,
                          const struct simt_warp_request *request, enum simt_cell cell)
{
    unsigned distinct, lanes = (unsigned)__builtin_popcount(request->active);
    unsigned turns = simt_warp_request_collisions(request, &distinct);
    launch->atomics += lanes;
    launch->atomics_by_data += may_meet_by_data(place, request, turns, distinct, cell) ? lanes : 0;
    launch->integer_atomics += cell == SIMT_CELL_INTEGER || cell == SIMT_CELL_BITS ? lanes : 0;
    launch->float_atomics += cell == SIMT_CELL_FLOAT ? lanes : 0;
    launch->wide_atomics += request->width == 8 ? lanes : 0;
    launch->atomics_turns += turns;
    launch->atomics_merged_turns += distinct == 1 && cell != SIMT_CELL_BITS ? 1 : turns;
    for (uint32_t left = request->active; left != 0; left &= left - 1) {
        uintptr_t address = request->addresses[__builtin_ctz(left)];
        if (launch->atomics_first == 0 || address < launch->atomics_first)
            launch->atomics_first = address;
        if (address > launch->atomics_last)
            launch->atomics_last = address;
    }
}

/* Whether most of the sectors that a request touches lie alone in their lines. Where they lie
 * beside each other, as of a structure's members, a line's are asked for at once. */
static bool are_alone(const struct simt_warp_request *request, unsigned sectors)
{
    uintptr_t lines[SIMT_WARP_SIZE];
    unsigned count = 0;
    for (uint32_t left = request->active; left != 0; left &= left - 1) {
        const uintptr_t line = request->addresses[__builtin_ctz(left)] / LINE_BYTES;
        unsigned i = 0;
        while (i < count && lines[i] != line)
            i++;
        if (i == count)
            lines[count++] = line;
    }
    return sectors < 2 * count;
}

static void widen(uintptr_t *first, uintptr_t *last, const struct simt_warp_request *request)
{
    for (uint32_t left = request->active; left != 0; left &= left - 1) {
        const uintptr_t sector = request->addresses[__builtin_ctz(left)] / SECTOR_BYTES;
        if (*last == 0 || sector < *first)
            *first = sector;
        if (sector > *last)
            *last = sector;
    }
}

/* One instruction: as wide as its lanes' accesses, and of at most 16 bytes. */
static void count_request(struct simt_traced_launch *launch, struct simt_trace_place *place,
                          const struct simt_warp_request *request, const struct simt_access *access)
{
    const enum simt_access_kind kind = access->kind;
    unsigned distinct, ideal;
    if (place == NULL) {
        launch->wavefronts += simt_warp_request_wavefronts(request, &ideal, NULL);
        launch->shared_requests++;
        if (kind == SIMT_ACCESS_ATOMIC)
            launch->shared_atomics_turns += simt_warp_request_collisions(request, &distinct);
        return;
    }
    unsigned sectors = simt_warp_request_sectors(request, &distinct);
    launch->requests++;
    launch->watches += kind == SIMT_ACCESS_VOLATILE_READ || kind == SIMT_ACCESS_ATOMIC_LOAD;
    if (SECTOR_BYTES * sectors > 2 * (distinct + SECTOR_BYTES - 1) && are_alone(request, sectors)) {
        launch->scattered_loads += simt_access_reads(kind) ? sectors : 0;
        launch->scattered_stores += simt_access_writes(kind) ? sectors : 0;
    }
    place->load_sectors += simt_access_reads(kind) ? sectors : 0;
    place->store_sectors += simt_access_writes(kind) ? sectors : 0;
    uint64_t ways = simt_access_reads(kind) + simt_access_writes(kind);
    place->ideal_sectors += ways * ((distinct + SECTOR_BYTES - 1) / SECTOR_BYTES);
    if (simt_access_reads(kind))
        widen(&place->loaded_first, &place->loaded_last, request);
    if (simt_access_writes(kind))
        widen(&place->stored_first, &place->stored_last, request);
    if (kind == SIMT_ACCESS_ATOMIC)
        count_atomics(launch, place, request, access->cell);
}

/* All that is counted of an access is counted here. */
static uint32_t request(struct simt_worker *worker, unsigned warp, uint32_t lanes)
{
    const struct simt_access *accesses = &worker->requests[(size_t)warp * SIMT_WARP_SIZE];
    const struct simt_access *first = &accesses[__builtin_ctz(lanes)];
    struct simt_traced_launch *launch = current();
    struct simt_warp_request one = {.active = lanes, .width = first->bytes & -first->bytes};
    struct simt_trace_place *place = place_of(worker, launch, first->address);

    if (first->bytes == 0)
        return lanes;
    const uint64_t sectors = all_sectors(launch), wavefronts = launch->wavefronts;
    const uint64_t turns = launch->atomics_turns;
    one.width = one.width > 16 ? 16 : one.width;
    for (uint32_t done = 0; done < first->bytes; done += one.width) {
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            unsigned lane = (unsigned)__builtin_ctz(left);
            one.addresses[lane] = accesses[lane].address + done;
        }
        count_request(launch, place, &one, first);
    }
    struct simt_trace_site *site = site_of(launch, first->site);
    if (site != NULL) {
        site->sectors += all_sectors(launch) - sectors;
        site->wavefronts += launch->wavefronts - wavefronts;
        site->atomics_turns += launch->atomics_turns - turns;
    }
    count_block_request(worker);
    if (place == NULL) {
        add_to_shared(worker, warp, first->kind);
        return lanes;
    }
    add_to_phase(worker, warp, lanes, accesses);
    if (simt_trace_on_load == NULL || !simt_access_reads(first->kind))
        return lanes;
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        simt_trace_on_load(accesses[__builtin_ctz(left)].address);
    return lanes;
}

/* ---- the observer ---------------------------------------------------------------------------- */

static void launch_begins(const struct simt_launch_config *config, bool by_kernel)
{
    trace.observer->launch_begins(config, by_kernel);
    if (trace.count == trace.capacity) {
        size_t capacity = trace.capacity == 0 ? 16 : 2 * trace.capacity;
        trace.launches = realloc(trace.launches, capacity * sizeof(*trace.launches));
        if (trace.launches == NULL)
            out_of_memory();
        trace.capacity = capacity;
    }
    const struct dim3 *grid = &config->grid;
    struct simt_traced_launch *launch = &trace.launches[trace.count++];
    *launch = (struct simt_traced_launch){.grid = *grid,
                                          .block = config->block,
                                          .shared_bytes = config->shared_bytes,
                                          .blocks = (uint64_t)grid->x * grid->y * grid->z,
                                          .fills = trace.fills,
                                          .fill_bytes = trace.fill_bytes};
    trace.fills = trace.fill_bytes = 0;
    if (trace.count == 1)
        trace.stream = config->stream;
    launch->beside = trace.graphs > 0 || config->stream != trace.stream;
    const char *kernel = simt_inspect_launch()->kernel;
    (void)snprintf(launch->kernel, sizeof(launch->kernel), "%s", kernel == NULL ? "?" : kernel);
    for (unsigned i = 0; i < FOLLOWED; i++)
        trace.phases[i].used = false;
    trace.shared_bytes = 0;
}

/* A fill has its turn in the stream as a launch has: it is counted with the launch before it, and
 * with the first one where it is ahead of all. */
static void operation(const struct simt_operation *told)
{
    if (told->kind == SIMT_OPERATION_FILL && !trace.stopped) {
        struct simt_traced_launch *launch = current();
        *(launch != NULL ? &launch->fills : &trace.fills) += 1;
        *(launch != NULL ? &launch->fill_bytes : &trace.fill_bytes) += told->bytes;
    }
    trace.observer->operation(told);
}

/* What came before was no work of the program's. */
static void operations_reset(void)
{
    trace.fills = trace.fill_bytes = 0;
    trace.stopped = false;
    trace.observer->operations_reset();
}

static void operations_stop(void)
{
    trace.stopped = true;
    trace.observer->operations_stop();
}

static void graph_begins(size_t count, unsigned exec, cudaStream_t stream)
{
    trace.observer->graph_begins(count, exec, stream);
    trace.graphs++;
}

static void graph_ends(void)
{
    trace.graphs--;
    trace.observer->graph_ends();
}

static void launch_ends(cudaError_t error, const char *why)
{
    current()->shared_bytes += trace.shared_bytes / (current()->ran > 0 ? current()->ran : 1);
    add_up_steps(current());
    trace.observer->launch_ends(error, why);
}

static void block_begins(struct simt_worker *worker)
{
    current()->ran++;
    follow(worker);
}

static void block_ends(struct simt_worker *worker)
{
    struct simt_traced_launch *launch = current();
    struct phase *phase = phase_of(worker);
    if (phase == NULL)
        return;
    end_phase(phase);
    phase->used = false;
    launch->loads_of_others += count_of_others(launch, phase);
    launch->block_sectors += phase->loaded;
    launch->block_new_sectors += phase->loaded_new;
    launch->block_requests += phase->requests;
    if (phase->requests > launch->most_block_requests)
        launch->most_block_requests = phase->requests;
}

/* Dynamic shared memory is in the launch. A variable comes once for each block: the sum over all
 * that ran is divided at the end. */
static void shared_variable(struct simt_worker *worker, const void *base, size_t bytes,
                            bool dynamic, const char *name)
{
    (void)base, (void)name;
    (void)worker;
    if (!dynamic)
        trace.shared_bytes += bytes;
}

static void barrier_passed(struct simt_worker *worker)
{
    struct phase *phase = phase_of(worker);
    current()->barriers++;
    if (phase == NULL)
        return;
    end_phase(phase);
    phase->shared_open = false;
}

static void warp_met(struct simt_worker *worker, unsigned warp, enum simt_warp_op op,
                     uint32_t lanes)
{
    (void)op, (void)lanes;
    struct phase *phase = phase_of(worker);
    current()->shuffles++;
    if (phase == NULL || warp != phase->warp)
        return;
    end_phase(phase);
    current()->shared_phases++; /* another lane's register is as far away as shared memory */
    phase->shared_open = false;
}

/* ---- what nobody looks at -------------------------------------------------------------------- */

static void copy_begins(const void *dst, const void *src, size_t src_bytes,
                        enum cudaMemcpyKind kind, const void *site)
{
    (void)dst, (void)src, (void)src_bytes, (void)kind, (void)site;
}

static void row_begins(const void *dst, const void *src, size_t bytes, const void *site)
{
    (void)dst, (void)src, (void)bytes, (void)site;
}

static void row_ends(void *dst, const void *src, size_t bytes, const void *site)
{
    (void)dst, (void)src, (void)bytes, (void)site;
}

static void filled(const void *dst, size_t bytes)
{
    (void)dst, (void)bytes;
}

static void grid_passed(void)
{
}

static void result(struct simt_worker *worker)
{
    (void)worker;
}

static void fence(struct simt_worker *worker, enum simt_scope scope)
{
    (void)worker, (void)scope;
}

static void tile_passed(struct simt_worker *worker, unsigned first, unsigned threads,
                        const void *site)
{
    (void)worker, (void)first, (void)threads, (void)site;
}

static void arrives(struct simt_worker *worker, bool barrier, uint32_t mask, const void *site)
{
    (void)worker, (void)barrier, (void)mask, (void)site;
}

static void stuck(struct simt_worker *worker)
{
    (void)worker;
}

static void timed_out(struct simt_worker *worker, double seconds, const void *at)
{
    (void)worker, (void)seconds, (void)at;
}

bool simt_trace_begin(uint64_t most_blocks)
{
    static struct simt_observer observer;
    trace.count = 0;
    trace.fills = trace.fill_bytes = 0;
    trace.stopped = false;
    simt_source_leave_unread(); /* a count needs no text, and the text may be gone */
    if (simt_observer == &observer)
        return true;
    if (!simt_arithmetic_begin())
        return false;
    trace.observer = simt_observer;
    observer = *simt_observer;
    observer.copy_begins = copy_begins;
    observer.row_begins = row_begins;
    observer.row_ends = row_ends;
    observer.filled = filled;
    observer.operation = operation;
    observer.operations_reset = operations_reset;
    observer.operations_stop = operations_stop;
    observer.graph_begins = graph_begins;
    observer.graph_ends = graph_ends;
    observer.launch_begins = launch_begins;
    observer.launch_ends = launch_ends;
    observer.block_begins = block_begins;
    observer.block_ends = block_ends;
    observer.shared_variable = shared_variable;
    observer.barrier_passed = barrier_passed;
    observer.grid_passed = grid_passed;
    observer.warp_met = warp_met;
    observer.request = request;
    observer.result = result;
    observer.fence = fence;
    observer.tile_passed = tile_passed;
    observer.arrives = arrives;
    observer.stuck = stuck;
    observer.timed_out = timed_out;
    simt_observer = &observer;
    simt_traced.most_blocks = most_blocks;
    simt_traced.on_step = count_step;
    simt_report_traced = simt_trace_json;
    return true;
}
