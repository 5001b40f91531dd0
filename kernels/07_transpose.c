/*
 * Lesson 7 on the CPU: a matrix transposed and copied, each as two plain loops and as the fastest
 * version we know how to write.
 */
#include "07_transpose.h"
#include "common.h"

/*
 * A tile is square, with 128 bytes a line: whole lines of the cache on both sides. A panel is as
 * many columns of a as can wait for the next rows: their lines of b all lie in pages of their own,
 * and the processor knows the addresses of about so many pages.
 */
enum { LINE_BYTES = 128, PANEL_COLUMNS = 512 };

/* Arrays larger than this, about a core's own cache, are stored past the caches: the lines of b lie
 * far apart, and to fetch each before it is overwritten takes longer than all the rest. */
enum { NEAR_BYTES = 4 << 20 };

/*
 * Where the rows of b do not begin on lines of the cache, two tiles share each line at their edge.
 * A line that is stored past the caches in two parts is written to memory twice; and a line that
 * two threads write to goes to and fro between them. Then lines stay in the caches, and a panel is
 * as wide as a tile, so that one thread goes along the rows of b.
 */
enum { CACHE_LINE_BYTES = 64 };

/*
 * Four elements of four rows, as packs of 16 bytes, become four of four columns; or two of two.
 * zip_low takes the first halves of two packs in turns, zip_high the second halves: each is one
 * instruction.
 */
typedef float pack_float __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint32_t pack_uint32_t __attribute__((vector_size(16), aligned(4), may_alias));
typedef double pack_double __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint64_t pack_uint64_t __attribute__((vector_size(16), aligned(8), may_alias));

