#include "limit_of_point.h"

#include <math.h>
#include <string.h>

/* ---- copies over the bus --------------------------------------------------------------------- */

static double measured_s(const struct gs_copy_limit *copy, bool pinned, bool in)
{
    if (pinned)
        return in ? copy->pinned_in_s : copy->pinned_out_s;
    return in ? copy->pageable_in_s : copy->pageable_out_s;
}

/* Times of copies are near to powers of their sizes: constant for small ones, then linear. */
static double between(double bytes, const struct gs_copy_limit *below, double below_s,
                      const struct gs_copy_limit *above, double above_s)
{
    double share =
        log(bytes / (double)below->bytes) / log((double)above->bytes / (double)below->bytes);
    return below_s * pow(above_s / below_s, share);
}

double gs_limit_copy_s(const struct gs_device_limits *device, size_t bytes, bool pinned, bool in)
{
    const struct gs_copy_limit *below = NULL;
    double below_s = 0;
    if (bytes == 0)
        return 0;
    for (size_t i = 0; i < device->copy_count; i++) {
        const struct gs_copy_limit *copy = &device->copies[i];
        double seconds = measured_s(copy, pinned, in);
        if (seconds <= 0)
            continue;
        if (copy->bytes >= bytes)
            return below == NULL || copy->bytes == bytes
                       ? seconds
                       : between((double)bytes, below, below_s, copy, seconds);
        below = copy;
        below_s = seconds;
    }
    return below == NULL ? 0 : below_s * (double)bytes / (double)below->bytes;
}

/* Copies of nearly the same size take nearly the same time. */
static bool alike(size_t a, size_t b)
{
    return (double)a < 1.01 * (double)b && (double)b < 1.01 * (double)a;
}

/* Leaves out the size whose neighbours are the nearest to each other; the ends stay. */
static void thin_out(size_t *sizes, size_t count)
{
    size_t victim = 1;
    double nearest = INFINITY;
    for (size_t i = 1; i + 1 < count; i++) {
        double ratio = (double)sizes[i + 1] / (double)sizes[i - 1];
        if (ratio < nearest) {
            nearest = ratio;
            victim = i;
        }
    }
    memmove(&sizes[victim], &sizes[victim + 1], (count - victim - 1) * sizeof *sizes);
}

/* sizes has room for one more than GS_COPY_LIMITS. */
static size_t insert(size_t *sizes, size_t count, size_t bytes)
{
    size_t at = 0;
    bytes = bytes < GS_COPY_LIMIT_BYTES ? bytes : GS_COPY_LIMIT_BYTES;
    while (at < count && sizes[at] < bytes)
        at++;
    if (bytes == 0 || (at < count && alike(sizes[at], bytes)) ||
        (at > 0 && alike(sizes[at - 1], bytes)))
        return count;
    memmove(&sizes[at + 1], &sizes[at], (count - at) * sizeof *sizes);
    sizes[at] = bytes;
    if (count < GS_COPY_LIMITS)
        return count + 1;
    thin_out(sizes, count + 1);
    return count;
}

size_t gs_limit_copy_sizes(const struct gs_plan *plan, size_t out[static GS_COPY_LIMITS])
{
    size_t sizes[GS_COPY_LIMITS + 1] = {0}, count = 0, in, back;
    for (size_t i = 0; i < plan->count; i++) {
        const struct gs_point *point = &plan->points[i];
        if (point->variant->place != GS_DEVICE || !point->sweeps_n)
            continue;
        gs_point_bus_bytes(point, &in, &back);
        count = insert(sizes, insert(sizes, count, in), back);
    }
    memcpy(out, sizes, count * sizeof *sizes);
    return count;
}

/* ---- what a run cannot do without ------------------------------------------------------------ */

/* Time of an amount at a rate; 0 where the rate was not measured. */
static double time_at(double amount, double rate)
{
    return rate > 0 ? amount / rate : 0;
}

static double arithmetic_s(const struct gs_point *point, const struct gs_arithmetic_limits *limits)
{
    const struct gs_arithmetic *arithmetic = &point->workload->arithmetic;
    double n = (double)point->n,
           seconds = time_at(n * arithmetic->mads, limits->mads[point->dtype]);
    if (arithmetic->exps > 0 && (point->dtype == GS_F32 || point->dtype == GS_F64))
        seconds += time_at(n * arithmetic->exps, limits->exps[point->dtype]);
    return seconds;
}

/*
 * Page-locked memory can be copied both ways at once, so the slower direction counts; that holds
 * for a variant too that stages its copies there. A copy from or to pageable memory goes through
 * the calling thread's hands, one after the other.
 */
static double copies_s(const struct gs_point *point, enum gs_residency residency,
                       const struct gs_device_limits *device)
{
    size_t in, out;
    bool pinned = residency == GS_RESIDENCY_PINNED || (point->variant->traits & GS_USES_SLOTS) != 0;
    gs_point_bus_bytes(point, &in, &out);
    double in_s = gs_limit_copy_s(device, in, pinned, true);
    double out_s = gs_limit_copy_s(device, out, pinned, false);
    return pinned ? fmax(in_s, out_s) : in_s + out_s;
}

struct gs_point_limit gs_limit_of_point(const struct gs_point *point, enum gs_residency residency,
                                        enum gs_cache cache, const struct gs_device_limits *device,
                                        const struct gs_cpu_limits *cpu)
{
    const struct gs_workload *workload = point->workload;
    bool on_cpu = residency == GS_RESIDENCY_HOST;
    double bytes =
        workload->traffic == NULL ? 0 : (double)workload->traffic(point->dtype, point->n);
    double seconds[GS_LIMIT_COUNT] = {
        [GS_BYTES] = time_at(bytes, on_cpu ? cpu->copy_bytes_per_s : device->copy_bytes_per_s),
        [GS_ARITHMETIC] = arithmetic_s(point, on_cpu ? &cpu->arithmetic : &device->arithmetic),
    };
    if (point->variant->devices > 1) { /* each does its share */
        seconds[GS_BYTES] /= point->variant->devices;
        seconds[GS_ARITHMETIC] /= point->variant->devices;
    }
    if (residency == GS_RESIDENCY_DEVICE)
        seconds[GS_LAUNCHES] =
            cache == GS_CACHE_WARM ? device->empty_batch_s : device->empty_kernel_s;
    else if (residency == GS_RESIDENCY_PAGEABLE || residency == GS_RESIDENCY_PINNED)
        seconds[GS_COPIES] = copies_s(point, residency, device);
    struct gs_point_limit bound = {GS_NO_LIMIT, 0};
    bool described =
        workload->traffic != NULL || workload->arithmetic.mads + workload->arithmetic.exps > 0;
    for (int limit = GS_BYTES; described && limit < GS_LIMIT_COUNT; limit++) {
        if (seconds[limit] > bound.seconds)
            bound = (struct gs_point_limit){(enum gs_limit)limit, seconds[limit]};
    }
    return bound;
}
