/* y[i] = (2 x[i] + 1)^2, by two kernels */
#include <gridstride.cuh>

template <typename T> __global__ void square(size_t n, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = y[i] * y[i];
}

template <typename T> __global__ void scale_and_square(size_t n, const T *x, T *y)
{
    /* the first of the two */
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = T(2) * x[i] + T(1);
}

template <typename T> void launch_scale_and_square(gs_launch at, const T *x, T *y)
{
    scale_and_square<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
    square<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    gs_wide<T> at = 2 * gs_wide<T>(x[i]) + 1;
    return at * at;
}

GRIDSTRIDE("y[i] = (2 x[i] + 1)^2, by two kernels", gs_dtypes(f32, f64), gs_input("x"),
           gs_output("y"), gs_reference(reference), gs_variant(launch_scale_and_square));
