#include "kernel.h"

#include "error.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

__thread struct simt_kept_launch *simt_launch_keeper;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct simt_kernel *first_kernel;

static struct simt_kernel *find(const void *function)
{
    struct simt_kernel *at = first_kernel;

    while (at && at->function != function)
        at = at->next;
    return at;
}

void simt_kernel_note(const struct simt_kernel *kernel)
{
    struct simt_kernel *copy;

    (void)pthread_mutex_lock(&lock);
    copy = find(kernel->function) ? NULL : malloc(sizeof(*copy));
    if (copy) {
        *copy = *kernel;
        copy->next = first_kernel;
        first_kernel = copy;
    }
    (void)pthread_mutex_unlock(&lock);
}

const struct simt_kernel *simt_kernel_find(const void *function)
{
    const struct simt_kernel *found;

    (void)pthread_mutex_lock(&lock);
    found = find(function);
    (void)pthread_mutex_unlock(&lock);
    return found;
}

cudaError_t simt_kernel_launch(const void *function, struct simt_launch_config *config,
                               void **arguments)
{
    const struct simt_kernel *kernel = simt_kernel_find(function);

    if (!kernel)
        return simt_return(cudaErrorInvalidDeviceFunction);
    config->function = function;
    config->lockstep = kernel->lockstep;
    return kernel->launch(config, function, arguments);
}

cudaError_t simt_kept_launch_make(struct simt_kept_launch *kept,
                                  const struct simt_launch_config *config, simt_block_fn run_block,
                                  const void *closure, size_t closure_bytes)
{
    /* No type's alignment is larger than this one where a launch has its arguments. */
    size_t alignment = 64, bytes = (closure_bytes + alignment - 1) / alignment * alignment;

    *kept = (struct simt_kept_launch){*config, run_block, aligned_alloc(alignment, bytes),
                                      closure_bytes};
    if (!kept->closure)
        return cudaErrorMemoryAllocation;
    /* As on a GPU, arguments are bytes. */
    memcpy(kept->closure, closure, closure_bytes);
    return cudaSuccess;
}

cudaError_t simt_kernel_keep(const struct simt_kernel *kernel,
                             const struct simt_launch_config *config, void **arguments,
                             struct simt_kept_launch *kept)
{
    cudaError_t error;

    simt_launch_keeper = kept;
    error = kernel->launch(config, kernel->function, arguments);
    simt_launch_keeper = NULL;
    return error;
}
