/* gridstride compare: two results, or two builds or kernel files that it measures itself. */
#include "cli_commands.h"

#include "compare.h"
#include "compare_run.h"
#include "journal.h"
#include "visible.h"

#include <stdio.h>

struct compare_arguments {
    const char *threshold, *out;
    struct gs_number processes;
    bool run;
};

#define AT(field) offsetof(struct compare_arguments, field)

static enum gs_status compare_results(const struct gs_results *old, const struct gs_results *new,
                                      double threshold, const char *const *names,
                                      struct gs_error *error)
{
    struct gs_comparison comparison;
    enum gs_status status = gs_compare(old, new, threshold, &comparison, error);
    if (status != GS_OK)
        return status;
    gs_comparison_print(&comparison, gs_visible(names[0]).text, gs_visible(names[1]).text, stdout);
    status = gs_comparison_status(&comparison, error);
    gs_comparison_release(&comparison);
    return status;
}

static enum gs_status load_both(const char *const *paths, struct gs_results results[2],
                                struct gs_error *error)
{
    enum gs_status status = gs_results_load_any(paths[0], &results[0], error);
    if (status != GS_OK)
        return status;
    status = gs_results_load_any(paths[1], &results[1], error);
    if (status != GS_OK)
        gs_results_release(&results[0]);
    return status;
}

static enum gs_status run_both(const struct gs_command_line *line,
                               const struct compare_arguments *a, struct gs_results results[2],
                               struct gs_error *error)
{
    struct gs_compare_run what = {.sides = {line->operands[0], line->operands[1]},
                                  .processes = a->processes.text != NULL
                                                   ? (unsigned)a->processes.value
                                                   : GS_COMPARE_PROCESSES,
                                  .options = line->passed,
                                  .out = a->out};
    enum gs_status status = gs_compare_run(&what, results, error);
    if (status == GS_OK && a->out != NULL)
        printf("results: %s/old.json and new.json\n", gs_visible(a->out).text);
    return status;
}

enum gs_status gs_command_compare(const struct gs_command_line *line, const void *options,
                                  struct gs_error *error)
{
    const struct compare_arguments *a = options;
    double threshold = GS_COMPARE_THRESHOLD;
    struct gs_results results[2];
    enum gs_status status =
        a->threshold != NULL ? gs_threshold_parse(a->threshold, &threshold, error) : GS_OK;
    if (status == GS_OK && !a->run &&
        (a->processes.text != NULL || a->out != NULL || line->passed != NULL))
        return gs_fail(error, GS_USAGE,
                       "compare: --processes, --out and what stands behind -- are for --run");
    if (status == GS_OK)
        status =
            a->run ? run_both(line, a, results, error) : load_both(line->operands, results, error);
    if (status != GS_OK)
        return status;
    status = compare_results(&results[0], &results[1], threshold, line->operands, error);
    gs_results_release(&results[0]);
    gs_results_release(&results[1]);
    return status;
}

static const struct gs_option compare_options[] = {
    {"--threshold", "PCT", GS_OPTION_TEXT, AT(threshold),
     .help = "medians that differ by less have not changed (default: 5)"},
    {"--run", NULL, GS_OPTION_FLAG, AT(run),
     .help = "OLD and NEW are .cu files, or the programs gridstride of two builds, and are run"},
    {"--processes", "N", GS_OPTION_NUMBER, AT(processes),
     .help = "with --run: so many processes of each, in turn (default: 6)", .least = 2,
     .most = GS_MOST_PROCESSES},
    {"--out", "FOLDER", GS_OPTION_TEXT, AT(out),
     .help = "with --run: keep the results, FOLDER/old.json and FOLDER/new.json"},
    {0},
};

const struct gs_syntax gs_compare_syntax = {
    .name = "compare",
    .operands = "OLD NEW",
    .about = "what is slower, faster or wrong in NEW and was not in OLD",
    .usage = "compare OLD.json NEW.json [OPTIONS]\n"
             "compare --run OLD NEW [OPTIONS] [-- LESSON AND OPTIONS OF run]",
    .text = "Compares two results, or with --run two kernel files (compare --run old.cu new.cu -- "
            "--dtype f32) or the programs of two builds (compare --run old/gridstride "
            "new/gridstride -- 3), which are measured in turn on this machine.",
    .notes = "A row is slower, faster or the same, or there are not enough samples to say so; "
             "then it says with how many processes there are.\n\n"
             "Exit status: 1 where a row turned wrong, or is slower by more than the "
             "threshold; else "
             "0. A slower row of another device or CPU is shown and is no failure. 2 usage or "
             "environment.",
    .options = compare_options,
    .bytes = sizeof(struct compare_arguments),
    .least = 2,
    .most = 2,
    .wanted = "two result files",
    .example = "compare old/lesson3.json new/lesson3.json",
    .passes_words = true,
};
