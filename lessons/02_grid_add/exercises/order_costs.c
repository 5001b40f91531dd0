/* Lesson 2: a product of two matrices, one element a thread. */
#include "exercise_tools.h"

#include "random.h"

enum { COSTS, ORDERS, PRICES, CUSTOMERS, ITEMS };

enum { SHOPS = 32 }; /* as in order_costs.h */

static const struct gs_array order_parameters[] = {
    {"costs", GS_OUTPUT, GS_HOME_DEVICE, GS_I32}, {"orders", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"prices", GS_INPUT, GS_HOME_DEVICE, GS_I32}, {"customers", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"items", GS_NUMBER, GS_HOME_DEVICE, GS_U64}, {0},
};

/* n: customers, m: items. */
static const struct gs_shape order_shapes[] = {
    {.n = 3, .m = 5},  {.n = 0, .m = 5},  {.n = 1, .m = 1}, {.n = 1, .m = 33},   {.n = 33, .m = 1},
    {.n = 8, .m = 32}, {.n = 17, .m = 7}, {.n = 3, .m = 0}, {.n = 100, .m = 24}, GS_LAST_SHAPE,
};

static size_t order_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == COSTS    ? shape->n * SHOPS
           : parameter == ORDERS ? shape->n * shape->m
                                 : shape->m * SHOPS;
}

static void order_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *orders = arrays[ORDERS], *prices = arrays[PRICES];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        orders[i] = 1 + (int32_t)(gs_random_bits(seed, ORDERS, i) % 20);
    for (size_t i = 0; i < shape->m * SHOPS; i++)
        prices[i] = 1 + (int32_t)(gs_random_bits(seed, PRICES, i) % 1000);
    *(uint64_t *)arrays[CUSTOMERS] = shape->n;
    *(uint64_t *)arrays[ITEMS] = shape->m;
}

/* The products of items from `first` to before `end`, added up. */
static int32_t cost_of(const struct gs_shape *shape, const void *const *arrays, size_t i,
                       size_t first, size_t end)
{
    const int32_t *order = (const int32_t *)arrays[ORDERS] + i / SHOPS * shape->m;
    const int32_t *price = (const int32_t *)arrays[PRICES] + i % SHOPS;
    int32_t sum = 0;
    for (size_t item = first; item < end; item++)
        sum += order[item] * price[item * SHOPS];
    return sum;
}

static void order_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    int32_t *costs = out->want[COSTS];
    for (size_t i = 0; i < shape->n * SHOPS; i++)
        costs[i] = cost_of(shape, arrays, i, 0, shape->m);
}

/* ---- wrong costs ----------------------------------------------------------------------------- */

/* Element (item, shop) of the prices taken as (shop, item). */
static int32_t cost_turned(const struct gs_shape *shape, const void *const *arrays, size_t i)
{
    const int32_t *order = (const int32_t *)arrays[ORDERS] + i / SHOPS * shape->m;
    const int32_t *price = (const int32_t *)arrays[PRICES] + i % SHOPS * shape->m;
    int32_t sum = 0;
    for (size_t item = 0; item < shape->m; item++)
        sum += order[item] * price[item];
    return sum;
}

static bool order_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const struct gs_shape *shape = wrong->shape;
    const size_t i = wrong->first, items = shape->m;
    const int32_t got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    if (wrong->untouched > 0 || items < 2)
        return false;
    if (got == cost_of(shape, wrong->arrays, i, items - 1, items))
        return gs_say(out, "last-alone",
                      "costs[%zu] is %d, and %d is right: that is the last product alone. Add each "
                      "product to the sum.",
                      i, (int)got, (int)want);
    if (got == cost_of(shape, wrong->arrays, i, 0, items - 1))
        return gs_say(out, "last-missing",
                      "costs[%zu] is %d, and %d is right: the last of %zu products is missing.", i,
                      (int)got, (int)want, items);
    if (got == cost_of(shape, wrong->arrays, i, 1, items))
        return gs_say(out, "first-missing",
                      "costs[%zu] is %d, and %d is right: the product of item 0 is missing.", i,
                      (int)got, (int)want);
    return got == cost_turned(shape, wrong->arrays, i) &&
           gs_say(out, "prices-turned",
                  "costs[%zu] is %d, and %d is right: your thread goes along the prices, and not "
                  "down a column. They have a row for each item: the price of item k in shop s is "
                  "prices[k * SHOPS + s].",
                  i, (int)got, (int)want);
}

static bool order_say_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out)
{
    (void)report;
    const bool orders = gs_has_text(finding, "array", "orders");
    if (!gs_finding_is(finding, "out-of-bounds") ||
        (!orders && !gs_has_text(finding, "array", "prices")))
        return false;
    const struct gs_party party = gs_party_of(finding, "first");
    return gs_say(
        out, "out-of-bounds",
        "T%s read %s[%lld], which is past its end: there are %zu rows of %zu elements, and "
        "element (row, k) is at row * %s + k. Is the loop over the items at its end "
        "before `items`, and has the thread a customer?",
        party.name + 1, gs_get_text(finding, "array"), gs_get_number(finding, "index"),
        orders ? shape->n : shape->m, orders ? shape->m : (size_t)SHOPS,
        orders ? "items" : "SHOPS");
}

/* ---- all together ---------------------------------------------------------------------------- */

/* All threads of a warp load the same order, and 32 prices. */
static void order_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 1;
    most->sectors = 1.7;
    most->global_bytes = sizeof(int32_t) * shape->n * SHOPS * (2 * shape->m + 1);
}

const struct gs_exercise gs_exercise_order_costs = {
    .name = "order_costs",
    .title = "A product of two matrices",
    .entry = "order_costs",
    .parameters = order_parameters,
    .shapes = order_shapes,
    .n_name = "customers",
    .m_name = "items",
    .hints =
        {"What does customer 2 pay in shop 3? Which row of the orders is needed, and which "
         "column of the prices?",
         "The shop comes from x and the customer from y. The sum begins with 0, and goes over k "
         "= 0 ... items-1. The order of customer c begins at c * items; the price of item k in "
         "shop s is prices[k * SHOPS + s].",
         "if (customer < customers && shop < SHOPS) { int sum = 0; for (size_t k = 0; k < "
         "items; k++) sum += orders[customer * items + k] * prices[k * SHOPS + shop]; "
         "costs[customer * SHOPS + shop] = sum; } Blocks of 32 x 8, (customers + 7) / 8 of them "
         "in y."},
    .count = order_count,
    .fill = order_fill,
    .solve = order_solve,
    .explain = order_explain,
    .say_finding = order_say_finding,
    .budget = order_budget,
};
