/* Lesson 6: pi by throwing darts. It is C and no data: a wrong sum is held against the levels of
 * a tree, the blocks and the threads that could have given it. */
#include "monte_carlo_pi.h"

#include "tree_report.h"
#include "wrong_sum.h"

#include "exercise_tools.h"

#include "random.h"

#include <stdio.h>
#include <string.h>

enum { HITS, SEED, FIRST, POINTS };

static const struct gs_array monte_carlo_pi_parameters[] = {
    {"hits", GS_OUTPUT, GS_HOME_DEVICE, GS_U64},
    {"seed", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"first", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* First one with so many points that different mistakes give different counts. */
static const struct gs_shape point_shapes[] = {
    {.n = 20011},  {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 256},    {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static size_t monte_carlo_pi_count(const struct gs_shape *shape, unsigned parameter)
{
    (void)shape;
    (void)parameter;
    return 1;
}

static void monte_carlo_pi_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    const uint64_t beyond_32_bits = (uint64_t)1 << 33, most = (uint64_t)1 << 39;
    *(uint64_t *)arrays[SEED] = gs_random_bits(seed, SEED, 0);
    *(uint64_t *)arrays[FIRST] = beyond_32_bits + gs_random_bits(seed, FIRST, 0) % most;
    *(uint64_t *)arrays[POINTS] = shape->n;
}

static bool is_hit(uint64_t seed, uint64_t index_x, uint64_t index_y)
{
    float x = uniform(seed, index_x), y = uniform(seed, index_y);
    return x * x + y * y < 1;
}

static void monte_carlo_pi_solve(const struct gs_shape *shape, const void *const *arrays,
                                 struct gs_expected *out)
{
    uint64_t seed = *(const uint64_t *)arrays[SEED], first = *(const uint64_t *)arrays[FIRST];
    uint64_t hits = 0;
    for (uint64_t p = first; p < first + shape->n; p++)
        hits += is_hit(seed, 2 * p, 2 * p + 1);
    *(uint64_t *)out->want[HITS] = hits;
}

/* ---- other points than those asked for ------------------------------------------------------- */

/* Numbers that a mistake takes for the point `first` + i. */
struct indices {
    uint64_t x, y;
};

static struct indices in_32_bits(uint64_t first, size_t i)
{
    uint32_t p = (uint32_t)(first + i);
    return (struct indices){2 * (uint64_t)p, 2 * (uint64_t)p + 1};
}

static struct indices doubled_in_32_bits(uint64_t first, size_t i)
{
    uint32_t index = (uint32_t)(2 * (first + i));
    return (struct indices){index, index + 1};
}

static struct indices in_an_int(uint64_t first, size_t i)
{
    uint64_t p = (uint64_t)(int64_t)(int32_t)(uint32_t)(first + i);
    return (struct indices){2 * p, 2 * p + 1};
}

static struct indices doubled_in_an_int(uint64_t first, size_t i)
{
    uint64_t index = (uint64_t)(int64_t)(int32_t)(uint32_t)(2 * (first + i));
    return (struct indices){index, index + 1};
}

static struct indices without_first(uint64_t first, size_t i)
{
    (void)first;
    return (struct indices){2 * (uint64_t)i, 2 * (uint64_t)i + 1};
}

static struct indices even_alone(uint64_t first, size_t i)
{
    return (struct indices){2 * (first + i), 2 * (first + i)};
}

static struct indices odd_alone(uint64_t first, size_t i)
{
    return (struct indices){2 * (first + i) + 1, 2 * (first + i) + 1};
}

static struct indices undoubled_alone(uint64_t first, size_t i)
{
    return (struct indices){first + i, first + i};
}

static struct indices undoubled(uint64_t first, size_t i)
{
    return (struct indices){first + i, first + i + 1};
}

/* The y of a point is the x of the next one. */
static struct indices of_the_next(uint64_t first, size_t i)
{
    return (struct indices){2 * (first + i), 2 * (first + i) + 2};
}

static const struct {
    struct indices (*take)(uint64_t first, size_t i);
    const char *kind, *sentence;
} wrong_indices[] = {
    {in_32_bits, "index-overflow", NULL},
    {doubled_in_32_bits, "index-overflow", NULL},
    {in_an_int, "index-overflow", NULL},
    {doubled_in_an_int, "index-overflow", NULL},
    {without_first, "wrong-points",
     "You counted the points 0 to n - 1, and not those from `first` on."},
    {even_alone, "same-coordinates", NULL},
    {odd_alone, "same-coordinates", NULL},
    {undoubled_alone, "same-coordinates", NULL},
    {undoubled, "shared-numbers",
     "Neighbouring points share a number: with the indices p and p + 1 the y of a point is the x "
     "of the next."},
    {of_the_next, "shared-numbers",
     "Neighbouring points share a number: with the indices 2 p and 2 p + 2 the y of a point is the "
     "x of the next. Its y is number 2 p + 1."},
};

static const char *sentence_of(const char *kind)
{
    return strcmp(kind, "index-overflow") == 0
               ? "The 32-bit index wrapped above 2^32 - 1, so other numbers of the sequence were "
                 "taken: `first` is larger than that."
               : "x and y of each point are the same number, so all points lie on the diagonal. A "
                 "point takes two numbers: call uniform() for each, with an index of its own.";
}

static bool has_indices(const struct gs_wrong_sum *sum, size_t k)
{
    uint64_t hits = 0;
    for (size_t i = 0; i < sum->count; i++) {
        struct indices of = wrong_indices[k].take(sum->first, i);
        hits += is_hit(sum->seed, of.x, of.y);
    }
    return (double)hits == sum->got;
}

static bool say_indices(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    for (size_t k = 0; k < sizeof wrong_indices / sizeof wrong_indices[0]; k++) {
        if (!gs_fits_both(sum, has_indices, k))
            continue;
        const char *kind = wrong_indices[k].kind, *sentence = wrong_indices[k].sentence;
        return gs_say(out, kind, "%s", sentence != NULL ? sentence : sentence_of(kind));
    }
    return false;
}

static double term_of_points(const struct gs_wrong_sum *sum, size_t i)
{
    uint64_t p = sum->first + i;
    return is_hit(sum->seed, 2 * p, 2 * p + 1);
}

/* Thread t of each block of that many threads has point first + t, or t. */
static bool has_points_of_block(const struct gs_wrong_sum *sum, size_t block)
{
    double hits = 0;
    for (size_t i = 0; i < sum->count; i++)
        hits += term_of_points(sum, i % block);
    return hits == sum->got;
}

static bool has_first_points_of_block(const struct gs_wrong_sum *sum, size_t block)
{
    double hits = 0;
    for (size_t i = 0; i < sum->count; i++)
        hits += is_hit(sum->seed, 2 * (i % block), 2 * (i % block) + 1);
    return hits == sum->got;
}

static bool are_all_hits(const struct gs_wrong_sum *sum, size_t ignored)
{
    (void)ignored;
    return sum->got == (double)sum->count;
}

/* One point for all threads, or the same points in each block. */
static bool say_same_points(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    if (gs_fits_both(sum, are_all_hits, 0))
        return gs_say(
            out, "same-numbers",
            "Each of the %zu points is a hit. Do all threads draw the same numbers, or is "
            "the test another one than x * x + y * y < 1?",
            sum->count);
    for (size_t block = 32; block <= 1024; block *= 2) {
        if (!gs_fits_both(sum, has_points_of_block, block) &&
            !gs_fits_both(sum, has_first_points_of_block, block))
            continue;
        return gs_say(
            out, "same-numbers",
            "All blocks drew the same numbers: thread 0 of each took the same point, thread 1 the "
            "next, and so on.");
    }
    return false;
}

static bool has_misses(const struct gs_wrong_sum *sum, size_t ignored)
{
    double hits = 0;
    (void)ignored;
    for (size_t i = 0; i < sum->count; i++)
        hits += term_of_points(sum, i);
    return sum->got == (double)sum->count - hits;
}

/* The test is turned round. */
static bool say_misses(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    return gs_fits_both(sum, has_misses, 0) &&
           gs_say(out, "wrong-value",
                  "hits[0] is %.0f, the number of the points outside of the circle: a hit has x * "
                  "x + y * y < 1.",
                  sum->got);
}

static bool has_all_threads(const struct gs_wrong_sum *sum, size_t threads)
{
    double hits = 0;
    for (size_t i = 0; i < threads; i++)
        hits += term_of_points(sum, i);
    return hits == sum->got;
}

/* Threads past the end that counted a point too. */
static bool say_unguarded(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    for (size_t block = 32; block <= 1024; block *= 2) {
        const size_t threads = (sum->count + block - 1) / block * block;
        if (threads == sum->count || !gs_fits_both(sum, has_all_threads, threads))
            continue;
        return gs_say(out, "no-bounds-check",
                      "Your last block has more threads than data: %zu threads past the end "
                      "counted points too, of which there are only %zu.",
                      threads - sum->count, sum->count);
    }
    return false;
}

/* ---- all together ---------------------------------------------------------------------------- */

static struct gs_wrong_sum sum_of(const struct gs_wrong *wrong, const struct gs_wrong_sum *again)
{
    return (struct gs_wrong_sum){.name = "hits[0]",
                                 .term = "point",
                                 .terms = "points",
                                 .got = (double)*(const uint64_t *)wrong->got,
                                 .count = wrong->shape->n,
                                 .value = term_of_points,
                                 .report = wrong->report,
                                 .seed = *(const uint64_t *)wrong->arrays[SEED],
                                 .first = *(const uint64_t *)wrong->arrays[FIRST],
                                 .again = again};
}

static bool monte_carlo_pi_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    uint64_t got = *(const uint64_t *)wrong->got;
    char junk[32];
    const uint64_t too_many = (uint64_t)1 << 48;
    (void)snprintf(junk, sizeof junk, "%llu", (unsigned long long)got);
    if (gs_say_not_zeroed(wrong, got > too_many, junk, out))
        return true;
    const struct gs_wrong_sum again =
        wrong->again != NULL ? sum_of(wrong->again, NULL) : (struct gs_wrong_sum){.name = NULL};
    const struct gs_wrong_sum sum = sum_of(wrong, wrong->again != NULL ? &again : NULL);
    if (wrong->shape->n < 10000) /* different mistakes may give the same count */
        return false;
    return gs_say_nothing_added(&sum, out) || say_same_points(&sum, out) ||
           say_indices(&sum, out) || say_unguarded(&sum, out) || gs_say_levels(&sum, out) ||
           gs_say_blocks(&sum, out) || gs_say_many_times(&sum, out) || say_misses(&sum, out);
}

static bool monte_carlo_pi_audit(const struct gs_shape *shape, const json_t *report,
                                 struct gs_saying *out)
{
    return gs_audit_threads(shape->n, report, out) || gs_audit_surplus(shape->n, report, out) ||
           gs_audit_atomics(shape->n, report, out);
}

static bool monte_carlo_pi_finding(const struct gs_shape *shape, const json_t *report,
                                   const json_t *finding, struct gs_saying *out)
{
    (void)report;
    return gs_say_shared_result(finding, "hits", out) ||
           gs_say_of_tree(finding, gs_terms_from(finding, shape->n), out);
}

static void monte_carlo_pi_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 4;
    most->threads = 16 * shape->n + 65536;
    most->global_bytes = sizeof(uint64_t) * (shape->n / 8 + 256);
    most->wavefronts = 1.0;
    most->tree = true;
}

static size_t monte_carlo_pi_bytes(const struct gs_shape *shape)
{
    (void)shape;
    return sizeof(uint64_t); /* it computes, and hardly moves anything */
}

const struct gs_exercise gs_exercise_monte_carlo_pi = {
    .name = "monte_carlo_pi",
    .title = "Pi by throwing darts",
    .entry = "monte_carlo_pi",
    .in_float = true,
    .one_number = true,
    .parameters = monte_carlo_pi_parameters,
    .shapes = point_shapes,
    .n_name = "n",
    .hints =
        {"Which numbers of the sequence belong to the point of thread i? And what happens to "
         "hits[0] when two threads add 1 to it at the same time?",
         "Hand seed to the kernel as it is. Thread i has point p = first + i, whose numbers are "
         "2 p and 2 p + 1: as uint64_t. "
         "Each thread puts 1 or 0 into shared memory, a tree adds them up, and thread 0 of "
         "each block adds the result to hits[0] with atomicAdd().",
         "uint64_t p = first + i; x = uniform(seed, 2 * p), y = uniform(seed, 2 * p + 1); "
         "part[t] = i < n && x * x + y * y < 1; barrier and tree; if (t == 0) atomicAdd(hits, "
         "part[0]). Before the launch: cudaMemset(hits, 0, sizeof *hits)."},
    .count = monte_carlo_pi_count,
    .fill = monte_carlo_pi_fill,
    .solve = monte_carlo_pi_solve,
    .explain = monte_carlo_pi_explain,
    .audit = monte_carlo_pi_audit,
    .say_finding = monte_carlo_pi_finding,
    .budget = monte_carlo_pi_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = monte_carlo_pi_bytes,
    .timed_ratio = 1.5,
};
