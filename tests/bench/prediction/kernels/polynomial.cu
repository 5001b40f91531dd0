/* y[i] = 1 + x + x^2 + ... + x^16 of x[i], by Horner */
#include <gridstride.cuh>

template <typename T> __global__ void horner(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    T at = x[i], sum = 1;
    for (int k = 0; k < 16; k++)
        sum = sum * at + T(1);
    y[i] = sum;
}

template <typename T> void launch_horner(gs_launch at, const T *x, T *y)
{
    horner<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    gs_wide<T> sum = 1;
    for (int k = 0; k < 16; k++)
        sum = sum * x[i] + 1;
    return sum;
}

GRIDSTRIDE("y[i] = 1 + x + x^2 + ... + x^16 of x[i], by Horner", gs_dtypes(f32, f64), gs_input("x"),
           gs_output("y"), gs_reference(reference), gs_variant(launch_horner));
