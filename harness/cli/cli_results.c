/* The commands that read results and nothing else. */
#include "cli_commands.h"

#include "compare.h"
#include "results_folder.h"
#include "journal.h"
#include "lesson_goals.h"
#include "merge.h"
#include "plot.h"
#include "registry.h"
#include "report.h"
#include "table.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

/* ---- table, plot ----------------------------------------------------------------------------- */

/* A result, or what an unfinished run has so far. */
static enum gs_status load(const char *path, struct gs_results *out, struct gs_error *error)
{
    size_t length = strlen(path);
    if (length < 6 || strcmp(path + length - 6, ".jsonl") != 0)
        return gs_results_load(path, out, error);
    struct gs_journal_content content;
    enum gs_status status = gs_journal_read(path, &content, error);
    *out = content.results;
    content.results = (struct gs_results){0};
    gs_journal_content_release(&content);
    if (status != GS_OK)
        gs_results_release(out);
    return status;
}

enum gs_status gs_command_table(const struct gs_arguments *a, struct gs_error *error)
{
    if (a->operand_count == 0)
        return gs_fail(error, GS_USAGE,
                       "table: name result files, as in: gridstride table results/*/lesson3.json");
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < a->operand_count; i++) {
        struct gs_results results;
        status = load(a->operands[i], &results, error);
        if (status != GS_OK)
            break;
        printf("%s\n", a->operands[i]);
        gs_table_print(&results, stdout);
        gs_results_release(&results);
    }
    return status;
}

/* Held against the goals of the lesson that they are of, where this build has it. */
static struct gs_goal_count print_goals(const struct gs_results *results)
{
    const struct gs_lesson *lesson;
    struct gs_error ignored = {0};
    char number[16];
    snprintf(number, sizeof number, "%u", results->count > 0 ? results->records[0].lesson : 0);
    if (gs_lesson_find(number, &lesson, &ignored) != GS_OK)
        return (struct gs_goal_count){0};
    return gs_lesson_print_goals(lesson, results, stdout);
}

enum gs_status gs_command_goals(const struct gs_arguments *a, struct gs_error *error)
{
    if (a->operand_count == 0)
        return gs_fail(error, GS_USAGE,
                       "goals: name result files, as in: gridstride goals results/*/peers3.json");
    enum gs_status status = GS_OK;
    struct gs_goal_count all = {0};
    for (size_t i = 0; status == GS_OK && i < a->operand_count; i++) {
        struct gs_results results;
        status = load(a->operands[i], &results, error);
        if (status != GS_OK)
            break;
        printf("%s\n", a->operands[i]);
        struct gs_goal_count count = print_goals(&results);
        all.rows += count.rows;
        all.short_of += count.short_of;
        gs_results_release(&results);
    }
    if (a->operand_count > 1 && all.rows > 0)
        printf("\nall of them: %zu of %zu rows met\n", all.rows - all.short_of, all.rows);
    fflush(stdout); /* before what is said of it on standard error */
    if (status == GS_OK && all.rows == 0)
        return gs_fail(error, GS_ALL_SKIPPED,
                       "goals: nothing in these files is held against a goal; gridstride peers "
                       "writes what is, on a machine with a GPU");
    if (status == GS_OK && all.short_of > 0)
        return gs_fail(error, GS_WRONG, "goals: %zu of %zu rows fall short", all.short_of,
                       all.rows);
    return status;
}

/* ---- merge ----------------------------------------------------------------------------------- */

/* Where the merged result goes: beside the first shard, or under --out. */
static void merged_folder(const struct gs_arguments *a, const struct gs_results *merged,
                          char folder[static 4096])
{
    const char *first = a->operands[0], *slash = strrchr(first, '/');
    const json_t *ours = json_object_get(merged->context, "gridstride");
    const char *machine = json_string_value(json_object_get(ours, "machine"));
    if (a->out != NULL)
        snprintf(folder, 4096, "%s/%s", a->out, machine != NULL ? machine : "unnamed");
    else
        snprintf(folder, 4096, "%.*s", slash != NULL ? (int)(slash - first) : 1,
                 slash != NULL ? first : ".");
}

