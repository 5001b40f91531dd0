/*
 * Lesson 8 on the CPU: each stencil as plain loops, and as the fastest version we know how to
 * write: lines of cells with SIMD, by all threads, past the cache where it is too small; and four
 * steps in one pass over memory.
 */
#include "08_stencil.h"
#include "common.h"

static const double heat_weights[WEIGHTS] = HEAT_WEIGHTS;

/* ---- serial ---------------------------------------------------------------------------------- */

/*
 * cell_T:     a cell, or 0 outside: what is before index 0 wraps around to no index.
 * step_T:     a step of a plate or a block of cells. A plate has neighbours on four sides.
 */
#define DEFINE_SERIAL(T)                                                                           \
    static void rod_serial_##T(const T *a, T *b, const T *weights, size_t n)                       \
    {                                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            T sum = 0;                                                                             \
            for (size_t j = 0; j < WEIGHTS; j++) {                                                 \
                size_t k = i + j - RADIUS;                                                         \
                sum += weights[j] * (k < n ? a[k] : 0);                                            \
            }                                                                                      \
            b[i] = sum;                                                                            \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static inline T cell_##T(const T *a, struct body m, size_t plane, size_t row, size_t column)   \
    {                                                                                              \
        bool inside = plane < m.planes && row < m.rows && column < m.columns;                      \
        return inside ? a[(plane * m.rows + row) * m.columns + column] : 0;                        \
    }                                                                                              \
                                                                                                   \
    static void plate_serial_##T(const T *a, T *b, struct body m)                                  \
    {                                                                                              \
        const T rate = (T)m.rate;                                                                  \
        for (size_t y = 0; y < m.rows; y++) {                                                      \
            for (size_t x = 0; x < m.columns; x++) {                                               \
                T around = cell_##T(a, m, 0, y - 1, x) + cell_##T(a, m, 0, y + 1, x) +             \
                           cell_##T(a, m, 0, y, x - 1) + cell_##T(a, m, 0, y, x + 1);              \
                b[y * m.columns + x] = (1 - 4 * rate) * a[y * m.columns + x] + rate * around;      \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void body_serial_##T(const T *a, T *b, struct body m)                                   \
    {                                                                                              \
        const T rate = (T)m.rate;                                                                  \
        for (size_t z = 0; z < m.planes; z++) {                                                    \
            for (size_t y = 0; y < m.rows; y++) {                                                  \
                for (size_t x = 0; x < m.columns; x++) {                                           \
                    size_t i = (z * m.rows + y) * m.columns + x;                                   \
                    T around = cell_##T(a, m, z - 1, y, x) + cell_##T(a, m, z + 1, y, x) +         \
                               cell_##T(a, m, z, y - 1, x) + cell_##T(a, m, z, y + 1, x) +         \
                               cell_##T(a, m, z, y, x - 1) + cell_##T(a, m, z, y, x + 1);          \
                    b[i] = (1 - 6 * rate) * a[i] + rate * around;                                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void steps_serial_##T(T *const *arrays, struct body m)                                  \
    {                                                                                              \
        const T *from = arrays[0];                                                                 \
        for (int step = 1; step <= STEPS; step++) {                                                \
            T *to = (STEPS - step) % 2 == 0 ? arrays[1] : arrays[2];                               \
            plate_serial_##T(from, to, m);                                                         \
            from = to;                                                                             \
        }                                                                                          \
    }

DEFINE_SERIAL(float)
DEFINE_SERIAL(double)

int heat_1d_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, rod_serial, call->arrays[0], call->arrays[1], call->arrays[2],
                            call->n);
    return 0;
}

int heat_2d_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, plate_serial, call->arrays[0], call->arrays[1],
                            body_of(call->scalars));
    return 0;
}

int heat_3d_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, body_serial, call->arrays[0], call->arrays[1],
                            body_of(call->scalars));
    return 0;
}

int heat_steps_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, steps_serial, (void *)call->arrays, body_of(call->scalars));
    return 0;
}

/* ---- a line of cells ------------------------------------------------------------------------- */

/*
 * Neighbours in a row, `count` of them, a block at most; `here` is where they lie in the input.
 *
 * rod_line_T:   of a rod. `a` is where the window of the first begins; all windows are there.
 * plate_line_T: of a plate. up and down are the rows beside, or zeros (outside_T) where there is
 *               none; left and right the cells at the row's ends.
 * body_line_T:  of a block of cells; beside: up, down, front, back.
 */
