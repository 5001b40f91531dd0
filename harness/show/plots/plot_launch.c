/* Plots over the shape of the launch: the block size, and launches that were given. */
#include "plot_parts.h"

#include "numbers.h"
#include "table_parts.h"

#include <math.h>
#include <string.h>

/* ---- block size ------------------------------------------------------------------------------ */

static bool has_rate(const struct gs_record *record)
{
    return gs_is_timed(record) && record->bytes > 0;
}

/* Whether a variant has rates with several blocks among what matches. */
static bool has_block_curve(const struct gs_results *results, struct gs_query query)
{
    const char *variants[GS_MOST_KEYS];
    size_t blocks[GS_MOST_NUMBERS];
    query.has = has_rate;
    size_t count = gs_query_texts(results, &query, gs_variant_of, variants);
    for (size_t i = 0; i < count; i++) {
        query.variant = variants[i];
        if (gs_query_numbers(results, &query, gs_block_of, blocks) > 1)
            return true;
    }
    return false;
}

/* The kernels' records over blocks at the largest n that has a curve; false: no n has. */
static bool find_blocks(const struct gs_plot *plot, struct gs_query *query)
{
    size_t sizes[GS_MOST_NUMBERS], blocks[GS_MOST_NUMBERS];
    struct gs_query own = plot->own_kernel;
    *query = plot->kernel;
    query->one_block = own.one_block = false;
    query->residencies = own.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    query->caches = ~GS_BIT(GS_CACHE_WARM);
    size_t count = gs_query_numbers(plot->device, query, gs_n_of, sizes);
    if (!plot->any_sweep || gs_query_numbers(plot->own, &own, gs_block_of, blocks) < 2)
        return false;
    query->one_n = true;
    while (count > 0) {
        query->n = sizes[--count];
        if (has_block_curve(plot->device, *query))
            return true;
    }
    return false;
}

/* A tic for each block; one that no kernel ran with has a cross, and the reason in the legend. */
static void add_blocks(struct gs_chart *chart, const struct gs_plot *plot, struct gs_query query,
                       const size_t *blocks, size_t count)
{
    static const struct gs_chart_style cross = {"#000000", GS_DASH_SOLID, 0, 2, 1.1};
    query.one_block = true;
    bool begun = false;
    for (size_t b = 0; b < count; b++) {
        char label[32], verdict[GS_CELL];
        snprintf(label, sizeof label, "%zu", blocks[b]);
        gs_chart_tic(&chart->panels[0].x, (double)b, false, label);
        query.block = (unsigned)blocks[b];
        query.has = gs_is_timed;
        bool ran = gs_query_first(plot->device, &query) != NULL;
        query.has = NULL;
        if (ran)
            continue;
        if (!begun)
            gs_chart_heading(chart, "Did not run");
        begun = true;
        gs_chart_curve(chart, 0, cross);
        gs_chart_point(chart, (struct gs_chart_point){(double)b, 0, 0, 0});
        const struct gs_record *record = gs_query_first(plot->device, &query);
        gs_verdict_format(record->verdict, verdict);
        gs_chart_sample(chart, cross, "%zu: %s", blocks[b],
                        record->detail[0] != '\0' ? record->detail : verdict);
    }
}

static void add_block_curves(struct gs_chart *chart, const struct gs_plot *plot,
                             struct gs_query query, const size_t *blocks, size_t count)
{
    query.one_block = true;
    for (size_t k = 0; k < plot->kernel_count; k++) {
        struct gs_chart_style style = gs_plot_kernel_style(plot, k, 0.8);
        bool any = false;
        query.variant = plot->kernels[k].variant;
        query.has = has_rate;
        for (size_t b = 0; b < count; b++) {
            query.block = (unsigned)blocks[b];
            const struct gs_record *record = gs_query_first(plot->device, &query);
            if (record == NULL)
                continue;
            if (!any)
                gs_chart_curve(chart, 0, style);
            any = true;
            struct gs_chart_point point = gs_plot_rate_point(record);
            point.x = (double)b;
            gs_chart_point(chart, point);
        }
        if (any)
            gs_chart_sample(chart, style, "%s", query.variant);
    }
    gs_plot_hidden(chart, plot->hidden_kernels);
}

