/* Overflows of signed arithmetic in kernels, by thread. */
#ifndef SIMT_INSPECT_OVERFLOW_H
#define SIMT_INSPECT_OVERFLOW_H

#include "types.h"

/* Where the simulator itself is built with sanitizers, their library has the functions that the
 * compiler calls; overflows are not noted then. */
#if defined(__SANITIZE_ADDRESS__)
#define SIMT_OVERFLOW_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIMT_OVERFLOW_IS_SANITIZED 1
#endif
#endif

/* Arithmetic of signed integers whose result does not fit. */
struct simt_overflow {
    const char *operation; /* "+", "-", "*", "/"; "" for the negation of b */
    long long a, b;
    const char *type; /* of the result, as "int"; kept to the end */
    unsigned bits;    /* of that type */
    const char *file; /* kept to the end */
    int line;
};

/* Notes that the running thread's arithmetic overflowed. Kept until the thread's next access out of
 * bounds, or the next launch. */
void simt_overflow_note(struct simt_thread_id thread, const struct simt_overflow *overflow);

/* A launch begins: nothing is noted. */
void simt_overflow_forget(void);

/* Gives and forgets what was noted for a thread; false: nothing. */
bool simt_overflow_take(struct simt_thread_id thread, struct simt_overflow *overflow);

/* What the operation's result became. */
long long simt_overflow_wrapped(const struct simt_overflow *overflow);

#endif
