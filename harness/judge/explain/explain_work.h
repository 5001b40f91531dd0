/* Who did the work: an exercise is about kernels. */
#ifndef GS_EXPLAIN_WORK_H
#define GS_EXPLAIN_WORK_H

#include "case_run.h"

/*
 * Of the exercise's largest case, where the answer is right: whether the host computed it, as the
 * inspector's report shows: no kernel ran; kernels moved less memory than the outputs take; or the
 * arrays all lie on the device, and the inputs were copied to the host and results fetched from
 * there. False: a kernel may have done it. One that only looks busy beside it is not seen.
 */
bool gs_say_host_work(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                      struct gs_saying *out);

#endif
