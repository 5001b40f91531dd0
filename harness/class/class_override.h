/* Points that the teacher gives in place of the judge's, with a note: MARKS/overrides.txt. */
#ifndef GS_CLASS_OVERRIDE_H
#define GS_CLASS_OVERRIDE_H

#include "class.h"

struct gs_override {
    const struct gs_student *student;
    const struct gs_task *task;
    double points;
    char *note; /* owned */
};

struct gs_overrides {
    struct gs_override *items; /* owned */
    size_t count;
    char waiting[600]; /* lines for exercises that are not graded now; "" */
};

/*
 * Reads lines "STUDENT EXERCISE POINTS NOTE", of which STUDENT is the name of the student's folder
 * in MARKS/students. Where there is no such file there are none. A line for an exercise that is not
 * graded now waits for a run that grades it. Release them in any case.
 */
enum gs_status gs_overrides_read(const char *file, const struct gs_students *students,
                                 const struct gs_tasks *tasks, struct gs_overrides *out,
                                 struct gs_error *error);
void gs_overrides_release(struct gs_overrides *overrides);

/* NULL: there is none. */
const struct gs_override *gs_override_find(const struct gs_overrides *overrides,
                                           const struct gs_student *student,
                                           const struct gs_task *task);

/* What a new file holds: how to write one. content is not used. */
bool gs_overrides_begin(FILE *out, const void *content);

#endif
