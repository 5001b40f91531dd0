/* A thread takes two elements, half an array apart: neighbours stay neighbours. */
#include "add_half.h"

__global__ void add(float *a, size_t n, size_t half)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half)
        a[i] += 0.5f;
    if (i + half < n)
        a[i + half] += 0.5f;
}

void add_half(float *a, size_t n)
{
    size_t half = (n + 1) / 2;
    if (n > 0)
        add<<<(unsigned)((half + 127) / 128), 128>>>(a, n, half);
}
