/* What kernels would take on a GPU, predicted, in a table of its own. */
#include "table_parts.h"

#include "predicted.h"
#include "table.h"

#include <string.h>

static bool has_any(const struct gs_results *results, const struct gs_sweep *sweep,
                    const char *variant, enum gs_dtype dtype, const size_t *sizes, size_t count)
{
    struct gs_predicted found;
    for (size_t s = 0; s < count; s++) {
        if (gs_predicted_find(results, sweep, variant, dtype, sizes[s], &found) &&
            found.seconds > 0)
            return true;
    }
    return false;
}

static void add_time(struct gs_sheet *sheet, const struct gs_predicted *predicted)
{
    char time[16], least[16], most[16];
    if (predicted == NULL || !(predicted->seconds > 0)) {
        gs_sheet_cell(sheet, "%s", "");
        return;
    }
    gs_time_format(predicted->seconds, time);
    gs_time_format(predicted->least_s, least);
    gs_time_format(predicted->most_s, most);
    gs_sheet_number(sheet, predicted->seconds, "%s", time);
    gs_sheet_more(sheet, "between %s and %s; it waits most for: %s", least, most, predicted->binds);
}

/* The first dtype of the sweep is the only one that is predicted. */
struct gs_sheet *gs_predicted_sheet(const struct gs_results *results, const struct gs_sweep *sweep,
                                    char title[static GS_TITLE])
{
    const char *variants[GS_MOST_KEYS], *shown[GS_MOST_KEYS];
    size_t sizes[GS_MOST_NUMBERS] = {0}, columns = 0;
    const struct gs_record *first = gs_query_first(results, &sweep->query);
    const char *gpu = gs_predicted_gpu(results);
    if (gpu == NULL || sweep->empty || first == NULL)
        return NULL;
    size_t count = gs_sweep_variants(results, sweep, variants);
    size_t size_count = gs_query_numbers(results, &sweep->query, gs_n_of, sizes);
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_numbers(sheet, 0, "n", 12);
    for (size_t i = 0; i < count; i++) {
        if (!has_any(results, sweep, variants[i], first->dtype, sizes, size_count))
            continue;
        gs_sheet_numbers(sheet, 1, variants[i], 9);
        if (columns == 0)
            gs_sheet_headline(sheet);
        shown[columns++] = variants[i];
    }
    for (size_t s = 0; s < size_count && columns > 0; s++) {
        gs_sheet_row(sheet);
        gs_sheet_size(sheet, sizes[s]);
        for (size_t c = 0; c < columns; c++) {
            struct gs_predicted found;
            bool any = gs_predicted_find(results, sweep, shown[c], first->dtype, sizes[s], &found);
            add_time(sheet, any ? &found : NULL);
        }
    }
    snprintf(title, GS_TITLE,
             "%s %s: predicted for an %.120s, not measured: cold caches, data on the device",
             sweep->query.workload, gs_dtype_name(first->dtype), gpu);
    if (columns > 0)
        return sheet;
    gs_sheet_free(sheet);
    return NULL;
}

/* How far from these a time may lie; the same for all. */
static void print_range(const struct gs_results *results, const struct gs_sweep *sweep, FILE *out)
{
    const char *variants[GS_MOST_KEYS];
    const struct gs_record *first = gs_query_first(results, &sweep->query);
    size_t n = gs_query_largest_n(results, &sweep->query);
    size_t count = gs_sweep_variants(results, sweep, variants);
    struct gs_predicted found;
    for (size_t i = 0; i < count; i++) {
        if (gs_predicted_find(results, sweep, variants[i], first->dtype, n, &found) &&
            found.seconds > 0) {
            fprintf(out, "  expected are times between %.2g and %.3g times these\n",
                    found.least_s / found.seconds, found.most_s / found.seconds);
            return;
        }
    }
}

/* Why a variant has no prediction, at the largest n that says so. */
static void print_reasons(const struct gs_results *results, const struct gs_sweep *sweep, FILE *out)
{
    const char *variants[GS_MOST_KEYS];
    const struct gs_record *first = gs_query_first(results, &sweep->query);
    size_t n = gs_query_largest_n(results, &sweep->query);
    size_t count = gs_sweep_variants(results, sweep, variants);
    for (size_t i = 0; i < count; i++) {
        struct gs_predicted found;
        if (gs_predicted_find(results, sweep, variants[i], first->dtype, n, &found) &&
            found.why_none[0] != '\0')
            fprintf(out, "  %s: no prediction: %s\n", variants[i], found.why_none);
    }
}

void gs_print_predicted(const struct gs_results *results, const struct gs_sweep *sweep,
                        struct gs_legend *legend, FILE *out)
{
    char title[GS_TITLE];
    struct gs_sheet *sheet = gs_predicted_sheet(results, sweep, title);
    if (sheet == NULL)
        return;
    fprintf(out, "\n%s\n", title);
    gs_sheet_print(sheet, legend, out);
    gs_sheet_free(sheet);
    print_range(results, sweep, out);
    print_reasons(results, sweep, out);
}
