/*
 * The device that kernels run on, through the CUDA runtime's C interface. Compiled once against
 * NVIDIA's runtime and once against the simulator's; nothing else in the harness includes CUDA.
 */
#ifndef GS_DEVICE_H
#define GS_DEVICE_H

#include "arithmetic_limits.h"
#include "gpu_profile.h"
#include "guarded.h"
#include "lesson.h"
#include "parts.h"
#include "samples.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>

struct gs_device; /* opaque; one a process */
struct gs_graph;  /* opaque: launches that are queued as one */

struct gs_device_facts {
    char name[256];
    bool simulated; /* then no time measured on it means anything, and none is taken */
    size_t memory_bytes;
    size_t l2_bytes;
    int devices; /* that the program can choose; this is the first of them */
    int multiprocessors;
    int compute_major, compute_minor;
    int driver_version, runtime_version; /* 13000 for 13.0 */
    int sm_clock_khz, memory_clock_khz;
    bool launches_block; /* CUDA_LAUNCH_BLOCKING or a tool: nothing can be queued behind a hold */
    char kernel_compiler[256]; /* with its options */
    /* Of a real GPU: */
    char pci_address[24]; /* "0000:3b:00.0" */
    uint64_t uuid_hash;   /* tells GPUs apart; one of 2^64 UUIDs that share it, so it names none */
    bool ecc;
};

/* Copies of one size over the bus, by the host's clock, which also times host-to-host runs. */
struct gs_copy_limit {
    size_t bytes;
    double pinned_in_s, pinned_out_s, pageable_in_s, pageable_out_s;
};

/* Sizes whose copies are measured, at most; and the largest, from which on only the rate counts. */
enum { GS_COPY_LIMITS = 32, GS_COPY_LIMIT_BYTES = 128 << 20 };

/* What this device can reach, measured; 0 where not measured. Flat: it may be copied as bytes. */
struct gs_device_limits {
    double copy_bytes_per_s; /* device to device, read + written */
    double pinned_in_bytes_per_s, pinned_out_bytes_per_s;
    double pinned_both_bytes_per_s; /* each way, while as much goes the other way */
    /* Between the first two devices, where it was opened for more than one: */
    bool peers_direct; /* not by way of the host */
    double peer_to_bytes_per_s, peer_from_bytes_per_s, peer_both_bytes_per_s;
    double empty_kernel_s; /* events around an empty kernel */
    double empty_batch_s;  /* each of many empty kernels in a row between two events */
    struct gs_arithmetic_limits arithmetic;
    struct gs_copy_limit copies[GS_COPY_LIMITS]; /* ascending */
    size_t copy_count;
};

/* One run of a device variant, and what its host-to-host form copies. */
struct gs_job {
    gs_run_fn *run;
    unsigned traits;     /* the variant's */
    struct gs_call call; /* over device pointers; streams and transfers are the device's */
    const struct gs_array *arrays;
    size_t array_count;
    const struct gs_guarded *host;
    const struct gs_guarded *device;
    struct gs_parts *parts; /* of one that runs on several devices; or NULL */
    bool waits; /* it returns only when its work has ended: then nothing can be queued behind a hold
                 */
};

/* One host-to-host run: seconds, and what crossed the bus. */
struct gs_host_run {
    double total_s; /* host clock */
    double copy_in_s, kernel_s, copy_out_s;
    unsigned copies;
    size_t in_bytes, out_bytes;
};

/* How one run ended. */
struct gs_outcome {
    const char *failure; /* CUDA's own text for what went wrong, or NULL */
    bool lost;           /* the error sticks: nothing more can run on this device in this process */
    bool unsupported;    /* the variant needs what this device or build does not have */
    unsigned copies;     /* that the job made by itself, and their bytes */
    size_t copied_in_bytes, copied_out_bytes;
};

/* The --device name that this program was built for: "cuda" or "sim". */
extern const char gs_device_program[];

/* Whether the environment says what the device can follow; to be asked before anything runs. */
enum gs_status gs_device_check_environment(struct gs_error *error);

/*
 * Opens the first device. The simulator has `devices` of them from then on, unless the environment
 * says how many (SIMT_DEVICES). Its error says what is missing. Close with gs_device_close().
 */
enum gs_status gs_device_open(unsigned devices, struct gs_device **out, struct gs_error *error);
void gs_device_close(struct gs_device *device);

const struct gs_device_facts *gs_device_facts(const struct gs_device *device);
size_t gs_device_free_bytes(struct gs_device *device);

enum gs_status gs_device_alloc(struct gs_device *device, size_t bytes, void **out,
                               struct gs_error *error);
void gs_device_release(struct gs_device *device, void *pointer);
enum gs_status gs_device_copy_in(struct gs_device *device, void *to, const void *from, size_t bytes,
                                 struct gs_error *error);
enum gs_status gs_device_copy_out(struct gs_device *device, void *to, const void *from,
                                  size_t bytes, struct gs_error *error);
/* From one place on the device to another. */
enum gs_status gs_device_copy(struct gs_device *device, void *to, const void *from, size_t bytes,
                              struct gs_error *error);
