// Math functions against the C library in higher precision, within the error bounds of the CUDA
// programming guide; fast intrinsics within loose ones; special values as C99 gives them.
#include "check.h"

enum { N = 4000 };

// Distance in units of the last place of the expected value, as a multiple of the type's spacing.
static double ulps(double got, long double expected, int digits)
{
    if (isnan((double)expected) || isinf((double)expected)) {
        bool same = isnan((double)expected) ? isnan(got) : got == (double)expected;
        return same ? 0 : INFINITY;
    }
    int exponent;
    frexpl(expected, &exponent);
    int least = digits == 24 ? -125 : -1021;
    exponent = exponent < least ? least : exponent;
    return (double)(fabsl((long double)got - expected) / ldexpl(1.0L, exponent - digits));
}

template <typename T>
static void check_ulps(const char *name, int line, int i, T x, T got, long double expected,
                       double bound)
{
    double error = ulps((double)got, expected, sizeof(T) == 4 ? 24 : 53);
    if (check_note(error <= bound + 0.501)) { // half a unit for the rounding itself
        fprintf(stderr, "%s:%d: %s(%.17g) at %d: got %.17g, expected %.17Lg (%g ulp, allowed %g)\n",
                __FILE__, line, name, (double)x, i, (double)got, expected, error, bound);
    }
}

// One function of one argument: FUNCTION on the device, REFERENCE in long double on the host,
// inputs uniform in [LOW, HIGH), error bound in ulp.
#define TEST1(T, FUNCTION, REFERENCE, LOW, HIGH, BOUND)                                            \
    namespace T##_##FUNCTION                                                                       \
    {                                                                                              \
        __global__ void run(T *out, const T *in)                                                   \
        {                                                                                          \
            int i = blockIdx.x * blockDim.x + threadIdx.x;                                         \
            if (i < N) {                                                                           \
                out[i] = FUNCTION(in[i]);                                                          \
            }                                                                                      \
        }                                                                                          \
        static void check(void)                                                                    \
        {                                                                                          \
            static T in[N], got[N];                                                                \
            uint64_t seed = __LINE__;                                                              \
            for (int i = 0; i < N; i++) {                                                          \
                in[i] = (T)check_uniform(&seed, LOW, HIGH);                                        \
            }                                                                                      \
            T *device = check_upload(in, N), *out = check_device<T>(N);                            \
            run<<<(N + 127) / 128, 128>>>(out, device);                                            \
            CHECK_LAUNCH();                                                                        \
            check_take(got, out, N);                                                               \
            CHECK_CUDA(cudaFree(device));                                                          \
            for (int i = 0; i < N; i++) {                                                          \
                check_ulps(#FUNCTION, __LINE__, i, in[i], got[i], REFERENCE((long double)in[i]),   \
                           BOUND);                                                                 \
            }                                                                                      \
        }                                                                                          \
    }

static long double rsqrt_reference(long double x)
{
    return 1 / sqrtl(x);
}

static long double rcbrt_reference(long double x)
{
    return 1 / cbrtl(x);
}

static long double sinpi_reference(long double x)
{
    return sinl(x * acosl(-1));
}

static long double cospi_reference(long double x)
{
    return cosl(x * acosl(-1));
}

static long double normcdf_reference(long double x)
{
    return erfcl(-x / sqrtl(2)) / 2;
}

