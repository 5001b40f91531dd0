/* The memory pool of each device. Allocations come from the arena, and what is freed is free at
 * once, so a pool never holds memory back and its settings change nothing but themselves. */
#include "devices.h"
#include "error.h"
#include "memory.h"
#include "observer.h"
#include "stream.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct CUmemPoolHandle_st {
    pthread_mutex_t lock;
    int reuse[3]; /* whether memory is used again in the three ways that can be forbidden */
    uint64_t release_threshold;
};

static struct CUmemPoolHandle_st pools[SIMT_MOST_DEVICES] = {
    [0 ... SIMT_MOST_DEVICES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER, .reuse = {1, 1, 1}}};

static bool is_valid(cudaMemPool_t pool)
{
    return pool >= pools && pool < pools + simt_device_count();
}

static cudaError_t get_pool(cudaMemPool_t *pool, int device)
{
    if (!pool)
        return simt_return(cudaErrorInvalidValue);
    if (!simt_device_valid(device))
        return simt_return(cudaErrorInvalidDevice);
    *pool = &pools[device];
    return simt_return(cudaSuccess);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    return get_pool(pool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return get_pool(pool, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    return simt_return(!simt_device_valid(device) ? cudaErrorInvalidDevice
                       : (pool != &pools[device]) ? cudaErrorInvalidValue
                                                  : cudaSuccess);
}

static bool is_reuse(enum cudaMemPoolAttr attr)
{
    return attr >= cudaMemPoolReuseFollowEventDependencies &&
           attr <= cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    bool known = true;

    if (!is_valid(pool) || !value)
        return simt_return(cudaErrorInvalidValue);
    (void)pthread_mutex_lock(&pool->lock);
    if (is_reuse(attr))
        pool->reuse[attr - cudaMemPoolReuseFollowEventDependencies] = *(const int *)value;
    else if (attr == cudaMemPoolAttrReleaseThreshold)
        pool->release_threshold = *(const uint64_t *)value;
    else /* the high-water marks can be set to 0, which they are */
        known = (attr == cudaMemPoolAttrReservedMemHigh || attr == cudaMemPoolAttrUsedMemHigh) &&
                *(const uint64_t *)value == 0;
    (void)pthread_mutex_unlock(&pool->lock);
    return simt_return(known ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
    if (!is_valid(pool) || !value || attr < cudaMemPoolReuseFollowEventDependencies ||
        attr > cudaMemPoolAttrUsedMemHigh)
        return simt_return(cudaErrorInvalidValue);
    (void)pthread_mutex_lock(&pool->lock);
    if (is_reuse(attr))
        *(int *)value = pool->reuse[attr - cudaMemPoolReuseFollowEventDependencies];
    else
        *(uint64_t *)value = attr == cudaMemPoolAttrReleaseThreshold ? pool->release_threshold : 0;
    (void)pthread_mutex_unlock(&pool->lock);
    return simt_return(cudaSuccess);
}

static int device_of(cudaMemPool_t pool)
{
    return (int)(pool - pools);
}

static bool is_device(const struct cudaMemLocation *location)
{
    return location->type == cudaMemLocationTypeDevice && simt_device_valid(location->id);
}

/* To read alone is not enough here, as on GPUs of today. */
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *access,
                                 size_t count)
{
    if (!is_valid(pool) || (count && !access))
        return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        bool own = access[i].location.id == device_of(pool);

        if (!is_device(&access[i].location))
            return simt_return(cudaErrorInvalidDevice);
        if (access[i].flags != cudaMemAccessFlagsProtReadWrite &&
            (own || access[i].flags != cudaMemAccessFlagsProtNone))
            return simt_return(cudaErrorInvalidValue);
    }
    for (size_t i = 0; i < count; i++)
        simt_device_set_pool(access[i].location.id, device_of(pool),
                             access[i].flags == cudaMemAccessFlagsProtReadWrite);
    return simt_return(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    if (!is_valid(pool) || !flags || !location || !is_device(location))
        return simt_return(cudaErrorInvalidValue);
    *flags = simt_device_reaches(location->id, device_of(pool), true)
                 ? cudaMemAccessFlagsProtReadWrite
                 : cudaMemAccessFlagsProtNone;
    return simt_return(cudaSuccess);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep)
{
    (void)bytes_to_keep;
    return simt_return(is_valid(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    if (!is_valid(pool))
        return simt_return(cudaErrorInvalidValue);
    return simt_memory_allocate_in(ptr, size, device_of(pool), stream, SIMT_SITE);
}
