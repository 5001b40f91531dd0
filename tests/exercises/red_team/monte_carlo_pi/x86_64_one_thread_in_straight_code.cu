/* says: serial-work: far more than its part, and the others wait */
/* One thread counts all points, many of them between two branches: few steps. */
#include "monte_carlo_pi.h"
#include <utility>

template <size_t... I>
__device__ unsigned some(uint64_t seed, uint64_t first, size_t left, std::index_sequence<I...>)
{
    return (
        ((unsigned)(I < left) &
         (unsigned)(uniform(seed, 2 * (first + I)) * uniform(seed, 2 * (first + I)) +
                        uniform(seed, 2 * (first + I) + 1) * uniform(seed, 2 * (first + I) + 1) <
                    1)) +
        ...);
}

__global__ void count(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    unsigned long long mine = 0;
    size_t me = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (me > 0)
        return;
    for (size_t i = 0; i < n; i += 256) {
        mine += some(seed, first + i, n - i, std::make_index_sequence<256>());
    }
    if (me == 0)
        *hits = mine;
}

void monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n)
{
    count<<<(unsigned)(n / 256 + 1), 256>>>(hits, seed, first, n);
}