// X(type, function, reference, low, high, bound): single precision by its own name, then double.
// Bounds are the programming guide's, which count from the correctly rounded result; for cbrt
// glibc's.
#define EACH_FUNCTION(X)                                                                           \
    X(float, sqrtf, sqrtl, 0, 1e6, 0)                                                              \
    X(float, rsqrtf, rsqrt_reference, 1e-3, 1e6, 2)                                                \
    X(float, cbrtf, cbrtl, -1e3, 1e3, 1)                                                           \
    X(float, rcbrtf, rcbrt_reference, 1e-3, 1e3, 1)                                                \
    X(float, expf, expl, -80, 80, 2)                                                               \
    X(float, exp2f, exp2l, -120, 120, 2)                                                           \
    X(float, expm1f, expm1l, -2, 20, 1)                                                            \
    X(float, logf, logl, 1e-6, 1e6, 1)                                                             \
    X(float, log2f, log2l, 1e-6, 1e6, 1)                                                           \
    X(float, log10f, log10l, 1e-6, 1e6, 2)                                                         \
    X(float, log1pf, log1pl, -0.9, 10, 1)                                                          \
    X(float, sinf, sinl, -100, 100, 2)                                                             \
    X(float, cosf, cosl, -100, 100, 2)                                                             \
    X(float, tanf, tanl, -1.5, 1.5, 4)                                                             \
    X(float, sinpif, sinpi_reference, -1, 1, 2)                                                    \
    X(float, cospif, cospi_reference, -0.4, 0.4, 2)                                                \
    X(float, asinf, asinl, -1, 1, 2)                                                               \
    X(float, acosf, acosl, -1, 1, 2)                                                               \
    X(float, atanf, atanl, -100, 100, 2)                                                           \
    X(float, sinhf, sinhl, -20, 20, 3)                                                             \
    X(float, coshf, coshl, -20, 20, 2)                                                             \
    X(float, tanhf, tanhl, -5, 5, 2)                                                               \
    X(float, asinhf, asinhl, -100, 100, 3)                                                         \
    X(float, acoshf, acoshl, 1, 100, 4)                                                            \
    X(float, atanhf, atanhl, -0.99, 0.99, 3)                                                       \
    X(float, erff, erfl, -4, 4, 2)                                                                 \
    X(float, erfcf, erfcl, -3, 9, 4)                                                               \
    X(float, tgammaf, tgammal, 0.5, 30, 5)                                                         \
    X(float, lgammaf, lgammal, 3, 100, 6)                                                          \
    X(float, normcdff, normcdf_reference, -5, 5, 5)                                                \
    X(float, floorf, floorl, -1e4, 1e4, 0)                                                         \
    X(float, ceilf, ceill, -1e4, 1e4, 0)                                                           \
    X(float, truncf, truncl, -1e4, 1e4, 0)                                                         \
    X(float, roundf, roundl, -1e4, 1e4, 0)                                                         \
    X(float, rintf, rintl, -1e4, 1e4, 0)                                                           \
    X(float, nearbyintf, nearbyintl, -1e4, 1e4, 0)                                                 \
    X(float, fabsf, fabsl, -1e4, 1e4, 0)                                                           \
    X(double, sqrt, sqrtl, 0, 1e6, 0)                                                              \
    X(double, rsqrt, rsqrt_reference, 1e-3, 1e6, 1)                                                \
    X(double, cbrt, cbrtl, -1e3, 1e3, 3.2)                                                         \
    X(double, rcbrt, rcbrt_reference, 1e-3, 1e3, 1)                                                \
    X(double, exp, expl, -700, 700, 1)                                                             \
    X(double, exp2, exp2l, -1000, 1000, 1)                                                         \
    X(double, expm1, expm1l, -2, 20, 1)                                                            \
    X(double, log, logl, 1e-6, 1e6, 1)                                                             \
    X(double, log2, log2l, 1e-6, 1e6, 1)                                                           \
    X(double, log10, log10l, 1e-6, 1e6, 2)                                                         \
    X(double, log1p, log1pl, -0.9, 10, 1)                                                          \
    X(double, sin, sinl, -100, 100, 2)                                                             \
    X(double, cos, cosl, -100, 100, 2)                                                             \
    X(double, tan, tanl, -1.5, 1.5, 2)                                                             \
    X(double, sinpi, sinpi_reference, -0.9, 0.9, 2)                                                \
    X(double, cospi, cospi_reference, -0.4, 0.4, 2)                                                \
    X(double, asin, asinl, -1, 1, 2)                                                               \
    X(double, acos, acosl, -1, 1, 2)                                                               \
    X(double, atan, atanl, -100, 100, 2)                                                           \
    X(double, sinh, sinhl, -20, 20, 2)                                                             \
    X(double, cosh, coshl, -20, 20, 2)                                                             \
    X(double, tanh, tanhl, -5, 5, 2)                                                               \
    X(double, asinh, asinhl, -100, 100, 3)                                                         \
    X(double, acosh, acoshl, 1, 100, 3)                                                            \
    X(double, atanh, atanhl, -0.99, 0.99, 2)                                                       \
    X(double, erf, erfl, -4, 4, 2)                                                                 \
    X(double, erfc, erfcl, -3, 25, 5)                                                              \
    X(double, tgamma, tgammal, 0.5, 150, 10)                                                       \
    X(double, lgamma, lgammal, 3, 1000, 4)                                                         \
    X(double, normcdf, normcdf_reference, -5, 5, 5)                                                \
    X(double, floor, floorl, -1e9, 1e9, 0)                                                         \
    X(double, ceil, ceill, -1e9, 1e9, 0)                                                           \
    X(double, trunc, truncl, -1e9, 1e9, 0)                                                         \
    X(double, round, roundl, -1e9, 1e9, 0)                                                         \
    X(double, rint, rintl, -1e9, 1e9, 0)                                                           \
    X(double, fabs, fabsl, -1e9, 1e9, 0)

EACH_FUNCTION(TEST1)

