/* Addresses that are reserved, and memory that is mapped to them. A reservation is an allocation of
 * its whole size. What a handle holds lies there as long as it is mapped, and is kept aside between
 * two mappings; so it lies at one place at a time. */
#include "driver.h"
#include "handle.h"
#include "memory.h"
#include "observer.h"
#include "queue.h"
#include "wall.h"

#include <pthread.h>
#include <simt/driver_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { granularity = 2 * 1024 * 1024 }; /* as on today's GPUs */

struct backing {
    struct simt_handle handle; /* first */
    CUmemAllocationProp properties;
    size_t bytes;
    char *mapped; /* null: it is not */
    char *kept;   /* what it held when it was mapped last; null: nothing */
    bool released;
    struct backing *next;
};

struct reservation {
    char *base;
    size_t bytes;
    struct reservation *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct simt_handles handles;
static struct backing *backings;
static struct reservation *reservations;

static char *address_of(CUdeviceptr pointer)
{
    return (char *)(uintptr_t)pointer; // NOLINT(performance-no-int-to-ptr)
}

/* Whether [at, at + bytes) lies in [base, base + size). */
static bool lies_in(const char *at, size_t bytes, const char *base, size_t size)
{
    uintptr_t offset = (uintptr_t)at - (uintptr_t)base;

    return offset <= size && bytes <= size - offset;
}

static CUresult check_size(size_t bytes)
{
    CUresult result = simt_driver_check();

    if (result != CUDA_SUCCESS)
        return result;
    return bytes && bytes % granularity == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Memory is the one device's, and no other process can have it. */
static CUresult check_properties(const CUmemAllocationProp *properties)
{
    if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE || properties->location.id != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    return properties->requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE ? CUDA_SUCCESS
                                                                       : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags which)
{
    CUresult result = simt_driver_check();

    (void)which;
    if (result == CUDA_SUCCESS)
        result = bytes ? check_properties(properties) : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *bytes = granularity;
    return result;
}

/* ---- addresses ---- */

static cudaError_t reserve(char **base, size_t bytes, const void *site)
{
    struct reservation *made = calloc(1, sizeof(*made));
    void *memory = NULL;
    cudaError_t error =
        made ? simt_memory_allocate(&memory, bytes, site) : cudaErrorMemoryAllocation;

    if (error != cudaSuccess) {
        free(made);
        return error;
    }
    made->base = memory;
    made->bytes = bytes;
    (void)pthread_mutex_lock(&lock);
    made->next = reservations;
    reservations = made;
    (void)pthread_mutex_unlock(&lock);
    *base = made->base;
    return cudaSuccess;
}

/* The address and the alignment that a program wishes for are wishes. */
CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags)
{
    CUresult result = check_size(bytes);
    char *base = NULL;

    (void)alignment, (void)wanted;
    if (result == CUDA_SUCCESS && (!pointer || flags))
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        result = simt_driver_enter();
    if (result == CUDA_SUCCESS)
        result = simt_driver_leave(reserve(&base, bytes, SIMT_SITE));
    if (result == CUDA_SUCCESS)
        *pointer = (uintptr_t)base;
    return result;
}

static bool is_mapped_in(const char *base, size_t bytes)
{
    for (const struct backing *at = backings; at; at = at->next)
        if (at->mapped && lies_in(at->mapped, 1, base, bytes))
            return true;
    return false;
}

/* Takes the reservation out; null: there is none, or something is mapped in it. */
static struct reservation *take_reservation(const char *base, size_t bytes)
{
    struct reservation **at = &reservations, *found = NULL;

    (void)pthread_mutex_lock(&lock);
    while (*at && (*at)->base != base)
        at = &(*at)->next;
    if (*at && (*at)->bytes == bytes && !is_mapped_in(base, bytes)) {
        found = *at;
        *at = found->next;
    }
    (void)pthread_mutex_unlock(&lock);
    return found;
}

CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes)
{
    CUresult result = simt_driver_check();
    struct reservation *found;

    if (result != CUDA_SUCCESS)
        return result;
    found = take_reservation(address_of(pointer), bytes);
    if (!found)
        return CUDA_ERROR_INVALID_VALUE;
    free(found);
    result = simt_driver_enter();
    return result == CUDA_SUCCESS
               ? simt_driver_leave(simt_memory_release(address_of(pointer), SIMT_SITE))
               : result;
}

bool simt_memory_is_reserved(const void *base)
{
    const struct reservation *at;

    (void)pthread_mutex_lock(&lock);
    for (at = reservations; at && at->base != base;)
        at = at->next;
    (void)pthread_mutex_unlock(&lock);
    return at != NULL;
}

/* ---- memory ---- */

static struct backing *backing_of(CUmemGenericAllocationHandle handle)
{
    struct backing *backing = (struct backing *)address_of(handle);

    return backing && simt_handle_valid(&handles, backing) ? backing : NULL;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                     const CUmemAllocationProp *properties, unsigned long long flags)
{
    CUresult result = check_size(bytes);
    struct backing *made;

    if (result == CUDA_SUCCESS)
        result = handle && !flags ? check_properties(properties) : CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return result;
    made = calloc(1, sizeof(*made));
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->properties = *properties;
    made->properties.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_NONE;
    made->bytes = bytes;
    (void)pthread_mutex_lock(&lock);
    made->next = backings;
    backings = made;
    (void)pthread_mutex_unlock(&lock);
    simt_handle_add(&handles, &made->handle);
    *handle = (uintptr_t)made;
    return CUDA_SUCCESS;
}

