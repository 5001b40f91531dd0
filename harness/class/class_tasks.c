/* What is graded, and what it gives: a list like "3,4.1,vecadd", looked up in the course. */
#include "class_tasks.h"

#include "class_marks.h"
#include "question.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct gs_tasks *tasks, const struct gs_lesson_exercises *lesson,
                const struct gs_exercise *exercise, const struct gs_question *question,
                unsigned number)
{
    struct gs_task *task = &tasks->tasks[tasks->count++];
    *task = (struct gs_task){.lesson = lesson,
                             .exercise = exercise,
                             .question = question,
                             .number = number,
                             .name = question != NULL ? question->name : exercise->name,
                             .points = 10};
    if (exercise != NULL)
        snprintf(task->label, sizeof task->label, "%s",
                 gs_exercise_label(lesson, exercise, number).text);
    else
        snprintf(task->label, sizeof task->label, "%u.q%u", lesson->lesson, number);
}

/* Of one lesson; with tasks->tasks NULL they are only counted. */
static void add_lesson(struct gs_tasks *tasks, const struct gs_lesson_exercises *lesson)
{
    const struct gs_question *question = lesson->questions;
    for (unsigned i = 0; lesson->exercises[i] != NULL; i++) {
        if (tasks->tasks == NULL)
            tasks->count++;
        else
            add(tasks, lesson, lesson->exercises[i], NULL, i + 1);
    }
    for (unsigned i = 0; question != NULL && question[i].name != NULL; i++) {
        if (tasks->tasks == NULL)
            tasks->count++;
        else
            add(tasks, lesson, NULL, &question[i], i + 1);
    }
}

static void add_course(struct gs_tasks *tasks)
{
    for (const struct gs_lesson_exercises *lesson = gs_course(); lesson->folder != NULL; lesson++)
        add_lesson(tasks, lesson);
}

bool gs_tasks_is_lesson(const char *item)
{
    size_t digits = strspn(item, "0123456789");
    return digits > 0 && item[digits] == '\0';
}

/* Marks what the item means; tells how many that are. */
static size_t choose(const struct gs_tasks *all, bool *chosen, const char *item)
{
    size_t found = 0;
    bool is_lesson = gs_tasks_is_lesson(item);
    unsigned long lesson = is_lesson ? strtoul(item, NULL, 10) : 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct gs_task *task = &all->tasks[i];
        bool of_data = task->exercise != NULL && task->exercise->in_folder;
        bool meant = is_lesson ? task->lesson->lesson == lesson && !of_data
                               : strcmp(item, task->label) == 0 || strcmp(item, task->name) == 0;
        chosen[i] = chosen[i] || meant;
        found += meant;
    }
    return found;
}

enum gs_status gs_tasks_find(const struct gs_tasks *all, const char *item, bool *chosen,
                             struct gs_error *error)
{
    const struct gs_lesson_exercises *lesson;
    const struct gs_exercise *exercise = NULL;
    unsigned number;
    if (choose(all, chosen, item) > 0)
        return GS_OK;
    if (gs_tasks_is_lesson(item))
        return gs_fail(error, GS_USAGE, "lesson %.20s has no exercises", item);
    enum gs_status status = gs_exercise_find(item, &lesson, &exercise, &number, error);
    return status;
}

void gs_tasks_keep(struct gs_tasks *tasks, const bool *chosen)
{
    size_t kept = 0;
    for (size_t i = 0; i < tasks->count; i++) {
        if (chosen[i])
            tasks->tasks[kept++] = tasks->tasks[i];
    }
    tasks->count = kept;
}

enum gs_status gs_tasks_find_list(const struct gs_tasks *tasks, const char *list, bool *chosen,
                                  struct gs_error *error)
{
    enum gs_status status = GS_OK;
    while (status == GS_OK) {
        char item[128];
        size_t length = strcspn(list, ",");
        snprintf(item, sizeof item, "%.*s", (int)(length < sizeof item ? length : sizeof item),
                 list);
        if (length == 0)
            return gs_fail(error, GS_USAGE,
                           "--exercises: a name is missing; write it as in: 3,4.1,vecadd");
        status = gs_tasks_find(tasks, item, chosen, error);
        if (status == GS_OK && choose(tasks, chosen, item) == 0)
            status = gs_fail(error, GS_USAGE, "--exercises: %.80s is not in this course", item);
        list += length;
        if (*list++ == '\0')
            break;
    }
    return status;
}

enum gs_status gs_tasks_parse(const char *list, struct gs_tasks *out, struct gs_error *error)
{
    *out = (struct gs_tasks){0};
    add_course(out);
    size_t most = out->count;
    if (most == 0)
        return gs_fail(error, GS_USAGE, "grade: this build has no exercises");
    out->tasks = calloc(most, sizeof *out->tasks);
    bool *chosen = calloc(most, sizeof *chosen);
    out->count = 0;
    enum gs_status status = GS_OK;
    if (out->tasks == NULL || chosen == NULL) {
        status = gs_out_of_memory(error);
    } else {
        add_course(out);
        if (list != NULL)
            status = gs_tasks_find_list(out, list, chosen, error);
        if (list != NULL && status == GS_OK)
            gs_tasks_keep(out, chosen);
    }
    free(chosen);
    return status;
}

enum gs_status gs_tasks_of_course(const struct gs_data_course *course, struct gs_tasks *out,
                                  struct gs_error *error)
{
    *out = (struct gs_tasks){.tasks = calloc(course->count + 1, sizeof *out->tasks)};
    if (out->tasks == NULL)
        return gs_out_of_memory(error);
    for (size_t i = 0; i < course->count; i++) {
        const struct gs_course_entry *entry = &course->entries[i];
        add(out, entry->lesson, entry->exercise, NULL, entry->number);
        out->tasks[i].points = entry->points;
    }
    if (course->total > 0)
        gs_tasks_scale(out, course->total);
    return GS_OK;
}

struct gs_task_prefix gs_task_prefix(const struct gs_task *task, const char *separator)
{
    struct gs_task_prefix prefix = {""};
    if (strcmp(task->label, task->name) != 0)
        snprintf(prefix.text, sizeof prefix.text, "%s%.3s", task->label, separator);
    return prefix;
}

void gs_tasks_release(struct gs_tasks *tasks)
{
    free(tasks->tasks);
    *tasks = (struct gs_tasks){0};
}

/* ---- what they give together ------------------------------------------------------------------
 */

/* A question whose answer cannot be told on this machine gives nothing to anybody. */
static bool gives_points(const struct gs_task *task)
{
    if (task->question == NULL)
        return true;
    json_t *marks = gs_question_judge(task->lesson, task->question, task->number, NULL);
    bool gives = gs_marks_verdict(marks) != GS_MARKS_SKIPPED;
    json_decref(marks);
    return gives;
}

double gs_tasks_sum(const struct gs_tasks *tasks)
{
    double sum = 0;
    for (size_t i = 0; i < tasks->count; i++)
        sum += gives_points(&tasks->tasks[i]) ? tasks->tasks[i].points : 0;
    return sum;
}

void gs_tasks_scale(struct gs_tasks *tasks, double total)
{
    double sum = gs_tasks_sum(tasks);
    for (size_t i = 0; sum > 0 && i < tasks->count; i++)
        tasks->tasks[i].points *= total / sum;
}
