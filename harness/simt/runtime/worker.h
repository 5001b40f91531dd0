/* The state of one OS thread that runs blocks, and of the block it runs.
 *
 * Threads of a block run one after the other on one stack until one of them has to wait ("parks").
 * Until then nothing is recorded but threadIdx: all threads before the running one have ended, all
 * after it have not begun. From the first park on, `parked` is set and each thread is accounted
 * for, until no thread waits any more. */
#ifndef SIMT_WORKER_H
#define SIMT_WORKER_H

#include "access.h"
#include "fiber.h"
#include "device_limits.h"

#include <simt/runtime.h>
#include <stdatomic.h>
#include <time.h>

/* Built-in variables. C++ sees blockIdx, blockDim and gridDim as constants, which they are while a
 * kernel runs. */
extern __thread struct uint3 threadIdx;
extern __thread struct uint3 blockIdx;
extern __thread struct dim3 blockDim;
extern __thread struct dim3 gridDim;

/* Set while this OS thread runs a kernel. */
extern __thread bool simt_on_device;

/* Set while some thread of the current block is parked. */
extern __thread int simt_parked;

struct simt_inspection;

/* Where a parked thread goes on. Small, for barriers walk over all of them. */
struct simt_parked_thread {
    struct simt_fiber *fiber;
    struct uint3 index;
};

/* A thread's part in a warp collective. */
struct simt_lane {
    uint64_t value;  /* what it brings; the call site of active mask */
    uint64_t result; /* what it takes home */
    unsigned source; /* the lane a shuffle reads */
    bool waits_active_mask;
    bool waits_tile;
};

/* Lanes that wait in one collective. */
struct simt_warp_group {
    enum simt_warp_op op;
    uint32_t mask, arrived;
};

struct simt_warp {
    uint32_t ended;   /* lanes that have returned from the kernel, or never were */
    uint32_t stopped; /* in lockstep: lanes that wait before an access to memory */
    uint32_t told;    /* of the lanes that went on last: those whose access the observer knows */
    const void *stopped_site; /* where the first stopped lane is, */
    uint16_t stopped_depth;   /* in how many calls, */
    bool apart;               /* and that not all stopped lanes are there, or some only yield */
    unsigned passed;          /* steps since lanes were first left behind others */
    unsigned at_tile; /* threads that wait at the barrier of the tile that begins with this warp */
    unsigned n_groups;
    struct simt_warp_group groups[SIMT_WARP_SIZE];
};

/* Indices of threads. */
struct simt_queue {
    unsigned head, tail; /* count up; modulo the capacity they are positions */
    uint16_t ids[SIMT_MAX_BLOCK];
};

struct simt_grid;
struct simt_lockstep;

/* An OS thread, or in a lockstep launch one of the blocks that share an OS thread ("slot"). */
struct simt_worker {
    struct simt_worker *self;        /* where it lies: nothing else has that there */
    struct simt_worker *host;        /* the OS thread's worker: this one, unless it is a slot */
    struct simt_lockstep *lockstep;  /* of a slot: what chooses who goes on; else null */
    struct simt_lockstep *scheduler; /* of a host: kept from its lockstep launches, or null */
    struct simt_grid *grid;          /* null while no kernel runs on this OS thread */
    struct simt_fiber home;          /* of a host: the OS thread's own stack */

    struct simt_fiber *fibers[SIMT_MAX_BLOCK + 1]; /* all; the first runs the grid's blocks */
    unsigned n_fibers;
    struct simt_fiber_room room; /* for more of them */
    struct simt_fiber *idle[SIMT_MAX_BLOCK + 1];
    unsigned n_idle;
    struct simt_fiber *running, *previous;
    struct simt_fiber *used; /* stacks that hold something; only where that is hidden */

    /* The block; valid while simt_parked. */
    unsigned block_size;
    unsigned current; /* the running thread */
    unsigned started; /* threads that have begun */
    unsigned alive;   /* threads that have not ended */
    unsigned stopped; /* threads that wait before an access, in lockstep */
    struct uint3 last_started;
    unsigned first_warp;                   /* those before it had ended when accounting began */
    struct simt_queue *ready, *at_barrier; /* the two below, swapped as barriers complete */
    struct simt_queue queues[2];
    unsigned predicates; /* true predicates brought to the barrier */
    unsigned arrivals;   /* of the last barrier that completed, and its true predicates */
    unsigned arrivals_true;
    unsigned n_active_mask; /* threads that wait in active mask */
    struct simt_warp warps[SIMT_MAX_BLOCK / SIMT_WARP_SIZE];
    struct simt_parked_thread parked_threads[SIMT_MAX_BLOCK];
    struct simt_lane lanes[SIMT_MAX_BLOCK];
    unsigned char brought[SIMT_MAX_BLOCK][SIMT_TILE_VALUE_BYTES]; /* to the others of a tile */

