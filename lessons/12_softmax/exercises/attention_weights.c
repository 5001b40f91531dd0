/* Lesson 12, and the second assessment: a product of two matrices by tiles, and a softmax of its
 * rows, from arrays of the host to an array of the host. It is C and no data: it asks which copies
 * were needed, and whether the host waits for the last of them. */
#include "../../05_pipelines/exercises/crossing.h"
#include "../../05_pipelines/exercises/pipelines.h"
#include "../../05_pipelines/exercises/stream_order.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 16 };

/* ---- the matrices ----------------------------------------------------------------------------
 * queries has a row for each word, keys a column, and weights both. n counts words, m features. */

enum { WEIGHTS, QUERIES, KEYS, WORDS, FEATURES };

static const struct gs_array parameters[] = {
    [WEIGHTS] = {"weights", GS_OUTPUT, GS_HOME_PINNED, GS_F32},
    [QUERIES] = {"queries", GS_INPUT, GS_HOME_PINNED, GS_F32},
    [KEYS] = {"keys", GS_INPUT, GS_HOME_PINNED, GS_F32},
    [WORDS] = {"words", GS_NUMBER, GS_HOME_PINNED, GS_U64},
    [FEATURES] = {"features", GS_NUMBER, GS_HOME_PINNED, GS_U64},
    {0},
};

/* The last one is of whole tiles, so that what is loaded can be counted. */
static const struct gs_shape shapes[] = {
    {.n = 17, .m = 40}, {.n = 0, .m = 8},   {.n = 1, .m = 1},   {.n = 33, .m = 15},
    {.n = 15, .m = 33}, {.n = 16, .m = 16}, {.n = 64, .m = 64}, GS_LAST_SHAPE,
};

static size_t count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == WEIGHTS ? shape->n * shape->n : shape->n * shape->m;
}

/* What all scores of a row have in common: a softmax without the row's maximum overflows in every
 * third row, and divides 0 by 0 in every third. */
static double height_of(size_t row)
{
    static const double heights[] = {100, -120, 0};
    return heights[row % 3];
}

/* The last feature is the height alone; the others make scores of a deviation of about 1.3. */
static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    const size_t words = shape->n, features = shape->m, last = features - 1;
    float *queries = arrays[QUERIES], *keys = arrays[KEYS];
    for (size_t i = 0; i < words * features; i++) {
        queries[i] = 4 * gs_random_f32(seed, QUERIES, i);
        keys[i] = gs_random_f32(seed, KEYS, i);
    }
    for (size_t i = 0; i < words; i++) {
        queries[i * features + last] = (float)(height_of(i) * sqrt((double)features));
        keys[last * words + i] = 1;
    }
    *(uint64_t *)arrays[WORDS] = words;
    *(uint64_t *)arrays[FEATURES] = features;
}

/* ---- right values ---------------------------------------------------------------------------- */

/* The scores of a row, from features [first, end) alone, and not yet divided. */
static void add_scores(const struct gs_shape *shape, const void *const *arrays, size_t row,
                       size_t first, size_t end, double *scores)
{
    const float *query = (const float *)arrays[QUERIES] + row * shape->m;
    const float *keys = arrays[KEYS];
    memset(scores, 0, shape->n * sizeof *scores);
    for (size_t k = first; k < end; k++) {
        for (size_t j = 0; j < shape->n; j++)
            scores[j] += (double)query[k] * (double)keys[k * shape->n + j];
    }
}

/* In place. */
static void soften(double *scores, size_t count, double divisor)
{
    double most = scores[0], sum = 0;
    for (size_t j = 1; j < count; j++)
        most = fmax(most, scores[j]);
    for (size_t j = 0; j < count; j++) {
        scores[j] = exp((scores[j] - most) / divisor);
        sum += scores[j];
    }
    for (size_t j = 0; j < count; j++)
        scores[j] /= sum;
}

/* A score is a sum of m terms, whose magnitudes add up to no more than the height and 4 sqrt(m); in
 * float each addition is off by half a unit in the last place at most. An error of a score is as
 * large a part of its exponential, and the sum's comes to it. */
static double tolerance_of(const struct gs_shape *shape)
{
    const double features = (double)shape->m;
    return 2 * features * 0x1p-24 * (120 + 4 * sqrt(features)) + 1e-5;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    double *weights = out->want[WEIGHTS];
    for (size_t row = 0; row < shape->n; row++) {
        add_scores(shape, arrays, row, 0, shape->m, weights + row * shape->n);
        soften(weights + row * shape->n, shape->n, sqrt((double)shape->m));
    }
    out->tolerance = tolerance_of(shape);
}

