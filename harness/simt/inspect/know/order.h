/* Which accesses of one launch are ordered before which others ("happens before").
 *
 * An access A of thread a is ordered before what thread b does now, iff
 *   - a is b;
 *   - both are of one block, which has passed a barrier since A;
 *   - both are of one warp, and both took part in a __syncwarp() since A (and the same
 *     transitively, over lanes that synchronise in turns, with any masks);
 *   - or a published A, and b has seen it: after A, a (or a thread that A is ordered before) made a
 *     fence and then a strong write (atomic or volatile) to a cell; b (or a thread that is ordered
 *     before b now) read that write's value, or a later one of the chain of atomic operations on
 *     the cell, by a strong read whose value it uses, and then made a fence or passed a barrier or
 * a
 *     __syncwarp(). The scopes of fence and atomics must cover both threads.
 * Running in lockstep orders nothing, nor do shuffles and votes. Earlier launches are ordered
 * before everything.
 *
 * Sources: PTX ISA, "Memory Consistency Model"; CUDA C++ Programming Guide, "Memory Fence
 * Functions". More lenient than these in what programs rely on, and where to be exact would cost
 * too much:
 *   - a barrier or a __syncwarp() counts as the fence after a strong read, and a fence made before
 *     one covers what others who came to it publish after it;
 *   - no write ends the chain on a cell, be it a plain one;
 *   - where several blocks publish to one cell, whoever reads it needs no more than a fence of the
 *     block. */
#ifndef SIMT_INSPECT_ORDER_H
#define SIMT_INSPECT_ORDER_H

#include "types.h"

/* When an access was made: the thread, and how far its block and it had come. */
struct simt_moment {
    uint32_t block;   /* linear index in the grid */
    uint32_t barrier; /* barriers that the block had completed */
    uint32_t clock;   /* the thread's own count of synchronisations */
    uint16_t thread;  /* linear index in the block */
    uint16_t launch;  /* its number, modulo 65536; 0: no access */
};

struct simt_order;       /* of a launch */
struct simt_order_block; /* of a resident block */

/* Null: no memory. `launch` as in simt_moment, not 0. */
struct simt_order *simt_order_new(void);
void simt_order_free(struct simt_order *order);

/* Forgets all of the last launch. */
void simt_order_begin(struct simt_order *order, uint16_t launch);

/* All threads of all blocks have met at grid.sync(): what was before is as of an earlier launch,
 * and the running one goes on under another number. */
void simt_order_grid_passed(struct simt_order *order, uint16_t launch);

/* A block of `threads` threads becomes resident. Null: no memory. Owned by `order` until
 * simt_order_block_end(); what the block published stays known to the end of the launch. */
struct simt_order_block *simt_order_block_begin(struct simt_order *order, uint64_t block,
                                                unsigned threads);
void simt_order_block_end(struct simt_order_block *block);

/* All threads of the block that have not ended have met at a barrier. */
void simt_order_barrier(struct simt_order_block *block);

/* The lanes of `mask` of a warp have met in a __syncwarp(). */
void simt_order_warp(struct simt_order_block *block, unsigned warp, uint32_t mask);

void simt_order_fence(struct simt_order_block *block, unsigned thread, enum simt_scope scope);

/* A strong access (atomic or volatile), about to be made. `address` tells cells apart. One to
 * shared memory is of block scope: the next block in the place has the same addresses. */
void simt_order_strong(struct simt_order_block *block, unsigned thread,
                       const struct simt_access *access);

/* Lanes of a warp make an access that is not strong. */
void simt_order_worked(struct simt_order_block *block, unsigned warp, uint32_t mask);

/* How often threads waited for what others had done, by strong accesses and fences, and had done
 * something themselves since the wait before: a sum over the threads of the block. */
uint64_t simt_order_waits(const struct simt_order_block *block);

/* The thread wants the result of its last atomic function. One whose result nobody wants reads
 * nothing: who does not ask what a counter was cannot know what others have announced by it. */
void simt_order_result(struct simt_order_block *block, unsigned thread);

/* Whether a thread has made a fence and then a strong write to the cell: it announces something. */
bool simt_order_is_flag(const struct simt_order_block *block, uintptr_t address);

/* Now, in the thread. */
struct simt_moment simt_order_now(const struct simt_order_block *block, unsigned thread);

/* The same for a plain access that is about to be made: a strong write before it does not announce
 * it. */
struct simt_moment simt_order_plain(struct simt_order_block *block, unsigned thread);

/* The clocks of that, for those lanes of the warp whose first thread it is; `clocks` has room for a
 * warp. */
void simt_order_plain_clocks(struct simt_order_block *block, unsigned first, uint32_t lanes,
                             uint32_t clocks[]);

/* Launches begun and grids passed so far: tells those with the same number apart. */
unsigned simt_order_launches(const struct simt_order_block *block);

enum simt_ordered {
    SIMT_UNORDERED,
    SIMT_ORDERED,
    /* Announced by a strong write that the thread has read, but a fence is missing: before the
     * announcement, */
    SIMT_UNFENCED_WRITER,
    /* or after it was read. */
    SIMT_UNFENCED_READER,
};

/* How the moment is ordered before what the thread does now. */
enum simt_ordered simt_order_check(const struct simt_order_block *block, unsigned thread,
                                   const struct simt_moment *moment);

#endif
