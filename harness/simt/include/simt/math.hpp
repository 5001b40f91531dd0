/* Math functions of CUDA that the C++ library lacks; the others are the library's own. */
#ifndef SIMT_MATH_HPP
#define SIMT_MATH_HPP

#pragma GCC system_header

#include <math.h>
#include <stdlib.h>

/* ---- min and max, for CUDA's pairs of types ---- */

#define SIMT_MIN_MAX(R, A, B)                                                                      \
    inline constexpr R min(A a, B b)                                                               \
    {                                                                                              \
        return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b);      \
    }                                                                                              \
    inline constexpr R max(A a, B b)                                                               \
    {                                                                                              \
        return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b);      \
    }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned, unsigned, unsigned)
SIMT_MIN_MAX(unsigned, int, unsigned)
SIMT_MIN_MAX(unsigned, unsigned, int)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef SIMT_MIN_MAX

/* A number wins over a NaN. */
#define SIMT_MIN_MAX(R, A, B, f)                                                                   \
    inline R min(A a, B b)                                                                         \
    {                                                                                              \
        return fmin##f(a, b);                                                                      \
    }                                                                                              \
    inline R max(A a, B b)                                                                         \
    {                                                                                              \
        return fmax##f(a, b);                                                                      \
    }
SIMT_MIN_MAX(float, float, float, f)
SIMT_MIN_MAX(double, double, double, )
SIMT_MIN_MAX(double, float, double, )
SIMT_MIN_MAX(double, double, float, )
#undef SIMT_MIN_MAX

inline unsigned umin(unsigned a, unsigned b)
{
    return min(a, b);
}

inline unsigned umax(unsigned a, unsigned b)
{
    return max(a, b);
}

inline long long llmin(long long a, long long b)
{
    return min(a, b);
}

inline long long llmax(long long a, long long b)
{
    return max(a, b);
}

inline unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return min(a, b);
}

inline unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return max(a, b);
}

/* ---- for float and double alike; `f` is the suffix of the C functions ---- */

namespace simt_cpp
{

/* cos(pi x) and sin(pi x): exact at multiples of a half, which cos(M_PI * x) is not. The argument
 * is brought into [-1/4, 1/4], where the product with pi loses nothing that counts. */
inline double cos_pi(double x)
{
    double r = fabs(fmod(x, 2.0));

    if (r > 1)
        r = 2 - r;
    if (r < 0.25)
        return cos(M_PI * r);
    return r > 0.75 ? -cos(M_PI * (1 - r)) : sin(M_PI * (0.5 - r));
}

inline double sin_pi(double x)
{
    double r = fmod(x, 2.0);
    double sign = r < 0 ? -1 : 1;

    r = fabs(r);
    if (r == 0 || r == 1)
        return copysign(0.0, x);
    if (r > 1) {
        sign = -sign;
        r -= 1;
    }
    if (r > 0.5)
        r = 1 - r;
    return sign * (r < 0.25 ? sin(M_PI * r) : cos(M_PI * (0.5 - r)));
}

/* With a Newton step, for the root and the quotient are rounded each. */
inline double reciprocal_cbrt(double x)
{
    double y = 1 / cbrt(x);

    if (y == 0 || !isfinite(y))
        return y;
    return y + y * fma(-x * (y * y), y, 1.0) / 3;
}

/* erfc(-x / sqrt(2)) / 2. Far from 0 erfc magnifies the rounding of its argument, so what the
 * argument lost is brought in with the derivative. */
inline double normal_cdf(double x)
{
    const double root_low = -4.8336466567264567e-17; /* sqrt(1/2) - M_SQRT1_2 */
    double t = -x * M_SQRT1_2;
    double lost = fma(-x, M_SQRT1_2, -t) - x * root_low;

    if (!isfinite(x))
        return erfc(t) / 2;
    return (erfc(t) - M_2_SQRTPI * exp(-t * t) * lost) / 2;
}

} // namespace simt_cpp

/* Floats are computed in double, so that a chain of steps costs no accuracy. */
#define SIMT_MATH(T, f)                                                                            \
    inline T rsqrt##f(T x)                                                                         \
    {                                                                                              \
        return T(1) / sqrt(x);                                                                     \
    }                                                                                              \
    inline T rcbrt##f(T x)                                                                         \
    {                                                                                              \
        return T(simt_cpp::reciprocal_cbrt(x));                                                    \
    }                                                                                              \
    inline T rhypot##f(T x, T y)                                                                   \
    {                                                                                              \
        return T(1 / hypot(double(x), double(y)));                                                 \
    }                                                                                              \
    inline T norm3d##f(T x, T y, T z)                                                              \
    {                                                                                              \
        return T(hypot(hypot(double(x), double(y)), double(z)));                                   \
    }                                                                                              \
    inline T rnorm3d##f(T x, T y, T z)                                                             \
    {                                                                                              \
        return T(1 / hypot(hypot(double(x), double(y)), double(z)));                               \
    }                                                                                              \
    inline T norm4d##f(T x, T y, T z, T w)                                                         \
    {                                                                                              \
        return T(hypot(hypot(double(x), double(y)), hypot(double(z), double(w))));                 \
    }                                                                                              \
    inline T rnorm4d##f(T x, T y, T z, T w)                                                        \
    {                                                                                              \
        return T(1 / hypot(hypot(double(x), double(y)), hypot(double(z), double(w))));             \
    }                                                                                              \
    inline T norm##f(int n, const T *values)                                                       \
    {                                                                                              \
        double norm = 0;                                                                           \
                                                                                                   \
        for (int i = 0; i < n; i++)                                                                \
            norm = hypot(norm, double(values[i]));                                                 \
        return T(norm);                                                                            \
    }                                                                                              \
    inline T rnorm##f(int n, const T *values)                                                      \
    {                                                                                              \
        return T(1) / norm##f(n, values);                                                          \
    }                                                                                              \
    inline T sinpi##f(T x)                                                                         \
    {                                                                                              \
        return T(simt_cpp::sin_pi(double(x)));                                                     \
    }                                                                                              \
    inline T cospi##f(T x)                                                                         \
    {                                                                                              \
        return T(simt_cpp::cos_pi(double(x)));                                                     \
    }                                                                                              \
    inline void sincospi##f(T x, T *sine, T *cosine)                                               \
    {                                                                                              \
        *sine = sinpi##f(x);                                                                       \
        *cosine = cospi##f(x);                                                                     \
    }                                                                                              \
    inline T normcdf##f(T x)                                                                       \
    {                                                                                              \
        return T(simt_cpp::normal_cdf(x));                                                         \
    }
SIMT_MATH(float, f)
SIMT_MATH(double, )
#undef SIMT_MATH

inline float fdividef(float x, float y)
{
    return x / y;
}

/* The names without a suffix take floats too. */
inline float rsqrt(float x)
{
    return rsqrtf(x);
}

inline float rcbrt(float x)
{
    return rcbrtf(x);
}

inline float sinpi(float x)
{
    return sinpif(x);
}

inline float cospi(float x)
{
    return cospif(x);
}

inline float normcdf(float x)
{
    return normcdff(x);
}

inline float exp10(float x)
{
    return exp10f(x);
}

inline void sincos(float x, float *sine, float *cosine)
{
    sincosf(x, sine, cosine);
}

#endif
