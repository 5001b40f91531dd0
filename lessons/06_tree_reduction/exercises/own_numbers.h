/* Exercise 6.5: what own_numbers is given, and what it must do. */
#ifndef OWN_NUMBERS_H
#define OWN_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define RANDOM_CALLABLE __host__ __device__
#else
#define RANDOM_CALLABLE
#endif

enum { NUMBERS = 16 }; /* that each thread draws */

/* The number at `counter` of the random sequence `seed`: 32 random bits, made of the two alone. So
 * a thread needs no state but its counter, and can begin anywhere. */
static inline RANDOM_CALLABLE uint32_t random_at(uint64_t seed, uint64_t counter)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * (counter + 1); /* SplitMix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

#ifdef __cplusplus
extern "C"
#endif
    /* out[k * n + i] = number k of generator i, for i = 0 ... n-1 and k = 0 ... NUMBERS-1.
     * Generator i has the 2^32 numbers of the sequence from counter 2^32 * i on, so that no two
     * ever meet: its number k is at 2^32 * i + k. out lies on the device and has NUMBERS * n
     * elements; n may be 0.
     */
    void
    own_numbers(uint32_t *out, uint64_t seed, size_t n);

#endif
