/* The threads of one block: in a loop while none waits, as fibers once one does. */
#include "fault.h"
#include "grid.h"
#include "left_out.h"
#include "lockstep.h"
#include "observer.h"
#include "pause.h"
#include "worker.h"

#include <sched.h>
#include <stdio.h>

enum { spin_turns = 64 }; /* so that a failed atomic that is no spin costs next to nothing */

__thread struct uint3 threadIdx;
__thread struct uint3 blockIdx;
__thread struct dim3 blockDim = {1, 1, 1};
__thread struct dim3 gridDim = {1, 1, 1};
__thread int simt_parked;
__thread bool simt_on_device;

static unsigned linear(const struct uint3 *index)
{
    return index->x + blockDim.x * (index->y + blockDim.y * index->z);
}

/* Next index in the order of threads; false after the last. */
static bool advance(struct uint3 *index)
{
    if (++index->x < blockDim.x)
        return true;
    index->x = 0;
    if (++index->y < blockDim.y)
        return true;
    index->y = 0;
    return ++index->z < blockDim.z;
}

static bool queue_empty(const struct simt_queue *queue)
{
    return queue->head == queue->tail;
}

static void queue_push(struct simt_queue *queue, unsigned id)
{
    queue->ids[queue->tail++ % SIMT_MAX_BLOCK] = (uint16_t)id;
}

static unsigned queue_pop(struct simt_queue *queue)
{
    return queue->ids[queue->head++ % SIMT_MAX_BLOCK];
}

/* Threads that are to do nothing count as ended before they began. */
static void leave_out(struct simt_worker *worker)
{
    for (unsigned i = worker->started; simt_leaves_out() && i < worker->block_size; i++) {
        if (!simt_leaves_out_thread(i, worker->block_size))
            continue;
        worker->alive--;
        worker->warps[i / SIMT_WARP_SIZE].ended |= 1U << i % SIMT_WARP_SIZE;
        worker->lanes[i] = (struct simt_lane){0};
        worker->requests[i] = (struct simt_access){0};
    }
}

/* Where the next threads are left out, those behind them are next. */
static void pass_left_out(struct simt_worker *worker)
{
    while (simt_leaves_out() && worker->started < worker->block_size &&
           simt_leaves_out_thread(worker->started, worker->block_size)) {
        (void)advance(&worker->last_started);
        worker->started++;
    }
}

struct simt_worker *simt_block_account(void)
{
    struct simt_worker *worker = simt_this_worker;
    unsigned n_warps;

    if (simt_parked)
        return worker;
    worker->block_size = blockDim.x * blockDim.y * blockDim.z;
    worker->current = linear(&threadIdx);
    worker->depths[worker->current] = 0;
    worker->requests[worker->current].site = NULL;
    worker->started = worker->current + 1;
    worker->alive = worker->block_size - worker->current;
    worker->last_started = threadIdx;
    worker->first_warp = worker->current / SIMT_WARP_SIZE;
    n_warps = (worker->block_size + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE;
    for (unsigned w = worker->first_warp; w < n_warps; w++) {
        worker->warps[w].ended = 0;
        worker->warps[w].stopped = 0;
        worker->warps[w].n_groups = 0;
        worker->warps[w].at_tile = 0;
        worker->warps[w].passed = 0;
    }
    if (worker->block_size % SIMT_WARP_SIZE)
        worker->warps[n_warps - 1].ended = ~0U << worker->block_size % SIMT_WARP_SIZE;
    worker->warps[worker->first_warp].ended |= (1U << worker->current % SIMT_WARP_SIZE) - 1;
    leave_out(worker);
    pass_left_out(worker);
    simt_parked = 1;
    return worker;
}

/* `depth`: calls that the thread is in when its kernel begins. */
static void start_next(struct simt_worker *worker, uint16_t depth)
{
    (void)advance(&worker->last_started);
    threadIdx = worker->last_started;
    worker->current = worker->started++;
    worker->depths[worker->current] = depth;
    worker->requests[worker->current].site = NULL;
    pass_left_out(worker);
}

/* First code on a fresh stack: the caller has chosen the thread. */
static void fiber_main(void)
{
    struct simt_worker *worker = simt_this_worker;

    simt_fiber_entered(worker->previous);
    worker->grid->run_block(worker->grid->closure);
    __builtin_unreachable();
}

/* Begins the next thread on a stack of its own. */
static struct simt_fiber *start_fresh(struct simt_worker *worker)
{
    struct simt_fiber *fiber = simt_worker_take_fiber(worker);

