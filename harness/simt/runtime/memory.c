/* Allocation calls of the API. */
#include "memory.h"

#include "capture.h"
#include "error.h"
#include "observer.h"
#include "device_limits.h"
#include "devices.h"
#include "lockstep.h"
#include "queue.h"
#include "region.h"
#include "stream.h"
#include "worker.h"

#include <cuda_runtime_api.h>
#include <stdio.h>

int simt_memory_device(const struct simt_region *region, const void *address)
{
    struct simt_mapped mapped;

    if (region->kind == SIMT_REGION_SYMBOL) /* each device has its own there */
        return simt_device;
    return simt_region_is_reserved(region) && simt_memory_mapped(address, 0, &mapped)
               ? mapped.device
               : region->device;
}

/* The call that lets kernels of the device use what lies at the address of the region; null: they
 * can. */
static const char *missing_call(const struct simt_region *region, const void *address, int device)
{
    bool pooled = simt_region_is_pooled(region);
    struct simt_mapped mapped;

    if (simt_region_is_reserved(region))
        return simt_memory_mapped(address, device, &mapped) && mapped.is_closed ? "cuMemSetAccess"
                                                                                : NULL;
    if (region->kind != SIMT_REGION_DEVICE || simt_device_reaches(device, region->device, pooled))
        return NULL;
    return pooled ? "cudaMemPoolSetAccess" : "cudaDeviceEnablePeerAccess";
}

/* Of a kernel, whose device does not reach it. */
static const char *of_other_device(const struct simt_region *region, const void *address,
                                   char *text, size_t size)
{
    int device = simt_devices_running();
    const char *missing = missing_call(region, address, device);

    text[0] = '\0';
    if (missing)
        (void)snprintf(text, size, " of device %d, which device %d cannot use: %s() is missing",
                       simt_memory_device(region, address), device, missing);
    return text;
}

void simt_memory_describe(const void *address, char *text, size_t size)
{
    char other[96];
    struct simt_region region;
    uintptr_t to = (uintptr_t)address;

    text[0] = '\0';
    if (!simt_region_in_arena(address))
        return;
    if (!simt_region_near(address, SIMT_REGION_GUARD_BYTES, &region))
        (void)snprintf(text, size, ", in device memory that is not allocated (any more)");
    else if (to < region.base)
        (void)snprintf(text, size, ", %zu bytes before an allocation of %zu bytes",
                       (size_t)(region.base - to), region.size);
    else if (to - region.base >= region.size)
        (void)snprintf(text, size, ", %zu bytes past the end of an allocation of %zu bytes",
                       (size_t)(to - region.base - region.size), region.size);
    else
        (void)snprintf(text, size, ", in an allocation of %zu bytes%s", region.size,
                       of_other_device(&region, address, other, sizeof(other)));
}

/* Where a call of the API is made, and, if its name ends in Async, in which stream it has its turn.
 */
struct call {
    bool async;
    cudaStream_t stream;
    const void *site;
};

#define CALL ((struct call){false, NULL, SIMT_SITE})
#define ASYNC_CALL(stream) ((struct call){true, stream, SIMT_SITE})

/* Allocates into *ptr memory of the device, which need not be the one that is chosen; a size of 0
 * gives a null pointer, as in CUDA. */
static cudaError_t allocate_on(int device, void **ptr, size_t size, enum simt_region_kind kind,
                               unsigned flags, struct call call)
{
    const void *site = call.site;
    void *memory;

    if (!ptr)
        return simt_return_at(cudaErrorInvalidValue, site);
    if (!size) {
        *ptr = NULL;
        return cudaSuccess;
    }
    if (simt_sticky_error() != cudaSuccess)
        return simt_return_at(cudaSuccess, site);
    if (!call.async && simt_capture_check_unsafe() != cudaSuccess)
        return simt_return_at(cudaErrorStreamCaptureUnsupported, site);
    memory = simt_region_alloc(size, kind, flags, device);
    if (!memory)
        return simt_return_at(cudaErrorMemoryAllocation, site);
    simt_runtime_note_use();
    *ptr = memory;
    if (simt_observer)
        simt_observer->allocated(memory, size, kind, site);
    simt_tell(&(struct simt_operation){.kind = SIMT_OPERATION_ALLOCATE,
                                       .site = site,
                                       .dst = memory,
                                       .bytes = size,
                                       .where = kind,
                                       .stream = call.stream,
                                       .async = call.async});
    return cudaSuccess;
}

