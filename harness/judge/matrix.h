/* An updated matrix of a case, before the call and after it, for whoever prints it. */
#ifndef GS_MATRIX_H
#define GS_MATRIX_H

#include "case_run.h"

/* The marks' member "matrix" (judge.h); the caller's. */
json_t *gs_matrix_of(const struct gs_case_run *run, const struct gs_case_outcome *outcome);

#endif
