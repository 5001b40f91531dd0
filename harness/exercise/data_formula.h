/*
 * What a teacher says of one element, in real numbers: "sqrt(a * a + b * b)". The name of an array
 * is its element i, and `a[i + 1]` another one. The sizes of arrays have formulas in whole numbers
 * (data_expression.h).
 */
#ifndef GS_DATA_FORMULA_H
#define GS_DATA_FORMULA_H

#include "data_expression.h"
#include "exercise.h"

enum { GS_MOST_FORMULA = 500 };

/* What stands in a formula besides the sizes and `i`. */
struct gs_formula_names {
    const struct gs_array *parameters; /* inputs, and what arrays that are updated held before */
    unsigned known;                    /* a bit for each of them that can be named */
    struct gs_size_names sizes;
    bool random; /* `random`: from -1 up to 1; `normal`: around 0, with a deviation of 1 */
    /* `got` and `right`; of all that are wrong, the index of the `first` and how many are `wrong`;
     * `threads` of the launch that has most; `atomic`: whether kernels come to an answer by atomic
     * functions. */
    bool answer;
    unsigned answers; /* a bit for each output that can be named: what it is to hold */
    unsigned made;    /* of those the one that the formula makes, element by element */
    /* `index` and `elements` of the array, `x`, the thread's number in the grid, `reads` and
     * `writes`; and neither arrays nor `i`. */
    bool finding;
};

struct gs_formula;

/* NULL, and why in a few words: it is no such formula. Release it. */
struct gs_formula *gs_formula_read(const char *text, const struct gs_formula_names *names,
                                   char *why, size_t size);
void gs_formula_release(struct gs_formula *formula);

/* Where it is computed. */
struct gs_formula_at {
    const struct gs_array *parameters;
    const void *const *arrays;         /* by parameter */
    size_t counts[GS_MOST_PARAMETERS]; /* of their elements */
    const struct gs_shape *shape;
    size_t i;
    long double random, normal, got, right, threads, atomic, first, wrong;
    const void *const *answers;                    /* by parameter; NULL: none */
    unsigned made;                                 /* of this one the elements before i are there */
    long double index, elements, x, reads, writes; /* of a finding */
};

/* Whether it depends on how many threads were launched. */
bool gs_formula_has_threads(const struct gs_formula *formula);

/* Whether it asks that what is there is just what it computes: `got == counts + 1`. */
bool gs_formula_gives_got(const struct gs_formula *formula);

/* Whether it asks for `normal` at that size, which takes as long to draw as all else. */
bool gs_formula_draws_normal(const struct gs_formula *formula, const struct gs_formula_at *at);

/* NaN where it is none: of 0 / 0, of an element that does not exist. Comparisons are 1 or 0. */
long double gs_formula_value(const struct gs_formula *formula, const struct gs_formula_at *at);

#endif
