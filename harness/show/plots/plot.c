#include "plot.h"

#include "plot_parts.h"
#include "json_get.h"
#include "install_paths.h"
#include "process.h"
#include "result_name.h"
#include "visible.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* A recorded result of a real GPU, whose kernels stand in for those of the simulator. */
struct reference {
    char label[320]; /* the GPU's name and the date */
    struct gs_results results;
};

/* What the plots of one result file are drawn from, and where they go. */
struct drawing {
    char folder[PATH_BYTES];
    char subject[GS_RESULT_NAME]; /* "lesson3", "kernel-saxpy": plots begin with it */
    bool peers;                   /* the result has other libraries beside ours */
    const struct gs_results *results;
    const struct reference *reference; /* or NULL */
    struct gs_plot plot;               /* of one workload after the other */
};

/* "NVIDIA H100, recorded 2026-11-21" */
static void label_device(const struct gs_results *results, const char *recorded,
                         char label[static 320])
{
    const json_t *device = gs_results_fact(results, "device");
    snprintf(label, 320, "%.200s, %s%.10s",
             gs_json_text(json_object_get(device, "name"), "unknown"), recorded,
             gs_get_text(results->context, "date"));
}

static bool has_device_times(const struct gs_results *results)
{
    struct gs_query query = {
        .places = GS_BIT(GS_PLACE_DEVICE), .any_grid = true, .has = gs_is_timed};
    return gs_query_first(results, &query) != NULL;
}

/*
 * The first recorded result of that name that has device times; false where there is none. The
 * caller releases out->results.
 */
static bool find_reference(const char *subject, struct reference *out)
{
    char pattern[PATH_BYTES], name[96];
    snprintf(name, sizeof name, "results/recorded/*/%s.json", subject);
    glob_t found;
    if (!gs_path_of_shared(name, pattern, sizeof pattern) || glob(pattern, 0, NULL, &found) != 0)
        return false;
    bool good = false;
    for (size_t i = 0; i < found.gl_pathc && !good; i++) {
        struct gs_error ignored = {0};
        if (gs_results_load(found.gl_pathv[i], &out->results, &ignored) != GS_OK)
            continue;
        good = has_device_times(&out->results);
        label_device(&out->results, "recorded ", out->label);
        if (!good)
            gs_results_release(&out->results);
    }
    globfree(&found);
    return good;
}

/* ---- the kinds of plot ----------------------------------------------------------------------- */

const struct gs_plot_kind gs_plot_kinds[GS_PLOT_KINDS] = {
    {"time", "Median time over n", gs_plot_of_time, false, true, false},
    {"peers", "Median time over n beside other libraries", gs_plot_of_peers, true, true, false},
    {"bandwidth", "Bytes a second over n, beside the measured limit", gs_plot_of_bandwidth, false,
     true, false},
    {"launches", "Time over the threads of a launch", gs_plot_of_launches, false, true, false},
    {"losses", "The share of the updates that are kept", gs_plot_of_losses, false, true, true},
    {"stages", "Where the time from host to host goes", gs_plot_of_stages, false, false, false},
    {"accuracy", "The largest error over n", gs_plot_of_accuracy, false, true, false},
    {"block", "Bytes a second over the threads of a block", gs_plot_of_block, false, false, false},
};

void gs_plot_path(const char *folder, const char *subject, const char *workload,
                  const struct gs_plot_kind *kind, enum gs_dtype dtype, const char *ending,
                  char path[static GS_PLOT_PATH])
{
    snprintf(path, GS_PLOT_PATH, "%s/%s_%s_%s_%s%s", folder, subject, workload, kind->name,
             gs_dtype_name(dtype), ending);
}

/* ---- one plot -------------------------------------------------------------------------------- */

/* Whose curves these are. */
static void say_whose(struct gs_chart *chart, const struct drawing *drawing,
                      const struct gs_plot_kind *kind)
{
    const struct gs_plot *plot = &drawing->plot;
    size_t line = 0;
    if (kind->cpu)
        snprintf(chart->about[line++], GS_CHART_TEXT, "CPU: %.120s%s",
                 gs_results_fact_text(plot->own, "cpu", "unknown"),
                 plot->recorded ? ", this machine" : "");
    if (plot->simulated && (kind->simulator || !plot->recorded))
        snprintf(chart->about[line++], GS_CHART_TEXT, "Kernels: on the simulator%s",
                 kind->simulator ? "" : ", verified and not timed");
    if (plot->device_label[0] != '\0')
        snprintf(chart->about[line], GS_CHART_TEXT, "GPU: %.150s", plot->device_label);
}

