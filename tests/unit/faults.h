/* Kernels of add_one.h's workload: right, and with one fault each. */
#ifndef GS_FAULTS_H
#define GS_FAULTS_H

#include "call.h"

#ifdef __cplusplus
extern "C" {
#endif

enum fault {
    NO_FAULT,
    WRITES_BEFORE,   /* out[-3] */
    WRITES_BEHIND,   /* out[n + 2] */
    WRITES_INPUT,    /* in[n / 2] */
    BEFORE_INPUT,    /* in[-1] */
    LEAVES_OUT_LAST, /* out[n - 1] stays as it was */
    WRITES_NAN,      /* out[n / 3]; the same bytes are -1 in i32 */
    WRITES_ZERO,     /* everywhere */
    LEAVES_NO_ZERO,  /* zeros[n - 1] */
    FAULT_COUNT
};

gs_run_fn *faulty_on_device(enum fault fault);

/* A kernel that ends by a trap: the error sticks to the device. */
int trap_on_device(const struct gs_call *call);

/* A kernel that never ends. */
int spin_on_device(const struct gs_call *call);

#ifdef __cplusplus
}
#endif

#endif
