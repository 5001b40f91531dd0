/* says: race: in the lanes before it, and in all warps */
#include "keep_positive.h"
__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const bool kept = i < n && in[i] > 0;
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    unsigned votes = __ballot_sync(0xffffffff, kept);
    int lane = threadIdx.x % 32;
    int before = __popc(votes & ((1u << lane) - 1));
    if (lane == 0)
        atomicAdd(&total, __popc(votes));
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = total;
    if (kept)
        out[(size_t)blockIdx.x * 256 + before] = in[i]; /* here */
}
void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(unsigned)((n + 255) / 256), 256>>>(out, counts, in, n);
}
