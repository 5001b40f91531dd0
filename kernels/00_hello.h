/* Lesson 0: what the kernels and the CPU baselines compute alike. Included by C and by CUDA C++. */
#ifndef GS_HELLO_H
#define GS_HELLO_H

#include <stdint.h>

#ifdef __CUDACC__
#define HOST_AND_DEVICE __host__ __device__
#else
#define HOST_AND_DEVICE
#endif

/*
 * Number `index` of one random sequence, between 0 and 1: SplitMix64's bits, of which 11 are kept.
 * It is an odd multiple of 1/4096, so that x * x + y * y is exact in float and never 1: how a
 * compiler rounds makes no difference to the hits.
 */
static inline HOST_AND_DEVICE float uniform(uint64_t index)
{
    uint64_t z = 0x9e3779b97f4a7c15u * (8 * index + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (float)(2 * (z >> 53) + 1) / 4096;
}

/* Whether point p lies in the quarter of a circle with the radius 1: 0 or 1. */
static inline HOST_AND_DEVICE unsigned is_hit(uint64_t p)
{
    float x = uniform(2 * p), y = uniform(2 * p + 1);
    return x * x + y * y < 1;
}

#endif
