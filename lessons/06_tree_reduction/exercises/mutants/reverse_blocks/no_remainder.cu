/* says: rounded-down: with n = 256 `n % 256` is 0 */
#include "reverse_blocks.h"

__global__ void turn(int *a, size_t n)
{
    __shared__ int part[256];
    const size_t first = (size_t)blockIdx.x * 256;
    unsigned t = threadIdx.x;
    unsigned length = blockIdx.x == gridDim.x - 1 ? n % 256 : 256; /* here */
    if (t < length)
        part[t] = a[first + t];
    __syncthreads();
    if (t < length)
        a[first + t] = part[length - 1 - t];
}

void reverse_blocks(int *a, size_t n)
{
    if (n > 0)
        turn<<<(unsigned)((n + 255) / 256), 256>>>(a, n);
}
