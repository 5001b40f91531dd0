/* What lesson 13's exercises ask of the order of launches, beside what lesson 5's do. */
#ifndef GS_LAUNCH_ORDER_H
#define GS_LAUNCH_ORDER_H

#include "../../05_pipelines/exercises/pipelines.h"
#include "../../05_pipelines/exercises/stream_order.h"

/* The place of launch `number`, from 0, whichever its kernel is; order->count: none. */
size_t gs_nth_launch(const struct gs_order *order, size_t number);

/* Fewer launches than kernels that are asked for. */
bool gs_audit_launches(const struct gs_order *order, size_t kernels, struct gs_saying *out);

/* A kernel that changes several arrays of the exercise, or none, where each array is to have its
 * own. */
bool gs_audit_own_arrays(const struct gs_order *order, struct gs_saying *out);

/* The place of the first launch that changes that array; order->count: none. */
size_t gs_launch_for(const struct gs_order *order, const char *array);

/* Whether the report tells of all operations that there were. */
bool gs_tells_all(const json_t *report);

/* Kernels that may be under way when the function returns. */
bool gs_audit_kernels_done(const struct gs_order *order, struct gs_saying *out);

/* A wait of the host for something, between the first launch and the last. */
bool gs_audit_host_waits(const struct gs_order *order, struct gs_saying *out);

/* Kernels that are in no graph, several graphs, and more or fewer launches of it than `launches`,
 * each of which does `what`. */
bool gs_audit_one_graph(const struct gs_order *order, size_t launches, const char *what,
                        struct gs_saying *out);

/* A launch of a graph that leaves the array as it was after one before, or changes less than
 * `least` elements of it, or more than `most`; each is to do `what`. */
bool gs_audit_each_launch(const struct gs_order *order, const char *array, size_t least,
                          size_t most, const char *what, struct gs_saying *out);

/* A kernel of a graph that changes nothing, though it stores to that array alone, or nowhere: then
 * the others do its part. */
bool gs_audit_each_kernel(const json_t *report, const char *array, struct gs_saying *out);

/* A kernel of a graph that has the same arguments in two launches of it. */
bool gs_audit_new_arguments(const struct gs_order *order, struct gs_saying *out);

#endif
