/* Predicted over measured times, a panel for each state of the caches. */
#include "plot_predicted.h"

#include "chart.h"
#include "files.h"
#include "grow.h"
#include "plot_parts.h"
#include "visible.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096, GPUS = GS_SHOWN_KERNELS, MOST_CELLS = 32 };
enum column { GPU, CACHES, MEASURED, PREDICTED, COLUMNS };
enum caches { COLD, WARM, STATES };

static const char *const column_names[COLUMNS] = {"gpu", "caches", "measured_us", "predicted_us"};
static const char *const state_names[STATES] = {"cold", "warm"};

struct time {
    size_t gpu;
    enum caches caches;
    double measured_s, predicted_s;
};

struct times {
    const char *gpus[GPUS];           /* in the text of the file */
    size_t gpu_count, count, without; /* a prediction */
    struct time *all;
    double least_s, most_s; /* of both times */
};

/* ---- the file -------------------------------------------------------------------------------- */

/* Cuts a line at its commas; how many cells it has. */
static size_t cut(char *line, char *cells[static MOST_CELLS])
{
    size_t count = 0;
    for (char *rest = line; rest != NULL && count < MOST_CELLS;)
        cells[count++] = strsep(&rest, ",");
    return count;
}

/* Where each column is; false: one is missing, and which. */
static bool find_columns(char *line, size_t at[static COLUMNS], enum column *missing)
{
    char *cells[MOST_CELLS];
    size_t count = cut(line, cells);
    for (*missing = 0; *missing < COLUMNS; (*missing)++) {
        size_t i = 0;
        while (i < count && strcmp(cells[i], column_names[*missing]) != 0)
            i++;
        if (i == count)
            return false;
        at[*missing] = i;
    }
    return true;
}

static bool read_seconds(const char *cell, double *seconds)
{
    char *end;
    *seconds = strtod(cell, &end) * 1e-6;
    return end != cell && *end == '\0' && isfinite(*seconds) && *seconds > 0;
}

/* The number of a GPU, which may be new; GPUS: it is one too many. */
static size_t gpu_of(struct times *times, const char *name)
{
    size_t i = 0;
    while (i < times->gpu_count && strcmp(times->gpus[i], name) != 0)
        i++;
    if (i == times->gpu_count && i < GPUS)
        times->gpus[times->gpu_count++] = name;
    return i;
}

/* NULL, or what is wrong with the line. */
static const char *add_line(struct times *times, char *line, const size_t at[static COLUMNS])
{
    char *cells[MOST_CELLS];
    struct time time = {0};
    const size_t count = cut(line, cells);
    for (size_t i = 0; i < COLUMNS; i++) {
        if (at[i] >= count)
            return "lacks cells";
    }
    while (time.caches < STATES && strcmp(cells[at[CACHES]], state_names[time.caches]) != 0)
        time.caches++;
    if (time.caches == STATES)
        return "has caches that are neither cold nor warm";
    if (cells[at[PREDICTED]][0] == '\0') {
        times->without++;
        return NULL;
    }
    if (!read_seconds(cells[at[MEASURED]], &time.measured_s) ||
        !read_seconds(cells[at[PREDICTED]], &time.predicted_s))
        return "has a time that is no number over 0";
    time.gpu = gpu_of(times, cells[at[GPU]]);
    if (time.gpu == GPUS)
        return "is of one GPU more than there are colours";
    if (!gs_grow(&times->all, times->count, sizeof time))
        return "found no memory left";
    times->all[times->count++] = time;
    times->least_s = fmin(times->least_s, fmin(time.measured_s, time.predicted_s));
    times->most_s = fmax(times->most_s, fmax(time.measured_s, time.predicted_s));
    return NULL;
}

/* `text` is cut into pieces, which the times point into. */
static enum gs_status read_times(char *text, const char *path, struct times *times,
                                 struct gs_error *error)
{
    size_t at[COLUMNS], number = 1;
    enum column missing;
    char *rest = text, *line = strsep(&rest, "\n");
    *times = (struct times){.least_s = INFINITY};
    if (!find_columns(line, at, &missing))
        return gs_fail(error, GS_USAGE,
                       "plot: %s is no list of predicted times: its first line names no column %s",
                       gs_visible(path).text, column_names[missing]);
    while ((line = strsep(&rest, "\n")) != NULL) {
        const char *wrong = line[0] != '\0' ? add_line(times, line, at) : NULL;
        number++;
        if (wrong != NULL)
            return gs_fail(error, GS_USAGE, "plot: line %zu of %s %s", number,
                           gs_visible(path).text, wrong);
    }
    if (times->count == 0)
        return gs_fail(error, GS_USAGE, "plot: %s has no time with a prediction",
                       gs_visible(path).text);
    return GS_OK;
}

/* ---- the chart ------------------------------------------------------------------------------- */

