/* What exercises say of the bus whose inputs and result lie on the host, and cross once each. */
#ifndef GS_CROSSING_H
#define GS_CROSSING_H

#include "exercise.h"

struct gs_crossing {
    const char *inputs, *result; /* as sentences call them: "the two inputs", "the waveform" */
    size_t bytes_in, bytes_out;  /* of these */
};

/* The numbers may come by a copy as well, as to constant memory. */
enum { GS_BYTES_OF_NUMBERS = 64 };

/* For gs_exercise.audit: no kernel, or more bytes over the bus than those. */
bool gs_audit_crossing(const struct gs_shape *shape, const json_t *report,
                       const struct gs_crossing *most, struct gs_saying *out);

/* Kernels may reach page-locked memory themselves, across the bus; then each element once, and it
 * is not copied besides. */
bool gs_audit_reach(const json_t *report, const struct gs_crossing *most, struct gs_saying *out);

/* For gs_exercise.explain, where elements of the result were never written. */
bool gs_explain_not_back(const struct gs_wrong *wrong, struct gs_saying *out);

/* For gs_exercise.say_finding: a value that a kernel or a copy needs, and that nothing brought.
 * Each array has n floats, or each input so many bytes. */
bool gs_say_bytes_not_brought(size_t bytes, const json_t *report, const json_t *finding,
                              struct gs_saying *out);
bool gs_say_not_brought(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out);

#endif
