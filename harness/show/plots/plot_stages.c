/* The plot of what a run from host to host is made of, at the largest n. */
#include "plot_parts.h"

#include "numbers.h"
#include "table_parts.h"

#include <math.h>

/* What copies, kernels and copies back were busy for, in the order that they are drawn in. */
enum { STAGES = 3 };
static const struct {
    const char *name, *colour;
} stages[STAGES] = {{"copies in", "#56B4E9"}, {"kernels", "#D55E00"}, {"copies out", "#009E73"}};

static void get_stages(const struct gs_record *record, double ends[static STAGES])
{
    ends[0] = record->copy_in_s;
    ends[1] = ends[0] + record->kernel_s;
    ends[2] = ends[1] + record->copy_out_s;
}

/* The rows of the table of copies that have a bar: from host to host, and timed. */
static size_t find_bars(const struct gs_plot *plot,
                        const struct gs_record *rows[static GS_TRANSFER_ROWS])
{
    struct gs_sweep sweep = gs_sweep_of(plot->device, plot->workload);
    sweep.query.dtypes = sweep.device.dtypes = GS_BIT(plot->dtype);
    size_t count = gs_transfer_rows(plot->device, &sweep, rows), kept = 0;
    for (size_t i = 0; i < count && kept < GS_CHART_BOXES / STAGES; i++) {
        if (rows[i]->residency != GS_RESIDENCY_DEVICE && rows[i]->copies > 0 &&
            gs_is_timed(rows[i]))
            rows[kept++] = rows[i];
    }
    return kept;
}

/* Its name and both of its numbers; below them the bar, and a stroke at the whole time. */
static void add_bar(struct gs_chart *chart, const struct gs_record *record, double at, double unit)
{
    static const struct gs_chart_style stroke = {"#000000", GS_DASH_SOLID, 3, 0, 0};
    char name[GS_CHART_TEXT], text[2 * GS_CHART_TEXT], whole[16], busy[16];
    double ends[STAGES], from = 0;
    get_stages(record, ends);
    for (size_t s = 0; s < STAGES; s++) {
        if (ends[s] > from)
            chart->boxes[chart->box_count++] = (struct gs_chart_box){
                from * unit, at - 0.05, ends[s] * unit, at - 0.5, stages[s].colour};
        from = ends[s];
    }
    gs_chart_curve(chart, 0, stroke);
    for (size_t end = 0; end < 2; end++) {
        double y = end == 0 ? at : at - 0.55;
        gs_chart_point(chart, (struct gs_chart_point){record->time.median_s * unit, y, y, y});
    }
    gs_plot_copying_name(record->variant, record->residency, name);
    gs_time_format_utf8(record->time.median_s, whole);
    gs_time_format_utf8(ends[STAGES - 1], busy);
    snprintf(text, sizeof text, "%.90s: %s, busy %s", name, whole, busy);
    gs_chart_note(chart, 0, 0, at + 0.2, text);
}

bool gs_plot_of_stages(struct gs_chart *chart, const struct gs_plot *plot)
{
    const struct gs_record *rows[GS_TRANSFER_ROWS];
    size_t count = find_bars(plot, rows);
    double widest = 0, ends[STAGES];
    char n[32];
    if (count == 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        get_stages(rows[i], ends);
        widest = fmax(widest, fmax(ends[STAGES - 1], rows[i]->time.median_s));
    }
    double unit = widest < 1e-3 ? 1e6 : widest < 1 ? 1e3 : 1;
    gs_size_format(rows[0]->n, n);
    snprintf(chart->title, sizeof chart->title, "%s, %s: where the time goes, n = %s",
             plot->workload, gs_dtype_name(plot->dtype), n);
    struct gs_chart_panel *panel = &chart->panels[0];
    panel->height = 56 * (double)count + 10;
    panel->y.low = 0.3;
    panel->y.high = (double)count + 0.5;
    gs_chart_linear_axis(&panel->x, widest * unit);
    snprintf(panel->x.title, sizeof panel->x.title, "time from host to host, %s",
             widest < 1e-3 ? "µs"
             : widest < 1  ? "ms"
                           : "s");
    for (size_t i = 0; i < count; i++)
        add_bar(chart, rows[i], (double)(count - i), unit);
    gs_chart_heading(chart, "Bar: time busy");
    for (size_t s = 0; s < STAGES; s++)
        gs_chart_sample(chart, (struct gs_chart_style){.colour = stages[s].colour}, "%s",
                        stages[s].name);
    gs_chart_heading(chart, "Stroke: the whole run");
    gs_chart_remark(
        chart, "its median; where the bar is longer, stages ran side by side, or times varied");
    return true;
}
