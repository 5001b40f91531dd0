/* says: never-written: were others */
#include "merge.h"

enum { BLOCK = 256 };

/* How many elements are less than x, or, with `equal`, not more. */
__device__ size_t count_before(const int *sorted, size_t length, int x, bool equal)
{
    size_t low = 0, high = length;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < x || (equal && sorted[middle] == x))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__global__ void merge_all(int *out, const int *a, const int *b, size_t n_a, size_t n_b)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n_a)
        out[i + count_before(b, n_b, a[i], false)] = a[i];
}

void merge(int *out, const int *a, const int *b, size_t n_a, size_t n_b)
{
    size_t n = n_a + n_b;
    if (n > 0)
        merge_all<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, a, b, n_a, n_b);
}
