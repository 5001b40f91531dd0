/* The commands of the command line. */
#ifndef GS_CLI_COMMANDS_H
#define GS_CLI_COMMANDS_H

#include "cli_options.h"

/* `values` is the command's own struct, filled. Returns the exit status that it ends with. */
typedef enum gs_status gs_command_fn(const struct gs_command_line *line, const void *values,
                                     struct gs_error *error);

/* What can be said to each stands beside it, but for those of the device: cli_run_options.h. */
extern const struct gs_syntax gs_list_syntax, gs_table_syntax, gs_goals_syntax, gs_merge_syntax,
    gs_plot_syntax, gs_report_syntax, gs_compare_syntax, gs_inspect_syntax, gs_check_syntax,
    gs_assess_syntax, gs_grade_syntax, gs_new_syntax, gs_occupancy_syntax, gs_course_syntax,
    gs_predict_syntax, gs_describe_syntax, gs_history_syntax;

gs_command_fn gs_command_list; /* cli_list.c */
gs_command_fn gs_command_new;  /* cli_new.c */
gs_command_fn gs_command_run;  /* cli_run.c; verify and peers too */
gs_command_fn gs_command_info; /* cli_run.c */
gs_command_fn gs_command_table, gs_command_goals, gs_command_merge, gs_command_plot,
    gs_command_report;              /* cli_results.c */
gs_command_fn gs_command_compare;   /* cli_compare.c */
gs_command_fn gs_command_history;   /* cli_history.c */
gs_command_fn gs_command_inspect;   /* cli_inspect.c */
gs_command_fn gs_command_check;     /* cli_check.c */
gs_command_fn gs_command_assess;    /* cli_assess.c */
gs_command_fn gs_command_grade;     /* cli_grade.c */
gs_command_fn gs_command_occupancy; /* cli_occupancy.c */
gs_command_fn gs_command_course;    /* cli_course.c */
gs_command_fn gs_command_profile;   /* cli_profile.c */
gs_command_fn gs_command_predict;   /* cli_predict.c */
gs_command_fn gs_command_describe;  /* cli_describe.c */

struct gs_command {
    const struct gs_syntax *syntax;
    gs_command_fn *run;
};

/* All of them, in the order of --help. */
enum { GS_COMMANDS = 22 };
extern const struct gs_command gs_commands[GS_COMMANDS];

/* Their syntaxes, with NULL behind the last. */
void gs_command_syntaxes(const struct gs_syntax *out[static GS_COMMANDS + 1]);

/* What the exit statuses mean: a sentence of help. */
extern const char gs_exit_statuses[];

#endif
