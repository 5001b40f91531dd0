/* y[place[i]] = x[i]: reads side by side, writes where the places say; no two places are the same.
 */
#include <gridstride.cuh>

template <typename T> __global__ void scatter(size_t n, const T *x, const unsigned *place, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[place[i]] = x[i];
}

template <typename T> void launch_scatter(gs_launch at, const T *x, const unsigned *place, T *y)
{
    scatter<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, place, y);
}

/* The left half of the places are the odd numbers, from the top down; the right half the even. */
unsigned mixed(size_t i, size_t n, gs_random)
{
    size_t odd = n / 2;
    return (unsigned)(i < odd ? 2 * (odd - i) - 1 : 2 * (i - odd));
}

template <typename T> gs_wide<T> reference(size_t k, size_t n, const T *x, const unsigned *place)
{
    size_t odd = n / 2;
    return k % 2 == 1 ? x[odd - (k + 1) / 2] : x[odd + k / 2];
}

GRIDSTRIDE("y[place[i]] = x[i]", gs_dtypes(f32, i64), gs_input("x"),
           gs_input("place", gs_type(unsigned), gs_fill(mixed)), gs_output("y"),
           gs_reference(reference), gs_variant(launch_scatter));
