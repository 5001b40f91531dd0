/* The driver API: its start, its errors, and contexts. There is one device, whose memory all
 * contexts share: a context is who may call, and when what is on the device goes. */
#include "driver.h"

#include "error.h"
#include "handle.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <simt/driver_api.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { stack_size = 64, no_more_flags = 0xff };

struct CUctx_st {
    struct simt_handle handle; /* first */
    unsigned flags;
};

static _Atomic bool begun;
static struct simt_handles contexts;
static _Atomic unsigned context_count; /* without the primary one */

/* The runtime API makes it current where no other is. */
static struct CUctx_st primary;
static _Atomic unsigned primary_users;

/* Contexts of this thread; the last is the current one. Those below may be null, too. */
static __thread struct {
    CUcontext contexts[stack_size];
    size_t count;
} stack;

/* ---- errors ---- */

struct error_name {
    CUresult error;
    const char *name;
};

static const struct error_name error_names[] = {
#define SIMT_DRIVER_ERROR(name) {name, #name},
#include "driver_error_table.def"
#undef SIMT_DRIVER_ERROR
};

static const char *find_name(CUresult error)
{
    for (size_t i = 0; i < sizeof(error_names) / sizeof(error_names[0]); i++)
        if (error_names[i].error == error)
            return error_names[i].name;
    return NULL;
}

CUresult cuGetErrorName(CUresult error, const char **name)
{
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    *name = find_name(error);
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    if (!text)
        return CUDA_ERROR_INVALID_VALUE;
    *text = find_name(error) ? cudaGetErrorString((cudaError_t)error) : NULL;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Most errors have one number in both APIs. */
static CUresult driver_error(cudaError_t error)
{
    if (error == cudaErrorInvalidDeviceFunction)
        return CUDA_ERROR_INVALID_HANDLE;
    return find_name((CUresult)error) ? (CUresult)error : CUDA_ERROR_INVALID_VALUE;
}

/* ---- calls ---- */

CUresult simt_driver_enter_device(void)
{
    if (!atomic_load(&begun) && !simt_runtime_is_used())
        return CUDA_ERROR_NOT_INITIALIZED;
    simt_driver_begin();
    return CUDA_SUCCESS;
}

/* Null: none is current. */
static CUcontext current(void)
{
    CUcontext top = stack.count ? stack.contexts[stack.count - 1] : NULL;

    return top || !simt_runtime_is_used() ? top : &primary;
}

static bool is_alive(CUcontext context)
{
    return context == &primary || simt_handle_valid(&contexts, context);
}

CUresult simt_driver_check(void)
{
    CUcontext context = current();

    if (!atomic_load(&begun) && !simt_runtime_is_used())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context)
        return CUDA_ERROR_INVALID_CONTEXT;
    return is_alive(context) ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult simt_driver_enter(void)
{
    CUresult result = simt_driver_check();

    if (result == CUDA_SUCCESS)
        simt_driver_begin();
    return result;
}

CUresult simt_driver_leave(cudaError_t error)
{
    simt_driver_end();
    return driver_error(error);
}

/* ---- the start, and the device ---- */

CUresult cuInit(unsigned int flags)
{
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    atomic_store(&begun, true);
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = CUDART_VERSION;
    return CUDA_SUCCESS;
}

/* What a call about a device says first. */
static CUresult check_device(CUdevice device)
{
    if (!atomic_load(&begun) && !simt_runtime_is_used())
        return CUDA_ERROR_NOT_INITIALIZED;
    return device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = check_device(ordinal);

    if (result == CUDA_SUCCESS && !device)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *device = ordinal;
    return result;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    CUresult result = check_device(device);

    if (result == CUDA_SUCCESS && !uuid)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        memset(uuid, 0, sizeof(*uuid)); /* as in cudaDeviceProp */
    return result;
}

/* ---- contexts ---- */

static CUresult push(CUcontext context)
{
    if (stack.count == stack_size)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack.contexts[stack.count++] = context;
    return CUDA_SUCCESS;
}

CUresult simt_driver_context_make(CUcontext *context, unsigned flags, CUdevice device)
{
    CUresult result = check_device(device);
    struct CUctx_st *made;

    if (result != CUDA_SUCCESS)
        return result;
    if (!context || flags & ~(unsigned)no_more_flags)
        return CUDA_ERROR_INVALID_VALUE;
    made = calloc(1, sizeof(*made));
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->flags = flags;
    result = push(made);
    if (result != CUDA_SUCCESS) {
        free(made);
        return result;
    }
    simt_handle_add(&contexts, &made->handle);
    atomic_fetch_add(&context_count, 1);
    *context = made;
    return CUDA_SUCCESS;
}

CUresult simt_driver_context_end(CUcontext context, bool *was_last)
{
    if (!context || context == &primary || !simt_handle_remove(&contexts, context))
        return CUDA_ERROR_INVALID_CONTEXT;
    *was_last = atomic_fetch_sub(&context_count, 1) == 1 && !atomic_load(&primary_users) &&
                !simt_runtime_is_used();
    if (stack.count && stack.contexts[stack.count - 1] == context)
        stack.count--;
    free(context);
    if (*was_last)
        simt_driver_begin();
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    if (!atomic_load(&begun) && !simt_runtime_is_used())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context || !is_alive(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    return push(context);
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    CUcontext was = current();

    if (!was)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (context)
        *context = was;
    stack.count -= stack.count > 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    if (!atomic_load(&begun) && !simt_runtime_is_used())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (context && !is_alive(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    stack.count -= stack.count > 0;
    return context ? push(context) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    if (!atomic_load(&begun) && !simt_runtime_is_used())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = current();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    CUresult result = simt_driver_check();

    if (result == CUDA_SUCCESS && !device)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *device = 0;
    return result;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    CUresult result = simt_driver_check();

    if (result == CUDA_SUCCESS && !flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *flags = current()->flags;
    return result;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version)
{
    CUcontext of = context ? context : current();

    if (!of || !is_alive(of))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = 3020;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CUresult result = check_device(device);

    if (result == CUDA_SUCCESS && !context)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS) {
        atomic_fetch_add(&primary_users, 1);
        *context = &primary;
    }
    return result;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    CUresult result = check_device(device);

    if (result != CUDA_SUCCESS)
        return result;
    if (!atomic_load(&primary_users))
        return CUDA_ERROR_INVALID_CONTEXT;
    atomic_fetch_sub(&primary_users, 1);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
    CUresult result = check_device(device);

    if (result == CUDA_SUCCESS && flags & ~(unsigned)no_more_flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        primary.flags = flags;
    return result;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    CUresult result = check_device(device);

    if (result == CUDA_SUCCESS && (!flags || !active))
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS) {
        *flags = primary.flags;
        *active = atomic_load(&primary_users) || simt_runtime_is_used();
    }
    return result;
}
