/* gridstride check: a student's exercises, one after the other. */
#include "cli_commands.h"

#include "check_curves.h"
#include "check_target.h"
#include "files.h"
#include "install_paths.h"
#include "judge.h"
#include "judge_options.h"
#include "marks.h"
#include "profile_file.h"
#include "question.h"
#include "registry.h"
#include "show_check.h"
#include "telling.h"
#include "told.h"
#include "told_marks.h"
#include "watch.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct check_arguments {
    bool hint, watch, reset, solution, plot, json;
    struct gs_number seed;
    const char *device;
    struct gs_telling_options told;
};

#define AT(field) offsetof(struct check_arguments, field)

static const struct gs_option check_options[] = {
    {"--hint", NULL, GS_OPTION_FLAG, AT(hint), .help = "one hint further each time, of three"},
    {"--watch", NULL, GS_OPTION_FLAG, AT(watch),
     .help = "check again whenever the file is saved; keys: h hint, n next exercise, l list, r "
             "reset, q quit"},
    {"--reset", NULL, GS_OPTION_FLAG, AT(reset),
     .help = "put the file back as it was; yours is kept beside it"},
    {"--solution", NULL, GS_OPTION_FLAG, AT(solution),
     .help = "the reference solution, once yours has passed"},
    {"--plot", NULL, GS_OPTION_FLAG, AT(plot),
     .help = "draw the arrays of a waveform (4.3, 5.1), here and as SVG and PNG"},
    {"--seed", "N", GS_OPTION_NUMBER, AT(seed),
     .help = "the values of an earlier check again (default: fresh ones)", .most = INT64_MAX},
    {"--device", "D", GS_OPTION_DEVICE, AT(device),
     .help = "auto, cuda or sim: sim leaves the GPU out (default: auto)"},
    {"--json", NULL, GS_OPTION_FLAG, AT(json), .help = "print the marks instead"},
    GS_TELLING_ROWS(struct check_arguments, told),
    {0},
};

const struct gs_syntax gs_check_syntax = {
    .name = "check",
    .operands = "[EXERCISE]",
    .about = "check your exercise (3.1), or a lesson's (3), and explain what is wrong",
    .usage = "check                      where you are in the course\n"
             "check LESSON [OPTIONS]     its tasks, up to the first that does not pass\n"
             "check EXERCISE [FILE] [OPTIONS]\n"
             "check FILE [OPTIONS]       the exercise of its name, or of its folder\n"
             "check FOLDER [OPTIONS]     an exercise of your own: a folder with exercise.toml\n"
             "check QUESTION [--hint]",
    .text =
        "LESSON is 3, or its folder's name 03_vecadd; EXERCISE is 3.1, or a name as "
        "broadcast_add; QUESTION is 3.q1. The files to edit are made in ./exercises where they "
        "are missing, and never overwritten. A check compiles the file, runs it on the simulator "
        "at small and large sizes with fresh values, and looks at each access to memory; where "
        "CUDA and nvcc are, it runs on the GPU as well; elsewhere it predicts what right kernels "
        "would take on an H100, beside the reference solution. The code runs as you, with limits "
        "of time and memory and without a sandbox: check only code that you trust, and grade the "
        "rest.",
    .notes = "Exit status: 0 passed, 1 not passed, 2 usage or environment, 130 interrupted.",
    .options = check_options,
    .bytes = sizeof(struct check_arguments),
    .most = 2,
    .wanted = "one exercise and at most one file",
    .example = "check 3.1 vecadd.cu",
};

/* ---- what is to be checked ------------------------------------------------------------------- */

struct checking {
    const struct gs_command_line *line;
    const struct check_arguments *a;
    struct gs_workbook book;
    struct gs_show show;
    struct gs_judge_options options; /* without the exercise */
    struct gs_check_target target;
    const char *file;   /* NULL: the working copy */
    char profile[4096]; /* of the GPU whose times are predicted */
    struct gs_telling telling;
    json_t *told;    /* of all that was checked (told.h); NULL: nothing was */
    bool told_short; /* there was no memory for all of it */
};

