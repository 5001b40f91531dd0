/* Exercise 6.4: what monte_carlo_pi is given, and what it must do. */
#ifndef MONTE_CARLO_PI_H
#define MONTE_CARLO_PI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define UNIFORM_CALLABLE __host__ __device__
#else
#define UNIFORM_CALLABLE
#endif

/*
 * Number `index` of the random sequence `seed`, between 0 and 1: any thread can have any number of
 * it, without the ones before. It is an odd multiple of 1/4096, so that x * x + y * y is exact in
 * float and never 1: how a compiler rounds makes no difference to the hits.
 */
static inline UNIFORM_CALLABLE float uniform(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * (index + 1); /* SplitMix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (float)(2 * (z >> 53) + 1) / 4096;
}

#ifdef __cplusplus
extern "C"
#endif
    /* hits[0] = how many of the points first, first + 1, ... first + n - 1 lie in the quarter of a
     * circle x * x + y * y < 1. Point p has x = uniform(seed, 2 p) and y = uniform(seed, 2 p + 1).
     * Hand seed to the kernels as it is: the check gives them another one than the host has.
     * hits is one number on the device, which holds junk before; n may be 0, and first is up to
     * 2^40, so that many machines can count one part of the points each. */
    void
    monte_carlo_pi(unsigned long long *hits, uint64_t seed, uint64_t first, size_t n);

#endif
