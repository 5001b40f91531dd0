/* y[i] = table[7 i % 64] x[i] */
#include <gridstride.cuh>

template <typename T> __global__ void look_up(size_t n, const T *table, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = table[(unsigned)i * 7 % 64] * x[i];
}

template <typename T> void launch_look_up(gs_launch at, const T *table, const T *x, T *y)
{
    look_up<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, table, x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *table, const T *x)
{
    return gs_wide<T>(table[(unsigned)i * 7 % 64]) * x[i];
}

GRIDSTRIDE("y[i] = table[7 i % 64] x[i]", gs_dtypes(f32, f64), gs_input("table", gs_length(64)),
           gs_input("x"), gs_output("y"), gs_reference(reference), gs_variant(launch_look_up));
