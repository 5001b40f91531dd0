/* Lesson 3: how many blocks a multiprocessor holds at once. It is C and no data: the answer is
 * computed of the limits of a device, and each case has another device. */
#include "exercise_tools.h"

#include "occupancy.h"
#include "random.h"

#include <stdio.h>

enum { BLOCKS, WARPS, THREADS, SHARED, LENGTH };

/* KiB of shared memory that any kernel may have, and more than some devices have. */
enum { KIB = 1024, WITHOUT_ASKING = 48, MUCH_SHARED = 100 };

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
    {.n = 6, .m = 0},    {.n = 6, .m = 28}, {.n = 6, .m = 48},
    {.n = 0, .m = 4},    {.n = 33, .m = 0}, {.n = 40, .m = 10},
    {.n = 100, .m = 31}, {.n = 6, .m = 64}, {.n = 25, .m = MUCH_SHARED},
    GS_LAST_SHAPE,
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

/* The first size finds the device that people know, whose numbers the stub and others' code have:
 * those are told there as what they are. One further on finds a device that has room for fewer
 * threads, so that numbers of one device are wrong; and a kernel with 100 KiB fits on some alone.
 * Where no block has shared memory, the device is none of 7.5: that one keeps none of it for
 * itself, and who divides by the sum of both has not written down a limit. */
static const struct gs_multiprocessor *resident_device(const struct gs_shape *shape, uint64_t seed)
{
    static const char *const any[] = {"7.5", "8.0", "8.6", "8.9", "9.0"};
    static const char *const fewer_threads[] = {"8.6", "8.9"};
    static const char *const much_shared[] = {"8.0", "9.0"};
    const uint64_t drawn = gs_random_bits(seed, LENGTH, 0);
    if (shape == resident_shapes)
        return gs_multiprocessor_find("9.0");
    if (shape->m == 0)
        return gs_multiprocessor_find(fewer_threads[drawn % 2]);
    if (shape->m == MUCH_SHARED)
        return gs_multiprocessor_find(much_shared[drawn % 2]);
    return gs_multiprocessor_find(any[drawn % 5]);
}

/* The kernels of the simulator have no more registers than let all warps be resident. */
static struct gs_occupancy found_for(const struct gs_multiprocessor *device, int32_t threads,
                                     size_t shared_bytes)
{
    const struct gs_block_needs needs = {.threads = (unsigned)threads,
                                         .shared_bytes = shared_bytes};
    return gs_occupancy_of(device != NULL ? device : gs_multiprocessor_find("9.0"), &needs);
}

static void resident_solve(const struct gs_shape *shape, const void *const *arrays,
                           struct gs_expected *out)
{
    const int32_t *threads = arrays[THREADS];
    int32_t *blocks = out->want[BLOCKS], *warps = out->want[WARPS];
    for (size_t i = 0; i < shape->n; i++) {
        const struct gs_occupancy found = found_for(out->device, threads[i], shape->m * KIB);
        blocks[i] = (int32_t)found.blocks;
        warps[i] = (int32_t)found.warps;
    }
}

/* ---- other numbers --------------------------------------------------------------------------- */

typedef int32_t count_blocks(const struct gs_multiprocessor *device, int32_t threads,
                             size_t shared);

/* Where every element is what `count` says of that device, and not all of them are right. */
static bool is_all(const struct gs_wrong *wrong, count_blocks *count,
                   const struct gs_multiprocessor *device)
{
    const int32_t *threads = wrong->arrays[THREADS], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[i] != count(device, threads[i], wrong->shape->m * KIB))
            return false;
    }
    return true;
}

static int32_t all_limits(const struct gs_multiprocessor *device, int32_t threads, size_t shared)
{
    return (int32_t)found_for(device, threads, shared).blocks;
}

static int32_t warps_of_all(const struct gs_multiprocessor *device, int32_t threads, size_t shared)
{
    return (int32_t)found_for(device, threads, shared).warps;
}

static int32_t by_threads_alone(const struct gs_multiprocessor *device, int32_t threads,
                                size_t shared)
{
    (void)shared;
    return (int32_t)device->threads / threads;
}

static int32_t without_shared(const struct gs_multiprocessor *device, int32_t threads,
                              size_t shared)
{
    (void)shared;
    return all_limits(device, threads, 0);
}

static int32_t shared_as_floats(const struct gs_multiprocessor *device, int32_t threads,
                                size_t shared)
{
    return all_limits(device, threads, shared / sizeof(float));
}

