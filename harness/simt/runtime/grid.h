/* A grid while it runs; lives on the stack of simt_launch(). */
#ifndef SIMT_GRID_H
#define SIMT_GRID_H

#include <simt/runtime.h>
#include <stdatomic.h>

struct simt_children;
struct simt_cooperation;
struct simt_pause;

struct simt_grid {
    const struct simt_launch_config *config;
    simt_block_fn run_block;
    void *closure;
    size_t closure_bytes;
    int device; /* that it runs on */
    uint64_t n_blocks;
    uint64_t chunk;                       /* blocks an OS thread takes at a time */
    _Atomic uint64_t next;                /* first block nobody has taken */
    uint64_t stop;                        /* this pass runs blocks below */
    _Atomic int failed;                   /* set once; stops the grid */
    cudaError_t error;                    /* of the first fault, */
    char message[512];                    /* complete, with a newline; */
    const char *why;                      /* its end, which says what happened */
    struct simt_cooperation *cooperation; /* of a cooperative launch; else null */
    struct simt_pause *pause;             /* while it may wait for others; else null */
    struct simt_children *children;       /* where its kernels' launches go */
    unsigned depth;                       /* launches between the host's and this one */
};

/* Runs blocks of the grid on this OS thread until none is left that nobody has taken. */
void simt_launch_share(struct simt_grid *grid);

#endif
