#include "plot.h"

#include "table_parts.h"
#include "install_paths.h"
#include "process.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* A recorded result of a real GPU, to be drawn beside a run that has no device times. */
struct reference {
    char csv[PATH_BYTES];
    char label[320]; /* the GPU's name and the date */
    struct gs_results results;
};

/* What one gnuplot run is told. */
struct drawing {
    const char *scripts; /* the folder of the .gp files */
    const char *csv;
    const char *folder;
    const char *workload;
    enum gs_dtype dtype;
    char machine[640];
    const struct reference *reference; /* or NULL */
    bool peers;                        /* the result has other libraries beside ours */
    unsigned lesson;
};

static const char *device_name(const struct gs_results *results)
{
    return gs_json_text(json_object_get(gs_results_fact(results, "device"), "name"), "CPU only");
}

static bool has_device_times(const struct gs_results *results)
{
    struct gs_query query = {
        .places = GS_BIT(GS_PLACE_DEVICE), .any_grid = true, .has = gs_is_timed};
    return gs_query_first(results, &query) != NULL;
}

/*
 * The first recorded result of this lesson that has device times; false where there is none. The
 * caller releases out->results.
 */
static bool find_reference(unsigned lesson, struct reference *out)
{
    char pattern[PATH_BYTES], name[64];
    snprintf(name, sizeof name, "results/recorded/*/lesson%u.json", lesson);
    glob_t found;
    if (!gs_path_of_shared(name, pattern, sizeof pattern) || glob(pattern, 0, NULL, &found) != 0)
        return false;
    bool good = false;
    for (size_t i = 0; i < found.gl_pathc && !good; i++) {
        struct gs_error ignored = {0};
        if (gs_results_load(found.gl_pathv[i], &out->results, &ignored) != GS_OK)
            continue;
        good = has_device_times(&out->results);
        const char *date = gs_json_text(json_object_get(out->results.context, "date"), "");
        snprintf(out->label, sizeof out->label, "%s, recorded %.10s", device_name(&out->results),
                 date);
        snprintf(out->csv, sizeof out->csv, "%.*s.csv", (int)strlen(found.gl_pathv[i]) - 5,
                 found.gl_pathv[i]);
        if (!good)
            gs_results_release(&out->results);
    }
    globfree(&found);
    return good;
}

/* ---- gnuplot --------------------------------------------------------------------------------- */

/* Appends name='value'; with quotes doubled, as gnuplot reads them. */
static void assign(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%s='", name);
    for (; *value != '\0'; value++) {
        if (*value == '\'')
            fputc('\'', out);
        fputc(*value, out);
    }
    fputs("'; ", out);
}

static char *assignments(const struct drawing *drawing, const char *out_path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    assign(out, "dir", drawing->scripts);
    assign(out, "csv", drawing->csv);
    assign(out, "out", out_path);
    assign(out, "workload", drawing->workload);
    assign(out, "dtype", gs_dtype_name(drawing->dtype));
    assign(out, "machine", drawing->machine);
    if (drawing->reference != NULL) {
        assign(out, "ref", drawing->reference->csv);
        assign(out, "ref_label", drawing->reference->label);
    }
    return fclose(out) == 0 ? text : NULL;
}

/*
 * Runs gnuplot on one script; its exit status, or -1 with errno where it could not be started. It
 * has a process group of its own, so that Ctrl-C ends us and leaves it to finish its file.
 */
