/* y[i] = a x[i], and PERCENT - 100 percent more of it, on arrays that nobody looks at. Two files
 * that differ by PERCENT differ by so many bytes. */
#include <gridstride.cuh>

enum { PERCENT = 100 };

__global__ void scale(size_t n, size_t more, const float *x, float *y, const float *x2, float *y2)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2.5f * x[i];
    else if (i < n + more)
        y2[i - n] = 2.5f * x2[i - n];
}

void launch_scale(gs_launch at, const float *x, float *y, float *x2, float *y2)
{
    size_t more = at.n / 100 * (PERCENT - 100);
    scale<<<at.blocks(at.n + more), at.block, 0, at.stream>>>(at.n, more, x, y, x2, y2);
}

double reference(size_t i, size_t, const float *x)
{
    return 2.5 * x[i];
}

size_t part(size_t n)
{
    return n / 10 + 1;
}

GRIDSTRIDE("y[i] = 2.5 x[i]", gs_sizes("4Mi:8Mi:*2"), gs_input("x"), gs_output("y"),
           gs_scratch("x2", gs_length(part)), gs_scratch("y2", gs_length(part)),
           gs_reference(reference), gs_variant(launch_scale));
