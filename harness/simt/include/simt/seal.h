/* What a test harness calls around code that it does not trust, in a program of simt-cc --inspect.
 */
#ifndef SIMT_SEAL_H
#define SIMT_SEAL_H

#pragma GCC system_header

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* From now on nothing in this process opens a file, starts a process or thread, runs memory as
 * code, writes to another descriptor than stdout and stderr, or touches the mappings of the
 * device's memory. The inspector still writes its report, where SIMT_INSPECT_JSON names an open
 * descriptor. Such a system call fails with EPERM; one by an instruction in the program's own code
 * ends the process. Where the system has no filters for system calls, nothing happens. */
void simt_seal(void);

/* A function that is not the program's is about to call one for it, from the call that returns to
 * `site`. In a sealed program whose code was compiled with --guard-calls that must be a function of
 * the program's or one that it names; else the program ends, and its report says so. */
void simt_check_call(const void *function, const void *site);

/* As mprotect(), also in a sealed program. */
void simt_seal_memory(void *base, size_t bytes, int how);

#if defined(__cplusplus)
}
#endif

#endif
