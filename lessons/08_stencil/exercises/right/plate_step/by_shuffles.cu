/*
 * A warp goes down its columns: up and down are in registers, left and right in those of the lanes
 * beside it. The outermost two lanes are the halo.
 */
#include "plate_step.h"

enum { KEPT = 30, STRIP = 16, WARPS = 4 };

__global__ void step(float *out, const float *in, long long rows, long long columns)
{
    const long long x = (long long)blockIdx.x * KEPT + threadIdx.x - 1;
    long long y = ((long long)blockIdx.y * WARPS + threadIdx.y) * STRIP;
    const bool in_plate = x >= 0 && x < columns;
    float up = in_plate && y > 0 && y <= rows ? in[(y - 1) * columns + x] : 0;
    float here = in_plate && y < rows ? in[y * columns + x] : 0;
    for (int k = 0; k < STRIP; k++, y++) {
        float down = in_plate && y + 1 < rows ? in[(y + 1) * columns + x] : 0;
        float left = __shfl_up_sync(0xffffffffu, here, 1);
        float right = __shfl_down_sync(0xffffffffu, here, 1);
        if (in_plate && y < rows && threadIdx.x >= 1 && threadIdx.x <= KEPT)
            out[y * columns + x] = here / 2 + (up + down + left + right) / 8;
        up = here;
        here = down;
    }
}

void plate_step(float *out, const float *in, size_t rows, size_t columns)
{
    const size_t band = STRIP * WARPS;
    if (rows > 0)
        step<<<dim3((unsigned)((columns + KEPT - 1) / KEPT), (unsigned)((rows + band - 1) / band)),
               dim3(32, WARPS)>>>(out, in, (long long)rows, (long long)columns);
}
