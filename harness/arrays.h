/* The arrays of one workload at one dtype and size: made, filled, poisoned and verified. */
#ifndef GS_ARRAYS_H
#define GS_ARRAYS_H

#include "buffer.h"
#include "check.h"
#include "lesson.h"
#include "plan.h"
#include "record.h"

enum { GS_MOST_ARRAYS = 8 };

struct gs_arrays {
    const struct gs_workload *workload;
    enum gs_dtype dtype;
    size_t n;
    uint64_t seed;
    struct gs_buffer host[GS_MOST_ARRAYS];
    struct gs_buffer device[GS_MOST_ARRAYS]; /* all empty when no kernel runs */
    void *host_data[GS_MOST_ARRAYS];         /* as a gs_call wants them */
    void *device_data[GS_MOST_ARRAYS];
    uint64_t fingerprint[GS_MOST_ARRAYS]; /* of each host input as filled */
};

/*
 * Allocates and fills. device may be NULL where only CPU baselines run. Release with
 * gs_arrays_release(), also after an error.
 */
enum gs_status gs_arrays_make(struct gs_arrays *arrays, const struct gs_point *point, uint64_t seed,
                              struct gs_device *device, struct gs_error *error);
void gs_arrays_release(struct gs_arrays *arrays, struct gs_device *device);

/* Fills every output with GS_POISON: what a run does not write is seen. */
void gs_arrays_poison_host(struct gs_arrays *arrays);
enum gs_status gs_arrays_poison_device(struct gs_arrays *arrays, struct gs_device *device,
                                       struct gs_error *error);

/* What verification found; detail is a sentence where the verdict is not GS_RIGHT. */
struct gs_finding {
    enum gs_verdict verdict;
    double max_error;
    char detail[256];
};

/*
 * Verifies the host arrays: guard zones whole, inputs unchanged, every result right. Damage to
 * guard zones and inputs is mended, so that the next variant starts clean.
 */
struct gs_finding gs_arrays_verify_host(struct gs_arrays *arrays);

/* The same for the device arrays; overwrites the host outputs with the device's. */
enum gs_status gs_arrays_verify_device(struct gs_arrays *arrays, struct gs_device *device,
                                       struct gs_finding *out, struct gs_error *error);

#endif
