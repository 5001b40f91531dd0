/* The commands that read results and nothing else. */
#include "cli_commands.h"

#include "bring.h"
#include "context.h"
#include "install_paths.h"
#include "results_folder.h"
#include "journal.h"
#include "lesson_goals.h"
#include "merge.h"
#include "name_rules.h"
#include "plot.h"
#include "plot_predicted.h"
#include "registry.h"
#include "report.h"
#include "result_name.h"
#include "visible.h"
#include "table.h"

#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What can be said to these commands, to each some of it. */
struct results_arguments {
    const char *lesson, *out;
};

#define AT(field) offsetof(struct results_arguments, field)

/* ---- table ----------------------------------------------------------------------------------- */

/* The lesson that the results are of, where this build has it; else NULL. */
static const struct gs_lesson *lesson_of(const struct gs_results *results)
{
    const struct gs_lesson *lesson;
    struct gs_error ignored = {0};
    char number[16];
    if (results->count == 0 || gs_results_fact(results, "source") != NULL)
        return NULL;
    snprintf(number, sizeof number, "%u", results->records[0].lesson);
    return gs_lesson_find(number, &lesson, &ignored) == GS_OK ? lesson : NULL;
}

/* A file of an earlier version lacks the lesson's words; those of this build stand in for them. */
static void add_words(struct gs_results *results)
{
    const struct gs_lesson *lesson = lesson_of(results);
    if (lesson != NULL)
        gs_context_add_words(json_object_get(results->context, "gridstride"), lesson);
}

/* What a command prints of one file, below its name. */
typedef void result_printer(struct gs_results *results, void *context);

/* File by file, up to the first that cannot be read. */
static enum gs_status print_each(const struct gs_command_line *line, result_printer *print,
                                 void *context, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < line->operand_count; i++) {
        struct gs_results results;
        status = gs_results_load_any(line->operands[i], &results, error);
        if (status != GS_OK)
            break;
        printf("%s\n", gs_visible(line->operands[i]).text);
        print(&results, context);
        gs_results_release(&results);
    }
    return status;
}

static void print_tables(struct gs_results *results, void *context)
{
    (void)context;
    add_words(results);
    gs_table_print(results, stdout);
}

enum gs_status gs_command_table(const struct gs_command_line *line, const void *options,
                                struct gs_error *error)
{
    (void)options;
    return print_each(line, print_tables, NULL, error);
}

const struct gs_syntax gs_table_syntax = {
    .name = "table",
    .operands = "FILE...",
    .about = "print the tables of recorded results",
    .text = "FILE is lessonN.json, or lessonN.unfinished.jsonl, what an unfinished run has so far.",
    .least = 1,
    .most = SIZE_MAX,
    .wanted = "result files",
    .example = "table results/*/lesson3.json",
};

/* ---- goals ----------------------------------------------------------------------------------- */

static void print_goals(struct gs_results *results, void *context)
{
    struct gs_goal_count *all = context, count = {0};
    const struct gs_lesson *lesson = lesson_of(results);
    if (lesson != NULL)
        count = gs_lesson_print_goals(lesson, results, stdout);
    all->rows += count.rows;
    all->short_of += count.short_of;
}

enum gs_status gs_command_goals(const struct gs_command_line *line, const void *options,
                                struct gs_error *error)
{
    (void)options;
    struct gs_goal_count all = {0};
    enum gs_status status = print_each(line, print_goals, &all, error);
    if (line->operand_count > 1 && all.rows > 0)
        printf("\nall of them: %zu of %zu rows met\n", all.rows - all.short_of, all.rows);
    fflush(stdout); /* before what is said of it on standard error */
    if (status == GS_OK && all.rows == 0)
        return gs_fail(error, GS_ALL_SKIPPED,
                       "goals: nothing in these files is held against a goal; %s peers "
                       "writes what is, on a machine with a GPU",
                       gs_called());
    if (status == GS_OK && all.short_of > 0)
        return gs_fail(error, GS_WRONG, "goals: %zu of %zu rows fall short", all.short_of,
                       all.rows);
    return status;
}

