/* Plots over n: times, and bytes a second. */
#include "plot_parts.h"

#include "breakeven.h"
#include "predicted.h"

#include <string.h>

/* ---- time over n ----------------------------------------------------------------------------- */

/* Where the fastest kernel stands among those shown; kernel_count: it is not shown. */
static size_t best_shown(const struct gs_plot *plot)
{
    size_t k = 0;
    while (k < plot->kernel_count && strcmp(plot->kernels[k].variant, plot->best_kernel) != 0)
        k++;
    return k;
}

/* Kernels with their data on the device; where memories are compared, only the fastest. */
static void add_kernels(struct gs_chart *chart, const struct gs_plot *plot)
{
    size_t best = best_shown(plot), first = chart->curve_count;
    for (size_t k = 0; k < plot->kernel_count; k++) {
        struct gs_shown shown = plot->kernels[k];
        if (gs_plot_copies(&shown) && k != best)
            continue;
        if (chart->curve_count == first)
            gs_plot_device_heading(chart, plot, false);
        shown.residency = GS_RESIDENCY_DEVICE;
        gs_plot_curve(chart, 0, plot->device, gs_plot_kernel(plot, &shown), gs_plot_time_point,
                      gs_plot_kernel_style(plot, k, 0.7), shown.variant);
    }
}

/* Their points; whiskers are the range that is said with a prediction. */
static bool add_predicted_curve(struct gs_chart *chart, const struct gs_plot *plot,
                                const char *variant, struct gs_chart_style style)
{
    size_t sizes[GS_MOST_NUMBERS] = {0}, found = 0;
    const struct gs_sweep sweep = gs_sweep_of(plot->own, plot->workload);
    size_t count = gs_query_numbers(plot->own, &sweep.query, gs_n_of, sizes);
    for (size_t i = 0; i < count; i++) {
        struct gs_predicted at;
        if (!gs_predicted_find(plot->own, &sweep, variant, plot->dtype, sizes[i], &at) ||
            !(at.seconds > 0))
            continue;
        if (found++ == 0)
            gs_chart_curve(chart, 0, style);
        gs_chart_point(
            chart, (struct gs_chart_point){(double)sizes[i], at.seconds, at.least_s, at.most_s});
    }
    return found > 0;
}

/* Of a result without device times, where no recorded GPU has them either. */
static void add_predicted(struct gs_chart *chart, const struct gs_plot *plot)
{
    const char *gpu = gs_predicted_gpu(plot->own), *variants[GS_MOST_KEYS];
    struct gs_sweep sweep = gs_sweep_of(plot->own, plot->workload);
    if (gpu == NULL || sweep.empty || plot->kernel_count > 0)
        return;
    size_t count = gs_sweep_variants(plot->own, &sweep, variants), drawn = 0;
    size_t heading = chart->item_count;
    gs_chart_heading(chart, "Predicted for an %.60s, not measured", gpu);
    gs_chart_remark(chart, "whiskers: the expected range");
    for (size_t i = 0; i < count && drawn < GS_SHOWN_KERNELS; i++) {
        struct gs_chart_style style = gs_plot_kernel_style(plot, drawn, 0.7);
        style.dash = GS_DASH_PREDICTED;
        if (add_predicted_curve(chart, plot, variants[i], style)) {
            gs_chart_sample(chart, style, "%s", variants[i]);
            drawn++;
        }
    }
    if (drawn == 0)
        chart->item_count = heading;
}

/* Thin lines: of up to three kernels, else of the fastest. */
static void add_warm(struct gs_chart *chart, const struct gs_plot *plot,
                     struct gs_chart_point (*point)(const struct gs_record *), bool best_only)
{
    enum { FEW = 3 };
    size_t best = best_shown(plot), drawn = 0, last = 0;
    struct gs_chart_style style = {.colour = "#666666", .dash = GS_DASH_SOLID, .width = 0.8};
    size_t items = chart->item_count;
    for (size_t k = 0; !plot->recorded && k < plot->kernel_count; k++) {
        struct gs_query query = gs_plot_kernel(plot, &plot->kernels[k]);
        query.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
        query.caches = GS_BIT(GS_CACHE_WARM);
        if ((gs_plot_copies(&plot->kernels[k]) || best_only || plot->kernel_count > FEW) &&
            k != best)
            continue;
        struct gs_chart_style thin = style;
        thin.colour = gs_plot_kernel_style(plot, k, 0).colour;
        if (gs_plot_curve(chart, 0, plot->device, query, point, thin, "")) {
            drawn++;
            last = k;
        }
    }
    chart->item_count = items; /* one line of the legend stands for all */
    if (drawn == 1)
        style.colour = gs_plot_kernel_style(plot, last, 0).colour;
    if (drawn > 0)
        gs_chart_sample(chart, style, "warm cache%s%s", drawn == 1 ? ": " : "",
                        drawn == 1 ? plot->kernels[last].variant : "");
}

