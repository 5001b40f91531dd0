/* Lesson 3: how many blocks a multiprocessor holds at once. It is C and no data: the answer is
 * computed of the limits of a device. */
#include "exercise_tools.h"

#include "occupancy.h"
#include "random.h"

enum { BLOCKS, WARPS, THREADS, SHARED, LENGTH };

enum { KIB = 1024, WITHOUT_ASKING = 48 }; /* KiB of shared memory that any kernel may have */

static const struct gs_array resident_parameters[] = {
    {"blocks", GS_OUTPUT, GS_HOME_PAGEABLE, GS_I32},
    {"warps", GS_OUTPUT, GS_HOME_PAGEABLE, GS_I32},
    {"threads", GS_INPUT, GS_HOME_PAGEABLE, GS_I32},
    {"shared", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {"n", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {0},
};

/* m: KiB of shared memory a block. None, as much as limits small blocks, as much as limits all, and
 * more than a kernel may have unasked. */
static const struct gs_shape resident_shapes[] = {
    {.n = 6, .m = 0},    {.n = 6, .m = 28},  {.n = 6, .m = 48},   {.n = 0, .m = 4},
    {.n = 33, .m = 0},   {.n = 40, .m = 10}, {.n = 100, .m = 31}, {.n = 6, .m = 64},
    {.n = 25, .m = 100}, GS_LAST_SHAPE,
};

static size_t resident_count(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

/* Six are 32 to 1024, doubled; others are any, of which few are whole warps. */
static void resident_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *threads = arrays[THREADS];
    for (size_t i = 0; i < shape->n; i++)
        threads[i] = shape->n == 6
                         ? GS_WARP_THREADS << i
                         : 1 + (int32_t)(gs_random_bits(seed, THREADS, i) % GS_MOST_BLOCK_THREADS);
    *(uint64_t *)arrays[SHARED] = shape->m * KIB;
    *(uint64_t *)arrays[LENGTH] = shape->n;
}

/* An answer is checked on the simulator, which is of this compute capability, and whose kernels
 * have no more registers than let all warps be resident. */
static struct gs_occupancy found_for(int32_t threads, size_t shared_bytes)
{
    const struct gs_block_needs needs = {.threads = (unsigned)threads,
                                         .shared_bytes = shared_bytes};
    return gs_occupancy_of(gs_multiprocessor_find("9.0"), &needs);
}

static void resident_solve(const struct gs_shape *shape, const void *const *arrays,
                           struct gs_expected *out)
{
    const int32_t *threads = arrays[THREADS];
    int32_t *blocks = out->want[BLOCKS], *warps = out->want[WARPS];
    for (size_t i = 0; i < shape->n; i++) {
        const struct gs_occupancy found = found_for(threads[i], shape->m * KIB);
        blocks[i] = (int32_t)found.blocks;
        warps[i] = (int32_t)found.warps;
    }
}

/* ---- other numbers --------------------------------------------------------------------------- */

/* Where every element is what `count` says, and not all of them are right. */
static bool is_all(const struct gs_wrong *wrong, int32_t (*count)(int32_t threads, size_t shared))
{
    const int32_t *threads = wrong->arrays[THREADS], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[i] != count(threads[i], wrong->shape->m * KIB))
            return false;
    }
    return true;
}

static int32_t by_threads_alone(int32_t threads, size_t shared)
{
    (void)shared;
    return 2048 / threads;
}

static int32_t without_shared(int32_t threads, size_t shared)
{
    (void)shared;
    return (int32_t)found_for(threads, 0).blocks;
}

static int32_t shared_as_floats(int32_t threads, size_t shared)
{
    return (int32_t)found_for(threads, shared / sizeof(float)).blocks;
}

static int32_t none(int32_t threads, size_t shared)
{
    (void)threads;
    (void)shared;
    return 0;
}

static bool is_same_for_all(const struct gs_wrong *wrong)
{
    const int32_t *got = wrong->got;
    size_t i = 1;
    while (i < wrong->count && got[i] == got[0])
        i++;
    return wrong->count > 1 && i == wrong->count && wrong->first > 0;
}