const struct gs_syntax gs_goals_syntax = {
    .name = "goals",
    .operands = "FILE...",
    .about = "hold recorded results against what is promised of each variant",
    .text = "FILE is peersN.json, which the command peers writes on a machine with a GPU.",
    .notes = "Exit status: 0 all rows are as promised, 1 one falls short, 2 usage or "
             "environment, 77 "
             "nothing in these files is held against a goal.",
    .least = 1,
    .most = SIZE_MAX,
    .wanted = "result files",
    .example = "goals results/*/peers3.json",
};

/* ---- merge ----------------------------------------------------------------------------------- */

/* Where the merged result goes: beside the first shard, or under --out. */
static void merged_folder(const char *out, const char *first, const struct gs_results *merged,
                          char folder[static 4096])
{
    const char *slash = strrchr(first, '/');
    const json_t *ours = json_object_get(merged->context, "gridstride");
    const char *machine = json_string_value(json_object_get(ours, "machine"));
    if (out != NULL)
        snprintf(folder, 4096, "%s/%s", out, machine != NULL ? machine : "unnamed");
    else
        snprintf(folder, 4096, "%.*s", slash != NULL ? (int)(slash - first) : 1,
                 slash != NULL ? first : ".");
}

enum gs_status gs_command_merge(const struct gs_command_line *line, const void *options,
                                struct gs_error *error)
{
    const struct results_arguments *a = options;
    char named[48] = "", folder[4096];
    struct gs_results merged;
    enum gs_status status = gs_merge(line->operands, line->operand_count, &merged, error);
    if (status != GS_OK)
        return status;
    gs_shard_name(line->operands[0], named); /* files of earlier versions say it by their name */
    const char *name = gs_results_fact_text(&merged, "result", named);
    merged_folder(a->out, line->operands[0], &merged, folder);
    struct gs_journal lock = {.descriptor = -1}; /* nobody else writes this result meanwhile */
    if (!gs_name_fits(GS_NAME_OF_RESULT, name))
        status = gs_fail(error, GS_USAGE,
                         "merge: %s does not say what result it is a shard of; give it the name "
                         "that run --shard gave it",
                         line->operands[0]);
    if (status == GS_OK)
        status = gs_results_folder_prepare(folder, name, error);
    if (status == GS_OK)
        status = gs_journal_open(&lock, folder, name, error);
    if (status == GS_OK)
        status = gs_results_save(&merged, folder, name, error);
    gs_journal_close(&lock, !lock.exists);
    if (status == GS_OK)
        printf("results: %s/%s.json and .csv (%zu records of %zu shards)\n",
               gs_visible(folder).text, name, merged.count, line->operand_count);
    gs_results_release(&merged);
    return status;
}

static const struct gs_option merge_options[] = {
    {"--out", "FOLDER", GS_OPTION_TEXT, AT(out),
     .help = "the result goes to FOLDER/<machine> (default: the folder of the first FILE)"},
    {0},
};

const struct gs_syntax gs_merge_syntax = {
    .name = "merge",
    .operands = "FILE...",
    .about = "join what run --shard wrote into the result of one run",
    .options = merge_options,
    .bytes = sizeof(struct results_arguments),
    .least = 1,
    .most = SIZE_MAX,
    .wanted = "the shards' results",
    .example = "merge results/*/lesson3.shard*of8.json",
};

/* ---- plot ------------------------------------------------------------------------------------ */

/* Of all results, or of those with this subject: "3", "-saxpy". */
static enum gs_status plot_all(const char *out, const char *subject, struct gs_error *error)
{
    static const char *const kinds[] = {"%s/*/lesson%s.json", "%s/recorded/*/lesson%s.json",
                                        "%s/*/kernel%s.json", "%s/*/peers%s.json",
                                        "%s/recorded/*/peers%s.json"};
    char pattern[4096];
    glob_t found = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(pattern, sizeof pattern, kinds[i], out, subject);
        glob(pattern, i > 0 ? GLOB_APPEND : 0, NULL, &found);
    }
    enum gs_status status = GS_OK;
    if (found.gl_pathc == 0)
        status = gs_fail(error, GS_USAGE, "plot: no results under %s; make some first: %s run 3",
                         out, gs_called());
    for (size_t i = 0; status == GS_OK && i < found.gl_pathc; i++) {
        char name[48]; /* a shard is drawn when it is merged */
        if (!gs_shard_name(found.gl_pathv[i], name))
            status = gs_plot_file(found.gl_pathv[i], error);
    }
    globfree(&found);
    return status;
}

