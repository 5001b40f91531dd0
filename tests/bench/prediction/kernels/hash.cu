/* y[i] = x[i], its bits mixed by three products (integers) */
#include <gridstride.cuh>

template <typename T> __global__ void mix(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned h = (unsigned)x[i];
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    y[i] = (T)(h ^ h >> 16);
}

template <typename T> void launch_mix(gs_launch at, const T *x, T *y)
{
    mix<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y);
}

template <typename T> T reference(size_t i, size_t n, const T *x)
{
    unsigned h = i < n ? (unsigned)x[i] : 0;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return (T)(h ^ h >> 16);
}

GRIDSTRIDE("y[i] = x[i], its bits mixed by three products (integers)", gs_dtypes(i32),
           gs_input("x"), gs_output("y"), gs_reference(reference), gs_variant(launch_mix));
