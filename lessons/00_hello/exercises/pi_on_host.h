/* Exercise 0.2: what pi_on_host is given, and what it must do. */
#ifndef PI_ON_HOST_H
#define PI_ON_HOST_H

#include <stddef.h>
#include <stdint.h>

/* The next number of a random sequence, between 0 and 1. It changes *state, which says where in the
 * sequence it is: the same state gives the same numbers. */
static inline double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* SplitMix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (double)(2 * (z >> 39) + 1) / (1 << 26);
}

#ifdef __cplusplus
extern "C"
#endif
    /* *pi = 4 times the share of n random points with x * x + y * y < 1. The sequence starts from
     * the state `seed`, and each point takes its next two numbers for x and y. n is at least 1. */
    void
    pi_on_host(double *pi, uint64_t seed, size_t n);

#endif
