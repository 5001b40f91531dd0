/* says: uncoalesced: Neighbouring threads */
#include "column_sums.h"

__global__ void add_column(int *sums, const int *a, size_t rows, size_t columns)
{
    __shared__ int part[128];
    unsigned t = threadIdx.x;
    int sum = 0;
    for (size_t row = t; row < rows; row += 128)
        sum += a[row * columns + blockIdx.x]; /* here */
    part[t] = sum;
    for (unsigned half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

void column_sums(int *sums, const int *a, size_t rows, size_t columns)
{
    add_column<<<(unsigned)columns, 128>>>(sums, a, rows, columns);
}
