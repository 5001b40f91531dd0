/* Functions on two halfwords or four bytes packed in a word, dot products of such, and the minimum
 * and maximum functions of dynamic programming (DPX). */
#ifndef SIMT_SIMD_HPP
#define SIMT_SIMD_HPP

#pragma GCC system_header

#include <limits>
#include <vector_types.h>

namespace simt_cpp
{

/* The word whose parts of type Part are function(part of a, part of b, part of c); what it returns
 * is cut to the part's width. `auto` as in <simt/warp.hpp>. */
template <class Part, class Function>
inline auto by_part(unsigned a, unsigned b, unsigned c, Function function)
{
    constexpr unsigned bits = 8 * sizeof(Part);
    unsigned result = 0;

    for (unsigned at = 0; at < 32; at += bits) {
        const int part = function(static_cast<int>(static_cast<Part>(a >> at)),
                                  static_cast<int>(static_cast<Part>(b >> at)),
                                  static_cast<int>(static_cast<Part>(c >> at)));

        result |= (static_cast<unsigned>(part) & ((1U << bits) - 1)) << at;
    }
    return result;
}

template <class Part> inline int clamp_to(int value)
{
    constexpr int low = std::numeric_limits<Part>::min(), high = std::numeric_limits<Part>::max();

    return value < low ? low : value > high ? high : value;
}

template <class Part> inline unsigned sum_of_differences(unsigned a, unsigned b)
{
    unsigned sum = 0;

    (void)by_part<Part>(a, b, 0, [&sum](int x, int y, int) {
        sum += static_cast<unsigned>(x < y ? y - x : x - y);
        return 0;
    });
    return sum;
}

template <class Part>
inline int dot(unsigned a, unsigned b, unsigned first_a, unsigned step_a, int sum)
{
    unsigned result = static_cast<unsigned>(sum);

    for (unsigned i = 0; i < 32 / step_a; i++) {
        const unsigned x = a >> i * step_a, y = b >> (first_a + 8 * i);
        const int left = step_a == 8 ? static_cast<int>(static_cast<Part>(x))
                         : std::numeric_limits<Part>::is_signed
                             ? static_cast<int>(static_cast<short>(x))
                             : static_cast<int>(static_cast<unsigned short>(x));

        result += static_cast<unsigned>(left) * static_cast<unsigned>(static_cast<Part>(y));
    }
    return static_cast<int>(result);
}

template <class To, class From> inline To packed(const From &vector)
{
    To word;

    static_assert(sizeof(To) == sizeof(From), "a vector of one word");
    __builtin_memcpy(&word, &vector, sizeof(word));
    return word;
}

} // namespace simt_cpp

/* name2 and name4 of one word and of two. */
#define SIMT_PARTS1(name, Part2, Part4, expression)                                                \
    inline unsigned name##2(unsigned a)                                                            \
    {                                                                                              \
        using Part = Part2;                                                                        \
        return simt_cpp::by_part<Part>(                                                            \
            a, 0, 0, [](int x, int, int) { return static_cast<int>(expression); });                \
    }                                                                                              \
    inline unsigned name##4(unsigned a)                                                            \
    {                                                                                              \
        using Part = Part4;                                                                        \
        return simt_cpp::by_part<Part>(                                                            \
            a, 0, 0, [](int x, int, int) { return static_cast<int>(expression); });                \
    }
#define SIMT_PARTS2(name, Part2, Part4, expression)                                                \
    inline unsigned name##2(unsigned a, unsigned b)                                                \
    {                                                                                              \
        using Part [[maybe_unused]] = Part2;                                                       \
        return simt_cpp::by_part<Part2>(                                                           \
            a, b, 0, [](int x, int y, int) { return static_cast<int>(expression); });              \
    }                                                                                              \
    inline unsigned name##4(unsigned a, unsigned b)                                                \
    {                                                                                              \
        using Part [[maybe_unused]] = Part4;                                                       \
        return simt_cpp::by_part<Part4>(                                                           \
            a, b, 0, [](int x, int y, int) { return static_cast<int>(expression); });              \
    }
#define SIMT_SIGNED2(name, expression) SIMT_PARTS2(name, short, signed char, expression)
#define SIMT_UNSIGNED2(name, expression)                                                           \
    SIMT_PARTS2(name, unsigned short, unsigned char, expression)
