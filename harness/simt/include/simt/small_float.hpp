/* Floating-point numbers of 16 bits: what half precision (cuda_fp16.h) and bfloat16 (cuda_bf16.h)
 * have in common. Every operation rounds once, to nearest or as its name says.
 *
 * The functions are friends, which a call finds by its arguments. */
#ifndef SIMT_SMALL_FLOAT_HPP
#define SIMT_SMALL_FLOAT_HPP

#pragma GCC system_header

#include <simt/atomics.hpp>
#include <simt/intrinsics.hpp>
#include <simt/math.hpp>

/* Shuffles of a type of 16 or 32 bits, as warp.hpp has them for others: for the class `self`. */
#define SIMT_SHUFFLE(name, op, T)                                                                  \
    friend __attribute__((always_inline)) self name(unsigned mask, self value, T operand,          \
                                                    int width = warpSize)                          \
    {                                                                                              \
        return simt_cpp::shuffle(op, mask, value, static_cast<int>(operand), width);               \
    }
#define SIMT_SHUFFLES                                                                              \
    SIMT_SHUFFLE(__shfl_sync, SIMT_WARP_SHFL, int)                                                 \
    SIMT_SHUFFLE(__shfl_up_sync, SIMT_WARP_SHFL_UP, unsigned)                                      \
    SIMT_SHUFFLE(__shfl_down_sync, SIMT_WARP_SHFL_DOWN, unsigned)                                  \
    SIMT_SHUFFLE(__shfl_xor_sync, SIMT_WARP_SHFL_XOR, int)

