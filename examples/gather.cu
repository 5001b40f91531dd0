/* y[i] = x[place[i]]: reads where the places say, writes side by side. */
#include <gridstride.cuh>

template <typename T> __global__ void gather(size_t n, const T *x, const int *place, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[place[i]];
}

template <typename T> void launch_gather(gs_launch at, const T *x, const int *place, T *y)
{
    gather<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, place, y);
}

template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x, const int *place)
{
    return x[place[i]];
}

int anywhere(size_t i, size_t n, gs_random random)
{
    return (int)random.below(n);
}

/* The places are whole numbers, whatever x is. */
GRIDSTRIDE("y[i] = x[place[i]]", gs_dtypes(f32, f64, i32), gs_input("x"),
           gs_input("place", gs_type(int), gs_fill(anywhere)), gs_output("y"),
           gs_reference(reference), gs_variant(launch_gather));
