/* Options that check and assess share. */
#ifndef GS_JUDGE_OPTIONS_H
#define GS_JUDGE_OPTIONS_H

#include "cli_options.h"

#include <stdint.h>

/* As given, or a fresh one. */
enum gs_status gs_seed_read(const struct gs_number *given, uint64_t *seed, struct gs_error *error);

/* The GPU joins in where there is one, unless it is left out; NULL is auto. */
enum gs_status gs_gpu_read(const char *device, bool *gpu, struct gs_error *error);

#endif
