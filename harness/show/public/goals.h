/* What this project promises of its variants, held against records. */
#ifndef GS_GOALS_H
#define GS_GOALS_H

#include "lesson.h"
#include "record.h"

#include <stdio.h>

/* How often a goal was looked up, and how often it was missed. */
struct gs_goal_count {
    size_t rows, short_of;
};

/*
 * A table of every goal of the results' lesson that they have records for: the time of the rival
 * over ours at each dtype and n, and a mark where that is less than it should be.
 */
struct gs_goal_count gs_goals_print(const struct gs_results *results, FILE *out);

#endif
