/* bfloat16: the upper half of a float. */
#ifndef SIMT_CUDA_BF16_H
#define SIMT_CUDA_BF16_H
#define __CUDA_BF16_H__

#pragma GCC system_header

#include <vector_types.h>

struct __nv_bfloat16_raw {
    unsigned short x;
};
typedef struct __nv_bfloat16_raw __nv_bfloat16_raw;

#if defined(__cplusplus)

#include <cuda_runtime.h>
#include <simt/small_float.hpp>

using __nv_bfloat16 = simt_cpp::small_float<simt_cpp::small_format<8, 7>, __nv_bfloat16_raw>;
using __nv_bfloat162 = simt_cpp::small_pair<__nv_bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

SIMT_SMALL_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162, __bfloat162bfloat162)

#endif

#endif
