/* Arrays of a case as curves, for whoever draws them. */
#ifndef GS_CURVES_H
#define GS_CURVES_H

#include "case_run.h"

/*
 * The exercise's curves of a case that ran, the marks' member "curves" (judge.h); the caller's. Of
 * what many elements share a column the smallest and the largest are kept.
 */
json_t *gs_curves_of(const struct gs_case_run *run, const struct gs_case_outcome *outcome);

#endif