/* ---- wrong values ---------------------------------------------------------------------------- */

/* The first element that is wrong, and room for a row. */
struct looking {
    const struct gs_wrong *wrong;
    struct gs_saying *out;
    size_t row, column;
    double got, root; /* of features */
    double *scores;   /* right ones, divided */
    double *other;
};

/* What is too small for a float is 0. */
static bool is_near(double got, double value)
{
    return fabs(got - value) <= 1e-3 * fabs(value) + 0x1p-126;
}

static bool say_value(const struct looking *l, const char *remark)
{
    const size_t i = l->wrong->first;
    return gs_say(l->out, "wrong-value", "weights[%zu] is %g, and %g is right. %s", i, l->got,
                  ((const double *)l->wrong->want)[i], remark);
}

static bool explain_no_number(const struct looking *l)
{
    double most = l->scores[0];
    for (size_t j = 1; j < l->wrong->shape->n; j++)
        most = fmax(most, l->scores[j]);
    if (isfinite(l->got) || fabs(most) < 88)
        return false;
    return gs_say(l->out, most > 0 ? "overflow" : "underflow",
                  "weights[%zu] is no number. The largest score of row %zu is %.4g, and exp() of "
                  "such a number is %s as a float. Take the largest score of the row itself from "
                  "each of them before exp(): then the largest exponential is 1.",
                  l->wrong->first, l->row, most, most > 0 ? "infinite" : "0");
}

/* A step that is missing. */
static bool explain_step(const struct looking *l)
{
    const struct gs_shape *shape = l->wrong->shape;
    double most = l->scores[0];
    for (size_t j = 1; j < shape->n; j++)
        most = fmax(most, l->scores[j]);
    if (is_near(l->got, l->scores[l->column]))
        return say_value(l, "That is the score: the softmax of its row is missing.");
    if (is_near(l->got, l->root * l->scores[l->column]))
        return say_value(l, "That is the sum of the products: it is to be divided by the root of "
                            "features, and the softmax of the row is missing.");
    return is_near(l->got, exp(l->scores[l->column] - most)) &&
           say_value(l, "That is exp(score - largest) alone: divide it by the sum of its row, so "
                        "that the row adds up to 1.");
}

/* The softmax of products of features [first, end), divided by that number, has the value. */
static bool is_softmax_of(const struct looking *l, size_t first, size_t end, double divisor)
{
    add_scores(l->wrong->shape, l->wrong->arrays, l->row, first, end, l->other);
    soften(l->other, l->wrong->shape->n, divisor);
    return is_near(l->got, l->other[l->column]);
}

static bool explain_divisor(const struct looking *l)
{
    const size_t features = l->wrong->shape->m;
    if (features == 1)
        return false;
    if (l->wrong->shape->n != features &&
        is_softmax_of(l, 0, features, sqrt((double)l->wrong->shape->n)))
        return say_value(l, "That comes out where the scores are divided by the root of words, and "
                            "not by that of features.");
    if (is_softmax_of(l, 0, features, 1))
        return say_value(l, "That comes out where the scores are not divided by the root of "
                            "features.");
    return is_softmax_of(l, 0, features, (double)features) &&
           say_value(l, "That comes out where the scores are divided by features, and not by the "
                        "root of it.");
}

static bool explain_tiles(const struct looking *l)
{
    const size_t features = l->wrong->shape->m;
    for (size_t tile = TILE / 2; tile <= (size_t)2 * TILE; tile *= 2) {
        const size_t last = features > 0 ? (features - 1) / tile * tile : 0;
        if (last == 0)
            continue;
        if (is_softmax_of(l, 0, last, l->root))
            return say_value(l, "The products of the last tile are missing in the scores. It may "
                                "be smaller than the others, and is needed as well.");
        if (is_softmax_of(l, last, features, l->root))
            return say_value(l, "The scores have the products of the last tile alone. A sum begins "
                                "with 0 once, before the first tile.");
        if (is_softmax_of(l, 0, tile, l->root))
            return say_value(l, "The scores have the products of the first tile alone. A block "
                                "goes over all tiles of its rows and columns.");
    }
    return false;
}