#define DEFINE_TURN_PACKS_OF_FOUR(T)                                                               \
    static inline pack_##T zip_low_##T(pack_##T x, pack_##T y)                                     \
    {                                                                                              \
        return (pack_##T){x[0], y[0], x[1], y[1]};                                                 \
    }                                                                                              \
                                                                                                   \
    static inline pack_##T zip_high_##T(pack_##T x, pack_##T y)                                    \
    {                                                                                              \
        return (pack_##T){x[2], y[2], x[3], y[3]};                                                 \
    }                                                                                              \
                                                                                                   \
    static inline void turn_packs_##T(const T *from, size_t pitch, T *to, size_t to_pitch)         \
    {                                                                                              \
        const pack_##T r0 = *(const pack_##T *)from, r1 = *(const pack_##T *)(from + pitch),       \
                       r2 = *(const pack_##T *)(from + 2 * pitch),                                 \
                       r3 = *(const pack_##T *)(from + 3 * pitch);                                 \
        pack_##T even_low = zip_low_##T(r0, r2), even_high = zip_high_##T(r0, r2);                 \
        pack_##T odd_low = zip_low_##T(r1, r3), odd_high = zip_high_##T(r1, r3);                   \
        *(pack_##T *)to = zip_low_##T(even_low, odd_low);                                          \
        *(pack_##T *)(to + to_pitch) = zip_high_##T(even_low, odd_low);                            \
        *(pack_##T *)(to + 2 * to_pitch) = zip_low_##T(even_high, odd_high);                       \
        *(pack_##T *)(to + 3 * to_pitch) = zip_high_##T(even_high, odd_high);                      \
    }

#define DEFINE_TURN_PACKS_OF_TWO(T)                                                                \
    static inline void turn_packs_##T(const T *from, size_t pitch, T *to, size_t to_pitch)         \
    {                                                                                              \
        const pack_##T r0 = *(const pack_##T *)from, r1 = *(const pack_##T *)(from + pitch);       \
        *(pack_##T *)to = (pack_##T){r0[0], r1[0]};                                                \
        *(pack_##T *)(to + to_pitch) = (pack_##T){r0[1], r1[1]};                                   \
    }

/*
 * transpose_serial_T:  one thread, two plain loops.
 * turn_tile_T:         `rows` x `columns` elements, a tile at most, of a matrix with so many
 *                      elements a row; line c of `tile` gets column c.
 * turn_strip_T:        a strip of tiles: the rows of one tile, the columns of a panel.
 * turn_strips_T:       strips [begin, end). They are numbered down the panels, so that the lines of
 *                      b that one strip has written to are near when the next one comes.
 */
#define DEFINE_TRANSPOSE(T)                                                                        \
    static void transpose_serial_##T(const T *a, T *b, struct shape m)                             \
    {                                                                                              \
        for (size_t row = 0; row < m.rows; row++) {                                                \
            for (size_t column = 0; column < m.columns; column++)                                  \
                b[column * m.rows + row] = a[row * m.columns + column];                            \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void turn_tile_##T(const T *from, size_t pitch, size_t rows, size_t columns,            \
                              T tile[][LINE_BYTES / sizeof(T)])                                    \
    {                                                                                              \
        enum { SIDE = LINE_BYTES / sizeof(T), PACK = 16 / sizeof(T) };                             \
        if (rows == SIDE && columns == SIDE) {                                                     \
            for (size_t row = 0; row < SIDE; row += PACK) {                                        \
                for (size_t column = 0; column < SIDE; column += PACK)                             \
                    turn_packs_##T(from + row * pitch + column, pitch, &tile[column][row], SIDE);  \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        for (size_t column = 0; column < columns; column++) {                                      \
            for (size_t row = 0; row < rows; row++)                                                \
                tile[column][row] = from[row * pitch + column];                                    \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void turn_strip_##T(const struct gs_call *call, struct way way, size_t row,             \
                               size_t column)                                                      \
    {                                                                                              \
        enum { SIDE = LINE_BYTES / sizeof(T) };                                                    \
        _Alignas(LINE_BYTES) T tile[SIDE][SIDE];                                                   \
        struct shape m = shape_of(call->scalars);                                                  \
        size_t rows = smaller(SIDE, m.rows - row), end = smaller(column + way.panel, m.columns);   \
        for (; column < end; column += SIDE) {                                                     \
            size_t columns = smaller(SIDE, end - column);                                          \
            turn_tile_##T((const T *)call->arrays[0] + row * m.columns + column, m.columns, rows,  \
                          columns, tile);                                                          \
            for (size_t c = 0; c < columns; c++) {                                                 \
                T *to = (T *)call->arrays[1] + (column + c) * m.rows + row;                        \
                if (way.past_cache)                                                                \
                    stream_block((char *)to, (const char *)tile[c], rows * sizeof(T));             \
                else                                                                               \
                    memcpy(to, tile[c], rows * sizeof(T));                                         \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void turn_strips_##T(const struct gs_call *call, struct way way, size_t begin,          \
                                size_t end)                                                        \
    {                                                                                              \
        enum { SIDE = LINE_BYTES / sizeof(T) };                                                    \
        for (size_t strip = begin; strip < end; strip++)                                           \
            turn_strip_##T(call, way, strip % way.down * SIDE, strip / way.down * way.panel);      \
        gs_stream_fence();                                                                         \
    }                                                                                              \
                                                                                                   \
    static void transpose_threads_##T(const struct gs_call *call)                                  \
    {                                                                                              \
        struct way way = way_of(shape_of(call->scalars), sizeof(T));                               \
        size_t strips = way.down * way.panels;                                                     \
        if (2 * call->n * sizeof(T) <= ALONE_BYTES) {                                              \
            turn_strips_##T(call, way, 0, strips);                                                 \
            return;                                                                                \
        }                                                                                          \
        _Pragma("omp parallel")                                                                    \
        {                                                                                          \
            size_t begin, end;                                                                     \
            my_share(strips, 1, &begin, &end);                                                     \
            turn_strips_##T(call, way, begin, end);                                                \
        }                                                                                          \
    }

static inline size_t smaller(size_t x, size_t y)
{
    return x < y ? x : y;
}

/* How a matrix is turned. */
struct way {
    bool past_cache;     /* lines of b are stored past the caches */
    size_t down, panels; /* strips in a panel; panels */
    size_t panel;        /* columns of a in one */
};

static struct way way_of(struct shape m, size_t size)
{
    const size_t side = LINE_BYTES / size;
    const bool whole_lines = m.rows * size % CACHE_LINE_BYTES == 0,
               near = 2 * m.rows * m.columns * size <= smaller(gs_cpu_cache_bytes(), NEAR_BYTES);
    const size_t panel = whole_lines ? PANEL_COLUMNS : side;
    return (struct way){.past_cache = whole_lines && !near,
                        .down = (m.rows + side - 1) / side,
                        .panels = (m.columns + panel - 1) / panel,
                        .panel = panel};
}

DEFINE_TURN_PACKS_OF_FOUR(float)
DEFINE_TURN_PACKS_OF_FOUR(uint32_t)
DEFINE_TURN_PACKS_OF_TWO(double)
DEFINE_TURN_PACKS_OF_TWO(uint64_t)
DEFINE_TRANSPOSE(float)
DEFINE_TRANSPOSE(uint32_t)
DEFINE_TRANSPOSE(double)
DEFINE_TRANSPOSE(uint64_t)

int transpose_serial(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, transpose_serial, call->arrays[0], call->arrays[1],
                       shape_of(call->scalars));
    return 0;
}

int transpose_threads(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, transpose_threads, call);
    return 0;
}

/* ---- copy_2d --------------------------------------------------------------------------------- */

#define DEFINE_COPY(T)                                                                             \
    static void copy_serial_##T(const T *a, T *b, struct shape m)                                  \
    {                                                                                              \
        for (size_t row = 0; row < m.rows; row++) {                                                \
            for (size_t column = 0; column < m.columns; column++)                                  \
                b[row * m.columns + column] = a[row * m.columns + column];                         \
        }                                                                                          \
    }

DEFINE_COPY(float)
DEFINE_COPY(uint32_t)
DEFINE_COPY(double)
DEFINE_COPY(uint64_t)

int copy_2d_serial(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, copy_serial, call->arrays[0], call->arrays[1],
                       shape_of(call->scalars));
    return 0;
}

/* Rows that follow each other without a gap are one long row. */
static void copy_share(const struct gs_call *call, size_t begin, size_t end)
{
    size_t size = gs_dtype_bytes(call->dtype);
    memcpy((char *)call->arrays[1] + begin * size, (const char *)call->arrays[0] + begin * size,
           (end - begin) * size);
}

int copy_2d_threads(const struct gs_call *call)
{
    size_t bytes = call->n * gs_dtype_bytes(call->dtype);
    if (2 * bytes > gs_cpu_cache_bytes())
        gs_cpu_stream_copy(call->arrays[1], call->arrays[0], bytes);
    else
        share_out(call, copy_share, 2 * bytes);
    return 0;
}
