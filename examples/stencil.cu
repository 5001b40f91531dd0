/* y[i] = the mean of x[i - 1], x[i] and x[i + 1]; x goes on with its last values at both ends. */
#include <gridstride.cuh>

template <typename T> __global__ void mean_of_three(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (x[i > 0 ? i - 1 : 0] + x[i] + x[i + 1 < n ? i + 1 : n - 1]) / 3;
}

template <typename T> void launch_mean_of_three(gs_launch at, const T *x, T *y)
{
    mean_of_three<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    gs_wide<T> left = x[i > 0 ? i - 1 : 0], right = x[i + 1 < n ? i + 1 : n - 1];
    return (left + x[i] + right) / 3;
}

GRIDSTRIDE("y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3", gs_dtypes(f32, f64), gs_input("x"),
           gs_output("y"), gs_reference(reference), gs_variant(launch_mean_of_three));
