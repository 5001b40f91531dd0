/* Options that check and assess share. */
#ifndef GS_JUDGE_OPTIONS_H
#define GS_JUDGE_OPTIONS_H

#include "cli_options.h"

#include <stdint.h>

/* As given, or a fresh one. */
enum gs_status gs_seed_read(const struct gs_number *given, uint64_t *seed, struct gs_error *error);

/* The GPUs join in where there are any, unless they are left out; NULL is auto. */
enum gs_status gs_gpus_read(const char *device, unsigned *gpus, struct gs_error *error);

#endif
