/* What one student handed in: which file is for which exercise, and its text. */
#ifndef GS_CLASS_SUBMISSION_H
#define GS_CLASS_SUBMISSION_H

#include "class.h"

enum { GS_SOURCE_MOST_BYTES = 1 << 20 };

/* For one task. */
struct gs_source {
    char *text; /* owned; ends with '\0'; NULL: there is none, or it is too large */
    size_t bytes;
    char path[300]; /* in the student's folder, clean; "": nothing was handed in */
    bool too_large; /* over GS_SOURCE_MOST_BYTES */
    char note[700]; /* which other files might have been meant; "" */
    unsigned rank;  /* how surely it is meant: 0 by its name and place, most by what it includes */
};

struct gs_handed_in {
    struct gs_source *sources; /* by task; owned */
    size_t count;
    char note[1200]; /* what was not looked at (links, devices), or not as it is called; "" */
};

/*
 * Reads the files of a student, never through a symbolic link, and regular files alone. An
 * exercise's is the one that is called like it, in the shallowest place, but for capitals if need
 * be; else one that includes its header. Answers are in questions.txt. Release it in any case.
 */
enum gs_status gs_handed_in_read(const char *submissions, const struct gs_student *student,
                                 const struct gs_tasks *tasks, struct gs_handed_in *out,
                                 struct gs_error *error);
void gs_handed_in_release(struct gs_handed_in *handed_in);

#endif