/* A curve from host to host: the colour is the kernel's, the dashes are the memory's. */
static bool add_copying(struct gs_chart *chart, const struct gs_plot *plot, size_t k,
                        enum gs_residency residency, const char *name)
{
    struct gs_shown shown = plot->kernels[k];
    struct gs_chart_style style = gs_plot_kernel_style(plot, k, 0.6);
    style.dash = residency == GS_RESIDENCY_PAGEABLE ? GS_DASH_PAGEABLE
                 : plot->recorded                   ? GS_DASH_RECORDED_PINNED
                                                    : GS_DASH_PINNED;
    shown.residency = residency;
    return gs_plot_curve(chart, 0, plot->device, gs_plot_kernel(plot, &shown), gs_plot_time_point,
                         style, name);
}

/* What copies for itself, and the fastest of the other kernels in either memory. */
static void add_host_to_host(struct gs_chart *chart, const struct gs_plot *plot)
{
    size_t best = best_shown(plot), heading = chart->item_count, curves = chart->curve_count;
    char name[GS_CHART_TEXT];
    gs_chart_heading(chart, "%s", gs_plot_where(plot, true));
    for (size_t k = 0; k < plot->kernel_count; k++) {
        const struct gs_shown *shown = &plot->kernels[k];
        gs_plot_copying_name(shown->variant, shown->residency, name);
        if (gs_plot_copies(shown))
            add_copying(chart, plot, k, shown->residency, name);
    }
    if (best < plot->kernel_count && !gs_plot_copies(&plot->kernels[best])) {
        gs_plot_copying_name(plot->best_kernel, GS_RESIDENCY_PAGEABLE, name);
        if (!plot->recorded)
            add_copying(chart, plot, best, GS_RESIDENCY_PAGEABLE, name);
        gs_plot_copying_name(plot->best_kernel, GS_RESIDENCY_PINNED, name);
        add_copying(chart, plot, best, GS_RESIDENCY_PINNED, name);
    }
    if (chart->curve_count == curves)
        chart->item_count = heading;
    gs_plot_hidden(chart, plot->hidden_kernels);
}

/* As the table has it; a mark where it lies between two sizes. */
static void add_breakevens(struct gs_chart *chart, const struct gs_plot *plot)
{
    static const struct {
        enum gs_residency residency;
        const char *name;
    } ways[] = {{GS_RESIDENCY_DEVICE, "on the device"},
                {GS_RESIDENCY_PINNED, "pinned"},
                {GS_RESIDENCY_PAGEABLE, "pageable"}};
    struct gs_sweep sweep = gs_sweep_of(plot->own, plot->workload);
    bool begun = false;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct gs_breakeven even =
            gs_breakeven_find(plot->own, &sweep, plot->dtype, ways[i].residency);
        char text[128], label[GS_CHART_TEXT];
        gs_breakeven_format(&even, true, text);
        if (even.kind == GS_EVEN_UNKNOWN)
            continue;
        if (!begun)
            gs_chart_heading(chart, "Break-even with the CPU");
        begun = true;
        snprintf(label, sizeof label, "%s: %s", ways[i].name, text);
        if (even.kind == GS_EVEN_FROM) {
            gs_chart_drop(chart, 0, even.n, even.at_s, label);
            struct gs_chart_style mark = chart->curves[chart->curve_count - 1].style;
            mark.width = 0;
            gs_chart_sample(chart, mark, "%s", label);
        } else {
            gs_chart_remark(chart, "%s", label);
        }
    }
}

bool gs_plot_of_time(struct gs_chart *chart, const struct gs_plot *plot)
{
    if (!gs_plot_has_sizes(plot))
        return false;
    snprintf(chart->title, sizeof chart->title, "%s, %s: time over n", plot->workload,
             gs_dtype_name(plot->dtype));
    chart->panels[0].height = 360;
    gs_plot_cpus(chart, 0, plot, gs_plot_time_point);
    add_kernels(chart, plot);
    add_predicted(chart, plot);
    add_warm(chart, plot, gs_plot_time_point, false);
    add_host_to_host(chart, plot);
    bool any = chart->curve_count > 0;
    gs_chart_size_axis(chart, &chart->panels[0].x);
    add_breakevens(chart, plot);
    double floor_s = gs_plot_floor(plot->own, plot->own_kernel);
    gs_chart_time_axis(chart, 0, floor_s);
    gs_plot_floor_rule(chart, floor_s);
    gs_plot_sweep_not_right(chart, plot);
    return any;
}

