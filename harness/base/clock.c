#include "clock.h"

#include <math.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct gs_clock_check read_clocks(void)
{
    struct timespec now;
    struct gs_clock_check check = {.before_s = gs_clock_s()};
    bool known = syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &now) == 0;
    check.system_s = known ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : NAN;
    check.after_s = gs_clock_s();
    return check;
}

/* The process may be stopped between two readings: the closest of some tries. */
struct gs_clock_check gs_clock_check_now(void)
{
    struct gs_clock_check best = read_clocks();
    for (int tries = 1; tries < 20 && best.after_s - best.before_s > 5e-6; tries++) {
        struct gs_clock_check check = read_clocks();
        if (check.after_s - check.before_s < best.after_s - best.before_s)
            best = check;
    }
    return best;
}

/* What still lies between two readings does not count. */
bool gs_clocks_agree(const struct gs_clock_check *begin, const struct gs_clock_check *end,
                     double *ours_s, double *system_s)
{
    double least_s = end->before_s - begin->after_s, most_s = end->after_s - begin->before_s;
    *ours_s = end->after_s - begin->after_s;
    *system_s = end->system_s - begin->system_s;
    double slack_s = 1e-4 + 0.02 * *system_s;
    return isnan(*system_s) || (*system_s >= least_s - slack_s && *system_s <= most_s + slack_s);
}