    start_next(worker, 0);
    simt_fiber_prepare(fiber, fiber_main);
    return fiber;
}

/* "; 3 wait in __shfl_sync() with mask 0x000000ff", or nothing. */
static void describe_collective(const struct simt_worker *worker, char *text, size_t size)
{
    unsigned n_warps = (worker->started + SIMT_WARP_SIZE - 1) / SIMT_WARP_SIZE;
    const struct simt_warp_group *first = NULL;
    unsigned count = 0, warp = 0;

    for (unsigned w = worker->first_warp; w < n_warps; w++) {
        for (unsigned i = 0; i < worker->warps[w].n_groups; i++) {
            const struct simt_warp_group *group = &worker->warps[w].groups[i];

            if (!first)
                warp = w;
            first = first ? first : group;
            count += (unsigned)__builtin_popcount(group->arrived);
        }
    }
    text[0] = '\0';
    if (first)
        (void)snprintf(
            text, size,
            "; %u wait in warp collectives (warp %u: lanes 0x%08x in %s with mask 0x%08x)", count,
            warp, first->arrived, simt_warp_op_name(first->op), first->mask);
}

static void deadlock(struct simt_worker *worker)
{
    unsigned at_barrier = worker->at_barrier->tail - worker->at_barrier->head;
    char barrier[64] = "", warp[160];

    if (simt_observer && worker->lockstep)
        simt_observer->stuck(worker);
    if (at_barrier)
        (void)snprintf(barrier, sizeof(barrier), "; %u wait at __syncthreads()", at_barrier);
    describe_collective(worker, warp, sizeof(warp));
    simt_fault(cudaErrorLaunchFailure, "deadlock: no thread can go on; %u of %u have ended%s%s",
               worker->block_size - worker->alive, worker->block_size, barrier, warp);
}

/* All started threads wait: those in active mask have met all the lanes they will meet. */
static bool release_active_mask(struct simt_worker *worker)
{
    if (!worker->n_active_mask)
        return false;
    if (worker->started < worker->block_size && worker->started % SIMT_WARP_SIZE)
        return false;
    return simt_warp_release_active_mask(worker);
}

static void prefetch_stack(const struct simt_parked_thread *parked)
{
    const char *sp = parked->fiber->sp;

    __builtin_prefetch(sp);
    __builtin_prefetch(sp + 64);
    __builtin_prefetch(sp + 128);
}

/* Of the thread after the next: the stacks of a whole block do not fit the first cache. */
static void prefetch(const struct simt_worker *worker)
{
    const struct simt_queue *ready = worker->ready;

    if (!queue_empty(ready))
        prefetch_stack(&worker->parked_threads[ready->ids[ready->head % SIMT_MAX_BLOCK]]);
}

static struct simt_fiber *go_on(struct simt_worker *worker)
{
    worker->current = queue_pop(worker->ready);
    threadIdx = worker->parked_threads[worker->current].index;
    prefetch(worker);
    return worker->parked_threads[worker->current].fiber;
}

/* All threads of the block wait, and none for what another brings: in lockstep some of them wait
 * for their turn, perhaps after threads of other blocks. */
static struct simt_fiber *choose_stopped(struct simt_worker *worker)
{
    if (!worker->stopped)
        deadlock(worker);
    return simt_lockstep_next(worker->lockstep);
}

/* Whom to switch to from a thread that cannot go on: a ready one, or a fresh stack. */
static struct simt_fiber *choose(struct simt_worker *worker)
{
    if (queue_empty(worker->ready) && !release_active_mask(worker)) {
        if (worker->started == worker->block_size)
            return choose_stopped(worker);
        return start_fresh(worker);
    }
    return go_on(worker);
}

/* Notes the switch with the worker whose fiber `to` is: in lockstep it may be another slot. */
static struct simt_fiber *note_switch(struct simt_worker *worker, struct simt_fiber *to)
{
    struct simt_worker *next = simt_this_worker;
    struct simt_fiber *from = worker->running;