static int gnuplot(const char *settings, const char *script)
{
    char *arguments[] = {"gnuplot", "-e", (char *)settings, (char *)script, NULL};
    const struct gs_process process = {.argv = arguments, .input = "/dev/null", .own_group = true};
    struct gs_error ignored = {""};
    pid_t child;
    int status = 0;
    if (gs_process_start(&process, &child, &ignored) != GS_OK)
        return -1;
    gs_process_wait(child, 0, &status);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* Whether the file ends as a whole one of its kind does: gnuplot does not notice a full disk. */
static bool ends_with(const char *path, const char *end, size_t length)
{
    char tail[16];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    bool good = fseek(file, -(long)length, SEEK_END) == 0 &&
                fread(tail, 1, length, file) == length && memcmp(tail, end, length) == 0;
    fclose(file);
    return good;
}

/* Moves a plot from its temporary name to its own, if it is whole. */
static bool keep_plot(const char *temporary, const char *out, const char *extension,
                      const char *end, size_t length)
{
    char from[PATH_BYTES + 16], to[PATH_BYTES + 16];
    snprintf(from, sizeof from, "%s.%s", temporary, extension);
    snprintf(to, sizeof to, "%s.%s", out, extension);
    bool good = ends_with(from, end, length) && rename(from, to) == 0;
    if (!good)
        unlink(from);
    return good;
}

static bool keep_plots(const char *temporary, const char *out)
{
    static const char svg_end[] = "</svg>\n\n", png_end[] = "IEND\xae\x42\x60\x82";
    bool svg = keep_plot(temporary, out, "svg", svg_end, sizeof svg_end - 1);
    bool png = keep_plot(temporary, out, "png", png_end, sizeof png_end - 1);
    return svg && png;
}

/* Draws one plot; *drawn is false where gnuplot is missing. */
static enum gs_status draw(const struct drawing *drawing, const char *kind, bool *drawn,
                           struct gs_error *error)
{
    char out[PATH_BYTES], temporary[PATH_BYTES + 8], script[PATH_BYTES];
    *drawn = false;
    snprintf(out, sizeof out, "%s/lesson%u_%s_%s_%s", drawing->folder, drawing->lesson,
             drawing->workload, kind, gs_dtype_name(drawing->dtype));
    snprintf(script, sizeof script, "%s/%s.gp", drawing->scripts, kind);
    snprintf(temporary, sizeof temporary, "%s.new", out);
    char *settings = assignments(drawing, temporary);
    if (settings == NULL)
        return gs_out_of_memory(error);
    int code = gnuplot(settings, script);
    free(settings);
    *drawn = code == 0 && keep_plots(temporary, out);
    if (*drawn) {
        printf("plot:    %s.svg and .png\n", out);
        return GS_OK;
    }
    if (code == 127 || (code < 0 && errno == ENOENT))
        return GS_OK;
    return gs_fail(error, GS_USAGE, "gnuplot could not draw %s from %s", script, drawing->csv);
}

/* ---- what to draw ---------------------------------------------------------------------------- */

/* Whose kernels have times, if any have. */
static const struct gs_results *timed_results(const struct gs_results *results,
                                              const struct drawing *drawing)
{
    return drawing->reference != NULL ? &drawing->reference->results : results;
}

/* The sweep of one workload, in the dtype that is drawn. */
static struct gs_query query_of_sweep(const struct gs_results *results,
                                      const struct drawing *drawing)
{
    struct gs_query query = gs_sweep_of(results, drawing->workload).query;
    query.dtypes = GS_BIT(drawing->dtype);
    return query;
}

/* Whether a record of the sweep has this. */
static bool any(const struct gs_results *results, struct gs_query query,
                bool (*has)(const struct gs_record *))
{
    query.has = has;
    return gs_query_first(results, &query) != NULL;
}

static bool has_timed_copies(const struct gs_record *record)
{
    return record->copies > 0 && record->time.count > 0 && record->place == GS_PLACE_DEVICE;
}

/* Bytes of the memory that holds the data: a bus may carry some where memory is not the point. */
static bool has_memory_bytes(const struct gs_record *record)
{
    return record->bytes > 0 &&
           (record->residency == GS_RESIDENCY_HOST || record->residency == GS_RESIDENCY_DEVICE);
}

/* One size is not enough for a curve. */
static bool draws_time(const struct gs_results *results, const struct drawing *drawing)
{
    size_t sizes[GS_MOST_NUMBERS] = {0};
    struct gs_query query = query_of_sweep(results, drawing);
    return gs_query_numbers(results, &query, gs_n_of, sizes) > 1;
}

static bool draws_bandwidth(const struct gs_results *results, const struct drawing *drawing)
{
    return draws_time(results, drawing) &&
           any(results, query_of_sweep(results, drawing), has_memory_bytes);
}

/* Whether one variant has a time at one size with several blocks. */
static bool has_block_curve(const struct gs_results *results, const struct gs_query *query)
{
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *a = &results->records[i];
        for (size_t j = 0; a->time.count > 0 && gs_query_matches(query, a) && j < i; j++) {
            const struct gs_record *b = &results->records[j];
            if (b->time.count > 0 && gs_query_matches(query, b) && a->n == b->n &&
                a->block != b->block && strcmp(a->variant, b->variant) == 0)
                return true;
        }
    }
    return false;
}