bool gs_plot_of_block(struct gs_chart *chart, const struct gs_plot *plot)
{
    size_t blocks[GS_MOST_NUMBERS];
    char n[32], label[GS_CHART_TEXT];
    double low, high, copy = 0;
    struct gs_query query;
    if (!find_blocks(plot, &query))
        return false;
    size_t count = gs_query_numbers(plot->device, &query, gs_block_of, blocks);
    gs_size_format(query.n, n);
    snprintf(chart->title, sizeof chart->title, "%s, %s: block sizes, n = %s", plot->workload,
             gs_dtype_name(plot->dtype), n);
    struct gs_chart_panel *panel = &chart->panels[0];
    panel->height = 330;
    gs_chart_heading(chart, "%s", gs_plot_where(plot, false));
    add_block_curves(chart, plot, query, blocks, count);
    for (size_t i = 0; i < plot->device->count; i++) {
        const struct gs_record *record = &plot->device->records[i];
        if (gs_query_matches(&query, record) && has_rate(record))
            copy = record->peak_bytes_per_s * 1e-9;
    }
    gs_chart_range(chart, 0, &low, &high);
    gs_chart_linear_axis(&panel->y, fmax(high, copy));
    snprintf(panel->y.title, sizeof panel->y.title, "GB/s; whiskers: quartiles");
    snprintf(panel->x.title, sizeof panel->x.title, "block size (threads a block)");
    panel->x.low = -0.5;
    panel->x.high = (double)count - 0.5;
    add_blocks(chart, plot, query, blocks, count);
    snprintf(label, sizeof label, "measured copy: %.4g GB/s", copy);
    if (copy > 0)
        gs_chart_rule(chart, 0, copy, label);
    return true;
}

/* ---- launches that were given ---------------------------------------------------------------- */

enum { MOST_LAUNCHES = GS_CHART_TICS };

/* The launches over as many cells, in the order of their threads. */
struct launches {
    size_t cells, count;
    struct launch {
        unsigned grid, block;
    } all[MOST_LAUNCHES];
};

static struct gs_query given_query(const struct gs_plot *plot)
{
    return (struct gs_query){
        .workload = plot->workload, .dtypes = GS_BIT(plot->dtype), .any_grid = true};
}

static bool was_given(const struct gs_record *record)
{
    return record->grid > 0;
}

static bool comes_before(struct launch a, struct launch b)
{
    size_t x = (size_t)a.grid * a.block, y = (size_t)b.grid * b.block;
    return x < y || (x == y && a.grid < b.grid);
}

/* Adds a launch in its place, if it is a new one. */
static void add_launch(struct launches *launches, struct launch launch)
{
    size_t at = 0;
    while (at < launches->count && comes_before(launches->all[at], launch))
        at++;
    bool known = at < launches->count && !comes_before(launch, launches->all[at]);
    if (known || launches->count == MOST_LAUNCHES)
        return;
    memmove(&launches->all[at + 1], &launches->all[at],
            (launches->count - at) * sizeof launches->all[0]);
    launches->all[at] = launch;
    launches->count++;
}

static void collect_launches(struct launches *launches, const struct gs_results *results,
                             struct gs_query query)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (gs_query_matches(&query, record))
            add_launch(launches, (struct launch){record->grid, record->block});
    }
}

/* Those over the n that most were given for. */
static struct launches find_launches(const struct gs_plot *plot)
{
    struct launches most = {.count = 0};
    size_t sizes[GS_MOST_NUMBERS];
    struct gs_query query = given_query(plot);
    query.has = was_given;
    size_t count = gs_query_numbers(plot->own, &query, gs_n_of, sizes);
    query.one_n = true;
    for (size_t i = 0; i < count; i++) {
        struct launches here = {.cells = sizes[i]};
        query.n = sizes[i];
        collect_launches(&here, plot->own, query);
        if (here.count > most.count)
            most = here;
    }
    query.n = most.cells;
    if (plot->recorded && most.count > 0)
        collect_launches(&most, plot->device, query);
    return most;
}

/* A tic for each launch: two with as many threads are two. */
static void add_launch_axis(struct gs_chart_axis *axis, const struct launches *launches)
{
    snprintf(axis->title, sizeof axis->title,
             "launch: blocks × threads a block, by rising threads");
    axis->low = -0.4;
    axis->high = (double)launches->count - 0.6;
    for (size_t i = 0; i < launches->count; i++) {
        char label[32];
        snprintf(label, sizeof label, "%u ×", launches->all[i].grid);
        gs_chart_tic(axis, (double)i, false, label);
        snprintf(axis->tics[i].label[1], sizeof axis->tics[i].label[1], "%u",
                 launches->all[i].block);
    }
}

