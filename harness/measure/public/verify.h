/* What a run left in its arrays, and what that says of the run. */
#ifndef GS_VERIFY_H
#define GS_VERIFY_H

#include "arrays.h"
#include "verdict.h"

/* What verification found; detail is a sentence where the verdict is not GS_RIGHT. */
struct gs_verification {
    enum gs_verdict verdict;
    double max_error, max_ulp; /* as in gs_match */
    double lost;               /* share of the updates lost */
    uint64_t answer;           /* equal for equal results */
    unsigned copies;           /* that the run made by itself, and their bytes */
    size_t copied_in_bytes, copied_out_bytes;
    char detail[256];
    char values[96]; /* before, after and as it should be, where few cells are updated in place */
};

/*
 * Verifies the host arrays after a run of the point: guard zones whole, inputs unchanged, every
 * result right. Damage to guard zones and inputs is mended, so that the next variant starts clean.
 */
struct gs_verification gs_verify_host(struct gs_arrays *arrays, const struct gs_point *point);

/* The same for the device arrays; may overwrite the host's results with the device's. */
enum gs_status gs_verify_device(struct gs_arrays *arrays, const struct gs_point *point,
                                struct gs_device *device, struct gs_verification *out,
                                struct gs_error *error);

/* After a run that brought its results to the host by itself: verifies those, and that the device's
 * guard zones are whole, and its inputs as on the host where they were there from the start. */
enum gs_status gs_verify_both(struct gs_arrays *arrays, const struct gs_point *point,
                              struct gs_device *device, struct gs_verification *out,
                              struct gs_error *error);

/* After a run that failed: mends what it may have damaged, so that nobody else is blamed for it. */
enum gs_status gs_mend_arrays(struct gs_arrays *arrays, struct gs_device *device,
                              struct gs_error *error);

#endif