/* Rows and columns in each other's place. */
static bool explain_axes(const struct looking *l)
{
    const struct gs_shape *shape = l->wrong->shape;
    const float *query = (const float *)l->wrong->arrays[QUERIES] + l->row * shape->m;
    const float *keys = l->wrong->arrays[KEYS];
    if (is_near(l->got, ((const double *)l->wrong->want)[l->column * shape->n + l->row]))
        return say_value(l, "That belongs to the row and the column in each other's place.");
    memset(l->other, 0, shape->n * sizeof *l->other);
    for (size_t j = 0; j < shape->n; j++) {
        for (size_t k = 0; k < shape->m; k++)
            l->other[j] += (double)query[k] * (double)keys[j * shape->m + k];
    }
    soften(l->other, shape->n, l->root);
    if (is_near(l->got, l->other[l->column]))
        return say_value(l, "That comes out where keys is read as if it had a row for each word. "
                            "It has a column for each: feature k of word j is keys[k * words + "
                            "j].");
    for (size_t i = 0; i < shape->n; i++) {
        add_scores(shape, l->wrong->arrays, i, 0, shape->m, l->scores);
        l->other[i] = l->scores[l->column];
    }
    soften(l->other, shape->n, l->root);
    return is_near(l->got, l->other[l->row]) &&
           say_value(l, "That is the softmax of a column: each row is to add up to 1.");
}

/* All elements of the row are right but for one factor: what they were divided by. */
static bool explain_sum(const struct looking *l)
{
    const size_t words = l->wrong->shape->n;
    const float *got = (const float *)l->wrong->got + l->row * words;
    const double *want = (const double *)l->wrong->want + l->row * words;
    double all = 0;
    for (size_t j = 0; j < words; j++) {
        if (!is_near((double)got[j] * want[l->column], l->got * want[j]))
            return false;
        all += (double)got[j];
    }
    return gs_say(l->out, "wrong-sum",
                  "Row %zu adds up to %.4g, and 1 is right. All its elements are wrong by that "
                  "factor: the sum by which they are divided has %s.",
                  l->row, all,
                  all > 1
                      ? "not all exponentials of the row, or a maximum other than theirs"
                      : "more than the exponentials of the row, or a maximum other than theirs");
}

/* Each thread took off its own largest score: of a row that has a thread for each element, all
 * exponentials are 1. */
static bool explain_own_maxima(const struct looking *l)
{
    const size_t words = l->wrong->shape->n;
    const float *got = (const float *)l->wrong->got + l->row * words;
    for (size_t j = 0; j < words; j++) {
        if (words == 1 || !is_near((double)got[j], 1 / (double)words))
            return false;
    }
    return say_value(l, "All elements of the row are alike, as where each thread takes off the "
                        "largest of its own scores. Find the row's largest with all threads first, "
                        "and let each of them take off that one.");
}

/* Each thread divided by the sum of its own exponentials: of a row that has a thread for each
 * element, all are 1. */
static bool explain_own_sums(const struct looking *l)
{
    const size_t words = l->wrong->shape->n;
    const float *got = (const float *)l->wrong->got + l->row * words;
    for (size_t j = 0; j < words; j++) {
        if (words == 1 || !is_near((double)got[j], 1))
            return false;
    }
    return say_value(l, "All elements of the row are 1, as where each thread divides by the sum of "
                        "its own exponentials. The sum of the row has those of all threads of the "
                        "block.");
}

static bool look(const struct looking *l)
{
    const struct gs_shape *shape = l->wrong->shape;
    add_scores(shape, l->wrong->arrays, l->row, 0, shape->m, l->scores);
    for (size_t j = 0; j < shape->n; j++)
        l->scores[j] /= l->root;
    return explain_no_number(l) ||
           (isfinite(l->got) &&
            (explain_own_sums(l) || explain_step(l) || explain_divisor(l) || explain_tiles(l) ||
             explain_sum(l) || explain_own_maxima(l) || explain_axes(l)));
}

static bool explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t words = wrong->shape->n;
    double *room = calloc(2 * words, sizeof *room);
    const struct looking l = {.wrong = wrong,
                              .out = out,
                              .row = wrong->first / words,
                              .column = wrong->first % words,
                              .got = (double)((const float *)wrong->got)[wrong->first],
                              .root = sqrt((double)wrong->shape->m),
                              .scores = room,
                              .other = room + words};
    if (wrong->untouched > 0) {
        free(room);
        return gs_explain_not_back(wrong, out);
    }
    const bool said = room != NULL && look(&l);
    free(room);
    return said;
}

