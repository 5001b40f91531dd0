/* Function and variable qualifiers of CUDA C++.
 *
 * The translator (simt-cc) knows kernels and shared variables by the marker words below, which
 * survive preprocessing; what it leaves behind is ordinary C++.
 *
 * __noinline__ is a word of the translator's and no macro: the C++ library's own headers write
 * __attribute__((__noinline__)), which a macro of that name would break. */
#ifndef SIMT_HOST_DEFINES_H
#define SIMT_HOST_DEFINES_H

#pragma GCC system_header

#define __global__ __simt_global__
#define __device__ __simt_device__
#define __host__ __simt_host__
#define __shared__ __simt_shared__
#define __constant__ __simt_constant__
#define __managed__ __simt_managed__
#define __grid_constant__

#define __launch_bounds__(...) __simt_launch_bounds__(__VA_ARGS__)
#define __maxnreg__(...)
#define __cluster_dims__(...) __simt_cluster_dims__

#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

/* Of nvcc and clang; the argument is never evaluated. */
#ifndef __clang__
#define __builtin_assume(...) ((void)sizeof(!(__VA_ARGS__)))
#endif

#define CUDARTAPI
#define CUDART_CB

#endif
