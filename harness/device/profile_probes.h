/*
 * Kernels that do one thing and nothing else, for a profile of a GPU. Each function returns the
 * cudaError_t of its launch; `stream` is a cudaStream_t. All memory is the device's; its content
 * means nothing afterwards, unless it says otherwise.
 */
#ifndef GS_PROFILE_PROBES_H
#define GS_PROFILE_PROBES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `grid` blocks whose threads do nothing. */
int gs_probe_blocks(unsigned grid, unsigned block, void *stream);

/*
 * Makes `count` (a power of two) cells of GS_CHASE_CELL bytes a ring that visits each of them once,
 * in no order that a cache could foresee: each holds the number of the next.
 */
enum { GS_CHASE_CELL = 128 };
int gs_probe_make_ring(void *memory, size_t count, void *stream);
/* One thread follows the ring `steps` times; each load waits for the one before. Only the L2 and
 * the memory serve it. The ring stays as it was. */
int gs_probe_chase(void *memory, unsigned steps, void *stream);
/* The same, and the L1 serves it once it has what the ring holds. */
int gs_probe_chase_near(void *memory, unsigned steps, void *stream);

enum gs_traffic { GS_TRAFFIC_READ, GS_TRAFFIC_WRITE, GS_TRAFFIC_MOVE, GS_TRAFFIC_UPDATE };

/*
 * Reads, writes, or both, `bytes` (a multiple of 64Ki) in `passes`, by `grid` blocks that take
 * turns over the array. A thread has `width` (4 or 16) times `depth` (1, 2 or 4) bytes under way.
 * `to`: of READ and UPDATE unused. L1 is left out.
 */
struct gs_traffic_probe {
    enum gs_traffic kind;
    void *to, *from;
    size_t bytes;
    unsigned grid, block, width, depth, passes;
};
int gs_probe_traffic(const struct gs_traffic_probe *probe, void *stream);

/* Each thread of `grid` blocks copies 4 bytes: a block ends, and the next takes its place. */
int gs_probe_copy_blocks(void *to, const void *from, unsigned grid, unsigned block, void *stream);

/* Loads from or stores into `words` (a power of two) words of 4 bytes, `passes` times, by `grid`
 * blocks of 256 that take turns over them. Lanes of a warp are GS_SCATTER_WORDS words apart, so
 * that each has a sector of its own; the words between are those of other warps. L1 is left out. */
enum { GS_SCATTER_WORDS = 32 };
int gs_probe_scatter(void *memory, int stores, size_t words, unsigned grid, unsigned passes,
                     void *stream);

/* What the threads of blocks of 256 do `rounds` times, GS_STEPS_A_ROUND in each. */
enum gs_step {
    GS_STEP_SHARED,             /* a load from shared memory, one wavefront a warp */
    GS_STEP_BARRIER,            /* __syncthreads() */
    GS_STEP_SHUFFLE,            /* a shuffle within the warp */
    GS_STEP_SHARED_CHAIN,       /* a load from shared memory that waits for the one before */
    GS_STEP_SHARED_ATOMIC_ONE,  /* an atomic addition to one address of shared memory */
    GS_STEP_SHARED_ATOMIC_MANY, /* an atomic addition to an address of the thread's own */
};
enum { GS_STEP_BLOCK = 256, GS_STEPS_A_ROUND = 32 };
int gs_probe_steps(enum gs_step step, unsigned grid, int rounds, void *sink, void *stream);

/* One atomic addition a thread to global memory: to one address, or to an address each. `cells` has
 * room for all. */
int gs_probe_atomics(void *cells, int is_float, int one_address, unsigned grid, unsigned block,
                     void *stream);

#ifdef __cplusplus
}
#endif

#endif
