/* What launches ask of a GPU, launch by launch, counted while the simulator runs a part of their
 * blocks: what a prediction of their time is made of (harness/predict). */
#ifndef SIMT_TRACE_H
#define SIMT_TRACE_H

#include "arithmetic.h"

#include <simt/runtime.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMT_TRACE_PLACES = 16, SIMT_TRACE_SITES = 64, SIMT_TRACE_NAME = 64 };

/* One allocation of global memory. Sectors are of 32 bytes; one that several requests touch counts
 * for each. */
struct simt_trace_place {
    uintptr_t base;
    uint64_t bytes;
    bool is_array; /* or a page of variables */
    uint64_t load_sectors, store_sectors;
    uintptr_t loaded_first, loaded_last; /* sectors, as address / 32; 0: nothing is loaded */
    uintptr_t stored_first, stored_last;
    uint64_t ideal_sectors; /* that the bytes of each request would fill, of both */
};

/* One place in the program that accesses memory, and what it asks for. */
struct simt_trace_site {
    const void *site;
    uint64_t sectors, wavefronts, atomics_turns; /* of global memory, and of shared memory */
};

/* One launch. All but the first nine members are sums over the blocks that ran. */
struct simt_traced_launch {
    char kernel[SIMT_TRACE_NAME];
    struct dim3 grid, block;
    uint64_t shared_bytes; /* of a block: static and dynamic */
    uint64_t blocks, ran;  /* of the grid, and those of them that ran */
    bool beside; /* in a graph, or in another stream than the first launch: it may run beside others
                  */

    uint64_t fills, fill_bytes; /* cudaMemset() and its like behind it, or ahead of the first launch
                                 */

    struct simt_trace_place places[SIMT_TRACE_PLACES];
    unsigned place_count;                           /* further ones are added to the last */
    struct simt_trace_site sites[SIMT_TRACE_SITES]; /* further ones are left out */
    unsigned site_count;
    uint64_t requests; /* by warps, to global memory */
    uint64_t watches;  /* of these, loads that are volatile or atomic: what others may change */
    /* Sectors of requests that touch more than twice as many as their bytes would fill, where most
     * of them lie alone in their lines of 128 bytes. */
    uint64_t scattered_loads, scattered_stores;
    uint64_t wavefronts;           /* of shared memory */
    uint64_t shared_requests;      /* to it */
    uint64_t shared_atomics_turns; /* as atomics_turns, in shared memory */
    uint64_t barriers;             /* of blocks */
    uint64_t shuffles;             /* and votes, of warps */
    /* Of threads, on global memory. Those on one address take turns: `atomics_turns` is the sum
     * over requests of the most lanes that hit one address; in `atomics_merged_turns`, requests of
     * which all lanes hit one address count as one turn, but for swaps of bits. */
    uint64_t atomics, atomics_turns, atomics_merged_turns;
    uint64_t integer_atomics, float_atomics; /* of them, those of which it is known; swaps of bits
                                                are among the first */
    uint64_t wide_atomics;                   /* and those on 8 bytes */
    uintptr_t atomics_first, atomics_last;   /* lowest and highest address of theirs */

    /* Of one warp of each of `followed` blocks. A phase: loads from global memory between which
     * nothing has to wait, so that they are under way together; it ends at a store, an atomic, a
     * barrier, a warp function, and where a load comes for the fifth time, as compilers unroll
     * loops by four. */
    uint64_t followed, phases;
    uint64_t near_phases; /* of these, those that load only what the block has loaded before */
    double phase_bytes, phase_squares; /* of a lane, and the sum of the squares of each phase's */
    uint64_t shared_phases; /* loads from shared memory behind each other, of the same warps */
    /* Of the followed blocks: sectors that they load, those that the block had not loaded before,
     * requests to all memory, and the most requests of one block. */
    uint64_t block_sectors, block_new_sectors, block_requests, most_block_requests;
    /* And those that a warp loads plainly behind a store of its own, where other blocks store. */
    uint64_t loads_of_others;
    /* Lanes of atomic functions in global memory of which data may decide who meets whom. */
    uint64_t atomics_by_data;

    struct simt_arithmetic arithmetic;
};

/* Told of each load by a lane from global memory; null: nobody. */
extern void (*simt_trace_on_load)(uintptr_t address);

/* Null: there is none. Not owned; valid until the next launch. */
const struct simt_traced_launch *simt_trace_get(size_t index);

#endif
