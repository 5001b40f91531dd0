// Parts of a word or vector that are read and written through pointers to other types.
#include "check.h"

enum { N = 1024 };

struct halfword {
    unsigned short value;
};

__device__ halfword sum_of(const halfword &a, const halfword &b)
{
    halfword sum = {(unsigned short)(a.value + b.value)};
    return sum;
}

// Adds 1 to each of the eight halfwords of a vector, in copies that a thread keeps.
__global__ void parts(uint4 *out, const uint4 *in)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    uint4 vector = *reinterpret_cast<const uint4 *>(&in[i]);
    uint4 ones = make_uint4(0x10001u, 0x10001u, 0x10001u, 0x10001u);
    halfword *halves = reinterpret_cast<halfword *>(&vector);
    halfword *one = reinterpret_cast<halfword *>(&ones);
#pragma unroll
    for (int k = 0; k < 8; k++) {
        halves[k] = sum_of(halves[k], one[k]);
    }
    *reinterpret_cast<uint4 *>(&out[i]) = vector;
}

// Floats that are stored as such and added up by their bits, in global and in shared memory.
__global__ void bits(unsigned *out, float *cells)
{
    __shared__ float kept[128];
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    unsigned *words = reinterpret_cast<unsigned *>(cells), *mine = (unsigned *)&kept[threadIdx.x];
    unsigned sum = words[i];
    cells[i] = (float)i;
    sum += words[i];
    *mine = 0x40000000u;
    kept[threadIdx.x] += 1.0f;
    out[i] = sum + *mine;
}

int main(void)
{
    uint4 vectors[N], got[N];
    unsigned sums[N];
    for (int i = 0; i < N; i++) {
        unsigned base = (unsigned)i * 0x00030005u;
        vectors[i] = make_uint4(base, base + 0x10001u, 0xffff0000u, 0x0000ffffu);
    }
    uint4 *in = check_upload(vectors, N), *out = check_device<uint4>(N);
    parts<<<N / 128, 128>>>(out, in);
    CHECK_LAUNCH();
    check_take(got, out, N);
    CHECK_CUDA(cudaFree(in));
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 8; k++) {
            const unsigned *before = &vectors[i].x, *after = &got[i].x;
            unsigned half = before[k / 2] >> k % 2 * 16 & 0xffff;
            CHECK_EQ_AT(after[k / 2] >> k % 2 * 16 & 0xffff, (half + 1) & 0xffff, i * 8 + k);
        }
    }
    float zeros[N] = {0}, *cells = check_upload(zeros, N);
    unsigned *sums_device = check_device<unsigned>(N);
    bits<<<N / 128, 128>>>(sums_device, cells);
    CHECK_LAUNCH();
    check_take(sums, sums_device, N);
    CHECK_CUDA(cudaFree(cells));
    for (int i = 0; i < N; i++) {
        float value = (float)i, three = 3.0f;
        unsigned word, last;
        memcpy(&word, &value, sizeof(word));
        memcpy(&last, &three, sizeof(last));
        CHECK_EQ_AT(sums[i], word + last, i);
    }
    return check_end();
}
