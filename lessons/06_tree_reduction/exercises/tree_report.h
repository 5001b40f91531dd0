/* What the inspector's report says of a sum that a tree is to make. */
#ifndef GS_TREE_REPORT_H
#define GS_TREE_REPORT_H

#include "exercise.h"

/* Of a request's 32 lanes; those whose threads have ended are idle too. */
struct gs_lanes {
    long long requests, active, idle;
    const json_t *worst; /* the line with most idle lanes */
};

/* Of all accesses to that space of that kind; NULL: of any. */
struct gs_lanes gs_count_lanes(const json_t *report, const char *space, const char *kind);

/* For gs_exercise.audit, of a sum of so many terms. It is right, but made by hardly any thread, or
 * on the host; by loads with one or two threads of a warp, those of a block that lets one thread
 * add it up; by an atomic of each warp where one of each block does. */
bool gs_audit_threads(size_t terms, const json_t *report, struct gs_saying *out);
bool gs_audit_loads(size_t terms, const json_t *report, struct gs_saying *out);
bool gs_audit_atomics(size_t terms, const json_t *report, struct gs_saying *out);
/* By far more threads than there are terms. */
bool gs_audit_surplus(size_t terms, const json_t *report, struct gs_saying *out);
/* By atomics on shared memory, of more than a thread of each warp. */
bool gs_audit_shared_atomics(const json_t *report, struct gs_saying *out);

/* For gs_exercise.say_finding. The cells of the tree; `terms` is how many there are for the
 * finding's block, and gs_terms_from() those from its first thread's on, of n in all. */
bool gs_say_of_tree(const json_t *finding, size_t terms, struct gs_saying *out);
size_t gs_terms_from(const json_t *finding, size_t n);

/* A write past the end of the array `result`, which has one element for each block. */
bool gs_say_result_index(const json_t *finding, const char *result, struct gs_saying *out);

/* Blocks that write to the one number that all add to, the array `result`. */
bool gs_say_shared_result(const json_t *finding, const char *result, struct gs_saying *out);

#endif
