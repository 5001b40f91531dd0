/* says: own-sum: the mean was made of one thread's own elements */
#include "layer_norm.h"

enum { BLOCK = 256 };

__device__ float block_sum(float value)
{
    __shared__ float parts[BLOCK];
    __syncthreads();
    parts[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    return parts[0];
}

__global__ void normalize(float *y, const float *x, const float *weights, const float *biases,
                          size_t columns)
{
    const float *from = x + blockIdx.x * columns;
    float *to = y + blockIdx.x * columns;
    float sum = 0, squares = 0;
    for (size_t k = threadIdx.x; k < columns; k += BLOCK)
        sum += from[k];
    const float mean = sum / columns;
    for (size_t k = threadIdx.x; k < columns; k += BLOCK)
        squares += (from[k] - mean) * (from[k] - mean);
    const float factor = 1 / sqrtf(block_sum(squares) / columns + 1e-5f);
    for (size_t k = threadIdx.x; k < columns; k += BLOCK)
        to[k] = (from[k] - mean) * factor * weights[k] + biases[k];
}

void layer_norm(float *y, const float *x, const float *weights, const float *biases, size_t rows,
                size_t columns)
{
    if (rows > 0)
        normalize<<<(unsigned)rows, BLOCK>>>(y, x, weights, biases, columns);
}
