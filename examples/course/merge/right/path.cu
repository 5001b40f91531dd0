/* A thread merges 8 elements of the output, and finds by halving where they begin in a and in b. */
#include "merge.h"

enum { BLOCK = 128, EACH = 8 };

__global__ void merge_all(int *out, const int *a, const int *b, size_t n_a, size_t n_b)
{
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * EACH, n = n_a + n_b;
    if (first >= n)
        return;
    size_t low = first > n_b ? first - n_b : 0, high = first < n_a ? first : n_a;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (a[middle] <= b[first - middle - 1])
            low = middle + 1;
        else
            high = middle;
    }
    size_t i = low, j = first - low;
    for (size_t k = first; k < first + EACH && k < n; k++) {
        bool from_a = j == n_b || (i < n_a && a[i] <= b[j]);
        out[k] = from_a ? a[i++] : b[j++];
    }
}

void merge(int *out, const int *a, const int *b, size_t n_a, size_t n_b)
{
    size_t threads = (n_a + n_b + EACH - 1) / EACH;
    if (threads > 0)
        merge_all<<<(unsigned)((threads + BLOCK - 1) / BLOCK), BLOCK>>>(out, a, b, n_a, n_b);
}
