/* Turned round on the way into shared memory, which the launch gives. */
#include "reverse_blocks.h"

__global__ void turn(int *a, size_t n)
{
    extern __shared__ int part[];
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t end = min(n, ((size_t)blockIdx.x + 1) * blockDim.x);
    const bool mine = i < n;
    if (mine)
        part[end - 1 - i] = a[i];
    __syncthreads();
    if (mine)
        a[i] = part[threadIdx.x];
}

void reverse_blocks(int *a, size_t n)
{
    if (n > 0)
        turn<<<(unsigned)((n + 255) / 256), 256, 256 * sizeof(int)>>>(a, n);
}
