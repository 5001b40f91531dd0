/* The medians of rows over several results, with the changes that compare is sure of. */
#include "plot_history.h"

#include "chart.h"
#include "numbers.h"
#include "plot_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8 };

/* A row that is drawn before others: the larger of its sure changes. */
struct row {
    size_t number;
    double change; /* of the logarithm of the median; INFINITY: it turned right or wrong; 0: none */
};

static double change_of(const struct gs_history *h, size_t row)
{
    const struct gs_moment *moments = gs_history_row(h, row);
    double largest = 0;
    for (size_t i = 0; i < h->count; i++) {
        if (gs_moment_is_sure(&moments[i]))
            largest = fmax(largest, moments[i].ratio > 0 ? fabs(log(moments[i].ratio)) : INFINITY);
    }
    return largest;
}

static int larger_first(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->change != y->change)
        return x->change > y->change ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool has_time(const struct gs_moment *moment)
{
    return moment->record != NULL && gs_is_timed(moment->record);
}

/* A line through the medians, in pieces where a result has none; false: there are none at all. */
static bool add_medians(struct gs_chart *chart, const struct gs_history *h, size_t row,
                        struct gs_chart_style style)
{
    const struct gs_moment *moments = gs_history_row(h, row);
    bool any = false, begun = false;
    for (size_t i = 0; i < h->count; i++) {
        if (!has_time(&moments[i])) {
            begun = false;
            continue;
        }
        if (!begun)
            gs_chart_curve(chart, 0, style);
        begun = any = true;
        struct gs_chart_point point = gs_plot_time_point(moments[i].record);
        point.x = (double)i;
        gs_chart_point(chart, point);
    }
    return any;
}

/* The row in any result that has it. */
static const struct gs_record *record_of(const struct gs_history *h, size_t row)
{
    const struct gs_moment *moments = gs_history_row(h, row);
    size_t i = 0;
    while (i + 1 < h->count && moments[i].record == NULL)
        i++;
    return moments[i].record;
}

static bool has_workloads(const struct gs_history *h)
{
    for (size_t i = 1; i < h->row_count; i++) {
        if (strcmp(record_of(h, i)->workload, record_of(h, 0)->workload) != 0)
            return true;
    }
    return false;
}

/* "vector4, f32, 4Mi, block 256, device cold", behind its workload where there are several. */
static void name_row(const struct gs_history *h, size_t row, char name[static GS_CHART_TEXT])
{
    const struct gs_record *record = record_of(h, row);
    const bool workload = has_workloads(h);
    char n[32], where[48] = "CPU";
    gs_size_format(record->n, n);
    if (record->place != GS_PLACE_CPU)
        snprintf(where, sizeof where, "block %u, %s %s", record->block,
                 gs_residency_name(record->residency), gs_cache_name(record->cache));
    for (char *under = where; (under = strchr(under, '_')) != NULL;)
        *under = ' ';
    snprintf(name, GS_CHART_TEXT, "%.40s%s%.40s, %s, %s, %s", workload ? record->workload : "",
             workload ? " " : "", record->variant, gs_dtype_name(record->dtype), n, where);
}

/* Each change that is sure: at its median, or, where it has none, at the last one before. */
static void add_changes(struct gs_chart *chart, const struct gs_history *h, size_t row,
                        bool told[static 2])
{
    static const struct gs_chart_style looks[] = {{"#000000", GS_DASH_SOLID, 0, 6, 1.2},
                                                  {"#000000", GS_DASH_SOLID, 0, 2, 1.1}};
    const struct gs_moment *moments = gs_history_row(h, row);
    double last = NAN;
    for (size_t i = 0; i < h->count; i++) {
        const bool timed = has_time(&moments[i]);
        last = timed ? moments[i].record->time.median_s : last;
        if (!gs_moment_is_sure(&moments[i]) || isnan(last))
            continue;
        gs_chart_curve(chart, 0, looks[!timed]);
        gs_chart_point(chart, (struct gs_chart_point){(double)i, last, last, last});
        told[!timed] = true;
    }
}

