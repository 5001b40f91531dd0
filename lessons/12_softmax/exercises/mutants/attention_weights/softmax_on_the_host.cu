/* says: host-work: the host computed it */
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

static void soften_on_host(float *row, size_t words)
{
    float largest = row[0], sum = 0;
    for (size_t j = 1; j < words; j++)
        largest = fmaxf(largest, row[j]);
    for (size_t j = 0; j < words; j++)
        sum += expf(row[j] - largest);
    for (size_t j = 0; j < words; j++)
        row[j] = expf(row[j] - largest) / sum;
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
    cudaMemcpy(weights, scores, result, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < words; i++)
        soften_on_host(weights + i * words, words);
    cudaFree(on_queries);
    cudaFree(on_keys);
    cudaFree(scores);
}
