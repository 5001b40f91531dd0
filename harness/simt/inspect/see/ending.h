/* A program that is told to end: by SIGXCPU at its limit of CPU time, or by SIGTERM. It reports
 * first, with where it was, and then dies of the signal. */
#ifndef SIMT_INSPECT_ENDING_H
#define SIMT_INSPECT_ENDING_H

#include "types.h"

#include <stdbool.h>
#include <stdint.h>

/* From now on. */
void simt_ending_watch(void);

/* In a signal handler: the innermost call in the program's own files, from where the signal met the
 * program; null: unknown. */
const void *simt_ending_line(uintptr_t met);

void simt_ending_launch_begins(void);

/* Such a signal has come, and most of the program's time was spent before the launch that runs: it
 * is hardly to blame. */
bool simt_ending_in_short_launch(void);

/* The launch has ended. Where such a signal has come, the program does too; that is reported as
 * its host's doing, unless the kernel was found to have no end. */
void simt_ending_launch_ends(const struct simt_launch_info *launch, bool is_reported);

#endif