#define SIMT_COMPARE(name, kind, PARTS, op)                                                        \
    PARTS(__vcmp##name##kind, x op y ? -1 : 0)                                                     \
    PARTS(__vset##name##kind, x op y)

SIMT_PARTS1(__vabs, short, signed char, x < 0 ? -x : x)
SIMT_PARTS1(__vabsss, short, signed char, simt_cpp::clamp_to<Part>(x < 0 ? -x : x))
SIMT_PARTS1(__vneg, short, signed char, -x)
SIMT_PARTS1(__vnegss, short, signed char, simt_cpp::clamp_to<Part>(-x))
SIMT_UNSIGNED2(__vadd, x + y)
SIMT_SIGNED2(__vaddss, simt_cpp::clamp_to<Part>(x + y))
SIMT_UNSIGNED2(__vaddus, simt_cpp::clamp_to<Part>(x + y))
SIMT_UNSIGNED2(__vsub, x - y)
SIMT_SIGNED2(__vsubss, simt_cpp::clamp_to<Part>(x - y))
SIMT_UNSIGNED2(__vsubus, simt_cpp::clamp_to<Part>(x - y))
SIMT_SIGNED2(__vabsdiffs, x < y ? y - x : x - y)
SIMT_UNSIGNED2(__vabsdiffu, x < y ? y - x : x - y)
/* Halves go away from zero where the sum is positive, and down where it is not. */
SIMT_SIGNED2(__vavgs, (x + y + (x + y >= 0)) >> 1)
SIMT_UNSIGNED2(__vavgu, (x + y + 1) >> 1)
SIMT_UNSIGNED2(__vhaddu, (x + y) >> 1)
SIMT_SIGNED2(__vmaxs, x > y ? x : y)
SIMT_UNSIGNED2(__vmaxu, x > y ? x : y)
SIMT_SIGNED2(__vmins, x < y ? x : y)
SIMT_UNSIGNED2(__vminu, x < y ? x : y)
SIMT_COMPARE(eq, , SIMT_UNSIGNED2, ==)
SIMT_COMPARE(ne, , SIMT_UNSIGNED2, !=)
SIMT_COMPARE(ge, s, SIMT_SIGNED2, >=)
SIMT_COMPARE(ge, u, SIMT_UNSIGNED2, >=)
SIMT_COMPARE(gt, s, SIMT_SIGNED2, >)
SIMT_COMPARE(gt, u, SIMT_UNSIGNED2, >)
SIMT_COMPARE(le, s, SIMT_SIGNED2, <=)
SIMT_COMPARE(le, u, SIMT_UNSIGNED2, <=)
SIMT_COMPARE(lt, s, SIMT_SIGNED2, <)
SIMT_COMPARE(lt, u, SIMT_UNSIGNED2, <)
#undef SIMT_PARTS1
#undef SIMT_PARTS2
#undef SIMT_SIGNED2
#undef SIMT_UNSIGNED2
#undef SIMT_COMPARE

#define SIMT_SAD(name, Part)                                                                       \
    inline unsigned name(unsigned a, unsigned b)                                                   \
    {                                                                                              \
        return simt_cpp::sum_of_differences<Part>(a, b);                                           \
    }
SIMT_SAD(__vsads2, short)
SIMT_SAD(__vsads4, signed char)
SIMT_SAD(__vsadu2, unsigned short)
SIMT_SAD(__vsadu4, unsigned char)
#undef SIMT_SAD

/* ---- dot products: a's four bytes, or its two halfwords with the low or high bytes of b ---- */

#define SIMT_DOT(name, T, Part, VectorA, VectorB, first, step)                                     \
    inline T name(T a, T b, T c)                                                                   \
    {                                                                                              \
        return static_cast<T>(simt_cpp::dot<Part>(static_cast<unsigned>(a),                        \
                                                  static_cast<unsigned>(b), first, step,           \
                                                  static_cast<int>(c)));                           \
    }                                                                                              \
    inline T name(VectorA a, VectorB b, T c)                                                       \
    {                                                                                              \
        return name(simt_cpp::packed<T>(a), simt_cpp::packed<T>(b), c);                            \
    }
SIMT_DOT(__dp4a, int, signed char, char4, char4, 0, 8)
SIMT_DOT(__dp4a, unsigned, unsigned char, uchar4, uchar4, 0, 8)
SIMT_DOT(__dp2a_lo, int, signed char, short2, char4, 0, 16)
SIMT_DOT(__dp2a_lo, unsigned, unsigned char, ushort2, uchar4, 0, 16)
SIMT_DOT(__dp2a_hi, int, signed char, short2, char4, 16, 16)
SIMT_DOT(__dp2a_hi, unsigned, unsigned char, ushort2, uchar4, 16, 16)
#undef SIMT_DOT

/* ---- DPX; _relu: not below 0 ---- */

#define SIMT_DPX(suffix, T, Part, name, op)                                                        \
    inline T __vi##name##3_##suffix(T a, T b, T c)                                                 \
    {                                                                                              \
        return simt_cpp::dpx<T, Part>(a, b, c, [](auto x, auto y, auto z) {                        \
            auto first = x op y ? x : y;                                                           \
            return first op z ? first : z;                                                         \
        });                                                                                        \
    }                                                                                              \
    inline T __viadd##name##_##suffix(T a, T b, T c)                                               \
    {                                                                                              \
        return simt_cpp::dpx<T, Part>(a, b, c, [](auto x, auto y, auto z) {                        \
            auto sum = static_cast<Part>(static_cast<unsigned>(x) + static_cast<unsigned>(y));     \
            return sum op static_cast<Part>(z) ? sum : static_cast<Part>(z);                       \
        });                                                                                        \
    }
#define SIMT_DPX_RELU(suffix, T, Part, name, op)                                                   \
    SIMT_DPX(suffix, T, Part, name, op)                                                            \
    inline T __vi##name##_##suffix##_relu(T a, T b)                                                \
    {                                                                                              \
        return simt_cpp::dpx<T, Part>(a, b, 0, [](auto x, auto y, auto) {                          \
            auto best = x op y ? x : y;                                                            \
            return best > 0 ? best : 0;                                                            \
        });                                                                                        \
    }                                                                                              \
    inline T __vi##name##3_##suffix##_relu(T a, T b, T c)                                          \
    {                                                                                              \
        return __vi##name##_##suffix##_relu(__vi##name##3_##suffix(a, b, c),                       \
                                            __vi##name##3_##suffix(a, b, c));                      \
    }                                                                                              \
    inline T __viadd##name##_##suffix##_relu(T a, T b, T c)                                        \
    {                                                                                              \
        return __vi##name##_##suffix##_relu(__viadd##name##_##suffix(a, b, c),                     \
                                            __viadd##name##_##suffix(a, b, c));                    \
    }

namespace simt_cpp
{

/* `function` of whole words, or of their parts. */
template <class T, class Part, class Function> inline auto dpx(T a, T b, T c, Function function)
{
    if constexpr (sizeof(Part) == sizeof(T))
        return static_cast<T>(function(a, b, c));
    else
        return by_part<Part>(a, b, c,
                             [&function](int x, int y, int z) -> int { return function(x, y, z); });
}

} // namespace simt_cpp

SIMT_DPX_RELU(s32, int, int, max, >)
SIMT_DPX_RELU(s32, int, int, min, <)
SIMT_DPX(u32, unsigned, unsigned, max, >)
SIMT_DPX(u32, unsigned, unsigned, min, <)
SIMT_DPX_RELU(s16x2, unsigned, short, max, >)
SIMT_DPX_RELU(s16x2, unsigned, short, min, <)
SIMT_DPX(u16x2, unsigned, unsigned short, max, >)
SIMT_DPX(u16x2, unsigned, unsigned short, min, <)
#undef SIMT_DPX
#undef SIMT_DPX_RELU

/* *predicate: the first one is the result. */
#define SIMT_WHICH(name, T, op)                                                                    \
    inline T name(T a, T b, bool *predicate)                                                       \
    {                                                                                              \
        *predicate = a op b;                                                                       \
        return *predicate ? a : b;                                                                 \
    }
SIMT_WHICH(__vibmax_s32, int, >=)
SIMT_WHICH(__vibmax_u32, unsigned, >=)
SIMT_WHICH(__vibmin_s32, int, <=)
SIMT_WHICH(__vibmin_u32, unsigned, <=)
#undef SIMT_WHICH
#define SIMT_WHICH(name, Part, op)                                                                 \
    inline unsigned name(unsigned a, unsigned b, bool *high, bool *low)                            \
    {                                                                                              \
        *low = static_cast<Part>(a) op static_cast<Part>(b);                                       \
        *high = static_cast<Part>(a >> 16) op static_cast<Part>(b >> 16);                          \
        return ((*high ? a : b) & 0xffff0000U) | ((*low ? a : b) & 0xffff);                        \
    }
SIMT_WHICH(__vibmax_s16x2, short, >=)
SIMT_WHICH(__vibmax_u16x2, unsigned short, >=)
SIMT_WHICH(__vibmin_s16x2, short, <=)
SIMT_WHICH(__vibmin_u16x2, unsigned short, <=)
#undef SIMT_WHICH

/* The place of the n-th set bit from `base` on, upwards or (n < 0) downwards; 0: base's own bit.
 * All ones: there is none. */
inline unsigned __fns(unsigned mask, unsigned base, int n)
{
    const int step = n < 0 ? -1 : 1;
    int left = n < 0 ? -n : n;

    if (n == 0)
        return mask >> base & 1 ? base : ~0U;
    for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --left == 0)
            return static_cast<unsigned>(at);
    return ~0U;
}

#endif
