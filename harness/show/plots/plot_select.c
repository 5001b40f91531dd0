/* What the plots of a workload show, and the parts that they share. */
#include "plot_parts.h"

#include "table_parts.h"

#include <math.h>
#include <string.h>

/* ---- which variants -------------------------------------------------------------------------- */

/* The timed record at the largest n among those that match; NULL: there is none.
 */
static const struct gs_record *largest(const struct gs_results *results,
                                       const struct gs_query *query)
{
    const struct gs_record *last = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (gs_query_matches(query, record) && gs_is_timed(record) &&
            (last == NULL || record->n > last->n))
            last = record;
    }
    return last;
}

/* Seconds an element at the largest n; NAN: it has no time. */
static double cost_of(const struct gs_results *results, const struct gs_query *query)
{
    const struct gs_record *record = largest(results, query);
    return record != NULL ? record->time.median_s / (double)record->n : NAN;
}

/* Variants in the lesson's order, and what each costs. */
struct candidates {
    struct gs_shown shown[GS_MOST_KEYS];
    double cost[GS_MOST_KEYS];
    size_t count;
};

static void add_candidate(struct candidates *candidates, struct gs_shown shown, double cost)
{
    if (isnan(cost) || candidates->count == GS_MOST_KEYS)
        return;
    candidates->cost[candidates->count] = cost;
    candidates->shown[candidates->count++] = shown;
}

static size_t faster_than(const struct candidates *candidates, size_t index)
{
    size_t faster = 0;
    for (size_t i = 0; i < candidates->count; i++)
        faster += candidates->cost[i] < candidates->cost[index] ||
                  (i < index && candidates->cost[i] == candidates->cost[index]);
    return faster;
}

/* The first and the fastest, `most` in all; returns how many, and how many are left out. */
static size_t choose(const struct candidates *candidates, size_t most, struct gs_shown *chosen,
                     size_t *hidden)
{
    size_t count = 0;
    bool first_is_fast = candidates->count > 0 && faster_than(candidates, 0) < most;
    for (size_t i = 0; i < candidates->count; i++) {
        if (i == 0 || faster_than(candidates, i) < most - !first_is_fast)
            chosen[count++] = candidates->shown[i];
    }
    *hidden = candidates->count - count;
    return count;
}

static struct gs_query in_residency(const struct gs_plot *plot, const char *variant,
                                    enum gs_residency residency)
{
    struct gs_query query = plot->kernel;
    query.variant = variant;
    query.residencies = GS_BIT(residency);
    query.caches = ~GS_BIT(GS_CACHE_WARM);
    return query;
}

/* A variant that copies for itself, and every one where memories are compared, by its time from
 * host to host, in pinned memory where it ran with that. */
static enum gs_residency compared_by(const struct gs_plot *plot, const struct gs_sweep *sweep,
                                     const char *variant, bool compares_memory)
{
    if (!compares_memory && !gs_copies_itself(plot->device, sweep, variant))
        return GS_RESIDENCY_DEVICE;
    struct gs_query pinned = in_residency(plot, variant, GS_RESIDENCY_PINNED);
    return gs_query_first(plot->device, &pinned) != NULL ? GS_RESIDENCY_PINNED
                                                         : GS_RESIDENCY_PAGEABLE;
}

static void choose_kernels(struct gs_plot *plot, const struct gs_sweep *sweep)
{
    const char *variants[GS_MOST_KEYS];
    size_t count = gs_sweep_variants(plot->device, sweep, variants);
    bool compares_memory = gs_compares_memory(plot->device, sweep);
    double best = INFINITY, best_copying = INFINITY;
    struct candidates candidates = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        struct gs_shown shown = {.variant = variants[i]};
        shown.residency = compared_by(plot, sweep, variants[i], compares_memory);
        struct gs_query compared = gs_plot_kernel(plot, &shown);
        struct gs_query resident = in_residency(plot, variants[i], GS_RESIDENCY_DEVICE);
        double cost = cost_of(plot->device, &compared);
        add_candidate(&candidates, shown, cost);
        if (cost_of(plot->device, &resident) < best) {
            best = cost_of(plot->device, &resident);
            plot->best_kernel = variants[i];
        }
        if (gs_plot_copies(&shown) && cost < best_copying) {
            best_copying = cost;
            plot->best_copying = variants[i];
        }
    }
    plot->over_bus =
        plot->best_copying[0] != '\0' && (compares_memory || plot->best_kernel[0] == '\0');
    plot->kernel_count =
        choose(&candidates, GS_SHOWN_KERNELS, plot->kernels, &plot->hidden_kernels);
}

