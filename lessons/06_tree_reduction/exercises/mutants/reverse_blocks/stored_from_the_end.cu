/* says: last-piece: and not to 255 - t */
#include "reverse_blocks.h"

__global__ void turn(int *a, size_t n)
{
    __shared__ int part[256];
    const size_t first = (size_t)blockIdx.x * 256;
    const unsigned t = threadIdx.x, length = (unsigned)min((size_t)256, n - first);
    if (t < length)
        part[t] = a[first + t];
    __syncthreads();
    if (first + 255 - t < n)
        a[first + 255 - t] = part[t]; /* here */
}

void reverse_blocks(int *a, size_t n)
{
    if (n > 0)
        turn<<<(unsigned)((n + 255) / 256), 256>>>(a, n);
}