/* Returns when the memory is filled: other streams than the device's may follow. */
enum gs_status gs_device_fill(struct gs_device *device, void *to, unsigned char value, size_t bytes,
                              struct gs_error *error);

/* gs_guarded_fingerprint_host() of device memory that is 8-byte aligned. */
enum gs_status gs_device_fingerprint(struct gs_device *device, const void *memory, size_t bytes,
                                     uint64_t *out, struct gs_error *error);

/* Page-locks host memory in place, and gives it back. */
enum gs_status gs_device_pin(struct gs_device *device, void *host, size_t bytes,
                             struct gs_error *error);
void gs_device_unpin(struct gs_device *device, void *host);

/* Runs the job once and waits. */
struct gs_outcome gs_device_run(struct gs_device *device, const struct gs_job *job);

/* How a job's work stands to the device's stream, in which all of it is to be. */
enum gs_stray {
    GS_STRAY_NONE,
    GS_STRAY_BESIDE, /* some does not wait for what the stream was given before */
    GS_STRAY_LEFT,   /* the stream may end before some of it does */
};

struct gs_captured {
    enum gs_stray stray;
    const char *file; /* with `line`, where the launch is that is astray; NULL: not known */
    int line;
    struct gs_graph *graph; /* what the job has put into the stream, or NULL */
};

/* Runs the job once: whether it returns only when its work has ended. On a real GPU. */
enum gs_status gs_device_find_waiting(struct gs_device *device, const struct gs_job *job,
                                      bool *waits, struct gs_error *error);

/*
 * Runs the job to see where its work is: at most a tenth of a second. Its arrays are to be such
 * that a run changes them. Where there is a graph afterwards, it has not run, and
 * gs_device_replay() runs what is in the stream alone. Release with gs_recorded_release().
 */
enum gs_status gs_device_record(struct gs_device *device, const struct gs_job *job, bool waits,
                                struct gs_captured *out, struct gs_error *error);
/* CUDA's words for what went wrong, or NULL. */
const char *gs_device_replay(struct gs_device *device, const struct gs_captured *recorded);
void gs_recorded_release(struct gs_captured *recorded);

/* Runs the job once: whether its arrays change after it has returned and the stream has ended, by
 * work that a host thread of its own has queued since. Takes milliseconds. Its arrays are to be
 * such that a run changes them. */
enum gs_status gs_device_find_late(struct gs_device *device, const struct gs_job *job, bool *late,
                                   struct gs_error *error);

/*
 * One device-resident sample; its seconds are negative on a CUDA error. Cold: the L2 holds none of
 * the job's data. Warm: the mean of `batch` launches in a row. It is disturbed where the
 * multiprocessors' clock was under three quarters of the highest seen so far, or where the host
 * took so long to queue the launches that the stream was not held for all of it.
 */
struct gs_sample gs_device_sample_cold(struct gs_device *device, const struct gs_job *job);
struct gs_sample gs_device_sample_warm(struct gs_device *device, const struct gs_job *job,
                                       unsigned batch);

/*
 * `count` launches in a row by the host's clock, until the last one has ended; the mean of one.
 * Nothing is held: this is what a program pays for a call that it makes in a loop.
 */
struct gs_sample gs_device_sample_calls(struct gs_device *device, const struct gs_job *job,
                                        unsigned count);

/*
 * The same launches as one CUDA graph, which is launched once: gs_device_graph_make() has them
 * recorded. NULL where they cannot be, as on a simulated device. Free with gs_device_graph_free().
 */
struct gs_graph *gs_device_graph_make(struct gs_device *device, const struct gs_job *job,
                                      unsigned count);
struct gs_sample gs_device_sample_graph(struct gs_device *device, const struct gs_graph *graph);
void gs_device_graph_free(struct gs_graph *graph);

/*
 * One run from host arrays to host arrays; total_s is negative on a CUDA error. The seconds of each
 * stage are there where the harness makes the copies.
 */
struct gs_host_run gs_device_sample_host(struct gs_device *device, const struct gs_job *job);

/*
 * What such a run copies, and for a job that copies for itself the seconds of each stage, taken in
 * a run of its own in which nothing overlaps. False on a CUDA error.
 */
bool gs_device_trace(struct gs_device *device, const struct gs_job *job, struct gs_host_run *out);

/*
 * Measures the limits, those of copies at the given sizes (ascending, GS_COPY_LIMITS at most, none
 * over GS_COPY_LIMIT_BYTES); takes about a second. A simulated device has none.
 */
enum gs_status gs_device_measure_limits(struct gs_device *device, const size_t *copy_bytes,
                                        size_t count, struct gs_device_limits *out,
                                        struct gs_error *error);

/*
 * Measures all numbers and curves of a profile, in about half a minute. `source` and `date` are
 * left empty. A simulated device has none: GS_USAGE.
 */
enum gs_status gs_device_profile(struct gs_device *device, struct gs_gpu_profile *out,
                                 struct gs_error *error);

#endif
