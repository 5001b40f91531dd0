/* y[i] = x[i], at least -0.5 and at most 0.5 */
#include <gridstride.cuh>

template <typename T> __global__ void clamp(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = min(max(x[i], T(-0.5)), T(0.5));
}

template <typename T> void launch_clamp(gs_launch at, const T *x, T *y)
{
    clamp<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    gs_wide<T> at = x[i];
    return at < -0.5 ? gs_wide<T>(-0.5) : at > 0.5 ? gs_wide<T>(0.5) : at;
}

GRIDSTRIDE("y[i] = x[i], at least -0.5 and at most 0.5", gs_dtypes(f32, f64), gs_input("x"),
           gs_output("y"), gs_reference(reference), gs_variant(launch_clamp));
