/* says: race: both read the old value of scores */
#include "attention_weights.h"

enum { TILE = 16, BLOCK = 256 };

__global__ void multiply(float *scores, const float *queries, const float *keys, size_t words,
                         size_t features)
{
    __shared__ float of_queries[TILE][TILE], of_keys[TILE][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t i = (size_t)blockIdx.y * TILE + y, j = (size_t)blockIdx.x * TILE + x;
    float sum = 0;
    for (size_t first = 0; first < features; first += TILE) {
        of_queries[y][x] =
            i < words && first + x < features ? queries[i * features + first + x] : 0;
        of_keys[y][x] = first + y < features && j < words ? keys[(first + y) * words + j] : 0;
        __syncthreads();
        for (unsigned k = 0; k < TILE; k++)
            sum += of_queries[y][k] * of_keys[k][x];
        __syncthreads();
    }
    if (i < words && j < words)
        scores[i * words + j] = sum / sqrtf((float)features);
}

__device__ float largest_of_block(float value)
{
    __shared__ float parts[BLOCK];
    parts[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] = fmaxf(parts[threadIdx.x], parts[threadIdx.x + half]);
        __syncthreads();
    }
    return parts[0];
}

__device__ float sum_of_block(float value)
{
    __shared__ float parts[BLOCK];
    parts[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    return parts[0];
}

__global__ void soften(float *scores, size_t words)
{
    float *row = &scores[blockIdx.x];
    float largest = -INFINITY, sum = 0;
    for (size_t j = threadIdx.x; j < words; j += BLOCK)
        largest = fmaxf(largest, row[j]);
    largest = largest_of_block(largest);
    for (size_t j = threadIdx.x; j < words; j += BLOCK)
        sum += expf(row[j] - largest);
    sum = sum_of_block(sum);
    for (size_t j = threadIdx.x; j < words; j += BLOCK)
        row[j] = expf(row[j] - largest) / sum; /* here */
}

void attention_weights(float *weights, const float *queries, const float *keys, size_t words,
                       size_t features)
{
    const size_t inputs = words * features * sizeof(float), result = words * words * sizeof(float);
    const unsigned tiles = (unsigned)((words + TILE - 1) / TILE);
    float *on_queries, *on_keys, *scores;
    if (words == 0)
        return;
    cudaMalloc(&on_queries, inputs);
    cudaMalloc(&on_keys, inputs);
    cudaMalloc(&scores, result);
    cudaMemcpy(on_queries, queries, inputs, cudaMemcpyHostToDevice);
    cudaMemcpy(on_keys, keys, inputs, cudaMemcpyHostToDevice);
    multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(scores, on_queries, on_keys, words,
                                                       features);
    soften<<<(unsigned)words, BLOCK>>>(scores, words);
    cudaMemcpy(weights, scores, result, cudaMemcpyDeviceToHost);
    cudaFree(on_queries);
    cudaFree(on_keys);
    cudaFree(scores);
}
