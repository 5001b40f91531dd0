/* Integer, conversion and rounding intrinsics, and the fast forms of math functions. These are at
 * least as accurate here as a GPU's. */
#ifndef SIMT_INTRINSICS_HPP
#define SIMT_INTRINSICS_HPP

#pragma GCC system_header

#include <simt/conversions.hpp>
#include <simt/rounding.h>
#include <simt/warp.hpp>
#include <limits>
#include <math.h>

/* ---- integers ---- */

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

inline int __clz(int x)
{
    return x ? __builtin_clz(static_cast<unsigned>(x)) : 32;
}

inline int __clzll(long long x)
{
    return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}

inline int __ffs(int x)
{
    return __builtin_ffs(x);
}

inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

inline unsigned long long __brevll(unsigned long long x)
{
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
    return __builtin_bswap64(x);
}

inline unsigned __brev(unsigned x)
{
    return static_cast<unsigned>(__brevll(x) >> 32);
}

/* Four of the eight bytes of y:x, chosen by the low three bits of each of the selector's nibbles;
 * bit 3 spreads the byte's sign. */
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned result = 0;

    for (int i = 0; i < 4; i++) {
        unsigned nibble = selector >> 4 * i;
        unsigned byte = static_cast<unsigned>(bytes >> 8 * (nibble & 7)) & 0xff;

        if (nibble & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}

inline int __mulhi(int x, int y)
{
    return static_cast<int>(static_cast<long long>(x) * y >> 32);
}

inline unsigned __umulhi(unsigned x, unsigned y)
{
    return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}

inline long long __mul64hi(long long x, long long y)
{
    return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}

inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}

inline int __mul24(int x, int y)
{
    return static_cast<int>(static_cast<unsigned>(x << 8 >> 8) *
                            static_cast<unsigned>(y << 8 >> 8));
}

inline unsigned __umul24(unsigned x, unsigned y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}

inline unsigned __sad(int x, int y, unsigned z)
{
    return z + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x)
                      : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}

inline unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return z + (x < y ? y - x : x - y);
}

inline int __hadd(int x, int y)
{
    return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}

inline int __rhadd(int x, int y)
{
    return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}

inline unsigned __uhadd(unsigned x, unsigned y)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}

inline unsigned __urhadd(unsigned x, unsigned y)
{
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

/* Shifts of high:low; the plain forms take the shift modulo 32, the _l*c and _r*c forms at most
 * 32. */
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;

    return static_cast<unsigned>(both << (shift & 31) >> 32);
}

inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}

inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;

    return static_cast<unsigned>(both >> (shift & 31));
}

inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/* ---- the same bits as another type ---- */

#define SIMT_AS(name, To, From)                                                                    \
    inline To name(From x)                                                                         \
    {                                                                                              \
        return simt_cpp::from_bits<To>(simt_cpp::to_bits(x));                                      \
    }
SIMT_AS(__float_as_int, int, float)
SIMT_AS(__float_as_uint, unsigned, float)
SIMT_AS(__int_as_float, float, int)
SIMT_AS(__uint_as_float, float, unsigned)
SIMT_AS(__double_as_longlong, long long, double)
SIMT_AS(__longlong_as_double, double, long long)
#undef SIMT_AS

inline int __double2hiint(double x)
{
    return static_cast<int>(__double_as_longlong(x) >> 32);
}

inline int __double2loint(double x)
{
    return static_cast<int>(__double_as_longlong(x));
}

inline double __hiloint2double(int high, int low)
{
    unsigned long long bits = static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32;

    return __longlong_as_double(static_cast<long long>(bits | static_cast<unsigned>(low)));
}

/* ---- conversions to integers ---- */

#define SIMT_TO_INTEGER(prefix, From, To)                                                          \
    inline To prefix##_rn(From x)                                                                  \
    {                                                                                              \
        return simt_cpp::saturate<To>(rint(x));                                                    \
    }                                                                                              \
    inline To prefix##_rz(From x)                                                                  \
    {                                                                                              \
        return simt_cpp::saturate<To>(trunc(x));                                                   \
    }                                                                                              \
    inline To prefix##_ru(From x)                                                                  \
    {                                                                                              \
        return simt_cpp::saturate<To>(ceil(x));                                                    \
    }                                                                                              \
    inline To prefix##_rd(From x)                                                                  \
    {                                                                                              \
        return simt_cpp::saturate<To>(floor(x));                                                   \
    }
SIMT_TO_INTEGER(__float2int, float, int)
SIMT_TO_INTEGER(__float2uint, float, unsigned)
SIMT_TO_INTEGER(__float2ll, float, long long)
SIMT_TO_INTEGER(__float2ull, float, unsigned long long)
SIMT_TO_INTEGER(__double2int, double, int)
SIMT_TO_INTEGER(__double2uint, double, unsigned)
SIMT_TO_INTEGER(__double2ll, double, long long)
SIMT_TO_INTEGER(__double2ull, double, unsigned long long)
#undef SIMT_TO_INTEGER

