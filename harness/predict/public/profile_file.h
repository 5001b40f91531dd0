/* Profiles of GPUs as files. */
#ifndef GS_PROFILE_FILE_H
#define GS_PROFILE_FILE_H

#include "gpu_profile.h"
#include "status.h"

/*
 * Writes the profile as JSON; numbers that are not known are left out. The file is replaced as a
 * whole or not at all.
 */
enum gs_status gs_profile_write(const char *path, const struct gs_gpu_profile *profile,
                                struct gs_error *error);

/*
 * Reads such a file. What is damaged, of another version, or no profile is refused with a sentence:
 * a prediction is never made from half of one. Names that this version does not know are refused
 * too.
 */
enum gs_status gs_profile_read(const char *path, struct gs_gpu_profile *out,
                               struct gs_error *error);

/*
 * The path of the recorded profile whose folder's name has these words, as "h100" of
 * nvidia-h100-80gb-hbm3, in capitals or not, or is `gpu` itself. Fails where that is none or are
 * several, with a sentence that has their names.
 */
enum gs_status gs_profile_find(const char *gpu, char *path, size_t size, struct gs_error *error);

#endif