/* ---- what the inspector found ---------------------------------------------------------------- */

static bool say_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
{
    return gs_say_bytes_not_brought(sizeof(float) * shape->n * shape->m, report, finding, out);
}

/* ---- a right answer -------------------------------------------------------------------------- */

static struct gs_crossing crossing_of(const struct gs_shape *shape)
{
    return (struct gs_crossing){.inputs = "queries and keys",
                                .bytes_in = 2 * sizeof(float) * shape->n * shape->m,
                                .result = "`weights`",
                                .bytes_out = sizeof(float) * shape->n * shape->n};
}

static bool audit_wait(const struct gs_shape *shape, const struct gs_order *order,
                       struct gs_saying *out)
{
    (void)shape;
    return gs_audit_handed_back(order, "weights", out);
}

static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const struct gs_crossing crossing = crossing_of(shape);
    return gs_audit_crossing(shape, report, &crossing, out) ||
           gs_audit_reach(report, &crossing, out) ||
           gs_with_order(shape, gs_inspected_operations(report), audit_wait, out);
}

/* Rows may go in chunks through streams, but no copy should be so small that its start is what it
 * costs. */
enum { MOST_COPIES = 3 * 64 };

/* Each element of an input is loaded once for each tile of its row or column, and once more where
 * the scores are computed a second time in place of being kept. Scores are stored, read for the
 * maximum, for the sum and for the result, and stored at most once between. */
static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    const struct gs_crossing crossing = crossing_of(shape);
    const size_t words = shape->n, tiles = (words + TILE - 1) / TILE;
    most->bytes_in = crossing.bytes_in + GS_BYTES_OF_NUMBERS;
    most->bytes_out = crossing.bytes_out;
    most->copies = MOST_COPIES;
    most->launches = MOST_COPIES;
    most->sectors = 1.1;
    most->wavefronts = 1.1;
    most->global_bytes = sizeof(float) * (4 * tiles * words * shape->m + 6 * words * words);
    most->least_threads = words * words / 64; /* a thread may compute 8 x 8 scores */
}

/* ---- all together ---------------------------------------------------------------------------- */

static const struct gs_shape assessed_shapes[] = {
    {.n = 17, .m = 40},  {.n = 0, .m = 8},    {.n = 1, .m = 31},
    {.n = 31, .m = 1},   {.n = 33, .m = 15},  {.n = 15, .m = 33},
    {.n = 130, .m = 20}, {.n = 128, .m = 64}, GS_LAST_SHAPE,
};

static const struct gs_assessment second_assessment = {
    .number = 2,
    .title = "Compute attention weights",
    .about = "lessons 6 to 12",
    .shapes = assessed_shapes,
    .timed = {.n = 2048, .m = 512},
    .limit_s = 0.1,
};

const struct gs_exercise gs_exercise_attention_weights = {
    .name = "attention_weights",
    .title = "Attention weights: a product by tiles, and a softmax",
    .entry = "attention_weights",
    .parameters = parameters,
    .shapes = shapes,
    .n_name = "words",
    .m_name = "features",
    .hints =
        {"Two kernels are enough. Which one makes the scores, and how did exercise 6.12 see to it "
         "that each element is loaded once for 16 of them? Which threads work on one row in the "
         "other?",
         "The first kernel is a product of matrices by tiles of 16 x 16, with 0 past the ends, "
         "whose sums are divided by sqrtf(features). In the second a block has one row: its "
         "threads find the largest score together, then the sum of expf(score - largest), then "
         "each writes its results over the scores.",
         "In attention_weights(): cudaMalloc() for queries, keys and scores; two copies to the "
         "device; scores<<<dim3(tiles, tiles), dim3(16, 16)>>> as in 6.12; softmax<<<words, "
         "256>>>, with j = threadIdx.x, threadIdx.x + 256, ... and a tree in shared memory, once "
         "with fmaxf() and once with +, as in 12.4; one copy back; cudaFree()."},
    .count = count,
    .fill = fill,
    .solve = solve,
    .tolerance = 1e-3,
    .explain = explain,
    .audit = audit,
    .say_finding = say_finding,
    .budget = budget,
    .assessment = &second_assessment,
};
