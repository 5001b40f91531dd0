/* Settings of the device that are remembered but have no effect on a simulator, and its reset. */
#include "capture.h"
#include "devices.h"
#include "error.h"
#include "graph.h"
#include "observer.h"
#include "queue.h"
#include "region.h"
#include "stream.h"
#include "variable.h"

#include <cuda_runtime_api.h>
#include <simt/driver_api.h>
#include <stdatomic.h>

enum { n_limits = cudaLimitPersistingL2CacheSize + 1 };

static _Atomic size_t limits[n_limits] = {
    [cudaLimitStackSize] = 1024,           [cudaLimitPrintfFifoSize] = (8 << 20) + (256 << 10),
    [cudaLimitMallocHeapSize] = 8 << 20,   [cudaLimitDevRuntimePendingLaunchCount] = 2048,
    [cudaLimitMaxL2FetchGranularity] = 64,
};
static _Atomic unsigned device_flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
static _Atomic int cache_config = cudaFuncCachePreferNone;

cudaError_t cudaDeviceSynchronize(void)
{
    cudaError_t error = simt_capture_check_device();

    if (error != cudaSuccess)
        return simt_return(error);
    simt_tell(&(struct simt_operation){
        .kind = SIMT_OPERATION_WAIT_DEVICE, .site = SIMT_SITE, .device = simt_device});
    simt_queue_wait_device(simt_device);
    return simt_return(cudaSuccess);
}

static cudaError_t reset(int device, const void *site)
{
    if (simt_observer)
        simt_observer->device_reset(device, site);
    simt_queue_wait_all();
    simt_region_reset(device);
    simt_variables_reset(device);
    simt_graph_memory_reset(device);
    simt_conditions_reset(device);
    simt_streams_reset(device);
    simt_events_reset(device);
    simt_device_forget_peers(device);
    simt_runtime_forget_use(device);
    simt_reset_errors();
    return cudaSuccess;
}

cudaError_t cudaDeviceReset(void)
{
    return reset(simt_device, SIMT_SITE);
}

cudaError_t simt_driver_reset(CUdevice device)
{
    return simt_device_valid(device) ? reset(device, SIMT_SITE) : cudaErrorInvalidDevice;
}

static cudaError_t check_limit(enum cudaLimit limit)
{
    if ((unsigned)limit >= n_limits)
        return cudaErrorInvalidValue;
    return limit == cudaLimitDevRuntimeSyncDepth ? cudaErrorUnsupportedLimit : cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    if (check_limit(limit) != cudaSuccess)
        return simt_return(check_limit(limit));
    atomic_store(&limits[limit], value);
    return simt_return(cudaSuccess);
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    if (!value)
        return simt_return(cudaErrorInvalidValue);
    if (check_limit(limit) != cudaSuccess)
        return simt_return(check_limit(limit));
    *value = atomic_load(&limits[limit]);
    return simt_return(cudaSuccess);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    if (flags & ~(unsigned)cudaDeviceMask)
        return simt_return(cudaErrorInvalidValue);
    atomic_store(&device_flags, flags | cudaDeviceMapHost);
    return simt_return(cudaSuccess);
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    if (!flags)
        return simt_return(cudaErrorInvalidValue);
    *flags = atomic_load(&device_flags);
    return simt_return(cudaSuccess);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
    atomic_store(&cache_config, (int)config);
    return simt_return(cudaSuccess);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
    if (!config)
        return simt_return(cudaErrorInvalidValue);
    *config = (enum cudaFuncCache)atomic_load(&cache_config);
    return simt_return(cudaSuccess);
}

/* Banks are four bytes wide since compute capability 5.0, whatever one asks for. */
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
    (void)config;
    return simt_return(cudaSuccess);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
    if (!config)
        return simt_return(cudaErrorInvalidValue);
    *config = cudaSharedMemBankSizeFourByte;
    return simt_return(cudaSuccess);
}
