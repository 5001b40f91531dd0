#include "flow.h"

#include <math.h>

enum { STEPS = 50 }; /* halvings: more than a double has digits for */

double gs_flow_rate(const struct gs_gpu_points *points, double in_flight)
{
    double rate = gs_gpu_curve_at(points, fmax(in_flight, 1));
    if (points->count > 0 && in_flight < points->at[0])
        rate *= fmax(in_flight, 1) / points->at[0];
    return rate;
}

const struct gs_gpu_points *gs_flow_curve(const struct gs_launch_counts *launch,
                                          const struct gs_gpu_profile *profile, bool writes)
{
    enum gs_gpu_curve curve = launch->reads <= 0 ? GS_GPU_WRITE_BYTES_PER_S
                              : !writes          ? GS_GPU_READ_BYTES_PER_S
                              : launch->in_place ? GS_GPU_UPDATE_BYTES_PER_S
                                                 : GS_GPU_MOVE_BYTES_PER_S;
    return &profile->curves[curve];
}

/*
 * The curves are of a fixed grid that strides over its arrays. Blocks that follow each other go
 * through memory in its order, and what is read and written by whole sectors comes faster, as the
 * profile's best copy says. It is what loads wait for each other in memory that gets shorter, not
 * their latency.
 */
static double ordered_rate(const struct gs_gpu_profile *profile, const struct gs_gpu_points *points,
                           double in_flight)
{
    const struct gs_gpu_points *move = &profile->curves[GS_GPU_MOVE_BYTES_PER_S];
    double rate = gs_flow_rate(points, in_flight), most = 0;
    if (points != move && points != &profile->curves[GS_GPU_UPDATE_BYTES_PER_S])
        return rate;
    for (unsigned i = 0; i < move->count; i++)
        most = fmax(most, move->value[i]);
    double gain = fmax(1, profile->numbers[GS_GPU_COPY_BYTES_PER_S] / most);
    double alone_s = points->at[0] / points->value[0] / fmax(in_flight, 1);
    return 1 / (alone_s + fmax(0, 1 / rate - alone_s) / gain);
}

double gs_flow_rate_of(const struct gs_launch_counts *launch, const struct gs_gpu_profile *profile,
                       const struct gs_gpu_points *points, double in_flight)
{
    return launch->turns > 1 && launch->fills_sectors ? ordered_rate(profile, points, in_flight)
                                                      : gs_flow_rate(points, in_flight);
}

/* A launch that writes less than a tenth of what it reads is one that reads. */
static const struct gs_gpu_points *curve_of_loads(const struct gs_launch_counts *launch,
                                                  const struct gs_gpu_profile *profile)
{
    return gs_flow_curve(launch, profile, 10 * launch->writes >= launch->reads);
}

double gs_flow_latency_s(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile, double in_flight)
{
    const struct gs_gpu_points *points = curve_of_loads(launch, profile);
    /* The curves of what is written too count each byte twice. */
    double twice = points == &profile->curves[GS_GPU_READ_BYTES_PER_S] ? 1 : 2;
    in_flight = fmax(in_flight, 1);
    return twice * in_flight * launch->multiprocessors /
           gs_flow_rate_of(launch, profile, points, in_flight);
}

double gs_flow_under_way(const struct gs_launch_counts *launch,
                         const struct gs_gpu_profile *profile, double rest_s)
{
    double low = 0, high = launch->in_flight;
    for (int k = 0; k < STEPS; k++) {
        double middle = (low + high) / 2;
        double latency_s = gs_flow_latency_s(launch, profile, middle);
        if (middle * (latency_s + rest_s) > launch->in_flight * latency_s)
            high = middle;
        else
            low = middle;
    }
    return low;
}

double gs_flow_turn_s(const struct gs_gpu_profile *profile, double threads)
{
    enum { LEAST = 32, MOST = 1024, RESIDENT_THREADS = 2048, MOST_BLOCKS = 32, BYTES = 4 };
    const struct gs_gpu_points *blocks = &profile->curves[GS_GPU_COPY_BLOCK_S];
    const struct gs_gpu_points *move = &profile->curves[GS_GPU_MOVE_BYTES_PER_S];
    double multiprocessors = profile->numbers[GS_GPU_MULTIPROCESSORS];
    if (blocks->count == 0)
        return 0;
    threads = fmin(MOST, fmax(LEAST, ceil(threads / LEAST) * LEAST));
    double resident = fmin(MOST_BLOCKS, floor(RESIDENT_THREADS / threads));
    double under_way = resident * threads * BYTES; /* at the most */
    double life_s = gs_gpu_curve_at(blocks, threads) * multiprocessors * resident;
    double rate = under_way * multiprocessors / life_s;
    double low = 0, high = under_way;
    for (int k = 0; k < STEPS; k++) {
        double middle = (low + high) / 2;
        if (ordered_rate(profile, move, middle) / 2 < rate)
            low = middle;
        else
            high = middle;
    }
    return fmax(0, life_s - low * multiprocessors / rate);
}
