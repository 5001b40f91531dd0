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

enum gs_status gs_inspect_launch(const struct gs_inspect_launch *launch,
                                 struct gs_inspect_outcome *out, json_t **result,
                                 struct gs_error *error)
{
    const struct gs_point *point = launch->point;
    struct gs_inspect_path path = gs_inspect_file(launch->folder, "result");
    *out = (struct gs_inspect_outcome){0};
    char program[4096], lesson[4096], n[WORD], grid[WORD], block[WORD], seed[WORD], pictures[WORD];
    if (!gs_path_beside_program("gridstride-inspect", program, sizeof program) ||
        access(program, X_OK) != 0)
        return gs_path_missing(program, "gridstride-inspect", error);
    snprintf(lesson, sizeof lesson, "%u", point->lesson->number);
    if (launch->object != NULL)
        snprintf(lesson, sizeof lesson, "%s", launch->object);
    snprintf(n, WORD, "%zu", point->n);
    snprintf(grid, WORD, "%u", point->grid);
    snprintf(block, WORD, "%u", point->block);
    snprintf(seed, WORD, "%llu", (unsigned long long)launch->seed);
    if (launch->trace.multiprocessors > 0)
        snprintf(pictures, WORD, "trace");
    else
        snprintf(pictures, WORD, "%u", launch->pictures);
    char workload[64], variant[64], dtype[WORD];
    snprintf(workload, sizeof workload, "%s", point->workload->name);
    snprintf(variant, sizeof variant, "%s", point->variant->name);
    snprintf(dtype, sizeof dtype, "%s", gs_dtype_name(point->dtype));
    char *argv[] = {program, lesson, workload, variant,   dtype,    n,
                    grid,    block,  seed,     path.text, pictures, NULL};
    unlink(path.text);
    struct gs_inspect_run run = {.argv = argv,
                                 .schedule = launch->schedule,
                                 .timeout_s = launch->timeout_s,
                                 .folder = launch->folder,
                                 .trace = launch->trace};
    enum gs_status status = gs_inspect_start(&run, out, error);
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
