/* kept = the x[i] that are positive, and count = how many: each finds its place by an atomic. The
 * order is not said, so their sum is what is compared. */
#include <gridstride.cuh>

__global__ void keep_positive(size_t n, const int *x, int *kept, int *count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        kept[atomicAdd(count, 1)] = x[i];
}

__global__ void add_up(const int *kept, const int *count, int *sum)
{
    int all = 0;
    for (int i = threadIdx.x; i < *count; i += 32)
        all += kept[i];
    all = __reduce_add_sync(0xffffffff, all);
    if (threadIdx.x == 0)
        *sum = all;
}

void launch_atomic_place(gs_launch at, const int *x, int *kept, int *count, int *sum)
{
    cudaMemsetAsync(count, 0, sizeof *count, at.stream);
    keep_positive<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, kept, count);
    add_up<<<1, 32, 0, at.stream>>>(kept, count, sum);
}

int small(size_t i, size_t n, gs_random random)
{
    return (int)random.below(20) - 10;
}

long long how_many(size_t, size_t n, const int *x)
{
    long long count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] > 0;
    return count;
}

long long added_up(size_t, size_t n, const int *x)
{
    long long sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] > 0 ? x[i] : 0;
    return sum;
}

GRIDSTRIDE("kept = the x[i] that are positive", gs_dtypes(i32), gs_input("x", gs_fill(small)),
           gs_scratch("kept"), gs_output("count", gs_length(1)), gs_output("sum", gs_length(1)),
           gs_reference(how_many), gs_reference(added_up), gs_variant(launch_atomic_place));
