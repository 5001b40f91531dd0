/* What of the course is graded. */
#include "class_folder.h"
#include "class_marks.h"
#include "class_submission.h"
#include "class_tasks.h"

#include "files.h"
#include "question.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The stub as it was handed out; free() it. NULL: there is none. */
static char *stub_of(const struct gs_task *task)
{
    struct gs_text text;
    struct gs_error error;
    return task->exercise != NULL &&
                   gs_exercise_text(task->lesson, task->exercise, GS_STUB, &text, &error) == GS_OK
               ? text.data
               : NULL;
}

static bool is_answered(const struct gs_task *task, const char *answers)
{
    json_t *marks = gs_question_judge(task->lesson, task->question, task->number, answers);
    bool answered = !gs_marks_missing(json_object_get(marks, "mistake")) &&
                    gs_marks_verdict(marks) != GS_MARKS_SKIPPED;
    json_decref(marks);
    return answered;
}

static bool is_work(const struct gs_task *task, const struct gs_source *source, const char *stub)
{
    if (source->text == NULL)
        return source->too_large;
    if (task->question != NULL)
        return is_answered(task, source->text);
    return stub == NULL || strcmp(source->text, stub) != 0;
}

struct choice {
    const struct gs_class_options *options;
    const char *submissions;
    const struct gs_students *students;
    struct gs_tasks *tasks; /* of the whole course, before */
    struct gs_choice_words *words;
};

/* Sets chosen[] of each task for which somebody handed in more than the stub. */
static void look_at_all(const struct choice *c, bool *chosen)
{
    const struct gs_tasks *tasks = c->tasks;
    char **stubs = calloc(tasks->count, sizeof *stubs);
    for (size_t i = 0; stubs != NULL && i < tasks->count; i++)
        stubs[i] = stub_of(&tasks->tasks[i]);
    for (size_t s = 0; stubs != NULL && s < c->students->count; s++) {
        struct gs_handed_in in;
        struct gs_error error; /* who cannot be read is told when it is graded */
        gs_handed_in_read(c->submissions, &c->students->students[s], tasks, &in, &error);
        for (size_t i = 0; i < in.count && in.sources != NULL; i++)
            chosen[i] = chosen[i] || is_work(&tasks->tasks[i], &in.sources[i], stubs[i]);
        gs_handed_in_release(&in);
    }
    for (size_t i = 0; stubs != NULL && i < tasks->count; i++)
        free(stubs[i]);
    free(stubs);
}

/* ---- what is graded -------------------------------------------------------------------------- */

/* "1.1, 1.2, lesson 2": those of which named[] is `is`. */
static void name_tasks(const struct gs_tasks *all, const bool *named, bool is, char *text,
                       size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; i < all->count;) {
        const struct gs_lesson_exercises *lesson = all->tasks[i].lesson;
        size_t end = i, count = 0, used = strlen(text);
        for (; end < all->count && all->tasks[end].lesson == lesson; end++)
            count += named[end] == is;
        bool whole = count == end - i;
        if (whole)
            snprintf(text + used, size - used, "%slesson %u", used > 0 ? ", " : "", lesson->lesson);
        for (; i < end; i++) {
            used = strlen(text);
            if (named[i] == is && !whole)
                snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                         all->tasks[i].label);
        }
    }
}

/* What was handed in, and what the points name; what only they name is told. */
static void add_named(const struct choice *c, bool *chosen, bool *named)
{
    struct gs_choice_words *words = c->words;
    look_at_all(c, chosen);
    for (size_t i = 0; i < c->tasks->count; i++) {
        named[i] = named[i] && !chosen[i];
        chosen[i] = chosen[i] || named[i];
    }
    name_tasks(c->tasks, named, true, words->only_points, sizeof words->only_points);
    name_tasks(c->tasks, chosen, false, words->not_graded, sizeof words->not_graded);
}

/* Without a list: what was handed in, and what the points name. */
static enum gs_status choose(const struct choice *c, bool *chosen, bool *named,
                             struct gs_error *error)
{
    struct gs_class_path kept = gs_class_top(c->options->out, "points.txt");
    const char *points = c->options->points;
    double total = 0;
    enum gs_status status = GS_OK;
    if (points == NULL && access(kept.text, F_OK) == 0)
        points = kept.text;
    if (points != NULL)
        status = gs_tasks_read_points(points, c->tasks, named, &total, error);
    if (status == GS_OK && c->options->exercises != NULL) {
        status = gs_tasks_find_list(c->tasks, c->options->exercises, chosen, error);
    } else if (status == GS_OK && c->options->course != NULL) {
        memset(chosen, true, c->tasks->count * sizeof *chosen);
    } else if (status == GS_OK) {
        add_named(c, chosen, named);
    }
    if (status != GS_OK)
        return status;
    gs_tasks_keep(c->tasks, chosen);
    if (total > 0)
        gs_tasks_scale(c->tasks, total);
    return GS_OK;
}

enum gs_status gs_tasks_choose(const struct gs_class_options *options, const char *submissions,
                               const struct gs_students *students, struct gs_tasks *tasks,
                               struct gs_choice_words *words, struct gs_error *error)
{
    const struct choice c = {options, submissions, students, tasks, words};
    *words = (struct gs_choice_words){0};
    enum gs_status status = options->course != NULL
                                ? gs_tasks_of_course(options->course, tasks, error)
                                : gs_tasks_parse(NULL, tasks, error);
    if (status != GS_OK)
        return status;
    bool *named = calloc(tasks->count, sizeof *named),
         *chosen = calloc(tasks->count, sizeof *chosen);
    status = named != NULL && chosen != NULL ? choose(&c, chosen, named, error)
                                             : gs_out_of_memory(error);
    free(named);
    free(chosen);
    if (status == GS_OK && tasks->count == 0)
        status = gs_fail(error, GS_USAGE,
                         "grade: nobody handed in an exercise: its file is called like it "
                         "(vecadd.cu) or includes its header; --exercises names what is graded "
                         "all the same");
    return status;
}