static int32_t none(const struct gs_multiprocessor *device, int32_t threads, size_t shared)
{
    (void)device;
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

/* ---- the numbers of another device ----------------------------------------------------------- */

/* What limits blocks, a bit each. */
enum { OF_THREADS = 1, OF_BLOCKS = 2, OF_SHARED = 4 };

static struct gs_multiprocessor mixed(const struct gs_multiprocessor *device,
                                      const struct gs_multiprocessor *other, unsigned taken)
{
    struct gs_multiprocessor out = *device;
    if (taken & OF_THREADS)
        out.threads = other->threads;
    if (taken & OF_BLOCKS)
        out.blocks = other->blocks;
    if (taken & OF_SHARED) {
        out.shared_bytes = other->shared_bytes;
        out.shared_reserved_bytes = other->shared_reserved_bytes;
        out.shared_unit_bytes = other->shared_unit_bytes;
    }
    return out;
}

struct limits {
    char text[96];
};

/* "2048 threads and 32 blocks" */
static struct limits limits_of(const struct gs_multiprocessor *device, unsigned which)
{
    struct limits out = {""};
    size_t at = 0;
    if (which & OF_THREADS)
        at += (size_t)snprintf(out.text, sizeof out.text, "%u threads", device->threads);
    if (which & OF_BLOCKS)
        at += (size_t)snprintf(out.text + at, sizeof out.text - at, "%s%u blocks",
                               at == 0             ? ""
                               : which & OF_SHARED ? ", "
                                                   : " and ",
                               device->blocks);
    if (which & OF_SHARED)
        snprintf(out.text + at, sizeof out.text - at, "%s%zu KiB of shared memory",
                 at == 0 ? "" : " and ", device->shared_bytes / KIB);
    return out;
}

/* The numbers follow from limits of which one or more are another device's. */
static bool say_other_device(const struct gs_wrong *wrong, const struct gs_multiprocessor *other,
                             struct gs_saying *out)
{
    static const unsigned fewest_first[] = {1, 2, 4, 3, 5, 6, 7};
    const size_t i = wrong->first;
    const int got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    for (size_t k = 0; k < sizeof fewest_first / sizeof fewest_first[0]; k++) {
        const unsigned taken = fewest_first[k];
        const struct gs_multiprocessor device = mixed(wrong->device, other, taken);
        const bool forgets = is_all(wrong, without_shared, &device);
        if (!forgets && !is_all(wrong, all_limits, &device))
            continue;
        return gs_say(out, "limits-written",
                      "blocks[%zu] is %d: so many fit%s where a multiprocessor has %s, as on %s. "
                      "This device is like %s and has %s: %d fit. A limit that is written down as "
                      "a number is right on some GPUs alone. Ask CUDA: "
                      "cudaOccupancyMaxActiveBlocksPerMultiprocessor() knows the limits of the "
                      "device that the program runs on, and cudaGetDeviceProperties() tells them.",
                      i, got, forgets && wrong->shape->m > 0 ? " without shared memory" : "",
                      limits_of(&device, taken).text, other->gpus, wrong->device->gpus,
                      limits_of(wrong->device, taken).text, want);
    }
    return false;
}

static bool say_limits(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const struct gs_multiprocessor *other;
    for (size_t d = 0; (other = gs_multiprocessor_at(d)) != NULL; d++) {
        if (say_other_device(wrong, other, out))
            return true;
    }
    return false;
}

/* ---- sentences ------------------------------------------------------------------------------- */

static bool say_forgotten(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first, shared = wrong->shape->m * KIB;
    const int threads = ((const int32_t *)wrong->arrays[THREADS])[i];
    const int got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    if (is_all(wrong, by_threads_alone, wrong->device))
        return gs_say(out, "threads-alone",
                      "blocks[%zu] is %d, and %d is right. Of %d threads a block so many would fit "
                      "if only threads counted. A multiprocessor also has a limit of blocks, and "
                      "its shared memory, of which each block takes %zu bytes.",
                      i, got, want, threads, shared);
    if (is_all(wrong, without_shared, wrong->device))
        return gs_say(out, "shared-forgotten",
                      "blocks[%zu] is %d: so many fit without shared memory. Each block is to have "
                      "%zu bytes of it, and then %d fit.",
                      i, got, shared, want);
    if (is_all(wrong, shared_as_floats, wrong->device))
        return gs_say(out, "shared-as-floats",
                      "blocks[%zu] is %d: so many fit with %zu bytes of shared memory a block. "
                      "`shared` counts bytes, and is not to be divided by the size of a float.",
                      i, got, shared / sizeof(float));
    return false;
}

static bool say_blocks(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int threads = ((const int32_t *)wrong->arrays[THREADS])[i];
    const int got = ((const int32_t *)wrong->got)[i];
    if (is_all(wrong, none, wrong->device) && wrong->shape->m > WITHOUT_ASKING)
        return gs_say(
            out, "not-allowed",
            "blocks[%zu] is 0: no block fits, for a kernel may have 48 KiB of dynamic "
            "shared memory, and here it is to have %zu. More has to be allowed first, by "
            "cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, ...).",
            i, wrong->shape->m);
    if (is_all(wrong, warps_of_all, wrong->device))
        return gs_say(out, "outputs-exchanged",
                      "blocks[%zu] is %d, the number of the warps of all blocks: it belongs into "
                      "warps[%zu]. blocks[%zu] is what "
                      "cudaOccupancyMaxActiveBlocksPerMultiprocessor() says.",
                      i, got, i, i);
    if (wrong->device != NULL && (say_forgotten(wrong, out) || say_limits(wrong, out)))
        return true;
    return is_same_for_all(wrong) &&
           gs_say(out, "first-alone",
                  "blocks[%zu] is %d, the number that is right for threads[0]. threads[%zu] is "
                  "%d: ask CUDA again for each i.",
                  i, got, i, threads);
}

static bool say_warps(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int32_t threads = ((const int32_t *)wrong->arrays[THREADS])[i];
    const int32_t got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    const int32_t blocks = all_limits(wrong->device, threads, wrong->shape->m * KIB);
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
    .device = resident_device,
    .count = resident_count,
    .fill = resident_fill,
    .solve = resident_solve,
    .explain = resident_explain,
};
