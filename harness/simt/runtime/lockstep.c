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
#include "lockstep.h"

#include "fault.h"
#include "grid.h"
#include "left_out.h"
#include "library.h"
#include "observer.h"
#include "own_memory.h"
#include "region.h"
#include "simt/environment.h"
#include "simt/label.h"
#include "straight_code.h"
#include "worker.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    load_rounds = 8,
    late_one_in = 8,              /* steps after which a warp is a round late */
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

/* A static shared variable, and where it lies in the static shared memory of each slot. */
struct variable {
    const volatile void *key;
    const char *name; /* not owned */
    size_t bytes, offset;
};

struct simt_lockstep {
    struct simt_worker *host;
    struct slot *slots;
    unsigned room;              /* for so many */
    unsigned n_slots, capacity; /* that take part in this launch; that there are */
    unsigned begun;             /* slots that have begun */
    struct slot *current;
    uint64_t next_block;
    uint64_t random;

    uint64_t round;
    uint64_t soonest; /* of the rounds in which warps may step that this one found not ready */
    bool idle;        /* nobody has been ready in this round */
    unsigned order[SIMT_MOST_RESIDENT_BLOCKS]; /* slots, as the round visits them */
    unsigned n_order, order_at;
    unsigned warps[block_warps]; /* ready warps of the slot visited, as they take their turns */
    unsigned n_warps, warps_at;

    struct variable variables[max_variables]; /* those that the launch has come by */
    unsigned n_variables;
    size_t variable_bytes;  /* of all of them, */
    size_t variable_end;    /* and with the room between them */
    const void *loaded;     /* by the atomic load the current thread has just made */
    enum simt_cell updated; /* by the current thread, from its next atomic load on */
};

_Alignas(SIMT_TRACED_BYTES) union simt_traced simt_traced;

static _Atomic uint64_t launches, running_launch;

void simt_lockstep_restart(void)
{
    atomic_store(&launches, 0);
}

uint64_t simt_launch_running(void)
{
    return atomic_load(&running_launch);
}