static struct gs_query cpu_query(const struct gs_plot *plot, const struct gs_shown *shown)
{
    struct gs_query query = plot->cpu;
    query.variant = shown->variant;
    return query;
}

static void choose_cpus(struct gs_plot *plot, const struct gs_sweep *sweep)
{
    const char *variants[GS_MOST_KEYS];
    size_t count = gs_sweep_variants(plot->own, sweep, variants);
    struct candidates candidates = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        struct gs_shown shown = {.variant = variants[i], .residency = GS_RESIDENCY_HOST};
        struct gs_query query = cpu_query(plot, &shown);
        const struct gs_record *record = largest(plot->own, &query);
        shown.threads = record != NULL ? record->threads : 0;
        add_candidate(&candidates, shown, cost_of(plot->own, &query));
    }
    plot->cpu_count = choose(&candidates, GS_SHOWN_CPUS, plot->cpus, &plot->hidden_cpus);
}

void gs_plot_select(struct gs_plot *plot, const struct gs_results *results,
                    const struct gs_results *reference, const char *workload, enum gs_dtype dtype)
{
    plot->own = results;
    plot->device = reference != NULL ? reference : results;
    plot->recorded = reference != NULL;
    plot->workload = workload;
    plot->dtype = dtype;
    plot->best_kernel = plot->best_copying = "";
    struct gs_sweep sweep = gs_sweep_of(plot->own, workload);
    struct gs_sweep device_sweep = gs_sweep_of(plot->device, workload);
    plot->any_sweep = !sweep.empty;
    plot->cpu = sweep.query;
    plot->cpu.places = GS_BIT(GS_PLACE_CPU);
    plot->own_kernel = sweep.device;
    plot->kernel = device_sweep.device;
    plot->cpu.dtypes = plot->own_kernel.dtypes = plot->kernel.dtypes = GS_BIT(dtype);
    struct gs_query kernels = {
        .workload = workload, .places = GS_BIT(GS_PLACE_DEVICE), .any_grid = true};
    const struct gs_record *kernel = gs_query_first(results, &kernels);
    plot->simulated = kernel != NULL && kernel->simulated;
    choose_kernels(plot, &device_sweep);
    choose_cpus(plot, &sweep);
}

bool gs_plot_has_sizes(const struct gs_plot *plot)
{
    size_t sizes[GS_MOST_NUMBERS] = {0};
    struct gs_query query = plot->cpu;
    query.places = 0;
    return plot->any_sweep && gs_query_numbers(plot->own, &query, gs_n_of, sizes) > 1;
}

bool gs_plot_copies(const struct gs_shown *shown)
{
    return shown->residency == GS_RESIDENCY_PINNED || shown->residency == GS_RESIDENCY_PAGEABLE;
}

struct gs_query gs_plot_kernel(const struct gs_plot *plot, const struct gs_shown *shown)
{
    return in_residency(plot, shown->variant, shown->residency);
}

/* ---- looks ----------------------------------------------------------------------------------- */

