/* x[i] = x[i + n / 3 before], around the end: in place, by way of a second array. The distance is a
 * number that depends on n. */
#include <gridstride.cuh>

__global__ void copy_from(size_t n, size_t distance, const float *from, float *to)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[(i + distance) % n];
}

void launch_by_copy(gs_launch at, float distance, float *x, float *other)
{
    copy_from<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, (size_t)distance, x, other);
    cudaMemcpyAsync(x, other, at.n * sizeof *x, cudaMemcpyDeviceToDevice, at.stream);
}

double third(size_t n)
{
    return (double)(n / 3);
}

double reference(size_t i, size_t n, float distance, const float *x)
{
    return x[(i + (size_t)distance) % n];
}

GRIDSTRIDE("x[i] = x[i + n / 3], around the end", gs_sizes("1Ki:4Mi:*4"),
           gs_scalar("distance", third), gs_updated("x"), gs_scratch("other"),
           gs_reference(reference), gs_variant(launch_by_copy));
