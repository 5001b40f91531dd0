/* The kernels of cuBLAS's functions: plain loops over matrices whose columns lie one behind the
 * other. Sums of floats are added up in double. */
#ifndef SIMT_CUBLAS_KERNELS_HPP
#define SIMT_CUBLAS_KERNELS_HPP

#pragma GCC system_header

#include <cuda_runtime.h>
#include <type_traits>

namespace simt_cpp::blas
{

/* A factor that the host or the device holds. */
template <class T> struct scalar {
    T value;
    const T *pointer; /* null: `value` is it */

    T get() const
    {
        return pointer ? *pointer : value;
    }
};

/* op(matrix): itself or transposed. */
template <class T> struct operand {
    const T *data;
    long long stride; /* elements from one column to the next */
    bool transposed;

    T at(int row, int column) const
    {
        return transposed ? data[column + row * stride] : data[row + column * stride];
    }
};

/* Elements `step` apart; a negative step begins at the far end, as in BLAS. */
template <class T> struct vector {
    T *data;
    int step;
    int count;

    T &at(int i) const
    {
        return data[step < 0 ? (long long)(i + 1 - count) * step : (long long)i * step];
    }
};

__device__ inline int this_thread()
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

template <class T> using sum_type = std::conditional_t<std::is_same_v<T, float>, double, T>;

/* C = alpha op(A) op(B) + beta C: a thread for an element. */
template <class In, class Out, class Compute>
__global__ void gemm(int m, int n, int k, scalar<Compute> alpha, operand<In> a, long long a_step,
                     operand<In> b, long long b_step, scalar<Compute> beta, Out *c,
                     long long c_stride, long long c_step)
{
    const int row = this_thread();

    if (row >= m)
        return;
    a.data += blockIdx.z * a_step;
    b.data += blockIdx.z * b_step;
    for (int column = (int)blockIdx.y; column < n; column += (int)gridDim.y) {
        Out *const out = c + blockIdx.z * c_step + row + column * c_stride;
        const Compute factor = beta.get();
        sum_type<Compute> sum = 0;

        for (int i = 0; i < k && alpha.get() != Compute(0); i++)
            sum += sum_type<Compute>(Compute(a.at(row, i))) * Compute(b.at(i, column));
        const Compute scaled = alpha.get() * Compute(sum);
        *out = factor == Compute(0) ? Out(scaled) : Out(scaled + factor * Compute(*out));
    }
}

/* C = alpha op(A) + beta op(B) */
template <class T>
__global__ void geam(int m, int n, scalar<T> alpha, operand<T> a, scalar<T> beta, operand<T> b,
                     T *c, long long c_stride)
{
    const int row = this_thread();

    if (row >= m)
        return;
    for (int column = (int)blockIdx.y; column < n; column += (int)gridDim.y) {
        const T x = alpha.get(), y = beta.get();
        const T left = x == T(0) ? T(0) : x * a.at(row, column);
        const T right = y == T(0) ? T(0) : y * b.at(row, column);

        c[row + column * c_stride] = left + right;
    }
}

/* y = alpha op(A) x + beta y, where op(A) has y.count rows and x.count columns. */
template <class T>
__global__ void gemv(scalar<T> alpha, operand<T> a, vector<const T> x, scalar<T> beta, vector<T> y)
{
    const int row = this_thread();
    const T factor = beta.get();
    sum_type<T> sum = 0;

    if (row >= y.count)
        return;
    for (int i = 0; i < x.count && alpha.get() != T(0); i++)
        sum += sum_type<T>(a.at(row, i)) * x.at(i);
    const T scaled = alpha.get() * T(sum);
    y.at(row) = factor == T(0) ? scaled : scaled + factor * y.at(row);
}

/* A = alpha x y' + A */
template <class T>
__global__ void ger(scalar<T> alpha, vector<const T> x, vector<const T> y, T *a, long long stride)
{
    const int row = this_thread();

    if (row >= x.count)
        return;
    for (int column = 0; column < y.count; column++)
        a[row + column * stride] += alpha.get() * x.at(row) * y.at(column);
}

template <class T> __global__ void axpy(scalar<T> alpha, vector<const T> x, vector<T> y)
{
    const int i = this_thread();

    if (i < y.count)
        y.at(i) += alpha.get() * x.at(i);
}

template <class T> __global__ void scal(scalar<T> alpha, vector<T> x)
{
    const int i = this_thread();

    if (i < x.count)
        x.at(i) *= alpha.get();
}

template <class T> __global__ void copy(vector<const T> x, vector<T> y)
{
    const int i = this_thread();

    if (i < y.count)
        y.at(i) = x.at(i);
}

template <class T> __global__ void swap(vector<T> x, vector<T> y)
{
    const int i = this_thread();

    if (i < y.count) {
        const T kept = y.at(i);

        y.at(i) = x.at(i);
        x.at(i) = kept;
    }
}

/* Sums: one thread adds all of it. */
template <class T> __global__ void dot(vector<const T> x, vector<const T> y, T *result)
{
    sum_type<T> sum = 0;

    for (int i = 0; i < x.count; i++)
        sum += sum_type<T>(x.at(i)) * y.at(i);
    *result = T(sum);
}

template <class T> __global__ void nrm2(vector<const T> x, T *result)
{
    sum_type<T> sum = 0;

    for (int i = 0; i < x.count; i++)
        sum += sum_type<T>(x.at(i)) * x.at(i);
    *result = T(sqrt(sum));
}

template <class T> __global__ void asum(vector<const T> x, T *result)
{
    sum_type<T> sum = 0;

    for (int i = 0; i < x.count; i++)
        sum += fabs(x.at(i));
    *result = T(sum);
}

/* The place of the largest or the smallest absolute value, counted from 1; 0: there is none. */
template <class T> __global__ void extreme(vector<const T> x, bool largest, int *result)
{
    int found = 0;
    T best = 0;

    for (int i = 0; i < x.count; i++) {
        const T value = T(fabs(x.at(i)));

        if (found == 0 || (largest ? value > best : value < best)) {
            best = value;
            found = i + 1;
        }
    }
    *result = found;
}

} // namespace simt_cpp::blas

#endif
