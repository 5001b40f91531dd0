/* The schedule. Time goes in rounds. In each, every warp that is ready makes one step: its stopped
 * lanes access memory, one after the other, and go on until each stops before its next access; so
 * all lanes have loaded before one of them stores. The order of the blocks, and of the warps in a
 * block, is shuffled for each round.
 *
 * As on a GPU, a load from global memory takes far longer than what separates one warp from the
 * next: a warp that has loaded is not ready for load_rounds rounds. Meanwhile the others load too,
 * before anything is stored; that is what loses updates. Now and then a warp is a round late, and
 * each block begins up to load_rounds rounds late, so that warps drift apart and launches differ.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "lockstep.h"

#include "fault.h"
#include "grid.h"
#include "worker.h"

#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    load_rounds = 8,
    late_one_in = 8,      /* steps after which a warp is a round late */
    default_resident = 8, /* the more, the more is lost; but the stacks of more leave the cache */
    max_resident = 1024,
    resident_threads = 16 * 1024, /* a stack takes two mappings, of which Linux allows 65530 */
    max_variables = 64,
    block_warps = SIMT_MAX_BLOCK / SIMT_WARP_SIZE,
};

/* One of the resident blocks. */
struct slot {
    struct simt_worker *worker;
    struct uint3 block;
    uint64_t ready[block_warps]; /* the round from which on each warp may step */
    bool loads[block_warps];     /* its next step loads from global memory */
    bool busy;
};

struct variable {
    char *address;
    size_t bytes, offset; /* of the copies that blocks have while they are not the current one */
};

struct simt_lockstep {
    struct simt_worker *host;
    struct slot *slots;
    unsigned n_slots, capacity; /* that take part in this launch; that there are */
    unsigned begun;             /* slots that have begun */
    struct slot *current;
    uint64_t next_block;
    uint64_t random;

    uint64_t round;
    uint64_t soonest; /* of the rounds in which warps may step that this one found not ready */
    bool idle;        /* nobody has been ready in this round */
    unsigned order[max_resident]; /* slots, as the round visits them */
    unsigned n_order, order_at;
    unsigned warps[block_warps]; /* ready warps of the slot visited, as they take their turns */
    unsigned n_warps, warps_at;

    char *tls; /* this OS thread's variables */
    size_t tls_bytes;
    struct variable variables[max_variables]; /* those that are static shared memory */
    unsigned n_variables;
    size_t variable_bytes;
    const volatile void *loaded; /* by the atomic load the current thread has just made */
};

/* ---- settings ---- */

static struct {
    uint64_t seed;
    unsigned resident;
} settings;
static pthread_once_t settings_once = PTHREAD_ONCE_INIT;
static _Atomic uint64_t launches;

static uint64_t read_setting(const char *name, uint64_t value, uint64_t least, uint64_t most)
{
    const char *text = getenv(name);
    char *end;

    if (!text)
        return value;
    value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value < least || value > most) {
        (void)fprintf(stderr, "simt: %s=%s: give a whole number from %llu to %llu\n", name, text,
                      (unsigned long long)least, (unsigned long long)most);
        exit(2);
    }
    return value;
}

static void read_settings(void)
{
    settings.seed = read_setting("SIMT_SEED", 1, 0, UINT32_MAX);
    settings.resident =
        (unsigned)read_setting("SIMT_RESIDENT_BLOCKS", default_resident, 1, max_resident);
}

/* splitmix64 */
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/* A random number below `bound`. */
static unsigned draw(struct simt_lockstep *lockstep, unsigned bound)
{
    uint64_t bits = mix(lockstep->random += 0x9e3779b97f4a7c15U) >> 32;

    return (unsigned)(bits * bound >> 32);
}

static void shuffle(struct simt_lockstep *lockstep, unsigned *items, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned j = draw(lockstep, i), item = items[j];

        items[j] = items[i - 1];
        items[i - 1] = item;
    }
}

/* ---- the current block ---- */

/* Static shared memory is thread-local, so the blocks of an OS thread use the same addresses. Each
 * keeps its own content, while another block is current, below its dynamic shared memory. */
static char *kept(const struct slot *slot, const struct variable *variable)
{
    return slot->worker->shared - SIMT_SHARED_SM_BYTES + variable->offset;
}

/* What a new block finds in shared memory: bytes that are no number, and no earlier block's. */
enum { unwritten = 0xff };

