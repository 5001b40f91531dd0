#include "progress.h"

#include "clock.h"
#include "dtype.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a point costs: something fixed, and something for each byte. */
static double weight(const struct gs_point *point)
{
    return 1.0 + (double)gs_point_bytes(point) / (16 << 20);
}

/* One that can move its cursor back. */
static bool is_terminal(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
}

void gs_progress_start(struct gs_progress *progress, const struct gs_plan *plan, unsigned processes,
                       bool silent)
{
    *progress = (struct gs_progress){.silent = silent,
                                     .terminal = is_terminal(),
                                     .plan = plan,
                                     .start_s = gs_clock_s(),
                                     .process = 1,
                                     .processes = processes};
    for (size_t i = 0; i < plan->count; i++)
        progress->whole_weight += processes * weight(&plan->points[i]);
}

void gs_progress_next_process(struct gs_progress *progress, unsigned process)
{
    progress->process = process;
    if (!progress->silent && !progress->terminal)
        fprintf(stderr, "process %u of %u\n", process, progress->processes);
}

static void show_on_terminal(const struct gs_progress *progress, size_t index, const char *size)
{
    const struct gs_point *point = &progress->plan->points[index];
    fputs("\r\033[K", stderr);
    if (progress->processes > 1)
        fprintf(stderr, "process %u of %u, ", progress->process, progress->processes);
    fprintf(stderr, "[%zu/%zu] %s %s n=%s %s", index + 1, progress->plan->count,
            point->workload->name, gs_dtype_name(point->dtype), size, point->variant->name);
    if (point->block > 0)
        fprintf(stderr, " block %u", point->block);
    double elapsed_s = gs_clock_s() - progress->start_s;
    if (progress->done_weight > 0 && elapsed_s > 1)
        fprintf(stderr, ", %.0f s left",
                elapsed_s / progress->done_weight *
                    (progress->whole_weight - progress->done_weight));
    fflush(stderr);
}

void gs_progress_show(struct gs_progress *progress, size_t index)
{
    const struct gs_point *point = &progress->plan->points[index];
    char size[32];
    gs_size_format(point->n, size);
    if (!progress->silent && progress->terminal)
        show_on_terminal(progress, index, size);
    else if (!progress->silent &&
             (index == 0 || gs_plan_group_end(progress->plan, index - 1) == index))
        fprintf(stderr, "[%zu/%zu] %s %s n=%s\n", index + 1, progress->plan->count,
                point->workload->name, gs_dtype_name(point->dtype), size);
    progress->done_weight += weight(point);
}

void gs_progress_end(struct gs_progress *progress)
{
    if (!progress->silent && progress->terminal)
        fputs("\r\033[K", stderr);
}
