/* Exercise 6.3: what row_norms is given, and what it must do. */
#ifndef ROW_NORMS_H
#define ROW_NORMS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C"
#endif
    /* norms[r] = the square root of the sum of the squares of row r. x has rows * columns elements
     * on the device, row by row: element (r, c) is x[r * columns + c]; norms has rows elements
     * there. rows may be 0; columns is at least 1. The order of the additions is free. */
    void
    row_norms(float *norms, const float *x, size_t rows, size_t columns);

#endif
