/* Launches by kernels: each is made when the grid that asks for it is done, which is one of the
 * orders that CUDA allows, for a kernel cannot wait for another one. */
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

/* Those that are still to be made, in the order in which they were asked for. */
struct simt_children {
    pthread_mutex_t lock;
    struct simt_child *first, *last;
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
