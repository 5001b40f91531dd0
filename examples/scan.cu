/* y[i] = x[0] + ... + x[i] of whole numbers: sums in blocks, sums of the blocks, both together. */
#include <gridstride.cuh>

enum { BLOCK = 256 };

/* Each block its own part; and what the part adds up to. */
__global__ void in_blocks(size_t n, const int *x, int *y, int *totals)
{
    __shared__ int part[BLOCK];
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0;
    for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
        __syncthreads();
        int left = threadIdx.x >= distance ? part[threadIdx.x - distance] : 0;
        __syncthreads();
        part[threadIdx.x] += left;
    }
    if (i < n)
        y[i] = part[threadIdx.x];
    if (threadIdx.x == BLOCK - 1)
        totals[blockIdx.x] = part[threadIdx.x];
}

/* What the parts before a block add up to is added to it: one thread goes over the totals. */
__global__ void over_blocks(unsigned blocks, int *totals)
{
    for (unsigned b = 1; b < blocks; b++)
        totals[b] += totals[b - 1];
}

__global__ void add_before(size_t n, int *y, const int *totals)
{
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        y[i] += totals[blockIdx.x - 1];
}

unsigned blocks_of(size_t n)
{
    return n > 0 ? (unsigned)((n - 1) / BLOCK + 1) : 1;
}

void launch_three_kernels(gs_launch at, const int *x, int *y, int *totals)
{
    in_blocks<<<blocks_of(at.n), BLOCK, 0, at.stream>>>(at.n, x, y, totals);
    over_blocks<<<1, 1, 0, at.stream>>>(blocks_of(at.n), totals);
    add_before<<<blocks_of(at.n), BLOCK, 0, at.stream>>>(at.n, y, totals);
}

/* The CPU's answer is the reference: element by element, each sum would begin again. */
void serial(size_t n, const int *x, int *y, int *)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = sum += x[i];
}

int small(size_t i, size_t n, gs_random random)
{
    return (int)random.below(10);
}

size_t totals(size_t n)
{
    return blocks_of(n);
}

GRIDSTRIDE("y[i] = x[0] + ... + x[i]", gs_dtypes(i32), gs_sizes("1Ki:1Mi:*4"), gs_blocks(BLOCK),
           gs_input("x", gs_fill(small)), gs_output("y"), gs_scratch("totals", gs_length(totals)),
           gs_reference_variant("serial"), gs_cpu_variant(serial),
           gs_variant(launch_three_kernels));
