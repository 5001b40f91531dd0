/* says: wrong-value: Each of the wrong ones holds its own index */
#include "value_starts.h"
__global__ void find_starts(int *starts, const int *values, size_t n, size_t bins)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n)
        return;
    int from = i == 0 ? 0 : values[i - 1] + 1;
    int to = i == n ? (int)bins : values[i];
    for (int v = from; v <= to; v++)
        starts[v] = v;
}
void value_starts(int *starts, const int *values, size_t n, size_t bins)
{
    find_starts<<<(unsigned)(n / 256 + 1), 256>>>(starts, values, n, bins);
}
