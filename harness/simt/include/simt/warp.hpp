/* Warp shuffles, votes, matches and reductions. */
#ifndef SIMT_WARP_HPP
#define SIMT_WARP_HPP

#pragma GCC system_header

#include <simt/runtime.h>
#include <string.h>

/* Inlined, so that the inspector knows the line that calls them. */
#define SIMT_INLINE inline __attribute__((always_inline))

namespace simt_cpp
{

/* What these functions return is `auto`: so g++ makes them when it reads the functions of a header
 * that call them, which it does once, for the precompiled header. With a type it would make them
 * anew at the end of each program. */
template <class T> SIMT_INLINE auto to_bits(T value)
{
    unsigned long bits = 0;

    static_assert(sizeof(T) <= sizeof(bits), "warp functions take values of up to 64 bits");
    __builtin_memcpy(&bits, &value, sizeof(value));
    return bits;
}

template <class T> SIMT_INLINE auto from_bits(unsigned long bits)
{
    T value;

    __builtin_memcpy(&value, &bits, sizeof(value));
    return value;
}

template <class T>
SIMT_INLINE auto shuffle(simt_warp_op op, unsigned mask, T value, int operand, int width)
{
    return from_bits<T>(simt_warp_collective(op, mask, to_bits(value), operand, width));
}

SIMT_INLINE unsigned vote(simt_warp_op op, unsigned mask, unsigned long value)
{
    return static_cast<unsigned>(simt_warp_collective(op, mask, value, 0, 0));
}

} // namespace simt_cpp

#define SIMT_SHUFFLES(T)                                                                           \
    SIMT_INLINE T __shfl_sync(unsigned mask, T value, int lane, int width = warpSize)              \
    {                                                                                              \
        return simt_cpp::shuffle(SIMT_WARP_SHFL, mask, value, lane, width);                        \
    }                                                                                              \
    SIMT_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize)     \
    {                                                                                              \
        return simt_cpp::shuffle(SIMT_WARP_SHFL_UP, mask, value, static_cast<int>(delta), width);  \
    }                                                                                              \
    SIMT_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize)   \
    {                                                                                              \
        return simt_cpp::shuffle(SIMT_WARP_SHFL_DOWN, mask, value, static_cast<int>(delta),        \
                                 width);                                                           \
    }                                                                                              \
    SIMT_INLINE T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize)     \
    {                                                                                              \
        return simt_cpp::shuffle(SIMT_WARP_SHFL_XOR, mask, value, lane_mask, width);               \
    }
SIMT_SHUFFLES(int)
SIMT_SHUFFLES(unsigned)
SIMT_SHUFFLES(long)
SIMT_SHUFFLES(unsigned long)
SIMT_SHUFFLES(long long)
SIMT_SHUFFLES(unsigned long long)
SIMT_SHUFFLES(float)
SIMT_SHUFFLES(double)
#undef SIMT_SHUFFLES

#define SIMT_MATCHES(T)                                                                            \
    SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value)                                  \
    {                                                                                              \
        return simt_cpp::vote(SIMT_WARP_MATCH_ANY, mask, simt_cpp::to_bits(value));                \
    }                                                                                              \
    SIMT_INLINE unsigned __match_all_sync(unsigned mask, T value, int *predicate)                  \
    {                                                                                              \
        unsigned same = simt_cpp::vote(SIMT_WARP_MATCH_ALL, mask, simt_cpp::to_bits(value));       \
                                                                                                   \
        *predicate = same != 0;                                                                    \
        return same;                                                                               \
    }
SIMT_MATCHES(int)
SIMT_MATCHES(unsigned)
SIMT_MATCHES(long)
SIMT_MATCHES(unsigned long)
SIMT_MATCHES(long long)
SIMT_MATCHES(unsigned long long)
SIMT_MATCHES(float)
SIMT_MATCHES(double)
#undef SIMT_MATCHES

SIMT_INLINE void __syncwarp(unsigned mask = 0xffffffffU)
{
    (void)simt_cpp::vote(SIMT_WARP_SYNC, mask, 0);
}

SIMT_INLINE int __all_sync(unsigned mask, int predicate)
{
    return static_cast<int>(simt_cpp::vote(SIMT_WARP_ALL, mask, predicate != 0));
}

SIMT_INLINE int __any_sync(unsigned mask, int predicate)
{
    return static_cast<int>(simt_cpp::vote(SIMT_WARP_ANY, mask, predicate != 0));
}

SIMT_INLINE unsigned __ballot_sync(unsigned mask, int predicate)
{
    return simt_cpp::vote(SIMT_WARP_BALLOT, mask, predicate != 0);
}

/* Inlined with the kernel, so that each call in the source is a call site of its own. */
inline __attribute__((always_inline)) unsigned __activemask()
{
    return simt_active_mask();
}

#define SIMT_REDUCE(T, name, op)                                                                   \
    SIMT_INLINE T name(unsigned mask, T value)                                                     \
    {                                                                                              \
        return static_cast<T>(simt_cpp::vote(op, mask, simt_cpp::to_bits(value)));                 \
    }
SIMT_REDUCE(int, __reduce_add_sync, SIMT_WARP_ADD)
SIMT_REDUCE(unsigned, __reduce_add_sync, SIMT_WARP_ADD)
SIMT_REDUCE(int, __reduce_min_sync, SIMT_WARP_MIN_SIGNED)
SIMT_REDUCE(unsigned, __reduce_min_sync, SIMT_WARP_MIN_UNSIGNED)
SIMT_REDUCE(int, __reduce_max_sync, SIMT_WARP_MAX_SIGNED)
SIMT_REDUCE(unsigned, __reduce_max_sync, SIMT_WARP_MAX_UNSIGNED)
SIMT_REDUCE(unsigned, __reduce_and_sync, SIMT_WARP_AND)
SIMT_REDUCE(unsigned, __reduce_or_sync, SIMT_WARP_OR)
SIMT_REDUCE(unsigned, __reduce_xor_sync, SIMT_WARP_XOR)
#undef SIMT_REDUCE

#undef SIMT_INLINE

#endif