// Functions of two and three arguments, and overloads chosen by type.
template <typename T> __global__ void several(T *out, const T *x, const T *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    T a = x[i], b = y[i],
      results[16] = {
          pow(a, b),  fmod(a, b),      hypot(a, b),     atan2(b, a),     fmax(a, b), fmin(a, b),
          fdim(a, b), fma(a, b, (T)1), copysign(a, -b), remainder(a, b), exp(b),     sqrt(a),
          abs(-a),    max(a, b),       min(a, b),       a / b,
      };
    for (int j = 0; j < 16; j++) {
        out[16 * i + j] = results[j];
    }
}

template <typename T> static void check_several(const double *bounds)
{
    enum { M = 500 };
    static T x[M], y[M], got[M * 16];
    uint64_t seed = sizeof(T);
    for (int i = 0; i < M; i++) {
        x[i] = (T)check_uniform(&seed, 0.1, 20);
        y[i] = (T)check_uniform(&seed, 0.1, 8);
    }
    T *device_x = check_upload(x, M), *device_y = check_upload(y, M);
    T *out = check_device<T>(M * 16);
    several<T><<<M / 100, 100>>>(out, device_x, device_y, M);
    CHECK_LAUNCH();
    check_take(got, out, M * 16);
    CHECK_CUDA(cudaFree(device_x));
    CHECK_CUDA(cudaFree(device_y));
    for (int i = 0; i < M; i++) {
        long double a = x[i], b = y[i], larger = a > b ? a : b, smaller = a > b ? b : a;
        long double expected[16] = {
            powl(a, b), fmodl(a, b),      hypotl(a, b), atan2l(b, a),
            larger,     smaller,          fdiml(a, b),  fmal(a, b, 1),
            -a,         remainderl(a, b), expl(b),      sqrtl(a),
            a,          larger,           smaller,      a / b,
        };
        for (int j = 0; j < 16; j++) {
            check_ulps("function of two", __LINE__, j, x[i], got[16 * i + j], expected[j],
                       bounds[j]);
        }
    }
}

// Results by pointer, and exponents.
__global__ void by_pointer(double *out, const double *in)
{
    int i = threadIdx.x, exponent, quotient;
    double x = in[i], s, c, whole, *o = out + 12 * i;
    float sf, cf;
    sincos(x, &s, &c);
    sincosf((float)x, &sf, &cf);
    o[0] = s;
    o[1] = c;
    o[2] = sf;
    o[3] = cf;
    o[4] = modf(x, &whole);
    o[5] = whole;
    o[6] = frexp(x, &exponent);
    o[7] = exponent;
    o[8] = ldexp(x, 3) + scalbn(x, 2);
    o[9] = ilogb(x) + logb(x);
    o[10] = remquo(x, 3.0, &quotient);
    o[11] = lrint(x) + llround(x) * 1000.0;
}

static void check_by_pointer(void)
{
    double in[64], got[12 * 64];
    uint64_t seed = 5;
    for (int i = 0; i < 64; i++) {
        in[i] = check_uniform(&seed, -50, 50);
    }
    double *device = check_upload(in, 64), *out = check_device<double>(12 * 64);
    by_pointer<<<1, 64>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, 12 * 64);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < 64; i++) {
        double x = in[i], whole, *o = got + 12 * i;
        int exponent, quotient;
        CHECK_CLOSE_AT(o[0], sin(x), 1e-15, i);
        CHECK_CLOSE_AT(o[1], cos(x), 1e-15, i);
        CHECK_CLOSE_AT(o[2], sin((double)(float)x), 3e-7, i);
        CHECK_CLOSE_AT(o[3], cos((double)(float)x), 3e-7, i);
        CHECK_EQ_AT(o[4], modf(x, &whole), i);
        CHECK_EQ_AT(o[5], whole, i);
        CHECK_EQ_AT(o[6], frexp(x, &exponent), i);
        CHECK_EQ_AT(o[7], (double)exponent, i);
        CHECK_EQ_AT(o[8], 12 * x, i);
        CHECK_EQ_AT(o[9], ilogb(x) + logb(x), i);
        CHECK_EQ_AT(o[10], remquo(x, 3.0, &quotient), i);
        CHECK_EQ_AT(o[11], (double)lrint(x) + (double)llround(x) * 1000.0, i);
    }
}

