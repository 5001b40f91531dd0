/* The course: the exercises and questions of all lessons, and where their files lie. */
#ifndef GS_COURSE_H
#define GS_COURSE_H

#include "exercise.h"
#include "status.h"

/* The exercises of a lesson, a list that ends with NULL, and its questions. */
struct gs_lesson_exercises {
    unsigned lesson;
    const char *folder; /* "03_vecadd": of lessons/, and of a student's working copies */
    const struct gs_exercise *const *exercises;
    const struct gs_question *questions;
};

/* By lesson; a folder that is NULL ends them. */
extern const struct gs_lesson_exercises gs_course[];

/* "3.1" or "vecadd"; *number is its place in the lesson, from 1. */
enum gs_status gs_exercise_find(const char *name, const struct gs_lesson_exercises **lesson,
                                const struct gs_exercise **exercise, unsigned *number,
                                struct gs_error *error);

/* A file of an exercise in share/gridstride/lessons: "vecadd.cu" (the stub), "vecadd.h",
 * "solutions/vecadd.cu". */
struct gs_exercise_path {
    char text[4096];
};
enum gs_status gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                struct gs_exercise_path *path, struct gs_error *error);

#endif
