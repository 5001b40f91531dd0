/* A program of the user's: a .cu file, or what simt-cc --inspect has built. */
#include "inspect.h"

#include "files.h"
#include "inspect_findings.h"
#include "install_paths.h"
#include "process.h"
#include "visible.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the program ----------------------------------------------------------------------------- */

static bool is_source(const char *target)
{
    size_t length = strlen(target);
    return length > 3 && strcmp(target + length - 3, ".cu") == 0;
}

static enum gs_status compile(const char *source, const char *program, struct gs_error *error)
{
    char compiler[4096];
    int ended = 0;
    if (!gs_path_beside_program("simt-cc", compiler, sizeof compiler) ||
        access(compiler, X_OK) != 0)
        return gs_path_missing(compiler, "simt-cc", error);
    char *argv[] = {compiler, "--inspect", (char *)source, "-o", (char *)program, NULL};
    const struct gs_process process = {.argv = argv};
    enum gs_status status = gs_process_run(&process, &ended, error);
    if (status != GS_OK)
        return status;
    if (!WIFEXITED(ended) || WEXITSTATUS(ended) != 0)
        return gs_fail(error, GS_USAGE, "%.300s does not compile", source);
    return GS_OK;
}

/* Whether a program knows where to write its findings: its text then names the variable. */
static enum gs_status check_inspected(const char *program, struct gs_error *error)
{
    static const char variable[] = "SIMT_INSPECT_JSON";
    enum { MOST_PROGRAM = 1 << 30 };
    struct gs_text text;
    enum gs_status status = gs_file_read(program, MOST_PROGRAM, &text, error);
    if (status != GS_OK)
        return status;
    bool named = memmem(text.data, text.length, variable, sizeof variable - 1) != NULL;
    free(text.data);
    if (named)
        return GS_OK;
    const char *called = gs_called(), *slash = strrchr(called, '/'); /* simt-cc lies beside it */
    return gs_fail(error, GS_USAGE,
                   "%.200s is not built for inspection: build it with %.*ssimt-cc --inspect, or "
                   "name its .cu file",
                   program, slash != NULL ? (int)(slash + 1 - called) : 0, called);
}

static enum gs_status get_program(const char *target, const struct gs_inspect_folder *folder,
                                  struct gs_inspect_path *program, struct gs_error *error)
{
    if (!is_source(target)) {
        int length = snprintf(program->text, sizeof program->text, "%s%s",
                              strchr(target, '/') == NULL ? "./" : "", target);
        if (length >= (int)sizeof program->text)
            return gs_fail(error, GS_USAGE, "the name of the program is too long");
        return check_inspected(program->text, error);
    }
    struct gs_text source; /* no compiler is to wait for a pipe, or to read 10 GB */
    enum gs_status status = gs_file_read(target, GS_MOST_TEXT, &source, error);
    free(source.data);
    if (status != GS_OK)
        return status;
    *program = gs_inspect_file(folder, "program");
    return compile(target, program->text, error);
}

/* ---- its runs -------------------------------------------------------------------------------- */

struct runs {
    unsigned count;
    json_t *findings, *remarks;
    json_t *counts; /* of the first */
    unsigned bad;   /* how many ended badly, by themselves */
    char how[128];  /* the first of those did */
};

static enum gs_status run_once(const struct gs_inspect_options *options, struct gs_inspect_run *run,
                               unsigned k, struct runs *runs, struct gs_error *error)
{
    struct gs_inspect_outcome outcome;
    run->schedule = gs_inspect_schedule(options, k);
    enum gs_status status = gs_inspect_start(run, &outcome, error);
    if (status != GS_OK)
        return status;
    gs_findings_add(runs->findings, outcome.report, k);
    gs_remarks_add(runs->remarks, outcome.report, k);
    if (k == 1)
        runs->counts = json_incref(json_object_get(outcome.report, "counts"));
    if (!outcome.good && runs->bad++ == 0)
        snprintf(runs->how, sizeof runs->how, "%s", outcome.how);
    if (outcome.report == NULL && outcome.good)
        status = gs_fail(error, GS_USAGE, "%.200s left no report of what the inspector saw",
                         options->target);
    gs_inspect_outcome_release(&outcome);
    return status;
}

