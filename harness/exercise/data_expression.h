/* Numbers that a teacher writes as a formula of the sizes: "(n + 255) / 256", "rows * columns". */
#ifndef GS_DATA_EXPRESSION_H
#define GS_DATA_EXPRESSION_H

#include "exercise.h"

enum { GS_MOST_EXPRESSION = 120 };

/* What the sizes are called; m NULL: there is one. */
struct gs_size_names {
    const char *n, *m;
};

/*
 * Whole numbers, the sizes, + - * / and brackets; a division drops the remainder. False, and why in
 * a few words: it is no such formula, or no number of at most 2^62 at these sizes.
 */
bool gs_expression_value(const char *text, const struct gs_size_names *names,
                         const struct gs_shape *shape, long long *value, char *why, size_t size);

#endif