/* One curve over launches: a point at each that y_of() has a value for. */
static bool add_launch_curve(struct gs_chart *chart, const struct gs_results *results,
                             struct gs_query query, const struct launches *launches,
                             struct gs_chart_point (*point)(const struct gs_results *,
                                                            const struct gs_query *),
                             struct gs_chart_style style)
{
    bool any = false;
    query.one_n = query.one_block = true;
    query.any_grid = false;
    query.n = launches->cells;
    for (size_t i = 0; i < launches->count; i++) {
        query.grid = launches->all[i].grid;
        query.block = launches->all[i].block;
        struct gs_chart_point at = point(results, &query);
        if (isnan(at.y))
            continue;
        at.x = (double)i;
        if (!any)
            gs_chart_curve(chart, 0, style);
        any = true;
        gs_chart_point(chart, at);
    }
    if (any)
        gs_chart_sample(chart, style, "%s", query.variant);
    return any;
}

static const struct gs_chart_point no_point = {NAN, NAN, NAN, NAN};

static struct gs_chart_point time_of_launch(const struct gs_results *results,
                                            const struct gs_query *query)
{
    struct gs_query timed = *query;
    timed.has = gs_is_timed;
    timed.residencies = GS_BIT(GS_RESIDENCY_HOST) | GS_BIT(GS_RESIDENCY_DEVICE);
    timed.caches = timed.places == GS_BIT(GS_PLACE_CPU) ? 0 : ~GS_BIT(GS_CACHE_WARM);
    const struct gs_record *record = gs_query_first(results, &timed);
    return record != NULL ? gs_plot_time_point(record) : no_point;
}

/* The share of the updates that a launch kept: all, or what a race is measured to have lost. */
static struct gs_chart_point kept_by_launch(const struct gs_results *results,
                                            const struct gs_query *query)
{
    double kept = NAN;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        if (!gs_query_matches(query, record))
            continue;
        if (record->verdict == GS_LOST_UPDATES && record->lost > 0)
            kept = fmin(isnan(kept) ? 1 : kept, 1 - record->lost);
        else if (record->verdict == GS_RIGHT && isnan(kept))
            kept = 1;
    }
    return kept > 0 ? (struct gs_chart_point){0, kept, kept, kept} : no_point;
}

/* What the curves of one side are: of a CPU or of kernels, and of which variants. */
struct side {
    const char *heading;
    const struct gs_results *results;
    enum gs_record_place place;
    bool losing; /* only variants that lose updates, and what they keep; else times */
    bool hollow;
};

static bool loses(const struct gs_record *record)
{
    return record->verdict == GS_LOST_UPDATES;
}

static void add_side(struct gs_chart *chart, const struct gs_plot *plot,
                     const struct launches *launches, const struct side *side)
{
    const char *variants[GS_MOST_KEYS];
    struct gs_query query = given_query(plot);
    struct gs_plot looks = {.recorded = side->hollow};
    query.places = GS_BIT(side->place);
    query.one_n = true;
    query.n = launches->cells;
    size_t count = gs_query_texts(side->results, &query, gs_variant_of, variants), drawn = 0;
    size_t most = side->place == GS_PLACE_CPU ? GS_SHOWN_CPUS : GS_SHOWN_KERNELS;
    size_t item = chart->item_count;
    gs_chart_heading(chart, "%s", side->heading);
    for (size_t v = 0; v < count && drawn < most; v++) {
        query.variant = variants[v];
        query.has = side->losing ? loses : NULL;
        if (side->losing && gs_query_first(side->results, &query) == NULL)
            continue;
        query.has = NULL;
        drawn += add_launch_curve(
            chart, side->results, query, launches, side->losing ? kept_by_launch : time_of_launch,
            side->place == GS_PLACE_CPU ? gs_plot_cpu_style(drawn)
                                        : gs_plot_kernel_style(&looks, drawn, 0.8));
    }
    if (drawn == 0)
        chart->item_count = item;
}

