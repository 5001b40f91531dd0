/* A tile of 32 x 16 cells, a thread for each; those at its edges load the halo. */
#include "plate_step.h"

__device__ float cell(const float *in, long long rows, long long columns, long long y, long long x)
{
    return y >= 0 && y < rows && x >= 0 && x < columns ? in[y * columns + x] : 0;
}

__global__ void step(float *out, const float *in, long long rows, long long columns)
{
    __shared__ float tile[18][34];
    const int tx = (int)threadIdx.x + 1, ty = (int)threadIdx.y + 1;
    const long long x = (long long)blockIdx.x * 32 + tx - 1,
                    y = (long long)blockIdx.y * 16 + ty - 1;
    tile[ty][tx] = cell(in, rows, columns, y, x);
    if (ty == 1)
        tile[0][tx] = cell(in, rows, columns, y - 1, x);
    if (ty == 16)
        tile[17][tx] = cell(in, rows, columns, y + 1, x);
    if (tx == 1)
        tile[ty][0] = cell(in, rows, columns, y, x - 1);
    if (tx == 32)
        tile[ty][33] = cell(in, rows, columns, y, x + 1);
    __syncthreads();
    if (y < rows && x < columns)
        out[y * columns + x] = 0.5f * tile[ty][tx] + 0.125f * (tile[ty - 1][tx] + tile[ty + 1][tx] +
                                                               tile[ty][tx - 1] + tile[ty][tx + 1]);
}

void plate_step(float *out, const float *in, size_t rows, size_t columns)
{
    if (rows > 0)
        step<<<dim3((unsigned)((columns + 31) / 32), (unsigned)((rows + 15) / 16)), dim3(32, 16)>>>(
            out, in, (long long)rows, (long long)columns);
}