static const struct {
    double factor;
    struct gs_chart_style style;
    const char *label;
} lines[] = {
    {1, {"#000000", GS_DASH_SOLID, 1.2, 0, 0}, "predicted as measured"},
    {1.25, {"#000000", GS_DASH_RECORDED, 1, 0, 0}, "a factor of 1.25 off"},
    {1.5, {"#000000", GS_DASH_PAGEABLE, 1, 0, 0}, "a factor of 1.5 off"},
};

/* predicted = factor x measured, as far as it lies in the panel. */
static void add_line_of(struct gs_chart *chart, size_t panel, double factor,
                        struct gs_chart_style style)
{
    const struct gs_chart_axis *axis = &chart->panels[panel].x;
    double from = fmax(axis->low, axis->low / factor), to = fmin(axis->high, axis->high / factor);
    gs_chart_curve(chart, panel, style);
    gs_chart_point(chart, (struct gs_chart_point){from, from * factor, NAN, NAN});
    gs_chart_point(chart, (struct gs_chart_point){to, to * factor, NAN, NAN});
}

/* Both axes are of the same times in all panels. */
static void add_panel(struct gs_chart *chart, const struct times *times, enum caches caches)
{
    struct gs_chart_panel *panel = &chart->panels[caches];
    struct gs_chart_axis *const axes[] = {&panel->x, &panel->y};
    panel->height = 500; /* about as much as it is wide */
    for (size_t i = 0; i < 2; i++) {
        axes[i]->log = true;
        axes[i]->low = times->least_s / 1.2;
        axes[i]->high = times->most_s * 1.2;
        gs_chart_time_decades(axes[i]);
    }
    snprintf(panel->x.title, sizeof panel->x.title, "measured time (median), %s caches",
             state_names[caches]);
    snprintf(panel->y.title, sizeof panel->y.title, "predicted time, %s caches",
             state_names[caches]);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        add_line_of(chart, caches, lines[i].factor, lines[i].style);
        if (lines[i].factor > 1)
            add_line_of(chart, caches, 1 / lines[i].factor, lines[i].style);
    }
}

/* The times of a GPU in each panel, and its line in the legend. */
static void add_gpu(struct gs_chart *chart, const struct times *times, size_t gpu)
{
    const struct gs_plot looks = {.recorded = true};
    struct gs_chart_style style = gs_plot_kernel_style(&looks, gpu, 0.25);
    style.width = 0;
    size_t count = 0;
    for (enum caches caches = 0; caches < STATES; caches++) {
        gs_chart_curve(chart, caches, style);
        for (size_t i = 0; i < times->count; i++) {
            const struct time *time = &times->all[i];
            if (time->gpu != gpu || time->caches != caches)
                continue;
            gs_chart_point(chart,
                           (struct gs_chart_point){time->measured_s, time->predicted_s, NAN, NAN});
            count++;
        }
    }
    style.size *= 2;
    char text[64];
    gs_plot_plural(count, "time", text);
    gs_chart_sample(chart, style, "%.60s: %s", times->gpus[gpu], text);
}

static void add_all(struct gs_chart *chart, const struct times *times)
{
    chart->panel_count = STATES;
    snprintf(chart->title, sizeof chart->title, "Predicted over measured times");
    snprintf(chart->about[0], GS_CHART_TEXT, "kernels with their data on the device");
    for (enum caches caches = 0; caches < STATES; caches++)
        add_panel(chart, times, caches);
    gs_chart_heading(chart, "Each point is a kernel at one n and block");
    for (size_t gpu = 0; gpu < times->gpu_count; gpu++)
        add_gpu(chart, times, gpu);
    gs_chart_remark(chart, "%zu more without a prediction", times->without);
    gs_chart_heading(chart, "Lines");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        gs_chart_sample(chart, lines[i].style, "%s", lines[i].label);
}

static enum gs_status draw(const struct times *times, const char *path, struct gs_error *error)
{
    char out[PATH_BYTES];
    bool png = true;
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    bool has_ending = dot != NULL && (slash == NULL || dot > slash);
    snprintf(out, sizeof out, "%.*s", has_ending ? (int)(dot - path) : (int)strlen(path), path);
    struct gs_chart *chart = gs_chart_new();
    if (chart == NULL)
        return gs_out_of_memory(error);
    add_all(chart, times);
    gs_chart_lay_out(chart);
    enum gs_status status =
        chart->failed ? gs_out_of_memory(error) : gs_chart_draw(chart, out, &png, error);
    if (status == GS_OK && !png)
        gs_chart_say_no_png();
    gs_chart_free(chart);
    return status;
}

enum gs_status gs_plot_predicted(const char *path, struct gs_error *error)
{
    struct gs_text text;
    struct times times = {0};
    enum gs_status status = gs_file_read(path, GS_MOST_TEXT, &text, error);
    if (status != GS_OK)
        return status;
    status = read_times(text.data, path, &times, error);
    if (status == GS_OK)
        status = draw(&times, path, error);
    free(times.all);
    free(text.data);
    return status;
}
