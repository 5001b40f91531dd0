/* Arithmetic in a given rounding mode, out of line because compilers assume the default one. */
#ifndef SIMT_ROUNDING_H
#define SIMT_ROUNDING_H

#pragma GCC system_header

#if defined(__cplusplus)
extern "C" {
#endif

enum simt_rounding {
    SIMT_ROUND_ZERO,
    SIMT_ROUND_UP,
    SIMT_ROUND_DOWN,
};

enum simt_rounded_op {
    SIMT_ROUND_ADD,
    SIMT_ROUND_SUB,
    SIMT_ROUND_MUL,
    SIMT_ROUND_DIV,
    SIMT_ROUND_SQRT, /* of y */
    SIMT_ROUND_FMA,
};

float simt_round_float(enum simt_rounded_op op, enum simt_rounding mode, float x, float y, float z);
double simt_round_double(enum simt_rounded_op op, enum simt_rounding mode, double x, double y,
                         double z);

/* Conversions; the integer is signed or unsigned. */
float simt_double_to_float(enum simt_rounding mode, double x);
float simt_signed_to_float(enum simt_rounding mode, long long x);
float simt_unsigned_to_float(enum simt_rounding mode, unsigned long long x);
double simt_signed_to_double(enum simt_rounding mode, long long x);
double simt_unsigned_to_double(enum simt_rounding mode, unsigned long long x);

#if defined(__cplusplus)
}
#endif

#endif
