/* What all points of a run share. */
#ifndef GS_BENCH_H
#define GS_BENCH_H

#include "cpu_limits.h"
#include "device.h"
#include "record.h"

struct gs_bench {
    struct gs_device *device;            /* NULL where none is open; borrowed */
    const struct gs_device_facts *facts; /* of the device that kernels run on, or NULL; borrowed */
    struct gs_device_limits limits;
    struct gs_cpu_limits cpu;
    bool verify_only;   /* no times */
    bool per_call;      /* short kernels also by the time that a call takes */
    unsigned processes; /* that share the time for the samples of a record; 0: one */
    bool device_lost;   /* a CUDA error stuck: no kernel can run any more in this process */
    double sampled_s;   /* wall time that samples have taken */
    struct gs_results *results;
};

/* Whether kernels run on a simulated device, where nothing of theirs is timed. */
static inline bool gs_bench_is_simulated(const struct gs_bench *bench)
{
    return bench->facts != NULL && bench->facts->simulated;
}

#endif