static cudaError_t allocate(void **ptr, size_t size, enum simt_region_kind kind, unsigned flags,
                            struct call call)
{
    return allocate_on(simt_device, ptr, size, kind, flags, call);
}

static void tell_free(const void *ptr, struct call call)
{
    struct simt_region region;

    if (simt_observer && simt_region_find(ptr, &region) && region.base == (uintptr_t)ptr)
        simt_tell(&(struct simt_operation){.kind = SIMT_OPERATION_FREE,
                                           .site = call.site,
                                           .dst = ptr,
                                           .bytes = region.size,
                                           .where = region.kind,
                                           .stream = call.stream,
                                           .async = call.async});
}

/* Memory that a launch of a graph has allocated; what none has is not the program's to free. */
static cudaError_t release_of_graph(void *ptr, struct call call)
{
    bool live = simt_graph_memory_is_live(ptr);

    if (live) {
        tell_free(ptr, call);
        simt_graph_memory_free(ptr, call.site);
    } else if (simt_observer) {
        simt_observer->bad_free(ptr, call.site);
    }
    return simt_return_at(live ? cudaSuccess : cudaErrorInvalidValue, call.site);
}

static cudaError_t release(void *ptr, enum simt_region_kind kind, enum simt_region_kind or_kind,
                           struct call call)
{
    const void *site = call.site;
    bool removed;

    if (call.async)
        simt_queue_wait_stream(call.stream);
    else
        simt_queue_wait_all();
    if (simt_sticky_error() != cudaSuccess || !ptr)
        return simt_return_at(cudaSuccess, site);
    if (!call.async && simt_capture_check_unsafe() != cudaSuccess)
        return simt_return_at(cudaErrorStreamCaptureUnsupported, site);
    if (kind == SIMT_REGION_DEVICE && simt_graph_owns_memory(ptr))
        return release_of_graph(ptr, call);
    tell_free(ptr, call);
    removed = !simt_memory_is_reserved(ptr) && simt_region_remove(ptr, kind, or_kind);
    if (simt_observer)
        (removed ? simt_observer->freed : simt_observer->bad_free)(ptr, site);
    return simt_return_at(removed ? cudaSuccess : cudaErrorInvalidValue, site);
}

cudaError_t simt_memory_allocate(void **memory, size_t bytes, const void *site)
{
    return allocate(memory, bytes, SIMT_REGION_DEVICE, 0, (struct call){false, NULL, site});
}

cudaError_t simt_memory_reserve(void **memory, size_t bytes, const void *site)
{
    return allocate(memory, bytes, SIMT_REGION_DEVICE, SIMT_REGION_RESERVED,
                    (struct call){false, NULL, site});
}

cudaError_t simt_memory_release(void *memory, const void *site)
{
    return release(memory, SIMT_REGION_DEVICE, SIMT_REGION_DEVICE,
                   (struct call){false, NULL, site});
}

cudaError_t cudaMalloc(void **dev_ptr, size_t size)
{
    /* A kernel's own store: it may not be to memory of the host's. */
    if (simt_on_device && dev_ptr)
        simt_lockstep_range(dev_ptr, sizeof(*dev_ptr), SIMT_ACCESS_WRITE, SIMT_SITE);
    return allocate(dev_ptr, size, SIMT_REGION_DEVICE, 0, CALL);
}

cudaError_t cudaFree(void *dev_ptr)
{
    return release(dev_ptr, SIMT_REGION_DEVICE, SIMT_REGION_MANAGED, CALL);
}

/* In a stream that is captured: a node of the graph. */
static cudaError_t capture_allocation(void **dev_ptr, size_t size, int device,
                                      struct simt_tail *tail, const void *site)
{
    struct simt_node_work work;
    cudaError_t error =
        dev_ptr ? simt_work_allocate(&work, size, device, site) : cudaErrorInvalidValue;

    if (error != cudaSuccess)
        return error;
    *dev_ptr = work.memory->address;
    return simt_capture_add(tail, &work, site);
}

static cudaError_t capture_release(void *dev_ptr, struct simt_tail *tail, const void *site)
{
    struct simt_node_work work;
    cudaError_t error = simt_work_release(&work, dev_ptr);

    return error == cudaSuccess ? simt_capture_add(tail, &work, site) : error;
}