    char *shared;          /* dynamic shared memory: its end, before a guard page */
    char *static_shared;   /* in lockstep: static shared memory, SIMT_SHARED_AREA_BYTES before it */
    uint64_t block_number; /* in lockstep: the linear index of its block in the grid */
    struct simt_access
        requests[SIMT_MAX_BLOCK];    /* of stopped threads; of 0 bytes: they only yield */
    uint16_t depths[SIMT_MAX_BLOCK]; /* calls that a thread is in, where that is known */
    uint64_t steps[SIMT_MAX_BLOCK];  /* basic blocks that it has run, and words of shared
                                      * memory, where that is known */
    const void *step_site; /* where the last of them began, of whichever thread; NULL: not known */
    struct simt_inspection *inspection; /* the observer's, of a slot */
    void *alt_stack;
    bool signalled;   /* of a host: a signal has left registers there */
    int fault_signal; /* what the signal handler saw */
    int fault_code;
    void *fault_address;

    bool offers_pause; /* it may stand still now, for others */

    timer_t watchdog; /* where `watched` */
    bool watched;
    unsigned long blocks_begun;  /* by this worker and its slots, */
    unsigned long block_watched; /* and how many that were at the last tick of the watchdog, */
    int ticks;                   /* of which there have been so many since then */
    unsigned long progress;      /* atomic functions that changed what they were to change, */
    unsigned long progress_seen; /* at the last tick, */
    int extra_ticks;             /* of which so many did not count for there was progress */
};

/* Bytes of shared memory, as far as the next variable may begin. */
static inline size_t simt_shared_rounded(size_t bytes)
{
    return (bytes + SIMT_SHARED_ALIGNMENT - 1) / SIMT_SHARED_ALIGNMENT * SIMT_SHARED_ALIGNMENT;
}

/* This OS thread's worker; null before its first kernel. */
extern __thread struct simt_worker *simt_this_worker;

/* Makes this OS thread a worker if it is none yet. Null: no memory. Freed when the thread ends. */
struct simt_worker *simt_worker_get(void);

/* A worker, on its own (null) or as a slot of a host. Null: no memory. */
struct simt_worker *simt_worker_new(struct simt_worker *host);
void simt_worker_free(struct simt_worker *worker);

/* An idle fiber; the grid fails if there is no memory for one. */
struct simt_fiber *simt_worker_take_fiber(struct simt_worker *worker);

/* A fiber is going to be prepared: where stacks are hidden, it is wiped if the launch has not used
 * it yet. */
void simt_worker_use(struct simt_worker *worker, struct simt_fiber *fiber);

/* After a fault at the address: simt_fiber_open() for that of the worker's fibers. */
bool simt_worker_open(struct simt_worker *worker, const void *address);

/* Where stacks are hidden: wipes what threads of blocks of so many threads left, on stacks and
 * otherwise; none is running. */
void simt_worker_wipe(struct simt_worker *worker, unsigned threads);

/* Forgets whatever the fibers hold. */
void simt_worker_reset(struct simt_worker *worker);

/* Runs `entry` on the worker's first fiber and comes back when it calls simt_worker_leave(). */
void simt_worker_run(struct simt_worker *worker, void (*entry)(void));
void simt_worker_leave(struct simt_worker *worker) __attribute__((noreturn));

/* Runs the current block (blockIdx is set) to its end. In lockstep, control may be anywhere in
 * between. */
void simt_block_run(struct simt_worker *worker, simt_block_fn fn, void *closure);

/* Begins to account for threads, if that is not so yet. */
struct simt_worker *simt_block_account(void);

/* Suspends the current thread in favour of another of its block; returns when it may go on. */
void simt_block_park(struct simt_worker *worker);

/* Lets a parked thread go on in its turn. */
void simt_block_wake(struct simt_worker *worker, unsigned thread);

/* In lockstep: suspends the current thread before an access (null: it just lets others go first);
 * simt_block_step() lets it go on. */
void simt_block_stop(struct simt_worker *worker, const struct simt_access *access);

/* Lets those stopped lanes of a warp of the current block go on that are about to access memory by
 * one instruction, one after the other, each until it stops or waits again. Returns the fiber of
 * the first, to be switched to. */
struct simt_fiber *simt_block_step(struct simt_worker *worker, unsigned warp);

/* For a warp whose turn comes soon: the stacks of all resident blocks do not fit the caches. */
void simt_block_prefetch(const struct simt_worker *worker, unsigned warp);

/* Goes from the first fiber of a worker whose block is done to `to`, for good. */
void simt_block_abandon(struct simt_worker *worker, struct simt_fiber *to)
    __attribute__((noreturn));

/* Completes collectives that waited only for a lane that has just ended. */
void simt_warp_lane_ended(struct simt_worker *worker, unsigned thread);

/* Wakes the lanes of one warp that wait in active mask at one call site; false: all of them may yet
 * be joined by lanes of their warp that have stopped before an access. */
bool simt_warp_release_active_mask(struct simt_worker *worker);

/* The name of a collective, as it is written in CUDA. */
const char *simt_warp_op_name(enum simt_warp_op op);

#endif