struct gs_chart_style gs_plot_kernel_style(const struct gs_plot *plot, size_t k, double size)
{
    /* The first six colours are Okabe and Ito's; then Paul Tol's muted ones, with the markers
     * again. A recorded GPU has hollow markers. */
    static const struct {
        const char *colour;
        int filled, hollow;
    } looks[GS_SHOWN_KERNELS] = {
        {"#0072B2", 7, 6},   {"#D55E00", 5, 4},   {"#009E73", 9, 8}, {"#CC79A7", 13, 12},
        {"#E69F00", 11, 10}, {"#56B4E9", 15, 14}, {"#882255", 7, 6}, {"#999933", 5, 4},
        {"#332288", 9, 8},   {"#44AA99", 13, 12},
    };
    return (struct gs_chart_style){.colour = looks[k].colour,
                                   .dash = plot->recorded ? GS_DASH_RECORDED : GS_DASH_SOLID,
                                   .width = 2,
                                   .point = plot->recorded ? looks[k].hollow : looks[k].filled,
                                   .size = plot->recorded ? 1.5 * size : size};
}

struct gs_chart_style gs_plot_cpu_style(size_t k)
{
    static const char *const colours[GS_SHOWN_CPUS] = {"#888888", "#000000", "#8A5A2B"};
    return (struct gs_chart_style){colours[k % GS_SHOWN_CPUS], GS_DASH_SOLID, 2, (int)k + 1, 0.7};
}

void gs_plot_cpu_name(const struct gs_shown *shown, char name[static GS_CHART_TEXT])
{
    char threads[64];
    gs_plot_plural(shown->threads, "thread", threads);
    if (shown->threads > 0)
        snprintf(name, GS_CHART_TEXT, "%s (%s)", shown->variant, threads);
    else
        snprintf(name, GS_CHART_TEXT, "%s", shown->variant);
}

void gs_plot_copying_name(const char *variant, enum gs_residency residency,
                          char name[static GS_CHART_TEXT])
{
    const char *memory = residency == GS_RESIDENCY_PAGEABLE ? "pageable" : "pinned";
    bool named = strstr(variant, memory) != NULL;
    snprintf(name, GS_CHART_TEXT, "%s%s%s", variant, named ? "" : ", ", named ? "" : memory);
}

