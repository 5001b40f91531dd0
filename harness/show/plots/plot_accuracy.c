/* The plot of the largest error over n. */
#include "plot_parts.h"

#include "table_parts.h"

#include <math.h>
#include <string.h>

/* On answers past the tolerance. */
static const struct gs_chart_style cross = {"#000000", GS_DASH_SOLID, 0, 2, 1};

/* The errors of one side, and in what looks. */
struct errors {
    const struct gs_results *results;
    struct gs_sweep sweep;
    enum gs_dtype dtype;
    enum gs_record_place place;
    bool crosses; /* there is an answer past the tolerance */
    size_t exact;
    const char *exact_variants[GS_MOST_KEYS];
};

/* The record at one n whose error is drawn; NULL: there is none. */
static const struct gs_record *with_error(const struct errors *errors, const char *variant,
                                          size_t n)
{
    const struct gs_record *record =
        gs_accuracy_record(errors->results, &errors->sweep, variant, errors->dtype, n);
    bool drawn = record != NULL && gs_has_error(record) && record->max_error > 0 && n > 0;
    return drawn ? record : NULL;
}

/* The errors of a variant over n; crosses: only of answers past the tolerance. */
static bool add_errors(struct gs_chart *chart, const struct errors *errors, const char *variant,
                       struct gs_chart_style style, bool crosses)
{
    size_t sizes[GS_MOST_NUMBERS];
    struct gs_query query = errors->sweep.query;
    query.variant = variant;
    query.dtypes = GS_BIT(errors->dtype);
    query.places = GS_BIT(errors->place);
    size_t count = gs_query_numbers(errors->results, &query, gs_n_of, sizes);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct gs_record *record = with_error(errors, variant, sizes[i]);
        if (record == NULL || (crosses && record->verdict != GS_INACCURATE))
            continue;
        if (!any)
            gs_chart_curve(chart, 0, style);
        any = true;
        double error = record->max_error;
        gs_chart_point(chart, (struct gs_chart_point){(double)sizes[i], error, error, error});
    }
    return any;
}

static bool is_exact(const struct errors *errors, const char *variant)
{
    struct gs_query query = errors->sweep.query;
    query.variant = variant;
    query.dtypes = GS_BIT(errors->dtype);
    query.places = GS_BIT(errors->place);
    for (size_t i = 0; i < errors->results->count; i++) {
        const struct gs_record *record = &errors->results->records[i];
        if (gs_query_matches(&query, record) && record->verdict == GS_RIGHT)
            return true;
    }
    return false;
}

/* With the colours of the other plots; what they do not show has the next ones. */
static void add_side_of_errors(struct gs_chart *chart, const struct gs_plot *plot,
                               struct errors *errors, const char *heading)
{
    const char *variants[GS_MOST_KEYS];
    bool cpu = errors->place == GS_PLACE_CPU, begun = false;
    const struct gs_shown *shown = cpu ? plot->cpus : plot->kernels;
    size_t known = cpu ? plot->cpu_count : plot->kernel_count, next = known;
    size_t most = cpu ? GS_SHOWN_CPUS : GS_SHOWN_KERNELS, item = chart->item_count;
    struct gs_query query = errors->sweep.query;
    query.places = GS_BIT(errors->place);
    query.dtypes = GS_BIT(errors->dtype);
    size_t count = gs_query_texts(errors->results, &query, gs_variant_of, variants);
    gs_chart_heading(chart, "%s", heading);
    for (size_t v = 0; v < count; v++) {
        size_t k = 0;
        while (k < known && strcmp(shown[k].variant, variants[v]) != 0)
            k++;
        k = k < known ? k : next;
        if (k >= most)
            continue;
        struct gs_chart_style style =
            cpu ? gs_plot_cpu_style(k) : gs_plot_kernel_style(plot, k, 0.7);
        if (!add_errors(chart, errors, variants[v], style, false)) {
            if (is_exact(errors, variants[v]))
                errors->exact_variants[errors->exact++] = variants[v];
            continue;
        }
        errors->crosses |= add_errors(chart, errors, variants[v], cross, true);
        next += k == next;
        begun = true;
        gs_chart_sample(chart, style, "%s", variants[v]);
    }
    if (!begun)
        chart->item_count = item;
}

static void format_decade(int exponent, char label[static 32])
{
    snprintf(label, 32, "1e%d", exponent);
}

static bool is_gpu_error(const struct gs_record *record)
{
    return gs_has_error(record) && record->max_error > 0 && !record->simulated;
}

static void finish_accuracy(struct gs_chart *chart, const struct gs_plot *plot)
{
    double low, high;
    struct gs_chart_panel *panel = &chart->panels[0];
    double half_ulp = plot->dtype == GS_F64 ? 0x1p-53 : 0x1p-24;
    gs_chart_range(chart, 0, &low, &high);
    gs_chart_size_axis(chart, &panel->x);
    panel->height = 340;
    panel->y.log = true;
    panel->y.low = pow(10, floor(log10(fmin(low, half_ulp)) - 0.3));
    panel->y.high = pow(10, ceil(log10(fmax(high, half_ulp)) + 0.3));
    gs_chart_decades(&panel->y, format_decade);
    snprintf(panel->y.title, sizeof panel->y.title, "largest relative error");
    gs_chart_rule(chart, 0, half_ulp, "one rounding: half a unit of the last place");
}

bool gs_plot_of_accuracy(struct gs_chart *chart, const struct gs_plot *plot)
{
    struct gs_query inexact = plot->cpu, gpu = plot->kernel;
    inexact.places = 0;
    inexact.has = gs_is_inexact;
    gpu.has = is_gpu_error;
    if (!gs_plot_has_sizes(plot) || gs_query_first(plot->own, &inexact) == NULL)
        return false;
    bool own = gs_query_first(plot->device, &gpu) == NULL;
    struct errors cpus = {.results = plot->own, .dtype = plot->dtype, .place = GS_PLACE_CPU};
    struct errors kernels = {
        .results = own ? plot->own : plot->device, .dtype = plot->dtype, .place = GS_PLACE_DEVICE};
    cpus.sweep = gs_sweep_of(cpus.results, plot->workload);
    kernels.sweep = gs_sweep_of(kernels.results, plot->workload);
    snprintf(chart->title, sizeof chart->title, "%s, %s: accuracy over n", plot->workload,
             gs_dtype_name(plot->dtype));
    add_side_of_errors(chart, plot, &cpus, "CPU");
    add_side_of_errors(chart, plot, &kernels,
                       own              ? "Kernels, on the simulator"
                       : plot->recorded ? plot->device_label
                                        : "Kernels, on the GPU");
    if (chart->curve_count == 0)
        return false;
    for (size_t s = 0; s < 2; s++) {
        const struct errors *errors = s == 0 ? &cpus : &kernels;
        if (errors->exact > 0 && (s == 0 || cpus.exact == 0))
            gs_chart_heading(chart, "Without any error");
        for (size_t i = 0; i < errors->exact; i++)
            gs_chart_remark(chart, "%s", errors->exact_variants[i]);
    }
    if (cpus.crosses || kernels.crosses) {
        gs_chart_heading(chart, "Inaccurate");
        gs_chart_sample(chart, cross, "past the tolerance");
    }
    finish_accuracy(chart, plot);
    return true;
}