static void explain_changes(struct gs_chart *chart, const bool told[static 2], size_t hidden)
{
    static const struct gs_chart_style changed = {"#000000", GS_DASH_SOLID, 0, 6, 1.2},
                                       wrong = {"#000000", GS_DASH_SOLID, 0, 2, 1.1};
    char rows[64];
    gs_chart_heading(chart, "Since the result before");
    if (told[0])
        gs_chart_sample(chart, changed, "a change that is sure");
    if (told[1])
        gs_chart_sample(chart, wrong, "no right answer any more");
    if (!told[0] && !told[1])
        gs_chart_remark(chart, "no change is sure");
    gs_plot_plural(hidden, "more row", rows);
    if (hidden > 0)
        gs_chart_remark(chart, "%s not shown", rows);
}

static void add_axes(struct gs_chart *chart, const struct gs_history *h)
{
    struct gs_chart_axis *x = &chart->panels[0].x;
    gs_chart_time_axis(chart, 0, 0);
    x->low = -0.5;
    x->high = (double)h->count - 0.5;
    snprintf(x->title, sizeof x->title, "results by their dates, and their commits");
    for (size_t i = 0; i < h->count; i++) {
        char label[32];
        snprintf(label, sizeof label, "#%zu", i + 1);
        gs_chart_tic(x, (double)i, false, label);
        if (x->tic_count == i + 1)
            snprintf(x->tics[i].label[1], sizeof x->tics[i].label[1], "%.8s",
                     gs_results_fact_text(h->results[i], "commit", ""));
    }
}

static void add_titles(struct gs_chart *chart, const struct gs_history *h)
{
    const struct gs_results *first = h->results[0], *last = h->results[h->count - 1];
    const char *gpu = gs_results_gpu(first);
    snprintf(chart->title, sizeof chart->title, "%.60s: history",
             gs_results_fact_text(first, "slug", gs_results_fact_text(first, "source", "unknown")));
    snprintf(chart->about[0], GS_CHART_TEXT, "%.150s",
             gpu != NULL ? gpu : gs_results_fact_text(first, "cpu", "an unknown CPU"));
    snprintf(chart->about[1], GS_CHART_TEXT, "%zu results, %.10s to %.10s", h->count,
             gs_json_text(json_object_get(first->context, "date"), "unknown"),
             gs_json_text(json_object_get(last->context, "date"), "unknown"));
}

/* Rows that changed, the most first; where none did, those that are listed first. */
static bool add_rows(struct gs_chart *chart, const struct gs_history *h, const struct row *rows)
{
    const struct gs_plot looks = {0};
    bool told[2] = {false, false};
    size_t shown = 0, changed = 0, drawn_changes = 0;
    gs_chart_heading(chart, rows[0].change > 0 ? "Rows that changed" : "Rows");
    for (size_t i = 0; i < h->row_count; i++) {
        char name[GS_CHART_TEXT];
        changed += rows[i].change > 0;
        if (shown == SHOWN || (rows[0].change > 0 && !(rows[i].change > 0)))
            continue;
        const struct gs_chart_style style = gs_plot_kernel_style(&looks, shown, 0.7);
        if (!add_medians(chart, h, rows[i].number, style))
            continue;
        name_row(h, rows[i].number, name);
        gs_chart_sample(chart, style, "%s", name);
        add_changes(chart, h, rows[i].number, told);
        drawn_changes += rows[i].change > 0;
        shown++;
    }
    explain_changes(chart, told, changed - drawn_changes);
    return shown > 0;
}

enum gs_status gs_plot_history(const struct gs_history *h, const char *out, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    bool png = true;
    struct gs_chart *chart = gs_chart_new();
    struct row *rows = calloc(h->row_count + 1, sizeof *rows);
    if (chart == NULL || rows == NULL) {
        gs_chart_free(chart);
        free(rows);
        return gs_out_of_memory(error);
    }
    for (size_t i = 0; i < h->row_count; i++)
        rows[i] = (struct row){i, change_of(h, i)};
    qsort(rows, h->row_count, sizeof *rows, larger_first);
    chart->panel_count = 1;
    chart->panels[0].height = 360;
    if (add_rows(chart, h, rows)) {
        add_titles(chart, h);
        add_axes(chart, h);
        gs_chart_lay_out(chart);
        status = chart->failed ? gs_out_of_memory(error) : gs_chart_draw(chart, out, &png, error);
        if (status == GS_OK && !png)
            gs_chart_say_no_png();
    } else {
        printf("plot:    none, no row has a time\n");
    }
    gs_chart_free(chart);
    free(rows);
    return status;
}