void gs_plot_plural(size_t count, const char *what, char text[static 64])
{
    snprintf(text, 64, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

/* ---- curves ---------------------------------------------------------------------------------- */

struct gs_chart_point gs_plot_time_point(const struct gs_record *record)
{
    return (struct gs_chart_point){(double)record->n, record->time.median_s, record->time.q1_s,
                                   record->time.q3_s};
}

struct gs_chart_point gs_plot_rate_point(const struct gs_record *record)
{
    double rate = gs_record_gb_per_s(record), median = record->time.median_s;
    if (!(rate > 0))
        return (struct gs_chart_point){(double)record->n, NAN, NAN, NAN};
    return (struct gs_chart_point){(double)record->n, rate, rate * median / record->time.q3_s,
                                   rate * median / record->time.q1_s};
}

bool gs_plot_curve(struct gs_chart *chart, size_t panel, const struct gs_results *results,
                   struct gs_query query, struct gs_chart_point (*point)(const struct gs_record *),
                   struct gs_chart_style style, const char *name)
{
    size_t sizes[GS_MOST_NUMBERS] = {0}, found = 0;
    query.has = gs_is_timed;
    size_t count = gs_query_numbers(results, &query, gs_n_of, sizes);
    query.one_n = true;
    for (size_t i = 0; i < count; i++) {
        query.n = sizes[i];
        struct gs_chart_point at = point(gs_query_first(results, &query));
        if (isnan(at.y))
            continue;
        if (found++ == 0)
            gs_chart_curve(chart, panel, style);
        gs_chart_point(chart, at);
    }
    if (found > 0)
        gs_chart_sample(chart, style, "%s", name);
    return found > 0;
}

void gs_plot_cpus(struct gs_chart *chart, size_t panel, const struct gs_plot *plot,
                  struct gs_chart_point (*point)(const struct gs_record *))
{
    char name[GS_CHART_TEXT];
    if (plot->cpu_count > 0)
        gs_chart_heading(chart, "CPU");
    for (size_t k = 0; k < plot->cpu_count; k++) {
        gs_plot_cpu_name(&plot->cpus[k], name);
        gs_plot_curve(chart, panel, plot->own, cpu_query(plot, &plot->cpus[k]), point,
                      gs_plot_cpu_style(k), name);
    }
    gs_plot_hidden(chart, plot->hidden_cpus);
}

void gs_plot_hidden(struct gs_chart *chart, size_t hidden)
{
    char text[64];
    gs_plot_plural(hidden, "slower variant", text);
    if (hidden > 0)
        gs_chart_remark(chart, "%s not shown", text);
}

const char *gs_plot_where(const struct gs_plot *plot, bool over_bus)
{
    if (over_bus)
        return plot->recorded ? "Recorded GPU, host to host" : "Host to host, with copies";
    return plot->recorded ? "Recorded GPU, cold cache" : "On the device, cold cache";
}

void gs_plot_device_heading(struct gs_chart *chart, const struct gs_plot *plot, bool over_bus)
{
    gs_chart_heading(chart, "%s", gs_plot_where(plot, over_bus));
    if (plot->kernel.block > 0)
        gs_chart_remark(chart, "%u threads a block", plot->kernel.block);
}

double gs_plot_floor(const struct gs_results *results, struct gs_query query)
{
    double floor_s = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (gs_query_matches(&query, record) && gs_is_timed(record) && record->floor_s > 0)
            floor_s = record->floor_s;
    }
    return floor_s;
}

void gs_plot_floor_rule(struct gs_chart *chart, double floor_s)
{
    char time[16], label[GS_CHART_TEXT];
    gs_time_format_utf8(floor_s, time);
    snprintf(label, sizeof label, "empty launch: %s", time);
    if (floor_s > 0)
        gs_chart_rule(chart, 0, floor_s, label);
}

/* ---- rows without a time --------------------------------------------------------------------- */

/* Records that are not right, of the same variant and verdict. */
struct not_right {
    const struct gs_record *first;
    size_t rows;
};

static bool any_matches(const struct gs_query *queries, size_t count,
                        const struct gs_record *record)
{
    for (size_t q = 0; q < count; q++) {
        if (gs_query_matches(&queries[q], record))
            return true;
    }
    return false;
}

static size_t find_not_right(const struct gs_results *results, const struct gs_query *queries,
                             size_t count, struct not_right found[static GS_MOST_KEYS])
{
    size_t kinds = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        size_t k = 0;
        if (record->verdict == GS_RIGHT || !any_matches(queries, count, record))
            continue;
        while (k < kinds && (found[k].first->verdict != record->verdict ||
                             strcmp(found[k].first->variant, record->variant) != 0))
            k++;
        if (k == kinds && kinds < GS_MOST_KEYS)
            found[kinds++] = (struct not_right){record, 0};
        if (k < kinds)
            found[k].rows++;
    }
    return kinds;
}

void gs_plot_not_right(struct gs_chart *chart, const struct gs_plot *plot,
                       const struct gs_query *queries, size_t count)
{
    enum { MOST = 5 };
    struct not_right found[GS_MOST_KEYS];
    size_t kinds = find_not_right(plot->own, queries, count, found);
    if (kinds > 0)
        gs_chart_heading(chart, "Not right, not timed");
    for (size_t k = 0; k < kinds && k < MOST; k++) {
        char verdict[GS_CELL], rows[64];
        gs_verdict_format(found[k].first->verdict, verdict);
        gs_plot_plural(found[k].rows, "row", rows);
        gs_chart_remark(chart, "%s: %s (%s)", found[k].first->variant, verdict, rows);
    }
    if (kinds > MOST)
        gs_chart_remark(chart, "and %zu more", kinds - MOST);
}

void gs_plot_sweep_not_right(struct gs_chart *chart, const struct gs_plot *plot)
{
    struct gs_query queries[] = {plot->cpu, plot->own_kernel};
    queries[0].places |= GS_BIT(GS_PLACE_PEER);
    gs_plot_not_right(chart, plot, queries, plot->any_sweep ? 2 : 0);
}
