/*
 * The lessons' elementwise workloads and scans as one would write them with Thrust, and lesson 1
 * with CUB's block reduction: what a user of the CUDA toolkit would pick instead of a kernel of
 * their own. Only for gridstride peers, and only where nvcc compiles; reductions and scans have CUB
 * among their variants. Nothing here waits for a kernel: par_nosync lets a call return as our
 * launchers do. And arguments may be copied before a function sees them, which lets Thrust load
 * them in bulk.
 */
#include "04_gaussian_pdf.h"
#include "common.cuh"

#include <cub/block/block_reduce.cuh>
#include <cuda/functional>
#include <thrust/execution_policy.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/scan.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>

/* Thrust of a toolkit before CUDA 13 cannot be told. */
template <typename F> static auto copyable(F f)
{
#if THRUST_VERSION >= 300000
    return cuda::proclaim_copyable_arguments(f);
#else
    return f;
#endif
}

/* out[i] = f(from[i]), of iterators; a C caller is told of a failure by its code. */
template <typename From, typename T, typename F>
static int transform(const struct gs_call *call, From from, T *out, F f)
{
    try {
        thrust::transform(thrust::cuda::par_nosync.on(stream_of(call)), from,
                          from + (ptrdiff_t)call->n, out, copyable(f));
    } catch (const thrust::system_error &error) {
        return error.code().value();
    }
    return cudaSuccess;
}

/* out[i] = f(x[i]), of the call's arrays. */
template <typename T, typename F>
static int map(const struct gs_call *call, size_t x, size_t out, F f)
{
    return transform(call, (const T *)array<T>(call, x), array<T>(call, out), f);
}

/* out[i] = f(x[i], y[i]) */
template <typename T, typename F>
static int zip(const struct gs_call *call, size_t x, size_t y, size_t out, F f)
{
    const T *from = array<T>(call, x);
    try {
        thrust::transform(thrust::cuda::par_nosync.on(stream_of(call)), from, from + call->n,
                          (const T *)array<T>(call, y), array<T>(call, out), copyable(f));
    } catch (const thrust::system_error &error) {
        return error.code().value();
    }
    return cudaSuccess;
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
    add_by_blocks<T, BLOCK>
        <<<call->grid, BLOCK, 0, stream_of(call)>>>(array<T>(call, 0), call->n, step<T>());
    return cudaGetLastError();
}

extern "C" int race_add_cub(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, race_add<T>(call))
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
    DISPATCH_ALL_TYPES(call, grid_add<T>(call))
}

template <typename T> static int double_2d(const struct gs_call *call)
{
    return map<T>(call, 0, 0, twice<T>());
}

extern "C" int double_2d_thrust(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, double_2d<T>(call))
}

template <typename T> static int add_arrays(const struct gs_call *call)
{
    return zip<T>(call, 0, 1, 2, plus<T>());
}

extern "C" int vecadd_thrust(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, add_arrays<T>(call))
}

extern "C" int add_thrust(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, add_arrays<T>(call))
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
    DISPATCH_FLOATING_TYPES(call, gaussian_pdf<T>(call))
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
    for (size_t i = 0; i < 4; i++)
        a[i] = array<T>(call, i);
    auto points = thrust::make_zip_iterator(a[0], a[1], a[2], a[3]);
    return transform(call, points, array<T>(call, 4), distance_of<T>());
}

extern "C" int polar_distance_thrust(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, polar_distance<T>(call))
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
    DISPATCH_FLOATING_TYPES(call, pulses<T>(call))
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
    DISPATCH_FLOATING_TYPES(call, hidden_layer<T>(call))
}

/* ---- scan ------------------------------------------------------------------------------------ */

/* Thrust allocates room for itself in each call. */
template <typename T, bool INCLUSIVE> static int scan(const struct gs_call *call)
{
    const T *a = array<T>(call, 0);
    T *b = array<T>(call, 1);
    auto policy = thrust::cuda::par_nosync.on(stream_of(call));
    try {
        if (INCLUSIVE)
            thrust::inclusive_scan(policy, a, a + call->n, b);
        else
            thrust::exclusive_scan(policy, a, a + call->n, b, T(0));
    } catch (const thrust::system_error &error) {
        return error.code().value();
    }
    return cudaSuccess;
}

extern "C" int inclusive_sum_thrust(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, scan<T, true>(call))
}

extern "C" int exclusive_sum_thrust(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, scan<T, false>(call))
}
