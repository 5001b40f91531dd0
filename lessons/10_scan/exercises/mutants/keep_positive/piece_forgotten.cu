/* says: race: nothing of blockIdx.x is in the index `place` */
#include "keep_positive.h"

__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    __shared__ unsigned totals[8];
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const bool kept = i < n && in[i] > 0;
    const unsigned bits = __ballot_sync(0xffffffff, kept);
    unsigned place = __popc(bits & ((1u << lane) - 1));
    if (lane == 0)
        totals[warp] = __popc(bits);
    __syncthreads();
    unsigned all = 0;
    for (unsigned w = 0; w < 8; w++) {
        place += w < warp ? totals[w] : 0;
        all += totals[w];
    }
    if (kept)
        out[place] = in[i]; /* here */
    if (threadIdx.x == 0)
        counts[blockIdx.x] = (int)all;
}

void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(unsigned)((n + 255) / 256), 256>>>(out, counts, in, n);
}
