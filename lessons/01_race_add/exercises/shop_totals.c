/* Lesson 1: a sum for each of some groups. */
#include "exercise_tools.h"

#include "random.h"

#include <string.h>

enum { TOTALS, SHOPS, AMOUNTS, SALES, SHOP_COUNT };

static const struct gs_array shop_parameters[] = {
    {"totals", GS_OUTPUT, GS_HOME_DEVICE, GS_I32}, {"shops", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"amounts", GS_INPUT, GS_HOME_DEVICE, GS_I32}, {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"count", GS_NUMBER, GS_HOME_DEVICE, GS_U64},  {0},
};

/* m: shops. The first has more sales of a shop than a warp has threads. */
static const struct gs_shape shop_shapes[] = {
    {.n = 33, .m = 3},   {.n = 0, .m = 7},     {.n = 1, .m = 5},
    {.n = 31, .m = 40},  {.n = 255, .m = 2},   {.n = 256, .m = 16},
    {.n = 257, .m = 12}, {.n = 8203, .m = 24}, GS_LAST_SHAPE,
};

static size_t shop_elements(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == TOTALS ? shape->m : shape->n;
}

static void shop_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *shops = arrays[SHOPS], *amounts = arrays[AMOUNTS];
    for (size_t i = 0; i < shape->n; i++) {
        shops[i] = (int32_t)(gs_random_bits(seed, SHOPS, i) % shape->m);
        amounts[i] = 1000 + (int32_t)(gs_random_bits(seed, AMOUNTS, i) % 9000);
    }
    *(uint64_t *)arrays[SALES] = shape->n;
    *(uint64_t *)arrays[SHOP_COUNT] = shape->m;
}

static void shop_solve(const struct gs_shape *shape, const void *const *arrays,
                       struct gs_expected *out)
{
    const int32_t *shops = arrays[SHOPS], *amounts = arrays[AMOUNTS];
    int32_t *totals = out->want[TOTALS];
    memset(totals, 0, shape->m * sizeof *totals);
    for (size_t i = 0; i < shape->n; i++)
        totals[shops[i]] += amounts[i];
}

/* ---- wrong totals ---------------------------------------------------------------------------- */

static bool shop_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const int32_t *shops = wrong->arrays[SHOPS], *amounts = wrong->arrays[AMOUNTS];
    const size_t s = wrong->first;
    const int got = ((const int32_t *)wrong->got)[s], want = ((const int32_t *)wrong->want)[s];
    int count = 0;
    bool is_one = false;
    if (wrong->untouched > 0)
        return false;
    for (size_t i = 0; i < wrong->shape->n; i++) {
        count += (size_t)shops[i] == s;
        is_one = is_one || ((size_t)shops[i] == s && amounts[i] == got);
    }
    if (got == count)
        return gs_say(out, "counted",
                      "totals[%zu] is %d, and %d is right: so many sales had shop %zu. Add the "
                      "amount of each sale, and not 1.",
                      s, got, want, s);
    return is_one &&
           gs_say(out, "one-alone",
                  "totals[%zu] is %d, the amount of one sale alone, and shop %zu has %d of "
                  "them, %d together: is each amount added, or does it take the place of "
                  "what is there?",
                  s, got, s, count, want);
}

static bool shop_say_finding(const struct gs_shape *shape, const json_t *report,
                             const json_t *finding, struct gs_saying *out)
{
    (void)report;
    if (gs_finding_is(finding, "out-of-bounds") && gs_has_text(finding, "array", "totals") &&
        (size_t)gs_get_number(finding, "index") >= shape->m && shape->n > 0)
        return gs_say(out, "amount-as-shop",
                      "totals[%lld] is past the end of totals, which has %zu element%s, one for "
                      "each shop. The index is the number of a shop, shops[i].",
                      gs_get_number(finding, "index"), shape->m, shape->m == 1 ? "" : "s");
    return false;
}

/* ---- all together ---------------------------------------------------------------------------- */

/* A block for each shop, which looks at all sales, is right too. */
static void shop_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 2;
    most->global_bytes = sizeof(int32_t) * (shape->m + 1) * 2 * (shape->n + 1);
}

static size_t shop_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(int32_t) * shape->n;
}

const struct gs_exercise gs_exercise_shop_totals = {
    .name = "shop_totals",
    .title = "A sum for each shop",
    .entry = "shop_totals",
    .parameters = shop_parameters,
    .shapes = shop_shapes,
    .n_name = "n",
    .m_name = "count",
    .hints =
        {"Sales 0 and 1 are of shop 2. To which element do threads 0 and 1 add? What if both do "
         "so at the same time?",
         "It is exercise 1.2 with an amount in place of 1. But there the counts were given, and "
         "here the totals hold junk: which call sets bytes on the device to 0?",
         "cudaMemset(totals, 0, count * sizeof *totals); and in the kernel, if (i < n), "
         "atomicAdd(&totals[shops[i]], amounts[i])."},
    .count = shop_elements,
    .fill = shop_fill,
    .solve = shop_solve,
    .explain = shop_explain,
    .say_finding = shop_say_finding,
    .budget = shop_budget,
    .timed = {.n = (size_t)1 << 22, .m = 1024},
    .timed_bytes = shop_bytes,
    .timed_ratio = 2,
};
