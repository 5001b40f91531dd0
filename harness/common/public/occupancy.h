/*
 * Occupancy: how many blocks of a kernel a multiprocessor holds at once. Of the kernel it takes
 * three numbers; of the GPU its compute capability.
 */
#ifndef GS_OCCUPANCY_H
#define GS_OCCUPANCY_H

#include <stddef.h>

enum { GS_WARP_THREADS = 32, GS_MOST_BLOCK_THREADS = 1024, GS_MOST_THREAD_REGISTERS = 255 };

/* What one multiprocessor has. */
struct gs_multiprocessor {
    const char *capability; /* "9.0" */
    const char *gpus;       /* some that are of it: "H100, H200" */
    unsigned threads, blocks, registers;
    size_t shared_bytes;
    size_t shared_reserved_bytes; /* that CUDA keeps of it for itself, for each block */
    size_t shared_unit_bytes;     /* a block gets a multiple of it */
};

/* What a launch asks for. */
struct gs_block_needs {
    unsigned threads;    /* a block */
    unsigned registers;  /* a thread */
    size_t shared_bytes; /* a block, static and dynamic together */
};

/* What runs out first. */
enum gs_occupancy_limit {
    GS_OCCUPANCY_BY_THREADS,
    GS_OCCUPANCY_BY_BLOCKS,
    GS_OCCUPANCY_BY_REGISTERS,
    GS_OCCUPANCY_BY_SHARED,
    GS_OCCUPANCY_LIMITS
};

struct gs_occupancy {
    unsigned blocks, warps;           /* resident at once; 0: no block fits */
    unsigned most_warps;              /* that a multiprocessor could hold */
    unsigned by[GS_OCCUPANCY_LIMITS]; /* blocks that fit if nothing else were short */
    enum gs_occupancy_limit limit;    /* the first one that allows no more than `blocks` */
};

/* All that are known, by capability; NULL behind the last. */
const struct gs_multiprocessor *gs_multiprocessor_at(size_t index);

/* By its capability ("9.0") or the name of a GPU ("h100"); NULL: it is not known. */
const struct gs_multiprocessor *gs_multiprocessor_find(const char *name);

/* Most shared memory that one block can have. */
size_t gs_multiprocessor_block_shared_bytes(const struct gs_multiprocessor *sm);

/* What one block takes of threads, registers and shared memory, as they are handed out. */
struct gs_block_needs gs_occupancy_takes(const struct gs_multiprocessor *sm,
                                         const struct gs_block_needs *needs);

struct gs_occupancy gs_occupancy_of(const struct gs_multiprocessor *sm,
                                    const struct gs_block_needs *needs);

#endif