cudaError_t simt_memory_allocate_in(void **memory, size_t bytes, int device, cudaStream_t stream,
                                    const void *site)
{
    struct simt_tail *tail;
    cudaError_t error;

    if (!simt_stream_valid(stream))
        return simt_return_at(cudaErrorInvalidResourceHandle, site);
    error = simt_capture_gate(stream, &tail);
    if (error == cudaSuccess && !tail)
        return allocate_on(device, memory, bytes, SIMT_REGION_DEVICE, SIMT_REGION_POOLED,
                           (struct call){true, stream, site});
    if (error == cudaSuccess)
        error = capture_allocation(memory, bytes, device, tail, site);
    return simt_return_at(error, site);
}

cudaError_t cudaMallocAsync(void **dev_ptr, size_t size, cudaStream_t stream)
{
    int device = simt_stream_valid(stream) ? simt_stream_device(stream) : simt_device;

    return simt_memory_allocate_in(dev_ptr, size, device, stream, SIMT_SITE);
}

cudaError_t cudaFreeAsync(void *dev_ptr, cudaStream_t stream)
{
    struct simt_tail *tail;
    cudaError_t error;

    if (!simt_stream_valid(stream))
        return simt_return(cudaErrorInvalidResourceHandle);
    error = simt_capture_gate(stream, &tail);
    if (error == cudaSuccess && tail)
        error = capture_release(dev_ptr, tail, SIMT_SITE);
    if (error != cudaSuccess || tail)
        return simt_return(error);
    return release(dev_ptr, SIMT_REGION_DEVICE, SIMT_REGION_MANAGED, ASYNC_CALL(stream));
}

static cudaError_t allocate_pitched(void **dev_ptr, size_t *pitch, size_t width, size_t height,
                                    const void *site)
{
    size_t row = (width + SIMT_PITCH_ALIGNMENT - 1) / SIMT_PITCH_ALIGNMENT * SIMT_PITCH_ALIGNMENT;
    size_t bytes;

    if (!pitch)
        return simt_return_at(cudaErrorInvalidValue, site);
    if (row < width || __builtin_mul_overflow(row, height, &bytes))
        return simt_return_at(cudaErrorMemoryAllocation, site);
    *pitch = row;
    return allocate(dev_ptr, bytes, SIMT_REGION_DEVICE, 0, (struct call){false, NULL, site});
}

cudaError_t cudaMallocPitch(void **dev_ptr, size_t *pitch, size_t width, size_t height)
{
    return allocate_pitched(dev_ptr, pitch, width, height, SIMT_SITE);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent)
{
    size_t rows;

    if (!pitched)
        return simt_return(cudaErrorInvalidValue);
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        return simt_return(cudaErrorMemoryAllocation);
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    return allocate_pitched(&pitched->ptr, &pitched->pitch, extent.width, rows, SIMT_SITE);
}

cudaError_t cudaMallocManaged(void **dev_ptr, size_t size, unsigned int flags)
{
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return simt_return(cudaErrorInvalidValue);
    return allocate(dev_ptr, size, SIMT_REGION_MANAGED, 0, CALL);
}

static cudaError_t allocate_pinned(void **ptr, size_t size, unsigned int flags, const void *site)
{
    unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;

    if (flags & ~known)
        return simt_return_at(cudaErrorInvalidValue, site);
    /* All pinned memory is mapped: host and device share their addresses. */
    return allocate(ptr, size, SIMT_REGION_PINNED, flags | cudaHostAllocMapped,
                    (struct call){false, NULL, site});
}

cudaError_t cudaMallocHost(void **ptr, size_t size)
{
    return allocate_pinned(ptr, size, cudaHostAllocDefault, SIMT_SITE);
}

cudaError_t cudaHostAlloc(void **ptr, size_t size, unsigned int flags)
{
    return allocate_pinned(ptr, size, flags, SIMT_SITE);
}

cudaError_t cudaFreeHost(void *ptr)
{
    return release(ptr, SIMT_REGION_PINNED, SIMT_REGION_PINNED, CALL);
}

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
{
    struct simt_region region;

    if (!ptr || !size || flags & ~0xfU)
        return simt_return(cudaErrorInvalidValue);
    if (simt_region_find(ptr, &region) && region.kind != SIMT_REGION_REGISTERED)
        return simt_return(cudaErrorInvalidValue);
    if (!simt_region_add(ptr, size, SIMT_REGION_REGISTERED, flags))
        return simt_return(cudaErrorHostMemoryAlreadyRegistered);
    if (simt_observer)
        simt_observer->allocated(ptr, size, SIMT_REGION_REGISTERED, SIMT_SITE);
    return simt_return(cudaSuccess);
}

