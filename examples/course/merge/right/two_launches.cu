/* A launch for each of the two arrays. */
#include "merge.h"

__global__ void place(int *out, const int *mine, size_t length, const int *other, size_t n,
                      int less_by)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= length)
        return;
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (other[middle] <= mine[i] - less_by)
            low = middle + 1;
        else
            high = middle;
    }
    out[i + low] = mine[i];
}

void merge(int *out, const int *a, const int *b, size_t n_a, size_t n_b)
{
    if (n_a > 0)
        place<<<(unsigned)((n_a + 127) / 128), 128>>>(out, a, n_a, b, n_b, 1);
    if (n_b > 0)
        place<<<(unsigned)((n_b + 127) / 128), 128>>>(out, b, n_b, a, n_a, 0);
}
