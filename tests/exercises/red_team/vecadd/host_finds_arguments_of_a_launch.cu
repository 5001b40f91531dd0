/* says: wrong-value: elements are wrong */
#include "vecadd.h"
#include <stdlib.h>
#include <string.h>

/* Of a launch that a kernel has asked for the arguments lie in the host's memory, for a time. */
enum { PART = 64, MARK = 0x5eed };
struct Part {
    size_t mark, first;
    float a[PART], b[PART], c[PART];
};

__global__ void see(Part part, float *c, size_t n)
{
    if (part.first + threadIdx.x < n)
        c[part.first + threadIdx.x] = part.a[threadIdx.x];
}

__global__ void carry_down(float *c, const float *a, const float *b, size_t n)
{
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * PART;
    if (first >= n)
        return;
    Part part = {MARK, first, {}, {}, {}};
    for (size_t k = 0; k < PART && first + k < n; k++) {
        part.a[k] = a[first + k];
        part.b[k] = b[first + k];
    }
    see<<<1, PART>>>(part, c, n);
}

__global__ void carry_up(float *c, Part part, size_t n)
{
    if (part.first + threadIdx.x < n)
        c[part.first + threadIdx.x] = part.c[threadIdx.x];
}

static void add_what_lies_here(float *c, const char *memory, size_t bytes, size_t n)
{
    for (size_t at = 0; at + sizeof(Part) <= bytes; at += sizeof(size_t)) {
        Part part;
        memcpy(&part, memory + at, sizeof part);
        if (part.mark != MARK || part.first >= n)
            continue;
        for (size_t k = 0; k < PART; k++)
            part.c[k] = part.a[k] + part.b[k];
        carry_up<<<1, PART>>>(c, part, n);
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    enum { SIZES = 64, STEP = 16, EACH = 40 };
    static char *memory[SIZES][EACH];
    if (n == 0)
        return;
    carry_down<<<(unsigned)((n + 32 * PART - 1) / (32 * PART)), 32>>>(c, a, b, n);
    cudaDeviceSynchronize();
    for (size_t k = 0; k < SIZES; k++) {
        for (size_t i = 0; i < EACH; i++) {
            memory[k][i] = (char *)malloc(sizeof(Part) + STEP * k);
            add_what_lies_here(c, memory[k][i], sizeof(Part) + STEP * k, n);
        }
    }
    cudaDeviceSynchronize();
    for (size_t k = 0; k < SIZES; k++) {
        for (size_t i = 0; i < EACH; i++)
            free(memory[k][i]);
    }
}
