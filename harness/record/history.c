#include "history.h"

#include "grow.h"

#include <stdlib.h>
#include <string.h>

static const char *device_of(const struct gs_results *results)
{
    return gs_json_text(json_object_get(gs_results_fact(results, "device"), "name"), "");
}

bool gs_history_belongs(const struct gs_results *a, const struct gs_results *b)
{
    static const char *const facts[] = {"slug", "source", "cpu"};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        if (strcmp(gs_results_fact_text(a, facts[i], ""), gs_results_fact_text(b, facts[i], "")) !=
            0)
            return false;
    }
    return strcmp(device_of(a), device_of(b)) == 0;
}

static struct gs_moment *moment_at(const struct gs_history *h, size_t row, size_t result)
{
    return &h->moments[row * h->count + result];
}

/* A row that is first seen in that result; where its record stands in it, stands the row. */
static bool add_row(struct gs_history *h, size_t result, const struct gs_record *record,
                    size_t *row_of)
{
    if (!gs_grow(&h->moments, h->row_count, h->count * sizeof *h->moments))
        return false;
    for (size_t i = 0; i < h->count; i++)
        *moment_at(h, h->row_count, i) = (struct gs_moment){.change = GS_CHANGE_COUNT};
    moment_at(h, h->row_count, result)->record = record;
    row_of[record - h->results[result]->records] = h->row_count++;
    return true;
}

/* Goes on with the rows that are in both; `before` and `now` say which row each record is of. */
static bool add_pairs(struct gs_history *h, size_t result, const struct gs_comparison *c,
                      const size_t *before, size_t *now)
{
    for (size_t i = 0; i < c->count; i++) {
        const struct gs_pair *pair = &c->pairs[i];
        const size_t row = before[pair->old - c->old->records];
        *moment_at(h, row, result) = (struct gs_moment){
            .record = pair->new, .change = pair->change, .ratio = pair->ratio.ratio};
        now[pair->new - c->new->records] = row;
    }
    for (size_t i = 0; i < c->only_new_count; i++) {
        if (!add_row(h, result, c->only_new[i], now))
            return false;
    }
    return true;
}

static enum gs_status add_result(struct gs_history *h, size_t result, double threshold,
                                 size_t **before, struct gs_error *error)
{
    struct gs_comparison c;
    size_t *now = calloc(h->results[result]->count + 1, sizeof *now);
    if (now == NULL)
        return gs_out_of_memory(error);
    enum gs_status status =
        gs_compare(h->results[result - 1], h->results[result], threshold, &c, error);
    if (status == GS_OK) {
        status = add_pairs(h, result, &c, *before, now) ? GS_OK : gs_out_of_memory(error);
        gs_comparison_release(&c);
    }
    free(*before);
    *before = now;
    return status;
}

enum gs_status gs_history_make(const struct gs_results *const *results, size_t count,
                               double threshold, struct gs_history *out, struct gs_error *error)
{
    *out = (struct gs_history){.results = results, .count = count};
    size_t *row_of = calloc(results[0]->count + 1, sizeof *row_of);
    enum gs_status status = GS_OK;
    if (row_of == NULL)
        return gs_out_of_memory(error);
    for (size_t i = 0; status == GS_OK && i < results[0]->count; i++)
        status = add_row(out, 0, &results[0]->records[i], row_of) ? GS_OK : gs_out_of_memory(error);
    for (size_t i = 1; status == GS_OK && i < count; i++)
        status = add_result(out, i, threshold, &row_of, error);
    free(row_of);
    if (status != GS_OK)
        gs_history_release(out);
    return status;
}

void gs_history_release(struct gs_history *history)
{
    free(history->moments);
    *history = (struct gs_history){0};
}

const struct gs_moment *gs_history_row(const struct gs_history *history, size_t row)
{
    return moment_at(history, row, 0);
}

bool gs_moment_is_sure(const struct gs_moment *moment)
{
    return moment->change == GS_SLOWER || moment->change == GS_FASTER ||
           moment->change == GS_TURNED || moment->change == GS_TURNED_WRONG;
}