static void forget_shared(struct simt_lockstep *lockstep, const struct slot *slot)
{
    size_t bytes = slot->worker->grid->config->shared_bytes;

    memset(slot->worker->shared - bytes, unwritten, bytes);
    for (unsigned i = 0; i < lockstep->n_variables; i++) {
        const struct variable *variable = &lockstep->variables[i];
        bool here = slot == lockstep->current;

        memset(here ? variable->address : kept(slot, variable), unwritten, variable->bytes);
    }
}

static void make_current(struct simt_lockstep *lockstep, struct slot *slot)
{
    struct slot *last = lockstep->current;

    simt_this_worker = slot->worker;
    blockIdx = slot->block;
    simt_parked = 1;
    if (slot == last)
        return;
    for (unsigned i = 0; i < lockstep->n_variables; i++) {
        const struct variable *variable = &lockstep->variables[i];

        memcpy(kept(last, variable), variable->address, variable->bytes);
        memcpy(variable->address, kept(slot, variable), variable->bytes);
    }
    lockstep->current = slot;
}

void simt_shared_variable(const volatile void *address, size_t bytes)
{
    struct simt_worker *worker = simt_this_worker;
    struct simt_lockstep *lockstep = worker ? worker->lockstep : NULL;
    struct variable *variable;

    if (!lockstep)
        return;
    for (unsigned i = 0; i < lockstep->n_variables; i++)
        if (lockstep->variables[i].address == address)
            return;
    if (lockstep->n_variables == max_variables ||
        lockstep->variable_bytes + bytes + worker->grid->config->shared_bytes >
            SIMT_SHARED_SM_BYTES)
        simt_fault(cudaErrorLaunchOutOfResources,
                   "more shared memory than a multiprocessor has, or more than %d variables in it",
                   (int)max_variables);
    variable = &lockstep->variables[lockstep->n_variables++];
    *variable = (struct variable){(char *)address, bytes, lockstep->variable_bytes};
    lockstep->variable_bytes += bytes;
    memset(variable->address, unwritten, bytes);
    for (unsigned i = 0; i < lockstep->n_slots; i++)
        memset(kept(&lockstep->slots[i], variable), unwritten, bytes);
}

/* ---- blocks ---- */

static void locate_block(struct slot *slot, const struct dim3 *extent, uint64_t block)
{
    slot->block.x = (unsigned)(block % extent->x);
    slot->block.y = (unsigned)(block / extent->x % extent->y);
    slot->block.z = (unsigned)(block / extent->x / extent->y);
}

/* Gives the slot the next block; false: there is none. */
static bool take_block(struct simt_lockstep *lockstep, struct slot *slot)
{
    const struct simt_grid *grid = lockstep->host->grid;
    uint64_t begin = lockstep->round + draw(lockstep, load_rounds);

    slot->busy = lockstep->next_block < grid->n_blocks;
    if (!slot->busy)
        return false;
    locate_block(slot, &grid->config->grid, lockstep->next_block++);
    forget_shared(lockstep, slot);
    for (unsigned w = 0; w < block_warps; w++) {
        slot->ready[w] = begin;
        slot->loads[w] = false;
    }
    return true;
}

/* A slot's first fiber: runs one block after the other. */
static void run_blocks(void)
{
    struct simt_worker *worker = simt_this_worker;
    struct simt_lockstep *lockstep = worker->lockstep;
    struct slot *slot = lockstep->current;

    simt_fiber_entered(worker->previous);
    while (take_block(lockstep, slot)) {
        make_current(lockstep, slot);
        simt_block_run(worker, worker->grid->run_block, worker->grid->closure);
    }
    for (unsigned i = 0; i < lockstep->n_slots; i++)
        if (lockstep->slots[i].busy)
            simt_block_abandon(worker, simt_lockstep_next(lockstep));
    simt_worker_leave(worker);
}

/* ---- rounds ---- */

static struct simt_fiber *begin_slot(struct simt_lockstep *lockstep)
{
    struct slot *slot = &lockstep->slots[lockstep->begun++];
    struct simt_fiber *first = slot->worker->fibers[0];

    make_current(lockstep, slot);
    simt_fiber_prepare(first, run_blocks);
    return first;
}

