/*
 * A teacher's course: a folder with exercises of data, and course.toml, which says their order,
 * what they give and when. docs/teaching.md describes it.
 */
#ifndef GS_DATA_COURSE_H
#define GS_DATA_COURSE_H

#include "course.h"
#include "data_exercise.h"
#include "status.h"

#include <stddef.h>

#define GS_COURSE_TOML "course.toml"

struct gs_course_entry {
    const struct gs_lesson_exercises *lesson;
    const struct gs_exercise *exercise;
    unsigned number;               /* in its lesson */
    struct gs_data_exercise *data; /* owned; NULL: one of the course in C */
    double points;                 /* what it gives; with a total, its part of that */
    const char *opens, *due;       /* "2026-10-01"; NULL: not said */
};

struct gs_data_course {
    const char *title;
    double total;                    /* what all together give; 0: the sum of their points */
    struct gs_course_entry *entries; /* in their order; owned */
    size_t count;
    struct gs_toml *tree; /* has the texts; NULL: there is no course.toml */
};

/*
 * Reads course.toml and the exercises that it names. Without one, a folder with exercise.toml is a
 * course of that exercise, and any other one of all folders in it that are exercises, by name. A
 * mistake is one line with file, line, key and what to do. Release it also after a failure.
 */
enum gs_status gs_data_course_load(const char *folder, struct gs_data_course *course,
                                   struct gs_error *error);
void gs_data_course_release(struct gs_data_course *course);

/* course.toml from a text, without the exercises: whether it is right so far. */
enum gs_status gs_data_course_parse(const char *path, const char *text, size_t length,
                                    struct gs_data_course *course, struct gs_error *error);

#endif
