/* gridstride check: a student's exercises, one after the other. */
#include "cli_commands.h"

#include "cuda_driver.h"
#include "judge.h"
#include "question.h"
#include "show.h"
#include "sizes.h"
#include "submission_tools.h"
#include "watch.h"
#include "workbook.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

const char gs_check_help[] =
    "gridstride check: check exercises, and say what is wrong\n"
    "\n"
    "usage: gridstride check                      where you are in the course\n"
    "       gridstride check LESSON [OPTIONS]     its exercises and questions, up to the first that\n"
    "                                             does not pass\n"
    "       gridstride check EXERCISE [FILE] [OPTIONS]\n"
    "\n"
    "LESSON is 3 or vecadd's folder 03_vecadd; EXERCISE is 3.1, or a name as broadcast_add. The\n"
    "files to edit are made in ./exercises where they are missing, and never overwritten. A check\n"
    "compiles the file, runs it on the simulator at small and large sizes with fresh values, and\n"
    "looks at each access to memory; where CUDA and nvcc are, it runs on the GPU as well.\n"
    "\n"
    "  --hint               one hint further each time, of three\n"
    "  --watch              check again whenever the file is saved; keys: h hint, n next, l list,\n"
    "                       r reset, q quit\n"
    "  --reset              put the file back as it was; yours is kept beside it\n"
    "  --solution           the reference solution, once yours has passed\n"
    "  --seed N             the values of an earlier check again (default: fresh ones)\n"
    "  --device D           auto, cuda or sim: sim leaves the GPU out (default: auto)\n"
    "  --json               print the marks instead\n"
    "\n"
    "Exit status: 0 passed, 1 not passed, 2 usage or environment, 130 interrupted.\n";

/* ---- what is to be checked -------------------------------------------------------------------- */

struct checking {
    const struct gs_arguments *a;
    struct gs_workbook book;
    struct gs_show show;
    struct gs_judge_options options; /* without the exercise */
    struct gs_place place;           /* exercise NULL: the whole lesson */
    const char *file;                /* NULL: the working copy */
};

/* "3", "03_vecadd", or an exercise. */
static enum gs_status find_target(const char *target, struct gs_place *place, struct gs_error *error)
{
    for (const struct gs_lesson_exercises *l = gs_course; l->lesson != 0; l++) {
        char number[16];
        snprintf(number, sizeof number, "%u", l->lesson);
        if (strcmp(target, number) == 0 || strcmp(target, l->folder) == 0) {
            *place = (struct gs_place){.lesson = l};
            return GS_OK;
        }
    }
    return gs_exercise_find(target, &place->lesson, &place->exercise, &place->number, error);
}

/* The exercise of a lesson that a file belongs to, by its name: folder/vecadd.cu. */
static enum gs_status find_by_file(struct gs_place *place, const char *file, struct gs_error *error)
{
    const char *slash = strrchr(file, '/');
    const char *base = slash != NULL ? slash + 1 : file;
    place->number = 1;
    for (const struct gs_exercise *e = place->lesson->exercises; e->name != NULL; e++) {
        size_t length = strlen(e->name);
        if (strncmp(base, e->name, length) == 0 && strcmp(base + length, ".cu") == 0) {
            place->exercise = e;
            return GS_OK;
        }
        place->number++;
    }
    return gs_fail(error, GS_USAGE,
                   "check: \"%.200s\" has the name of none of lesson %u's exercises; name the "
                   "exercise instead of the lesson, as in: gridstride check %u.1 %.200s",
                   base, place->lesson->lesson, place->lesson->lesson, file);
}

static enum gs_status read_seed(const char *text, uint64_t *seed, struct gs_error *error)
{
    size_t number = 0;
    if (text == NULL) {
        uint32_t fresh = 0;
        if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh)
            return gs_fail(error, GS_USAGE, "no random numbers from the system; give --seed N");
        *seed = fresh;
        return GS_OK;
    }
    enum gs_status status = gs_number_parse("--seed", text, &number, error);
    *seed = number;
    return status;
}

static enum gs_status read_target(struct checking *c, struct gs_error *error)
{
    const struct gs_arguments *a = c->a;
    if (a->operand_count > 2)
        return gs_fail(error, GS_USAGE, "check: one exercise and one file; \"%s\" is too many",
                       a->operands[2]);
    enum gs_status status = find_target(a->operands[0], &c->place, error);
    if (status == GS_OK && a->operand_count == 2) {
        c->file = a->operands[1];
        if (c->place.exercise == NULL)
            status = find_by_file(&c->place, c->file, error);
    }
    return status;
}

/* The GPU joins in where there is one, unless it is left out. */
static enum gs_status read_device(const char *device, bool *gpu, struct gs_error *error)
{
    const char *missing = NULL;
    struct gs_tools tools;
    struct gs_error no_nvcc;
    if (device == NULL || strcmp(device, "auto") == 0) {
        *gpu = gs_cuda_missing() == NULL && gs_tools_find(true, &tools, &no_nvcc) == GS_OK;
        return GS_OK;
    }
    *gpu = strcmp(device, "cuda") == 0;
    if (!*gpu && strcmp(device, "sim") != 0)
        return gs_fail(error, GS_USAGE, "--device: \"%s\" is none of auto, cuda, sim", device);
    missing = *gpu ? gs_cuda_missing() : NULL;
    if (missing != NULL)
        return gs_fail(error, GS_USAGE, "--device cuda: %s; or choose --device sim", missing);
    return GS_OK;
}

/* ---- one exercise ---------------------------------------------------------------------------- */

