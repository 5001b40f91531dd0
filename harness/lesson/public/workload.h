/*
 * What a workload says of its arrays, and what is meant where it says nothing. The harness asks
 * here and never calls these three functions of a workload itself.
 */
#ifndef GS_WORKLOAD_H
#define GS_WORKLOAD_H

#include "lesson.h"

/* Elements of one array at size n. */
size_t gs_workload_length(const struct gs_workload *workload, size_t array, size_t n);

/* Elements that are compared with the reference at size n. */
size_t gs_workload_results(const struct gs_workload *workload, size_t n);

/* Writes elements [begin, end) of an input or an updated array. */
void gs_workload_fill(const struct gs_workload *workload, const struct gs_data *data, size_t array,
                      size_t begin, size_t end);

#endif
