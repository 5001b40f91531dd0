/* The host's clock. */
#ifndef GS_CLOCK_H
#define GS_CLOCK_H

#include <stdbool.h>
#include <time.h>

/* Seconds on a clock that is never set. */
static inline double gs_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/*
 * Whether that clock can be believed: the system is asked for the time too, by a call that nothing
 * in the process stands before and of a clock that nobody adjusts. Another library may have taken
 * the place of clock_gettime(), as libfaketime does.
 */
struct gs_clock_check {
    double before_s, system_s, after_s; /* system_s is NaN where the system does not say */
};

struct gs_clock_check gs_clock_check_now(void);

/* How long it was from one check to the other by gs_clock_s(), and by the system's own clock.
 * False: they differ by more than 2 % and 0.1 ms. */
bool gs_clocks_agree(const struct gs_clock_check *begin, const struct gs_clock_check *end,
                     double *ours_s, double *system_s);

#endif
