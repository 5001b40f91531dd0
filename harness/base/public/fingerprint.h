/* How data are told apart without a second copy of them; the same on the host and on the device. */
#ifndef GS_FINGERPRINT_H
#define GS_FINGERPRINT_H

#include <stdint.h>

#ifdef __CUDACC__
#define GS_HOST_DEVICE __host__ __device__
#else
#define GS_HOST_DEVICE
#endif

/*
 * What one word at one place adds to a fingerprint, mixed by the output function of SplitMix64
 * (Steele, Lea, Flood, OOPSLA 2014): the same change of every word, a sign or an exponent, changes
 * each of them differently, and so cannot cancel in the sum.
 */
GS_HOST_DEVICE static inline uint64_t gs_fingerprint_of(uint64_t word, uint64_t place)
{
    uint64_t z = word + 0x9e3779b97f4a7c15u * (place + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

#endif