__global__ void fast(float *out, const float *in)
{
    int i = threadIdx.x;
    float x = in[i], s, c, *o = out + 16 * i;
    __sincosf(x, &s, &c);
    o[0] = __sinf(x);
    o[1] = __cosf(x);
    o[2] = s;
    o[3] = c;
    o[4] = __expf(x);
    o[5] = __exp10f(x / 4);
    o[6] = __logf(x);
    o[7] = __log2f(x);
    o[8] = __log10f(x);
    o[9] = __powf(x, 1.5f);
    o[10] = __fdividef(x, 3.0f);
    o[11] = __tanf(x / 4);
    o[12] = __saturatef(x - 0.5f);
    o[13] = __frcp_rn(x);
    o[14] = __fsqrt_rn(x);
    o[15] = __frsqrt_rn(x);
}

static void check_fast(void)
{
    float in[128], got[16 * 128];
    uint64_t seed = 6;
    for (int i = 0; i < 128; i++) {
        in[i] = (float)check_uniform(&seed, 0.01, 3.1);
    }
    float *device = check_upload(in, 128), *out = check_device<float>(16 * 128);
    fast<<<1, 128>>>(out, device);
    CHECK_LAUNCH();
    check_take(got, out, 16 * 128);
    CHECK_CUDA(cudaFree(device));
    for (int i = 0; i < 128; i++) {
        double x = in[i], clamped = fmin(fmax((double)(in[i] - 0.5f), 0), 1);
        double expected[16] = {
            sin(x),  cos(x),  sin(x),   cos(x),      exp(x), pow(10, x / 4),
            log(x),  log2(x), log10(x), pow(x, 1.5), x / 3,  tan(x / 4),
            clamped, 1 / x,   sqrt(x),  1 / sqrt(x),
        };
        for (int j = 0; j < 16; j++) {
            double tolerance = 2e-6 * (1 + fabs(expected[j])) * (j == 9 ? 4 : 1);
            CHECK_CLOSE_AT(got[16 * i + j], expected[j], tolerance, 16 * i + j);
        }
    }
}

// Each argument reaches the device at run time, so no compiler folds it.
__global__ void specials(int *out, double zero, float one)
{
    double inf = one / zero, nan = zero / zero;
    float infinite = one / (float)zero;
    int n = 0;
    out[n++] = isinf(inf) && isinf(infinite) && isinf(-inf) && !isinf(one);
    out[n++] = isnan(nan) && !isnan(inf) && !isnan(one);
    out[n++] = isfinite(one) && !isfinite(inf) && !isfinite(nan);
    out[n++] = signbit(-zero) && !signbit(zero) && signbit(-one);
    out[n++] = fmax(nan, 2.0) == 2.0 && fmin(2.0, nan) == 2.0 && fmaxf(one, NAN) == 1.0f;
    out[n++] = pow(nan, 0.0) == 1.0 && pow(1.0, nan) == 1.0 && pow(-8.0, 3.0) == -512.0;
    out[n++] = isnan(sqrt(-one)) && isnan(log(-one)) && log(zero) == -inf && exp(-inf) == 0;
    out[n++] = isnan(pow(-8.0, one / 3.0)) && cbrt(-8.0 * one) < -1.99;
    out[n++] = atan2(zero, -1.0) > 3.14 && atan2f(-(float)zero, -one) < -3.14f;
    out[n++] = !(nan == nan) && nan != nan && !(nan < one) && !(nan >= one);
    out[n++] = __fadd_rn(one, 0x1p-24f) == 1.0f && __fadd_ru(one, 0x1p-24f) > 1.0f;
    out[n++] = __fmaf_rn(one + 0x1p-12f, one + 0x1p-12f, -one) == 0x1p-11f + 0x1p-24f;
    out[n++] = __dmul_rn(one + 0x1p-30, one + 0x1p-30) == 1.0 + 0x1p-29;
    out[n++] = nextafter(zero, 1.0) == 0x1p-1074;
}

static void check_specials(void)
{
    enum { CASES = 14 };
    int got[CASES], *out = check_device<int>(CASES);
    specials<<<1, 1>>>(out, 0.0, 1.0f);
    CHECK_LAUNCH();
    check_take(got, out, CASES);
    for (int i = 0; i < CASES; i++) {
        CHECK_EQ_AT(got[i], 1, i);
    }
}

#define RUN1(T, FUNCTION, REFERENCE, LOW, HIGH, BOUND) T##_##FUNCTION::check();

int main(void)
{
    EACH_FUNCTION(RUN1)
    // pow, fmod, hypot, atan2, fmax, fmin, fdim, fma, copysign, remainder, exp, sqrt, abs, max,
    // min, /
    static const double float_bounds[16] = {4, 0, 3, 3, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0};
    static const double double_bounds[16] = {2, 0, 2, 2, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0};
    check_several<float>(float_bounds);
    check_several<double>(double_bounds);
    check_by_pointer();
    check_fast();
    check_specials();
    return check_end();
}
