#include "sampling.h"

#include "clock.h"
#include "gbench_shim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 5, WANTED = 30, ROUND = 10, MOST = GS_MOST_SAMPLES };

static const double target_error = 0.005;

/* Hands every sample on to Google Benchmark and keeps it, for quartiles and for the record. */
struct keeper {
    gs_sample_fn *sample;
    void *context;
    double samples[MOST], clocks[MOST], disturbed[MOST];
    size_t count, clock_count, disturbed_count;
    double cpu_time_s; /* of all */
};

static size_t taken(const struct keeper *keeper)
{
    return keeper->count + keeper->disturbed_count;
}

static double keep_sample(void *context)
{
    struct keeper *keeper = context;
    if (taken(keeper) == MOST)
        return -1;
    struct gs_sample sample = keeper->sample(keeper->context);
    if (sample.seconds < 0)
        return -1;
    if (sample.disturbed)
        keeper->disturbed[keeper->disturbed_count++] = sample.seconds;
    else
        keeper->samples[keeper->count++] = sample.seconds;
    if (sample.sm_clock_hz > 0)
        keeper->clocks[keeper->clock_count++] = sample.sm_clock_hz;
    return sample.seconds;
}

/* How many samples of wall_s come first: 30 are worth going over the budget threefold. */
static size_t samples_for(double wall_s, double budget_s)
{
    double fit = budget_s / (wall_s > 0 ? wall_s : 1e-9);
    if (3 * fit >= WANTED)
        return WANTED;
    return 3 * fit > FEWEST ? (size_t)(3 * fit) : FEWEST;
}

static bool is_settled(const struct keeper *keeper)
{
    double sorted[MOST];
    if (keeper->count == 0)
        return false;
    memcpy(sorted, keeper->samples, keeper->count * sizeof *sorted);
    gs_sort(sorted, keeper->count);
    return gs_median_error(sorted, keeper->count) < target_error;
}

static bool take(const char *name, struct keeper *keeper, size_t count)
{
    struct gs_benchmark_result result;
    size_t room = MOST - taken(keeper);
    count = count < room ? count : room;
    if (!gs_benchmark_run(name, keep_sample, keeper, count, &result))
        return false;
    keeper->cpu_time_s += result.cpu_time_s * (double)count;
    return true;
}

/* Rounds of samples until they agree or the time is spent. */
static bool take_all(const char *name, struct keeper *keeper, double pilot_s, double budget_s)
{
    double start = gs_clock_s();
    if (!take(name, keeper, samples_for(pilot_s, budget_s)))
        return false;
    while (taken(keeper) < MOST && gs_clock_s() - start < budget_s && !is_settled(keeper)) {
        if (!take(name, keeper, ROUND))
            return false;
    }
    return true;
}

static bool summarize(struct keeper *keeper, struct gs_distribution *d)
{
    d->discarded = keeper->disturbed_count;
    d->all_disturbed = keeper->count < FEWEST && keeper->disturbed_count > 0;
    if (d->all_disturbed) { /* better a time with a warning than no time */
        memcpy(keeper->samples + keeper->count, keeper->disturbed,
               keeper->disturbed_count * sizeof(double));
        keeper->count += keeper->disturbed_count;
        d->discarded = 0;
    }
    d->count = keeper->count;
    d->samples = malloc(d->count * sizeof(double));
    if (d->samples == NULL)
        return false;
    memcpy(d->samples, keeper->samples, d->count * sizeof(double));
    double *sorted = keeper->samples;
    d->median_s = gs_median(sorted, d->count);
    d->min_s = sorted[0];
    d->q1_s = gs_quantile(sorted, d->count, 0.25);
    d->q3_s = gs_quantile(sorted, d->count, 0.75);
    d->max_s = sorted[d->count - 1];
    d->cpu_time_s = keeper->cpu_time_s / (double)taken(keeper);
    if (keeper->clock_count > 0)
        d->sm_clock_hz = gs_median(keeper->clocks, keeper->clock_count);
    return true;
}

bool gs_take_samples(const char *name, gs_sample_fn *sample, void *context, double budget_s,
                     struct gs_distribution *out)
{
    struct keeper keeper = {.sample = sample, .context = context};
    const struct gs_clock_check begin = gs_clock_check_now();
    *out = (struct gs_distribution){0};
    if (sample(context).seconds < 0) /* warm-up */
        return false;
    double start = gs_clock_s();
    if (sample(context).seconds < 0) /* pilot */
        return false;
    bool good = take_all(name, &keeper, gs_clock_s() - start, budget_s) && summarize(&keeper, out);
    const struct gs_clock_check end = gs_clock_check_now();
    double system_s;
    if (!gs_clocks_agree(&begin, &end, &out->wall_s, &system_s))
        out->system_s = system_s;
    return good;
}
