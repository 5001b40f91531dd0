/* Who did the work: an exercise is about kernels. */
#ifndef GS_EXPLAIN_WORK_H
#define GS_EXPLAIN_WORK_H

#include "case_run.h"

/* Whether all inputs lie on the device, so that no copy between it and the host is needed. */
bool gs_work_is_on_device(const struct gs_case_run *run);

/*
 * Of a case of whichever size, where the answer is right: whether the host computed it or had what
 * it does not need, as the inspector's report shows. No kernel ran, or kernels moved less memory
 * than the outputs take; where the arrays lie on the device, anything came from there to the host,
 * or more than some constants went there; where they lie on the host, the answer does not consist
 * of what came from the device. False: a kernel may have done it.
 */
bool gs_say_host_work(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                      struct gs_saying *out);

/*
 * One more run of each case would take too long. Which of an exercise's sizes have one a drawn
 * number decides, so that nobody knows: of those that can be run again, as no empty one can, one of
 * three that follow each other, and at least one. The largest may be left out.
 */
bool gs_is_run_again(const struct gs_shape *shapes, const struct gs_shape *shape, bool with_largest,
                     uint64_t drawn);

/*
 * Runs a case that was right once more, on the simulator: kernels find other inputs than the host
 * has, or, where there are numbers alone, other numbers. Where the answer is still that of the
 * host's inputs, the host computed it, by whatever way it came into the answer; where it is that of
 * neither, the kernels had more from the host than the inputs. *says: so it is.
 */
enum gs_status gs_say_host_answer(const struct gs_case_run *run, struct gs_saying *out, bool *says,
                                  struct gs_error *error);

/*
 * Runs a case that was right, and whose input arrays lie on the device, once more on the simulator,
 * with others in them. Where the host then has anything else done, or with other numbers, it knows
 * what it cannot see. *says: so it is.
 */
enum gs_status gs_say_host_again(const struct gs_case_run *run,
                                 const struct gs_case_outcome *outcome, struct gs_saying *out,
                                 bool *says, struct gs_error *error);

/*
 * Runs a right case of an exercise without input arrays again, on the simulator, each time without
 * some of the threads: a block of 16, a warp of each block, a lane of each warp. Where these run a
 * part of the steps and the answer is still right, they work in vain, to look busy. *says: so it
 * is.
 */
enum gs_status gs_say_vain_work(const struct gs_case_run *run,
                                const struct gs_case_outcome *outcome, struct gs_saying *out,
                                bool *says, struct gs_error *error);

#endif