cudaError_t cudaHostUnregister(void *ptr)
{
    struct simt_region region;

    simt_queue_wait_all();
    if (!ptr || (simt_region_find(ptr, &region) && region.base != (uintptr_t)ptr))
        return simt_return(cudaErrorInvalidValue);
    if (!simt_region_remove(ptr, SIMT_REGION_REGISTERED, SIMT_REGION_REGISTERED))
        return simt_return(cudaErrorHostMemoryNotRegistered);
    if (simt_observer)
        simt_observer->freed(ptr, SIMT_SITE);
    return simt_return(cudaSuccess);
}

static bool find_host(const void *ptr, struct simt_region *region)
{
    return simt_region_find(ptr, region) &&
           (region->kind == SIMT_REGION_PINNED || region->kind == SIMT_REGION_REGISTERED);
}

cudaError_t cudaHostGetDevicePointer(void **dev_ptr, void *host_ptr, unsigned int flags)
{
    struct simt_region region;

    if (!dev_ptr || flags || !find_host(host_ptr, &region))
        return simt_return(cudaErrorInvalidValue);
    *dev_ptr = host_ptr;
    return simt_return(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *ptr)
{
    struct simt_region region;

    if (!flags || !find_host(ptr, &region))
        return simt_return(cudaErrorInvalidValue);
    *flags = region.flags;
    return simt_return(cudaSuccess);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    size_t free_now, total;

    simt_region_totals(&free_now, &total);
    if (free_bytes)
        *free_bytes = free_now;
    if (total_bytes)
        *total_bytes = total;
    return simt_return(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *ptr)
{
    static const enum cudaMemoryType types[] = {
        [SIMT_REGION_DEVICE] = cudaMemoryTypeDevice,   [SIMT_REGION_SYMBOL] = cudaMemoryTypeDevice,
        [SIMT_REGION_MANAGED] = cudaMemoryTypeManaged, [SIMT_REGION_PINNED] = cudaMemoryTypeHost,
        [SIMT_REGION_REGISTERED] = cudaMemoryTypeHost,
    };
    struct simt_region region;

    if (!attributes)
        return simt_return(cudaErrorInvalidValue);
    *attributes = (struct cudaPointerAttributes){.type = cudaMemoryTypeUnregistered,
                                                 .device = cudaInvalidDeviceId,
                                                 .hostPointer = (void *)(uintptr_t)ptr};
    if (simt_region_find(ptr, &region)) {
        attributes->type = types[region.kind];
        attributes->device = simt_memory_device(&region, ptr);
        attributes->devicePointer = (void *)(uintptr_t)ptr;
        if (attributes->type == cudaMemoryTypeDevice)
            attributes->hostPointer = NULL;
    }
    return simt_return(cudaSuccess);
}

static bool managed_range(const void *ptr, size_t count)
{
    struct simt_region region;

    return count && simt_region_find(ptr, &region) && region.kind == SIMT_REGION_MANAGED &&
           count <= region.base + region.size - (uintptr_t)ptr;
}

static bool known_location(struct cudaMemLocation location)
{
    if (location.type == cudaMemLocationTypeDevice)
        return simt_device_valid(location.id);
    return location.type == cudaMemLocationTypeHost ||
           location.type == cudaMemLocationTypeHostNuma ||
           location.type == cudaMemLocationTypeHostNumaCurrent;
}

cudaError_t cudaMemPrefetchAsync(const void *ptr, size_t count, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream)
{
    if (!simt_stream_valid(stream))
        return simt_return(cudaErrorInvalidResourceHandle);
    if (flags || !managed_range(ptr, count))
        return simt_return(cudaErrorInvalidValue);
    return simt_return(known_location(location) ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaMemAdvise(const void *ptr, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location)
{
    bool places = advice == cudaMemAdviseSetPreferredLocation ||
                  advice == cudaMemAdviseSetAccessedBy || advice == cudaMemAdviseUnsetAccessedBy;

    if (!managed_range(ptr, count) || advice < cudaMemAdviseSetReadMostly ||
        advice > cudaMemAdviseUnsetAccessedBy)
        return simt_return(cudaErrorInvalidValue);
    return simt_return(places && !known_location(location) ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t length,
                                     unsigned int flags)
{
    struct simt_region region;

    if (!simt_stream_valid(stream))
        return simt_return(cudaErrorInvalidResourceHandle);
    if (!simt_region_find(ptr, &region) || region.kind != SIMT_REGION_MANAGED ||
        (length && length != region.size) || !flags || flags & (flags - 1) ||
        flags > cudaMemAttachSingle)
        return simt_return(cudaErrorInvalidValue);
    return simt_return(cudaSuccess);
}
