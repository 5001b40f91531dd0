/* What a kernel launcher and a CPU baseline receive. Included by C and by CUDA C++. */
#ifndef GS_CALL_H
#define GS_CALL_H

#include "dtype.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Streams beside the main one, for variants that overlap copies and kernels. */
enum { GS_STREAMS = 4 };

/* For variants that stage copies: how many slots there are, and the size of each. */
enum { GS_SLOTS = 32, GS_SLOT_BYTES = 1 << 20 };

/* Bytes of call->reason. */
enum { GS_REASON_BYTES = 200 };

/* For variants of several devices: how many there are at most, and the streams on each of them. */
enum { GS_MOST_PARTS = 8, GS_PART_STREAMS = 2 };

struct gs_transfers;

/* Page-locked memory that copies pass through on their way from or to pageable memory. */
struct gs_slot {
    void *memory; /* GS_SLOT_BYTES, aligned to a page */
    void *stream; /* for its copies alone; idle when the call begins, and when it ends */
};

/*
 * What a variant of several devices has on one of them: all of the workload's arrays, each as long
 * as everywhere, so that an element has the same index on every device. Of what is filled it holds
 * its own share (gs_workload.share); the rest is junk until somebody sends it.
 */
struct gs_part {
    int device;          /* as cudaSetDevice() takes it */
    void *const *arrays; /* on that device, in the workload's order; its own share of an input may
                            not be written */
    void *streams[GS_PART_STREAMS]; /* of that device */
};

struct gs_call {
    enum gs_dtype dtype;
    size_t n;              /* the point's size, in elements */
    unsigned grid;         /* blocks of the launch; 0: as many as the variant finds right for n */
    unsigned block;        /* threads a block; 0 and too many are passed on for CUDA to refuse */
    const double *scalars; /* the workload's scalars at size n, in its order */
    void *const *arrays;   /* in the workload's order: device pointers for a kernel, host pointers
                              for a CPU baseline; inputs may not be written */
    void *stream;          /* the cudaStream_t to launch into; NULL for a CPU baseline */
    unsigned repeat;       /* only for variants with GS_REPEATS: so many runs in a row */

    /* Only for variants that copy for themselves (GS_OWN_COPIES): */
    void *const *host;              /* the same arrays on the host */
    void *const *streams;           /* GS_STREAMS further streams, idle when the call begins */
    struct gs_transfers *transfers; /* counts what gs_copy_in() and gs_copy_out() move */
    const struct gs_slot *slots;    /* GS_SLOTS, for variants with GS_USES_SLOTS, on device 0 */

    /* Only for variants of several devices (gs_variant.devices): */
    const struct gs_part *parts; /* one for each device; arrays and stream above are not used */
    unsigned part_count;

    /* Room for GS_REASON_BYTES, where a variant that fails may say why; or NULL. */
    char *reason;
};

/* cudaErrorNotSupported: what a variant cannot do where it is, on the CPU too. */
enum { GS_NOT_SUPPORTED = 801 };

/*
 * One run of a variant over call->arrays. A launcher returns the cudaError_t of its launch and
 * does not wait for the kernel; a CPU baseline returns 0 when it is done.
 */
typedef int gs_run_fn(const struct gs_call *call);

/*
 * Blocks that have a thread for each of n elements. One where there are none: CUDA refuses a grid
 * of no blocks, and threads without an element do nothing. What else no launch takes (a block of 0
 * threads, over 2^32 - 1 blocks) is passed on for the launch to refuse.
 */
static inline unsigned gs_blocks_for(size_t n, unsigned block)
{
    size_t blocks = n == 0 || block == 0 ? 1 : (n - 1) / block + 1;
    return blocks > 0xffffffffu ? 0xffffffffu : (unsigned)blocks;
}

#ifdef __cplusplus
}
#endif

#endif
