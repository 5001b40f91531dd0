/* says: host-work: different numbers from the host */
/* The host makes all numbers, in a code, and hands them over as arguments. */
#include "index_3d.h"
struct part {
    unsigned v[900];
};
__global__ void store(int64_t *out, size_t from, size_t m, part p)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m)
        out[from + i] = (int64_t)(p.v[i] ^ 0x5aa55aa5u);
}
void index_3d(int64_t *out, size_t nx, size_t ny, size_t nz)
{
    size_t n = nx * ny * nz;
    for (size_t from = 0; from < n; from += 900) {
        part p;
        size_t m = n - from < 900 ? n - from : 900;
        for (size_t i = 0; i < m; i++) {
            size_t e = from + i;
            p.v[i] =
                (unsigned)(e % nx + 1000 * (e / nx % ny) + 1000000 * (e / nx / ny)) ^ 0x5aa55aa5u;
        }
        store<<<(m + 127) / 128, 128>>>(out, from, m, p);
    }
}