static void title_launches(struct gs_chart *chart, const struct gs_plot *plot, const char *what,
                           size_t cells)
{
    char count[64];
    gs_plot_plural(cells, "cell", count);
    snprintf(chart->title, sizeof chart->title, "%s, %s: %s, %s", plot->workload,
             gs_dtype_name(plot->dtype), what, count);
    chart->panels[0].height = 340;
}

bool gs_plot_of_launches(struct gs_chart *chart, const struct gs_plot *plot)
{
    enum { LEAST = 3 };
    struct launches launches = find_launches(plot);
    const struct side cpu = {"CPU", plot->own, GS_PLACE_CPU, false, false};
    const struct side kernels = {gs_plot_where(plot, false), plot->device, GS_PLACE_DEVICE, false,
                                 plot->recorded};
    struct gs_query any = given_query(plot);
    any.places = GS_BIT(GS_PLACE_DEVICE);
    if (launches.count < LEAST)
        return false;
    title_launches(chart, plot, "time over launches", launches.cells);
    add_side(chart, plot, &launches, &cpu);
    add_side(chart, plot, &launches, &kernels);
    if (chart->curve_count == 0)
        return false;
    double floor_s = gs_plot_floor(plot->own, any);
    add_launch_axis(&chart->panels[0].x, &launches);
    gs_chart_time_axis(chart, 0, floor_s);
    gs_plot_floor_rule(chart, floor_s);
    any.places = 0;
    any.has = was_given;
    any.one_n = true;
    any.n = launches.cells;
    gs_plot_not_right(chart, plot, &any, 1);
    return true;
}

static void format_percent(int exponent, char label[static 32])
{
    snprintf(label, 32, "%.*f %%", exponent < -2 ? -2 - exponent : 0, pow(10, exponent + 2));
}

/* Variants that were right at every launch over as many cells: one line of the plot, the right one.
 */
static void add_sound(struct gs_chart *chart, const struct gs_plot *plot,
                      const struct launches *launches)
{
    const char *variants[GS_MOST_KEYS];
    struct gs_query query = given_query(plot);
    query.one_n = true;
    query.n = launches->cells;
    size_t count = gs_query_texts(plot->own, &query, gs_variant_of, variants);
    bool begun = false;
    for (size_t v = 0; v < count; v++) {
        query.variant = variants[v];
        query.has = loses;
        bool lost = gs_query_first(plot->own, &query) != NULL;
        query.has = NULL;
        const struct gs_record *first = gs_query_first(plot->own, &query);
        if (lost || isnan(kept_by_launch(plot->own, &query).y))
            continue;
        if (!begun)
            gs_chart_heading(chart, "Right at every launch");
        begun = true;
        gs_chart_remark(chart, "%s%s", variants[v], first->place == GS_PLACE_CPU ? " (CPU)" : "");
    }
}

bool gs_plot_of_losses(struct gs_chart *chart, const struct gs_plot *plot)
{
    double low, high;
    struct launches launches = find_launches(plot);
    const struct side sides[] = {{"CPU threads", plot->own, GS_PLACE_CPU, true, false},
                                 {plot->simulated ? "On the simulator" : "On the GPU", plot->own,
                                  GS_PLACE_DEVICE, true, false},
                                 {plot->device_label, plot->device, GS_PLACE_DEVICE, true, true}};
    if (launches.count < 2)
        return false;
    title_launches(chart, plot, "updates that are kept", launches.cells);
    add_side(chart, plot, &launches, &sides[0]);
    add_side(chart, plot, &launches, &sides[1]);
    if (chart->curve_count == 0)
        return false;
    if (plot->simulated)
        gs_chart_remark(chart, "a model of the race: the same seed, the same losses");
    if (plot->recorded)
        add_side(chart, plot, &launches, &sides[2]);
    struct gs_chart_panel *panel = &chart->panels[0];
    gs_chart_range(chart, 0, &low, &high);
    add_launch_axis(&panel->x, &launches);
    panel->y.log = true;
    panel->y.low = pow(10, floor(log10(low) - 0.15));
    panel->y.high = pow(panel->y.low, -0.12);
    snprintf(panel->y.title, sizeof panel->y.title, "share of the updates that are kept");
    gs_chart_decades(&panel->y, format_percent);
    gs_chart_rule(chart, 0, 1, "100 %: right, no update is lost");
    add_sound(chart, plot, &launches);
    return true;
}