/* ---- bytes a second over n ------------------------------------------------------------------- */

/* Rows whose quartiles are this far apart are called noisy: what is less over a limit may be
 * noise of either measurement, or another mix of reads and writes. */
static const double clearly_over = 1.15;

static void add_rates(struct gs_chart *chart, const struct gs_plot *plot)
{
    char name[GS_CHART_TEXT];
    for (size_t k = 0; k < plot->kernel_count; k++) {
        const struct gs_shown *shown = &plot->kernels[k];
        if (gs_plot_copies(shown) != plot->over_bus)
            continue;
        if (chart->curve_count == 0)
            gs_plot_device_heading(chart, plot, plot->over_bus);
        if (plot->over_bus)
            gs_plot_copying_name(shown->variant, shown->residency, name);
        else
            snprintf(name, sizeof name, "%s", shown->variant);
        gs_plot_curve(chart, 0, plot->device, gs_plot_kernel(plot, shown), gs_plot_rate_point,
                      gs_plot_kernel_style(plot, k, 0.7), name);
    }
    if (!plot->over_bus)
        add_warm(chart, plot, gs_plot_rate_point, true);
    gs_plot_hidden(chart, plot->hidden_kernels);
}

/* The measured copy of the timed record at the largest n that has one; 0: there is none. */
static double copy_of(const struct gs_results *results, struct gs_query query)
{
    const struct gs_record *last = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (gs_query_matches(&query, record) && gs_is_timed(record) &&
            record->peak_bytes_per_s > 0 && (last == NULL || record->n >= last->n))
            last = record;
    }
    return last != NULL ? last->peak_bytes_per_s * 1e-9 : 0;
}

/* The axis of a panel, and the copy as a rule; whether a curve is clearly over that. */
static bool finish_rates(struct gs_chart *chart, size_t panel, double copy, double height,
                         const char *title)
{
    double low, high;
    char label[GS_CHART_TEXT];
    struct gs_chart_panel *frame = &chart->panels[panel];
    gs_chart_range(chart, panel, &low, &high);
    gs_chart_linear_axis(&frame->y, high > copy ? high : copy);
    snprintf(frame->y.title, sizeof frame->y.title, "GB/s %s; whiskers: quartiles", title);
    frame->height = height;
    snprintf(label, sizeof label, "measured copy: %.4g GB/s", copy);
    if (copy > 0)
        gs_chart_rule(chart, panel, copy, label);
    return copy > 0 && high > clearly_over * copy;
}

bool gs_plot_of_bandwidth(struct gs_chart *chart, const struct gs_plot *plot)
{
    struct gs_query copies = plot->kernel;
    copies.residencies = GS_BIT(plot->over_bus ? GS_RESIDENCY_PINNED : GS_RESIDENCY_DEVICE);
    if (!gs_plot_has_sizes(plot))
        return false;
    snprintf(chart->title, sizeof chart->title, "%s, %s: bandwidth over n", plot->workload,
             gs_dtype_name(plot->dtype));
    add_rates(chart, plot);
    size_t cpu = chart->curve_count > 0 ? 1 : 0, kernels = chart->curve_count;
    gs_plot_cpus(chart, cpu, plot, gs_plot_rate_point);
    if (chart->curve_count == 0)
        return false;
    chart->panel_count = chart->curve_count > kernels ? cpu + 1 : 1;
    gs_chart_size_axis(chart, &chart->panels[chart->panel_count - 1].x);
    bool cached = false, both_ways = false;
    if (chart->panel_count == 2) {
        chart->panels[0].x = chart->panels[1].x;
        chart->panels[0].x.title[0] = '\0';
    }
    if (kernels > 0) {
        bool over = finish_rates(chart, 0, copy_of(plot->device, copies), 230,
                                 plot->over_bus ? "over the bus" : "on the device");
        both_ways = over && plot->over_bus;
        cached = over && !plot->over_bus;
    }
    if (cpu + 1 == chart->panel_count)
        cached |= finish_rates(chart, cpu, copy_of(plot->own, plot->cpu), 170, "on the CPU");
    if (cached || both_ways)
        gs_chart_heading(chart, "Far above the copy");
    if (cached)
        gs_chart_remark(chart, "the data was in a cache");
    if (both_ways)
        gs_chart_remark(chart, "copies ran both ways at once");
    gs_plot_sweep_not_right(chart, plot);
    return true;
}
