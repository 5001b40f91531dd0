/* bins[k] = how many x[i] are k: atomic additions in global memory, or in shared memory first. */
#include <gridstride.cuh>

enum { BINS = 64 };

__global__ void global_atomics(size_t n, const int *x, int *bins)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[x[i]], 1);
}

__global__ void shared_atomics(size_t n, const int *x, int *bins)
{
    __shared__ int mine[BINS];
    for (int k = threadIdx.x; k < BINS; k += blockDim.x)
        mine[k] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&mine[x[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < BINS; k += blockDim.x)
        atomicAdd(&bins[k], mine[k]);
}

void launch_global(gs_launch at, const int *x, int *bins)
{
    cudaMemsetAsync(bins, 0, BINS * sizeof *bins, at.stream);
    global_atomics<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, bins);
}

void launch_shared(gs_launch at, const int *x, int *bins)
{
    cudaMemsetAsync(bins, 0, BINS * sizeof *bins, at.stream);
    shared_atomics<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, bins);
}

int bin(size_t i, size_t n, gs_random random)
{
    return (int)random.below(BINS);
}

long long reference(size_t k, size_t n, const int *x)
{
    long long count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] == (int)k;
    return count;
}

GRIDSTRIDE("bins[k] = how many x[i] are k", gs_dtypes(i32), gs_input("x", gs_fill(bin)),
           gs_output("bins", gs_length(BINS)), gs_reference(reference), gs_variant(launch_global),
           gs_variant(launch_shared));