/* ---- conversions to floating point ---- */

#define SIMT_TO_FLOATING(name, To, From, convert)                                                  \
    inline To name##_rn(From x)                                                                    \
    {                                                                                              \
        return static_cast<To>(x);                                                                 \
    }                                                                                              \
    inline To name##_rz(From x)                                                                    \
    {                                                                                              \
        return convert(SIMT_ROUND_ZERO, x);                                                        \
    }                                                                                              \
    inline To name##_ru(From x)                                                                    \
    {                                                                                              \
        return convert(SIMT_ROUND_UP, x);                                                          \
    }                                                                                              \
    inline To name##_rd(From x)                                                                    \
    {                                                                                              \
        return convert(SIMT_ROUND_DOWN, x);                                                        \
    }
SIMT_TO_FLOATING(__double2float, float, double, simt_double_to_float)
SIMT_TO_FLOATING(__int2float, float, int, simt_signed_to_float)
SIMT_TO_FLOATING(__uint2float, float, unsigned, simt_unsigned_to_float)
SIMT_TO_FLOATING(__ll2float, float, long long, simt_signed_to_float)
SIMT_TO_FLOATING(__ull2float, float, unsigned long long, simt_unsigned_to_float)
SIMT_TO_FLOATING(__ll2double, double, long long, simt_signed_to_double)
SIMT_TO_FLOATING(__ull2double, double, unsigned long long, simt_unsigned_to_double)
#undef SIMT_TO_FLOATING

/* A double holds every 32-bit integer. */
inline double __int2double_rn(int x)
{
    return x;
}

inline double __uint2double_rn(unsigned x)
{
    return x;
}

/* ---- arithmetic with a rounding mode ---- */

#define SIMT_ROUNDED2(T, suffix, name, op, expression)                                             \
    inline T name##_rn(T x, T y)                                                                   \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    inline T name##_rz(T x, T y)                                                                   \
    {                                                                                              \
        return simt_round_##suffix(op, SIMT_ROUND_ZERO, x, y, 0);                                  \
    }                                                                                              \
    inline T name##_ru(T x, T y)                                                                   \
    {                                                                                              \
        return simt_round_##suffix(op, SIMT_ROUND_UP, x, y, 0);                                    \
    }                                                                                              \
    inline T name##_rd(T x, T y)                                                                   \
    {                                                                                              \
        return simt_round_##suffix(op, SIMT_ROUND_DOWN, x, y, 0);                                  \
    }
SIMT_ROUNDED2(float, float, __fadd, SIMT_ROUND_ADD, x + y)
SIMT_ROUNDED2(float, float, __fsub, SIMT_ROUND_SUB, x - y)
SIMT_ROUNDED2(float, float, __fmul, SIMT_ROUND_MUL, x *y)
SIMT_ROUNDED2(float, float, __fdiv, SIMT_ROUND_DIV, x / y)
SIMT_ROUNDED2(double, double, __dadd, SIMT_ROUND_ADD, x + y)
SIMT_ROUNDED2(double, double, __dsub, SIMT_ROUND_SUB, x - y)
SIMT_ROUNDED2(double, double, __dmul, SIMT_ROUND_MUL, x *y)
SIMT_ROUNDED2(double, double, __ddiv, SIMT_ROUND_DIV, x / y)
#undef SIMT_ROUNDED2

#define SIMT_ROUNDED1(T, suffix, name, op, expression)                                             \
    inline T name##_rn(T x)                                                                        \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    inline T name##_rz(T x)                                                                        \
    {                                                                                              \
        return simt_round_##suffix(op, SIMT_ROUND_ZERO, 1, x, 0);                                  \
    }                                                                                              \
    inline T name##_ru(T x)                                                                        \
    {                                                                                              \
        return simt_round_##suffix(op, SIMT_ROUND_UP, 1, x, 0);                                    \
    }                                                                                              \
    inline T name##_rd(T x)                                                                        \
    {                                                                                              \
        return simt_round_##suffix(op, SIMT_ROUND_DOWN, 1, x, 0);                                  \
    }
SIMT_ROUNDED1(float, float, __frcp, SIMT_ROUND_DIV, 1 / x)
SIMT_ROUNDED1(float, float, __fsqrt, SIMT_ROUND_SQRT, sqrtf(x))
SIMT_ROUNDED1(double, double, __drcp, SIMT_ROUND_DIV, 1 / x)
SIMT_ROUNDED1(double, double, __dsqrt, SIMT_ROUND_SQRT, sqrt(x))
#undef SIMT_ROUNDED1

