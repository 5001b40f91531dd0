/* says: wrong-value: by the root of words */
#include "attention_weights.h"
enum { TILE = 16 };
__global__ void scores(float *c, const float *a, const float *b, size_t words, size_t features)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y,
           column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (size_t first = 0; first < features; first += TILE) {
        size_t k = first + threadIdx.x;
        ta[threadIdx.y][threadIdx.x] = row < words && k < features ? a[row * features + k] : 0;
        k = first + threadIdx.y;
        tb[threadIdx.y][threadIdx.x] = k < features && column < words ? b[k * words + column] : 0;
        __syncthreads();
        for (int e = 0; e < TILE; e++)
            sum += ta[threadIdx.y][e] * tb[e][threadIdx.x];
        __syncthreads();
    }
    if (row < words && column < words)
        c[row * words + column] = sum / sqrtf((float)words);
}
__global__ void soften(float *c, size_t words)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= words)
        return;
    float *r = c + row * words;
    float most = -INFINITY, sum = 0;
    for (size_t k = lane; k < words; k += 32)
        most = fmaxf(most, r[k]);
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
    for (size_t k = lane; k < words; k += 32)
        sum += expf(r[k] - most);
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    for (size_t k = lane; k < words; k += 32)
        r[k] = expf(r[k] - most) / sum;
}
void attention_weights(float *weights, const float *queries, const float *keys, size_t words,
                       size_t features)
{
    if (words == 0)
        return;
    float *q, *k, *w;
    cudaMalloc(&q, words * features * sizeof(float));
    cudaMalloc(&k, words * features * sizeof(float));
    cudaMalloc(&w, words * words * sizeof(float));
    cudaMemcpy(q, queries, words * features * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(k, keys, words * features * sizeof(float), cudaMemcpyHostToDevice);
    unsigned tiles = (unsigned)((words + TILE - 1) / TILE);
    scores<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(w, q, k, words, features);
    soften<<<(unsigned)((words * 32 + 127) / 128), 128>>>(w, words);
    cudaMemcpy(weights, w, words * words * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(q);
    cudaFree(k);
    cudaFree(w);
}
