/* What kernels, CPU baselines and the reference of lesson 9 have to agree on. */
#ifndef GS_MATMUL_H
#define GS_MATMUL_H

#include <stddef.h>

/* The scalars, in the order of a call's scalars. */
enum { PRODUCT_ROWS, PRODUCT_COLUMNS, PRODUCT_INNER, PRODUCT_SCALARS };

/* a has `rows` rows of `inner` elements, b has `inner` rows of `columns`, and c has `rows` rows of
 * `columns`. All are stored row by row. */
struct product {
    size_t rows, columns, inner;
};

static inline struct product product_of(const double *scalars)
{
    struct product m;
    m.rows = (size_t)scalars[PRODUCT_ROWS];
    m.columns = (size_t)scalars[PRODUCT_COLUMNS];
    m.inner = (size_t)scalars[PRODUCT_INNER];
    return m;
}

#endif
