/*
 * The harness's own kernels: what a measurement needs around the kernel that it measures. Each
 * returns the cudaError_t of its launch; `stream` is a cudaStream_t.
 */
#ifndef GS_PROBE_H
#define GS_PROBE_H

#include "call.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Nothing: what a launch costs by itself. */
int gs_probe_empty(void *stream);

/*
 * Reads `bytes` of device memory (a multiple of 16) and writes nothing that counts: what was in
 * the L2 is gone, and no dirty line is left to be written back inside the next measurement.
 */
int gs_probe_flush(const void *memory, size_t bytes, void *stream);

/* Copies bytes (a multiple of 64) with 16-byte accesses, `depth` (1 or 4) of them under way. */
int gs_probe_copy(void *to, const void *from, size_t bytes, int depth, void *stream);

/* One multiprocessor's cycle counter, and the device's own time, at one moment. */
struct gs_clock_stamp {
    unsigned multiprocessor;
    long long cycles;
    uint64_t nanoseconds;
};

/*
 * Holds the stream until the host sets *open (mapped host memory), so that everything queued
 * behind it starts back to back; after `cycles` it gives up by itself. Leaves a stamp of its
 * beginning in *begin, on the device.
 */
int gs_probe_hold(const volatile int *open, long long cycles, struct gs_clock_stamp *begin,
                  void *stream);

/*
 * Leaves in *end (mapped host memory) what has passed since *begin on the same multiprocessor;
 * nothing where no block of the launch came to run on that one.
 */
int gs_probe_stamp(const struct gs_clock_stamp *begin, struct gs_clock_stamp *end,
                   int multiprocessors, void *stream);

/* Leaves gs_guarded_fingerprint() of 8-byte aligned device memory in *sum, on the device. */
int gs_probe_fingerprint(const void *memory, size_t bytes, uint64_t *sum, void *stream);

/* What gs_probe_arithmetic() computes. */
enum gs_operation {
    GS_OPERATION_MAD,
    GS_OPERATION_EXP,      /* of floats only */
    GS_OPERATION_DIVISION, /* of integers: without a sign */
    GS_OPERATION_ROOT,     /* of floats only */
};

/*
 * Nothing but that operation, from registers, in `blocks` blocks of 256 threads; enough of it is
 * independent to keep a multiprocessor busy with 4 such blocks. *sink is 8 bytes of device memory,
 * of no meaning afterwards.
 */
int gs_probe_arithmetic(enum gs_operation operation, enum gs_dtype dtype, unsigned blocks,
                        int rounds, void *sink, void *stream);

/* Operations of such a launch. */
double gs_probe_operations(enum gs_operation operation, unsigned blocks, int rounds);

#ifdef __cplusplus
}
#endif

#endif