static bool is_file(const char *word)
{
    size_t length = strlen(word);
    return length > 3 && strcmp(word + length - 3, ".cu") == 0;
}

static enum gs_status read_target(struct checking *c, struct gs_error *error)
{
    const struct gs_command_line *a = c->line;
    if (a->operand_count == 1 && is_file(a->operands[0])) {
        c->file = a->operands[0];
        return gs_check_target_of_file(c->file, &c->target, error);
    }
    enum gs_status status = gs_check_target_find(a->operands[0], &c->target, error);
    if (status != GS_OK || a->operand_count == 1)
        return status;
    c->file = a->operands[1];
    if (c->target.question != NULL)
        return gs_fail(error, GS_USAGE,
                       "check: a question has no file of its own; write the answer "
                       "into exercises/%s/questions.txt",
                       c->target.place.lesson->folder);
    return c->target.place.exercise != NULL ? GS_OK
                                            : gs_check_target_by_file(&c->target, c->file, error);
}

/* ---- one exercise, one question, a lesson ---------------------------------------------------- */

/* Prints marks and notes the progress under `name`. False: not passed. */
static bool tell(struct checking *c, struct gs_workbook *book, const json_t *marks,
                 const char *name, const char *path)
{
    enum gs_marks_verdict verdict = gs_marks_verdict(marks);
    bool failed = verdict == GS_MARKS_NONE || verdict == GS_MARKS_FAILED;
    bool skipped = verdict == GS_MARKS_SKIPPED;
    struct gs_error failure;
    if (c->told == NULL)
        c->told = json_array();
    if (!gs_told_add_marks(c->told, marks, path))
        c->told_short = true;
    if (c->a->json) {
        json_dumpf(marks, c->telling.programs, JSON_INDENT(1));
        fputc('\n', c->telling.programs);
    } else {
        gs_show_marks(&c->show, marks, path);
    }
    if (!skipped &&
        (c->file == NULL ||
         gs_workbook_has(book, c->target.place.lesson, c->target.place.exercise, c->file)) &&
        gs_workbook_mark(book, name, !failed, json_number_value(json_object_get(marks, "score")),
                         c->options.seed, &failure) != GS_OK)
        fprintf(stderr, "gridstride: %s\n", failure.text);
    return !failed;
}

static enum gs_status judge_place(void *context, const struct gs_course_place *place,
                                  const char *source, json_t **marks, struct gs_error *error)
{
    const struct checking *c = context;
    struct gs_judge_options options = c->options;
    options.lesson = place->lesson;
    options.exercise = place->exercise;
    options.number = place->number;
    options.source = source;
    return gs_judge(&options, marks, error);
}

/* Beside the working copy, or here where another file was checked. */
static enum gs_status plot_curves(const struct checking *c, const struct gs_exercise *exercise,
                                  const json_t *marks, const char *path, struct gs_error *error)
{
    char out[4096];
    struct gs_plot_curves *plot = gs_check_curves(exercise, marks);
    if (plot == NULL)
        return gs_out_of_memory(error);
    enum gs_status status = GS_OK;
    snprintf(out, sizeof out, "%.*s", (int)(strlen(path) - strlen(".cu")), path);
    if (plot->count == 0) {
        printf("\nplot:    none, the program did not run at the largest size\n");
    } else {
        gs_plot_curves_text(plot, c->show.out, c->show.width, c->show.utf8);
        status = gs_plot_curves_draw(plot, c->file == NULL ? out : exercise->name, error);
    }
    free(plot);
    return status;
}

/* As it is typed. */
static struct gs_exercise_path name_of(const struct checking *c,
                                       const struct gs_course_place *place)
{
    struct gs_exercise_path name;
    const struct gs_exercise_label label =
        gs_exercise_label(place->lesson, place->exercise, place->number);
    snprintf(name.text, sizeof name.text, "%s",
             c->target.data != NULL ? c->target.folder : label.text);
    return name;
}

