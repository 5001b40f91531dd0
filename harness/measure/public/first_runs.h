/* A point's first runs: over fresh arrays, and verified. */
#ifndef GS_FIRST_RUNS_H
#define GS_FIRST_RUNS_H

#include "bench.h"
#include "plan.h"
#include "verify.h"

/* What one or more runs over fresh arrays found: the first that was not right, if any. */
struct gs_first_runs {
    struct gs_verification verification;
    unsigned answers, launches; /* of a race: different answers of so many launches */
    bool waits;                 /* a kernel file's launcher does, for the device */
};

/* A race is run several times, for it may end differently each time; everything else once. */
enum gs_status gs_first_runs_verify(struct gs_bench *bench, struct gs_arrays *arrays,
                                    const struct gs_point *point, struct gs_first_runs *out,
                                    struct gs_error *error);

/* One run over fresh arrays, and what it left. */
enum gs_status gs_run_and_verify(struct gs_bench *bench, struct gs_arrays *arrays,
                                 const struct gs_point *point, struct gs_verification *out,
                                 struct gs_error *error);

/*
 * After a point was timed: what the timed runs left. What is updated in place has been updated many
 * times: only a run from the start can tell. A kernel file's variant is run over fresh arrays in
 * any case: it may have noticed that it is timed, and left its work to its first runs.
 */
enum gs_status gs_verify_after_timing(struct gs_bench *bench, struct gs_arrays *arrays,
                                      const struct gs_point *point, struct gs_verification *out,
                                      struct gs_error *error);

/* The point as something to run: a device variant, and a CPU baseline. */
struct gs_job gs_point_job(struct gs_arrays *arrays, const struct gs_point *point);
struct gs_call gs_point_cpu_call(struct gs_arrays *arrays, const struct gs_point *point);

/* "failed while it was timed: MemoryError: ...": how a run without CUDA's words ended. The reason
 * is the variant's own; where it is empty there is the code that it returned. */
void gs_say_run_failed(const char *how, int code, const char *reason, struct gs_verification *out);

/* Whether the code is a user's own, that nobody has looked at: the lessons' does the same in each
 * run. */
bool gs_point_is_of_kernel_file(const struct gs_point *point);

/* Whether a run must copy its inputs to the device, and may use what is there for other things. */
bool gs_point_copies_inputs(const struct gs_variant *variant);

#endif
