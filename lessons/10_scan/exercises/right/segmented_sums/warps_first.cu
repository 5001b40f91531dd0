/* Each warp by shuffles, with its starts as bits; then what the warps before leave over. */
#include "segmented_sums.h"

__global__ void add_up(int *sums, const int *x, const int *starts, size_t n)
{
    __shared__ int rest[8];
    __shared__ bool begins[8];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    const unsigned bits = __ballot_sync(0xffffffff, i < n && starts[i] != 0);
    const unsigned up_to_own = bits & (0xffffffff >> (31 - lane));
    const unsigned first = up_to_own != 0 ? 31 - __clz(up_to_own) : 0;
    int sum = i < n ? x[i] : 0;
    for (unsigned step = 1; step < 32; step *= 2) {
        const int before = __shfl_up_sync(0xffffffff, sum, step);
        sum += lane >= first + step ? before : 0;
    }
    if (lane == 31) {
        rest[warp] = sum;
        begins[warp] = bits != 0;
    }
    __syncthreads();
    if (up_to_own == 0) {
        for (unsigned w = warp; w-- > 0;) {
            sum += rest[w];
            if (begins[w])
                break;
        }
    }
    if (i < n)
        sums[i] = sum;
}

void segmented_sums(int *sums, const int *x, const int *starts, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, starts, n);
}