static enum gs_status judge_place(void *context, const struct gs_place *place, const char *source,
                                  json_t **marks, struct gs_error *error)
{
    const struct checking *c = context;
    struct gs_judge_options options = c->options;
    options.lesson = place->lesson;
    options.exercise = place->exercise;
    options.number = place->number;
    options.source = source;
    return gs_judge(&options, marks, error);
}

static enum gs_status check_exercise(struct checking *c, const struct gs_place *place,
                                     struct gs_error *error)
{
    char path[4096];
    json_t *marks = NULL;
    gs_workbook_path(&c->book, place->lesson, place->exercise, path, sizeof path);
    const char *source = c->file != NULL ? c->file : path;
    enum gs_status status = judge_place(c, place, source, &marks, error);
    if (marks == NULL)
        return status;
    bool passed = status == GS_OK;
    if (c->a->json)
        json_dumpf(marks, stdout, JSON_INDENT(1)), putchar('\n');
    else
        gs_show_marks(&c->show, marks, source);
    double score = json_number_value(json_object_get(marks, "score"));
    struct gs_error failure;
    if (gs_workbook_mark(&c->book, place->exercise->name, passed, score, c->options.seed,
                         &failure) != GS_OK)
        fprintf(stderr, "gridstride: %s\n", failure.text);
    json_decref(marks);
    return passed ? GS_OK
                  : gs_fail(error, GS_WRONG, "check: %u.%u %s does not pass yet",
                            place->lesson->lesson, place->number, place->exercise->name);
}

static enum gs_status check_lesson(struct checking *c, struct gs_error *error)
{
    struct gs_place place = {.lesson = c->place.lesson, .number = 1};
    enum gs_status status = GS_OK;
    for (const struct gs_exercise *e = place.lesson->exercises; status == GS_OK && e->name != NULL;
         e++) {
        place.exercise = e;
        status = check_exercise(c, &place, error);
        place.number++;
    }
    if (status == GS_OK)
        status = gs_questions_check(&c->book, &c->show, place.lesson, error);
    return status;
}

/* ---- what is asked for ----------------------------------------------------------------------- */

/* The exercise that is meant where a lesson is named: the first that has not passed. */
static void choose_exercise(struct checking *c)
{
    if (c->place.exercise != NULL)
        return;
    const struct gs_lesson_exercises only[] = {*c->place.lesson, {0}};
    struct gs_place next = gs_workbook_next(&c->book, only, (struct gs_place){0});
    if (next.exercise == NULL) {
        next.exercise = c->place.lesson->exercises;
        next.number = 1;
    }
    c->place.exercise = next.exercise;
    c->place.number = next.number;
}

static enum gs_status show_hint(struct checking *c, struct gs_error *error)
{
    unsigned level = 0;
    enum gs_status status =
        gs_workbook_hint(&c->book, c->place.exercise->name, &level, error);
    if (status == GS_OK)
        gs_show_hints(&c->show, &c->place, level);
    return status;
}

static enum gs_status show_solution(const struct checking *c, struct gs_error *error)
{
    if (!gs_workbook_passed(&c->book, c->place.exercise->name))
        return gs_fail(error, GS_USAGE,
                       "check: the solution of %s is shown once yours has passed; try --hint",
                       c->place.exercise->name);
    return gs_show_solution(&c->show, &c->place, error);
}

static enum gs_status watch(struct checking *c, struct gs_error *error)
{
    const struct gs_watch watch = {.course = gs_course,
                                   .book = &c->book,
                                   .place = c->place,
                                   .file = c->file,
                                   .check = judge_place,
                                   .context = c};
    return gs_watch(&watch, error);
}

static enum gs_status do_check(struct checking *c, struct gs_error *error)
{
    const struct gs_arguments *a = c->a;
    if (a->operand_count == 0) {
        gs_show_list(&c->show, gs_course, &c->book,
                     gs_workbook_next(&c->book, gs_course, (struct gs_place){0}));
        return GS_OK;
    }
    enum gs_status status = read_target(c, error);
    if (status == GS_OK && c->file == NULL)
        status = gs_workbook_prepare(&c->book, c->place.lesson, error);
    if (status != GS_OK)
        return status;
    bool one = a->hint || a->watch || a->reset || a->solution;
    if (one && c->place.lesson->exercises->name == NULL)
        return gs_fail(error, GS_USAGE, "check: lesson %u has no exercises", c->place.lesson->lesson);
    if (one)
        choose_exercise(c);
    if (a->hint)
        return show_hint(c, error);
    if (a->reset)
        return gs_workbook_reset(&c->book, c->place.lesson, c->place.exercise, error);
    if (a->solution)
        return show_solution(c, error);
    if (a->watch)
        return watch(c, error);
    return c->place.exercise != NULL ? check_exercise(c, &c->place, error) : check_lesson(c, error);
}

enum gs_status gs_command_check(const struct gs_arguments *a, struct gs_error *error)
{
    struct checking c = {.a = a,
                         .show = gs_show_to(stdout),
                         .options = {.sandbox = GS_SANDBOX_LIMITS, .use_cache = true}};
    signal(SIGPIPE, SIG_IGN);
    enum gs_status status = read_seed(a->seed, &c.options.seed, error);
    if (status == GS_OK)
        status = read_device(a->device, &c.options.gpu, error);
    if (status == GS_OK)
        status = gs_workbook_open(&c.book, GS_WORKBOOK_FOLDER, a->json ? stderr : stdout, error);
    if (status == GS_OK)
        status = do_check(&c, error);
    gs_workbook_close(&c.book);
    return status;
}
