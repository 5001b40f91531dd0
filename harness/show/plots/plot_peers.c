/* The plot of our fastest beside other libraries, over n. */
#include "plot_parts.h"

#include "table_parts.h"

#include <string.h>

enum { LIBRARIES_CPU = 3 };

/* Ours lies below, broad and dark, and each library on it is narrower than the one before: those
 * that are equally fast are still seen. */
static struct gs_chart_style library_style(const struct gs_plot *plot, bool cpu, size_t k)
{
    static const char *const colours[LIBRARIES_CPU] = {"#8A5A2B", "#888888", "#000000"};
    static const int points[LIBRARIES_CPU] = {2, 3, 1};
    struct gs_chart_style style = gs_plot_kernel_style(plot, k, 1);
    if (cpu)
        style = (struct gs_chart_style){colours[k], GS_DASH_OTHER_CPU, 0, points[k], 0};
    style.width = k < 5 ? 2.8 - 0.4 * (double)k : 1;
    style.size = 0.4 + 0.15 * style.width;
    return style;
}

/* The fastest of ours at each n; which variants those are, between commas. */
static void add_ours(struct gs_chart *chart, const struct gs_peer_table *table, bool cpu)
{
    static const struct gs_chart_style styles[] = {{"#333333", GS_DASH_SOLID, 6, 7, 0.9},
                                                   {"#888888", GS_DASH_SOLID, 4, 5, 0.7}};
    const char *fastest[GS_MOST_KEYS];
    size_t sizes[GS_MOST_NUMBERS], names = 0, first = chart->point_count;
    struct gs_query query = {.workload = table->workload, .dtypes = GS_BIT(table->dtype)};
    char text[GS_CHART_TEXT] = "", name[GS_CHART_TEXT];
    const struct gs_record *last = NULL;
    size_t count = gs_query_numbers(table->results, &query, gs_n_of, sizes);
    for (size_t i = 0; i < count; i++) {
        const struct gs_record *record = gs_peer_table_ours(table, sizes[i]);
        if (record == NULL)
            continue;
        if (chart->point_count == first)
            gs_chart_curve(chart, 0, styles[cpu]);
        gs_chart_point(chart, gs_plot_time_point(record));
        size_t k = 0;
        while (k < names && strcmp(fastest[k], record->variant) != 0)
            k++;
        if (k == names && names < GS_MOST_KEYS)
            fastest[names++] = record->variant;
        last = record;
    }
    if (chart->point_count == first)
        return;
    if (chart->item_count == 0)
        gs_chart_heading(chart, "Ours");
    gs_plot_cpu_name(&(struct gs_shown){.variant = last->variant, .threads = last->threads}, name);
    gs_chart_sample(chart, styles[cpu], "%s: %s", cpu ? "CPU" : "device",
                    names > 1 ? "fastest at each n" : name);
    for (size_t k = 0; k < names && names > 1; k++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s", k > 0 ? ", " : "", fastest[k]);
    }
    if (names > 1)
        gs_chart_remark(chart, "%s", text);
}

static void add_libraries(struct gs_chart *chart, const struct gs_plot *plot,
                          const struct gs_peer_table *table, bool cpu)
{
    const char *names[GS_MOST_KEYS];
    struct gs_query query = {.workload = table->workload,
                             .dtypes = GS_BIT(table->dtype),
                             .places = GS_BIT(GS_PLACE_PEER),
                             .residencies = GS_BIT(table->contest->residency),
                             .caches = GS_BIT(table->contest->cache),
                             .has = gs_is_timed};
    size_t count = gs_query_texts(table->results, &query, gs_variant_of, names);
    size_t most = cpu ? LIBRARIES_CPU : GS_SHOWN_KERNELS;
    char more[64];
    if (count > 0)
        gs_chart_heading(chart, "Libraries on the %s", cpu ? "CPU" : "device");
    if (count > 0 && !cpu)
        gs_chart_remark(chart, "data there, cold cache");
    for (size_t k = 0; k < count && k < most; k++) {
        query.variant = names[k];
        gs_plot_curve(chart, 0, table->results, query, gs_plot_time_point,
                      library_style(plot, cpu, k), names[k]);
    }
    gs_plot_plural(count > most ? count - most : 0, "more library", more);
    if (count > most)
        gs_chart_remark(chart, "%s not shown", more);
}

static const struct gs_contest *contest_of(enum gs_residency residency, enum gs_cache cache)
{
    size_t i = 0;
    while (i < GS_CONTESTS - 1 &&
           (gs_contests[i].residency != residency || gs_contests[i].cache != cache))
        i++;
    return &gs_contests[i];
}

bool gs_plot_of_peers(struct gs_chart *chart, const struct gs_plot *plot)
{
    struct gs_peer_table device = {
        .results = plot->own, .workload = plot->workload, .dtype = plot->dtype};
    struct gs_peer_table cpu = device;
    device.contest = contest_of(GS_RESIDENCY_DEVICE, GS_CACHE_COLD);
    cpu.contest = contest_of(GS_RESIDENCY_HOST, GS_CACHE_WARM);
    if (!gs_plot_has_sizes(plot))
        return false;
    snprintf(chart->title, sizeof chart->title, "%s, %s: time beside other libraries",
             plot->workload, gs_dtype_name(plot->dtype));
    chart->panels[0].height = 380;
    add_ours(chart, &device, false);
    add_ours(chart, &cpu, true);
    size_t ours = chart->curve_count;
    add_libraries(chart, plot, &device, false);
    add_libraries(chart, plot, &cpu, true);
    if (chart->curve_count == ours)
        return false;
    struct gs_query cold = plot->own_kernel;
    cold.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    cold.caches = GS_BIT(GS_CACHE_COLD);
    double floor_s = gs_plot_floor(plot->own, cold);
    gs_chart_size_axis(chart, &chart->panels[0].x);
    gs_chart_time_axis(chart, 0, floor_s);
    gs_plot_floor_rule(chart, floor_s);
    gs_plot_sweep_not_right(chart, plot);
    return true;
}
