/* y[i] = x[n - 1 - i] */
#include <gridstride.cuh>

template <typename T> __global__ void reverse(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = x[n - 1 - i];
}

template <typename T> void launch_reverse(gs_launch at, const T *x, T *y)
{
    reverse<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    return x[n - 1 - i];
}

GRIDSTRIDE("y[i] = x[n - 1 - i]", gs_dtypes(f32, f64), gs_input("x"), gs_output("y"),
           gs_reference(reference), gs_variant(launch_reverse));
