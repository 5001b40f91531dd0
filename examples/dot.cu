/* sum = x[0] y[0] + x[1] y[1] + ...: each block adds up its part, one atomic addition a block. */
#include <gridstride.cuh>

__global__ void dot(size_t n, const float *x, const float *y, float *sum)
{
    float mine = 0;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        mine += x[i] * y[i];
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, mine);
}

void launch_warp_sums(gs_launch at, const float *x, const float *y, float *sum)
{
    unsigned blocks = at.blocks(at.n) < 256 ? at.blocks(at.n) : 256;
    cudaMemsetAsync(sum, 0, sizeof *sum, at.stream);
    dot<<<blocks, at.block, 0, at.stream>>>(at.n, x, y, sum);
}

/* The same on the CPU, to stand beside it. */
void serial(size_t n, const float *x, const float *y, float *sum)
{
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += (double)x[i] * y[i];
    *sum = (float)all;
}

double reference(size_t i, size_t n, const float *x, const float *y)
{
    double all = 0;
    for (size_t k = 0; k < n; k++)
        all += (double)x[k] * y[k];
    return all;
}

/* All of one sign: where terms cancel, rounding errors as large as the terms are left. */
double positive(size_t i, size_t n, gs_random random)
{
    return random.uniform(0, 1);
}

GRIDSTRIDE("sum = x[0] y[0] + x[1] y[1] + ...", gs_input("x", gs_fill(positive)),
           gs_input("y", gs_fill(positive)), gs_output("sum", gs_length(1)),
           gs_reference(reference), gs_tolerance(1e-4), gs_variant(launch_warp_sums),
           gs_cpu_variant(serial));
