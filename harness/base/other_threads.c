#include "other_threads.h"

#include "clock.h"

#include <dirent.h>

size_t gs_threads_count(void)
{
    DIR *tasks = opendir("/proc/self/task");
    size_t count = 0;
    const struct dirent *entry;
    while (tasks != NULL && (entry = readdir(tasks)) != NULL)
        count += entry->d_name[0] != '.';
    if (tasks != NULL)
        closedir(tasks);
    return count;
}

void gs_threads_settle(size_t before)
{
    static const double shortest_s = 0.002, longest_s = 1;
    const struct timespec pause = {.tv_nsec = 200000};
    double start = gs_clock_s(), waited_s = 0;
    while (waited_s < shortest_s || (waited_s < longest_s && gs_threads_count() > before)) {
        nanosleep(&pause, NULL);
        waited_s = gs_clock_s() - start;
    }
}
