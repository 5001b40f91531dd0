/* Attributes of kernels and occupancy. Kernels have no registers here, so occupancy follows from
 * block size and dynamic shared memory alone. */
#include "function.h"

#include "error.h"
#include "device_limits.h"
#include "occupancy.h"
#include "simt/environment.h"
#include "simt/runtime.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { registers_per_thread = 32 }; /* as many as let a multiprocessor be full of threads */

/* Kernels whose limit of dynamic shared memory has been set; few, so a list. */
static struct limit {
    const void *function;
    size_t bytes;
} * limits;
static size_t n_limits;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Kernels with __launch_bounds__; complete before main() begins. */
static const struct simt_launch_bounds *bounded;

void simt_note_launch_bounds(struct simt_launch_bounds *bounds)
{
    bounds->next = bounded;
    bounded = bounds;
}

unsigned simt_function_block_limit(const void *function)
{
    for (const struct simt_launch_bounds *b = bounded; b; b = b->next)
        if (b->function == function && b->threads < SIMT_MAX_BLOCK)
            return b->threads;
    return SIMT_MAX_BLOCK;
}

size_t simt_function_dynamic_limit(const void *function)
{
    size_t bytes = SIMT_SHARED_BYTES;

    (void)pthread_mutex_lock(&lock);
    for (size_t i = 0; i < n_limits; i++)
        if (function ? limits[i].function == function : limits[i].bytes > bytes)
            bytes = limits[i].bytes;
    (void)pthread_mutex_unlock(&lock);
    return bytes;
}

static bool set_dynamic_limit(const void *function, size_t bytes)
{
    struct limit *more;
    size_t i = 0;

    (void)pthread_mutex_lock(&lock);
    while (i < n_limits && limits[i].function != function)
        i++;
    if (i == n_limits) {
        more = realloc(limits, (n_limits + 1) * sizeof(*more));
        if (more) {
            limits = more;
            limits[n_limits++].function = function;
        }
    }
    if (i < n_limits)
        limits[i].bytes = bytes;
    (void)pthread_mutex_unlock(&lock);
    return i < n_limits;
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *func)
{
    if (!attributes)
        return simt_return(cudaErrorInvalidValue);
    if (!func)
        return simt_return(cudaErrorInvalidDeviceFunction);
    *attributes = (struct cudaFuncAttributes){
        .maxThreadsPerBlock = (int)simt_function_block_limit(func),
        .numRegs = registers_per_thread,
        .ptxVersion = 90,
        .binaryVersion = 90,
        .maxDynamicSharedSizeBytes = (int)simt_function_dynamic_limit(func),
        .preferredShmemCarveout = cudaSharedmemCarveoutDefault,
    };
    return simt_return(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value)
{
    size_t bytes = (size_t)value;

    if (!func)
        return simt_return(cudaErrorInvalidDeviceFunction);
    if (attr == cudaFuncAttributePreferredSharedMemoryCarveout)
        return simt_return(value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue);
    if (attr != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        bytes > gs_multiprocessor_block_shared_bytes(simt_environment()->limits))
        return simt_return(cudaErrorInvalidValue);
    return simt_return(set_dynamic_limit(func, bytes) ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFuncSetCacheConfig(const void *func, enum cudaFuncCache config)
{
    (void)config;
    return simt_return(func ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config)
{
    (void)config;
    return simt_return(func ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

/* Blocks that fit a multiprocessor at once; 0 if not one does. */
static int resident_blocks(const void *func, int block_size, size_t dynamic_bytes)
{
    const struct gs_block_needs needs = {.threads = (unsigned)block_size,
                                         .registers = registers_per_thread,
                                         .shared_bytes = dynamic_bytes};

    /* As a GPU, which does not ask for __launch_bounds__ here. */
    if (dynamic_bytes > simt_function_dynamic_limit(func))
        return 0;
    return (int)gs_occupancy_of(simt_environment()->limits, &needs).blocks;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *num_blocks, const void *func,
                                                          int block_size, size_t dynamic_bytes)
{
    if (!num_blocks || block_size <= 0)
        return simt_return(cudaErrorInvalidValue);
    if (!func)
        return simt_return(cudaErrorInvalidDeviceFunction);
    *num_blocks = resident_blocks(func, block_size, dynamic_bytes);
    return simt_return(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *num_blocks,
                                                                   const void *func, int block_size,
                                                                   size_t dynamic_bytes,
                                                                   unsigned int flags)
{
    if (flags & ~(unsigned)cudaOccupancyDisableCachingOverride)
        return simt_return(cudaErrorInvalidValue);
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(num_blocks, func, block_size,
                                                         dynamic_bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamic_bytes, const void *func,
                                                      int num_blocks, int block_size)
{
    const struct gs_multiprocessor *device = simt_environment()->limits;
    size_t limit = simt_function_dynamic_limit(func);
    size_t share;

    if (!dynamic_bytes || num_blocks <= 0 || block_size <= 0 ||
        num_blocks > resident_blocks(func, block_size, 0))
        return simt_return(cudaErrorInvalidValue);
    if (!func)
        return simt_return(cudaErrorInvalidDeviceFunction);
    share = device->shared_bytes / (size_t)num_blocks - device->shared_reserved_bytes;
    *dynamic_bytes = share < limit ? share : limit;
    return simt_return(cudaSuccess);
}
