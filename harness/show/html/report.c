#include "report.h"

#include "results_folder.h"
#include "files.h"
#include "grow.h"
#include "plot.h"
#include "plot_parts.h"
#include "report_parts.h"
#include "visible.h"
#include "install_paths.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static void release(struct gs_report *report)
{
    for (size_t i = 0; i < report->count; i++)
        gs_results_release(&report->sources[i].results);
    free(report->sources);
    *report = (struct gs_report){0};
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool has_peers(const struct gs_results *results)
{
    struct gs_query query = {.places = GS_BIT(GS_PLACE_PEER), .any_grid = true};
    return gs_query_first(results, &query) != NULL;
}

/* false: the results do not say of which lesson they are. */
static bool find_lesson(const struct gs_results *results, unsigned *lesson)
{
    const json_t *fact = gs_results_fact(results, "lesson");
    json_int_t number = json_integer_value(fact);
    *lesson = results->count > 0 ? results->records[0].lesson : (unsigned)number;
    return results->count > 0 || (json_is_integer(fact) && number >= 0 && number < 1000);
}

/* What the source is of. False: of nothing that is known. */
static bool set_subject(const struct gs_report *report, struct gs_report_source *source)
{
    enum { FIRST_OWN = 1000 };
    struct gs_result_name name = {.kind = GS_RESULT_RUN};
    bool known = find_lesson(&source->results, &name.lesson);
    source->own = gs_results_fact(&source->results, "source") != NULL;
    if (source->own)
        snprintf(name.slug, sizeof name.slug, "%s",
                 gs_results_fact_text(&source->results, "slug", ""));
    gs_result_name_format(&name, source->subject);
    source->lesson = name.lesson;
    if (!source->own)
        return known;
    unsigned last = FIRST_OWN - 1;
    bool is_there = false;
    for (size_t i = 0; i < report->count; i++) {
        const struct gs_report_source *other = &report->sources[i];
        last = other->lesson > last ? other->lesson : last;
        if (strcmp(other->subject, source->subject) == 0) {
            source->lesson = other->lesson;
            is_there = true;
        }
    }
    if (!is_there)
        source->lesson = last + 1;
    return name.slug[0] != '\0';
}

static void set_names(struct gs_report_source *source)
{
    const char *gpu = gs_results_gpu(&source->results);
    const char *cpu = gs_results_fact_text(&source->results, "cpu", "a CPU without a name");
    const char *date = gs_get_text(source->results.context, "date");
    snprintf(source->name, sizeof source->name, "%.250s%s", gpu != NULL ? gpu : cpu,
             gpu != NULL ? "" : " and the simulator");
    snprintf(source->date, sizeof source->date, "%.10s", date);
    snprintf(source->label, sizeof source->label, "%s%s%s", source->name,
             source->recorded ? ", recorded " : "", source->recorded ? source->date : "");
}

/* Reads one file into the report. */
static enum gs_status add(struct gs_report *report, const char *path, bool recorded,
                          struct gs_error *error)
{
    struct gs_report_source source = {.recorded = recorded};
    enum gs_status status = gs_results_load(path, &source.results, error);
    if (status != GS_OK)
        return status;
    const char *slash = strrchr(path, '/');
    snprintf(source.folder, sizeof source.folder, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    if (!set_subject(report, &source)) {
        gs_results_release(&source.results);
        return gs_fail(error, GS_USAGE,
                       "report: %.400s is of no lesson; name results that run or peers wrote",
                       path);
    }
    source.peers = has_peers(&source.results);
    set_names(&source);
    if (!gs_grow(&report->sources, report->count, sizeof source)) {
        gs_results_release(&source.results);
        return gs_out_of_memory(error);
    }
    report->sources[report->count++] = source;
    return GS_OK;
}

static int in_order(const void *a, const void *b)
{
    const struct gs_report_source *x = a, *y = b;
    int folders = strcmp(x->folder, y->folder);
    if (x->recorded != y->recorded)
        return x->recorded - y->recorded;
    if (folders != 0)
        return folders;
    if (x->lesson != y->lesson)
        return x->lesson < y->lesson ? -1 : 1;
    return x->peers - y->peers;
}

/* Puts the sources in order and tells the machines apart; once, when all are read. */
static void put_in_order(struct gs_report *report)
{
    if (report->count > 0)
        qsort(report->sources, report->count, sizeof *report->sources, in_order);
    for (size_t i = 1; i < report->count; i++) {
        struct gs_report_source *source = &report->sources[i], *before = source - 1;
        bool same =
            source->recorded == before->recorded && strcmp(source->folder, before->folder) == 0;
        source->machine = before->machine + !same;
    }
}

/* ---- finding --------------------------------------------------------------------------------- */

/* "lesson3.json", "peers3.json"; not what a shard or an unfinished run left. */
static bool is_result_name(const char *path)
{
    struct gs_result_name name;
    return gs_result_name_parse(path, &name) && name.kind != GS_RESULT_VERIFY;
}

static enum gs_status add_matching(struct gs_report *report, const char *pattern, bool recorded,
                                   struct gs_error *error)
{
    glob_t found;
    enum gs_status status = GS_OK;
    if (glob(pattern, 0, NULL, &found) != 0)
        return GS_OK;
    for (size_t i = 0; status == GS_OK && i < found.gl_pathc; i++) {
        if (is_result_name(found.gl_pathv[i]))
            status = add(report, found.gl_pathv[i], recorded, error);
    }
    globfree(&found);
    return status;
}

/* All under the folder, and all that came with this build. */
static enum gs_status add_all(struct gs_report *report, const char *folder, struct gs_error *error)
{
    char here[PATH_BYTES], recorded[PATH_BYTES];
    snprintf(here, sizeof here, "%s/*/*.json", folder);
    enum gs_status status = add_matching(report, here, false, error);
    if (status == GS_OK &&
        gs_path_of_shared("results/recorded/*/*.json", recorded, sizeof recorded))
        status = add_matching(report, recorded, true, error);
    if (status == GS_OK && report->count == 0)
        status = gs_fail(error, GS_USAGE, "report: no results under %s; make some first: %s run 3",
                         folder, gs_called());
    return status;
}

static enum gs_status add_files(struct gs_report *report, const char *const *files, size_t count,
                                struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < count; i++) {
        bool recorded =
            strstr(files[i], "/recorded/") != NULL || strncmp(files[i], "recorded/", 9) == 0;
        status = add(report, files[i], recorded, error);
    }
    return status;
}

/* ---- plots ----------------------------------------------------------------------------------- */

/* Looks for the plots of one workload; whether none of them is older than that. */
static bool find_plots(const struct gs_report_source *source, const char *workload, time_t since,
                       bool *found)
{
    bool fresh = true;
    for (size_t i = 0; i < (size_t)GS_PLOT_KINDS * GS_DTYPE_COUNT; i++) {
        const struct gs_plot_kind *kind = &gs_plot_kinds[i / GS_DTYPE_COUNT];
        char path[GS_PLOT_PATH];
        struct stat plot;
        gs_plot_path(source->folder, source->subject, workload, kind,
                     (enum gs_dtype)(i % GS_DTYPE_COUNT), ".svg", path);
        if (kind->peers != source->peers || stat(path, &plot) != 0)
            continue;
        *found = true;
        fresh = fresh && plot.st_mtime >= since;
    }
    return fresh;
}

/* Whether plots of this result lie in the folder, none of them older than the CSV. */
static bool has_plots(const struct gs_report_source *source, const char *csv)
{
    const char *workloads[GS_MOST_KEYS];
    struct gs_query all = {.any_grid = true};
    size_t count = gs_query_texts(&source->results, &all, gs_workload_of, workloads);
    struct stat data;
    bool found = false, fresh = stat(csv, &data) == 0;
    for (size_t i = 0; i < count && fresh; i++)
        fresh = find_plots(source, workloads[i], data.st_mtime, &found);
    return found && fresh;
}

/* A run draws its plots, but not when it is quiet. */
static enum gs_status draw_missing(const struct gs_report *report, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < report->count; i++) {
        const struct gs_report_source *source = &report->sources[i];
        char csv[PATH_BYTES + 64], result[GS_RESULT_NAME];
        struct gs_result_name name = {.kind = source->peers ? GS_RESULT_PEERS : GS_RESULT_RUN,
                                      .lesson = source->lesson};
        if (source->own)
            snprintf(name.slug, sizeof name.slug, "%s",
                     gs_results_fact_text(&source->results, "slug", ""));
        gs_result_name_format(&name, result);
        snprintf(csv, sizeof csv, "%s/%s.csv", source->folder, result);
        if (!source->recorded && access(csv, R_OK) == 0 && !has_plots(source, csv))
            status = gs_plot_result(source->folder, result, error);
    }
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

enum gs_status gs_report_make(const char *folder, const char *const *files, size_t count,
                              void (*complete)(struct gs_results *), struct gs_error *error)
{
    struct gs_report report = {0};
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/report.html", folder);
    bool fresh = access(folder, F_OK) != 0;
    enum gs_status status =
        count > 0 ? add_files(&report, files, count, error) : add_all(&report, folder, error);
    for (size_t i = 0; complete != NULL && i < report.count; i++)
        complete(&report.sources[i].results);
    if (status == GS_OK) {
        put_in_order(&report);
        status = draw_missing(&report, error);
    }
    if (status == GS_OK)
        status = gs_folder_make(folder, error);
    if (status == GS_OK)
        status = gs_file_replace(path, 0666, gs_report_page, &report, gs_choose_another_out, error);
    if (status != GS_OK && fresh)
        rmdir(folder);
    if (status == GS_OK)
        printf("report:  %s (of %zu result%s); open it in a browser\n", gs_visible(path).text,
               report.count, report.count == 1 ? "" : "s");
    release(&report);
    return status;
}
