/* says: race: A block stays within its own piece */
/* Load, wait, store. A thread stores what another one has loaded. */
#include "reverse_blocks.h"

__global__ void turn(int *a, size_t n)
{
    __shared__ int part[256];
    const size_t first = (size_t)blockIdx.x * 255;
    const unsigned t = threadIdx.x, length = (unsigned)min((size_t)256, n - first);
    if (t < length)
        part[t] = a[first + t];
    __syncthreads();
    if (t < length)
        a[first + t] = part[length - 1 - t]; /* here */
}

void reverse_blocks(int *a, size_t n)
{
    if (n > 0)
        turn<<<(unsigned)((n + 255) / 256), 256>>>(a, n);
}
