/* What a result must carry to be understood later and elsewhere. */
#ifndef GS_CONTEXT_H
#define GS_CONTEXT_H

#include "cpu_limits.h"
#include "device.h"
#include "nvml.h"

#include <jansson.h>
#include <stdint.h>

/* Folder name of a machine: "NVIDIA H100 80GB HBM3" becomes "nvidia-h100-80gb-hbm3". */
void gs_machine_slug(const char *name, char slug[static 128]);

/* What a run knows of itself when its first point begins. All is borrowed. */
struct gs_context_parts {
    const struct gs_lesson *lesson;
    const char *machine, *command_line;
    uint64_t seed;
    const struct gs_device_facts *facts; /* NULL: there are no kernels, or no device for them */
    const struct gs_device_limits *device_limits;
    const struct gs_cpu_limits *cpu_limits;
    const struct gs_gpu_state *gpu; /* NULL: not known */
};

/*
 * Google Benchmark's context fields, and under "gridstride" ours; what is not known is left out. It
 * names no user, no host, and no GPU by its serial number or UUID. The caller owns it; NULL when
 * out of memory.
 */
json_t *gs_context_make(const struct gs_context_parts *parts);

/*
 * What the lesson says: adds "slug", "title" and "workloads" to what a context has under
 * "gridstride", as far as they are missing there.
 */
void gs_context_add_words(json_t *ours, const struct gs_lesson *lesson);

/* Adds what is known only after the last point. gpu may be NULL. */
void gs_context_finish(json_t *context, double wall_s, double sampled_s,
                       const struct gs_gpu_state *gpu);

#endif
