#include "clock.h"

#include <math.h>
#include <sys/syscall.h>
#include <unistd.h>

struct gs_clock_check gs_clock_check_now(void)
{
    struct timespec now;
    struct gs_clock_check check = {.before_s = gs_clock_s()};
    bool known = syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &now) == 0;
    check.system_s = known ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : NAN;
    check.after_s = gs_clock_s();
    return check;
}

/* The process may have been stopped between two readings: what lies between them does not count. */
bool gs_clocks_agree(const struct gs_clock_check *begin, const struct gs_clock_check *end,
                     double *ours_s, double *system_s)
{
    double least_s = end->before_s - begin->after_s, most_s = end->after_s - begin->before_s;
    *ours_s = end->after_s - begin->after_s;
    *system_s = end->system_s - begin->system_s;
    double slack_s = 1e-3 + 0.02 * *system_s;
    return isnan(*system_s) || (*system_s >= least_s - slack_s && *system_s <= most_s + slack_s);
}
