/* The smallest launch that shows a finding. */
#include "inspect.h"

#include "inspect_findings.h"

#include <math.h>
#include <string.h>

/* What never ends shows it in a moment, and each try takes as long. */
enum { TRIES_OF_ENDLESS = 10 };
static const double most_seconds = 2;

struct search {
    const struct gs_inspect_launch *base;
    struct gs_point point; /* the smallest so far */
    json_t *finding;       /* as it was found there; owned */
    const json_t *wanted;
    unsigned *budget;
};

/* Makes one launch; where it shows the finding, it is the smallest so far. */
static enum gs_status try(struct search *search, const struct gs_point *point, bool *shown,
                          struct gs_error *error)
{
    struct gs_inspect_launch launch = *search->base;
    struct gs_inspect_outcome outcome;
    json_t *result = NULL;
    *shown = false;
    --*search->budget;
    launch.point = point;
    launch.pictures = 0;
    launch.timeout_s = fmin(launch.timeout_s, most_seconds);
    enum gs_status status = gs_inspect_launch(&launch, &outcome, &result, error);
    if (status != GS_OK)
        return status;
    const json_t *findings = json_object_get(outcome.report, "findings");
    for (size_t i = 0; !*shown && i < json_array_size(findings); i++) {
        json_t *finding = json_array_get(findings, i);
        if (!gs_finding_same(finding, search->wanted))
            continue;
        *shown = true;
        json_decref(search->finding);
        search->finding = json_incref(finding);
        search->point = *point;
    }
    json_decref(result);
    gs_inspect_outcome_release(&outcome);
    return GS_OK;
}

/* Takes as much off a member of the point, which is `value` now, as leaves the finding there: half
 * of it first, then ever less. */
static enum gs_status shrink(struct search *search, void (*set)(struct gs_point *, size_t),
                             size_t value, bool *smaller, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t step = value / 2; step > 0; step /= 2) {
        bool shown = true;
        while (status == GS_OK && shown && value > step && *search->budget > 0) {
            struct gs_point point = search->point;
            set(&point, value - step);
            status = try(search, &point, &shown, error);
            value -= shown ? step : 0;
            *smaller |= shown;
        }
    }
    return status;
}

static void set_n(struct gs_point *point, size_t value)
{
    point->n = value;
}

static void set_grid(struct gs_point *point, size_t value)
{
    point->grid = (unsigned)value;
}

static void set_block(struct gs_point *point, size_t value)
{
    point->block = (unsigned)value;
}

enum gs_status gs_inspect_smallest(const struct gs_inspect_launch *launch, json_t *finding,
                                   unsigned *budget, struct gs_error *error)
{
    struct search search = {.base = launch,
                            .point = *launch->point,
                            .finding = json_deep_copy(finding),
                            .wanted = finding,
                            .budget = budget};
    const char *kind = json_string_value(json_object_get(finding, "kind"));
    enum gs_status status = GS_OK;
    bool smaller = true;
    if (strcmp(kind, "never-ends") == 0 && *budget > TRIES_OF_ENDLESS)
        *budget = TRIES_OF_ENDLESS;
    bool any_block = launch->point->variant->traits & GS_ANY_BLOCK;
    /* What is smaller in one way may become smaller still in another. */
    while (status == GS_OK && smaller && *budget > 0) {
        smaller = false;
        status = shrink(&search, set_n, search.point.n, &smaller, error);
        if (status == GS_OK)
            status = shrink(&search, set_grid, search.point.grid, &smaller, error);
        if (status == GS_OK && !any_block)
            status = shrink(&search, set_block, search.point.block, &smaller, error);
    }
    json_object_del(search.finding, "report");
    json_object_set_new(finding, "smallest",
                        json_pack("{s:I, s:I, s:I, s:o}", "n", (json_int_t)search.point.n, "grid",
                                  (json_int_t)search.point.grid, "block",
                                  (json_int_t)search.point.block, "finding", search.finding));
    return status;
}