static bool say_blocks(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first, shared = wrong->shape->m * KIB;
    const int threads = ((const int32_t *)wrong->arrays[THREADS])[i];
    const int got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    if (is_all(wrong, none) && wrong->shape->m > WITHOUT_ASKING)
        return gs_say(
            out, "not-allowed",
            "blocks[%zu] is 0: no block fits, for a kernel may have 48 KiB of dynamic "
            "shared memory, and here it is to have %zu. More has to be allowed first, by "
            "cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, ...).",
            i, wrong->shape->m);
    if (is_same_for_all(wrong))
        return gs_say(out, "first-alone",
                      "blocks[%zu] is %d, the number that is right for threads[0]. threads[%zu] is "
                      "%d: ask CUDA again for each i.",
                      i, got, i, threads);
    if (is_all(wrong, by_threads_alone))
        return gs_say(out, "threads-alone",
                      "blocks[%zu] is %d, and %d is right. Of %d threads a block so many would fit "
                      "if only threads counted. A multiprocessor also has a limit of blocks, and "
                      "its shared memory, of which each block takes %zu bytes.",
                      i, got, want, threads, shared);
    if (is_all(wrong, without_shared))
        return gs_say(out, "shared-forgotten",
                      "blocks[%zu] is %d: so many fit without shared memory. Each block is to have "
                      "%zu bytes of it, and then %d fit.",
                      i, got, shared, want);
    if (is_all(wrong, shared_as_floats))
        return gs_say(out, "shared-as-floats",
                      "blocks[%zu] is %d: so many fit with %zu bytes of shared memory a block. "
                      "`shared` counts bytes, and is not to be divided by the size of a float.",
                      i, got, shared / sizeof(float));
    return false;
}

static bool say_warps(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int32_t threads = ((const int32_t *)wrong->arrays[THREADS])[i];
    const int32_t got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    const int32_t blocks = (int32_t)found_for(threads, wrong->shape->m * KIB).blocks;
    if (got == blocks * threads)
        return gs_say(
            out, "threads-not-warps",
            "warps[%zu] is %d: that is the number of threads of %d blocks of %d. A warp is "
            "32 of them.",
            i, (int)got, (int)blocks, (int)threads);
    if (threads % GS_WARP_THREADS != 0 && got <= want &&
        (got == blocks * (threads / GS_WARP_THREADS) || got == blocks * threads / GS_WARP_THREADS))
        return gs_say(out, "rounded-down",
                      "warps[%zu] is %d, and %d is right. A block of %d threads has %d warps, of "
                      "which the last is not full: round up, for each block.",
                      i, (int)got, (int)want, (int)threads,
                      (int)(threads + GS_WARP_THREADS - 1) / GS_WARP_THREADS);
    return false;
}

static bool resident_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    if (wrong->untouched > 0)
        return false;
    return wrong->parameter == BLOCKS ? say_blocks(wrong, out) : say_warps(wrong, out);
}

const struct gs_exercise gs_exercise_resident_blocks = {
    .name = "resident_blocks",
    .title = "How many blocks fit",
    .entry = "resident_blocks",
    .on_host = true,
    .parameters = resident_parameters,
    .shapes = resident_shapes,
    .n_name = "n",
    .m_name = "KiB",
    .hints =
        {"Which four things does a block take, of which a multiprocessor has only so many? What "
         "does `./gridstride occupancy 32 --shared 20Ki` say?",
         "cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[i], work, threads[i], shared) asks "
         "CUDA. For more than 48 KiB of dynamic shared memory the kernel first needs leave: "
         "cudaFuncSetAttribute(). A block of 33 threads has two warps.",
         "cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared) "
         "before the loop; in it the call above, and warps[i] = blocks[i] * ((threads[i] + 31) / "
         "32)."},
    .count = resident_count,
    .fill = resident_fill,
    .solve = resident_solve,
    .explain = resident_explain,
};
