/* One launch of a variant, in gridstride-inspect; and under which schedules launches are made. */
#include "inspect.h"

#include "dtype.h"
#include "install_paths.h"

#include <stdio.h>
#include <unistd.h>

enum { WORD = 24 };

struct gs_schedule gs_inspect_schedule(const struct gs_inspect_options *options, unsigned k)
{
    return options->seeds > 0 ? gs_schedule_at(k) : (struct gs_schedule){.seed = options->seed};
}

unsigned gs_inspect_runs(const struct gs_inspect_options *options)
{
    return options->seeds > 0 ? options->seeds : 1;
}

static json_t *crashed(const struct gs_inspect_outcome *outcome)
{
    char detail[160];
    snprintf(detail, sizeof detail, "its process %s", outcome->how);
    return json_pack("{s:s, s:s, s:b, s:n}", "verdict", outcome->hung ? "hung" : "crashed",
                     "detail", detail, "good", 0, "counts");
}

/* What gridstride-inspect is told: its program, the point, and where its result goes. */
struct words {
    char program[4096], lesson[4096], workload[64], variant[64];
    char sizes[GS_INSPECT_MOST_SIZES * WORD], grid[WORD], block[WORD], seed[WORD], pictures[WORD];
    struct gs_inspect_path result;
};

static enum gs_status write_words(const struct gs_inspect_launch *launch, const size_t *sizes,
                                  size_t count, struct words *w, struct gs_error *error)
{
    const struct gs_point *point = launch->point;
    if (!gs_path_beside_program("gridstride-inspect", w->program, sizeof w->program) ||
        access(w->program, X_OK) != 0)
        return gs_path_missing(w->program, "gridstride-inspect", error);
    if (launch->object != NULL)
        snprintf(w->lesson, sizeof w->lesson, "%s", launch->object);
    else
        snprintf(w->lesson, sizeof w->lesson, "%u", point->lesson->number);
    snprintf(w->workload, sizeof w->workload, "%s", point->workload->name);
    snprintf(w->variant, sizeof w->variant, "%s", point->variant->name);
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(w->sizes + length, sizeof w->sizes - length, "%s%zu",
                                   i > 0 ? "," : "", sizes[i]);
    snprintf(w->grid, WORD, "%u", point->grid);
    snprintf(w->block, WORD, "%u", point->block);
    snprintf(w->seed, WORD, "%llu", (unsigned long long)launch->seed);
    if (launch->trace.multiprocessors > 0)
        snprintf(w->pictures, WORD, "trace");
    else
        snprintf(w->pictures, WORD, "%u", launch->pictures);
    w->result = gs_inspect_file(launch->folder, "result");
    return GS_OK;
}

static enum gs_status start(const struct gs_inspect_launch *launch, const size_t *sizes,
                            size_t count, struct gs_inspect_path *result,
                            struct gs_inspect_outcome *out, struct gs_error *error)
{
    struct words w;
    char dtype[WORD];
    *out = (struct gs_inspect_outcome){0};
    enum gs_status status = write_words(launch, sizes, count, &w, error);
    if (status != GS_OK)
        return status;
    snprintf(dtype, sizeof dtype, "%s", gs_dtype_name(launch->point->dtype));
    char *argv[] = {w.program, w.lesson, w.workload, w.variant,     dtype,      w.sizes,
                    w.grid,    w.block,  w.seed,     w.result.text, w.pictures, NULL};
    *result = w.result;
    unlink(w.result.text);
    struct gs_inspect_run run = {.argv = argv,
                                 .schedule = launch->schedule,
                                 .timeout_s = launch->timeout_s,
                                 .folder = launch->folder,
                                 .trace = launch->trace};
    return gs_inspect_start(&run, out, error);
}

enum gs_status gs_inspect_launch(const struct gs_inspect_launch *launch,
                                 struct gs_inspect_outcome *out, json_t **result,
                                 struct gs_error *error)
{
    struct gs_inspect_path path;
    enum gs_status status = start(launch, &launch->point->n, 1, &path, out, error);
    if (status != GS_OK)
        return status;
    *result = json_load_file(path.text, 0, NULL);
    /* What it wrote of its result says nothing where it ended before its report. */
    if (*result == NULL ||
        (out->report == NULL && json_is_true(json_object_get(*result, "good")))) {
        json_decref(*result);
        *result = crashed(out);
    }
    return GS_OK;
}

/* The lines of the file, which need not be whole. */
static json_t *read_lines(const char *path)
{
    json_t *lines = json_array(), *line;
    FILE *file = fopen(path, "re");
    while (file != NULL && (line = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL)
        json_array_append_new(lines, line);
    if (file != NULL)
        (void)fclose(file);
    return lines;
}

enum gs_status gs_inspect_trace_sizes(const struct gs_inspect_launch *launch, const size_t *sizes,
                                      size_t count, json_t **results, struct gs_error *error)
{
    struct gs_inspect_outcome outcome;
    struct gs_inspect_path path;
    count = count < GS_INSPECT_MOST_SIZES ? count : GS_INSPECT_MOST_SIZES;
    enum gs_status status = start(launch, sizes, count, &path, &outcome, error);
    if (status != GS_OK)
        return status;
    *results = read_lines(path.text);
    if (json_array_size(*results) == 0)
        json_array_append_new(*results, crashed(&outcome));
    gs_inspect_outcome_release(&outcome);
    return GS_OK;
}
