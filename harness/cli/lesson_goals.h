/* A lesson's goals held against records: what knows both. */
#ifndef GS_LESSON_GOALS_H
#define GS_LESSON_GOALS_H

#include "lesson.h"
#include "table.h"

/* Those of all its workloads, and how many of them are met. */
struct gs_goal_count gs_lesson_print_goals(const struct gs_lesson *lesson,
                                           const struct gs_results *results, FILE *out);

#endif