/* With the lock: frees it if nothing uses it any more. */
static void drop(struct backing *backing)
{
    struct backing **at = &backings;

    if (!backing->released || backing->mapped)
        return;
    while (*at != backing)
        at = &(*at)->next;
    *at = backing->next;
    free(backing->kept);
    free(backing);
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CUresult result = simt_driver_check();
    struct backing *backing;

    if (result != CUDA_SUCCESS)
        return result;
    backing = backing_of(handle);
    if (!backing || !simt_handle_remove(&handles, backing))
        return CUDA_ERROR_INVALID_VALUE;
    (void)pthread_mutex_lock(&lock);
    backing->released = true;
    drop(backing);
    (void)pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                                CUmemGenericAllocationHandle handle)
{
    struct backing *backing = backing_of(handle);

    if (!properties || !backing)
        return CUDA_ERROR_INVALID_VALUE;
    *properties = backing->properties;
    return CUDA_SUCCESS;
}

/* ---- mapping ---- */

static bool is_reserved(const char *base, size_t bytes)
{
    for (const struct reservation *at = reservations; at; at = at->next)
        if (lies_in(base, bytes, at->base, at->bytes))
            return true;
    return false;
}

/* With the lock. */
static CUresult map(char *base, size_t bytes, struct backing *backing)
{
    if (!is_reserved(base, bytes) || bytes != backing->bytes)
        return CUDA_ERROR_INVALID_VALUE;
    for (const struct backing *at = backings; at; at = at->next)
        if (at->mapped &&
            (lies_in(at->mapped, 1, base, bytes) || lies_in(base, 1, at->mapped, at->bytes)))
            return at == backing ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
    if (backing->mapped) {
        (void)fputs("simt: cuMemMap(): the simulator maps memory to one place at a time\n", stderr);
        return CUDA_ERROR_NOT_SUPPORTED;
    }
    backing->mapped = base;
    if (!backing->kept)
        return CUDA_SUCCESS;
    simt_wall_open_for(base, NULL);
    memcpy(base, backing->kept, bytes);
    if (simt_observer)
        simt_observer->filled(base, bytes);
    simt_wall_close_for(base, NULL);
    free(backing->kept);
    backing->kept = NULL;
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    CUresult result = check_size(bytes);
    struct backing *backing;

    if (result != CUDA_SUCCESS)
        return result;
    backing = backing_of(handle);
    if (!backing || offset || flags)
        return CUDA_ERROR_INVALID_VALUE;
    (void)pthread_mutex_lock(&lock);
    result = map(address_of(pointer), bytes, backing);
    (void)pthread_mutex_unlock(&lock);
    return result;
}

/* With the lock: what is mapped within the range, in bytes; more than those: a part of something is
 * outside. */
static size_t mapped_bytes(const char *base, size_t bytes)
{
    size_t sum = 0;

    for (const struct backing *at = backings; at; at = at->next)
        if (at->mapped && lies_in(at->mapped, 1, base, bytes))
            sum += lies_in(at->mapped, at->bytes, base, bytes) ? at->bytes : bytes + 1;
    return sum;
}

/* With the lock. What another mapping is to find is kept. */
static CUresult unmap(struct backing *backing)
{
    if (!backing->released) {
        backing->kept = malloc(backing->bytes);
        if (!backing->kept)
            return CUDA_ERROR_OUT_OF_MEMORY;
        simt_wall_open_for(backing->mapped, NULL);
        memcpy(backing->kept, backing->mapped, backing->bytes);
        simt_wall_close_for(backing->mapped, NULL);
    }
    backing->mapped = NULL;
    drop(backing);
    return CUDA_SUCCESS;
}

/* What was mapped is gone, as all memory of the device is; the handles stay the program's. */
void simt_memory_forget_reserved(void)
{
    (void)pthread_mutex_lock(&lock);
    for (struct backing *at = backings, *next; at; at = next) {
        next = at->next;
        at->mapped = NULL;
        drop(at);
    }
    while (reservations) {
        struct reservation *first = reservations;

        reservations = first->next;
        free(first);
    }
    (void)pthread_mutex_unlock(&lock);
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes)
{
    CUresult result = check_size(bytes);
    char *base = address_of(pointer);

    if (result != CUDA_SUCCESS)
        return result;
    simt_queue_wait_all();
    (void)pthread_mutex_lock(&lock);
    if (mapped_bytes(base, bytes) != bytes)
        result = CUDA_ERROR_INVALID_VALUE;
    for (struct backing *at = backings, *next; at && result == CUDA_SUCCESS; at = next) {
        next = at->next;
        if (at->mapped && lies_in(at->mapped, 1, base, bytes))
            result = unmap(at);
    }
    (void)pthread_mutex_unlock(&lock);
    return result;
}

CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *access,
                        size_t count)
{
    CUresult result = check_size(bytes);

    if (result == CUDA_SUCCESS && (!access || !count))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; result == CUDA_SUCCESS && i < count; i++)
        if (access[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE || access[i].location.id != 0)
            return CUDA_ERROR_INVALID_DEVICE;
    if (result != CUDA_SUCCESS)
        return result;
    (void)pthread_mutex_lock(&lock);
    if (mapped_bytes(address_of(pointer), bytes) != bytes)
        result = CUDA_ERROR_INVALID_VALUE;
    (void)pthread_mutex_unlock(&lock);
    return result;
}

CUresult cuMemExportToShareableHandle(void *shared, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags)
{
    (void)type, (void)flags;
    return shared && backing_of(handle) ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shared,
                                        CUmemAllocationHandleType type)
{
    (void)shared, (void)type;
    return handle ? CUDA_ERROR_NOT_SUPPORTED : CUDA_ERROR_INVALID_VALUE;
}
