/* CUDA C++ for the simulator: what nvcc includes ahead of every .cu file. In C: the API alone. */
#ifndef SIMT_CUDA_RUNTIME_H
#define SIMT_CUDA_RUNTIME_H
#define __CUDA_RUNTIME_H__

#pragma GCC system_header

#include <cuda_runtime_api.h>

#if defined(__cplusplus)

/* simt-cc preprocesses a program that asks for __CUDA_ARCH__ a second time for its host code. */
#if !defined(__CUDACC__)
#define __CUDACC__ 1
#endif
#if !defined(__CUDA_ARCH__) && !defined(SIMT_HOST_PASS)
#define __CUDA_ARCH__ 900
#endif
#define __SIMT__ 1
#define __CUDA_ARCH_LIST__ 900
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0

/* What nvcc brings; a program includes <stdio.h>, <stdint.h> and <assert.h> itself. */
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <library_types.h>

#include <simt/builtins.hpp>
#include <simt/launch.hpp>
#include <simt/shared.hpp>
#include <simt/sync.hpp>
#include <simt/warp.hpp>
#include <simt/atomics.hpp>
#include <simt/nv_atomics.hpp>
#include <simt/access.hpp>
#include <simt/math.hpp>
#include <simt/special.hpp>
#include <simt/intrinsics.hpp>
#include <simt/simd.hpp>
#include <simt/ptx.hpp>
#include <simt/api.hpp>
#include <simt/graph.hpp>
#include <channel_descriptor.h>
#include <surface_indirect_functions.h>
#include <texture_indirect_functions.h>

#if defined(SIMT_INSPECT)
/* A program that refers to it is linked to the inspector. */
extern "C" const int simt_inspector;
__attribute__((used)) static const int *const simt_inspected = &simt_inspector;
#endif

#endif

#endif
