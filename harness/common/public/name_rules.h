/*
 * What the names in our files look like. Some become the name of a folder or a file, and all are
 * shown, so whoever reads one from a file holds it against its rule.
 */
#ifndef GS_NAME_RULES_H
#define GS_NAME_RULES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum gs_name_kind {
    GS_NAME_OF_MACHINE, /* nvidia-h100-80gb-hbm3 */
    GS_NAME_OF_RESULT,  /* lesson3, peers3, kernel-saxpy */
    GS_NAME_IN_LESSON,  /* vecadd, one_per_thread: of lessons, workloads, variants, exercises */
    GS_NAME_OF_DEVICE,  /* NVIDIA H100 80GB HBM3, as its maker writes it */
};

bool gs_name_fits(enum gs_name_kind kind, const char *name);

/* Bytes that such a name has at most. */
size_t gs_name_most(enum gs_name_kind kind);

/* "a-z, 0-9 and _": what such a name is made of, for a message. */
const char *gs_name_rule(enum gs_name_kind kind);

#ifdef __cplusplus
}
#endif

#endif
