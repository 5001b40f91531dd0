/*
 * Grading a whole class: a folder of submissions in, marks for everybody out. Each student is
 * graded in a process of its own, and kept on the disk as soon as it is finished.
 */
#ifndef GS_CLASS_H
#define GS_CLASS_H

#include "course.h"
#include "data_course.h"
#include "sandbox.h"
#include "status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- what is graded -------------------------------------------------------------------------- */

/* An exercise or a question. */
struct gs_task {
    const struct gs_lesson_exercises *lesson;
    const struct gs_exercise *exercise; /* one of these two is NULL */
    const struct gs_question *question;
    unsigned number; /* in its lesson, from 1; questions are counted for themselves */
    char label[80];  /* "3.1"; of a question "3.q1"; of an exercise of data its name */
    const char *name;
    double points; /* what it gives */
};

struct gs_tasks {
    struct gs_task *tasks; /* in the course's order, each once; owned */
    size_t count;
};

/* Of a list like "3,4.1,vecadd"; NULL: all there is. Release them in any case. */
enum gs_status gs_tasks_parse(const char *list, struct gs_tasks *out, struct gs_error *error);
/* Of a teacher's course, all of it. */
enum gs_status gs_tasks_of_course(const struct gs_data_course *course, struct gs_tasks *out,
                                  struct gs_error *error);
void gs_tasks_release(struct gs_tasks *tasks);

/* Its label with the separator behind it, to stand before its name; "" where that is the same. */
struct gs_task_prefix {
    char text[84];
};
struct gs_task_prefix gs_task_prefix(const struct gs_task *task, const char *separator);

/* ---- who is graded --------------------------------------------------------------------------- */

enum { GS_SLUG_BYTES = 64, GS_SHOWN_BYTES = 512 };

enum gs_grading {
    GS_NOT_YET,
    GS_GRADED,
    GS_KEPT,     /* was graded by an earlier run, and nothing has changed */
    GS_UNGRADED, /* could not be graded: why */
    GS_LEFT,     /* not graded yet, and not asked for */
};

struct gs_student {
    char *entry;  /* in the folder of submissions, byte for byte; owned */
    bool is_file; /* a single .cu file */
    char
        shown[GS_SHOWN_BYTES]; /* the name as it is shown: one line of valid UTF-8, nobody else's */
    char slug[GS_SLUG_BYTES];  /* the name of our files for it: letters, digits, "._-" */
    enum gs_grading grading;
    char why[300];
    json_t *record; /* what students/SLUG/marks.json holds; NULL where it could not be graded */
};

struct gs_students {
    struct gs_student *students; /* by name; owned */
    size_t count;
    char left_out[600]; /* entries that are nobody, each with the reason; "" */
    size_t left_out_count;
};

/* Everybody in the folder of submissions. Release them in any case. */
enum gs_status gs_students_list(const char *submissions, struct gs_students *out,
                                struct gs_error *error);
void gs_students_release(struct gs_students *students);

/* Whether a name ends with that, in capitals or not. */
bool gs_name_ends(const char *name, const char *end);

/* One line of valid UTF-8 for any bytes; what is no such text becomes U+FFFD. */
void gs_name_clean(const char *bytes, char *shown, size_t size);

/* ---- grading --------------------------------------------------------------------------------- */

struct gs_class_options {
    const char *submissions;
    const char *out;
    const char *exercises;               /* NULL: what was handed in, and what the points name */
    const struct gs_data_course *course; /* what is graded is of this one; NULL: gridstride's own */
    const char *points;                  /* a file of points; NULL: the folder's, if it has one */
    const char *roster;  /* the course system's list; NULL: the folder's, if it has one */
    const char *student; /* the one to grade once more, and nobody else; NULL: everybody */
    bool seeded;         /* else the folder's, or a fresh secret one */
    uint64_t seed;
    unsigned jobs;       /* 0: one a processor */
    bool quiet;          /* tell only of students that could not be graded */
    bool unsafe;         /* also where programs would run as the caller; else that is refused */
    const char *version; /* of this program: other versions' marks are not kept */
};

/* What nobody handed in, as "1.1, 1.2, lesson 2"; "". */
struct gs_choice_words {
    char not_graded[1000];  /* and is left out */
    char only_points[1000]; /* and is graded, for the points name it */
};

/* A class that was graded, as the writers of its files read it. */
struct gs_similar_list;
struct gs_class {
    const struct gs_tasks *tasks;
    const struct gs_students *students;
    const struct gs_similar_list *similar;
    struct gs_choice_words words;
};

/* GS_WRONG: some could not be graded; GS_INTERRUPTED: what was finished is kept. */
enum gs_status gs_class_grade(const struct gs_class_options *options, struct gs_error *error);

#endif
