/*
 * What a workload says of its arrays, and what is meant where it says nothing. The harness asks
 * here and never calls these functions of a workload itself.
 */
#ifndef GS_WORKLOAD_H
#define GS_WORKLOAD_H

#include "lesson.h"

/* Elements of one array at size n, their type where the point has that dtype, and its bytes. */
size_t gs_workload_length(const struct gs_workload *workload, size_t array, size_t n);
enum gs_dtype gs_workload_dtype(const struct gs_workload *workload, size_t array,
                                enum gs_dtype dtype);
size_t gs_workload_bytes(const struct gs_workload *workload, size_t array, enum gs_dtype dtype,
                         size_t n);

/* Elements [*begin, *end) of an array: the share of one of `parts` devices. */
void gs_workload_share(const struct gs_workload *workload, size_t array, size_t n, unsigned part,
                       unsigned parts, size_t *begin, size_t *end);

/* Whether an array is compared with a reference. */
bool gs_workload_is_result(const struct gs_workload *workload, size_t array);

/* Elements that are compared with the reference at size n. */
size_t gs_workload_results(const struct gs_workload *workload, size_t n);

/* The array that such an element is of, and which one of it: of answer() alone. */
size_t gs_workload_result_array(const struct gs_workload *workload, size_t n, size_t *index);

/* Writes elements [begin, end) of an input or an updated array. */
void gs_workload_fill(const struct gs_workload *workload, const struct gs_data *data, size_t array,
                      size_t begin, size_t end);

/* Bytes that a reference takes at size n, 0: there is none; and makes it, with all threads. */
size_t gs_workload_reference_bytes(const struct gs_workload *workload, size_t n);
void gs_workload_refer(const struct gs_workload *workload, const struct gs_data *data, void *out);

/* For a reference that is a variant's output: takes it from the arrays, where that has run. */
void gs_workload_take_reference(const struct gs_workload *workload, const struct gs_data *data,
                                void *out);

/* Compares results [begin, end) with the reference. */
void gs_workload_compare(const struct gs_workload *workload, const struct gs_data *data,
                         size_t begin, size_t end, struct gs_match *found);

#endif
