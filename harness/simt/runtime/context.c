/* Contexts of the driver API. Each belongs to a device, whose memory all its contexts share: a
 * context is who may call, and when what is on the device goes. The current one says which device
 * the thread's calls are for, those of the runtime API as well. */
#include "context.h"

#include "devices.h"
#include "driver.h"
#include "error.h"
#include "handle.h"

#include <simt/driver_api.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { stack_size = 64, no_more_flags = 0xff };

struct CUctx_st {
    struct simt_handle handle; /* first */
    int device;
    unsigned flags;
};

static struct simt_handles contexts;

/* One of each device, which the runtime API uses. */
static struct CUctx_st primaries[SIMT_MOST_DEVICES];

/* Of each device: contexts without the primary one, and how often that one is retained. */
static _Atomic unsigned context_counts[SIMT_MOST_DEVICES];
static _Atomic unsigned primary_users[SIMT_MOST_DEVICES];

/* Of this thread. A context that another thread has destroyed may be among them, so its device is
 * noted beside it. */
static __thread struct {
    struct {
        CUcontext context;
        int device;
    } entries[stack_size];
    size_t count;
    int chosen; /* by cudaSetDevice(), for a thread without a context */
} stack;

__thread bool simt_context_is_bound;

/* ---- the current one ---- */

static bool is_primary(const struct CUctx_st *context)
{
    return context >= primaries && context < primaries + SIMT_MOST_DEVICES;
}

bool simt_context_is_alive(CUcontext context)
{
    return is_primary(context) || simt_handle_valid(&contexts, context);
}

/* Of one that is alive. */
static int device_of(const struct CUctx_st *context)
{
    return is_primary(context) ? (int)(context - primaries) : context->device;
}

CUcontext simt_context_current(void)
{
    return stack.count ? stack.entries[stack.count - 1].context : NULL;
}

/* After each change of the stack. */
static void follow(void)
{
    simt_context_is_bound = stack.count > 0;
    simt_device = stack.count ? stack.entries[stack.count - 1].device : stack.chosen;
}

static CUresult push(CUcontext context)
{
    if (stack.count == stack_size)
        return CUDA_ERROR_OUT_OF_MEMORY;
    stack.entries[stack.count].context = context;
    stack.entries[stack.count++].device = device_of(context);
    follow();
    return CUDA_SUCCESS;
}

static void pop(void)
{
    stack.count -= stack.count > 0;
    follow();
}

void simt_context_bind(void)
{
    (void)push(&primaries[simt_device]);
}

void simt_context_choose(int device)
{
    stack.chosen = device;
    pop();
    (void)push(&primaries[device]);
}

bool simt_visit_device(int device)
{
    return push(&primaries[device]) == CUDA_SUCCESS;
}

void simt_leave_device(void)
{
    pop();
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    CUresult result = simt_driver_check_begun();

    if (result != CUDA_SUCCESS)
        return result;
    return context && simt_context_is_alive(context) ? push(context) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    CUresult result = simt_driver_check_begun();

    if (result != CUDA_SUCCESS)
        return result;
    if (!stack.count)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (context)
        *context = simt_context_current();
    pop();
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    CUresult result = simt_driver_check_begun();

    if (result != CUDA_SUCCESS)
        return result;
    if (context && !simt_context_is_alive(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    pop();
    return context ? push(context) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    CUresult result = simt_driver_check_begun();

    if (result == CUDA_SUCCESS && !context)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *context = simt_context_current();
    return result;
}

/* ---- what they are ---- */

CUresult cuCtxGetDevice(CUdevice *device)
{
    CUresult result = simt_driver_check();

    if (result == CUDA_SUCCESS && !device)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *device = device_of(simt_context_current());
    return result;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    CUresult result = simt_driver_check();

    if (result == CUDA_SUCCESS && !flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *flags = simt_context_current()->flags;
    return result;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version)
{
    CUcontext of = context ? context : simt_context_current();

    if (!of || !simt_context_is_alive(of))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = 3020;
    return CUDA_SUCCESS;
}

CUresult simt_driver_device_of(CUcontext context, CUdevice *device)
{
    CUresult result = simt_driver_check();

    if (result == CUDA_SUCCESS && (!context || !simt_context_is_alive(context)))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (result == CUDA_SUCCESS)
        *device = device_of(context);
    return result;
}

CUresult simt_driver_peer_of(CUcontext context, CUdevice *device)
{
    CUresult result = simt_driver_device_of(context, device);

    return result == CUDA_SUCCESS && context == simt_context_current()
               ? CUDA_ERROR_PEER_ACCESS_UNSUPPORTED
               : result;
}

/* ---- begin and end ---- */

CUresult simt_driver_context_make(CUcontext *context, unsigned flags, CUdevice device)
{
    CUresult result = simt_driver_check_device(device);
    struct CUctx_st *made;

    if (result != CUDA_SUCCESS)
        return result;
    if (!context || flags & ~(unsigned)no_more_flags)
        return CUDA_ERROR_INVALID_VALUE;
    made = calloc(1, sizeof(*made));
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    made->flags = flags;
    made->device = device;
    result = push(made);
    if (result != CUDA_SUCCESS) {
        free(made);
        return result;
    }
    simt_handle_add(&contexts, &made->handle);
    atomic_fetch_add(&context_counts[device], 1);
    *context = made;
    return CUDA_SUCCESS;
}

/* The device, if nothing uses it any more; else -1. */
static int unused(int device)
{
    bool is_used = atomic_load(&context_counts[device]) || atomic_load(&primary_users[device]) ||
                   simt_runtime_uses(device);

    return is_used ? -1 : device;
}

CUresult simt_driver_context_end(CUcontext context, CUdevice *left)
{
    int device;

    if (!context || is_primary(context) || !simt_handle_remove(&contexts, context))
        return CUDA_ERROR_INVALID_CONTEXT;
    device = context->device;
    atomic_fetch_sub(&context_counts[device], 1);
    if (simt_context_current() == context)
        pop();
    free(context);
    *left = unused(device);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CUresult result = simt_driver_check_device(device);

    if (result == CUDA_SUCCESS && !context)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS) {
        atomic_fetch_add(&primary_users[device], 1);
        *context = &primaries[device];
    }
    return result;
}

CUresult simt_driver_primary_release(CUdevice device, CUdevice *left)
{
    CUresult result = simt_driver_check_device(device);
    unsigned users;

    if (result != CUDA_SUCCESS)
        return result;
    users = atomic_load(&primary_users[device]);
    while (users && !atomic_compare_exchange_weak(&primary_users[device], &users, users - 1))
        ;
    if (!users)
        return CUDA_ERROR_INVALID_CONTEXT;
    *left = unused(device);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags)
{
    CUresult result = simt_driver_check_device(device);

    if (result == CUDA_SUCCESS && flags & ~(unsigned)no_more_flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        primaries[device].flags = flags;
    return result;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    CUresult result = simt_driver_check_device(device);

    if (result == CUDA_SUCCESS && (!flags || !active))
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS) {
        *flags = primaries[device].flags;
        *active = atomic_load(&primary_users[device]) || simt_runtime_uses(device);
    }
    return result;
}
