/* What a result must carry to be understood later and elsewhere. */
#ifndef GS_CONTEXT_H
#define GS_CONTEXT_H

#include "point.h"

#include <jansson.h>
#include <stdint.h>

/* Folder name of a machine: "NVIDIA H100 80GB HBM3" becomes "nvidia-h100-80gb-hbm3". */
void gs_machine_slug(const char *name, char slug[static 128]);

/* Google Benchmark's context fields, and under "gridstride" ours. The caller owns it; NULL when
 * out of memory. */
json_t *gs_context_make(const struct gs_bench *bench, const struct gs_lesson *lesson,
                        const char *machine, uint64_t seed, const char *command_line);

#endif