/* Several blocks; and times of them, or else of a recorded GPU. */
static bool draws_block(const struct gs_results *results, const struct drawing *drawing)
{
    size_t blocks[GS_MOST_NUMBERS] = {0};
    struct gs_query query = query_of_sweep(results, drawing);
    query.places = GS_BIT(GS_PLACE_DEVICE);
    query.residencies = GS_BIT(GS_RESIDENCY_DEVICE);
    return gs_query_numbers(results, &query, gs_block_of, blocks) > 1 &&
           any(results, query, gs_counts_bytes) &&
           has_block_curve(timed_results(results, drawing), &query);
}

static size_t launch_of(const struct gs_record *record)
{
    return (size_t)record->grid << 32 | record->block;
}

static bool was_given(const struct gs_record *record)
{
    return record->grid > 0;
}

static bool loses_updates(const struct gs_record *record)
{
    return record->grid > 0 && record->verdict == GS_LOST_UPDATES;
}

/* The most launches that were given over as many cells, among sizes where a record has this. */
static size_t most_launches(const struct gs_results *results, const struct drawing *drawing,
                            bool (*has)(const struct gs_record *))
{
    struct gs_query query = {.workload = drawing->workload,
                             .dtypes = GS_BIT(drawing->dtype),
                             .any_grid = true,
                             .has = has};
    size_t sizes[GS_MOST_NUMBERS] = {0}, launches[GS_MOST_NUMBERS] = {0}, most = 0;
    size_t count = gs_query_numbers(results, &query, gs_n_of, sizes);
    query.has = was_given;
    query.one_n = true;
    for (size_t i = 0; i < count; i++) {
        query.n = sizes[i];
        size_t here = gs_query_numbers(results, &query, launch_of, launches);
        most = here > most ? here : most;
    }
    return most;
}

/* Updates were lost, and another launch over as many cells shows what that depends on. */
static bool draws_losses(const struct gs_results *results, const struct drawing *drawing)
{
    return most_launches(results, drawing, loses_updates) > 1;
}

/* Launches over as many cells that differ: three, to be joined by a line. */
static bool draws_launches(const struct gs_results *results, const struct drawing *drawing)
{
    enum { LEAST_LAUNCHES = 3 };
    return most_launches(results, drawing, was_given) >= LEAST_LAUNCHES;
}

static bool draws_stages(const struct gs_results *results, const struct drawing *drawing)
{
    const struct gs_results *timed = timed_results(results, drawing);
    return any(timed, query_of_sweep(timed, drawing), has_timed_copies);
}

static bool draws_accuracy(const struct gs_results *results, const struct drawing *drawing)
{
    return draws_time(results, drawing) &&
           any(results, query_of_sweep(results, drawing), gs_is_inexact);
}

static bool is_timed_peer(const struct gs_record *record)
{
    return record->place == GS_PLACE_PEER && record->time.count > 0;
}

static bool draws_peers(const struct gs_results *results, const struct drawing *drawing)
{
    return draws_time(results, drawing) &&
           any(results, query_of_sweep(results, drawing), is_timed_peer);
}

/* The kinds of plot; each is plots/NAME.gp, and drawn where there is something to see. */
static const struct kind {
    const char *name;
    bool (*draws)(const struct gs_results *results, const struct drawing *drawing);
    bool peers; /* of results with other libraries, which have no other kind */
} kinds[] = {
    {"time", draws_time, false},     {"bandwidth", draws_bandwidth, false},
    {"block", draws_block, false},   {"launches", draws_launches, false},
    {"losses", draws_losses, false}, {"stages", draws_stages, false},
    {"peers", draws_peers, true},    {"accuracy", draws_accuracy, false},
};

static bool first_of_workload(const struct gs_results *results, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (strcmp(results->records[i].workload, results->records[index].workload) == 0)
            return false;
    }
    return true;
}

/* What a run of gnuplot came to, over all plots. */
struct tally {
    size_t drawn;
    bool missing; /* there is no gnuplot */
};

static enum gs_status draw_kinds(const struct gs_results *results, const struct drawing *drawing,
                                 struct tally *tally, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].peers != drawing->peers || !kinds[i].draws(results, drawing))
            continue;
        bool drawn;
        status = draw(drawing, kinds[i].name, &drawn, error);
        tally->drawn += drawn;
        tally->missing = !drawn && status == GS_OK;
        if (tally->missing)
            break;
    }
    return status;
}

