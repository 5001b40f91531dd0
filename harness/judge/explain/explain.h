/* What is wrong with a case, in a sentence that a student can act on. */
#ifndef GS_EXPLAIN_H
#define GS_EXPLAIN_H

#include "case_run.h"
#include "source_text.h"

#include <jansson.h>

/*
 * The mistake of a case, as the marks have it (judge.h), without "test"; NULL: there is none.
 * `source` is the student's file. The caller's.
 */
json_t *gs_explain(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                   const struct gs_source *source);

/* A mistake of this kind, with what the line says in the source (line 0: none). Takes the drawing;
 * NULL: there is none. */
json_t *gs_mistake(const struct gs_saying *saying, const char *file, const char *source,
                   const char *detail, char *drawing);

/* The kind of a program that did not come to its end: "never-ends" where it was out of time. */
const char *gs_explain_ending_kind(enum gs_ending ending);

/* Whether what is told of it is of no wrong answer: the values are right, and the inspector found
 * nothing. */
bool gs_explains_right(const struct gs_case_outcome *outcome);

/*
 * What a case that is right cost, against the exercise's budget: adds to `cost` the rows of the
 * marks, and returns the mistake of the first that is over it; NULL: none. The caller's.
 */
json_t *gs_explain_cost(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                        const struct gs_source *source, json_t *cost);

#endif
