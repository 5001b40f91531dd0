/* Races and barriers, as the inspector found them, in the words of an exercise. */
#ifndef GS_EXPLAIN_RACE_H
#define GS_EXPLAIN_RACE_H

#include "case_run.h"
#include "exercise_tools.h"
#include "source_text.h"

/* A finding that is told, with the two threads that it names. */
struct gs_telling {
    const struct gs_case_run *run;
    const json_t *report, *finding;
    const struct gs_source *source; /* the student's file */
    struct gs_party first, second;
    struct gs_saying *out; /* its line is the finding's, where that is in the student's file */
};

/* Threads of different blocks. */
void gs_say_race(const struct gs_telling *t);

/* Two threads that write the same to one element. */
void gs_say_same_value(const struct gs_telling *t);

/* Threads of one block, which a barrier could order. */
void gs_say_unordered(const struct gs_telling *t);

/* Threads of one block that wait at different barriers. */
void gs_say_divergence(const struct gs_telling *t);

#endif
