/* Addresses that are reserved, and memory of any device that is mapped to them. A reservation is an
 * allocation of its whole size. What a handle holds lies there as long as it is mapped, and is kept
 * aside between two mappings; so it lies at one place at a time. Nothing of this belongs to a
 * context. */
#include "devices.h"
#include "driver.h"
#include "handle.h"
#include "memory.h"
#include "observer.h"
#include "own_memory.h"
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
    CUmemAccess_flags access[SIMT_MOST_DEVICES]; /* each device's, while it is mapped */
    bool released;
    struct backing *next;
};

struct reservation {
    char *base;
    size_t bytes;
    struct reservation *next;
};

/* Nobody who has it takes another lock: launches ask what is mapped, and have theirs. */
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
    CUresult result = simt_driver_check_begun();

    if (result != CUDA_SUCCESS)
        return result;
    return bytes && bytes % granularity == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static bool is_device(const CUmemLocation *location)
{
    return location->type == CU_MEM_LOCATION_TYPE_DEVICE && simt_device_valid(location->id);
}

/* No other process can have such memory. */
static CUresult check_properties(const CUmemAllocationProp *properties)
{
    if (!properties || properties->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_device(&properties->location))
        return CUDA_ERROR_INVALID_DEVICE;
    return properties->requestedHandleTypes == CU_MEM_HANDLE_TYPE_NONE ? CUDA_SUCCESS
                                                                       : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *properties,
                                       CUmemAllocationGranularity_flags which)
{
    CUresult result = simt_driver_check_begun();

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
        made ? simt_memory_reserve(&memory, bytes, site) : cudaErrorMemoryAllocation;

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
        result = simt_driver_enter_device();
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
    CUresult result = simt_driver_check_begun();
    struct reservation *found;

    if (result != CUDA_SUCCESS)
        return result;
    found = take_reservation(address_of(pointer), bytes);
    if (!found)
        return CUDA_ERROR_INVALID_VALUE;
    free(found);
    result = simt_driver_enter_device();
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
    simt_hidden_delete(backing->kept, backing->bytes);
    free(backing);
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CUresult result = simt_driver_check_begun();
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

/* With the lock, and the wall open. */
static CUresult map(char *base, size_t bytes, struct backing *backing, bool *filled)
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
    *filled = backing->kept != NULL;
    if (backing->kept) {
        simt_hidden_set_open(backing->kept, bytes, true);
        memcpy(base, backing->kept, bytes);
    }
    simt_hidden_delete(backing->kept, bytes);
    backing->kept = NULL;
    return CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    CUresult result = check_size(bytes);
    char *base = address_of(pointer);
    struct backing *backing;
    bool filled = false;

    if (result != CUDA_SUCCESS)
        return result;
    backing = backing_of(handle);
    if (!backing || offset || flags)
        return CUDA_ERROR_INVALID_VALUE;
    simt_wall_open_for(base, NULL);
    (void)pthread_mutex_lock(&lock);
    result = map(base, bytes, backing, &filled);
    (void)pthread_mutex_unlock(&lock);
    if (filled && simt_observer)
        simt_observer->filled(base, bytes);
    simt_wall_close_for(base, NULL);
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

/* With the lock, and the wall open. What another mapping is to find is kept. */
static CUresult unmap(struct backing *backing)
{
    if (!backing->released) {
        backing->kept = simt_hidden_new(backing->bytes);
        if (!backing->kept)
            return CUDA_ERROR_OUT_OF_MEMORY;
        simt_hidden_set_open(backing->kept, backing->bytes, true);
        memcpy(backing->kept, backing->mapped, backing->bytes);
        simt_hidden_set_open(backing->kept, backing->bytes, false);
    }
    backing->mapped = NULL;
    memset(backing->access, 0, sizeof(backing->access));
    drop(backing);
    return CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes)
{
    CUresult result = check_size(bytes);
    char *base = address_of(pointer);

    if (result != CUDA_SUCCESS)
        return result;
    simt_queue_wait_all();
    simt_wall_open_for(base, NULL);
    (void)pthread_mutex_lock(&lock);
    if (mapped_bytes(base, bytes) != bytes)
        result = CUDA_ERROR_INVALID_VALUE;
    for (struct backing *at = backings, *next; at && result == CUDA_SUCCESS; at = next) {
        next = at->next;
        if (at->mapped && lies_in(at->mapped, 1, base, bytes))
            result = unmap(at);
    }
    (void)pthread_mutex_unlock(&lock);
    simt_wall_close_for(base, NULL);
    return result;
}

/* ---- access ---- */

/* With the lock: what is mapped at the address; null: nothing. */
static struct backing *mapped_at(const void *address)
{
    struct backing *at = backings;

    while (at && !(at->mapped && lies_in(address, 1, at->mapped, at->bytes)))
        at = at->next;
    return at;
}

bool simt_memory_mapped(const void *address, int device, struct simt_mapped *mapped)
{
    const struct backing *backing;

    (void)pthread_mutex_lock(&lock);
    backing = mapped_at(address);
    if (backing)
        *mapped = (struct simt_mapped){backing->properties.location.id,
                                       backing->access[device] == CU_MEM_ACCESS_FLAGS_PROT_NONE};
    (void)pthread_mutex_unlock(&lock);
    return backing != NULL;
}

void simt_memory_each_closed(int device, uintptr_t base, size_t bytes,
                             void (*each)(uintptr_t base, size_t bytes, bool open), bool open)
{
    (void)pthread_mutex_lock(&lock);
    for (const struct backing *at = backings; at; at = at->next)
        if (at->mapped && lies_in(at->mapped, 1, address_of(base), bytes) &&
            at->access[device] == CU_MEM_ACCESS_FLAGS_PROT_NONE)
            each((uintptr_t)at->mapped, at->bytes, open);
    (void)pthread_mutex_unlock(&lock);
}

/* With the lock. */
static void set_access(const char *base, size_t bytes, const CUmemAccessDesc *access)
{
    for (struct backing *at = backings; at; at = at->next)
        if (at->mapped && lies_in(at->mapped, 1, base, bytes))
            at->access[access->location.id] = access->flags;
}

/* Not while a launch is under way, which has closed what its device may not use. */
CUresult cuMemSetAccess(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *access,
                        size_t count)
{
    CUresult result = check_size(bytes);
    const char *base = address_of(pointer);

    if (result == CUDA_SUCCESS && (!access || !count))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; result == CUDA_SUCCESS && i < count; i++)
        if (!is_device(&access[i].location))
            return CUDA_ERROR_INVALID_VALUE;
    if (result != CUDA_SUCCESS)
        return result;
    simt_devices_lock();
    (void)pthread_mutex_lock(&lock);
    if (mapped_bytes(base, bytes) != bytes)
        result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; result == CUDA_SUCCESS && i < count; i++)
        set_access(base, bytes, &access[i]);
    (void)pthread_mutex_unlock(&lock);
    simt_devices_unlock();
    return result;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr pointer)
{
    CUresult result = simt_driver_check_begun();
    const struct backing *backing;

    if (result == CUDA_SUCCESS && (!flags || !location))
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS && !is_device(location))
        return CUDA_ERROR_INVALID_DEVICE;
    if (result != CUDA_SUCCESS)
        return result;
    (void)pthread_mutex_lock(&lock);
    backing = mapped_at(address_of(pointer));
    if (backing)
        *flags = backing->access[location->id];
    (void)pthread_mutex_unlock(&lock);
    return backing ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- other processes ---- */

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