#define DEFINE_LINES(T)                                                                            \
    static const T outside_##T[GS_SIMD_BLOCK];                                                     \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void rod_line_##T(const T *a, T *restrict to, size_t count)                             \
    {                                                                                              \
        const T w0 = (T)heat_weights[0], w1 = (T)heat_weights[1], w2 = (T)heat_weights[2],         \
                w3 = (T)heat_weights[3], w4 = (T)heat_weights[4];                                  \
        for (size_t i = 0; i < count; i++)                                                         \
            to[i] = w0 * (a[i] + a[i + 8]) + w1 * (a[i + 1] + a[i + 7]) +                          \
                    w2 * (a[i + 2] + a[i + 6]) + w3 * (a[i + 3] + a[i + 5]) + w4 * a[i + 4];       \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void plate_line_##T(const T *here, const T *up, const T *down, T left, T right, T rate, \
                               size_t count, T *restrict to)                                       \
    {                                                                                              \
        const T keep = 1 - 4 * rate;                                                               \
        const size_t last = count - 1;                                                             \
        for (size_t i = 1; i < last; i++)                                                          \
            to[i] = keep * here[i] + rate * (up[i] + down[i] + here[i - 1] + here[i + 1]);         \
        to[0] = keep * here[0] + rate * (up[0] + down[0] + left + (count > 1 ? here[1] : right));  \
        if (count > 1)                                                                             \
            to[last] =                                                                             \
                keep * here[last] + rate * (up[last] + down[last] + here[last - 1] + right);       \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void body_line_##T(const T *here, const T *const *beside, T left, T right, T rate,      \
                              size_t count, T *restrict to)                                        \
    {                                                                                              \
        const T keep = 1 - 6 * rate;                                                               \
        const size_t last = count - 1;                                                             \
        const T *up = beside[0], *down = beside[1], *front = beside[2], *back = beside[3];         \
        for (size_t i = 1; i < last; i++)                                                          \
            to[i] = keep * here[i] +                                                               \
                    rate * (up[i] + down[i] + front[i] + back[i] + here[i - 1] + here[i + 1]);     \
        for (size_t i = 0; i<count; i += last> 0 ? last : 1)                                       \
            to[i] = keep * here[i] +                                                               \
                    rate * (up[i] + down[i] + front[i] + back[i] + (i > 0 ? here[i - 1] : left) +  \
                            (i < last ? here[i + 1] : right));                                     \
    }

DEFINE_LINES(float)
DEFINE_LINES(double)

/* ---- threads: a step ------------------------------------------------------------------------- */

static inline size_t smaller(size_t x, size_t y)
{
    return x < y ? x : y;
}

/*
 * Blocks of a call, as compute_in_blocks() wants them: elements of a rod, those near its ends one
 * by one; and cells of a plate or a block of cells, cut where rows end.
 */
