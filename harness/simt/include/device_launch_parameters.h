/* threadIdx, blockIdx, blockDim, gridDim and warpSize. */
#ifndef SIMT_DEVICE_LAUNCH_PARAMETERS_H
#define SIMT_DEVICE_LAUNCH_PARAMETERS_H

#pragma GCC system_header

#include <vector_types.h>
#if defined(__cplusplus)
#include <simt/builtins.hpp>
#endif

#endif
