/* What a submission would take on a GPU that is not here, beside its reference solution. */
#ifndef GS_JUDGE_PREDICTED_H
#define GS_JUDGE_PREDICTED_H

#include "judge.h"
#include "program_cache.h"

/*
 * The member "predicted" of marks (judge.h), the caller's; NULL: one of the two has no prediction,
 * for whatever reason, or the submission moves too few bytes to do the work at this size. Both
 * programs run once more, at the size that is timed on a GPU, or at the largest below it whose
 * arrays are filled in a moment. The reference is compiled, and kept for the next check.
 */
json_t *gs_judge_predicted(const struct gs_judge_options *options,
                           const struct gs_program *program);

#endif
