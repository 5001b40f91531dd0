/* y[i] = 1 / (1 + exp(-x[i])) */
#include <gridstride.cuh>

template <typename T> __global__ void sigmoid(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = T(1) / (T(1) + exp(-x[i]));
}

template <typename T> void launch_sigmoid(gs_launch at, const T *x, T *y)
{
    sigmoid<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    return 1 / (1 + std::exp(-gs_wide<T>(x[i])));
}

GRIDSTRIDE("y[i] = 1 / (1 + exp(-x[i]))", gs_dtypes(f32, f64), gs_input("x"), gs_output("y"),
           gs_reference(reference), gs_variant(launch_sigmoid));