enum gs_status gs_command_merge(const struct gs_arguments *a, struct gs_error *error)
{
    char name[32], folder[4096];
    if (a->operand_count == 0)
        return gs_fail(error, GS_USAGE,
                       "merge: name the shards' results, as in: gridstride merge "
                       "results/*/lesson3.shard*of8.json");
    if (!gs_shard_name(a->operands[0], name))
        return gs_fail(error, GS_USAGE,
                       "merge: %s is no shard; those are written by run --shard I/K",
                       a->operands[0]);
    struct gs_results merged;
    enum gs_status status = gs_merge(a->operands, a->operand_count, &merged, error);
    if (status != GS_OK)
        return status;
    merged_folder(a, &merged, folder);
    struct gs_journal lock = {.descriptor = -1}; /* nobody else writes this result meanwhile */
    status = gs_folder_prepare(folder, name, error);
    if (status == GS_OK)
        status = gs_journal_open(&lock, folder, name, error);
    if (status == GS_OK)
        status = gs_results_save(&merged, folder, name, error);
    gs_journal_close(&lock, !lock.exists);
    if (status == GS_OK)
        printf("results: %s/%s.json and .csv (%zu records of %zu shards)\n", folder, name,
               merged.count, a->operand_count);
    gs_results_release(&merged);
    return status;
}

static enum gs_status plot_all(const char *out, const char *lesson, struct gs_error *error)
{
    static const char *const kinds[] = {"%s/*/lesson%s.json", "%s/recorded/*/lesson%s.json",
                                        "%s/*/peers%s.json", "%s/recorded/*/peers%s.json"};
    char pattern[4096];
    glob_t found = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(pattern, sizeof pattern, kinds[i], out, lesson);
        glob(pattern, i > 0 ? GLOB_APPEND : 0, NULL, &found);
    }
    enum gs_status status = GS_OK;
    if (found.gl_pathc == 0)
        status = gs_fail(error, GS_USAGE,
                         "plot: no results under %s; make some first: gridstride run 3", out);
    for (size_t i = 0; status == GS_OK && i < found.gl_pathc; i++)
        status = gs_plot_file(found.gl_pathv[i], error);
    globfree(&found);
    return status;
}

enum gs_status gs_command_plot(const struct gs_arguments *a, struct gs_error *error)
{
    char number[16] = "*";
    enum gs_status status = GS_OK;
    if (a->lesson != NULL) {
        const struct gs_lesson *lesson;
        status = gs_lesson_find(a->lesson, &lesson, error);
        if (status == GS_OK)
            snprintf(number, sizeof number, "%u", lesson->number);
    }
    if (status == GS_OK && a->operand_count == 0)
        return plot_all(a->out != NULL ? a->out : "results", number, error);
    for (size_t i = 0; status == GS_OK && i < a->operand_count; i++)
        status = gs_plot_file(a->operands[i], error);
    return status;
}

/* ---- report ---------------------------------------------------------------------------------- */

enum gs_status gs_command_report(const struct gs_arguments *a, struct gs_error *error)
{
    return gs_report_make(a->out != NULL ? a->out : "results", a->operands, a->operand_count,
                          error);
}

/* ---- compare --------------------------------------------------------------------------------- */

static enum gs_status compare_results(const struct gs_results *old, const struct gs_results *new,
                                      double threshold, const struct gs_arguments *a,
                                      struct gs_error *error)
{
    struct gs_comparison comparison;
    enum gs_status status = gs_compare(old, new, threshold, &comparison, error);
    if (status != GS_OK)
        return status;
    gs_comparison_print(&comparison, a->operands[0], a->operands[1], stdout);
    status = gs_comparison_status(&comparison, error);
    gs_comparison_release(&comparison);
    return status;
}

enum gs_status gs_command_compare(const struct gs_arguments *a, struct gs_error *error)
{
    double threshold = GS_COMPARE_THRESHOLD;
    struct gs_results old, new;
    if (a->operand_count != 2)
        return gs_fail(error, GS_USAGE,
                       "compare: name two result files, as in: gridstride compare old/lesson3.json "
                       "new/lesson3.json");
    enum gs_status status =
        a->threshold != NULL ? gs_threshold_parse(a->threshold, &threshold, error) : GS_OK;
    if (status == GS_OK)
        status = load(a->operands[0], &old, error);
    if (status != GS_OK)
        return status;
    status = load(a->operands[1], &new, error);
    if (status == GS_OK) {
        status = compare_results(&old, &new, threshold, a, error);
        gs_results_release(&new);
    }
    gs_results_release(&old);
    return status;
}
