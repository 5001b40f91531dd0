/* What kernels, CPU baselines and the reference of lesson 7 have to agree on. */
#ifndef GS_TRANSPOSE_H
#define GS_TRANSPOSE_H

#include <stddef.h>

/* The workloads' scalars: the shape of matrix a, in the order of a call's scalars. */
enum { SHAPE_ROWS, SHAPE_COLUMNS, SHAPE_SCALARS };

/* A matrix that is stored row by row. */
struct shape {
    size_t rows, columns;
};

static inline struct shape shape_of(const double *scalars)
{
    struct shape m;
    m.rows = (size_t)scalars[SHAPE_ROWS];
    m.columns = (size_t)scalars[SHAPE_COLUMNS];
    return m;
}

#endif
