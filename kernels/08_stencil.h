/* What kernels, CPU baselines and the reference of lesson 8 have to agree on. */
#ifndef GS_STENCIL_H
#define GS_STENCIL_H

#include <stddef.h>

/* heat_1d: an element, and so many on each side of it; and time steps of heat_steps. */
enum { RADIUS = 4, WEIGHTS = 2 * RADIUS + 1, STEPS = 4 };

/*
 * The weights of heat_1d: the row 1 8 28 56 70 56 28 8 1 of Pascal's triangle, over its sum. It is
 * what four steps of 1/4, 1/2, 1/4 come to. Every weight is exact in f32.
 */
#define HEAT_WEIGHTS                                                                               \
    {                                                                                              \
        1 / 256.f, 8 / 256.f, 28 / 256.f, 56 / 256.f, 70 / 256.f, 56 / 256.f, 28 / 256.f,          \
            8 / 256.f, 1 / 256.f                                                                   \
    }

/* The scalars of the other workloads, in the order of a call's scalars. A plate has one plane. */
enum { BODY_PLANES, BODY_ROWS, BODY_COLUMNS, BODY_RATE, BODY_SCALARS };

/* A plate or a block of cells, stored row by row and plane by plane; around it, it is 0. In a step
 * a cell gives the part `rate` of its heat to each of its neighbours. */
struct body {
    size_t planes, rows, columns;
    double rate;
};

static inline struct body body_of(const double *scalars)
{
    struct body m;
    m.planes = (size_t)scalars[BODY_PLANES];
    m.rows = (size_t)scalars[BODY_ROWS];
    m.columns = (size_t)scalars[BODY_COLUMNS];
    m.rate = scalars[BODY_RATE];
    return m;
}

#endif
