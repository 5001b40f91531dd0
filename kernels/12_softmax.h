/* What kernels, CPU baselines and the reference of lesson 12 have to agree on. */
#ifndef GS_SOFTMAX_H
#define GS_SOFTMAX_H

#include <stddef.h>

/* The workloads' scalars: the shape of both matrices, in the order of a call's scalars. */
enum { SHAPE_ROWS, SHAPE_COLUMNS, SHAPE_SCALARS };

/* A matrix that is stored row by row. Where there is a row, it has an element. */
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
