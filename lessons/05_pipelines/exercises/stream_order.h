/* Of the operations of a report: which waits for which. */
#ifndef GS_STREAM_ORDER_H
#define GS_STREAM_ORDER_H

#include "exercise.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GS_MOST_OPERATIONS = 2000, GS_SET_WORDS = (GS_MOST_OPERATIONS + 63) / 64 };

/* Of operations, by their places in the report. */
struct gs_set {
    uint64_t words[GS_SET_WORDS];
};

bool gs_set_contains(const struct gs_set *set, size_t i);

/* A stream or an event, and all that is done where it is. */
struct gs_point {
    bool is_event;
    json_int_t number;
    struct gs_set done;
};

struct gs_order {
    const json_t *operations;
    size_t count;            /* GS_MOST_OPERATIONS at most */
    struct gs_set *before;   /* of each operation: those that are done when it begins */
    struct gs_point *points; /* of them, twice `count` at most, and stream 0, the first of them */
    size_t point_count;
    struct gs_set waited; /* those that the host has waited for, in whatever way */
    struct gs_set asked;  /* and those by a call that is made to wait */
};

/* `operations`, `count`, and room for what is found are the caller's. */
void gs_order_find(struct gs_order *order);

const json_t *gs_order_at(const struct gs_order *order, size_t i);

/* Neither waits for the other. */
bool gs_order_may_overlap(const struct gs_order *order, size_t i, size_t j);

bool gs_is_work(const json_t *operation);    /* of the device */
bool gs_is_wait(const json_t *operation);    /* of the host */
bool gs_is_freeing(const json_t *operation); /* which waits too */

/* Says something of operations whose order was found; false: nothing. */
typedef bool gs_look_at_order(const struct gs_shape *shape, const struct gs_order *order,
                              struct gs_saying *out);

/* Finds the order of a report's operations, and has `look` say something of it. */
bool gs_with_order(const struct gs_shape *shape, const json_t *operations, gs_look_at_order *look,
                   struct gs_saying *out);

/* Copies to the host that may be under way when the function returns; `result` is their array. */
bool gs_audit_final_wait(const struct gs_order *order, const char *result, struct gs_saying *out);

/* Such copies, or, where nothing is copied to the host, a kernel that writes to that array. */
bool gs_audit_handed_back(const struct gs_order *order, const char *result, struct gs_saying *out);

#endif