/* Finds the warps that may step in the next slot of the round, or of the next round. */
static void visit_next_slot(struct simt_lockstep *lockstep)
{
    const struct slot *slot;

    if (++lockstep->order_at >= lockstep->n_order) {
        lockstep->round = lockstep->idle ? lockstep->soonest : lockstep->round + 1;
        lockstep->soonest = UINT64_MAX;
        lockstep->idle = true;
        lockstep->order_at = lockstep->n_order = 0;
        for (unsigned i = 0; i < lockstep->n_slots; i++)
            if (lockstep->slots[i].busy)
                lockstep->order[lockstep->n_order++] = i;
        shuffle(lockstep, lockstep->order, lockstep->n_order);
    }
    slot = &lockstep->slots[lockstep->order[lockstep->order_at]];
    lockstep->n_warps = lockstep->warps_at = 0;
    for (unsigned w = 0; slot->busy && w * SIMT_WARP_SIZE < slot->worker->block_size; w++) {
        if (!slot->worker->warps[w].stopped)
            continue;
        if (slot->ready[w] <= lockstep->round)
            lockstep->warps[lockstep->n_warps++] = w;
        else if (slot->ready[w] < lockstep->soonest)
            lockstep->soonest = slot->ready[w];
    }
    if (lockstep->n_warps > 0)
        lockstep->idle = false;
    shuffle(lockstep, lockstep->warps, lockstep->n_warps);
}

struct simt_fiber *simt_lockstep_next(struct simt_lockstep *lockstep)
{
    struct slot *slot;
    unsigned w;

    if (lockstep->begun < lockstep->n_slots)
        return begin_slot(lockstep);
    /* A block that ended in its turn leaves its place to one that is not ready. */
    do {
        while (lockstep->warps_at == lockstep->n_warps)
            visit_next_slot(lockstep);
        slot = &lockstep->slots[lockstep->order[lockstep->order_at]];
        w = lockstep->warps[lockstep->warps_at++];
    } while (!slot->busy || slot->ready[w] > lockstep->round || !slot->worker->warps[w].stopped);
    slot->ready[w] = lockstep->round + 1 + (slot->loads[w] ? load_rounds : 0) +
                     (draw(lockstep, late_one_in) == 0);
    slot->loads[w] = false;
    if (lockstep->warps_at < lockstep->n_warps)
        simt_block_prefetch(slot->worker, lockstep->warps[lockstep->warps_at]);
    make_current(lockstep, slot);
    return simt_block_step(slot->worker, w);
}

/* ---- accesses ---- */

static bool within(const volatile void *address, const void *begin, size_t bytes)
{
    return (uintptr_t)address - (uintptr_t)begin < bytes;
}

static bool in_static_shared(const struct simt_lockstep *lockstep, const volatile void *address)
{
    for (unsigned i = 0; i < lockstep->n_variables; i++)
        if (within(address, lockstep->variables[i].address, lockstep->variables[i].bytes))
            return true;
    return false;
}

static bool in_dynamic_shared(const struct simt_worker *worker, const volatile void *address)
{
    return within(address, worker->shared - SIMT_SHARED_SM_BYTES, SIMT_SHARED_SM_BYTES);
}

/* The thread's stack, its parameters, threadIdx and the like. */
static bool is_private(const struct simt_worker *worker, const volatile void *address)
{
    const struct simt_lockstep *lockstep = worker->lockstep;
    const struct simt_grid *grid = worker->grid;

    return within(address, worker->running->stack, worker->running->stack_size) ||
           (within(address, lockstep->tls, lockstep->tls_bytes) &&
            !in_static_shared(lockstep, address)) ||
           within(address, grid->closure, grid->closure_bytes);
}

void simt_lockstep_access(const volatile void *address, bool is_plain_read)
{
    struct simt_worker *worker = simt_this_worker;
    struct simt_lockstep *lockstep = worker ? worker->lockstep : NULL;

    if (!lockstep || is_private(worker, address))
        return;
    if (is_plain_read && !in_dynamic_shared(worker, address) &&
        !within(address, lockstep->tls, lockstep->tls_bytes))
        lockstep->current->loads[worker->current / SIMT_WARP_SIZE] = true;
    simt_block_stop(worker);
    lockstep->loaded = NULL;
}

void simt_lockstep_atomic_load(const volatile void *address)
{
    simt_lockstep_access(address, false);
    if (simt_this_worker && simt_this_worker->lockstep)
        simt_this_worker->lockstep->loaded = address;
}

