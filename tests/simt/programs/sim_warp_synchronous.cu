// Code for warps whose lanes step together, without __syncwarp(): the simulator sees that it is
// such code, and has them do so.
#include "check.h"

enum { BLOCK = 256, BLOCKS = 8 };

static __device__ void volatile_tail(volatile int *s, int t)
{
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}

static __device__ void plain_tail(int *s, int t)
{
    for (int offset = 32; offset > 0; offset /= 2) {
        s[t] += s[t + offset];
    }
}

template <bool IS_VOLATILE> __global__ void sum(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int half = BLOCK / 2; half > 32; half /= 2) {
        if (t < half) {
            s[t] += s[t + half];
        }
        __syncthreads();
    }
    if (t < 32 && IS_VOLATILE) {
        volatile_tail(s, t);
    } else if (t < 32) {
        plain_tail(s, t);
    }
    if (t == 0) {
        out[blockIdx.x] = s[0];
    }
}

__global__ void swap_with_neighbour(const int *in, int *out)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = in[i];
    out[i] = s[t ^ 1];
}

int main(void)
{
    static int host[BLOCK * BLOCKS], sums[BLOCKS], swapped[BLOCK * BLOCKS];
    int *in = check_device<int>(BLOCK * BLOCKS), *out = check_device<int>(BLOCK * BLOCKS);
    for (int i = 0; i < BLOCK * BLOCKS; i++) {
        host[i] = i * 7 % 101;
    }
    CHECK_CUDA(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
    for (int kind = 0; kind < 2; kind++) {
        if (kind == 0) {
            sum<true><<<BLOCKS, BLOCK>>>(in, out);
        } else {
            sum<false><<<BLOCKS, BLOCK>>>(in, out);
        }
        CHECK_CUDA(cudaMemcpy(sums, out, sizeof(sums), cudaMemcpyDeviceToHost));
        for (int b = 0; b < BLOCKS; b++) {
            int expected = 0;
            for (int i = 0; i < BLOCK; i++) {
                expected += host[b * BLOCK + i];
            }
            CHECK_EQ_AT(sums[b], expected, b);
        }
    }
    swap_with_neighbour<<<BLOCKS, BLOCK>>>(in, out);
    CHECK_CUDA(cudaMemcpy(swapped, out, sizeof(swapped), cudaMemcpyDeviceToHost));
    for (int i = 0; i < BLOCK * BLOCKS; i++) {
        CHECK_EQ_AT(swapped[i], host[i ^ 1], i);
    }
    CHECK_CUDA(cudaFree(in));
    CHECK_CUDA(cudaFree(out));
    return check_end();
}
