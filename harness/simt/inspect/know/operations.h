/* What the host asked of the device, in order, and what all of it comes to. */
#ifndef SIMT_INSPECT_OPERATIONS_H
#define SIMT_INSPECT_OPERATIONS_H

#include "changes.h"
#include "pending.h"
#include "runtime/operation.h"
#include "types.h"

/* What the host has given to streams, all in all. */
extern struct simt_pending simt_submitted;

void simt_operations_add(const struct simt_operation *operation);

/* A launch, refused or about to begin; and that the last one came to its end without an error. */
void simt_operations_launch(const struct simt_launch_info *launch, cudaStream_t stream,
                            bool refused);
void simt_operations_launch_good(void);

/* What the launch that comes next has as arguments. */
void simt_operations_arguments(const void *all, size_t bytes);

/* A function of the host's is about to be called, as its turn in the stream has come. */
void simt_operations_call_begins(cudaStream_t stream, const void *site);

/* A conditional node of a graph is about to ask for its condition. */
void simt_operations_condition(cudaStream_t stream);

/* Begins anew: nothing that was added is known or pending any more. */
void simt_operations_forget(void);

/* Adds no more, until it begins anew. What is pending goes on to be known. */
void simt_operations_end(void);

/* ---- what was noted ---- */

/* Of a copy. */
enum simt_copy_way {
    SIMT_COPY_TO_DEVICE,
    SIMT_COPY_TO_HOST,
    SIMT_COPY_DEVICE_DEVICE,
    SIMT_COPY_HOST_HOST,
};

struct simt_operation_entry {
    bool is_launch; /* `launch`; else `operation` */
    struct simt_operation operation;
    uint64_t moved; /* bytes of global memory, by kernels, before it */
    unsigned stream;
    unsigned graph, graph_launch;   /* as branches.h has them; 0: of none */
    enum simt_copy_way way;         /* of a copy */
    bool pinned;                    /* the host's side of it is page-locked */
    struct simt_launch_info launch; /* its text is kept */
    bool ok;                        /* it was not refused and did not fail */
    uint64_t arguments;             /* a hash of those of a launch */
    struct simt_change *changes;    /* of arrays of a harness, by a launch */
    size_t n_changes;
};

struct simt_operation_totals {
    uint64_t copies_in, bytes_in, copies_out, bytes_out;
    uint64_t launches, threads; /* of those that were not refused */
};

/* The first 2000, in order; null: beyond them. */
const struct simt_operation_entry *simt_operations_get(size_t index);
size_t simt_operations_count(void); /* of all, also beyond those */
const struct simt_operation_totals *simt_operations_totals(void);

#endif