/* The plots of every workload, in the first dtype that it has. */
static enum gs_status draw_all(const struct gs_results *results, struct drawing *drawing,
                               struct tally *tally, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < results->count && !tally->missing; i++) {
        if (!first_of_workload(results, i))
            continue;
        drawing->workload = results->records[i].workload;
        drawing->dtype = results->records[i].dtype;
        status = draw_kinds(results, drawing, tally, error);
    }
    return status;
}

/* FOLDER/lessonN.json or FOLDER/peersN.json, taken apart; the folder's room is the caller's. */
static bool take_apart(const char *path, char folder[static PATH_BYTES], struct drawing *drawing)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    int end = 0;
    drawing->peers = strncmp(name, "peers", 5) == 0;
    sscanf(name, drawing->peers ? "peers%u.json%n" : "lesson%u.json%n", &drawing->lesson, &end);
    snprintf(folder, PATH_BYTES, "%.*s", slash != NULL ? (int)(slash - path) : 1,
             slash != NULL ? path : ".");
    drawing->folder = folder;
    return end > 0 && name[end] == '\0';
}

/* Draws from results whose file and whose scripts *drawing names. */
static enum gs_status draw_results(const struct gs_results *results, struct drawing *drawing,
                                   bool *missing, struct gs_error *error)
{
    struct reference reference;
    bool timed = has_device_times(results);
    bool alone = timed || drawing->peers;
    drawing->reference = !alone && find_reference(drawing->lesson, &reference) ? &reference : NULL;
    snprintf(drawing->machine, sizeof drawing->machine, "%s%s%s",
             gs_results_fact_text(results, "cpu", "unknown CPU"), timed ? ", " : "",
             timed ? device_name(results) : "");
    struct tally tally = {0, false};
    enum gs_status status = draw_all(results, drawing, &tally, error);
    *missing = tally.missing;
    if (status == GS_OK && tally.drawn == 0 && !tally.missing)
        printf("plot:    none, a curve takes two sizes%s: %s\n",
               drawing->peers ? ", and another library's time" : "", drawing->csv);
    if (drawing->reference != NULL)
        gs_results_release(&reference.results);
    return status;
}

static enum gs_status plot(const char *path, bool *missing, struct gs_error *error)
{
    char folder[PATH_BYTES], csv[PATH_BYTES], scripts[PATH_BYTES];
    struct drawing drawing = {.scripts = scripts, .csv = csv};
    if (!take_apart(path, folder, &drawing))
        return gs_fail(error, GS_USAGE,
                       "plot: %s is not a result file (lessonN.json), nor one with other libraries "
                       "(peersN.json)",
                       path);
    snprintf(csv, sizeof csv, "%.*s.csv", (int)(strlen(path) - strlen(".json")), path);
    struct gs_results results;
    enum gs_status status = gs_results_load(path, &results, error);
    if (status != GS_OK)
        return status;
    if (gs_path_of_shared("plots", scripts, sizeof scripts))
        status = draw_results(&results, &drawing, missing, error);
    else
        status = gs_fail(error, GS_USAGE, "cannot tell where the plot scripts are installed");
    gs_results_release(&results);
    return status;
}

static const char install_gnuplot[] = "gnuplot is not installed (apt install gnuplot-nox)";

static enum gs_status plot_or_say(const char *folder, const char *kind, unsigned lesson,
                                  struct gs_error *error)
{
    char path[PATH_BYTES];
    bool missing = false;
    snprintf(path, sizeof path, "%s/%s%u.json", folder, kind, lesson);
    enum gs_status status = plot(path, &missing, error);
    if (status == GS_OK && missing)
        printf("plot:    none, %s\n", install_gnuplot);
    return status;
}

enum gs_status gs_plot_lesson(const char *folder, unsigned lesson, struct gs_error *error)
{
    return plot_or_say(folder, "lesson", lesson, error);
}

enum gs_status gs_plot_peers(const char *folder, unsigned lesson, struct gs_error *error)
{
    return plot_or_say(folder, "peers", lesson, error);
}

enum gs_status gs_plot_file(const char *path, struct gs_error *error)
{
    bool missing = false;
    enum gs_status status = plot(path, &missing, error);
    if (status == GS_OK && missing)
        return gs_fail(error, GS_USAGE, "cannot plot: %s", install_gnuplot);
    return status;
}
