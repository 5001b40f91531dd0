#define _GNU_SOURCE /* explicit_bzero */
#include "children.h"

#include <stdlib.h>
#include <string.h>

static void append(struct simt_child_queue *queue, struct simt_child *child)
{
    if (queue->last)
        queue->last->next = child;
    else
        queue->first = child;
    queue->last = child;
}

cudaError_t simt_children_add(struct simt_children *children,
                              const struct simt_launch_config *config, simt_block_fn run_block,
                              const void *closure, size_t closure_bytes, unsigned depth)
{
    bool is_tail = config->stream == cudaStreamTailLaunch;
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
    append(is_tail ? &children->tail : &children->usual, child);
    (void)pthread_mutex_unlock(&children->lock);
    return cudaSuccess;
}

struct simt_child *simt_children_take(struct simt_children *children)
{
    struct simt_child_queue *queue = children->usual.first ? &children->usual : &children->tail;
    struct simt_child *child = queue->first;

    if (child)
        queue->first = child->next;
    if (!queue->first)
        queue->last = NULL;
    return child;
}

/* Its arguments are values of the device's, which the host could find in memory that it is given.
 */
void simt_child_free(struct simt_child *child)
{
    explicit_bzero(child->launch.closure, child->launch.closure_bytes);
    free(child->launch.closure);
    free(child);
}
