#include "show_run.h"

#include "lesson_goals.h"
#include "plot.h"
#include "visible.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>

/* The records as they were asked for. */
static void print_tables(const struct gs_run_options *options, const struct gs_run_outcome *outcome)
{
    if (options->quiet)
        gs_table_print_troubles(outcome->results, stdout);
    else if (options->verify_only)
        gs_table_print_verdicts(outcome->results, stdout);
    else
        gs_table_print(outcome->results, stdout);
    if (options->quiet || options->verify_only)
        return;
    if (options->peers)
        gs_lesson_print_goals(options->selection.lesson, outcome->results, stdout);
    printf("time:    %.1f s, %.0f%% of it in samples\n", outcome->wall_s,
           100 * outcome->sampled_s / outcome->wall_s);
}

enum gs_status gs_show_run(const struct gs_run_options *options,
                           const struct gs_run_outcome *outcome, struct gs_error *error)
{
    if (options->json) {
        char *text = gs_results_text(outcome->results);
        if (text == NULL)
            return gs_out_of_memory(error);
        fputs(text, stdout);
        free(text);
    } else {
        print_tables(options, outcome);
        printf("results: %s/%s.json and .csv\n", gs_visible(outcome->folder).text, outcome->name);
    }
    if (fflush(stdout) != 0 || ferror(stdout)) /* unbuffered: it failed before */
        return gs_fail(error, GS_USAGE, "cannot write to standard output; the results are in %s",
                       outcome->folder);
    /* A shard has holes in every curve. */
    if (options->quiet || options->json || options->verify_only || options->shards > 0)
        return GS_OK;
    return gs_plot_result(outcome->folder, outcome->name, error);
}
