/* The driver API: its start, its errors, and its devices. */
#include "driver.h"

#include "context.h"
#include "devices.h"
#include "error.h"
#include "observer.h"

#include <cuda_runtime_api.h>
#include <simt/driver_api.h>
#include <stdatomic.h>

static _Atomic bool begun;

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

CUresult simt_driver_check_begun(void)
{
    return atomic_load(&begun) || simt_runtime_is_used() ? CUDA_SUCCESS
                                                         : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult simt_driver_check_device(CUdevice device)
{
    CUresult result = simt_driver_check_begun();

    if (result != CUDA_SUCCESS)
        return result;
    return simt_device_valid(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult simt_driver_check(void)
{
    CUresult result = simt_driver_check_begun();
    CUcontext context = simt_context_current();

    if (result == CUDA_SUCCESS && !context)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (result == CUDA_SUCCESS && !simt_context_is_alive(context))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return result;
}

CUresult simt_driver_enter_device(void)
{
    CUresult result = simt_driver_check_begun();

    if (result == CUDA_SUCCESS)
        simt_driver_begin();
    return result;
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

CUresult simt_driver_return_at(CUresult result, const void *site)
{
    if (result != CUDA_SUCCESS && simt_observer)
        simt_observer->error_left((cudaError_t)result, site);
    return result;
}

/* ---- the start, and the devices ---- */

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

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = simt_driver_check_device(ordinal);

    if (result == CUDA_SUCCESS && !device)
        return CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_SUCCESS)
        *device = ordinal;
    return result;
}
