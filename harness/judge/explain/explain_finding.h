/* What the inspector found, in the words of an exercise. */
#ifndef GS_EXPLAIN_FINDING_H
#define GS_EXPLAIN_FINDING_H

#include "attempt.h"

/* The finding of a report that is to be told first; NULL: there is none. */
const json_t *gs_finding_first(const json_t *report);

/* `source` is the text of the student's file. */
void gs_say_finding(const struct gs_attempt *attempt, const json_t *report, const json_t *finding,
                    const char *source, struct gs_saying *out);

#endif