#define DEFINE_BLOCKS(T)                                                                           \
    static T rod_element_##T(const T *a, size_t n, size_t i)                                       \
    {                                                                                              \
        T sum = 0;                                                                                 \
        for (size_t j = 0; j < WEIGHTS; j++) {                                                     \
            size_t k = i + j - RADIUS;                                                             \
            sum += (T)heat_weights[j] * (k < n ? a[k] : 0);                                        \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    static void rod_block_##T(const struct gs_call *call, size_t begin, size_t count, void *to)    \
    {                                                                                              \
        const T *a = call->arrays[0];                                                              \
        T *out = to;                                                                               \
        const size_t n = call->n, end = begin + count;                                             \
        size_t i = begin;                                                                          \
        for (; i < end && i < RADIUS; i++)                                                         \
            out[i - begin] = rod_element_##T(a, n, i);                                             \
        size_t whole = n > RADIUS ? smaller(end, n - RADIUS) : 0;                                  \
        if (i < whole) {                                                                           \
            rod_line_##T(a + i - RADIUS, out + (i - begin), whole - i);                            \
            i = whole;                                                                             \
        }                                                                                          \
        for (; i < end; i++)                                                                       \
            out[i - begin] = rod_element_##T(a, n, i);                                             \
    }                                                                                              \
                                                                                                   \
    static void cells_##T(const struct gs_call *call, size_t begin, size_t end, T *out,            \
                          bool is_plate)                                                           \
    {                                                                                              \
        const struct body m = body_of(call->scalars);                                              \
        const T *a = call->arrays[0];                                                              \
        const size_t plane_cells = m.rows * m.columns;                                             \
        for (size_t i = begin, length; i < end; i += length, out += length) {                      \
            size_t column = i % m.columns, row = i / m.columns % m.rows, plane = i / plane_cells;  \
            const T *here = a + i;                                                                 \
            length = smaller(m.columns - column, end - i);                                         \
            const T *beside[] = {row > 0 ? here - m.columns : outside_##T,                         \
                                 row + 1 < m.rows ? here + m.columns : outside_##T,                \
                                 plane > 0 ? here - plane_cells : outside_##T,                     \
                                 plane + 1 < m.planes ? here + plane_cells : outside_##T};         \
            T left = column > 0 ? here[-1] : 0;                                                    \
            T right = column + length < m.columns ? here[length] : 0;                              \
            if (is_plate)                                                                          \
                plate_line_##T(here, beside[0], beside[1], left, right, (T)m.rate, length, out);   \
            else                                                                                   \
                body_line_##T(here, beside, left, right, (T)m.rate, length, out);                  \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void plate_block_##T(const struct gs_call *call, size_t begin, size_t count, void *to)  \
    {                                                                                              \
        cells_##T(call, begin, begin + count, to, true);                                           \
    }                                                                                              \
                                                                                                   \
    static void body_block_##T(const struct gs_call *call, size_t begin, size_t count, void *to)   \
    {                                                                                              \
        cells_##T(call, begin, begin + count, to, false);                                          \
    }

DEFINE_BLOCKS(float)
DEFINE_BLOCKS(double)

/* Computes a call in such blocks, which read one array and write one. */
static int in_blocks(const struct gs_call *call, block_fn *compute_f32, block_fn *compute_f64)
{
    const struct in_blocks how = {.arrays = 2,
                                  .alone_bytes = ALONE_BYTES,
                                  .compute = call->dtype == GS_F32 ? compute_f32 : compute_f64};
    compute_in_blocks(call, &how);
    return 0;
}

int heat_1d_threads(const struct gs_call *call)
{
    return in_blocks(call, rod_block_float, rod_block_double);
}

int heat_2d_threads(const struct gs_call *call)
{
    return in_blocks(call, plate_block_float, plate_block_double);
}

int heat_3d_threads(const struct gs_call *call)
{
    return in_blocks(call, body_block_float, body_block_double);
}

/* ---- threads: several steps in one pass ------------------------------------------------------ */

/* A piece: rows, and bytes of its columns, so few that all lines of a piece stay in the nearest
 * cache; and how many waves the last step is behind the first. */
enum { BAND = 64, PANEL_BYTES = 2048, BEHIND = 2 * (STEPS - 1) };

/*
 * A piece of the plate, through all steps. The steps follow each other down the rows: step s has
 * done a row when step s - 1 is one row further. So of each step but the last three rows are kept,
 * in `lines`, which stay in a cache; and the plate is read once and written once. To the sides, as
 * above and below, step s computes STEPS - s cells more than are stored.
 *
 * source_T:     the line of what step `step` made of a row, from column 0 of the plate on.
 * step_line_T:  one row of one step.
 * piece_T:      rows [row, row_end), columns [column, column_end).
 */
#define DEFINE_STEPS(T)                                                                            \
    enum { PANEL_##T = PANEL_BYTES / sizeof(T), LINE_##T = PANEL_##T + 2 * STEPS };                \
                                                                                                   \
    struct piece_##T {                                                                             \
        struct body m;                                                                             \
        const T *a;                                                                                \
        size_t row, row_end, column, column_end;                                                   \
        T lines[STEPS][3][LINE_##T];                                                               \
    };                                                                                             \
                                                                                                   \
    static T *kept_##T(struct piece_##T *p, size_t step, size_t row, size_t column)                \
    {                                                                                              \
        return &p->lines[step - 1][row % 3][column + STEPS - p->column];                           \
    }                                                                                              \
                                                                                                   \
    static const T *source_##T(struct piece_##T *p, size_t step, size_t row, size_t column)        \
    {                                                                                              \
        if (row >= p->m.rows)                                                                      \
            return outside_##T;                                                                    \
        return step == 0 ? p->a + row * p->m.columns + column : kept_##T(p, step, row, column);    \
    }                                                                                              \
                                                                                                   \
    static void step_line_##T(struct piece_##T *p, size_t step, size_t row)                        \
    {                                                                                              \
        size_t halo = STEPS - step, begin = p->column - smaller(halo, p->column);                  \
        size_t end = smaller(p->column_end + halo, p->m.columns);                                  \
        const T *here = source_##T(p, step - 1, row, begin);                                       \
        T left = begin > 0 ? here[-1] : 0, right = end < p->m.columns ? here[end - begin] : 0;     \
        plate_line_##T(here, source_##T(p, step - 1, row - 1, begin),                              \
                       source_##T(p, step - 1, row + 1, begin), left, right, (T)p->m.rate,         \
                       end - begin, kept_##T(p, step, row, begin));                                \
    }                                                                                              \
                                                                                                   \
    static void store_line_##T(struct piece_##T *p, size_t row, T *b, bool past_cache)             \
    {                                                                                              \
        char *to = (char *)(b + row * p->m.columns + p->column);                                   \
        const char *from = (const char *)kept_##T(p, STEPS, row, p->column);                       \
        size_t bytes = (p->column_end - p->column) * sizeof(T);                                    \
        if (past_cache)                                                                            \
            stream_block(to, from, bytes);                                                         \
        else                                                                                       \
            memcpy(to, from, bytes);                                                               \
    }                                                                                              \
                                                                                                   \
    static void piece_##T(struct piece_##T *p, T *b, bool past_cache)                              \
    {                                                                                              \
        for (size_t wave = p->row; wave < p->row_end + BEHIND; wave++) {                           \
            for (size_t step = 1; step <= STEPS; step++) {                                         \
                size_t halo = STEPS - step, row = wave + 2 - STEPS - step;                         \
                if (row < p->m.rows && row + halo >= p->row && row < p->row_end + halo)            \
                    step_line_##T(p, step, row);                                                   \
            }                                                                                      \
            if (wave >= p->row + BEHIND)                                                           \
                store_line_##T(p, wave - BEHIND, b, past_cache);                                   \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void pieces_##T(const struct gs_call *call, size_t begin, size_t end, bool past_cache)  \
    {                                                                                              \
        struct piece_##T p = {.m = body_of(call->scalars), .a = call->arrays[0]};                  \
        const size_t panels = (p.m.columns + PANEL_##T - 1) / PANEL_##T;                           \
        for (size_t k = begin; k < end; k++) {                                                     \
            p.row = k / panels * BAND;                                                             \
            p.row_end = smaller(p.row + BAND, p.m.rows);                                           \
            p.column = k % panels * PANEL_##T;                                                     \
            p.column_end = smaller(p.column + PANEL_##T, p.m.columns);                             \
            piece_##T(&p, call->arrays[1], past_cache);                                            \
        }                                                                                          \
        gs_stream_fence();                                                                         \
    }                                                                                              \
                                                                                                   \
    static void steps_threads_##T(const struct gs_call *call)                                      \
    {                                                                                              \
        const struct body m = body_of(call->scalars);                                              \
        const size_t count =                                                                       \
            (m.rows + BAND - 1) / BAND * ((m.columns + PANEL_##T - 1) / PANEL_##T);                \
        const size_t bytes = 2 * call->n * sizeof(T);                                              \
        const bool past_cache = bytes > gs_cpu_cache_bytes();                                      \
        if (STEPS * bytes <= ALONE_BYTES) {                                                        \
            pieces_##T(call, 0, count, past_cache);                                                \
            return;                                                                                \
        }                                                                                          \
        _Pragma("omp parallel")                                                                    \
        {                                                                                          \
            size_t begin, end;                                                                     \
            my_share(count, 1, &begin, &end);                                                      \
            pieces_##T(call, begin, end, past_cache);                                              \
        }                                                                                          \
    }

DEFINE_STEPS(float)
DEFINE_STEPS(double)

int heat_steps_threads(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, steps_threads, call);
    return 0;
}
