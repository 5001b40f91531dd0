/* y = the four neighbours of x in an image of 1024 columns, less four times x; 0 at its edges */
#include <gridstride.cuh>

static const unsigned width = 1024; /* of the image */

template <typename T> __global__ void laplace(size_t n, const T *x, T *y)
{
    unsigned column = blockIdx.x % (width / 32) * 32 + threadIdx.x % 32;
    size_t row = (size_t)(blockIdx.x / (width / 32)) * (blockDim.x / 32) + threadIdx.x / 32;
    size_t i = row * width + column;
    if (i >= n)
        return;
    bool inner = column > 0 && column + 1 < width && row > 0 && i + width < n;
    y[i] = inner ? x[i - 1] + x[i + 1] + x[i - width] + x[i + width] - T(4) * x[i] : T(0);
}

template <typename T> void launch_laplace(gs_launch at, const T *x, T *y)
{
    unsigned rows = at.block < 32 ? 1 : at.block / 32, block = 32 * rows;
    size_t all = (at.n + width - 1) / width;
    if (at.n > 0)
        laplace<<<(unsigned)((all + rows - 1) / rows) * (width / 32), block, 0, at.stream>>>(at.n,
                                                                                             x, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x)
{
    bool inner = i % width > 0 && i % width + 1 < width && i >= width && i + width < n;
    return inner ? gs_wide<T>(x[i - 1]) + x[i + 1] + x[i - width] + x[i + width] -
                       gs_wide<T>(4) * x[i]
                 : 0;
}

GRIDSTRIDE(
    "y = the four neighbours of x in an image of 1024 columns, less four times x; 0 at its edges",
    gs_dtypes(f32, f64), gs_input("x"), gs_output("y"), gs_reference(reference),
    gs_variant(launch_laplace));
