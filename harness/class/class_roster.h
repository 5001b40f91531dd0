/* The list of participants as the course system gives it: a CSV file with a line of names of
 * columns. */
#ifndef GS_CLASS_ROSTER_H
#define GS_CLASS_ROSTER_H

#include "class.h"

struct gs_roster_row {
    char **cells;                     /* as many as there are columns; owned, with their texts */
    const struct gs_student *student; /* whose line it is; NULL: nobody's who handed in */
};

struct gs_roster {
    char **columns; /* owned */
    size_t column_count;
    struct gs_roster_row *rows; /* owned */
    size_t row_count;
};

/* Reads it; columns end at commas, semicolons or tabs, whichever the first line has most of.
 * Release it in any case. */
enum gs_status gs_roster_read(const char *file, struct gs_roster *out, struct gs_error *error);
void gs_roster_release(struct gs_roster *roster);

/* SIZE_MAX: there is none of that name, in capitals or not. */
size_t gs_roster_column(const struct gs_roster *roster, const char *name);

/*
 * Finds the line of each student: the one with Moodle's number of the student's folder, else with
 * the folder's name in any column, else with it as first and last name, else as the part of an
 * address before the @. Where several lines would do, none does.
 */
void gs_roster_match(struct gs_roster *roster, const struct gs_students *students);

/* NULL: the student has no line. */
const struct gs_roster_row *gs_roster_row_of(const struct gs_roster *roster,
                                             const struct gs_student *student);

#endif
