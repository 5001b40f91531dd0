/* The times of a point whose first runs were right; what measure_point.c puts together. */
#ifndef GS_MEASURE_PARTS_H
#define GS_MEASURE_PARTS_H

#include "first_runs.h"

/* Times a CPU baseline, verifies what the timed runs left, and records both. */
enum gs_status gs_measure_cpu(struct gs_bench *bench, struct gs_arrays *arrays,
                              const struct gs_point *point, const struct gs_first_runs *first,
                              struct gs_error *error);

/* The same for a kernel with its data on the device: cold, warm and, where asked for, by call. It
 * ends with the first record that is not right. */
enum gs_status gs_measure_kernel(struct gs_bench *bench, struct gs_arrays *arrays,
                                 const struct gs_point *point, const struct gs_first_runs *first,
                                 struct gs_error *error);

/* The same from host arrays to host arrays, which are page-locked where the residency says so. */
enum gs_status gs_measure_host_to_host(struct gs_bench *bench, struct gs_arrays *arrays,
                                       const struct gs_point *point, enum gs_residency residency,
                                       struct gs_error *error);

/* Whether more times make sense: the last record is right, or a time that cannot be taken here. */
bool gs_more_times_make_sense(const struct gs_bench *bench);

#endif