/* What drawing came to, over all plots. */
struct tally {
    size_t drawn;
    bool no_png; /* there is no gnuplot */
};

static enum gs_status draw_kind(const struct drawing *drawing, const struct gs_plot_kind *kind,
                                struct tally *tally, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    bool png = true;
    char path[GS_PLOT_PATH];
    struct gs_chart *chart = gs_chart_new();
    if (chart == NULL)
        return gs_out_of_memory(error);
    chart->panel_count = 1;
    if (kind->add(chart, &drawing->plot)) {
        say_whose(chart, drawing, kind);
        gs_chart_lay_out(chart);
        gs_plot_path(drawing->folder, drawing->subject, drawing->plot.workload, kind,
                     drawing->plot.dtype, "", path);
        status = chart->failed ? gs_out_of_memory(error) : gs_chart_draw(chart, path, &png, error);
        tally->drawn += status == GS_OK;
        tally->no_png |= !png;
    }
    gs_chart_free(chart);
    return status;
}

/* ---- a result -------------------------------------------------------------------------------- */

/* The plots of every workload, in the first dtype that it has. */
static enum gs_status draw_all(struct drawing *drawing, struct tally *tally, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    const struct gs_results *results = drawing->results;
    const struct gs_results *reference =
        drawing->reference != NULL ? &drawing->reference->results : NULL;
    const char *workloads[GS_MOST_KEYS];
    struct gs_query query = {.any_grid = true};
    size_t count = gs_query_texts(results, &query, gs_workload_of, workloads);
    for (size_t i = 0; i < count; i++) {
        query.workload = workloads[i];
        gs_plot_select(&drawing->plot, results, reference, workloads[i],
                       gs_query_first(results, &query)->dtype);
        for (size_t k = 0; k < GS_PLOT_KINDS; k++) {
            if (gs_plot_kinds[k].peers == drawing->peers && status == GS_OK)
                status = draw_kind(drawing, &gs_plot_kinds[k], tally, error);
        }
    }
    return status;
}

/* FOLDER/NAME.json, taken apart. */
static bool take_apart(const char *path, struct drawing *drawing)
{
    const char *slash = strrchr(path, '/');
    struct gs_result_name name;
    if (!gs_result_name_parse(path, &name) || name.kind == GS_RESULT_VERIFY)
        return false;
    drawing->peers = name.kind == GS_RESULT_PEERS;
    name.kind = GS_RESULT_RUN;
    gs_result_name_format(&name, drawing->subject);
    snprintf(drawing->folder, sizeof drawing->folder, "%.*s",
             slash != NULL ? (int)(slash - path) : 1, slash != NULL ? path : ".");
    return true;
}

/* A result without device times of its own stands beside a recorded GPU's. */
static enum gs_status draw_results(struct drawing *drawing, const char *path,
                                   struct gs_error *error)
{
    struct reference reference;
    const struct gs_results *results = drawing->results;
    bool timed = has_device_times(results);
    bool alone = timed || drawing->peers;
    drawing->reference = !alone && find_reference(drawing->subject, &reference) ? &reference : NULL;
    if (drawing->reference != NULL)
        snprintf(drawing->plot.device_label, sizeof drawing->plot.device_label, "%s",
                 reference.label);
    else if (timed)
        label_device(results, "", drawing->plot.device_label);
    struct tally tally = {0, false};
    enum gs_status status = draw_all(drawing, &tally, error);
    if (status == GS_OK && tally.no_png)
        gs_chart_say_no_png();
    if (status == GS_OK && tally.drawn == 0)
        printf("plot:    none, a curve takes two sizes%s: %s\n",
               drawing->peers ? ", and another library's time" : "", gs_visible(path).text);
    if (drawing->reference != NULL)
        gs_results_release(&reference.results);
    return status;
}

enum gs_status gs_plot_file(const char *path, struct gs_error *error)
{
    struct drawing drawing = {.peers = false};
    struct gs_results results;
    if (!take_apart(path, &drawing))
        return gs_fail(error, GS_USAGE,
                       "plot: %s is not a result file (lessonN.json, kernel-NAME.json), nor one "
                       "with other libraries (peersN.json, peers-NAME.json)",
                       path);
    enum gs_status status = gs_results_load(path, &results, error);
    if (status != GS_OK)
        return status;
    drawing.results = &results;
    status = draw_results(&drawing, path, error);
    gs_results_release(&results);
    return status;
}

enum gs_status gs_plot_result(const char *folder, const char *name, struct gs_error *error)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    return gs_plot_file(path, error);
}
