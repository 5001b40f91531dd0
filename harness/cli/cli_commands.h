/* What the commands of the command line share: their arguments, and what each of them does. */
#ifndef GS_CLI_COMMANDS_H
#define GS_CLI_COMMANDS_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

struct gs_arguments {
    const char *command;
    const char **operands; /* what follows the command and is no option */
    size_t operand_count;
    char *command_line; /* all of it, as typed */
    const char *lesson, *workload, *variant, *dtype, *sizes, *grids, *blocks, *device, *out, *seed;
    const char *time_limit, *shard;
    const char *threshold;
    bool quiet, json, resume, help, version;
    /* Of inspect alone: */
    const char *n, *block, *seeds, *timeout, *json_file;
    bool draw, no_margin;
    /* Of check alone: */
    bool hint, watch, reset, solution;
    /* Of grade alone: */
    const char *exercises, *jobs;
    char **rest; /* what follows -- */
    size_t rest_count;
};

/* Each returns the exit status that it ends with. */
typedef enum gs_status gs_command_fn(const struct gs_arguments *a, struct gs_error *error);

gs_command_fn gs_command_run, gs_command_verify, gs_command_peers, gs_command_list,
    gs_command_info; /* cli_run.c */
gs_command_fn gs_command_goals, gs_command_table, gs_command_merge, gs_command_plot,
    gs_command_compare, gs_command_report; /* cli_results.c */
gs_command_fn gs_command_inspect;          /* cli_inspect.c */
gs_command_fn gs_command_check;            /* grade/cli_check.c */
gs_command_fn gs_command_grade;            /* grade/cli_grade.c */

extern const char gs_inspect_help[], gs_check_help[], gs_grade_help[];

#endif
