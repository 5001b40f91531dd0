/* says: wrong-index: and not those of the lanes before it */
#include "keep_positive.h"

__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    __shared__ int per_warp[8];
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const bool kept = i < n && in[i] > 0;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned vote = __ballot_sync(0xffffffffu, kept);
    if (lane == 0)
        per_warp[warp] = __popc(vote);
    __syncthreads();
    int place = __popc(vote & lane); /* here */
    for (int w = 0; w < warp; w++)
        place += per_warp[w];
    if (kept)
        out[(size_t)blockIdx.x * 256 + place] = in[i];
    if (threadIdx.x == 0) {
        int all = 0;
        for (int w = 0; w < 8; w++)
            all += per_warp[w];
        counts[blockIdx.x] = all;
    }
}

void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(unsigned)((n + 255) / 256), 256>>>(out, counts, in, n);
}
