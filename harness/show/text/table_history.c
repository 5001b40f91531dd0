/* A history as tables: which results, then the rows that changed, with a median for each result. */
#include "history.h"

#include "table.h"
#include "table_parts.h"
#include "visible.h"

#include <stdio.h>
#include <string.h>

static void print_results(const struct gs_history *h, const char *const *names, FILE *out)
{
    struct gs_legend ignored = {0};
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_numbers(sheet, 0, "", 0);
    gs_sheet_words(sheet, 1, "started");
    gs_sheet_words(sheet, 2, "commit");
    gs_sheet_words(sheet, 3, "file");
    for (size_t i = 0; i < h->count; i++) {
        const struct gs_results *results = h->results[i];
        gs_sheet_row(sheet);
        gs_sheet_cell(sheet, "#%zu", i + 1);
        gs_sheet_cell(sheet, "%s",
                      gs_json_text(json_object_get(results->context, "date"), "unknown"));
        gs_sheet_cell(sheet, "%s", gs_results_fact_text(results, "commit", "unknown"));
        gs_sheet_cell(sheet, "%s", gs_visible(names[i]).text);
    }
    gs_sheet_print(sheet, &ignored, out);
    gs_sheet_free(sheet);
}

static void add_change(struct gs_sheet *sheet, const struct gs_moment *moment)
{
    char ratio[GS_RATIO_TEXT];
    if (!gs_moment_is_sure(moment)) {
        gs_sheet_cell(sheet, "%s", "");
    } else if (moment->change == GS_SLOWER || moment->change == GS_FASTER) {
        gs_ratio_format(moment->ratio, ratio);
        gs_sheet_cell(sheet, "%s", ratio);
    } else {
        gs_sheet_cell(sheet, "%s", gs_verdict_name(moment->record->verdict));
    }
}

static const struct gs_record *any_record(const struct gs_history *h, size_t row)
{
    const struct gs_moment *moments = gs_history_row(h, row);
    const struct gs_record *record = NULL;
    for (size_t i = 0; i < h->count && record == NULL; i++)
        record = moments[i].record;
    return record;
}

static bool has_changed(const struct gs_history *h, size_t row)
{
    const struct gs_moment *moments = gs_history_row(h, row);
    bool sure = false;
    for (size_t i = 0; i < h->count; i++)
        sure |= gs_moment_is_sure(&moments[i]);
    return sure;
}

static void add_row(struct gs_sheet *sheet, const struct gs_history *h, size_t row)
{
    const struct gs_moment *moments = gs_history_row(h, row);
    gs_sheet_add_record_name(sheet, any_record(h, row));
    for (size_t i = 0; i < h->count; i++) {
        gs_sheet_time(sheet, moments[i].record);
        if (i > 0)
            add_change(sheet, &moments[i]);
    }
}

static struct gs_sheet *new_sheet(const struct gs_history *h)
{
    struct gs_sheet *sheet = gs_sheet_new();
    gs_sheet_add_record_columns(sheet);
    for (size_t i = 0; i < h->count; i++) {
        char title[32];
        snprintf(title, sizeof title, "#%zu ", i + 1);
        gs_sheet_numbers(sheet, (unsigned)i + 1, title, 0);
        if (i > 0)
            gs_sheet_numbers(sheet, (unsigned)i + 1, "change", 0);
    }
    return sheet;
}

void gs_table_print_history(const struct gs_history *h, const char *const *names, bool all,
                            FILE *out)
{
    struct gs_legend legend = {0};
    struct gs_sheet *sheet = new_sheet(h);
    const char *workload = "";
    size_t changed = 0;
    print_results(h, names, out);
    for (size_t i = 0; i < h->row_count; i++) {
        const bool shown = has_changed(h, i);
        changed += shown;
        const struct gs_record *record = any_record(h, i);
        if (record == NULL || (!shown && !all))
            continue;
        if (strcmp(workload, record->workload) != 0) {
            workload = record->workload;
            gs_sheet_heading(sheet, "%s", workload);
        }
        add_row(sheet, h, i);
    }
    if (changed > 0 || all) {
        fputc('\n', out);
        gs_sheet_print(sheet, &legend, out);
        gs_print_legend(&legend, out);
    }
    gs_sheet_free(sheet);
    fprintf(out, "\n%zu of %zu rows changed for sure\n", changed, h->row_count);
}