static enum gs_status run_all(const struct gs_inspect_options *options, char **argv,
                              const struct gs_inspect_folder *folder, struct runs *runs,
                              struct gs_error *error)
{
    struct gs_inspect_run run = {.argv = argv,
                                 .timeout_s = options->timeout_s,
                                 .shown = options->seeds == 0,
                                 .margin = !options->no_margin,
                                 .folder = folder};
    enum gs_status status = GS_OK;
    runs->count = gs_inspect_runs(options);
    for (unsigned k = 1; status == GS_OK && k <= runs->count; k++)
        status = run_once(options, &run, k, runs, error);
    return status;
}

static void print_findings(const struct runs *runs)
{
    for (size_t i = 0; i < json_array_size(runs->findings); i++) {
        gs_finding_print(json_array_get(runs->findings, i), runs->count, stdout);
        putchar('\n');
    }
    size_t found = json_array_size(runs->findings);
    printf("%zu finding%s with %u seeds\n", found, found == 1 ? "" : "s", runs->count);
}

static enum gs_status judge(const struct gs_inspect_options *options, const struct runs *runs,
                            struct gs_error *error)
{
    size_t found = json_array_size(runs->findings);
    if (runs->bad > 0)
        return gs_fail(error, GS_WRONG, "inspect: %.200s %s", options->target, runs->how);
    if (found > 0)
        return gs_fail(error, GS_WRONG, "inspect: %zu finding%s in %.200s", found,
                       found == 1 ? "" : "s", options->target);
    return GS_OK;
}

/* The program, with its arguments behind its name. */
static enum gs_status run_program(const struct gs_inspect_options *options, char *program,
                                  const struct gs_inspect_folder *folder, struct runs *runs,
                                  struct gs_error *error)
{
    char **argv = calloc(options->argument_count + 2, sizeof *argv);
    if (argv == NULL)
        return gs_out_of_memory(error);
    argv[0] = program;
    for (size_t i = 0; i < options->argument_count; i++)
        argv[i + 1] = options->arguments[i];
    enum gs_status status = run_all(options, argv, folder, runs, error);
    free(argv);
    return status;
}

static enum gs_status inspect_in(const struct gs_inspect_options *options,
                                 const struct gs_inspect_folder *folder, json_t **document,
                                 struct gs_error *error)
{
    struct gs_inspect_path program = {""};
    struct runs runs = {.findings = json_array(), .remarks = json_array()};
    enum gs_status status = get_program(options->target, folder, &program, error);
    if (status == GS_OK)
        status = run_program(options, program.text, folder, &runs, error);
    if (status == GS_OK && options->seeds > 0)
        print_findings(&runs);
    gs_findings_finish(runs.findings);
    gs_findings_finish(runs.remarks);
    json_t *name = json_string(options->target); /* NULL: no UTF-8 */
    if (name == NULL)
        name = json_string(gs_visible(options->target).text);
    *document = json_pack("{s:i, s:o, s:i, s:O, s:O, s:O?}", "version", 1, "program", name, "seeds",
                          (int)gs_inspect_runs(options), "findings", runs.findings, "remarks",
                          runs.remarks, "counts", runs.counts);
    if (runs.bad > 0)
        json_object_set_new(*document, "ended", json_string(runs.how));
    if (status == GS_OK)
        status = *document != NULL ? judge(options, &runs, error) : gs_out_of_memory(error);
    json_decref(runs.findings);
    json_decref(runs.remarks);
    json_decref(runs.counts);
    return status;
}

enum gs_status gs_inspect_program(const struct gs_inspect_options *options, json_t **document,
                                  struct gs_error *error)
{
    struct gs_inspect_folder folder = {""};
    enum gs_status status =
        gs_folder_make_temporary("inspect", 0700, folder.path, sizeof folder.path, error);
    if (status != GS_OK)
        return status;
    status = inspect_in(options, &folder, document, error);
    gs_folder_remove(folder.path);
    return status;
}
