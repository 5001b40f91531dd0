/* Special functions of CUDA that the C library lacks. Floats and doubles are computed in long
 * double, so that only the last rounding counts. */
#ifndef SIMT_SPECIAL_HPP
#define SIMT_SPECIAL_HPP

#pragma GCC system_header

#include <math.h>

namespace simt_cpp
{

constexpr long double two_over_root_pi = 1.128379167095512573896158903121545172L;

/* erf(y) = x or erfc(y) = q, roughly: Winitzki's formula; `w` is log(1 - x * x). */
inline long double inverse_erf_start(long double w)
{
    const long double a = 0.147L, half = 2 / (3.14159265358979323846L * a) + w / 2;

    return sqrtl(sqrtl(half * half - w / a) - half);
}

/* The y with erf(y) = x, for |x| <= 1/2. */
inline long double inverse_erf_middle(long double x)
{
    long double y = copysignl(inverse_erf_start(log1pl(-x * x)), x);

    for (int step = 0; step < 4; step++)
        y -= (erfl(y) - x) / (two_over_root_pi * expl(-y * y));
    return y;
}

/* The y with erfc(y) = q, for 0 < q <= 1/2. Newton's method for the logarithm, which is nearly a
 * parabola, so that it also converges where q is tiny. */
inline long double inverse_erfc_tail(long double q)
{
    long double y = inverse_erf_start(logl(q * (2 - q)));

    for (int step = 0; step < 6; step++)
        y += (logl(erfcl(y)) - logl(q)) * erfcl(y) / (two_over_root_pi * expl(-y * y));
    return y;
}

inline long double inverse_erfc(long double q)
{
    if (!(q >= 0 && q <= 2))
        return NAN;
    if (q == 0 || q == 2)
        return q == 0 ? HUGE_VALL : -HUGE_VALL;
    if (q < 0.5L)
        return inverse_erfc_tail(q);
    return q > 1.5L ? -inverse_erfc_tail(2 - q) : inverse_erf_middle(1 - q);
}

inline long double inverse_erf(long double x)
{
    if (fabsl(x) <= 0.5L)
        return inverse_erf_middle(x);
    return x > 0 ? inverse_erfc(1 - x) : -inverse_erfc(1 + x);
}

inline long double inverse_normal_cdf(long double p)
{
    return -1.414213562373095048801688724209698079L * inverse_erfc(2 * p);
}

/* exp(x * x) * erfc(x). From 10 on, where the factors would run out of range, the asymptotic
 * series, whose terms shrink until far below an ulp there. */
inline long double scaled_erfc(long double x)
{
    if (x < 10)
        return expl(x * x) * erfcl(x);
    const long double inverse = 1 / (2 * x * x);
    long double term = 1, sum = 1;
    for (int k = 1; k < 50 && fabsl(term) > 1e-21L; k++) {
        term *= -(2 * k - 1) * inverse;
        sum += term;
    }
    return two_over_root_pi / 2 * sum / x;
}

/* The modified Bessel functions of the first kind, of order 0 and 1: power series, whose terms all
 * have one sign. Beyond 714 doubles overflow. */
inline long double bessel_i(int order, long double x)
{
    if (isnan(x))
        return x;
    if (fabsl(x) > 714)
        return order == 1 && x < 0 ? -HUGE_VALL : HUGE_VALL;
    const long double quarter = x * x / 4;
    long double term = order == 0 ? 1 : x / 2, sum = term;
    for (int k = 1; fabsl(term) > 1e-21L * fabsl(sum); k++) {
        term *= quarter / (static_cast<long double>(k) * (k + order));
        sum += term;
    }
    return sum;
}

} // namespace simt_cpp

/* `f` is the suffix of the C functions; the names without one take floats too. */
#define SIMT_SPECIAL(name, value)                                                                  \
    inline double name(double x)                                                                   \
    {                                                                                              \
        return static_cast<double>(value);                                                         \
    }                                                                                              \
    inline float name##f(float x)                                                                  \
    {                                                                                              \
        return static_cast<float>(value);                                                          \
    }                                                                                              \
    inline float name(float x)                                                                     \
    {                                                                                              \
        return name##f(x);                                                                         \
    }
SIMT_SPECIAL(erfinv, simt_cpp::inverse_erf(x))
SIMT_SPECIAL(erfcinv, simt_cpp::inverse_erfc(x))
SIMT_SPECIAL(normcdfinv, simt_cpp::inverse_normal_cdf(x))
SIMT_SPECIAL(erfcx, simt_cpp::scaled_erfc(x))
SIMT_SPECIAL(cyl_bessel_i0, simt_cpp::bessel_i(0, x))
SIMT_SPECIAL(cyl_bessel_i1, simt_cpp::bessel_i(1, x))
#undef SIMT_SPECIAL

#endif
