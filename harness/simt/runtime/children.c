#include "children.h"

#include <stdlib.h>

cudaError_t simt_children_add(struct simt_children *children,
                              const struct simt_launch_config *config, simt_block_fn run_block,
                              const void *closure, size_t closure_bytes, unsigned depth)
{
    struct simt_child *child;
    cudaError_t error;

    if (depth >= SIMT_MAX_LAUNCH_DEPTH)
        return cudaErrorLaunchMaxDepthExceeded;
    child = calloc(1, sizeof(*child));
    if (!child)
        return cudaErrorMemoryAllocation;
    error = simt_kept_launch_make(&child->launch, config, run_block, closure, closure_bytes);
    if (error != cudaSuccess) {
        free(child);
        return error;
    }
    child->launch.config.stream = NULL; /* the kernel may have destroyed it by then */
    child->depth = depth + 1;
    (void)pthread_mutex_lock(&children->lock);
    if (children->last)
        children->last->next = child;
    else
        children->first = child;
    children->last = child;
    (void)pthread_mutex_unlock(&children->lock);
    return cudaSuccess;
}

struct simt_child *simt_children_take(struct simt_children *children)
{
    struct simt_child *child = children->first;

    if (child)
        children->first = child->next;
    if (!children->first)
        children->last = NULL;
    return child;
}

void simt_child_free(struct simt_child *child)
{
    free(child->launch.closure);
    free(child);
}
