#include "class_override.h"

#include "class_lines.h"
#include "class_tasks.h"
#include "grow.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reading {
    const struct gs_students *students;
    const struct gs_tasks *tasks; /* that are graded now */
    struct gs_tasks course;       /* all there are */
    bool *chosen;                 /* by task of the course, of the line that is read */
    struct gs_overrides *out;
};

/* The line begins with the name of what the student handed in, which may have blanks; the longest
 * such name is meant. */
static const struct gs_student *find_handed_in(const struct gs_students *students,
                                               struct gs_line *line)
{
    const struct gs_student *found = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < students->count; i++) {
        const char *name = students->students[i].shown;
        const size_t length = strlen(name);
        if (length > longest && strncmp(line->rest, name, length) == 0 &&
            (line->rest[length] == ' ' || line->rest[length] == '\t')) {
            found = &students->students[i];
            longest = length;
        }
    }
    line->rest += longest;
    return found;
}

/* By the name of the folder in students/, or as it was handed in. */
static const struct gs_student *find_student(const struct gs_students *students,
                                             struct gs_line *line, const char **name)
{
    const struct gs_student *found = find_handed_in(students, line);
    *name = found != NULL ? found->shown : gs_line_word(line);
    for (size_t i = 0; found == NULL && i < students->count; i++) {
        if (strcmp(students->students[i].slug, *name) == 0)
            found = &students->students[i];
    }
    return found;
}

/* *task: NULL where it is not graded now. */
static enum gs_status find_task(const struct reading *r, const char *name,
                                const struct gs_task **task, struct gs_line *line,
                                struct gs_error *error)
{
    struct gs_error why;
    for (size_t i = 0; i < r->tasks->count; i++) {
        const struct gs_task *graded = &r->tasks->tasks[i];
        if (strcmp(graded->label, name) == 0 || strcmp(graded->name, name) == 0) {
            *task = graded;
            return GS_OK;
        }
    }
    memset(r->chosen, 0, r->course.count * sizeof *r->chosen);
    if (gs_tasks_find(&r->course, name, r->chosen, &why) != GS_OK)
        return gs_line_fail(line, error, "%.300s", why.text);
    if (gs_tasks_is_lesson(name))
        return gs_line_fail(line, error, "%.60s is a lesson; name one exercise", name);
    size_t meant = 0;
    while (!r->chosen[meant])
        meant++;
    for (size_t i = 0; i < r->tasks->count; i++) {
        if (strcmp(r->tasks->tasks[i].label, r->course.tasks[meant].label) == 0)
            *task = &r->tasks->tasks[i];
    }
    return GS_OK;
}

/* A line for an exercise that is not graded now: another run needs it. */
static void let_wait(struct gs_overrides *out, const struct gs_override *override,
                     const struct gs_line *line, const char *name)
{
    size_t used = strlen(out->waiting);
    snprintf(out->waiting + used, sizeof out->waiting - used, "%sline %u (%s %.20s)",
             used > 0 ? ", " : "", line->number, override->student->slug, name);
}

static enum gs_status read_line(struct gs_line *line, void *context, struct gs_error *error)
{
    struct reading *r = context;
    struct gs_override override = {0};
    const char *name;
    override.student = find_student(r->students, line, &name);
    if (override.student == NULL)
        return gs_line_fail(line, error,
                            "there is no student \"%.60s\"; write the name of the folder in "
                            "students/, or of what was handed in",
                            name);
    const char *of = gs_line_word(line);
    enum gs_status status = find_task(r, of, &override.task, line, error);
    if (status == GS_OK)
        status = gs_line_points(line, &override.points, error);
    if (status != GS_OK)
        return status;
    const char *note = gs_line_rest(line);
    if (note[0] == '\0')
        return gs_line_fail(line, error, "a note is missing: write why behind the points");
    if (override.task == NULL) {
        let_wait(r->out, &override, line, of);
        return GS_OK;
    }
    if (gs_override_find(r->out, override.student, override.task) != NULL)
        return gs_line_fail(line, error, "%.60s has other points for %s already", name,
                            override.task->label);
    char shown[300]; /* one line of valid text, whatever was written */
    gs_name_clean(note, shown, sizeof shown);
    override.note = strdup(shown);
    if (override.note == NULL || !gs_grow(&r->out->items, r->out->count, sizeof *r->out->items)) {
        free(override.note);
        return gs_out_of_memory(error);
    }
    r->out->items[r->out->count++] = override;
    return GS_OK;
}

enum gs_status gs_overrides_read(const char *file, const struct gs_students *students,
                                 const struct gs_tasks *tasks, struct gs_overrides *out,
                                 struct gs_error *error)
{
    *out = (struct gs_overrides){0};
    if (access(file, F_OK) != 0)
        return GS_OK;
    struct reading r = {.students = students, .tasks = tasks, .out = out};
    enum gs_status status = gs_tasks_parse(NULL, &r.course, error);
    if (status == GS_OK) {
        r.chosen = calloc(r.course.count, sizeof *r.chosen);
        status =
            r.chosen != NULL ? gs_lines_read(file, read_line, &r, error) : gs_out_of_memory(error);
    }
    free(r.chosen);
    gs_tasks_release(&r.course);
    return status;
}

void gs_overrides_release(struct gs_overrides *overrides)
{
    for (size_t i = 0; i < overrides->count; i++)
        free(overrides->items[i].note);
    free(overrides->items);
    *overrides = (struct gs_overrides){0};
}

const struct gs_override *gs_override_find(const struct gs_overrides *overrides,
                                           const struct gs_student *student,
                                           const struct gs_task *task)
{
    for (size_t i = 0; i < overrides->count; i++) {
        const struct gs_override *override = &overrides->items[i];
        if (override->student == student && override->task == task)
            return override;
    }
    return NULL;
}

bool gs_overrides_begin(FILE *out, const void *content)
{
    (void)content;
    return fputs(
               "# Points that you give in place of the judge's. They are kept when the class is "
               "graded again.\n"
               "# A line each: STUDENT EXERCISE POINTS NOTE. STUDENT is the name of the folder in "
               "students/, or of what was handed in.\n"
               "# anna 3.1 8 The idea is right; the bound is a slip.\n",
               out) >= 0;
}
