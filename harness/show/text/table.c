#include "table.h"

#include "json_get.h"
#include "table_parts.h"

#include <string.h>

/* What a variant teaches, and how many devices its rows had. */
static void print_about(const struct gs_record *first, const char *about, size_t indent, FILE *out)
{
    char text[1024];
    if (first == NULL || first->devices < 2) {
        gs_print_wrapped(out, indent, about);
        return;
    }
    snprintf(text, sizeof text, "%.900s (on %u devices)", about, first->devices);
    gs_print_wrapped(out, indent, text);
}

/* What each variant teaches, where the file has the lesson's words. */
static void print_variants(const struct gs_results *results, const char *workload, FILE *out)
{
    const json_t *words = gs_results_workload(results, workload);
    const char *variants[GS_MOST_KEYS];
    struct gs_query query = {.workload = workload, .any_grid = true};
    size_t count = gs_query_texts(results, &query, gs_variant_of, variants), width = 15;
    if (words == NULL)
        return;
    fprintf(out, "\n%s: %s\n", workload, gs_get_text(words, "formula"));
    for (size_t i = 0; i < count; i++)
        width = strlen(variants[i]) > width ? strlen(variants[i]) : width;
    for (size_t i = 0; i < count; i++) {
        const json_t *variant = gs_results_variant(words, variants[i]);
        if (variant == NULL || gs_get_text(variant, "about")[0] == '\0')
            continue;
        fprintf(out, "  %-*s  ", (int)width, variants[i]);
        query.variant = variants[i];
        print_about(gs_query_first(results, &query), gs_get_text(variant, "about"), width + 4, out);
    }
}

static void print_tables(const struct gs_results *results, struct gs_legend *legend, FILE *out)
{
    const char *workloads[GS_MOST_KEYS];
    struct gs_query all = {.any_grid = true};
    size_t count = gs_query_texts(results, &all, gs_workload_of, workloads);
    for (size_t w = 0; w < count; w++) {
        struct gs_sweep sweep = gs_sweep_of(results, workloads[w]);
        print_variants(results, workloads[w], out);
        gs_print_cases(results, &sweep, legend, out);
        gs_print_times(results, &sweep, legend, out);
        gs_print_predicted(results, &sweep, legend, out);
        gs_print_rates(results, &sweep, legend, out);
        gs_print_transfers(results, &sweep, legend, out);
        gs_print_accuracy(results, &sweep, legend, out);
        gs_print_blocks(results, &sweep, legend, out);
        gs_print_peers(results, &sweep, legend, out);
    }
}

void gs_table_print(const struct gs_results *results, FILE *out)
{
    struct gs_legend legend = {0};
    print_tables(results, &legend, out);
    gs_table_print_verdicts(results, out);
    gs_print_legend(&legend, out);
}
