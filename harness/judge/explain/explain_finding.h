/* What the inspector found, in the words of an exercise. */
#ifndef GS_EXPLAIN_FINDING_H
#define GS_EXPLAIN_FINDING_H

#include "case_run.h"
#include "source_text.h"

/* Adds to each finding what the source says of its kernel, for exercises: exercise_tools.h has
 * what it is. */
void gs_note_findings(json_t *report, const struct gs_source *source,
                      const struct gs_exercise *exercise);

/* The finding of a report that is to be told first; NULL: there is none. `right`: the program gave
 * the right answer, so that it used no value that is undefined. */
const json_t *gs_finding_first(const json_t *report, bool right);

/* `source` is the student's file. */
void gs_say_finding(const struct gs_case_run *run, const json_t *report, const json_t *finding,
                    const struct gs_source *source, struct gs_saying *out);

#endif
