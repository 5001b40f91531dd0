/* Two rows of each thread by tiles of 32 x 16; then a warp for each row, and copies in a stream. */
#include "attention_weights.h"

enum { WIDTH = 32, DEPTH = 16, ROWS = 16, WARPS = 8 };

__global__ void multiply(float *scores, const float *queries, const float *keys, size_t words,
                         size_t features)
{
    __shared__ float of_queries[2 * ROWS][DEPTH + 1], of_keys[DEPTH][WIDTH];
    const unsigned x = threadIdx.x, y = threadIdx.y, thread = y * WIDTH + x;
    const size_t top = (size_t)blockIdx.y * 2 * ROWS, j = (size_t)blockIdx.x * WIDTH + x;
    float sums[2] = {0, 0};
    for (size_t first = 0; first < features; first += DEPTH) {
        const unsigned row = thread / DEPTH, column = thread % DEPTH;
        const bool is_there = top + row < words && first + column < features;
        of_queries[row][column] = is_there ? queries[(top + row) * features + first + column] : 0;
        of_keys[y][x] = first + y < features && j < words ? keys[(first + y) * words + j] : 0;
        __syncthreads();
        for (unsigned k = 0; k < DEPTH; k++) {
            sums[0] += of_queries[y][k] * of_keys[k][x];
            sums[1] += of_queries[y + ROWS][k] * of_keys[k][x];
        }
        __syncthreads();
    }
    for (unsigned r = 0; r < 2; r++) {
        const size_t i = top + y + r * ROWS;
        if (i < words && j < words)
            scores[i * words + j] = sums[r] / sqrtf((float)features);
    }
}

__global__ void soften(float *scores, size_t words)
{
    const size_t i = (size_t)blockIdx.x * WARPS + threadIdx.y;
    float *row = scores + i * words;
    float largest = -INFINITY, sum = 0;
    if (i >= words)
        return; /* the whole warp */
    for (size_t j = threadIdx.x; j < words; j += 32)
        largest = fmaxf(largest, row[j]);
    for (unsigned apart = 16; apart > 0; apart /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, apart));
    for (size_t j = threadIdx.x; j < words; j += 32)
        sum += expf(row[j] - largest);
    for (unsigned apart = 16; apart > 0; apart /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, apart);
    for (size_t j = threadIdx.x; j < words; j += 32)
        row[j] = expf(row[j] - largest) / sum;
}

void attention_weights(float *weights, const float *queries, const float *keys, size_t words,
                       size_t features)
{
    const size_t inputs = words * features * sizeof(float), result = words * words * sizeof(float);
    const dim3 tiles((unsigned)((words + WIDTH - 1) / WIDTH),
                     (unsigned)((words + 2 * ROWS - 1) / (2 * ROWS)));
    cudaStream_t stream;
    float *on_queries, *on_keys, *scores;
    if (words == 0)
        return;
    cudaStreamCreate(&stream);
    cudaMalloc(&on_queries, inputs);
    cudaMalloc(&on_keys, inputs);
    cudaMalloc(&scores, result);
    cudaMemcpyAsync(on_queries, queries, inputs, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(on_keys, keys, inputs, cudaMemcpyHostToDevice, stream);
    multiply<<<tiles, dim3(WIDTH, ROWS), 0, stream>>>(scores, on_queries, on_keys, words, features);
    soften<<<(unsigned)((words + WARPS - 1) / WARPS), dim3(32, WARPS), 0, stream>>>(scores, words);
    cudaMemcpyAsync(weights, scores, result, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaFree(on_queries);
    cudaFree(on_keys);
    cudaFree(scores);
    cudaStreamDestroy(stream);
}
