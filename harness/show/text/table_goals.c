/* What is promised of variants, held against records. */
#include "table.h"
#include "table_parts.h"

#include "numbers.h"

#include <string.h>

/* Over an empty kernel. */
static const double floor_allowance_s = 1e-6;

/* One row: what is compared, and the outcome. */
struct row {
    const struct gs_record *ours;
    char rival[64];
    double rival_s;
};

static struct gs_query query_of(const char *workload, const struct gs_goal *goal,
                                enum gs_dtype dtype, size_t n)
{
    return (struct gs_query){
        .workload = workload,
        .dtypes = GS_BIT(dtype),
        .variant = goal->variant,
        .places = GS_BIT(goal->residency == GS_RESIDENCY_HOST ? GS_PLACE_CPU : GS_PLACE_DEVICE),
        .residencies = GS_BIT(goal->residency),
        .caches = GS_BIT(goal->cache),
        .one_n = true,
        .n = n,
        .grid = goal->grid,
        .one_block = goal->block > 0,
        .block = goal->block};
}

static const struct gs_record *rival_record(const struct gs_results *results,
                                            const struct gs_goal *goal, struct gs_query query)
{
    query.variant = goal->against;
    if (goal->rival == GS_BEST_PEER) {
        query.places = GS_BIT(GS_PLACE_PEER);
        query.residencies = GS_BIT(gs_peers_residency(goal->residency));
    }
    return gs_query_fastest(results, &query);
}

/* The record of the fastest contender, or of the variant that the query names; NULL: none. */
static const struct gs_record *our_record(const struct gs_results *results, const char *contenders,
                                          struct gs_query query)
{
    const struct gs_record *ours = NULL;
    char names[256], *rest = NULL;
    if (query.variant != NULL || contenders == NULL)
        return gs_query_fastest(results, &query);
    snprintf(names, sizeof names, "%s", contenders);
    for (char *name = strtok_r(names, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        query.variant = name;
        const struct gs_record *found = gs_query_fastest(results, &query);
        if (found != NULL && (ours == NULL || found->time.median_s < ours->time.median_s))
            ours = found;
    }
    return ours;
}

/* False where there is nothing to compare. */
static bool look_up(const struct gs_results *results, const char *contenders,
                    const struct gs_goal *goal, const struct gs_query *query, struct row *out)
{
    const struct gs_record *rival;
    *out = (struct row){.ours = our_record(results, contenders, *query)};
    if (out->ours == NULL)
        return false;
    switch (goal->rival) {
    case GS_THE_LIMIT:
        snprintf(out->rival, sizeof out->rival, "%s", gs_limit_name(out->ours->limit));
        out->rival_s = out->ours->limit_s;
        break;
    case GS_THE_COPY:
        snprintf(out->rival, sizeof out->rival, "a copy");
        if (out->ours->peak_bytes_per_s > 0)
            out->rival_s = (double)out->ours->bytes / out->ours->peak_bytes_per_s;
        break;
    case GS_THE_FLOOR:
        snprintf(out->rival, sizeof out->rival, "empty kernel + 1 us");
        out->rival_s = out->ours->floor_s > 0 ? out->ours->floor_s + floor_allowance_s : 0;
        break;
    default:
        rival = rival_record(results, goal, *query);
        if (rival == NULL)
            return false;
        snprintf(out->rival, sizeof out->rival, "%s", rival->variant);
        out->rival_s = rival->time.median_s;
    }
    return out->rival_s > 0;
}

/* Adds the row; whether it falls short. */
static bool add_row(struct gs_sheet *sheet, const struct gs_goal *goal, const struct row *row)
{
    double ratio = row->rival_s / row->ours->time.median_s;
    bool met = ratio >= goal->at_least;
    char rival[16];
    gs_time_format(row->rival_s, rival);
    gs_sheet_row(sheet);
    gs_sheet_cell(sheet, "  %s", gs_dtype_name(row->ours->dtype));
    gs_sheet_size(sheet, row->ours->n);
    gs_sheet_cell(sheet, "%s", row->ours->variant);
    gs_sheet_time(sheet, row->ours);
    gs_sheet_cell(sheet, "%s", row->rival);
    gs_sheet_cell(sheet, "%s ", rival);  /* a mark would stand there */
    gs_sheet_cell(sheet, "%.3f", ratio); /* 0.989 is short of 0.99 */
    gs_sheet_cell(sheet, "%s", met ? "met" : "SHORT");
    return !met;
}

static struct gs_sheet *new_sheet(void)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_words(sheet, 0, "");
    gs_sheet_numbers(sheet, 0, "n", 0);
    gs_sheet_words(sheet, 1, "ours");
    gs_sheet_numbers(sheet, 1, "", 0);
    gs_sheet_words(sheet, 2, "held against");
    gs_sheet_numbers(sheet, 2, "", 0);
    gs_sheet_numbers(sheet, 3, "ratio", 0);
    gs_sheet_words(sheet, 3, "");
    return sheet;
}

