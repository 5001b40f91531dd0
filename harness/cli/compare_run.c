#include "compare_run.h"

#include "bring.h"
#include "files.h"
#include "install_paths.h"
#include "process.h"
#include "visible.h"

#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {"old", "new"};

/* ---- what is run ----------------------------------------------------------------------------- */

static bool is_source(const char *side)
{
    size_t length = strlen(side);
    return (length > 3 && strcmp(side + length - 3, ".cu") == 0) || gs_bring_is_folder(side);
}

static enum gs_status check_side(const char *side, struct gs_error *error)
{
    struct stat facts;
    if (stat(side, &facts) != 0)
        return gs_fail(error, GS_USAGE, "compare --run: cannot read %.300s: %s", side,
                       strerror(errno));
    if (!is_source(side) && (!S_ISREG(facts.st_mode) || access(side, X_OK) != 0))
        return gs_fail(error, GS_USAGE,
                       "compare --run: %.300s is no .cu file, no folder with a lesson.c and no "
                       "program; to compare two "
                       "results leave --run out",
                       side);
    return GS_OK;
}

/* Where its results go, what it prints and how many processes it takes part in are said here. */
static enum gs_status check_options(char **options, struct gs_error *error)
{
    static const char *const ours[] = {"--out",  "--processes", "--quiet",
                                       "--json", "--resume",    "--shard"};
    for (size_t i = 0; options != NULL && options[i] != NULL; i++) {
        for (size_t k = 0; k < sizeof ours / sizeof ours[0]; k++) {
            size_t length = strlen(ours[k]);
            if (strncmp(options[i], ours[k], length) == 0 &&
                (options[i][length] == '\0' || options[i][length] == '='))
                return gs_fail(error, GS_USAGE, "compare --run: %s cannot stand behind --; %s",
                               ours[k], k < 2 ? "write it before" : "leave it out");
        }
    }
    return GS_OK;
}

/* ---- one process ----------------------------------------------------------------------------- */

struct turn {
    const struct gs_compare_run *what;
    int side;
    char folder[4096]; /* of its results, and of what it prints */
};

/* The last line of what it said on standard error, which says why it ended so. */
static enum gs_status say_failed(const struct turn *turn, const char *errors, int ended,
                                 struct gs_error *error)
{
    char how[128], *text = gs_file_text(errors);
    char *last = text != NULL ? text : NULL;
    gs_process_how(ended, how, sizeof how);
    for (char *at = last; at != NULL && *at != '\0';
         at += strcspn(at, "\n") + (strchr(at, '\n') != NULL))
        last = at;
    if (last != NULL)
        last[strcspn(last, "\n")] = '\0';
    enum gs_status status = gs_fail(error, GS_USAGE, "compare --run: %s, %.200s, %s: %.300s",
                                    names[turn->side], turn->what->sides[turn->side], how,
                                    last != NULL && last[0] != '\0' ? last : "it says nothing");
    free(text);
    return status;
}

/* Wrong answers, and rows that were skipped, are in its records. */
static bool has_results(int ended)
{
    int status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    return status == GS_OK || status == GS_WRONG || status == GS_ALL_SKIPPED;
}

static enum gs_status start_and_wait(const struct turn *turn, char *const *words,
                                     struct gs_error *error)
{
    char output[4200], errors[4200];
    snprintf(output, sizeof output, "%s/output", turn->folder);
    snprintf(errors, sizeof errors, "%s/errors", turn->folder);
    struct gs_process process = {
        .argv = words, .output = output, .errors = errors, .ends_with_us = true};
    int ended = 0;
    enum gs_status status = gs_process_run(&process, &ended, error);
    if (status != GS_OK)
        return status;
    bool interrupted = (WIFSIGNALED(ended) && WTERMSIG(ended) == SIGINT) ||
                       (WIFEXITED(ended) && WEXITSTATUS(ended) == GS_INTERRUPTED);
    if (interrupted)
        return gs_fail(error, GS_INTERRUPTED, "interrupted; nothing was compared");
    return has_results(ended) ? GS_OK : say_failed(turn, errors, ended, error);
}

