/* The profiler's switch. There is no profiler: both calls succeed and do nothing. */
#ifndef SIMT_CUDA_PROFILER_API_H
#define SIMT_CUDA_PROFILER_API_H

#pragma GCC system_header

#include <driver_types.h>

static inline cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

static inline cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}

#endif
