/* y[i] = a x[i] + y[i]: one element a thread, and a fixed grid that strides over the array. */
#include <gridstride.cuh>

template <typename T> __global__ void one_per_thread(size_t n, T a, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

template <typename T> __global__ void grid_stride(size_t n, T a, const T *x, T *y)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] = a * x[i] + y[i];
}

template <typename T> void launch_one_per_thread(gs_launch at, T a, const T *x, T *y)
{
    one_per_thread<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, a, x, y);
}

template <typename T> void launch_grid_stride(gs_launch at, T a, const T *x, T *y)
{
    grid_stride<<<at.blocks(at.n / 4), at.block, 0, at.stream>>>(at.n, a, x, y);
}

/* One element of the answer, in a wider type than T. */
template <typename T> gs_wide<T> saxpy(size_t i, size_t n, T a, const T *x, const T *y)
{
    return gs_wide<T>(a) * x[i] + y[i];
}

GRIDSTRIDE("y[i] = a x[i] + y[i]", gs_dtypes(f32, f64), gs_scalar("a", 2.5), gs_input("x"),
           gs_updated("y"), gs_reference(saxpy), gs_variant(launch_one_per_thread),
           gs_variant(launch_grid_stride));
