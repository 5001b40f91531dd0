/*
 * Lesson 11, histogram on the CPU: one plain loop, and the fastest version we know how to write.
 *
 * A count that goes up twice in a row has to be loaded, changed and stored before it can be loaded
 * again: some five cycles an element where neighbours are in the same bin. So the fast version has
 * several copies of the counts and takes them in turns. It computes the bins of a block by SIMD
 * first, for a comparison and a branch an element would take longer than the counting.
 */
#include "11_histogram.h"
#include "common.h"

gs_run_fn histogram_serial, histogram_threads;

enum { A, COUNTS };

/* One more count, for what is in no bin: no branch has to know of it. */
enum { NO_BIN = BINS, ALL_BINS = BINS + 1 };

enum {
    BLOCK = 2048, /* elements whose bins are computed together, and stay in the nearest cache */
    COPIES = 8,
};

/* Counts of one thread, in turns: neighbours go to different copies. */
struct copies {
    uint32_t of[COPIES][ALL_BINS];
};

static void count_bins(struct copies *copies, const uint16_t *bins, size_t count)
{
    size_t i = 0;
    for (; i + COPIES <= count; i += COPIES) {
        for (size_t copy = 0; copy < COPIES; copy++)
            copies->of[copy][bins[i + copy]]++;
    }
    for (; i < count; i++)
        copies->of[0][bins[i]]++;
}

/*
 * serial_T:   one thread, element by element.
 * bins_T:     the bins of `count` elements from a on.
 * share_T:    counts elements [begin, end).
 */
#define DEFINE_HISTOGRAM(T, in_a_bin)                                                              \
    static void serial_##T(const T *a, uint32_t *counts, size_t n)                                 \
    {                                                                                              \
        memset(counts, 0, BINS * sizeof *counts);                                                  \
        for (size_t i = 0; i < n; i++) {                                                           \
            const T x = a[i];                                                                      \
            if (in_a_bin)                                                                          \
                counts[(size_t)x]++;                                                               \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void bins_##T(const T *a, uint16_t *bins, size_t count)                                 \
    {                                                                                              \
        for (size_t i = 0; i < count; i++) {                                                       \
            const T x = a[i];                                                                      \
            const T inside = in_a_bin ? x : (T)NO_BIN;                                             \
            bins[i] = (uint16_t)(int32_t)inside;                                                   \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void share_##T(const T *a, struct copies *copies, size_t begin, size_t end)             \
    {                                                                                              \
        uint16_t bins[BLOCK];                                                                      \
        for (size_t i = begin; i < end; i += BLOCK) {                                              \
            const size_t count = end - i < BLOCK ? end - i : BLOCK;                                \
            bins_##T(a + i, bins, count);                                                          \
            count_bins(copies, bins, count);                                                       \
        }                                                                                          \
    }

DEFINE_HISTOGRAM(float, x >= 0 && x < BINS)
DEFINE_HISTOGRAM(int32_t, x >= 0 && x < BINS)

int histogram_serial(const struct gs_call *call)
{
    if (call->dtype == GS_F32)
        serial_float(call->arrays[A], call->arrays[COUNTS], call->n);
    else
        serial_int32_t(call->arrays[A], call->arrays[COUNTS], call->n);
    return 0;
}

static void count_share(const struct gs_call *call, struct copies *copies, size_t begin, size_t end)
{
    memset(copies, 0, sizeof *copies);
    if (call->dtype == GS_F32)
        share_float(call->arrays[A], copies, begin, end);
    else
        share_int32_t(call->arrays[A], copies, begin, end);
}

static void add_copies(const struct copies *copies, uint32_t *counts)
{
    for (size_t copy = 0; copy < COPIES; copy++) {
        for (size_t bin = 0; bin < BINS; bin++)
            counts[bin] += copies->of[copy][bin];
    }
}

int histogram_threads(const struct gs_call *call)
{
    uint32_t *counts = call->arrays[COUNTS];
    memset(counts, 0, BINS * sizeof *counts);
    if (call->n * gs_dtype_bytes(call->dtype) <= ALONE_BYTES) {
        struct copies copies;
        count_share(call, &copies, 0, call->n);
        add_copies(&copies, counts);
        return 0;
    }
#pragma omp parallel
    {
        struct copies copies;
        size_t begin, end;
        my_share(call->n, BLOCK, &begin, &end);
        count_share(call, &copies, begin, end);
#pragma omp critical
        add_copies(&copies, counts);
    }
    return 0;
}