    next->previous = from;
    next->running = to;
    return from;
}

static void switch_to(struct simt_worker *worker, struct simt_fiber *to)
{
    simt_fiber_switch(note_switch(worker, to), to);
}

/* Notes where the current thread will go on. */
static void note_place(struct simt_worker *worker)
{
    worker->parked_threads[worker->current] =
        (struct simt_parked_thread){worker->running, threadIdx};
}

void simt_block_park(struct simt_worker *worker)
{
    struct simt_fiber *to;

    note_place(worker);
    to = choose(worker);
    if (to != worker->running)
        switch_to(worker, to);
}

void simt_block_wake(struct simt_worker *worker, unsigned thread)
{
    queue_push(worker->ready, thread);
}

void simt_yield(void)
{
    struct simt_worker *worker = simt_this_worker;
    struct simt_fiber *to;

    if (!worker || !worker->grid)
        return;
    if (worker->lockstep) {
        simt_block_stop(worker, NULL);
        return;
    }
    (void)simt_block_account();
    if (queue_empty(worker->ready))
        (void)release_active_mask(worker);
    note_place(worker);
    queue_push(worker->ready, worker->current);
    to = worker->started < worker->block_size ? start_fresh(worker) : choose(worker);
    if (to != worker->running)
        switch_to(worker, to);
    else
        (void)sched_yield(); /* it must be a thread of another block that is waited for */
}

/* In lockstep each access is a step, at which others go on: a loop that waits needs no other one. A
 * step of one lane alone would part it from its warp, whose accesses would then count apart. */
static bool running_in_lockstep(void)
{
    return simt_this_worker != NULL && simt_this_worker->lockstep != NULL;
}

/* The block waits for another, perhaps of a launch that comes later. The watchdog, too, waits until
 * it goes on. */
static void offer_pause(void)
{
    struct simt_worker *worker = simt_this_worker;

    if (!worker || !worker->grid || !worker->grid->pause)
        return;
    worker->offers_pause = true;
    simt_pause_offer(worker->grid->pause);
    worker->offers_pause = false;
}

void simt_spin(void)
{
    static __thread unsigned turns;

    if (running_in_lockstep() || ++turns % spin_turns != 0)
        return;
    simt_yield();
    offer_pause();
}

/* ---- lockstep ---- */

/* The current thread is about to access memory; its request is noted. */
static void join_stopped(struct simt_worker *worker)
{
    struct simt_warp *warp = &worker->warps[worker->current / SIMT_WARP_SIZE];
    const struct simt_access *request = &worker->requests[worker->current];
    uint16_t depth = worker->depths[worker->current];

    if (!warp->stopped) {
        warp->apart = false;
        warp->stopped_site = request->site;
        warp->stopped_depth = depth;
    }
    warp->apart |=
        !request->bytes || request->site != warp->stopped_site || depth != warp->stopped_depth;
    warp->stopped |= 1U << worker->current % SIMT_WARP_SIZE;
    worker->stopped++;
}

void simt_block_stop(struct simt_worker *worker, const struct simt_access *access)
{
    struct simt_access *request = &worker->requests[worker->current];

    if (access)
        *request = *access;
    else
        request->bytes = 0; /* the site stays: there the thread was last seen */
    join_stopped(worker);
    simt_block_park(worker);
}

/* Whether a thread comes before another in the code: lanes that have called a function, or are at
 * an earlier place of it, go on until they are where the others are. That is how lanes that a
 * branch has parted meet again. */
static bool is_earlier(const struct simt_worker *worker, unsigned a, unsigned b)
{
    if (worker->depths[a] != worker->depths[b])
        return worker->depths[a] > worker->depths[b];
    return worker->requests[a].site < worker->requests[b].site;
}

/* The stopped lanes that are about to access memory where the earliest of them is, or, if `last`,
 * where the last one is. */
static uint32_t lanes_together(const struct simt_worker *worker, unsigned warp, bool last)
{
    unsigned first = warp * SIMT_WARP_SIZE, chosen = SIMT_MAX_BLOCK;
    uint32_t together = 0;

    for (uint32_t rest = worker->warps[warp].stopped; rest; rest &= rest - 1) {
        unsigned thread = first + (unsigned)__builtin_ctz(rest);

        if (!worker->requests[thread].bytes)
            continue;
        if (chosen == SIMT_MAX_BLOCK ||
            (last ? is_earlier(worker, chosen, thread) : is_earlier(worker, thread, chosen))) {
            chosen = thread;
            together = 0;
        }
        if (worker->requests[thread].site == worker->requests[chosen].site &&
            worker->depths[thread] == worker->depths[chosen])
            together |= 1U << (thread - first);
    }
    return together;
}

/* Lanes that only yield. */
static uint32_t lanes_idle(const struct simt_worker *worker, unsigned warp)
{
    uint32_t idle = 0;

    for (uint32_t rest = worker->warps[warp].stopped; rest; rest &= rest - 1)
        if (!worker->requests[warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(rest)].bytes)
            idle |= rest & -rest;
    return idle;
}

/* Lanes that spin may wait for one that they have left behind. */
static bool may_wait(const struct simt_worker *worker, unsigned warp, uint32_t lanes)
{
    unsigned thread = warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(lanes);

    return worker->requests[thread].kind != SIMT_ACCESS_READ &&
           worker->requests[thread].kind != SIMT_ACCESS_WRITE;
}

/* Which lanes make their accesses in this step. */
static uint32_t choose_lanes(const struct simt_worker *worker, unsigned warp_index,
                             struct simt_warp *warp, uint32_t idle)
{
    enum { patience = 16, long_patience = 4096 };
    uint32_t lanes = lanes_together(worker, warp_index, false);

