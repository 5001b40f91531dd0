// What the programs of the driver API share.
#ifndef SIMT_DRIVER_CHECK_H
#define SIMT_DRIVER_CHECK_H

#include "../check.h"

#include <cuda.h>

static void check_result(const char *file, int line, const char *what, CUresult got, CUresult want)
{
    if (check_note(got == want)) {
        const char *name = "?", *wanted = "?";
        cuGetErrorName(got, &name);
        cuGetErrorName(want, &wanted);
        fprintf(stderr, "%s:%d: %s: got %s, expected %s\n", file, line, what, name, wanted);
    }
}

#define CHECK_RESULT(call, expected) check_result(__FILE__, __LINE__, #call, call, expected)
#define CHECK_CU(call) CHECK_RESULT(call, CUDA_SUCCESS)

static CUresult create_context(CUcontext *context, CUdevice device)
{
#if CUDA_VERSION >= 13000
    return cuCtxCreate(context, NULL, 0, device);
#else // without parameters
    return cuCtxCreate(context, 0, device);
#endif
}

#endif
