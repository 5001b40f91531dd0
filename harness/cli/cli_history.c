/* gridstride history: the medians of several results, by their dates, as a table and a picture. */
#include "cli_commands.h"

#include "history.h"
#include "journal.h"
#include "plot_history.h"
#include "table.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct history_arguments {
    const char *threshold, *plot;
    bool all;
};

/* How histories are shown; and how many have been. */
struct showing {
    double threshold;
    bool all;
    const char *plot; /* NULL: none */
    size_t shown;
};

#define AT(field) offsetof(struct history_arguments, field)

/* A file. Once its group is printed, it is done. */
struct loaded {
    struct gs_results results;
    const char *name;
    time_t started;
    size_t place; /* among the words: of two of one time the first comes first */
    bool done;
};

/* "2026-11-21T12:31:36+00:00" */
static enum gs_status read_start(struct loaded *file, struct gs_error *error)
{
    struct tm at = {0};
    const char *text = gs_json_text(json_object_get(file->results.context, "date"), "");
    const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S%z", &at);
    if (end == NULL || *end != '\0')
        return gs_fail(error, GS_USAGE,
                       "history: %.300s was started at \"%.60s\", which is no time as "
                       "2026-11-21T12:31:36+00:00; results are put in the order of these",
                       file->name, text);
    const long offset_s = at.tm_gmtoff; /* timegm() writes over it */
    file->started = timegm(&at) - offset_s;
    return GS_OK;
}

static int by_time(const void *a, const void *b)
{
    const struct loaded *x = a, *y = b;
    if (x->started != y->started)
        return x->started < y->started ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static enum gs_status load_all(const struct gs_command_line *line, struct loaded *files,
                               size_t *count, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < line->operand_count; i++) {
        struct loaded *file = &files[*count];
        *file = (struct loaded){.name = line->operands[i], .place = i};
        status = gs_results_load_any(file->name, &file->results, error);
        if (status != GS_OK)
            return status;
        *count += 1;
        status = read_start(file, error);
    }
    qsort(files, *count, sizeof *files, by_time);
    return status;
}

static void print_title(const struct gs_results *results)
{
    const char *gpu = gs_results_gpu(results);
    printf(
        "%s on %s\n",
        gs_results_fact_text(results, "slug", gs_results_fact_text(results, "source", "unknown")),
        gpu != NULL ? gpu : gs_results_fact_text(results, "cpu", "an unknown CPU"));
}

/* The second history has -2 behind the name of its picture. */
static enum gs_status draw(const struct gs_history *history, const struct showing *showing,
                           struct gs_error *error)
{
    char out[4096];
    snprintf(out, sizeof out, "%s", showing->plot);
    if (showing->shown > 0)
        snprintf(out, sizeof out, "%s-%zu", showing->plot, showing->shown + 1);
    fflush(stdout);
    return gs_plot_history(history, out, error);
}

static enum gs_status show(const struct gs_history *history, const char *const *names,
                           struct showing *showing, struct gs_error *error)
{
    if (showing->shown > 0)
        putchar('\n');
    print_title(history->results[0]);
    gs_table_print_history(history, names, showing->all, stdout);
    enum gs_status status = showing->plot != NULL ? draw(history, showing, error) : GS_OK;
    showing->shown++;
    return status;
}

/* Those that belong to the first of them, which is not done, where there are two at least. */
static enum gs_status show_group(struct loaded *files, size_t count, struct showing *showing,
                                 struct gs_error *error)
{
    const struct gs_results **group = calloc(count, sizeof(void *));
    const char **names = calloc(count, sizeof(void *));
    size_t size = 0;
    if (group == NULL || names == NULL) {
        free(group);
        free(names);
        return gs_out_of_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        if (files[i].done || !gs_history_belongs(&files[0].results, &files[i].results))
            continue;
        files[i].done = true;
        names[size] = files[i].name;
        group[size++] = &files[i].results;
    }
    struct gs_history history;
    enum gs_status status =
        size > 1 ? gs_history_make(group, size, showing->threshold, &history, error) : GS_OK;
    if (size > 1 && status == GS_OK) {
        status = show(&history, names, showing, error);
        gs_history_release(&history);
    }
    free(group);
    free(names);
    return status;
}

static enum gs_status show_all(struct loaded *files, size_t count, struct showing *showing,
                               struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < count; i++) {
        if (!files[i].done)
            status = show_group(&files[i], count - i, showing, error);
    }
    if (status == GS_OK && showing->shown == 0)
        return gs_fail(error, GS_USAGE,
                       "history: no two of these results are of one lesson on one machine; name "
                       "those that are");
    return status;
}

enum gs_status gs_command_history(const struct gs_command_line *line, const void *options,
                                  struct gs_error *error)
{
    const struct history_arguments *a = options;
    struct showing showing = {.threshold = GS_COMPARE_THRESHOLD, .all = a->all, .plot = a->plot};
    size_t count = 0;
    enum gs_status status =
        a->threshold != NULL ? gs_threshold_parse(a->threshold, &showing.threshold, error) : GS_OK;
    if (status == GS_OK && a->plot != NULL && a->plot[strlen(a->plot) - 1] == '/')
        status = gs_fail(error, GS_USAGE,
                         "history: --plot %.300s is a folder; name the picture in it, as in "
                         "--plot %.300schanges",
                         a->plot, a->plot);
    if (status != GS_OK)
        return status;
    struct loaded *files = calloc(line->operand_count, sizeof *files);
    if (files == NULL)
        return gs_out_of_memory(error);
    status = load_all(line, files, &count, error);
    if (status == GS_OK)
        status = show_all(files, count, &showing, error);
    for (size_t i = 0; i < count; i++)
        gs_results_release(&files[i].results);
    free(files);
    return status;
}

static const struct gs_option history_options[] = {
    {"--threshold", "PCT", GS_OPTION_TEXT, AT(threshold),
     .help = "medians that differ by less have not changed (default: 5)"},
    {"--all", NULL, GS_OPTION_FLAG, AT(all), .help = "also the rows that did not change"},
    {"--plot", "NAME", GS_OPTION_TEXT, AT(plot),
     .help = "draw the rows that changed the most, as NAME.svg and NAME.png"},
    {0},
};

const struct gs_syntax gs_history_syntax = {
    .name = "history",
    .operands = "FILE...",
    .about = "the medians of several results by date, and which changes are sure",
    .text = "Results of one lesson, or one kernel file, on one machine are put in the order of "
            "their dates, whatever the order of the FILEs. Each is compared with the one before, "
            "as by the command compare. A change of which that is sure stands beside the median.",
    .options = history_options,
    .bytes = sizeof(struct history_arguments),
    .least = 2,
    .most = SIZE_MAX,
    .wanted = "two result files or more",
    .example = "history monday/lesson3.json tuesday/lesson3.json",
};
