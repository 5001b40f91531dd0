/* says: Each block counted the first 256 values: the blocks before it are not in the index. */
#include "histogram.h"

void histogram(unsigned int *counts, const unsigned int *values, size_t n)
{
    for (int b = 0; b < 64; b++)
        counts[b] = 0;
    for (size_t i = 0; i < (n + 255) / 256 * 256; i++) {
        if (i % 256 < n)
            counts[values[i % 256]]++;
    }
}
