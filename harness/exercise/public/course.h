/* The course: the exercises and questions of all lessons, and where their files lie. */
#ifndef GS_COURSE_H
#define GS_COURSE_H

#include "exercise.h"
#include "files.h"
#include "status.h"

/* The exercises of a lesson, a list that ends with NULL, and its questions. */
struct gs_lesson_exercises {
    unsigned lesson;
    const char *folder; /* "03_vecadd": of lessons/, and of a student's working copies */
    const struct gs_exercise *const *exercises;
    const struct gs_question *questions;
    const char *slug; /* "vecadd": the lesson as a word */
};

/* By lesson; a folder that is NULL ends them. The first call reads those of data. */
const struct gs_lesson_exercises *gs_course(void);

/* "3.1" or "vecadd"; *number is its place in the lesson, from 1. */
enum gs_status gs_exercise_find(const char *name, const struct gs_lesson_exercises **lesson,
                                const struct gs_exercise **exercise, unsigned *number,
                                struct gs_error *error);

/* The exercise that is the assessment of that number; NULL: there is none. */
const struct gs_exercise *gs_assessed_exercise(unsigned number);

/* A file of an exercise in share/gridstride/lessons: "vecadd.cu" (the stub), "vecadd.h",
 * "solutions/vecadd.cu". */
struct gs_exercise_path {
    char text[4096];
};
enum gs_status gs_exercise_file(const struct gs_lesson_exercises *lesson, const char *file,
                                struct gs_exercise_path *path, struct gs_error *error);

/* What an exercise has of files, wherever it comes from. */
enum gs_exercise_part {
    GS_STUB,
    GS_HEADER,
    GS_SOLUTION,
    GS_REFERENCE, /* what computes the answers of an exercise of data: reference.cu, or its solution
                   */
};

/* The file of a part; the header of an exercise of data is none. */
enum gs_status gs_exercise_part_file(const struct gs_lesson_exercises *lesson,
                                     const struct gs_exercise *exercise, enum gs_exercise_part part,
                                     struct gs_exercise_path *path, struct gs_error *error);

/* The text of a part, the caller's. Of files up to 1 MiB. */
enum gs_status gs_exercise_text(const struct gs_lesson_exercises *lesson,
                                const struct gs_exercise *exercise, enum gs_exercise_part part,
                                struct gs_text *out, struct gs_error *error);

/* What an exercise is called in a list and on the command line: "3.1" by its number in its lesson,
 * and by its name where it is of data. */
struct gs_exercise_label {
    char text[80];
};
struct gs_exercise_label gs_exercise_label(const struct gs_lesson_exercises *lesson,
                                           const struct gs_exercise *exercise, unsigned number);

#endif
