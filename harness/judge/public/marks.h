/* The verdict in marks (judge.h): one table of its names for all who write or read them. */
#ifndef GS_MARKS_H
#define GS_MARKS_H

#include <jansson.h>

enum gs_marks_verdict {
    GS_MARKS_NONE, /* there are no marks, or they have no verdict that is known */
    GS_MARKS_PASSED,
    GS_MARKS_FAILED,
    GS_MARKS_SKIPPED,      /* it cannot be told on this machine, and costs no points */
    GS_MARKS_INCONCLUSIVE, /* of a time: it varied too much to tell */
    GS_MARKS_VERDICTS
};

/* The member "verdict" of marks, of a test's time, or of NULL. */
enum gs_marks_verdict gs_marks_verdict(const json_t *marks);

/* As it stands in files; "" for GS_MARKS_NONE. */
const char *gs_marks_verdict_name(enum gs_marks_verdict verdict);

#endif
