/* The host's clock. */
#ifndef GS_CLOCK_H
#define GS_CLOCK_H

#include <time.h>

/* Seconds on a clock that is never set. */
static inline double gs_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
