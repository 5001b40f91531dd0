/*
 * The lessons' elementwise workloads as one would write them with Thrust, and lesson 1 with CUB's
 * block reduction: what a user of the CUDA toolkit would pick instead of a kernel of their own.
 * Only for gridstride peers, and only where nvcc compiles; lesson 6 has CUB among its variants.
 * Nothing here waits for a kernel: par_nosync lets a call return as our launchers do. And arguments
 * may be copied before a function sees them, which lets Thrust load them in bulk.
 */
#include "04_gaussian_pdf.h"
#include "call.h"

#include <cub/block/block_reduce.cuh>
#include <cuda/functional>
#include <cuda_runtime.h>
#include <stdint.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

/* out[i] = f(x[i]); a C caller is told of a failure by its code. */
template <typename T, typename F>
static int map(const struct gs_call *call, size_t x, size_t out, F f)
{
    const T *from = (const T *)call->arrays[x];
    try {
        thrust::transform(thrust::cuda::par_nosync.on((cudaStream_t)call->stream), from,
                          from + call->n, (T *)call->arrays[out],
                          cuda::proclaim_copyable_arguments(f));
    } catch (const thrust::system_error &error) {
        return error.code().value();
    }
    return cudaSuccess;
}

/* out[i] = f(x[i], y[i]) */
template <typename T, typename F>
static int zip(const struct gs_call *call, size_t x, size_t y, size_t out, F f)
{
    const T *from = (const T *)call->arrays[x];
    try {
        thrust::transform(thrust::cuda::par_nosync.on((cudaStream_t)call->stream), from,
                          from + call->n, (const T *)call->arrays[y], (T *)call->arrays[out],
                          cuda::proclaim_copyable_arguments(f));
    } catch (const thrust::system_error &error) {
        return error.code().value();
    }
    return cudaSuccess;
}

/* Calls function<T>(call) with the T of call->dtype. */
#define REALS(function, call)                                                                      \
    switch ((call)->dtype) {                                                                       \
    case GS_F32:                                                                                   \
        return function<float>(call);                                                              \
    case GS_F64:                                                                                   \
        return function<double>(call);                                                             \
    default:                                                                                       \
        return cudaErrorInvalidValue;                                                              \
    }

/* Integers without a sign: sums that wrap around are then defined. */
#define NUMBERS(function, call)                                                                    \
    switch ((call)->dtype) {                                                                       \
    case GS_F32:                                                                                   \
        return function<float>(call);                                                              \
    case GS_F64:                                                                                   \
        return function<double>(call);                                                             \
    case GS_I32:                                                                                   \
        return function<uint32_t>(call);                                                           \
    case GS_I64:                                                                                   \
        return function<uint64_t>(call);                                                           \
    default:                                                                                       \
        return cudaErrorInvalidValue;                                                              \
    }

/* ---- lesson 1 -------------------------------------------------------------------------------- */

/* 0.5, or 1 for integers. */
template <typename T> static constexpr T step()
{
    return T(0.5) > T(0) ? T(0.5) : T(1);
}

static __device__ void add_to(float *cell, float value)
{
    atomicAdd(cell, value);
}

static __device__ void add_to(double *cell, double value)
{
    atomicAdd(cell, value);
}

static __device__ void add_to(uint32_t *cell, uint32_t value)
{
    atomicAdd(cell, value);
}

static __device__ void add_to(uint64_t *cell, uint64_t value)
{
    atomicAdd((unsigned long long *)cell, (unsigned long long)value);
}

template <typename T, int BLOCK> static __global__ void add_by_blocks(T *a, size_t n, T value)
{
    typedef cub::BlockReduce<T, BLOCK> reduce;
    __shared__ typename reduce::TempStorage storage;
    __shared__ T sum;
    T mine = reduce(storage).Sum(value);
    if (threadIdx.x == 0)
        sum = mine;
    __syncthreads();
    for (size_t i = threadIdx.x; i < n; i += BLOCK)
        add_to(&a[i], sum);
}

/* CUB's block is known when it is compiled: one of 1024 threads alone. */
template <typename T> static int race_add(const struct gs_call *call)
{
    enum { BLOCK = 1024 };
    if (call->block != BLOCK)
        return cudaErrorNotSupported;
    add_by_blocks<T, BLOCK><<<call->grid, BLOCK, 0, (cudaStream_t)call->stream>>>(
        (T *)call->arrays[0], call->n, step<T>());
    return cudaGetLastError();
}

