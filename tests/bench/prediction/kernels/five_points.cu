/* y[i] = (x[i - 2] + ... + x[i + 2]) / 5; 0 at both ends */
#include <gridstride.cuh>

template <typename T> __global__ void mean_of_five(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = i < 2 || i + 2 >= n ? T(0) : (x[i - 2] + x[i - 1] + x[i] + x[i + 1] + x[i + 2]) / T(5);
}

template <typename T> void launch_mean_of_five(gs_launch at, const T *x, T *y)
{
    mean_of_five<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    if (i < 2 || i + 2 >= n)
        return 0;
    return (gs_wide<T>(x[i - 2]) + x[i - 1] + x[i] + x[i + 1] + x[i + 2]) / 5;
}

GRIDSTRIDE("y[i] = (x[i - 2] + ... + x[i + 2]) / 5; 0 at both ends", gs_dtypes(f32, f64),
           gs_input("x"), gs_output("y"), gs_reference(reference), gs_variant(launch_mean_of_five));
