/*
 * Exercise 13.3: a captured graph.
 *
 * Each step launches the same three small kernels, and the host may take longer to launch them than
 * the GPU to run them. Capture one step into a graph, instantiate it once, and launch it once for
 * each step. Wait for the last one before you return.
 *
 *   ./gridstride check 13.3          says what is still wrong
 *   ./gridstride check 13.3 --hint   one hint further each time
 */
#include "captured_steps.h"

__global__ void halve(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= 0.5f;
}

__global__ void add_index(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += i % 8;
}

__global__ void invert(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = 1 / (1 + a[i]);
}

void captured_steps(float *a, size_t n, size_t steps)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (n == 0)
        return;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (size_t step = 0; step < steps; step++) {
        halve<<<grid, block, 0, stream>>>(a, n);
        add_index<<<grid, block, 0, stream>>>(a, n);
        invert<<<grid, block, 0, stream>>>(a, n);
    }
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
