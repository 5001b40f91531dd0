#include <simt/rounding.h>

#include <fenv.h>
#include <math.h>

static int host_mode(enum simt_rounding mode)
{
    switch (mode) {
    case SIMT_ROUND_UP:
        return FE_UPWARD;
    case SIMT_ROUND_DOWN:
        return FE_DOWNWARD;
    case SIMT_ROUND_ZERO:
        break;
    }
    return FE_TOWARDZERO;
}

/* Operands are volatile so that nothing is computed before the mode is set or after it is reset. */
#define SIMT_ROUND(T, suffix, f)                                                                   \
    static T compute_##suffix(enum simt_rounded_op op, volatile T x, volatile T y, volatile T z)   \
    {                                                                                              \
        switch (op) {                                                                              \
        case SIMT_ROUND_ADD:                                                                       \
            return x + y;                                                                          \
        case SIMT_ROUND_SUB:                                                                       \
            return x - y;                                                                          \
        case SIMT_ROUND_MUL:                                                                       \
            return x * y;                                                                          \
        case SIMT_ROUND_DIV:                                                                       \
            return x / y;                                                                          \
        case SIMT_ROUND_SQRT:                                                                      \
            return sqrt##f(y);                                                                     \
        case SIMT_ROUND_FMA:                                                                       \
            break;                                                                                 \
        }                                                                                          \
        return fma##f(x, y, z);                                                                    \
    }                                                                                              \
                                                                                                   \
    T simt_round_##suffix(enum simt_rounded_op op, enum simt_rounding mode, T x, T y, T z)         \
    {                                                                                              \
        int before = fegetround();                                                                 \
        volatile T result;                                                                         \
                                                                                                   \
        (void)fesetround(host_mode(mode));                                                         \
        result = compute_##suffix(op, x, y, z);                                                    \
        (void)fesetround(before);                                                                  \
        return result;                                                                             \
    }

SIMT_ROUND(float, float, f)
SIMT_ROUND(double, double, )

#define SIMT_CONVERT(To, From, name)                                                               \
    To name(enum simt_rounding mode, From x)                                                       \
    {                                                                                              \
        int before = fegetround();                                                                 \
        volatile From from = x;                                                                    \
        volatile To result;                                                                        \
                                                                                                   \
        (void)fesetround(host_mode(mode));                                                         \
        result = (To)from;                                                                         \
        (void)fesetround(before);                                                                  \
        return result;                                                                             \
    }

SIMT_CONVERT(float, double, simt_double_to_float)
SIMT_CONVERT(float, long long, simt_signed_to_float)
SIMT_CONVERT(float, unsigned long long, simt_unsigned_to_float)
SIMT_CONVERT(double, long long, simt_signed_to_double)
SIMT_CONVERT(double, unsigned long long, simt_unsigned_to_double)
