/* says: race: stays within its own piece */
#include "reverse_blocks.h"

__global__ void turn(int *a, size_t n)
{
    __shared__ int part[256];
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        part[threadIdx.x] = a[i];
    __syncthreads();
    if (i < n)
        a[n - 1 - i] = part[threadIdx.x]; /* here */
}
void reverse_blocks(int *a, size_t n)
{
    if (n > 0)
        turn<<<(unsigned)((n + 255) / 256), 256>>>(a, n);
}
