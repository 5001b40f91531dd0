/* Overflows of signed arithmetic in kernels, by thread. */
#ifndef SIMT_INSPECT_OVERFLOW_H
#define SIMT_INSPECT_OVERFLOW_H

#include "space.h"

/* Where the simulator itself is built with sanitizers, their library has the functions that the
 * compiler calls; overflows are not noted then. */
#if defined(__SANITIZE_ADDRESS__)
#define SIMT_OVERFLOW_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIMT_OVERFLOW_IS_SANITIZED 1
#endif
#endif

/* Gives and forgets what was noted for a thread; false: nothing. */
bool simt_overflow_take(struct simt_thread_id thread, struct simt_overflow *overflow);

/* What the operation's result became. */
long long simt_overflow_wrapped(const struct simt_overflow *overflow);

/* "46341 * 46341 does not fit an int" */
void simt_overflow_describe(const struct simt_overflow *overflow, char *text, size_t size);

#endif
