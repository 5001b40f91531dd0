/* Runs one point: verify, time, verify again, record. */
#ifndef GS_MEASURE_POINT_H
#define GS_MEASURE_POINT_H

#include "arrays.h"
#include "cpu_limits.h"
#include "device.h"
#include "plan.h"
#include "record.h"

/* What all points of a run share. */
struct gs_bench {
    struct gs_device *device;            /* NULL where none is open; borrowed */
    const struct gs_device_facts *facts; /* of the device that kernels run on, or NULL; borrowed */
    struct gs_device_limits limits;
    struct gs_cpu_limits cpu;
    bool verify_only; /* no times */
    bool per_call;    /* short kernels also by the time that a call takes */
    bool device_lost; /* a CUDA error stuck: no kernel can run any more in this process */
    double sampled_s; /* wall time that samples have taken */
    struct gs_results *results;
};

/*
 * Whether the point can be run here: its workload does not refuse it, and the host, and for a
 * kernel the device too, has the memory for its arrays. why is a sentence where not.
 */
bool gs_point_can_run(const struct gs_bench *bench, const struct gs_point *point, char why[256]);

/* Where a point's data is when its first clock starts. */
enum gs_residency gs_point_residency(const struct gs_point *point);

/* The record of a pass that ended before it had one of its own: crashed, or hung. */
enum gs_status gs_point_record_ended(struct gs_bench *bench, const struct gs_point *point,
                                     enum gs_residency residency, enum gs_verdict verdict,
                                     const char *why, struct gs_error *error);

/* A record of what was not measured, and why. */
enum gs_status gs_point_record_skipped(struct gs_bench *bench, const struct gs_point *point,
                                       enum gs_residency residency, const char *why,
                                       struct gs_error *error);

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
