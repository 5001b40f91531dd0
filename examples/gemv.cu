/* y = a x, a matrix of n rows and n columns: a warp a row, so that its lanes read side by side. */
#include <gridstride.cuh>

template <typename T> __global__ void warp_per_row(size_t n, const T *a, const T *x, T *y)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned lane = threadIdx.x % 32;
    T sum = 0;
    if (row >= n)
        return; /* a whole warp */
    for (size_t column = lane; column < n; column += 32)
        sum += a[row * n + column] * x[column];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        y[row] = sum;
}

template <typename T> void launch_warp_per_row(gs_launch at, const T *a, const T *x, T *y)
{
    warp_per_row<<<at.blocks(32 * at.n), at.block, 0, at.stream>>>(at.n, a, x, y);
}

template <typename T> gs_wide<T> reference(size_t row, size_t n, const T *a, const T *x)
{
    gs_wide<T> sum = 0;
    for (size_t column = 0; column < n; column++)
        sum += (gs_wide<T>)a[row * n + column] * x[column];
    return sum;
}

size_t matrix(size_t n)
{
    return n * n;
}

GRIDSTRIDE("y = a x", gs_dtypes(f32, f64), gs_sizes("64:2048:*2"), gs_input("a", gs_length(matrix)),
           gs_input("x"), gs_output("y"), gs_reference(reference), gs_variant(launch_warp_per_row));
