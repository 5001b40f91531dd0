#include "region.h"

#include "device_limits.h"
#include "devices.h"
#include "memory.h"
#include "own_call.h"
#include "own_memory.h"
#include "simt/environment.h"
#include "wall.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    large_alignment = 2 * 1024 * 1024, /* so that large allocations get huge pages */
    arena_factor = 8,                  /* addresses per byte of memory: freed ones rest */
    /* Nobody's addresses, below the arena and behind page-locked memory: what reads on behind the
     * end of a host array is to end there, and not in whatever the system put next to it. */
    moat_bytes = 4 * 1024 * 1024,
};

static struct {
    pthread_mutex_t lock;
    uintptr_t cursor; /* where the search for room goes on */
    size_t used[SIMT_MOST_DEVICES];
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Linux allows 65530 mappings, of which each region of the arena takes one. */
enum { most_regions = 1 << 17, alignment_of_known = 1 << 16 };

/* Behind the wall it can only be read while host code runs: what stands here says which memory that
 * is. */
static struct {
    _Alignas(alignment_of_known) bool ready; /* so that it ends with a page, too */
    uintptr_t begin, end;                    /* the arena; equal: it could not be reserved */
    size_t total;                            /* bytes of a device's memory */
    size_t page;
    size_t n;
    struct simt_region regions[most_regions]; /* sorted by base */
} known;

/* With the lock. Around each change of what is known. */
static void let_change(bool begins)
{
    const size_t bytes = (uintptr_t)&known.regions[known.n + 1] - (uintptr_t)&known;

    if (simt_wall_is_raised())
        simt_own_protect_or_end(
            &known, (bytes + alignment_of_known - 1) / alignment_of_known * alignment_of_known,
            begins ? PROT_READ | PROT_WRITE : PROT_READ);
}

static size_t round_up(size_t value, size_t to)
{
    return (value + to - 1) / to * to;
}

/* By default half of the host's memory. */
static size_t device_bytes(void)
{
    size_t bytes = simt_environment()->memory_bytes;

    return bytes > 0 ? round_up(bytes, known.page)
                     : (size_t)sysconf(_SC_PHYS_PAGES) / 2 * known.page;
}

static void prepare(void)
{
    size_t size;
    void *map = MAP_FAILED;

    if (known.ready)
        return;
    let_change(true);
    known.ready = true;
    known.page = (size_t)sysconf(_SC_PAGESIZE);
    known.total = device_bytes();
    for (size = known.total * arena_factor; map == MAP_FAILED && size >= known.total; size /= 2) {
        map = mmap(NULL, moat_bytes + size + large_alignment, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (map != MAP_FAILED) {
            known.begin = (uintptr_t)map + moat_bytes;
            known.end = known.begin + size + large_alignment;
        }
    }
    let_change(false);
    table.cursor = known.begin + SIMT_REGION_GUARD_BYTES;
}

/* First region whose base is above the address. */
static size_t above(uintptr_t address)
{
    size_t low = 0, high = known.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (known.regions[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool insert(const struct simt_region *region)
{
    size_t at = above(region->base);

    if (known.n + 1 == most_regions)
        return false;
    let_change(true);
    memmove(&known.regions[at + 1], &known.regions[at], (known.n - at) * sizeof(*region));
    known.regions[at] = *region;
    known.n++;
    let_change(false);
    return true;
}

/* Room for `size` bytes of pages with a guard on each side, from `from` on; 0: none. */
static uintptr_t find_room(uintptr_t from, size_t size, size_t alignment)
{
    uintptr_t at = round_up(from, alignment);

    for (size_t i = above(from) ? above(from) - 1 : 0; i < known.n; i++) {
        const struct simt_region *next = &known.regions[i];

        if (next->base < known.begin || next->base >= known.end)
            continue;
        if (at + size + SIMT_REGION_GUARD_BYTES <= next->map)
            return at;
        if (next->map + next->map_size + SIMT_REGION_GUARD_BYTES > at)
            at = round_up(next->map + next->map_size + SIMT_REGION_GUARD_BYTES, alignment);
    }
    return at + size + SIMT_REGION_GUARD_BYTES <= known.end ? at : 0;
}

/* What is reserved cannot be touched, until the wall opens. */
static bool is_closed(const struct simt_region *region)
{
    return region->kind == SIMT_REGION_DEVICE && simt_wall_is_closed();
}

static void *map_device(struct simt_region *region)
{
    size_t size = round_up(region->size, known.page);
    size_t alignment = size >= large_alignment ? large_alignment : known.page;
    uintptr_t at;

    if (size > known.total - table.used[region->device])
        return NULL;
    at = find_room(table.cursor, size, alignment);
    if (!at)
        at = find_room(known.begin + SIMT_REGION_GUARD_BYTES, size, alignment);
    if (!at || !(is_closed(region) || !simt_own_protect((void *)at, size, PROT_READ | PROT_WRITE)))
        return NULL;
    if (alignment == large_alignment)
        (void)simt_own_advise((void *)at, size, MADV_HUGEPAGE);
    table.cursor = at + size + SIMT_REGION_GUARD_BYTES;
    region->map = at;
    region->map_size = size;
    /* As near to the guard behind it as its alignment allows: an overrun faults at once. */
    region->base = at + size - round_up(region->size, SIMT_ALIGNMENT);
    if (alignment == large_alignment)
        region->base = at;
    return (void *)region->base;
}

static void unmap_device(const struct simt_region *region)
{
    /* A fresh mapping gives the memory back and stays reserved. */
    (void)simt_own_map((void *)region->map, region->map_size, PROT_NONE,
                       MAP_PRIVATE | MAP_NORESERVE);
}

static void *map_pinned(struct simt_region *region)
{
    size_t size = round_up(region->size, known.page);
    void *map = mmap(NULL, size + moat_bytes, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (map == MAP_FAILED)
        return NULL;
    if (simt_own_protect(map, size, PROT_READ | PROT_WRITE)) {
        (void)munmap(map, size + moat_bytes);
        return NULL;
    }
    region->map = region->base = (uintptr_t)map;
    region->map_size = size + moat_bytes;
    return map;
}

void *simt_region_alloc(size_t size, enum simt_region_kind kind, unsigned flags, int device)
{
    struct simt_region region = {.size = size, .kind = kind, .flags = flags, .device = device};
    bool pinned = kind == SIMT_REGION_PINNED;
    void *memory = NULL;

    (void)pthread_mutex_lock(&table.lock);
    prepare();
    if (size <= SIZE_MAX / 4)
        memory = pinned ? map_pinned(&region) : map_device(&region);
    if (memory && !insert(&region)) {
        if (pinned)
            (void)munmap(memory, region.map_size);
        else
            unmap_device(&region);
        memory = NULL;
    }
    if (memory && !pinned)
        table.used[region.device] += region.map_size;
    (void)pthread_mutex_unlock(&table.lock);
    return memory;
}

bool simt_region_add(const void *base, size_t size, enum simt_region_kind kind, unsigned flags)
{
    struct simt_region region = {
        .base = (uintptr_t)base, .size = size, .kind = kind, .flags = flags, .device = simt_device};
    bool added = false;
    size_t at;

    /* Kernels would reach what is open while they run. */
    if (simt_structure_is_among(base, size))
        return false;
    (void)pthread_mutex_lock(&table.lock);
    prepare();
    at = above(region.base);
    if (!(at && region.base - known.regions[at - 1].base < known.regions[at - 1].size) &&
        !(at < known.n && known.regions[at].base - region.base < size))
        added = insert(&region);
    (void)pthread_mutex_unlock(&table.lock);
    return added;
}

/* Gives back the memory of region number `at` and removes it from the table. */
static void drop(size_t at)
{
    struct simt_region region = known.regions[at];

    if (region.kind == SIMT_REGION_DEVICE || region.kind == SIMT_REGION_MANAGED) {
        unmap_device(&region);
        table.used[region.device] -= region.map_size;
    } else if (region.kind == SIMT_REGION_PINNED) {
        (void)munmap((void *)region.map, region.map_size);
    }
    let_change(true);
    memmove(&known.regions[at], &known.regions[at + 1], (known.n - at - 1) * sizeof(region));
    known.n--;
    let_change(false);
}

bool simt_region_remove(const void *base, enum simt_region_kind kind, enum simt_region_kind or_kind)
{
    bool found = false;
    size_t at;

    (void)pthread_mutex_lock(&table.lock);
    at = above((uintptr_t)base);
    if (at && known.regions[at - 1].base == (uintptr_t)base &&
        (known.regions[at - 1].kind == kind || known.regions[at - 1].kind == or_kind)) {
        drop(at - 1);
        found = true;
    }
    (void)pthread_mutex_unlock(&table.lock);
    return found;
}

bool simt_region_find(const void *address, struct simt_region *region)
{
    bool found = false;
    size_t at;

    (void)pthread_mutex_lock(&table.lock);
    at = above((uintptr_t)address);
    if (at && (uintptr_t)address - known.regions[at - 1].base < known.regions[at - 1].size) {
        *region = known.regions[at - 1];
        found = true;
    }
    (void)pthread_mutex_unlock(&table.lock);
    return found;
}

static uintptr_t distance(uintptr_t address, const struct simt_region *region)
{
    if (address < region->base)
        return region->base - address;
    return address - region->base < region->size ? 0 : address - region->base - region->size;
}

bool simt_region_near(const void *address, size_t reach, struct simt_region *region)
{
    uintptr_t to = (uintptr_t)address, best = reach;
    bool found = false;

    (void)pthread_mutex_lock(&table.lock);
    for (size_t i = 0; i < known.n && simt_region_in_arena(address); i++) {
        uintptr_t far = distance(to, &known.regions[i]);

        if (far <= best) {
            best = far;
            found = true;
            *region = known.regions[i];
        }
    }
    (void)pthread_mutex_unlock(&table.lock);
    return found;
}

bool simt_region_in_arena(const void *address)
{
    return (uintptr_t)address >= known.begin && (uintptr_t)address < known.end;
}

void simt_region_bounds(const void **begin, const void **end)
{
    (void)pthread_mutex_lock(&table.lock);
    prepare();
    *begin = (const void *)known.begin;
    *end = (const void *)(known.end - SIMT_REGION_GUARD_BYTES);
    (void)pthread_mutex_unlock(&table.lock);
}

size_t simt_region_offset(const void *address)
{
    return (uintptr_t)address - known.begin;
}

void simt_region_reset(int device)
{
    (void)pthread_mutex_lock(&table.lock);
    for (size_t i = known.n; i-- > 0;) {
        const struct simt_region *region = &known.regions[i];

        if (region->device == device && !simt_region_is_reserved(region) &&
            (region->kind == SIMT_REGION_DEVICE || region->kind == SIMT_REGION_MANAGED))
            drop(i);
    }
    (void)pthread_mutex_unlock(&table.lock);
}

/* ---- the wall ---- */

static void protect(uintptr_t begin, uintptr_t end, int how)
{
    simt_own_protect_or_end((void *)begin, end - begin, how);
}

void simt_region_seal(void)
{
    (void)pthread_mutex_lock(&table.lock);
    let_change(false);
    (void)pthread_mutex_unlock(&table.lock);
}

/* Each by itself: what is between them stays as it is. */
void simt_region_open_all(void)
{
    (void)pthread_mutex_lock(&table.lock);
    for (size_t i = 0; i < known.n; i++) {
        const struct simt_region *region = &known.regions[i];

        if (region->kind == SIMT_REGION_DEVICE)
            protect(region->map, region->map + region->map_size, PROT_READ | PROT_WRITE);
    }
    (void)pthread_mutex_unlock(&table.lock);
}

/* Neighbours at one blow, with what is between them, which nobody can touch in any case. */
void simt_region_close_all(void)
{
    uintptr_t begin = 0, end = 0;

    (void)pthread_mutex_lock(&table.lock);
    for (size_t i = 0; i < known.n; i++) {
        const struct simt_region *region = &known.regions[i];
        bool closes = region->kind == SIMT_REGION_DEVICE;

        if (!closes && begin) {
            protect(begin, end, PROT_NONE);
            begin = 0;
        }
        if (closes && !begin)
            begin = region->map;
        if (closes)
            end = region->map + region->map_size;
    }
    if (begin)
        protect(begin, end, PROT_NONE);
    (void)pthread_mutex_unlock(&table.lock);
}

static void set_open(uintptr_t base, size_t bytes, bool open)
{
    protect(base, base + bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void simt_region_set_open(const void *address, bool open)
{
    struct simt_region region;

    if (simt_region_find(address, &region) && region.kind == SIMT_REGION_DEVICE)
        set_open(region.map, region.map_size, open);
}

void simt_region_set_others_open(int device, bool open)
{
    (void)pthread_mutex_lock(&table.lock);
    for (size_t i = 0; i < known.n; i++) {
        const struct simt_region *region = &known.regions[i];

        if (simt_region_is_reserved(region))
            simt_memory_each_closed(device, region->base, region->size, set_open, open);
        else if (region->kind == SIMT_REGION_DEVICE &&
                 !simt_device_reaches(device, region->device, simt_region_is_pooled(region)))
            set_open(region->map, region->map_size, open);
    }
    (void)pthread_mutex_unlock(&table.lock);
}

void simt_region_totals(size_t *free_bytes, size_t *total_bytes)
{
    (void)pthread_mutex_lock(&table.lock);
    prepare();
    *total_bytes = known.total;
    *free_bytes = known.total - table.used[simt_device];
    (void)pthread_mutex_unlock(&table.lock);
}
