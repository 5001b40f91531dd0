/*
 * Inputs as a function of (seed, array, index): any range of any array can be made again at any
 * time, by any thread, so nothing has to keep a second copy to check against.
 */
#ifndef GS_RANDOM_H
#define GS_RANDOM_H

#include "dtype.h"

#include <stddef.h>
#include <stdint.h>

/* 64 well-mixed bits: the output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static inline uint64_t gs_random_bits(uint64_t seed, unsigned array, size_t index)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * ((uint64_t)index * 8 + array + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in [-1, 1), exact in the type. */
static inline float gs_random_f32(uint64_t seed, unsigned array, size_t index)
{
    return (float)((int64_t)gs_random_bits(seed, array, index) >> 40) * 0x1p-23f;
}

static inline double gs_random_f64(uint64_t seed, unsigned array, size_t index)
{
    return (double)((int64_t)gs_random_bits(seed, array, index) >> 11) * 0x1p-52;
}

/* Uniform over half of the type's range, so that the sum of two never overflows. */
static inline int32_t gs_random_i32(uint64_t seed, unsigned array, size_t index)
{
    return (int32_t)((int64_t)gs_random_bits(seed, array, index) >> 33);
}

static inline int64_t gs_random_i64(uint64_t seed, unsigned array, size_t index)
{
    return (int64_t)gs_random_bits(seed, array, index) >> 1;
}

/* The same by dtype; a long double holds all of them exactly. */
static inline long double gs_random_value(enum gs_dtype dtype, uint64_t seed, unsigned array,
                                          size_t index)
{
    switch (dtype) {
    case GS_F32:
        return (long double)gs_random_f32(seed, array, index);
    case GS_F64:
        return (long double)gs_random_f64(seed, array, index);
    case GS_I32:
        return (long double)gs_random_i32(seed, array, index);
    default:
        return (long double)gs_random_i64(seed, array, index);
    }
}

#endif
