/* What host code does wrong: memory of the device that it accesses, frees wrongly or never, copies
 * and launches that CUDA refuses, errors that nobody asks for. */
#ifndef SIMT_INSPECT_HOST_H
#define SIMT_INSPECT_HOST_H

#include "finding.h"

/* What was allocated at `base` are elements of a type that a compiler's signature of a function
 * names:
 * "... [with T = float]". */
void simt_host_typed(const void *base, const char *words, unsigned element_bytes);

/* Host code is about to access memory: reports a device pointer. */
void simt_host_accesses(uintptr_t address, size_t bytes, bool write, const void *site);

/* Host code cannot access that address, and the program is about to end: reports a device pointer,
 * unless that is told already. `site` may be null. */
void simt_host_faults(uintptr_t address, bool write, const void *site);

/* A call by a pointer that holds no function; or by a kernel, of a function of a library's. */
void simt_host_bad_call(const void *site, bool of_kernel);

/* cudaFree() of what is no allocation that it could free. */
void simt_host_bad_cuda_free(const void *address, const void *site);

/* The same by a kernel of that launch, or by the host (launch null). */
void simt_host_report_bad_free(uintptr_t address, struct simt_party who,
                               const struct simt_launch_info *launch);

/* free() or delete of memory that CUDA allocated. */
void simt_host_bad_free(const void *address, const void *site);

/* A copy that is refused, or a fill, which has no source. */
struct simt_host_copy {
    const void *dst;
    size_t dst_bytes; /* that it needs there; 0: that side is not to blame */
    const void *src;
    size_t src_bytes;
    int kind; /* a cudaMemcpyKind */
    const void *site;
};

/* Reports what is wrong with it; the next simt_host_error_left() is of the same call then, and does
 * nothing. */
void simt_host_bad_copy(const struct simt_host_copy *copy);

/* A copy begins, of whatever its sides are: reports a kind that names other ones. */
void simt_host_copy_begins(const struct simt_host_copy *copy);

/* A copy to the host begins: reports it where nothing ever wrote any of its bytes, unless a launch
 * was refused, which may have been to write them. */
void simt_host_copies_out(const void *src, size_t bytes, const void *site);

/* A launch was refused with that error (a cudaError_t): reports the limit that it breaks. The error
 * counts as left at the launch's line. The next simt_host_error_left() is the same one, and does
 * nothing; so it is after simt_host_bad_cuda_free(). */
void simt_host_launch_refused(const struct simt_launch_info *launch, int error);

/* A kernel ended with that error, which sticks to the device: the following calls return it, each
 * of which simt_host_error_left() must be told of. Counts as left at the launch's line. */
void simt_host_launch_failed(const struct simt_launch_info *launch, int error);

/* A call of the API from `site` returned an error, which cudaGetLastError() would return as well.
 * Nobody needs to ask for it where the source shows that the call's result is used. */
void simt_host_error_left(int error, const void *site);

/* cudaGetLastError() or cudaPeekAtLastError() was called. */
void simt_host_error_asked(void);

/* Reports what was never freed. */
void simt_host_report_leaks(void);

/* The program returns from main() or calls exit(): reports the first error that nobody asked for,
 * and what was never freed. */
void simt_host_at_exit(void);

#endif
