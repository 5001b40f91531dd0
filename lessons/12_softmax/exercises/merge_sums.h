/* Exercise 12.2: what merge_sums is given, and what it must do. */
#ifndef MERGE_SUMS_H
#define MERGE_SUMS_H

#include <stddef.h>

/*
 * Each row of a matrix was cut into pieces. Of piece p of row r, part_largest[pieces * r + p] is
 * the largest element, and part_sums[pieces * r + p] the sum of exp(x - that largest element) over
 * the piece. A piece that has no element has the largest element -INFINITY and the sum 0; the first
 * piece may be such a one, but not all of a row are.
 *
 * largest[r] = the largest element of row r, and sums[r] = the sum of exp(x - largest[r]) over the
 * whole row. All arrays lie on the device; rows may be 0, and pieces are at least 1.
 */
extern "C" void merge_sums(float *largest, float *sums, const float *part_largest,
                           const float *part_sums, size_t rows, size_t pieces);

#endif
