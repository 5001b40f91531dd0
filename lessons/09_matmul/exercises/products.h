/* What the exercises on products of matrices share: c is square, and a sum has `inner` terms. */
#ifndef GS_PRODUCTS_H
#define GS_PRODUCTS_H

#include "exercise.h"

enum { GS_PRODUCT_C, GS_PRODUCT_A, GS_PRODUCT_B, GS_PRODUCT_ROWS, GS_PRODUCT_INNER };

/* c, a and b in float; rows and inner. */
extern const struct gs_array gs_product_parameters[];

/* For gs_exercise.count, .fill and .timed_bytes; n counts rows, m the terms of a sum. */
size_t gs_product_count(const struct gs_shape *shape, unsigned parameter);
void gs_product_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays);
size_t gs_product_bytes(const struct gs_shape *shape);

/* For gs_exercise.solve: b has `inner` rows of `rows` elements. */
void gs_product_solve(const struct gs_shape *shape, const void *const *arrays,
                      struct gs_expected *out);

/* Terms [first, end) of element (row, column) of c, added up. */
double gs_product_terms(const struct gs_shape *shape, const void *const *arrays, size_t row,
                        size_t column, size_t first, size_t end);

/* The element that is got, as a sum without an error in sight of it. */
bool gs_product_is(double got, double sum);

/* Of slabs of so many terms: the last one is missing, or is alone. The terms are those of
 * gs_product_terms(). */
bool gs_explain_slabs(const struct gs_wrong *wrong, size_t depth, struct gs_saying *out);

/* A race in shared memory, or an element past the end of a matrix. */
bool gs_say_product_finding(const struct gs_shape *shape, const json_t *report,
                            const json_t *finding, struct gs_saying *out);

/* Requests of warps that load from shared memory; and the line that has most of them, where not
 * NULL. */
size_t gs_shared_loads(const json_t *report, int *line);

#endif