extern "C" int race_add_cub(const struct gs_call *call)
{
    NUMBERS(race_add, call)
}

/* ---- lessons 2 and 3 ------------------------------------------------------------------------- */

template <typename T> struct plus {
    __device__ T operator()(T x, T y) const
    {
        return x + y;
    }
};

template <typename T> struct plus_step {
    T step;

    __device__ T operator()(T x) const
    {
        return x + step;
    }
};

template <typename T> struct twice {
    __device__ T operator()(T x) const
    {
        return x + x;
    }
};

template <typename T> static int grid_add(const struct gs_call *call)
{
    return map<T>(call, 0, 0, plus_step<T>{step<T>()});
}

extern "C" int grid_add_thrust(const struct gs_call *call)
{
    NUMBERS(grid_add, call)
}

template <typename T> static int double_2d(const struct gs_call *call)
{
    return map<T>(call, 0, 0, twice<T>());
}

extern "C" int double_2d_thrust(const struct gs_call *call)
{
    NUMBERS(double_2d, call)
}

template <typename T> static int add_arrays(const struct gs_call *call)
{
    return zip<T>(call, 0, 1, 2, plus<T>());
}

extern "C" int vecadd_thrust(const struct gs_call *call)
{
    NUMBERS(add_arrays, call)
}

extern "C" int add_thrust(const struct gs_call *call)
{
    REALS(add_arrays, call)
}

/* ---- lesson 4 -------------------------------------------------------------------------------- */

template <typename T> struct density {
    T mean, inverse, peak;

    __device__ T operator()(T x) const
    {
        T z = (x - mean) * inverse;
        return exp(T(-0.5) * z * z) * peak;
    }
};

template <typename T> static int gaussian_pdf(const struct gs_call *call)
{
    struct gaussian g = gaussian_of(call->scalars);
    return map<T>(call, 0, 1, density<T>{(T)g.mean, (T)g.inverse, (T)g.peak});
}

extern "C" int gaussian_pdf_thrust(const struct gs_call *call)
{
    REALS(gaussian_pdf, call)
}

template <typename T> struct distance_of {
    template <typename Points> __device__ T operator()(const Points &p) const
    {
        T rho1 = thrust::get<0>(p), theta1 = thrust::get<1>(p);
        T rho2 = thrust::get<2>(p), theta2 = thrust::get<3>(p);
        T along = rho1 - rho2, sine = sin((theta1 - theta2) / 2);
        return sqrt(along * along + 4 * rho1 * rho2 * sine * sine);
    }
};

template <typename T> static int polar_distance(const struct gs_call *call)
{
    const T *a[4];
    for (int i = 0; i < 4; i++)
        a[i] = (const T *)call->arrays[i];
    auto points = thrust::make_zip_iterator(a[0], a[1], a[2], a[3]);
    try {
        thrust::transform(thrust::cuda::par_nosync.on((cudaStream_t)call->stream), points,
                          points + (ptrdiff_t)call->n, (T *)call->arrays[4],
                          cuda::proclaim_copyable_arguments(distance_of<T>()));
    } catch (const thrust::system_error &error) {
        return error.code().value();
    }
    return cudaSuccess;
}

extern "C" int polar_distance_thrust(const struct gs_call *call)
{
    REALS(polar_distance, call)
}

/* ---- lesson 5 -------------------------------------------------------------------------------- */

template <typename T> struct pulse {
    T period, amplitude, threshold;

    __device__ T operator()(T t, T noise) const
    {
        T value = max(sin(t / period) - T(0.3), T(0)) * amplitude + noise;
        return value < threshold ? T(0) : value;
    }
};

template <typename T> static int pulses(const struct gs_call *call)
{
    const double *s = call->scalars;
    return zip<T>(call, 0, 1, 2, pulse<T>{(T)s[0], (T)s[1], (T)s[2]});
}

extern "C" int pulses_thrust(const struct gs_call *call)
{
    REALS(pulses, call)
}

template <typename T> struct neuron {
    __device__ T operator()(T grey, T weight) const
    {
        return tanh(grey / T(255) * weight);
    }
};

template <typename T> static int hidden_layer(const struct gs_call *call)
{
    return zip<T>(call, 0, 1, 2, neuron<T>());
}

extern "C" int hidden_layer_thrust(const struct gs_call *call)
{
    REALS(hidden_layer, call)
}
