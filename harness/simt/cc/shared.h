#ifndef SIMT_SHARED_H
#define SIMT_SHARED_H

#include "edits.h"

#include <stdint.h>

/* The dynamic shared arrays declared so far at namespace scope, which may be declared more than
 * once. */
struct simt_shared_names {
    struct simt_shared_name {
        size_t token;
        uint64_t scope;
    } * items;
    size_t count, capacity;
};

/* Where a shared declaration stands. */
struct simt_shared_place {
    bool in_function;
    bool lockstep;  /* the runtime says where static shared memory lies */
    uint64_t scope; /* at namespace scope: the same for the same namespace */
};

/* Rewrites the declaration with the shared-memory marker at token `marker`:
 *     __shared__ T a[4], b;         -> static thread_local T a[4], b; and a check of their size
 *                           in lockstep: struct { T a[4], b; }, which is never made; the check; and
 *                                       auto &a = the block's own, which is as large; likewise b
 * In a function:
 *     extern __shared__ T a[];      -> T *a = ::simt_cpp::dynamic_shared<T>();
 *     extern __shared__ T a[][8];   -> T (*a)[8] = ::simt_cpp::dynamic_shared<T[8]>();
 * At namespace scope:
 *     extern __shared__ T a[];      -> static ::simt_cpp::dynamic_shared_array<T> a;
 *
 * Returns the last token that was dealt with, or SIMT_NO_MATCH with one line in `error`. */
size_t simt_shared_rewrite(const struct simt_source *source, size_t marker,
                           struct simt_shared_place place, struct simt_shared_names *names,
                           struct simt_edits *edits, struct simt_buffer *error);

void simt_shared_names_release(struct simt_shared_names *names);

#endif
