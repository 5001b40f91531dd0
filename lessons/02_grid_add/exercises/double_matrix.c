/* Lesson 2: rows and columns. It is C and no data: the matrix is printed, and the rows or
 * columns that the launch does not reach are named. */
#include "matrices.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { MATRIX_A, MATRIX_ROWS, MATRIX_COLUMNS };

static const struct gs_array matrix_parameters[] = {
    {"a", GS_UPDATED, GS_HOME_DEVICE, GS_F32},
    {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"columns", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static size_t matrix_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n * shape->m;
}

static void matrix_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[MATRIX_A];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        a[i] = gs_random_f32(seed, MATRIX_A, i) + 2;
    *(uint64_t *)arrays[MATRIX_ROWS] = shape->n;
    *(uint64_t *)arrays[MATRIX_COLUMNS] = shape->m;
}

static void matrix_solve(const struct gs_shape *shape, const void *const *arrays,
                         struct gs_expected *out)
{
    const float *a = arrays[MATRIX_A];
    double *want = out->want[MATRIX_A];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        want[i] = 2 * (double)a[i];
}

/* Every wrong element is what it was and 2. */
static bool say_added(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const float *a = wrong->arrays[MATRIX_A], *got = wrong->got;
    const size_t first = wrong->first;
    for (size_t i = first; i <= wrong->last; i++) {
        if (wrong->states[i] != 0 && fabsf(got[i] - (a[i] + 2)) > 1e-6F)
            return false;
    }
    return wrong->untouched == 0 &&
           gs_say(out, "wrong-value",
                  "a[%zu] is %g, and %g is right: 2 was added to it. Multiply it by 2, with *=.",
                  first, (double)got[first], 2 * (double)a[first]);
}

static bool matrix_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    return gs_matrix_say_missing(wrong, "doubled", out) || say_added(wrong, out);
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Blocks of 4 x 4 use half of each sector, and are right all the same. */
static void matrix_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 2.1;
    most->block = 16; /* as the stub has */
    most->global_bytes = 2 * sizeof(float) * shape->n * shape->m;
}

static size_t matrix_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n * shape->m;
}

const struct gs_exercise gs_exercise_double_matrix = {
    .name = "double_matrix",
    .title = "Rows and columns",
    .entry = "double_matrix",
    .parameters = matrix_parameters,
    .shapes = gs_matrix_shapes,
    .n_name = "rows",
    .m_name = "columns",
    .hints = {"33 columns and blocks of 16 x 16: how many blocks does the grid need in x? How many "
              "columns do they cover, and which threads have no element?",
              "dim3 grid(x, y) with x blocks for the columns and y blocks for the rows, both "
              "rounded up. In the kernel both numbers are made as in exercise 2.1, one with x and "
              "one with y, and both are tested.",
              "column = blockIdx.x * blockDim.x + threadIdx.x, row the same with y; if (row < rows "
              "&& column < columns) a[row * columns + column] *= 2. A grid without blocks is not "
              "launched: return where rows is 0."},
    .count = matrix_elements,
    .fill = matrix_fill,
    .solve = matrix_solve,
    .tolerance = 1e-7,
    .explain = matrix_explain,
    .say_finding = gs_matrix_say_finding,
    .budget = matrix_budget,
    .prints_matrix = true,
    .timed = {.n = 8192, .m = 4096},
    .timed_bytes = matrix_bytes,
    .timed_ratio = 1.25,
};