static enum gs_status check_exercise(struct checking *c, const struct gs_course_place *place,
                                     struct gs_error *error)
{
    char path[4096];
    json_t *marks = NULL;
    gs_workbook_path(&c->book, place->lesson, place->exercise, path, sizeof path);
    const char *source = c->file != NULL ? c->file : path;
    struct stat facts;
    if (stat(source, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size == 0)
        return gs_fail(error, GS_USAGE,
                       "check: %.300s is empty: write the function that the exercise asks for, or "
                       "take the stub again: %s check %s --reset",
                       source, gs_called(), name_of(c, place).text);
    enum gs_status status = judge_place(c, place, source, &marks, error);
    if (marks == NULL)
        return status;
    bool passed = tell(c, &c->book, marks, place->exercise->name, source);
    status = c->options.curves && place->exercise->curves[0].title != NULL
                 ? plot_curves(c, place->exercise, marks, source, error)
                 : GS_OK;
    json_decref(marks);
    if (status != GS_OK)
        return status;
    return passed ? GS_OK
                  : gs_fail(error, GS_WRONG, "check: %s%s%s does not pass yet",
                            place->exercise->in_folder ? "" : name_of(c, place).text,
                            place->exercise->in_folder ? "" : " ", place->exercise->name);
}

static enum gs_status check_question(struct checking *c, const struct gs_lesson_exercises *lesson,
                                     const struct gs_question *question, unsigned number,
                                     struct gs_error *error)
{
    char path[4096];
    gs_workbook_questions_path(&c->book, lesson, path, sizeof path);
    char *answers = gs_file_text(path);
    json_t *marks = gs_question_judge(lesson, question, number, answers);
    bool passed = tell(c, &c->book, marks, gs_question_label(lesson, question).text, path);
    json_decref(marks);
    free(answers);
    return passed ? GS_OK
                  : gs_fail(error, GS_WRONG, "check: question %u.q%u is not answered right yet",
                            lesson->lesson, number);
}

/* Up to the first that does not pass. */
static enum gs_status check_lesson(struct checking *c, struct gs_error *error)
{
    const struct gs_lesson_exercises *lesson = c->target.place.lesson;
    enum gs_status status = GS_OK;
    for (unsigned i = 0; status == GS_OK && lesson->exercises[i] != NULL; i++) {
        const struct gs_course_place place = {lesson, lesson->exercises[i], i + 1};
        status = check_exercise(c, &place, error);
        if (!c->a->json && status == GS_OK)
            putchar('\n');
        if (!c->a->json && status == GS_WRONG)
            gs_show_unchecked(&c->show, lesson, i + 1);
    }
    unsigned number = 1;
    for (const struct gs_question *q = lesson->questions; status == GS_OK && q->name != NULL; q++) {
        status = check_question(c, lesson, q, number++, error);
        if (!c->a->json && status == GS_OK)
            putchar('\n');
    }
    return status;
}

/* ---- what is asked for ----------------------------------------------------------------------- */

/* The exercise that is meant where a lesson is named: the first that has not passed. */
static void choose_exercise(struct checking *c)
{
    if (c->target.place.exercise != NULL)
        return;
    const struct gs_lesson_exercises only[] = {*c->target.place.lesson, {0}};
    struct gs_course_place next = gs_workbook_next(&c->book, only, (struct gs_course_place){0});
    if (next.exercise == NULL) {
        next.exercise = c->target.place.lesson->exercises[0];
        next.number = 1;
    }
    c->target.place.exercise = next.exercise;
    c->target.place.number = next.number;
}

/* A hint is shown also where it cannot be noted. */
static enum gs_status show_hint(struct checking *c, struct gs_error *error)
{
    const struct gs_course_place *place = &c->target.place;
    unsigned level = 0;
    if (c->target.question != NULL) {
        struct gs_question_label name = gs_question_label(place->lesson, c->target.question);
        enum gs_status noted = gs_workbook_hint(&c->book, name.text, &level, error);
        gs_show_question_hints(&c->show, place->lesson, c->target.question, level);
        return noted;
    }
    choose_exercise(c);
    enum gs_status noted = gs_workbook_hint(&c->book, place->exercise->name, &level, error);
    gs_show_hints(&c->show, place, level);
    return noted;
}

static enum gs_status require_passed(const struct checking *c, struct gs_error *error)
{
    const char *name = c->target.place.exercise->name;
    if (gs_workbook_passed(&c->book, name))
        return GS_OK;
    return gs_fail(error, GS_USAGE,
                   "check: the solution of %s is shown once yours has passed; try --hint", name);
}

static enum gs_status show_solution(const struct checking *c, struct gs_error *error)
{
    enum gs_status status = require_passed(c, error);
    return status == GS_OK ? gs_show_solution(&c->show, &c->target.place, error) : status;
}

/* ---- the watch ------------------------------------------------------------------------------- */

/* Whether another program reads what is printed: then there is no screen. */
static bool is_plain(const struct checking *c)
{
    return c->a->told.lines || c->a->told.github;
}

/* An editor takes away what it showed when it reads this, and shows all when it reads "checked". */
static void begin_watched(void *context, const char *source)
{
    const struct checking *c = context;
    if (is_plain(c))
        fprintf(c->telling.programs, "checking %s\n", source);
    if (is_plain(c))
        fflush(c->telling.programs);
}

static enum gs_status tell_watched(void *context, const struct gs_course_place *place,
                                   const char *source, const json_t *marks, const char *why,
                                   struct gs_error *error)
{
    struct checking *c = context;
    json_t *told = json_array();
    (void)place;
    bool whole = marks != NULL
                     ? gs_told_add_marks(told, marks, source)
                     : json_array_append_new(told, json_pack("{s:s, s:s, s:o, s:i, s:s}", "level",
                                                             "error", "rule", "not-checked", "file",
                                                             gs_told_path(source), "line", 0,
                                                             "text", why)) == 0;
    if (!whole) {
        json_decref(told);
        return gs_out_of_memory(error);
    }
    const size_t errors = gs_told_count(told, "error");
    if (is_plain(c) && marks != NULL)
        gs_show_marks(&c->show, marks, source);
    enum gs_status status = gs_telling_end(&c->telling, told, errors > 0 ? GS_WRONG : GS_OK,
                                           marks != NULL ? NULL : why, error);
    json_decref(told);
    if (is_plain(c)) {
        fflush(stdout);
        fprintf(c->telling.programs, "checked %s: %zu error%s\n", source, errors,
                errors == 1 ? "" : "s");
        fflush(c->telling.programs);
    }
    return status;
}

static enum gs_status watch(struct checking *c, struct gs_error *error)
{
    const bool tells = is_plain(c) || c->a->told.sarif != NULL;
    const struct gs_lesson_exercises only[] = {*c->target.place.lesson, {0}};
    const struct gs_watch watch = {.course = c->target.data != NULL ? only : gs_course(),
                                   .book = &c->book,
                                   .place = c->target.place,
                                   .file = c->file,
                                   .check = judge_place,
                                   .context = c,
                                   .begun = begin_watched,
                                   .told = tells ? tell_watched : NULL};
    return (is_plain(c) ? gs_watch_plain : gs_watch)(&watch, error);
}

static enum gs_status do_exercise(struct checking *c, struct gs_error *error)
{
    const struct check_arguments *a = c->a;
    if (a->reset || a->solution || a->watch)
        choose_exercise(c);
    if (a->reset)
        return gs_workbook_reset(&c->book, c->target.place.lesson, c->target.place.exercise, error);
    if (a->solution)
        return show_solution(c, error);
    if (a->watch)
        return watch(c, error);
    return c->target.place.exercise != NULL ? check_exercise(c, &c->target.place, error)
                                            : check_lesson(c, error);
}

static bool given(const struct checking *c, const char *option)
{
    struct gs_word word;
    return gs_word_find(c->line->syntax, c->line->words, option, &word);
}

/* What cannot be meant together, before a file is made. The first of a row says what is done, and
 * does not go with any of the others. */
static enum gs_status refuse_combinations(const struct checking *c, struct gs_error *error)
{
    static const char *const rows[][11] = {
        {"--hint", "--watch", "--reset", "--solution", "--plot", "--seed", "--device", "--json",
         "--sarif", "--lines", "--github"},
        {"--reset", "--watch", "--solution", "--plot", "--seed", "--device", "--json", "--sarif",
         "--lines", "--github"},
        {"--solution", "--watch", "--plot", "--seed", "--device", "--json", "--sarif", "--lines",
         "--github"},
        {"--watch", "--plot", "--json"},
        {"--plot", "--json"},
    };
    for (size_t i = 0; i < GS_COUNT(rows); i++) {
        for (size_t k = 1; given(c, rows[i][0]) && k < GS_COUNT(rows[i]) && rows[i][k]; k++) {
            if (given(c, rows[i][k]))
                return gs_fail(error, GS_USAGE, "check: %s does not go with %s; leave one out",
                               rows[i][0], rows[i][k]);
        }
    }
    if (c->a->watch && gs_output_is_stdout(c->a->told.sarif))
        return gs_fail(error, GS_USAGE,
                       "check: --watch checks many times, and --sarif - holds one document; name a "
                       "file behind --sarif");
    if (c->a->reset && c->file != NULL)
        return gs_fail(error, GS_USAGE,
                       "check: --reset puts back the file in %s, and takes no file; leave "
                       "\"%.200s\" out",
                       c->target.data != NULL ? c->target.folder : GS_WORKBOOK_FOLDER, c->file);
    static const char *const of_exercises[] = {"--watch", "--reset", "--solution",
                                               "--plot",  "--seed",  "--device"};
    for (size_t i = 0; c->target.question != NULL && i < GS_COUNT(of_exercises); i++) {
        if (given(c, of_exercises[i]))
            return gs_fail(error, GS_USAGE, "check: %s is for exercises, not for questions",
                           of_exercises[i]);
    }
    return GS_OK;
}

static enum gs_status refuse_plot(const struct checking *c, struct gs_error *error)
{
    const struct gs_exercise *exercise = c->target.place.exercise;
    char those[256] = "";
    if (!c->a->plot || exercise == NULL || exercise->curves[0].title != NULL)
        return GS_OK;
    if (exercise->in_folder)
        return gs_fail(error, GS_USAGE,
                       "check: %s has nothing to draw; its exercise.toml says by \"plot\" what "
                       "--plot draws",
                       exercise->name);
    for (const struct gs_lesson_exercises *lesson = gs_course(); lesson->folder != NULL; lesson++) {
        for (unsigned i = 0; lesson->exercises[i] != NULL; i++) {
            const size_t used = strlen(those);
            if (lesson->exercises[i]->curves[0].title != NULL)
                snprintf(those + used, sizeof those - used, "%s%u.%u", used > 0 ? ", " : "",
                         lesson->lesson, i + 1);
        }
    }
    return gs_fail(error, GS_USAGE, "check: %s has nothing to draw; --plot is for %s",
                   exercise->name, those);
}

/* Without an operand the course is listed, which no option changes. */
static enum gs_status refuse_alone(const struct checking *c, struct gs_error *error)
{
    for (const struct gs_option *option = check_options; option->name != NULL; option++) {
        if (given(c, option->name))
            return gs_fail(error, GS_USAGE,
                           "check: %s is for an exercise; name it, as in: %s check 3.1 %s",
                           option->name, gs_called(), option->name);
    }
    return GS_OK;
}

/* A lesson that is named needs an exercise to choose, or a question to ask. */
static enum gs_status require_tasks(const struct checking *c, struct gs_error *error)
{
    const struct gs_course_place *place = &c->target.place;
    bool one_exercise = c->a->hint || c->a->watch || c->a->reset || c->a->solution;
    if (place->lesson == NULL || place->exercise != NULL || c->target.question != NULL ||
        place->lesson->exercises[0] != NULL ||
        (!one_exercise && place->lesson->questions[0].name != NULL))
        return GS_OK;
    return gs_fail(error, GS_USAGE, "check: lesson %u has no exercises", place->lesson->lesson);
}

/* What would be refused when the files are made, is refused before. */
static enum gs_status refuse_early(const struct checking *c, struct gs_error *error)
{
    if (c->a->watch && !is_plain(c))
        return gs_watch_needs_terminal(error);
    return c->a->solution && c->target.place.exercise != NULL ? require_passed(c, error) : GS_OK;
}

static enum gs_status do_check(struct checking *c, struct gs_error *error)
{
    enum gs_status early = refuse_early(c, error);
    if (early != GS_OK)
        return early;
    if (c->line->operand_count == 0) {
        gs_show_list(&c->show, gs_course(), &c->book,
                     gs_workbook_next(&c->book, gs_course(), (struct gs_course_place){0}));
        return GS_OK;
    }
    if (c->file == NULL) {
        enum gs_status status = gs_workbook_prepare(&c->book, c->target.place.lesson, error);
        if (status == GS_OK && c->target.data == NULL)
            status = gs_workbook_add_tasks(&c->book, error);
        if (status != GS_OK)
            return status;
    }
    if (c->a->hint)
        return show_hint(c, error);
    if (c->target.question != NULL)
        return check_question(c, c->target.place.lesson, c->target.question,
                              c->target.question_number, error);
    return do_exercise(c, error);
}

/* In exercises/ itself another exercises/ would be made, and its stubs be checked for ever. */
static enum gs_status refuse_inside(struct gs_error *error)
{
    static const char *const ways[] = {".", ".."};
    for (size_t i = 0; i < GS_COUNT(ways); i++) {
        char place[PATH_MAX], file[PATH_MAX + 32];
        const char *name = realpath(ways[i], place) != NULL ? strrchr(place, '/') : NULL;
        if (name == NULL || strcmp(name + 1, GS_WORKBOOK_FOLDER) != 0)
            continue;
        snprintf(file, sizeof file, "%s/progress.json", place);
        if (access(file, F_OK) == 0)
            return gs_fail(error, GS_USAGE,
                           "check: this is inside of %s; go to the folder above it: "
                           "cd %s",
                           GS_WORKBOOK_FOLDER, i == 0 ? ".." : "../..");
    }
    return GS_OK;
}

/* An exercise of data has its working copy in its own folder. */
static enum gs_status open_book(struct checking *c, struct gs_error *error)
{
    char folder[4096] = GS_WORKBOOK_FOLDER;
    if (c->target.data != NULL) {
        gs_check_target_parent(&c->target, folder, sizeof folder);
        c->show.typed = c->target.folder;
    }
    return gs_workbook_open(&c->book, folder, stdout, error);
}

enum gs_status gs_command_check(const struct gs_command_line *line, const void *values,
                                struct gs_error *error)
{
    const struct check_arguments *a = values;
    struct checking c = {
        .line = line,
        .a = a,
        .options = {.sandbox = GS_SANDBOX_LIMITS, .use_cache = true, .curves = a->plot}};
    struct gs_error why;
    signal(SIGPIPE, SIG_IGN);
    if (gs_profile_find("h100", c.profile, sizeof c.profile, &why) == GS_OK)
        c.options.profile = c.profile;
    enum gs_status status =
        line->operand_count == 0 ? refuse_alone(&c, error) : read_target(&c, error);
    if (status == GS_OK)
        status = refuse_combinations(&c, error);
    if (status == GS_OK)
        status = refuse_plot(&c, error);
    if (status == GS_OK)
        status = require_tasks(&c, error);
    if (status == GS_OK && c.target.data == NULL)
        status = refuse_inside(error);
    if (status == GS_OK)
        status = gs_seed_read(&a->seed, &c.options.seed, error);
    if (status == GS_OK)
        status = gs_gpus_read(a->device, &c.options.gpus, error);
    if (status == GS_OK)
        status = gs_telling_begin(&c.telling, &a->told, line, a->json ? "--json" : NULL, error);
    c.show = gs_show_to(stdout);
    if (status == GS_OK)
        status = open_book(&c, error);
    if (status == GS_OK)
        status = do_check(&c, error);
    if (c.told_short) {
        status = gs_out_of_memory(error);
    } else if (c.told != NULL && (status == GS_OK || status == GS_WRONG) &&
               gs_telling_end(&c.telling, c.told, status, NULL, &why) != GS_OK) {
        *error = why;
        status = GS_USAGE;
    }
    gs_telling_release(&c.telling);
    json_decref(c.told);
    gs_workbook_close(&c.book);
    gs_check_target_release(&c.target);
    return status;
}
