#include "measure.h"

#include "clock.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST = 5, WANTED = 30, MOST = 50 };

/* Hands every sample on to Google Benchmark and keeps it, for quartiles and for the record. */
struct keeper {
    gs_bench_sample_fn *sample;
    void *context;
    double *samples;
    size_t count, room;
};

static double keep_sample(void *context)
{
    struct keeper *keeper = context;
    if (keeper->count == keeper->room)
        return -1;
    double seconds = keeper->sample(keeper->context);
    if (seconds >= 0)
        keeper->samples[keeper->count++] = seconds;
    return seconds;
}

/* How many samples of wall_s fit; 30 are worth going over the budget threefold. */
static size_t samples_for(double wall_s, double budget_s)
{
    double fit = budget_s / (wall_s > 0 ? wall_s : 1e-9);
    if (fit >= MOST)
        return MOST;
    if (fit >= WANTED)
        return (size_t)fit;
    if (3 * fit >= WANTED)
        return WANTED;
    return 3 * fit > FEWEST ? (size_t)(3 * fit) : FEWEST;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double gs_quantile(const double *sorted, size_t count, double q)
{
    double position = q * (double)(count - 1);
    size_t below = (size_t)position;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (position - (double)below) * (sorted[below + 1] - sorted[below]);
}

double gs_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return gs_quantile(values, count, 0.5);
}

static bool summarize(struct gs_distribution *d)
{
    double *sorted = malloc(d->count * sizeof *sorted);
    if (sorted == NULL)
        return false;
    memcpy(sorted, d->samples, d->count * sizeof *sorted);
    d->median_s = gs_median(sorted, d->count);
    d->min_s = sorted[0];
    d->q1_s = gs_quantile(sorted, d->count, 0.25);
    d->q3_s = gs_quantile(sorted, d->count, 0.75);
    d->max_s = sorted[d->count - 1];
    free(sorted);
    return true;
}

bool gs_measure(const char *name, gs_bench_sample_fn *sample, void *context, double budget_s,
                struct gs_distribution *out)
{
    *out = (struct gs_distribution){0};
    if (sample(context) < 0) /* warm-up */
        return false;
    double start = gs_clock_s();
    if (sample(context) < 0) /* pilot */
        return false;
    size_t wanted = samples_for(gs_clock_s() - start, budget_s);
    struct keeper keeper = {sample, context, malloc(wanted * sizeof(double)), 0, wanted};
    struct gs_bench_result result;
    bool good = keeper.samples != NULL &&
                gs_bench_run(name, keep_sample, &keeper, wanted, &result) && keeper.count == wanted;
    out->samples = keeper.samples;
    out->count = keeper.count;
    good = good && summarize(out);
    if (!good)
        gs_distribution_release(out);
    else
        out->cpu_time_s = result.cpu_time_s;
    return good;
}

void gs_distribution_release(struct gs_distribution *distribution)
{
    free(distribution->samples);
    *distribution = (struct gs_distribution){0};
}
