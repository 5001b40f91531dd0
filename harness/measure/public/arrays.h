/* The arrays of one workload at one dtype and size: made, filled, poisoned and verified. */
#ifndef GS_ARRAYS_H
#define GS_ARRAYS_H

#include "comparisons.h"
#include "guarded.h"
#include "lesson.h"
#include "parts.h"
#include "plan.h"
#include "record.h"

/*
 * Results that were found right, an element at a time. The same bits need no second look, whoever
 * computed them: most variants of a workload, and every run of one, end with the same.
 */
enum { GS_MOST_KNOWN = 16 };

struct gs_known {
    uint64_t answer;
    size_t threads; /* of the launch, where that was given: the right answer may depend on it */
    double max_error, max_ulp;
};

struct gs_arrays {
    const struct gs_workload *workload;
    enum gs_dtype dtype;
    size_t n;
    uint64_t seed;
    struct gs_guarded host[GS_MOST_ARRAYS];
    struct gs_guarded device[GS_MOST_ARRAYS]; /* all empty when no kernel runs */
    struct gs_guarded first[GS_MOST_ARRAYS];  /* on the device: updated arrays as filled */
    void *host_data[GS_MOST_ARRAYS];          /* as a gs_call wants them */
    void *device_data[GS_MOST_ARRAYS];
    uint64_t fingerprint[GS_MOST_ARRAYS]; /* of each host input as filled */
    double scalars[GS_MOST_SCALARS];
    struct gs_parts *parts; /* where the variant that runs does so on several devices; or NULL */
    void *reference;        /* what the workload's refer() made, or NULL */
    struct gs_known known[GS_MOST_KNOWN];
    size_t known_count; /* found so far; the last GS_MOST_KNOWN of them are kept */
    /* The answer to other inputs. While it is suspect, any other answer passes uncompared. */
    uint64_t suspect;
    bool only_suspect;
};

/*
 * Allocates and fills. device may be NULL where only CPU baselines run. Release with
 * gs_arrays_release(), also after an error.
 */
enum gs_status gs_arrays_make(struct gs_arrays *arrays, const struct gs_point *point, uint64_t seed,
                              struct gs_device *device, struct gs_error *error);
void gs_arrays_release(struct gs_arrays *arrays, struct gs_device *device);

/*
 * Fills the same arrays with the values of another seed, as if they had been made with it: at the
 * same addresses, nothing of what was computed before is right any more.
 */
enum gs_status gs_arrays_change_seed(struct gs_arrays *arrays, const struct gs_point *point,
                                     uint64_t seed, struct gs_device *device,
                                     struct gs_error *error);

/*
 * For a variant of several devices: has them keep the arrays too, until gs_arrays_on_one(). A run
 * then finds each device's share there, and what it leaves there is verified. Nothing to do for
 * other variants.
 */
enum gs_status gs_arrays_on_several(struct gs_arrays *arrays, const struct gs_point *point,
                                    struct gs_device *device, struct gs_error *error);
void gs_arrays_on_one(struct gs_arrays *arrays);

/* Whether a run changes any array in place, so that a second run gives another answer. */
bool gs_workload_updates_in_place(const struct gs_workload *workload);

/*
 * Back to how a run must find the arrays: outputs full of GS_POISON, so that what it does not write
 * is seen, and updated arrays with their first values.
 */
void gs_arrays_reset_host(struct gs_arrays *arrays);
enum gs_status gs_arrays_reset_device(struct gs_arrays *arrays, struct gs_device *device,
                                      struct gs_error *error);

/*
 * For a run that copies for itself: the device's inputs full of GS_POISON, so that one that is not
 * copied in is seen; and the inputs there again.
 */
enum gs_status gs_arrays_poison_inputs(struct gs_arrays *arrays, struct gs_device *device,
                                       struct gs_error *error);
enum gs_status gs_arrays_restore_inputs(struct gs_arrays *arrays, struct gs_device *device,
                                        struct gs_error *error);

#endif
