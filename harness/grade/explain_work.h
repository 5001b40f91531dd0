/* Who did the work: an exercise is about kernels. */
#ifndef GS_EXPLAIN_WORK_H
#define GS_EXPLAIN_WORK_H

#include "attempt.h"

/*
 * Of the exercise's largest case, where the answer is right: whether the host computed it, as the
 * inspector's report shows: no kernel ran, kernels moved less memory than the outputs take, or of
 * arrays that all lie on the device the inputs were copied to the host and outputs back. False: a
 * kernel may have done it. A kernel that does something else beside it is not seen.
 */
bool gs_say_host_work(const struct gs_attempt *attempt, const struct gs_attempt_outcome *outcome,
                      struct gs_saying *out);

#endif
