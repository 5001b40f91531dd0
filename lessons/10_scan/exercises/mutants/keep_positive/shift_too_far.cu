/* says: wrong-value: `1u << (lane + 1)` shifts by */
#include "keep_positive.h"

__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    __shared__ int totals[8];
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const bool kept = i < n && in[i] > 0;
    const unsigned bits = __ballot_sync(0xffffffff, kept);
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned below = (1u << (lane + 1)) - 1; /* here */
    int place = __popc(bits & below) - 1;
    if (lane == 0)
        totals[warp] = __popc(bits);
    __syncthreads();
    int all = 0;
    for (unsigned w = 0; w < 8; w++) {
        if (w < warp)
            place += totals[w];
        all += totals[w];
    }
    if (kept)
        out[(size_t)blockIdx.x * 256 + place] = in[i];
    if (threadIdx.x == 0)
        counts[blockIdx.x] = all;
}

void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(unsigned)((n + 255) / 256), 256>>>(out, counts, in, n);
}
