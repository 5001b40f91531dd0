/* Launches by kernels. A grid keeps those that its own kernel asks for. They run when the grid has
 * ended, one after the other, each with all that it launches in turn. CUDA allows this order: a
 * kernel cannot wait for a launch of its own, and a grid is complete only when all its launches
 * are, so that a later launch into the same stream finds what the earlier ones left. */
#ifndef SIMT_CHILDREN_H
#define SIMT_CHILDREN_H

#include "kernel.h"

#include <pthread.h>
#include <stdbool.h>

/* As CUDA has it: a launch may be so many launches away from the host's. */
enum { SIMT_MAX_LAUNCH_DEPTH = 24 };

struct simt_child {
    struct simt_kept_launch launch;
    unsigned depth; /* launches between the host's and it */
    struct simt_child *next;
};

struct simt_child_queue {
    struct simt_child *first, *last;
};

/* Those of one grid that are still to be made, in the order in which they were asked for. */
struct simt_children {
    pthread_mutex_t lock;
    struct simt_child_queue usual, tail; /* tail: into cudaStreamTailLaunch, behind the others */
};
#define SIMT_NO_CHILDREN                                                                           \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                          \
    }

/* A launch with a configuration that is allowed, by a grid at that depth. */
cudaError_t simt_children_add(struct simt_children *children,
                              const struct simt_launch_config *config, simt_block_fn run_block,
                              const void *closure, size_t closure_bytes, unsigned depth);

/* The next one, which the caller then owns; null: none is left. */
struct simt_child *simt_children_take(struct simt_children *children);
void simt_child_free(struct simt_child *child);

#endif
