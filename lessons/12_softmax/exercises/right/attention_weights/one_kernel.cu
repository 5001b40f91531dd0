/* One kernel: a block has 16 rows, goes over all columns twice, and keeps no score. */
#include "attention_weights.h"

enum { TILE = 16 };

__device__ float score_of(const float *queries, const float *keys, size_t i, size_t j, size_t words,
                          size_t features)
{
    __shared__ float of_queries[TILE][TILE], of_keys[TILE][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
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
    return sum * rsqrtf((float)features);
}

__global__ void weigh(float *weights, const float *queries, const float *keys, size_t words,
                      size_t features)
{
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t i = (size_t)blockIdx.x * TILE + y;
    float largest = -INFINITY, sum = 0;
    for (size_t left = 0; left < words; left += TILE) {
        const float score = score_of(queries, keys, i, left + x, words, features);
        if (left + x < words) {
            const float before = largest;
            largest = fmaxf(largest, score);
            sum = sum * expf(before - largest) + expf(score - largest);
        }
    }
    for (unsigned apart = TILE / 2; apart > 0; apart /= 2) {
        const float others = __shfl_xor_sync(0xffffffff, largest, apart);
        const float others_sum = __shfl_xor_sync(0xffffffff, sum, apart);
        const float both = fmaxf(largest, others);
        if (both > -INFINITY)
            sum = sum * expf(largest - both) + others_sum * expf(others - both);
        largest = both;
    }
    for (size_t left = 0; left < words; left += TILE) {
        const float score = score_of(queries, keys, i, left + x, words, features);
        if (i < words && left + x < words)
            weights[i * words + left + x] = expf(score - largest) / sum;
    }
}

void attention_weights(float *weights, const float *queries, const float *keys, size_t words,
                       size_t features)
{
    const size_t inputs = words * features * sizeof(float), result = words * words * sizeof(float);
    float *room;
    if (words == 0)
        return;
    cudaMalloc(&room, 2 * inputs + result);
    float *on_queries = room, *on_keys = room + words * features,
          *on_weights = room + 2 * words * features;
    cudaMemcpy(on_queries, queries, inputs, cudaMemcpyHostToDevice);
    cudaMemcpy(on_keys, keys, inputs, cudaMemcpyHostToDevice);
    weigh<<<(unsigned)((words + TILE - 1) / TILE), dim3(TILE, TILE)>>>(on_weights, on_queries,
                                                                       on_keys, words, features);
    cudaMemcpy(weights, on_weights, result, cudaMemcpyDeviceToHost);
    cudaFree(room);
}