#define SIMT_ROUNDED_FMA(T, suffix, name, fma_rn)                                                  \
    inline T name##_rn(T x, T y, T z)                                                              \
    {                                                                                              \
        return fma_rn(x, y, z);                                                                    \
    }                                                                                              \
    inline T name##_rz(T x, T y, T z)                                                              \
    {                                                                                              \
        return simt_round_##suffix(SIMT_ROUND_FMA, SIMT_ROUND_ZERO, x, y, z);                      \
    }                                                                                              \
    inline T name##_ru(T x, T y, T z)                                                              \
    {                                                                                              \
        return simt_round_##suffix(SIMT_ROUND_FMA, SIMT_ROUND_UP, x, y, z);                        \
    }                                                                                              \
    inline T name##_rd(T x, T y, T z)                                                              \
    {                                                                                              \
        return simt_round_##suffix(SIMT_ROUND_FMA, SIMT_ROUND_DOWN, x, y, z);                      \
    }
SIMT_ROUNDED_FMA(float, float, __fmaf, fmaf)
SIMT_ROUNDED_FMA(double, double, __fma, fma)
SIMT_ROUNDED_FMA(float, float, __fmaf_ieee, fmaf)
#undef SIMT_ROUNDED_FMA

inline float __frsqrt_rn(float x)
{
    return static_cast<float>(1 / sqrt(static_cast<double>(x)));
}

/* ---- fast forms ---- */

#define SIMT_FAST(name, function)                                                                  \
    inline float name(float x)                                                                     \
    {                                                                                              \
        return function(x);                                                                        \
    }
SIMT_FAST(__sinf, sinf)
SIMT_FAST(__cosf, cosf)
SIMT_FAST(__tanf, tanf)
SIMT_FAST(__tanhf, tanhf)
SIMT_FAST(__expf, expf)
SIMT_FAST(__exp10f, exp10f)
SIMT_FAST(__logf, logf)
SIMT_FAST(__log2f, log2f)
SIMT_FAST(__log10f, log10f)
#undef SIMT_FAST

inline void __sincosf(float x, float *sine, float *cosine)
{
    sincosf(x, sine, cosine);
}

inline float __powf(float x, float y)
{
    return powf(x, y);
}

inline float __fdividef(float x, float y)
{
    return x / y;
}

/* Clamped to [0, 1]; NaN becomes 0. */
inline float __saturatef(float x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

/* ---- older names, which take the rounding as an argument ---- */

enum cudaRoundMode {
    cudaRoundNearest,
    cudaRoundZero,
    cudaRoundPosInf,
    cudaRoundMinInf,
};

#define SIMT_ROUND_MODE(R, name, parameters, arguments, f)                                         \
    inline R name parameters                                                                       \
    {                                                                                              \
        switch (mode) {                                                                            \
        case cudaRoundZero:                                                                        \
            return f##_rz arguments;                                                               \
        case cudaRoundPosInf:                                                                      \
            return f##_ru arguments;                                                               \
        case cudaRoundMinInf:                                                                      \
            return f##_rd arguments;                                                               \
        default:                                                                                   \
            return f##_rn arguments;                                                               \
        }                                                                                          \
    }
#define SIMT_ROUND_MODE1(R, name, T, usual)                                                        \
    SIMT_ROUND_MODE(R, name, (T x, cudaRoundMode mode = usual), (x), __##name)
#define SIMT_ROUND_MODE2(name)                                                                     \
    SIMT_ROUND_MODE(double, name, (double x, double y, cudaRoundMode mode = cudaRoundNearest),     \
                    (x, y), __##name)
SIMT_ROUND_MODE1(int, double2int, double, cudaRoundZero)
SIMT_ROUND_MODE1(unsigned, double2uint, double, cudaRoundZero)
SIMT_ROUND_MODE1(long long, double2ll, double, cudaRoundZero)
SIMT_ROUND_MODE1(unsigned long long, double2ull, double, cudaRoundZero)
SIMT_ROUND_MODE1(double, ll2double, long long, cudaRoundNearest)
SIMT_ROUND_MODE1(double, ull2double, unsigned long long, cudaRoundNearest)
SIMT_ROUND_MODE2(dadd)
SIMT_ROUND_MODE2(dsub)
SIMT_ROUND_MODE2(dmul)
#undef SIMT_ROUND_MODE
#undef SIMT_ROUND_MODE1
#undef SIMT_ROUND_MODE2

/* These are exact. */
#define SIMT_TO_DOUBLE(name, T)                                                                    \
    inline double name(T x, cudaRoundMode = cudaRoundNearest)                                      \
    {                                                                                              \
        return x;                                                                                  \
    }
SIMT_TO_DOUBLE(int2double, int)
SIMT_TO_DOUBLE(uint2double, unsigned)
SIMT_TO_DOUBLE(float2double, float)
#undef SIMT_TO_DOUBLE

inline double fdivide(double x, double y)
{
    return x / y;
}

#endif
