/* What lesson 13's exercises ask of the order of launches, beside what lesson 5's do. */
#ifndef GS_LAUNCH_ORDER_H
#define GS_LAUNCH_ORDER_H

#include "../../05_pipelines/exercises/pipelines.h"
#include "../../05_pipelines/exercises/stream_order.h"

/* The place of launch `number`, from 0, whichever its kernel is; order->count: none. */
size_t gs_nth_launch(const struct gs_order *order, size_t number);

/* Fewer launches than kernels that are asked for. */
bool gs_audit_launches(const struct gs_order *order, size_t kernels, struct gs_saying *out);

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

#endif