/* PROGRAM run [FILE] OPTIONS... --quiet --out FOLDER */
static enum gs_status run_process(const struct turn *turn, struct gs_error *error)
{
    const char *side = turn->what->sides[turn->side];
    char own[4096], run[] = "run", quiet[] = "--quiet", out[] = "--out";
    char **options = turn->what->options;
    size_t count = 0, at = 0;
    while (options != NULL && options[count] != NULL)
        count++;
    char **words = calloc(count + 7, sizeof *words);
    if (words == NULL || !gs_path_beside_program("gridstride", own, sizeof own)) {
        free(words);
        return gs_out_of_memory(error);
    }
    /* execvp() looks for a name without a slash in PATH. */
    char *program = strchr(side, '/') != NULL ? strdup(side) : NULL, *file = strdup(side);
    if (program == NULL && asprintf(&program, "./%s", side) < 0)
        program = NULL;
    words[at++] = is_source(side) ? own : program;
    words[at++] = run;
    if (is_source(side))
        words[at++] = gs_bring_is_folder(side) ? program : file;
    for (size_t i = 0; i < count; i++)
        words[at++] = options[i];
    words[at++] = quiet;
    words[at++] = out;
    words[at] = (char *)(uintptr_t)turn->folder;
    enum gs_status status = program == NULL || file == NULL ? gs_out_of_memory(error)
                                                            : start_and_wait(turn, words, error);
    free(program);
    free(file);
    free(words);
    return status;
}

/* The one result in the folder. */
static enum gs_status load(const struct turn *turn, struct gs_results *out, struct gs_error *error)
{
    char pattern[4200];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/*/*.json", turn->folder);
    glob(pattern, 0, NULL, &found);
    enum gs_status status =
        found.gl_pathc == 1
            ? gs_results_load(found.gl_pathv[0], out, error)
            : gs_fail(error, GS_USAGE, "compare --run: %s, %.300s, has left no result",
                      names[turn->side], turn->what->sides[turn->side]);
    globfree(&found);
    return status;
}

/* Its records come behind those of the processes before. */
static enum gs_status take_turn(struct turn *turn, const char *temporary, unsigned number,
                                struct gs_results *all, struct gs_error *error)
{
    struct gs_results one = {0};
    char which[32];
    snprintf(which, sizeof which, "%u/%u", number, turn->what->processes);
    setenv(GS_ONE_OF_PROCESSES, which, 1);
    if (snprintf(turn->folder, sizeof turn->folder, "%.4000s/%s%u", temporary, names[turn->side],
                 number) >= (int)sizeof turn->folder)
        return gs_out_of_memory(error);
    enum gs_status status = gs_folder_make(turn->folder, error);
    if (status == GS_OK)
        status = run_process(turn, error);
    if (status == GS_OK)
        status = load(turn, &one, error);
    for (size_t i = 0; status == GS_OK && i < one.count; i++)
        status = gs_results_append(all, &one.records[i], error);
    if (status == GS_OK && all->context == NULL)
        all->context = json_incref(one.context);
    gs_results_release(&one);
    gs_folder_remove(turn->folder);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void show_progress(const struct gs_compare_run *what, unsigned process, int side)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[Kprocess %u of %u, %s: %s", process, what->processes, names[side],
                gs_visible(what->sides[side]).text);
}

static enum gs_status take_turns(const struct gs_compare_run *what, const char *temporary,
                                 struct gs_results results[2], struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (unsigned process = 1; status == GS_OK && process <= what->processes; process++) {
        for (int i = 0; status == GS_OK && i < 2; i++) {
            /* Old, new, new, old: neither is always the one that comes first. */
            int side = process % 2 == 1 ? i : 1 - i;
            struct turn turn = {.what = what, .side = side};
            show_progress(what, process, side);
            status = take_turn(&turn, temporary, process, &results[side], error);
        }
    }
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    return status;
}

static enum gs_status join(const struct gs_compare_run *what, struct gs_results *results,
                           struct gs_error *error)
{
    json_t *ours = json_object_get(results->context, "gridstride");
    if (json_object_set_new(ours, "processes", json_integer((json_int_t)what->processes)) != 0)
        return gs_out_of_memory(error);
    return gs_results_join_processes(results, error);
}

static enum gs_status keep(const char *folder, const struct gs_results results[2],
                           struct gs_error *error)
{
    enum gs_status status = gs_folder_make(folder, error);
    for (int side = 0; status == GS_OK && side < 2; side++)
        status = gs_results_save(&results[side], folder, names[side], error);
    return status;
}

enum gs_status gs_compare_run(const struct gs_compare_run *what, struct gs_results results[2],
                              struct gs_error *error)
{
    char temporary[4096];
    results[0] = results[1] = (struct gs_results){0};
    enum gs_status status = check_side(what->sides[0], error);
    if (status == GS_OK)
        status = check_side(what->sides[1], error);
    if (status == GS_OK)
        status = check_options(what->options, error);
    if (status == GS_OK)
        status = gs_folder_make_temporary("compare", 0700, temporary, sizeof temporary, error);
    if (status != GS_OK)
        return status;
    status = take_turns(what, temporary, results, error);
    for (int side = 0; status == GS_OK && side < 2; side++)
        status = join(what, &results[side], error);
    if (status == GS_OK && what->out != NULL)
        status = keep(what->out, results, error);
    gs_folder_remove(temporary);
    for (int side = 0; status != GS_OK && side < 2; side++)
        gs_results_release(&results[side]);
    return status;
}
