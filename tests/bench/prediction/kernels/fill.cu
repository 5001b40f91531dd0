/* y[i] = 3 */
#include <gridstride.cuh>

template <typename T> __global__ void fill(size_t n, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = T(3);
}

template <typename T> void launch_fill(gs_launch at, T *y)
{
    fill<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, y);
}

double reference(size_t i, size_t n)
{
    return i < n ? 3 : 0;
}

GRIDSTRIDE("y[i] = 3", gs_dtypes(f32, f64), gs_output("y"), gs_reference(reference),
           gs_variant(launch_fill));