void simt_lockstep_compare_and_swap(const volatile void *address)
{
    struct simt_worker *worker = simt_this_worker;

    if (!worker || !worker->lockstep)
        return;
    if (worker->lockstep->loaded != address)
        simt_lockstep_access(address, false);
    worker->lockstep->loaded = NULL;
}

/* ---- launches ---- */

/* The program's own part of this OS thread's thread-local storage; the main program comes first. */
static int find_tls(struct dl_phdr_info *info, size_t size, void *data)
{
    struct simt_lockstep *lockstep = data;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            lockstep->tls = info->dlpi_tls_data;
            lockstep->tls_bytes = info->dlpi_phdr[i].p_memsz;
        }
    }
    return 1;
}

static struct simt_lockstep *get_scheduler(struct simt_worker *host)
{
    if (!host->scheduler) {
        host->scheduler = calloc(1, sizeof(*host->scheduler));
        if (!host->scheduler)
            return NULL;
        host->scheduler->host = host;
        (void)dl_iterate_phdr(find_tls, host->scheduler);
    }
    return host->scheduler;
}

/* Makes slots until there are as many; false: not even one. Fewer do too, if memory is short. */
static bool make_slots(struct simt_lockstep *lockstep, unsigned count)
{
    struct slot *slots;

    if (lockstep->capacity < count) {
        slots = realloc(lockstep->slots, count * sizeof(*slots));
        if (!slots)
            return lockstep->capacity > 0;
        lockstep->slots = slots;
    }
    while (lockstep->capacity < count) {
        struct simt_worker *worker = simt_worker_new(lockstep->host);

        if (!worker)
            break;
        worker->lockstep = lockstep;
        simt_worker_reset(worker);
        lockstep->slots[lockstep->capacity++] = (struct slot){.worker = worker};
    }
    return lockstep->capacity > 0;
}

static void prepare(struct simt_lockstep *lockstep, struct simt_grid *grid, unsigned resident)
{
    lockstep->n_slots = lockstep->capacity < resident ? lockstep->capacity : resident;
    lockstep->begun = 1;
    lockstep->current = &lockstep->slots[0];
    lockstep->next_block = 0;
    lockstep->random = mix(settings.seed + mix(++launches));
    lockstep->round = 0;
    lockstep->idle = false;
    lockstep->order_at = lockstep->n_order = lockstep->warps_at = lockstep->n_warps = 0;
    lockstep->n_variables = 0;
    lockstep->variable_bytes = 0;
    lockstep->loaded = NULL;
    for (unsigned i = 0; i < lockstep->n_slots; i++) {
        lockstep->slots[i].busy = false;
        lockstep->slots[i].worker->grid = grid;
    }
}

/* After the launch this OS thread is its own worker again, whatever the last block was. */
static void finish(struct simt_lockstep *lockstep)
{
    struct simt_grid *grid = lockstep->host->grid;

    if (simt_this_worker->fault_signal)
        simt_fault_from_signal(simt_this_worker);
    for (unsigned i = 0; i < lockstep->n_slots; i++) {
        if (atomic_load(&grid->failed))
            simt_worker_reset(lockstep->slots[i].worker);
        lockstep->slots[i].worker->grid = NULL;
    }
    simt_parked = 0;
    simt_this_worker = lockstep->host;
    lockstep->host->grid = NULL;
}

void simt_lockstep_run(struct simt_grid *grid)
{
    struct simt_worker *host = simt_worker_get();
    struct simt_lockstep *lockstep = host ? get_scheduler(host) : NULL;
    const struct dim3 *block = &grid->config->block;
    unsigned resident = resident_threads / (block->x * block->y * block->z);

    (void)pthread_once(&settings_once, read_settings);
    if (resident > settings.resident)
        resident = settings.resident;
    if (resident > grid->n_blocks)
        resident = (unsigned)grid->n_blocks;
    if (!lockstep || !make_slots(lockstep, resident)) {
        simt_fault_no_memory(grid);
        return;
    }
    blockDim = grid->config->block;
    gridDim = grid->config->grid;
    host->grid = grid;
    prepare(lockstep, grid, resident);
    simt_this_worker = lockstep->slots[0].worker;
    simt_worker_run(simt_this_worker, run_blocks);
    finish(lockstep);
}

void simt_lockstep_free(struct simt_lockstep *lockstep)
{
    if (!lockstep)
        return;
    for (unsigned i = 0; i < lockstep->capacity; i++)
        simt_worker_free(lockstep->slots[i].worker);
    free(lockstep->slots);
    free(lockstep);
}
