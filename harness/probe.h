/*
 * The harness's own kernels: what a measurement needs around the kernel that it measures. Each
 * returns the cudaError_t of its launch; `stream` is a cudaStream_t.
 */
#ifndef GS_PROBE_H
#define GS_PROBE_H

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

/*
 * Holds the stream until the host sets *open (mapped host memory), so that everything queued
 * behind it starts back to back; after `cycles` it gives up by itself.
 */
int gs_probe_hold(const volatile int *open, long long cycles, void *stream);

/* Leaves gs_buffer_fingerprint() of 8-byte aligned device memory in *sum, on the device. */
int gs_probe_fingerprint(const void *memory, size_t bytes, uint64_t *sum, void *stream);

#ifdef __cplusplus
}
#endif

#endif
