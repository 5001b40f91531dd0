/* Half precision: 1 sign, 5 exponent and 10 fraction bits. */
#ifndef SIMT_CUDA_FP16_H
#define SIMT_CUDA_FP16_H
#define __CUDA_FP16_H__

#pragma GCC system_header

#include <vector_types.h>

struct __half_raw {
    unsigned short x;
};
typedef struct __half_raw __half_raw;

#if defined(__cplusplus)

#include <cuda_runtime.h>
#include <simt/small_float.hpp>

using __half = simt_cpp::small_float<simt_cpp::small_format<5, 10>, __half_raw>;
using __half2 = simt_cpp::small_pair<__half>;
using half = __half;
using half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

SIMT_SMALL_CONVERSIONS(__half, __half2, half, half2, __half2half2)

#endif

#endif