namespace simt_cpp
{

enum class rounding { nearest, zero, up, down };

/* Sign, Exponent bits, Mantissa bits. */
template <int Exponent, int Mantissa> struct small_format {
    static constexpr int bias = (1 << (Exponent - 1)) - 1;
    static constexpr unsigned infinity = ((1U << Exponent) - 1) << Mantissa;
    static constexpr unsigned nan = 0x7fff;

    static unsigned overflow(bool negative, rounding mode)
    {
        bool to_infinity =
            mode == rounding::nearest || mode == (negative ? rounding::down : rounding::up);

        return to_infinity ? infinity : infinity - 1;
    }

    static unsigned short encode(double value, rounding mode = rounding::nearest)
    {
        const unsigned long bits = to_bits(value);
        const bool negative = bits >> 63;
        const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
        unsigned long fraction = bits & ((1ULL << 52) - 1);
        const unsigned sign = negative ? 0x8000 : 0;

        if (exponent == 1024)
            return static_cast<unsigned short>(fraction ? nan : sign | infinity);
        if (exponent >= -1022)
            fraction |= 1ULL << 52;
        const bool small = exponent < 1 - bias;
        int shift = 52 - Mantissa + (small ? 1 - bias - exponent : 0);
        if (shift > 62)
            shift = 62;
        const unsigned long rest = fraction & ((1ULL << shift) - 1), half = 1ULL << (shift - 1);
        unsigned long kept = fraction >> shift;
        if (mode == rounding::nearest)
            kept += rest > half || (rest == half && (kept & 1));
        else if (mode != rounding::zero)
            kept += rest != 0 && negative == (mode == rounding::down);
        unsigned long magnitude = kept;
        if (!small)
            magnitude += static_cast<unsigned long>(exponent + bias - 1) << Mantissa;
        if (magnitude >= infinity)
            magnitude = overflow(negative, mode);
        return static_cast<unsigned short>(sign | magnitude);
    }

    static float decode(unsigned short bits)
    {
        const unsigned sign = static_cast<unsigned>(bits & 0x8000) << 16;
        const unsigned magnitude = bits & 0x7fff, fraction = magnitude & ((1U << Mantissa) - 1);

        if constexpr (Exponent == 8) {
            return from_bits<float>(static_cast<unsigned long>(bits) << 16);
        } else {
            if (magnitude < 1U << Mantissa) {
                const float small = static_cast<float>(fraction) / (1 << (bias + Mantissa - 1));

                return sign ? -small : small;
            }
            if (magnitude >= infinity)
                return from_bits<float>(sign | 0x7f800000 | fraction << (23 - Mantissa));
            return from_bits<float>(sign | ((magnitude << (23 - Mantissa)) + ((127 - bias) << 23)));
        }
    }
};

/* x * y + z, where the product is exact, rounded to odd: rounded once more to fewer bits it is what
 * rounding once had been. */
inline double fma_to_odd(double x, double y, double z)
{
    const double product = x * y, sum = product + z;
    const double back = sum - product, lost = (product - (sum - back)) + (z - back);
    const unsigned long bits = to_bits(sum);

    if (!(lost != 0) || !(sum - sum == 0) || (bits & 1))
        return sum;
    return from_bits<double>((lost > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

template <class Format, class Raw> struct small_float {
    unsigned short __x;

    using format = Format;
    using self = small_float;

    small_float() = default;
    small_float(const Raw &raw) : __x(raw.x)
    {
    }
    template <class T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    small_float(T value) : __x(from_number(value))
    {
    }
    /* A half of a bfloat16, and the other way round: there are no more than these two. */
    template <class Other, class OtherRaw,
              std::enable_if_t<!std::is_same_v<Other, Format>, int> = 0>
    explicit small_float(const small_float<Other, OtherRaw> &value)
        : __x(from_number(static_cast<float>(value)))
    {
    }
    operator Raw() const
    {
        Raw raw;

        raw.x = __x;
        return raw;
    }
    operator float() const
    {
        return Format::decode(__x);
    }
    explicit operator bool() const
    {
        return (__x & 0x7fff) != 0;
    }
#define SIMT_TO(T)                                                                                 \
    operator T() const                                                                             \
    {                                                                                              \
        return simt_cpp::saturate<T>(truncf(Format::decode(__x)));                                 \
    }
    SIMT_TO(char)
    SIMT_TO(signed char)
    SIMT_TO(unsigned char)
    SIMT_TO(short)
    SIMT_TO(unsigned short)
    SIMT_TO(int)
    SIMT_TO(unsigned)
    SIMT_TO(long)
    SIMT_TO(unsigned long)
    SIMT_TO(long long)
    SIMT_TO(unsigned long long)
#undef SIMT_TO

    static self of_bits(unsigned short bits)
    {
        self value;

        value.__x = bits;
        return value;
    }
    static self round(double value, rounding mode = rounding::nearest)
    {
        return of_bits(Format::encode(value, mode));
    }
    /* 64-bit integers do not fit a double: far below its last bit, being odd is what counts. */
    template <class T> static self round_integer(T value, rounding mode = rounding::nearest)
    {
        if constexpr (sizeof(T) == 8) {
            constexpr T low_bits = (T(1) << 12) - 1;

            if (value & low_bits)
                value = static_cast<T>((value & ~low_bits) | (T(1) << 11));
        }
        return round(static_cast<double>(value), mode);
    }

    /* ---- operators ---- */

#define SIMT_OPERATOR(op, name)                                                                    \
    friend self operator op(const self &a, const self &b)                                          \
    {                                                                                              \
        return round(static_cast<double>(decoded(a) op decoded(b)));                               \
    }                                                                                              \
    friend self &operator op##=(self &a, const self &b)                                            \
    {                                                                                              \
        return a = a op b;                                                                         \
    }                                                                                              \
    friend self name(const self &a, const self &b)                                                 \
    {                                                                                              \
        return a op b;                                                                             \
    }                                                                                              \
    friend self name##_rn(const self &a, const self &b)                                            \
    {                                                                                              \
        return a op b;                                                                             \
    }                                                                                              \
    friend self name##_sat(const self &a, const self &b)                                           \
    {                                                                                              \
        return saturated(a op b);                                                                  \
    }
    SIMT_OPERATOR(+, __hadd)
    SIMT_OPERATOR(-, __hsub)
    SIMT_OPERATOR(*, __hmul)
    SIMT_OPERATOR(/, __hdiv)
#undef SIMT_OPERATOR

    /* And the form that holds where one of them is no number. */
#define SIMT_COMPARE(op, name)                                                                     \
    friend bool operator op(const self &a, const self &b)                                          \
    {                                                                                              \
        return decoded(a) op decoded(b);                                                           \
    }                                                                                              \
    friend bool name(const self &a, const self &b)                                                 \
    {                                                                                              \
        return name##_of(decoded(a), decoded(b));                                                  \
    }                                                                                              \
    friend bool name##u(const self &a, const self &b)                                              \
    {                                                                                              \
        return __hisnan(a) || __hisnan(b) || decoded(a) op decoded(b);                             \
    }                                                                                              \
    static bool name##_of(float a, float b)                                                        \
    {                                                                                              \
        return !(a != a) && !(b != b) && a op b;                                                   \
    }
    SIMT_COMPARE(==, __heq)
    SIMT_COMPARE(!=, __hne)
    SIMT_COMPARE(<, __hlt)
    SIMT_COMPARE(<=, __hle)
    SIMT_COMPARE(>, __hgt)
    SIMT_COMPARE(>=, __hge)
#undef SIMT_COMPARE

    friend self operator+(const self &a)
    {
        return a;
    }
    friend self operator-(const self &a)
    {
        return of_bits(a.__x ^ 0x8000);
    }
    friend self &operator++(self &a)
    {
        return a = a + self(1.0f);
    }
    friend self &operator--(self &a)
    {
        return a = a - self(1.0f);
    }
    friend self operator++(self &a, int)
    {
        self old = a;

        ++a;
        return old;
    }
    friend self operator--(self &a, int)
    {
        self old = a;

        --a;
        return old;
    }

    /* ---- functions ---- */

    friend self __hneg(const self &a)
    {
        return -a;
    }
    friend self __habs(const self &a)
    {
        return of_bits(a.__x & 0x7fff);
    }
    friend bool __hisnan(const self &a)
    {
        return (a.__x & 0x7fff) > Format::infinity;
    }
    friend int __hisinf(const self &a)
    {
        return (a.__x & 0x7fff) != Format::infinity ? 0 : a.__x & 0x8000 ? -1 : 1;
    }
    friend self __hfma(const self &a, const self &b, const self &c)
    {
        return round(fma_to_odd(decoded(a), decoded(b), decoded(c)));
    }
    friend self __hfma_sat(const self &a, const self &b, const self &c)
    {
        return saturated(__hfma(a, b, c));
    }
    friend self __hfma_relu(const self &a, const self &b, const self &c)
    {
        return __hmax(__hfma(a, b, c), self(0.0f));
    }
    /* A number wins over a NaN; in the _nan forms it does not. */
    friend self __hmax(const self &a, const self &b)
    {
        return __hisnan(a)   ? __hisnan(b) ? of_bits(Format::nan) : b
               : __hisnan(b) ? a
                             : larger(a, b);
    }
    friend self __hmin(const self &a, const self &b)
    {
        return -__hmax(-a, -b);
    }
    friend self __hmax_nan(const self &a, const self &b)
    {
        return __hisnan(a) || __hisnan(b) ? of_bits(Format::nan) : larger(a, b);
    }
    friend self __hmin_nan(const self &a, const self &b)
    {
        return __hisnan(a) || __hisnan(b) ? of_bits(Format::nan) : -larger(-a, -b);
    }

#define SIMT_FUNCTION(name, expression)                                                            \
    friend self name(const self &a)                                                                \
    {                                                                                              \
        const double x = decoded(a);                                                               \
                                                                                                   \
        return round(expression);                                                                  \
    }
    SIMT_FUNCTION(hsqrt, ::sqrt(x))
    SIMT_FUNCTION(hrsqrt, 1 / ::sqrt(x))
    SIMT_FUNCTION(hrcp, 1 / x)
    SIMT_FUNCTION(hexp, ::exp(x))
    SIMT_FUNCTION(hexp2, ::exp2(x))
    SIMT_FUNCTION(hexp10, ::exp10(x))
    SIMT_FUNCTION(hlog, ::log(x))
    SIMT_FUNCTION(hlog2, ::log2(x))
    SIMT_FUNCTION(hlog10, ::log10(x))
    SIMT_FUNCTION(hsin, ::sin(x))
    SIMT_FUNCTION(hcos, ::cos(x))
    SIMT_FUNCTION(htanh, ::tanh(x))
    SIMT_FUNCTION(htanh_approx, ::tanh(x))
    SIMT_FUNCTION(hfloor, ::floor(x))
    SIMT_FUNCTION(hceil, ::ceil(x))
    SIMT_FUNCTION(htrunc, ::trunc(x))
    SIMT_FUNCTION(hrint, ::rint(x))
#undef SIMT_FUNCTION

    SIMT_SHUFFLES
    friend self atomicAdd(self *address, self value)
    {
        unsigned short *cell = &address->__x;
        unsigned short old = __atomic_load_n(cell, __ATOMIC_RELAXED);

        while (!__atomic_compare_exchange_n(cell, &old, (of_bits(old) + value).__x, true,
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
        return of_bits(simt_cpp::result(old));
    }

  private:
    template <class T> static unsigned short from_number(T value)
    {
        if constexpr (std::is_integral_v<T>)
            return round_integer(value).__x;
        else
            return Format::encode(static_cast<double>(value));
    }
    static float decoded(const self &a)
    {
        return Format::decode(a.__x);
    }
    /* Of numbers; +0 is larger than -0. */
    static self larger(const self &a, const self &b)
    {
        return decoded(a) > decoded(b) || (decoded(a) == decoded(b) && !(a.__x & 0x8000)) ? a : b;
    }
    static self saturated(const self &a)
    {
        return round(__saturatef(decoded(a)));
    }
};

/* Two of them in a word. */
template <class Half> struct alignas(4) small_pair {
    Half x, y;

    using self = small_pair;

    small_pair() = default;
    small_pair(const Half &a, const Half &b) : x(a), y(b)
    {
    }

#define SIMT_OPERATOR(op, name)                                                                    \
    friend self operator op(const self &a, const self &b)                                          \
    {                                                                                              \
        return self(a.x op b.x, a.y op b.y);                                                       \
    }                                                                                              \
    friend self &operator op##=(self &a, const self &b)                                            \
    {                                                                                              \
        return a = a op b;                                                                         \
    }                                                                                              \
    friend self name(const self &a, const self &b)                                                 \
    {                                                                                              \
        return a op b;                                                                             \
    }
    SIMT_OPERATOR(+, __hadd2)
    SIMT_OPERATOR(-, __hsub2)
    SIMT_OPERATOR(*, __hmul2)
    SIMT_OPERATOR(/, __h2div)
#undef SIMT_OPERATOR
    friend self operator-(const self &a)
    {
        return self(-a.x, -a.y);
    }

    /* name(): 1 or 0 for each; bool: whether it holds for both; mask: all ones or none. */
#define SIMT_COMPARE(op, kind)                                                                     \
    friend bool operator op(const self &a, const self &b)                                          \
    {                                                                                              \
        return __hb##kind##2(a, b);                                                                \
    }                                                                                              \
    SIMT_COMPARE_FORM(kind)                                                                        \
    SIMT_COMPARE_FORM(kind##u)
#define SIMT_COMPARE_FORM(kind)                                                                    \
    friend bool __hb##kind##2(const self &a, const self &b)                                        \
    {                                                                                              \
        return __h##kind(a.x, b.x) && __h##kind(a.y, b.y);                                         \
    }                                                                                              \
    friend self __h##kind##2(const self &a, const self &b)                                         \
    {                                                                                              \
        return self(Half(__h##kind(a.x, b.x) ? 1.0f : 0.0f),                                       \
                    Half(__h##kind(a.y, b.y) ? 1.0f : 0.0f));                                      \
    }                                                                                              \
    friend unsigned __h##kind##2_mask(const self &a, const self &b)                                \
    {                                                                                              \
        return (__h##kind(a.x, b.x) ? 0xffffU : 0U) | (__h##kind(a.y, b.y) ? 0xffff0000U : 0U);    \
    }
    SIMT_COMPARE(==, eq)
    SIMT_COMPARE(!=, ne)
    SIMT_COMPARE(<, lt)
    SIMT_COMPARE(<=, le)
    SIMT_COMPARE(>, gt)
    SIMT_COMPARE(>=, ge)
#undef SIMT_COMPARE
#undef SIMT_COMPARE_FORM

#define SIMT_EACH1(name, of_half)                                                                  \
    friend self name(const self &a)                                                                \
    {                                                                                              \
        return self(of_half(a.x), of_half(a.y));                                                   \
    }
    SIMT_EACH1(__hneg2, __hneg)
    SIMT_EACH1(__habs2, __habs)
    SIMT_EACH1(h2sqrt, hsqrt)
    SIMT_EACH1(h2rsqrt, hrsqrt)
    SIMT_EACH1(h2rcp, hrcp)
    SIMT_EACH1(h2exp, hexp)
    SIMT_EACH1(h2exp2, hexp2)
    SIMT_EACH1(h2exp10, hexp10)
    SIMT_EACH1(h2log, hlog)
    SIMT_EACH1(h2log2, hlog2)
    SIMT_EACH1(h2log10, hlog10)
    SIMT_EACH1(h2sin, hsin)
    SIMT_EACH1(h2cos, hcos)
    SIMT_EACH1(h2tanh, htanh)
    SIMT_EACH1(h2tanh_approx, htanh_approx)
    SIMT_EACH1(h2floor, hfloor)
    SIMT_EACH1(h2ceil, hceil)
    SIMT_EACH1(h2trunc, htrunc)
    SIMT_EACH1(h2rint, hrint)
#undef SIMT_EACH1
#define SIMT_EACH2(name, of_half)                                                                  \
    friend self name(const self &a, const self &b)                                                 \
    {                                                                                              \
        return self(of_half(a.x, b.x), of_half(a.y, b.y));                                         \
    }
    SIMT_EACH2(__hadd2_rn, __hadd)
    SIMT_EACH2(__hsub2_rn, __hsub)
    SIMT_EACH2(__hmul2_rn, __hmul)
    SIMT_EACH2(__hadd2_sat, __hadd_sat)
    SIMT_EACH2(__hsub2_sat, __hsub_sat)
    SIMT_EACH2(__hmul2_sat, __hmul_sat)
    SIMT_EACH2(__hmax2, __hmax)
    SIMT_EACH2(__hmin2, __hmin)
    SIMT_EACH2(__hmax2_nan, __hmax_nan)
    SIMT_EACH2(__hmin2_nan, __hmin_nan)
#undef SIMT_EACH2
#define SIMT_EACH3(name, of_half)                                                                  \
    friend self name(const self &a, const self &b, const self &c)                                  \
    {                                                                                              \
        return self(of_half(a.x, b.x, c.x), of_half(a.y, b.y, c.y));                               \
    }
    SIMT_EACH3(__hfma2, __hfma)
    SIMT_EACH3(__hfma2_sat, __hfma_sat)
    SIMT_EACH3(__hfma2_relu, __hfma_relu)
#undef SIMT_EACH3
    friend self __hisnan2(const self &a)
    {
        return self(Half(__hisnan(a.x) ? 1.0f : 0.0f), Half(__hisnan(a.y) ? 1.0f : 0.0f));
    }
    /* Complex: a * b + c. */
    friend self __hcmadd(const self &a, const self &b, const self &c)
    {
        return self(__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)),
                    __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
    }
    friend self __lowhigh2highlow(const self &a)
    {
        return self(a.y, a.x);
    }
    friend self __lows2half2(const self &a, const self &b)
    {
        return self(a.x, b.x);
    }
    friend self __highs2half2(const self &a, const self &b)
    {
        return self(a.y, b.y);
    }
    friend float __low2float(const self &a)
    {
        return a.x;
    }
    friend float __high2float(const self &a)
    {
        return a.y;
    }

    SIMT_SHUFFLES
    /* Atomic for each of the two, not for both. */
    friend self atomicAdd(self *address, self value)
    {
        Half low = atomicAdd(&address->x, value.x);

        return self(low, atomicAdd(&address->y, value.y));
    }
};

} // namespace simt_cpp

/* Conversions of one type, whose names hold the type's: half or bfloat16. */
#define SIMT_SMALL_CONVERSIONS(T, Pair, half, half2, to_pair)                                      \
    inline float __##half##2float(T a)                                                             \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    inline T __double2##half(double a)                                                             \
    {                                                                                              \
        return T::round(a);                                                                        \
    }                                                                                              \
    inline T __float2##half(float a)                                                               \
    {                                                                                              \
        return T::round(static_cast<double>(a));                                                   \
    }                                                                                              \
    SIMT_SMALL_ROUNDED(T, half, float, float, T::round(static_cast<double>(a), SIMT_MODE))         \
    SIMT_SMALL_ROUNDED(T, half, int, int, T::round_integer(a, SIMT_MODE))                          \
    SIMT_SMALL_ROUNDED(T, half, unsigned, uint, T::round_integer(a, SIMT_MODE))                    \
    SIMT_SMALL_ROUNDED(T, half, short, short, T::round_integer(a, SIMT_MODE))                      \
    SIMT_SMALL_ROUNDED(T, half, unsigned short, ushort, T::round_integer(a, SIMT_MODE))            \
    SIMT_SMALL_ROUNDED(T, half, long long, ll, T::round_integer(a, SIMT_MODE))                     \
    SIMT_SMALL_ROUNDED(T, half, unsigned long long, ull, T::round_integer(a, SIMT_MODE))           \
    SIMT_SMALL_TO_INTEGER(T, half, int, int)                                                       \
    SIMT_SMALL_TO_INTEGER(T, half, unsigned, uint)                                                 \
    SIMT_SMALL_TO_INTEGER(T, half, short, short)                                                   \
    SIMT_SMALL_TO_INTEGER(T, half, unsigned short, ushort)                                         \
    SIMT_SMALL_TO_INTEGER(T, half, long long, ll)                                                  \
    SIMT_SMALL_TO_INTEGER(T, half, unsigned long long, ull)                                        \
    inline signed char __##half##2char_rz(T a)                                                     \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    inline unsigned char __##half##2uchar_rz(T a)                                                  \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    inline short __##half##_as_short(T a)                                                          \
    {                                                                                              \
        return static_cast<short>(a.__x);                                                          \
    }                                                                                              \
    inline unsigned short __##half##_as_ushort(T a)                                                \
    {                                                                                              \
        return a.__x;                                                                              \
    }                                                                                              \
    inline T __short_as_##half(short a)                                                            \
    {                                                                                              \
        return T::of_bits(static_cast<unsigned short>(a));                                         \
    }                                                                                              \
    inline T __ushort_as_##half(unsigned short a)                                                  \
    {                                                                                              \
        return T::of_bits(a);                                                                      \
    }                                                                                              \
    inline Pair __float2##half2##_rn(float a)                                                      \
    {                                                                                              \
        return Pair(a, a);                                                                         \
    }                                                                                              \
    inline Pair __floats2##half2##_rn(float a, float b)                                            \
    {                                                                                              \
        return Pair(a, b);                                                                         \
    }                                                                                              \
    inline Pair __float22##half2##_rn(float2 a)                                                    \
    {                                                                                              \
        return Pair(a.x, a.y);                                                                     \
    }                                                                                              \
    inline float2 __##half2##2float2(Pair a)                                                       \
    {                                                                                              \
        return make_float2(a.x, a.y);                                                              \
    }                                                                                              \
    inline Pair to_pair(T a)                                                                       \
    {                                                                                              \
        return Pair(a, a);                                                                         \
    }                                                                                              \
    inline Pair __halves2##half2(T a, T b)                                                         \
    {                                                                                              \
        return Pair(a, b);                                                                         \
    }                                                                                              \
    inline Pair make_##half2(T a, T b)                                                             \
    {                                                                                              \
        return Pair(a, b);                                                                         \
    }                                                                                              \
    inline T __low2##half(Pair a)                                                                  \
    {                                                                                              \
        return a.x;                                                                                \
    }                                                                                              \
    inline T __high2##half(Pair a)                                                                 \
    {                                                                                              \
        return a.y;                                                                                \
    }                                                                                              \
    inline Pair __low2##half2(Pair a)                                                              \
    {                                                                                              \
        return Pair(a.x, a.x);                                                                     \
    }                                                                                              \
    inline Pair __high2##half2(Pair a)                                                             \
    {                                                                                              \
        return Pair(a.y, a.y);                                                                     \
    }

#define SIMT_SMALL_ROUNDED(T, half, From, from, expression)                                        \
    SIMT_SMALL_ROUNDED1(T, __##from##2##half##_rn, From, nearest, expression)                      \
    SIMT_SMALL_ROUNDED1(T, __##from##2##half##_rz, From, zero, expression)                         \
    SIMT_SMALL_ROUNDED1(T, __##from##2##half##_ru, From, up, expression)                           \
    SIMT_SMALL_ROUNDED1(T, __##from##2##half##_rd, From, down, expression)
#define SIMT_SMALL_ROUNDED1(T, name, From, mode, expression)                                       \
    inline T name(From a)                                                                          \
    {                                                                                              \
        constexpr simt_cpp::rounding SIMT_MODE = simt_cpp::rounding::mode;                         \
                                                                                                   \
        return expression;                                                                         \
    }
#define SIMT_SMALL_TO_INTEGER(T, half, To, to)                                                     \
    SIMT_SMALL_TO_INTEGER1(T, __##half##2##to##_rn, To, rintf)                                     \
    SIMT_SMALL_TO_INTEGER1(T, __##half##2##to##_rz, To, truncf)                                    \
    SIMT_SMALL_TO_INTEGER1(T, __##half##2##to##_ru, To, ceilf)                                     \
    SIMT_SMALL_TO_INTEGER1(T, __##half##2##to##_rd, To, floorf)
#define SIMT_SMALL_TO_INTEGER1(T, name, To, function)                                              \
    inline To name(T a)                                                                            \
    {                                                                                              \
        return simt_cpp::saturate<To>(function(static_cast<float>(a)));                            \
    }

#undef SIMT_SHUFFLES
#undef SIMT_SHUFFLE

#endif
