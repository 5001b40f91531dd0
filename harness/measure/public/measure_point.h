/* Runs one point: verify, time, verify again, record. */
#ifndef GS_MEASURE_POINT_H
#define GS_MEASURE_POINT_H

#include "arrays.h"
#include "bench.h"
#include "plan.h"

/*
 * Whether the point can be run here: its workload does not refuse it, and the host, and for a
 * kernel the device too, has the memory for its arrays. why is a sentence where not.
 */
bool gs_point_can_run(const struct gs_bench *bench, const struct gs_point *point, char why[256]);

/* Where a point's data is when its first clock starts. */
enum gs_residency gs_point_residency(const struct gs_point *point);

/*
 * Everything that is measured with ordinary host memory: a CPU baseline, or a kernel's
 * device-resident and pageable times. A wrong answer is a record, not an error; *right says whether
 * the point may go on to gs_point_measure_pinned().
 */
enum gs_status gs_point_measure(struct gs_bench *bench, struct gs_arrays *arrays,
                                const struct gs_point *point, bool *right, struct gs_error *error);

/* The host-to-host time of a kernel while the host arrays are page-locked. */
enum gs_status gs_point_measure_pinned(struct gs_bench *bench, struct gs_arrays *arrays,
                                       const struct gs_point *point, struct gs_error *error);

/* Whether the point has a time of the kind that gs_point_measure_pinned() takes. */
bool gs_point_is_pinned(const struct gs_bench *bench, const struct gs_point *point);

#endif