/* "vecadd, device cold, from n = 1000000: the fastest library's time over ours is to be ..." */
static void print_heading(const char *workload, const struct gs_goal *goal, FILE *out)
{
    static const char *const rivals[] = {
        [GS_BEST_PEER] = "the fastest library's time", [GS_THE_LIMIT] = "the limit that binds",
        [GS_THE_COPY] = "a copy of as many bytes",     [GS_THE_FLOOR] = "the floor",
        [GS_A_VARIANT] = "the other variant's time",
    };
    char size[32];
    fprintf(out, "\n%s, %s%s%s", workload, gs_residency_name(goal->residency),
            goal->cache == GS_CACHE_ANY ? "" : " ", gs_cache_name(goal->cache));
    if (goal->grid > 0)
        fprintf(out, ", %u x %u threads", goal->grid, goal->block);
    if (goal->least_n > 0) {
        gs_size_format(goal->least_n, size);
        fprintf(out, ", from n = %s", size);
    }
    if (goal->most_n > 0) {
        gs_size_format(goal->most_n, size);
        fprintf(out, ", up to n = %s", size);
    }
    fprintf(out, ": %s over ours is to be %.4g or more\n", rivals[goal->rival], goal->at_least);
}

static struct gs_goal_count print_goal(const struct gs_results *results,
                                       const struct gs_promises *promises,
                                       const struct gs_goal *goal, FILE *out)
{
    struct gs_goal_count count = {0};
    struct gs_query all = {.workload = promises->workload, .grid = goal->grid};
    enum gs_dtype dtypes[GS_DTYPE_COUNT];
    size_t sizes[GS_MOST_NUMBERS] = {0};
    size_t dtype_count = gs_query_dtypes(results, &all, dtypes);
    size_t size_count = gs_query_numbers(results, &all, gs_n_of, sizes);
    struct gs_sheet *sheet = new_sheet();
    for (size_t d = 0; d < dtype_count; d++) {
        for (size_t i = 0; i < size_count; i++) {
            struct row row;
            struct gs_query query = query_of(promises->workload, goal, dtypes[d], sizes[i]);
            bool asked =
                sizes[i] >= goal->least_n && (goal->most_n == 0 || sizes[i] <= goal->most_n);
            if (!asked || !look_up(results, promises->contenders, goal, &query, &row))
                continue;
            count.rows++;
            count.short_of += add_row(sheet, goal, &row);
        }
    }
    if (count.rows > 0) {
        print_heading(promises->workload, goal, out);
        struct gs_legend unused = {0};
        gs_sheet_print(sheet, &unused, out);
    }
    gs_sheet_free(sheet);
    return count;
}

struct gs_goal_count gs_table_print_goals(const struct gs_results *results,
                                          const struct gs_promises *promises, FILE *out)
{
    struct gs_goal_count all = {0};
    for (size_t i = 0; i < promises->count; i++) {
        struct gs_goal_count of_goal = print_goal(results, promises, &promises->goals[i], out);
        all.rows += of_goal.rows;
        all.short_of += of_goal.short_of;
    }
    return all;
}
