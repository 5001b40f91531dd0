/* Goals that most lessons share. */
#ifndef GS_ELEMENTWISE_GOALS_H
#define GS_ELEMENTWISE_GOALS_H

#include "lesson.h"

/*
 * For workloads that touch every element once: as fast as the fastest library, a copy, and whatever
 * binds; next to nothing where there is next to nothing to do; the same on the CPU.
 */
enum { GS_ELEMENTWISE_GOALS = 7 };
extern const struct gs_goal gs_elementwise_goals[GS_ELEMENTWISE_GOALS];

#endif
