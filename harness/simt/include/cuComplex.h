/* Complex numbers as pairs of floats or doubles. Products and quotients are written out, so that
 * they are the same on host and device; quotients and moduli are scaled against overflow. */
#ifndef SIMT_CUCOMPLEX_H
#define SIMT_CUCOMPLEX_H

#pragma GCC system_header

#include <math.h>
#include <vector_functions.h>

#define SIMT_COMPLEX(Complex, Real, make_pair, f, make, real, imag, conj, add, sub, mul, div, abs, \
                     multiply_add)                                                                 \
    typedef struct make_pair Complex;                                                              \
    static inline Complex make(Real r, Real i)                                                     \
    {                                                                                              \
        Complex z;                                                                                 \
                                                                                                   \
        z.x = r;                                                                                   \
        z.y = i;                                                                                   \
        return z;                                                                                  \
    }                                                                                              \
    static inline Real real(Complex z)                                                             \
    {                                                                                              \
        return z.x;                                                                                \
    }                                                                                              \
    static inline Real imag(Complex z)                                                             \
    {                                                                                              \
        return z.y;                                                                                \
    }                                                                                              \
    static inline Complex conj(Complex z)                                                          \
    {                                                                                              \
        return make(z.x, -z.y);                                                                    \
    }                                                                                              \
    static inline Complex add(Complex a, Complex b)                                                \
    {                                                                                              \
        return make(a.x + b.x, a.y + b.y);                                                         \
    }                                                                                              \
    static inline Complex sub(Complex a, Complex b)                                                \
    {                                                                                              \
        return make(a.x - b.x, a.y - b.y);                                                         \
    }                                                                                              \
    static inline Complex mul(Complex a, Complex b)                                                \
    {                                                                                              \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
    }                                                                                              \
    static inline Complex div(Complex a, Complex b)                                                \
    {                                                                                              \
        const Real scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                      \
        const Complex p = make(a.x * scale, a.y * scale), q = make(b.x * scale, b.y * scale);      \
        const Real norm = 1 / (q.x * q.x + q.y * q.y);                                             \
                                                                                                   \
        return make((p.x * q.x + p.y * q.y) * norm, (p.y * q.x - p.x * q.y) * norm);               \
    }                                                                                              \
    static inline Real abs(Complex z)                                                              \
    {                                                                                              \
        return hypot##f(z.x, z.y);                                                                 \
    }                                                                                              \
    static inline Complex multiply_add(Complex a, Complex b, Complex c)                            \
    {                                                                                              \
        return add(mul(a, b), c);                                                                  \
    }

SIMT_COMPLEX(cuFloatComplex, float, float2, f, make_cuFloatComplex, cuCrealf, cuCimagf, cuConjf,
             cuCaddf, cuCsubf, cuCmulf, cuCdivf, cuCabsf, cuCfmaf)
SIMT_COMPLEX(cuDoubleComplex, double, double2, , make_cuDoubleComplex, cuCreal, cuCimag, cuConj,
             cuCadd, cuCsub, cuCmul, cuCdiv, cuCabs, cuCfma)
#undef SIMT_COMPLEX

typedef cuFloatComplex cuComplex;

static inline cuComplex make_cuComplex(float r, float i)
{
    return make_cuFloatComplex(r, i);
}

static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
{
    return make_cuDoubleComplex((double)z.x, (double)z.y);
}

static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

#endif