void simt_lockstep_settings(uint64_t *seed, unsigned *resident_blocks)
{
    *seed = simt_environment()->seed;
    *resident_blocks = simt_environment()->resident_blocks;
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

/* Of the slot's copy. */
static char *place_of(const struct slot *slot, const struct variable *variable)
{
    return slot->worker->static_shared + variable->offset;
}

/* What a new block finds in shared memory: bytes that are no number, and no earlier block's. Where
 * threads are left out, nothing in place of what they would have stored. */
static int unwritten(void)
{
    return simt_leaves_out() ? 0 : 0xff;
}

static void announce(const struct slot *slot, const struct variable *variable)
{
    if (simt_observer)
        simt_observer->shared_variable(slot->worker, place_of(slot, variable), variable->bytes,
                                       false, variable->name);
}

static void forget_shared(struct simt_lockstep *lockstep, const struct slot *slot)
{
    size_t bytes = slot->worker->grid->config->shared_bytes;
    char *dynamic = slot->worker->shared - simt_shared_rounded(bytes);

    memset(dynamic, unwritten(), bytes);
    if (simt_observer)
        simt_observer->shared_variable(slot->worker, dynamic, bytes, true, NULL);
    for (unsigned i = 0; i < lockstep->n_variables; i++) {
        memset(place_of(slot, &lockstep->variables[i]), unwritten(), lockstep->variables[i].bytes);
        announce(slot, &lockstep->variables[i]);
    }
}

static void make_current(struct simt_lockstep *lockstep, struct slot *slot)
{
    simt_this_worker = slot->worker;
    blockIdx = slot->block;
    simt_parked = 1;
    lockstep->current = slot;
}

/* Behind each variable lies memory that is nobody's, so that an index past its end is seen. */
static struct variable *add_variable(struct simt_lockstep *lockstep, const volatile void *key,
                                     size_t bytes, const char *name)
{
    struct variable *variable = &lockstep->variables[lockstep->n_variables++];

    *variable = (struct variable){key, name, bytes, lockstep->variable_end};
    lockstep->variable_bytes += bytes;
    lockstep->variable_end += simt_shared_rounded(bytes) + SIMT_SHARED_GUARD_BYTES;
    for (unsigned i = 0; i < lockstep->n_slots; i++) {
        struct slot *slot = &lockstep->slots[i];

        memset(place_of(slot, variable), unwritten(), bytes);
        if (slot->busy)
            announce(slot, variable);
    }
    return variable;
}

void *simt_static_shared(const volatile void *key, size_t bytes, const char *name)
{
    struct simt_worker *worker = simt_this_worker;
    struct simt_lockstep *lockstep = worker ? worker->lockstep : NULL;

    if (!lockstep)
        return NULL;
    for (unsigned i = 0; i < lockstep->n_variables; i++)
        if (lockstep->variables[i].key == key)
            return place_of(lockstep->current, &lockstep->variables[i]);
    if (lockstep->n_variables == max_variables ||
        lockstep->variable_bytes + bytes + worker->grid->config->shared_bytes >
            SIMT_SHARED_SM_BYTES)
        simt_fault(cudaErrorLaunchOutOfResources,
                   "more shared memory than a multiprocessor has, or more than %d variables in it",
                   (int)max_variables);
    return place_of(lockstep->current, add_variable(lockstep, key, bytes, name));
}

/* ---- blocks ---- */

static void locate_block(struct slot *slot, const struct dim3 *extent, uint64_t block)
{
    slot->block.x = (unsigned)(block % extent->x);
    slot->block.y = (unsigned)(block / extent->x % extent->y);
    slot->block.z = (unsigned)(block / extent->x / extent->y);
}

/* The k-th block that runs, of `blocks`: all, or as many as are wanted, one at random of each of so
 * many equal parts of the grid, so that a kernel with a pattern of its own is met fairly. */
static uint64_t block_at(uint64_t k, uint64_t blocks)
{
    uint64_t most = simt_traced.most_blocks;

    if (most == 0 || most >= blocks)
        return k;
    return blocks / most * k + mix(k) % (blocks / most);
}

/* Gives the slot the next block; false: there is none. */
static bool take_block(struct simt_lockstep *lockstep, struct slot *slot)
{
    const struct simt_grid *grid = lockstep->host->grid;
    uint64_t begin = lockstep->round + draw(lockstep, load_rounds);
    uint64_t most = simt_traced.most_blocks;

    while (lockstep->next_block < grid->n_blocks &&
           simt_leaves_out_block(grid, lockstep->next_block))
        lockstep->next_block++;
    slot->busy = lockstep->next_block < grid->n_blocks && (!most || lockstep->next_block < most);
    if (!slot->busy)
        return false;
    slot->worker->block_number = block_at(lockstep->next_block++, grid->n_blocks);
    locate_block(slot, &grid->config->grid, slot->worker->block_number);
    if (simt_observer)
        simt_observer->block_begins(slot->worker);
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
        if (simt_observer)
            simt_observer->block_ends(worker);
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
    simt_worker_use(slot->worker, first);
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

static bool within(const void *address, const void *begin, size_t bytes)
{
    return (uintptr_t)address - (uintptr_t)begin < bytes;
}

static bool in_shared(const struct simt_worker *worker, const void *address)
{
    return within(address, worker->static_shared, SIMT_SHARED_AREA_BYTES);
}

/* threadIdx and the like. Other thread-local variables are of the host's thread. */
static bool is_builtin(const void *address)
{
    return within(address, &threadIdx, sizeof(threadIdx)) ||
           within(address, &blockIdx, sizeof(blockIdx)) ||
           within(address, &blockDim, sizeof(blockDim)) ||
           within(address, &gridDim, sizeof(gridDim)) ||
           within(address, &simt_parked, sizeof(simt_parked)) ||
           within(address, &simt_on_device, sizeof(simt_on_device));
}

/* The thread's stack, built-in variables, and its parameters, of which it writes a copy. */
static bool is_private(const struct simt_worker *worker, const void *address, bool reads)
{
    const struct simt_grid *grid = worker->grid;

    return within(address, worker->running->stack, worker->running->stack_size) ||
           is_builtin(address) || (reads && within(address, grid->closure, grid->closure_bytes));
}

/* Most of what a kernel accesses is plainly nothing of that. */
static bool is_open(const struct simt_worker *worker, const void *address)
{
    return simt_region_in_arena(address) || in_shared(worker, address);
}

/* Whether the observer knows the access that the current thread goes on with. */
static bool is_told(const struct simt_worker *worker)
{
    unsigned lane = worker->current % SIMT_WARP_SIZE;

    return worker->warps[worker->current / SIMT_WARP_SIZE].told >> lane & 1;
}

/* A load from global memory takes its time; see above. */
static void make_access(struct simt_worker *worker, const struct simt_access *access)
{
    struct simt_lockstep *lockstep = worker->lockstep;

    if (access->kind == SIMT_ACCESS_READ && !in_shared(worker, (const void *)access->address))
        lockstep->current->loads[worker->current / SIMT_WARP_SIZE] = true;
    simt_block_stop(worker, access);
    lockstep->loaded = NULL;
    if (simt_observer && !is_told(worker))
        simt_observer->access(worker, access);
}

static struct simt_lockstep *running(void)
{
    return simt_this_worker ? simt_this_worker->lockstep : NULL;
}

static inline void announce_access(const struct simt_access *access)
{
    struct simt_worker *worker = simt_this_worker;

    if (!running()) {
        if (simt_observer)
            simt_observer->host_access(access);
        return;
    }
    if (is_open(worker, (const void *)access->address) ||
        !is_private(worker, (const void *)access->address,
                    access->kind == SIMT_ACCESS_READ || access->kind == SIMT_ACCESS_VOLATILE_READ))
        make_access(worker, access);
}

void simt_lockstep_access(const void *address, uint32_t bytes, enum simt_access_kind kind,
                          const void *site)
{
    struct simt_access access = {
        (uintptr_t)address, bytes, kind, SIMT_SCOPE_DEVICE, site, false, false, SIMT_CELL_UNKNOWN};

    announce_access(&access);
}

void simt_lockstep_range(const void *address, uint32_t bytes, enum simt_access_kind kind,
                         const void *site)
{
    struct simt_access access = {
        (uintptr_t)address, bytes, kind, SIMT_SCOPE_DEVICE, site, false, true, SIMT_CELL_UNKNOWN};

    announce_access(&access);
}

bool simt_lockstep_announced(const void *address, uint32_t bytes)
{
    const struct simt_worker *worker = simt_this_worker;
    const struct simt_access *last = running() ? &worker->requests[worker->current] : NULL;

    return last && last->bytes == bytes && last->address == (uintptr_t)address;
}

/* For atomic operations: `order` is relaxed for the whole device, else of block scope. */
static struct simt_access atomic_access(const void *address, uint32_t bytes, int order,
                                        enum simt_cell cell, const void *site)
{
    enum simt_scope scope = order == __ATOMIC_RELAXED ? SIMT_SCOPE_DEVICE : SIMT_SCOPE_BLOCK;

    return (struct simt_access){
        (uintptr_t)address, bytes, SIMT_ACCESS_ATOMIC, scope, site, false, false, cell};
}

void simt_lockstep_progress(void)
{
    if (running())
        simt_this_worker->host->progress++;
}

unsigned long simt_result(unsigned long value)
{
    if (running() && simt_observer)
        simt_observer->result(simt_this_worker);
    return value;
}

void simt_updates(int floats)
{
    if (running())
        running()->updated = floats ? SIMT_CELL_FLOAT : SIMT_CELL_INTEGER;
}

void simt_lockstep_atomic(const void *address, uint32_t bytes, int order, enum simt_cell cell,
                          const void *site)
{
    struct simt_access access = atomic_access(address, bytes, order, cell, site);

    if (!running())
        simt_lockstep_access(address, bytes, SIMT_ACCESS_ATOMIC, site);
    else if (!is_private(simt_this_worker, address, false))
        make_access(simt_this_worker, &access);
}

void simt_lockstep_atomic_load(const void *cell, uint32_t bytes, int order, const void *site)
{
    if (order == __ATOMIC_SEQ_CST || !running()) {
        simt_lockstep_access(cell, bytes, SIMT_ACCESS_ATOMIC_LOAD, site);
        return;
    }
    enum simt_cell updated = running()->updated;
    running()->updated = SIMT_CELL_UNKNOWN;
    simt_lockstep_atomic(cell, bytes, order, updated, site);
    running()->loaded = cell;
}

void simt_lockstep_atomic_store(const void *cell, uint32_t bytes, int order, const void *site)
{
    if (order == __ATOMIC_SEQ_CST || !running())
        simt_lockstep_access(cell, bytes, SIMT_ACCESS_ATOMIC_STORE, site);
    else
        simt_lockstep_atomic(cell, bytes, order, SIMT_CELL_BITS, site);
}

void simt_lockstep_compare_and_swap(const void *cell, uint32_t bytes, int order, const void *site)
{
    if (!running())
        return;
    if (running()->loaded != cell && !is_private(simt_this_worker, cell, false)) {
        struct simt_access access = atomic_access(cell, bytes, order, SIMT_CELL_BITS, site);

        access.compares = true;
        make_access(simt_this_worker, &access);
    }
    running()->loaded = NULL;
}

void simt_lockstep_fence(int order)
{
    enum simt_scope scope = order == __ATOMIC_SEQ_CST ? SIMT_SCOPE_DEVICE : SIMT_SCOPE_BLOCK;

    if (running() && simt_observer)
        simt_observer->fence(simt_this_worker, scope);
}

void simt_lockstep_call(int change)
{
    struct simt_worker *worker = simt_this_worker;

    if (worker && worker->lockstep)
        worker->depths[worker->current] = (uint16_t)(worker->depths[worker->current] + change);
}

void simt_lockstep_step(const void *site)
{
    struct simt_worker *worker = simt_this_worker;

    if (worker && worker->lockstep) {
        worker->steps[worker->current] += simt_straight_steps(site);
        worker->step_site = site;
        if (simt_traced.on_step)
            simt_traced.on_step(site);
    }
}

/* ---- launches ---- */

static struct simt_lockstep *get_scheduler(struct simt_worker *host)
{
    if (!host->scheduler) {
        host->scheduler = simt_structure_new(sizeof(*host->scheduler));
        if (!host->scheduler)
            return NULL;
        host->scheduler->host = host;
    }
    return host->scheduler;
}

static bool make_room_for_slots(struct simt_lockstep *lockstep, unsigned count)
{
    struct slot *slots = simt_structure_new(count * sizeof(*slots));

    if (!slots)
        return false;
    if (lockstep->slots) {
        memcpy(slots, lockstep->slots, lockstep->capacity * sizeof(*slots));
        simt_structure_delete(lockstep->slots, lockstep->room * sizeof(*slots));
    }
    lockstep->slots = slots;
    lockstep->room = count;
    return true;
}

/* Makes slots until there are as many; false: not even one. Fewer do too, if memory is short. */
static bool make_slots(struct simt_lockstep *lockstep, unsigned count)
{
    if (lockstep->room < count && !make_room_for_slots(lockstep, count))
        return lockstep->capacity > 0;
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
    lockstep->random = mix(simt_environment()->seed + mix(++launches));
    lockstep->round = 0;
    lockstep->idle = false;
    lockstep->order_at = lockstep->n_order = lockstep->warps_at = lockstep->n_warps = 0;
    lockstep->n_variables = 0;
    lockstep->variable_bytes = lockstep->variable_end = 0;
    lockstep->loaded = NULL;
    for (unsigned i = 0; i < lockstep->n_slots; i++) {
        lockstep->slots[i].busy = false;
        lockstep->slots[i].worker->grid = grid;
    }
}

/* What a program that is not trusted must not find after a launch: values of kernels. */
static void wipe(const struct simt_lockstep *lockstep, const struct simt_launch_config *config)
{
    const size_t dynamic = simt_shared_rounded(config->shared_bytes);

    if (!simt_fiber_hides())
        return;
    simt_library_flush();
    for (unsigned i = 0; i < lockstep->n_slots; i++) {
        struct simt_worker *worker = lockstep->slots[i].worker;

        simt_worker_wipe(worker, config->block.x * config->block.y * config->block.z);
        memset(worker->static_shared, 0, lockstep->variable_end);
        memset(worker->shared - dynamic, 0, dynamic);
    }
}

/* A kernel that writes to them, by a cast, leaves nothing there that the host could read. */
static void reset_builtin(void)
{
    threadIdx = blockIdx = (struct uint3){0};
    blockDim = gridDim = (struct dim3){1, 1, 1};
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
    reset_builtin();
    simt_this_worker = lockstep->host;
    lockstep->host->grid = NULL;
    if (simt_observer)
        simt_observer->launch_ends(grid->error, grid->why);
    wipe(lockstep, grid->config);
}

void simt_lockstep_run(struct simt_grid *grid)
{
    struct simt_worker *host = simt_worker_get();
    struct simt_lockstep *lockstep = host ? get_scheduler(host) : NULL;
    const struct dim3 *block = &grid->config->block;
    unsigned resident = resident_threads / (block->x * block->y * block->z);

    if (resident > simt_environment()->resident_blocks && !grid->cooperation)
        resident = simt_environment()->resident_blocks;
    if (resident > grid->n_blocks)
        resident = (unsigned)grid->n_blocks;
    if (!lockstep || !make_slots(lockstep, resident) ||
        (grid->cooperation && (resident > SIMT_MOST_RESIDENT_BLOCKS || resident < grid->n_blocks ||
                               lockstep->capacity < resident))) {
        simt_fault_no_memory(grid);
        if (simt_observer) {
            simt_observer->launch_begins(grid->config, grid->depth > 0);
            simt_observer->launch_ends(grid->error, grid->why);
        }
        return;
    }
    blockDim = grid->config->block;
    gridDim = grid->config->grid;
    host->grid = grid;
    prepare(lockstep, grid, resident);
    if (simt_observer)
        simt_observer->launch_begins(grid->config, grid->depth > 0);
    simt_this_worker = lockstep->slots[0].worker;
    atomic_store(&running_launch, launches);
    simt_on_device = true;
    simt_worker_use(simt_this_worker, simt_this_worker->fibers[0]);
    simt_worker_run(simt_this_worker, run_blocks);
    simt_on_device = false;
    atomic_store(&running_launch, 0);
    finish(lockstep);
}

/* The scheduler of one block runs on the stack of another. */
bool simt_lockstep_open_stack(struct simt_worker *worker, const void *address)
{
    struct simt_lockstep *lockstep = worker->lockstep;

    if (!lockstep)
        return simt_worker_open(worker, address);
    for (unsigned i = 0; i < lockstep->n_slots; i++)
        if (simt_worker_open(lockstep->slots[i].worker, address))
            return true;
    return false;
}

void simt_lockstep_free(struct simt_lockstep *lockstep)
{
    if (!lockstep)
        return;
    for (unsigned i = 0; i < lockstep->capacity; i++)
        simt_worker_free(lockstep->slots[i].worker);
    simt_structure_delete(lockstep->slots, lockstep->room * sizeof(*lockstep->slots));
    simt_structure_delete(lockstep, sizeof(*lockstep));
}
