#include "sums.h"

#include "random.h"

const struct gs_shape gs_sum_shapes[] = {
    {.n = 1000},   {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 256},    {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

void gs_sum_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[GS_SUM_X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = gs_random_f32(seed, GS_SUM_X, i);
    *(uint64_t *)arrays[GS_SUM_N] = shape->n;
}
