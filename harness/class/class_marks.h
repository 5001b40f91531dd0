/* Reading marks (judge.h): what is missing is empty, so that writers need not ask. */
#ifndef GS_CLASS_MARKS_H
#define GS_CLASS_MARKS_H

#include "json_get.h"
#include "marks.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static inline double gs_marks_number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* "2.7 of 30" or "5.08 of 31.75": points of the most there are. */
struct gs_marks_points {
    char text[64];
};
struct gs_marks_points gs_marks_points(double points, double most);

/* A number of points alone: "30", "12.5", "31.75". */
struct gs_marks_points gs_marks_most(double points);

/* What a test says beside the mistake that stands above it; "": no more. */
const char *gs_marks_more_of(const json_t *test, const json_t *mistake);

/* Nothing was handed in, so there is no mistake to talk about in the next lecture. */
static inline bool gs_marks_missing(const json_t *mistake)
{
    const char *kind = gs_get_text(mistake, "kind");
    return strcmp(kind, "missing") == 0 || strcmp(kind, "not-answered") == 0;
}

/* "vecadd.cu:7", or without the line where it is not known. */
struct gs_marks_place {
    char text[200];
};

static inline struct gs_marks_place gs_marks_place(const json_t *mistake)
{
    struct gs_marks_place place;
    int line = (int)gs_marks_number(mistake, "line");
    int used = snprintf(place.text, sizeof place.text, "%.180s", gs_get_text(mistake, "file"));
    if (line > 0)
        snprintf(place.text + used, sizeof place.text - (size_t)used, ":%d", line);
    return place;
}

/* All that a teacher should know of a student's files, and where the teacher gave the points: one
 * line; free() it. NULL: no memory. */
char *gs_marks_notes(const json_t *record);

/* "8 points in place of 3.3: NOTE", where the teacher gave them; else "". */
struct gs_marks_override {
    char text[400];
};
struct gs_marks_override gs_marks_override(const json_t *marks);

#endif