static enum gs_status plot_operand(const char *path, struct gs_error *error)
{
    const char *dot = strrchr(path, '.');
    return dot != NULL && strcmp(dot, ".csv") == 0 ? gs_plot_predicted(path, error)
                                                   : gs_plot_file(path, error);
}

enum gs_status gs_command_plot(const struct gs_command_line *line, const void *options,
                               struct gs_error *error)
{
    const struct results_arguments *a = options;
    const struct gs_lesson *lesson;
    char subject[GS_RESULT_NAME] = "*";
    enum gs_status status = GS_OK;
    if ((a->lesson != NULL || a->out != NULL) && line->operand_count > 0)
        return gs_fail(error, GS_USAGE,
                       "plot: --lesson and --out say which results are drawn where no files are "
                       "named; leave them out, or \"%.200s\"",
                       line->operands[0]);
    if (a->lesson != NULL && gs_bring_is_path(a->lesson)) {
        char slug[GS_BRING_SLUG];
        gs_bring_slug(a->lesson, slug);
        snprintf(subject, sizeof subject, "-%s", slug);
    } else if (a->lesson != NULL) {
        status = gs_lesson_find(a->lesson, &lesson, error);
        if (status == GS_OK)
            snprintf(subject, sizeof subject, "%u", lesson->number);
    }
    if (status == GS_OK && line->operand_count == 0)
        return plot_all(a->out != NULL ? a->out : "results", subject, error);
    for (size_t i = 0; status == GS_OK && i < line->operand_count; i++)
        status = plot_operand(line->operands[i], error);
    return status;
}

static const struct gs_option plot_options[] = {
    {"--lesson", "L", GS_OPTION_TEXT, AT(lesson),
     .help = "without FILE: only the results of this lesson (3 or vecadd)"},
    {"--out", "FOLDER", GS_OPTION_TEXT, AT(out),
     .help = "without FILE: where the results are (default: results)"},
    {0},
};

const struct gs_syntax gs_plot_syntax = {
    .name = "plot",
    .operands = "[FILE...]",
    .about = "draw the plots of recorded results; without FILE, of all",
    .text = "FILE is a result, or a .csv of predicted and measured times (docs/prediction.md). "
            "Plots are "
            "written beside what they show.",
    .options = plot_options,
    .bytes = sizeof(struct results_arguments),
    .most = SIZE_MAX,
    .wanted = "result files",
    .example = "plot results/*/lesson3.json",
};

/* ---- report ---------------------------------------------------------------------------------- */

enum gs_status gs_command_report(const struct gs_command_line *line, const void *options,
                                 struct gs_error *error)
{
    const struct results_arguments *a = options;
    if (a->out != NULL && line->operand_count == 0 && access(a->out, F_OK) != 0)
        return gs_fail(
            error, GS_USAGE,
            "report: there is no folder %s, and so no result in it; name another one, or "
            "result files",
            gs_visible(a->out).text);
    return gs_report_make(a->out != NULL ? a->out : "results", line->operands, line->operand_count,
                          add_words, error);
}

static const struct gs_option report_options[] = {
    {"--out", "FOLDER", GS_OPTION_TEXT, AT(out),
     .help = "the page is FOLDER/report.html (default: results)"},
    {0},
};

const struct gs_syntax gs_report_syntax = {
    .name = "report",
    .operands = "[FILE...]",
    .about = "write all results on one page, or those of the FILEs",
    .text = "All results are those under --out and those that are recorded in gridstride itself.",
    .options = report_options,
    .bytes = sizeof(struct results_arguments),
    .most = SIZE_MAX,
    .wanted = "result files",
    .example = "report results/*/lesson3.json",
};