    if ((lanes | idle) == warp->stopped)
        warp->passed = 0;
    else if (++warp->passed > long_patience ||
             (warp->passed > patience && (idle || may_wait(worker, warp_index, lanes)))) {
        lanes = lanes_together(worker, warp_index, true);
        warp->passed = 0;
    }
    return lanes;
}

struct simt_fiber *simt_block_step(struct simt_worker *worker, unsigned warp_index)
{
    struct simt_warp *warp = &worker->warps[warp_index];
    uint32_t idle = 0, lanes = warp->stopped;

    if (warp->apart) {
        idle = lanes_idle(worker, warp_index);
        lanes = choose_lanes(worker, warp_index, warp, idle);
    } else {
        warp->passed = 0;
    }
    if (simt_observer && lanes)
        warp->told = simt_observer->request(worker, warp_index, lanes);
    lanes |= idle;
    warp->stopped &= ~lanes;
    worker->stopped -= (unsigned)__builtin_popcount(lanes);
    for (; lanes; lanes &= lanes - 1)
        queue_push(worker->ready, warp_index * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(lanes));
    return go_on(worker);
}

void simt_block_prefetch(const struct simt_worker *worker, unsigned warp)
{
    for (uint32_t lanes = worker->warps[warp].stopped; lanes; lanes &= lanes - 1)
        prefetch_stack(
            &worker->parked_threads[warp * SIMT_WARP_SIZE + (unsigned)__builtin_ctz(lanes)]);
}

void simt_block_abandon(struct simt_worker *worker, struct simt_fiber *to)
{
    simt_fiber_abandon(note_switch(worker, to), to);
    __builtin_unreachable();
}

/* ---- barrier ---- */

/* Nobody is ready while all wait, so the waiting list becomes the ready list as it is. */
static void complete_barrier(struct simt_worker *worker, unsigned arrivals)
{
    struct simt_queue *woken = worker->at_barrier;

    if (simt_observer && worker->lockstep)
        simt_observer->barrier_passed(worker);
    worker->arrivals = arrivals;
    worker->arrivals_true = worker->predicates;
    worker->predicates = 0;
    worker->at_barrier = worker->ready;
    worker->ready = woken;
}

static int barrier_result(const struct simt_worker *worker, enum simt_barrier_kind kind)
{
    switch (kind) {
    case SIMT_BARRIER_COUNT:
        return (int)worker->arrivals_true;
    case SIMT_BARRIER_AND:
        return worker->arrivals_true == worker->arrivals;
    case SIMT_BARRIER_OR:
        return worker->arrivals_true != 0;
    case SIMT_BARRIER_PLAIN:
        break;
    }
    return 0;
}

int simt_barrier(enum simt_barrier_kind kind, int predicate)
{
    struct simt_worker *worker = simt_block_account();
    unsigned arrivals = worker->at_barrier->tail - worker->at_barrier->head + 1;

    if (simt_observer && worker->lockstep)
        simt_observer->arrives(worker, true, 0, __builtin_return_address(0));

    worker->predicates += predicate != 0;
    if (arrivals == worker->alive) {
        complete_barrier(worker, arrivals);
    } else {
        queue_push(worker->at_barrier, worker->current);
        simt_block_park(worker);
    }
    return barrier_result(worker, kind);
}

/* ---- the end of a thread ---- */

static void account_end(struct simt_worker *worker)
{
    unsigned waiting = worker->at_barrier->tail - worker->at_barrier->head;

    worker->alive--;
    simt_warp_lane_ended(worker, worker->current);
    if (waiting && waiting == worker->alive)
        complete_barrier(worker, waiting);
}

/* The block is done: its loop over threads must return where it was first entered. */
static int end_block(struct simt_worker *worker)
{
    struct simt_fiber *base = worker->fibers[0];
    struct simt_fiber *self = worker->running;

    if (self == base)
        return 0;
    worker->idle[worker->n_idle++] = self;
    simt_block_abandon(worker, base);
}

/* Goes on with a parked thread, from a stack that is not needed any more. */
static int leave_to(struct simt_worker *worker, struct simt_fiber *to)
{
    struct simt_fiber *self = worker->running;

    if (self == worker->fibers[0]) {
        switch_to(worker, to);
        return 0; /* back only when the block is done */
    }
    worker->idle[worker->n_idle++] = self;
    simt_block_abandon(worker, to);
}

int simt_next_thread(void)
{
    struct simt_worker *worker = simt_this_worker;

    if (!simt_parked) {
        threadIdx.x = blockDim.x - 1;
        return advance(&threadIdx) ? 1 : end_block(worker);
    }
    account_end(worker);
    if (!queue_empty(worker->ready) || release_active_mask(worker))
        return leave_to(worker, choose(worker));
    if (worker->started < worker->block_size) {
        start_next(worker, worker->depths[worker->current]);
        /* Nobody waits: account no more until somebody does again. Not in lockstep, where a thread
         * can park where the compiler expects none to, and would not look again. */
        simt_parked = worker->lockstep || worker->alive > worker->block_size - worker->started + 1;
        return 1;
    }
    if (worker->alive)
        return leave_to(worker, choose_stopped(worker));
    simt_parked = 0;
    return end_block(worker);
}

void simt_block_run(struct simt_worker *worker, simt_block_fn fn, void *closure)
{
    threadIdx = (struct uint3){0, 0, 0};
    worker->host->blocks_begun++;
    worker->ready->head = worker->ready->tail = 0;
    worker->at_barrier->head = worker->at_barrier->tail = 0;
    if (worker->lockstep) {
        simt_parked = 0;
        while (simt_leaves_out_thread(linear(&threadIdx), blockDim.x * blockDim.y * blockDim.z))
            (void)advance(&threadIdx);
        (void)simt_block_account();
    }
    fn(closure);
}
