/*
 * Lesson 13, streams and graphs on the CPU: a call of a function is next to nothing there, so the
 * slices are no more than a loop.
 */
#include "13_streams.h"
#include "common.h"

gs_run_fn slices_serial, slices_threads, tree_serial, tree_threads;

/* ---- slices ---------------------------------------------------------------------------------- */

GS_SIMD_CLONES
static void add(const float *restrict x, const float *restrict y, float *restrict out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = x[i] + y[i];
}

static void add_share(const struct gs_call *call, size_t begin, size_t end)
{
    const float *x = call->arrays[0], *y = call->arrays[1];
    float *out = call->arrays[2];
    add(x + begin, y + begin, out + begin, end - begin);
}

int slices_serial(const struct gs_call *call)
{
    const float *x = call->arrays[0], *y = call->arrays[1];
    float *out = call->arrays[2];
    for (size_t i = 0; i < call->n; i++)
        out[i] = x[i] + y[i];
    return 0;
}

int slices_threads(const struct gs_call *call)
{
    share_out(call, add_share, 3 * call->n * sizeof(float));
    return 0;
}

/* ---- tree ------------------------------------------------------------------------------------ */

/* Elements that are added up together, so that their sums stay in the nearest cache. */
enum { TOGETHER = 1024 };

GS_SIMD_CLONES
static void add_to(float *restrict sums, const float *restrict x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sums[i] += x[i];
}

/* Elements [begin, end) of all slices; the last slices may end before. */
static void tree_share(const struct gs_call *call, size_t begin, size_t end)
{
    const float *x = call->arrays[0];
    float *out = call->arrays[2];
    for (size_t i = begin; i < end; i += TOGETHER) {
        const size_t most = end - i < TOGETHER ? end - i : TOGETHER;
        memcpy(out + i, x + i, most * sizeof *out);
        for (size_t s = 1; s < SLICES; s++) {
            const size_t count = slice_count(call->n, s), left = count > i ? count - i : 0;
            add_to(out + i, x + slice_begin(call->n, s) + i, left < most ? left : most);
        }
    }
}

int tree_serial(const struct gs_call *call)
{
    const float *x = call->arrays[0];
    float *out = call->arrays[2];
    const size_t count = slice_elements(call->n);
    for (size_t i = 0; i < count; i++) {
        out[i] = 0;
        for (size_t k = i; k < call->n; k += count)
            out[i] += x[k];
    }
    return 0;
}

int tree_threads(const struct gs_call *call)
{
    const size_t count = slice_elements(call->n);
    if (call->n * sizeof(float) <= ALONE_BYTES) {
        tree_share(call, 0, count);
        return 0;
    }
#pragma omp parallel
    {
        size_t begin, end;
        my_share(count, 16, &begin, &end);
        tree_share(call, begin, end);
    }
    return 0;
}
