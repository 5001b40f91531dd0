/* A file of points: "3.1 20", "lesson 3's others 5 each" as "3 5", and what all together give. */
#include "class_lines.h"
#include "class_tasks.h"

#include <stdlib.h>
#include <string.h>

struct reading {
    struct gs_tasks *tasks;
    bool *named, *chosen;   /* by task; the second for the line that is read */
    unsigned *own_lines;    /* by task: the line that names it alone; 0: none */
    unsigned *lesson_lines; /* the one that names its lesson */
    double *total;
};

static enum gs_status read_total(struct reading *r, struct gs_line *line, struct gs_error *error)
{
    enum gs_status status = gs_line_points(line, r->total, error);
    if (status == GS_OK && *r->total == 0)
        status = gs_line_fail(line, error, "the total is 0; write what all together give");
    return status;
}

static enum gs_status read_task(struct reading *r, const char *name, struct gs_line *line,
                                struct gs_error *error)
{
    double points = 0;
    struct gs_error why;
    bool lesson = gs_tasks_is_lesson(name);
    unsigned *lines = lesson ? r->lesson_lines : r->own_lines;
    memset(r->chosen, 0, r->tasks->count * sizeof *r->chosen);
    if (gs_tasks_find(r->tasks, name, r->chosen, &why) != GS_OK)
        return gs_line_fail(line, error, "%.300s", why.text);
    enum gs_status status = gs_line_points(line, &points, error);
    for (size_t i = 0; status == GS_OK && i < r->tasks->count; i++) {
        if (!r->chosen[i])
            continue;
        if (lines[i] != 0)
            return gs_line_fail(line, error, "%.60s has points in line %u already", name, lines[i]);
        lines[i] = line->number;
        r->named[i] = true;
        if (!lesson || r->own_lines[i] == 0)
            r->tasks->tasks[i].points = points;
    }
    return status;
}

static enum gs_status read_line(struct gs_line *line, void *context, struct gs_error *error)
{
    struct reading *r = context;
    const char *name = gs_line_word(line);
    enum gs_status status =
        strcmp(name, "total") == 0 ? read_total(r, line, error) : read_task(r, name, line, error);
    const char *more = status == GS_OK ? gs_line_rest(line) : "";
    if (more[0] != '\0' && more[0] != '#')
        status = gs_line_fail(line, error,
                              "\"%.60s\" is too much; write an exercise and its points, as in: "
                              "vecadd 20",
                              more);
    return status;
}

enum gs_status gs_tasks_read_points(const char *file, struct gs_tasks *tasks, bool *named,
                                    double *total, struct gs_error *error)
{
    struct reading r = {.tasks = tasks, .named = named, .total = total};
    enum gs_status status = GS_SYSTEM_FAILED;
    *total = 0;
    r.chosen = calloc(tasks->count, sizeof *r.chosen);
    r.own_lines = calloc(tasks->count, sizeof *r.own_lines);
    r.lesson_lines = calloc(tasks->count, sizeof *r.lesson_lines);
    if (r.chosen == NULL || r.own_lines == NULL || r.lesson_lines == NULL)
        gs_out_of_memory(error);
    else
        status = gs_lines_read(file, read_line, &r, error);
    free(r.chosen);
    free(r.own_lines);
    free(r.lesson_lines);
    return status;
}
