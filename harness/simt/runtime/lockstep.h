/* Lockstep launches: the 32 lanes of a warp go together from one access to memory to the next, and
 * the warps of several resident blocks take turns in an order that follows from a seed. Races have
 * the effects they have on a GPU, and the same ones in each run. */
#ifndef SIMT_LOCKSTEP_H
#define SIMT_LOCKSTEP_H

#include "access.h"

#include <stdbool.h>
#include <stddef.h>

struct simt_fiber;
struct simt_grid;
struct simt_lockstep;
struct simt_worker;

/* Runs the grid on this OS thread, to its end or first fault. The environment says how:
 * SIMT_SEED=N picks the order (1), SIMT_RESIDENT_BLOCKS=N bounds the blocks that run at a time (8;
 * fewer where N have more than 16384 threads). Launches of a process differ from each other; the
 * same launch in the next run of the program does not. */
void simt_lockstep_run(struct simt_grid *grid);

/* The next launch is as the first of a process is. */
void simt_lockstep_restart(void);

/* Whose turn it is when no thread of the running block can go on but those that have stopped
 * before an access, or when a block is done: makes that block the current one and returns the fiber
 * to switch to. Some thread of some block must be stopped, or a block not begun. */
struct simt_fiber *simt_lockstep_next(struct simt_lockstep *lockstep);

/* The current thread is about to access memory: it stops, unless nobody else can see that memory,
 * and may do so when this returns. Does nothing outside lockstep launches. */
void simt_lockstep_access(const void *address, uint32_t bytes, enum simt_access_kind kind,
                          const void *site);

/* The same for bytes that need no alignment. */
void simt_lockstep_range(const void *address, uint32_t bytes, enum simt_access_kind kind,
                         const void *site);

/* Whether the current thread's last access was of just these bytes. */
bool simt_lockstep_announced(const void *address, uint32_t bytes);

/* The same for an atomic function. `order` says its scope, as atomics.hpp means it. */
void simt_lockstep_atomic(const void *address, uint32_t bytes, int order, enum simt_cell cell,
                          const void *site);

/* An exchange or a compare-and-swap has changed its cell. */
void simt_lockstep_progress(void);

/* And for an atomic function's load and compare-and-swap, which are one access if both are on the
 * same cell and nothing comes between. */
void simt_lockstep_atomic_load(const void *cell, uint32_t bytes, int order, const void *site);
void simt_lockstep_atomic_store(const void *cell, uint32_t bytes, int order, const void *site);
void simt_lockstep_compare_and_swap(const void *cell, uint32_t bytes, int order, const void *site);

/* A fence; sync.hpp says what its order means. */
void simt_lockstep_fence(int order);

/* The current thread calls a function (1), or comes back from it (-1). */
void simt_lockstep_call(int change);

/* It begins a basic block. */
void simt_lockstep_step(const void *site);

/* ---- for a trace (trace/trace.h), set while nothing runs ---- */

enum { SIMT_TRACED_BYTES = 1 << 16 };

/* On pages of its own, of which simt_seal() makes that they can only be read. */
extern union simt_traced {
    struct {
        uint64_t most_blocks;              /* of a launch that run, spread over the grid; 0: all */
        void (*on_step)(const void *site); /* told of each basic block that a thread begins; null:
                                            * nobody */
    };
    char pages[SIMT_TRACED_BYTES];
} simt_traced;

/* The settings above, as the environment has them; exits where they are no numbers. */
void simt_lockstep_settings(uint64_t *seed, unsigned *resident_blocks);

/* After a fault at the address, of a worker: opens the rest of the stack, of whichever block, that
 * it lies in. False: it is no such address. See simt_fiber_open(). */
bool simt_lockstep_open_stack(struct simt_worker *worker, const void *address);

void simt_lockstep_free(struct simt_lockstep *lockstep);

#endif
