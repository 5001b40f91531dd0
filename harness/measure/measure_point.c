#include "measure_point.h"

#include "make_record.h"
#include "measure_parts.h"
#include "workload.h"

#include <stdio.h>
#include <unistd.h>

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t available_host_bytes(void)
{
    char line[128];
    size_t kib = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "MemAvailable: %zu", &kib) == 1)
            break;
    }
    if (file != NULL)
        fclose(file);
    if (kib > 0)
        return kib * 1024;
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

static bool fits(const char *where, size_t needs, size_t has, char why[256])
{
    if (needs <= has)
        return true;
    snprintf(why, 256, "needs %.1f GiB of %s memory, has %.1f GiB", (double)needs * 0x1p-30, where,
             (double)has * 0x1p-30);
    return false;
}

static bool has_devices(const struct gs_bench *bench, unsigned devices, char why[256])
{
    const int has = bench->facts->devices;
    if (has >= 0 && (unsigned)has >= devices && devices <= GS_MOST_PARTS)
        return true;
    snprintf(why, 256, "needs %u devices, has %d", devices, has);
    return false;
}

bool gs_point_can_run(const struct gs_bench *bench, const struct gs_point *point, char why[256])
{
    const struct gs_workload *workload = point->workload;
    const char *refusal = workload->refuse == NULL ? NULL
                                                   : workload->refuse(point->variant, point->n,
                                                                      point->grid, point->block);
    if (refusal != NULL) {
        snprintf(why, 256, "%s", refusal);
        return false;
    }
    bool kernel = point->variant->place == GS_DEVICE;
    size_t bytes = gs_point_bytes(point);
    /* The device also keeps what updated arrays were filled with. */
    size_t on_device = gs_workload_updates_in_place(workload) ? 2 * bytes : bytes;
    const unsigned devices = point->variant->devices;
    if (kernel && devices > 1) {
        on_device += bytes; /* of its part */
        if (!has_devices(bench, devices, why))
            return false;
    }
    if (kernel && !fits("device", on_device, gs_device_free_bytes(bench->device), why))
        return false;
    /* The simulator's device memory is host memory too. */
    bool both = kernel && gs_bench_is_simulated(bench);
    if (both && devices > 1)
        on_device += (devices - 1) * bytes;
    size_t on_host = bytes + gs_workload_reference_bytes(workload, point->n);
    return fits("host", both ? on_host + on_device : on_host, available_host_bytes(), why);
}

/* The record of a point that is verified and not timed. */
static enum gs_status record_untimed(struct gs_bench *bench, const struct gs_point *point,
                                     const struct gs_first_runs *first, struct gs_error *error)
{
    enum gs_residency residency = gs_point_residency(point);
    struct gs_record record = gs_record_make(
        bench, point, residency, residency == GS_RESIDENCY_HOST ? GS_CACHE_WARM : GS_CACHE_ANY);
    record.answers = first->answers;
    record.launches = first->launches;
    record.copies = first->verification.copies;
    record.copied_in_bytes = first->verification.copied_in_bytes;
    record.copied_out_bytes = first->verification.copied_out_bytes;
    return gs_record_finish(bench, &record, &first->verification, error);
}

static bool is_timed(const struct gs_bench *bench, const struct gs_point *point)
{
    bool kernel = point->variant->place == GS_DEVICE;
    return !bench->verify_only && !(kernel && gs_bench_is_simulated(bench));
}

enum gs_residency gs_point_residency(const struct gs_point *point)
{
    if (point->variant->place != GS_DEVICE)
        return GS_RESIDENCY_HOST;
    if (!(point->variant->traits & GS_OWN_COPIES))
        return GS_RESIDENCY_DEVICE;
    return point->variant->traits & GS_ONLY_PINNED ? GS_RESIDENCY_PINNED : GS_RESIDENCY_PAGEABLE;
}

bool gs_point_is_pinned(const struct gs_bench *bench, const struct gs_point *point)
{
    return point->variant->place == GS_DEVICE && point->sweeps_n && is_timed(bench, point) &&
           point->variant->devices <= 1 && !(point->variant->traits & GS_ONLY_PAGEABLE);
}

static enum gs_status measure(struct gs_bench *bench, struct gs_arrays *arrays,
                              const struct gs_point *point, bool *right, struct gs_error *error)
{
    struct gs_first_runs first;
    enum gs_status status = gs_first_runs_verify(bench, arrays, point, &first, error);
    if (status != GS_OK)
        return status;
    *right = first.verification.verdict == GS_RIGHT;
    if (!*right || !is_timed(bench, point))
        return record_untimed(bench, point, &first, error);
    if (point->variant->place != GS_DEVICE)
        return gs_measure_cpu(bench, arrays, point, &first, error);
    bool own_copies = (point->variant->traits & GS_OWN_COPIES) != 0;
    if (!own_copies)
        status = gs_measure_kernel(bench, arrays, point, &first, error);
    bool good = own_copies || gs_more_times_make_sense(bench);
    if (status == GS_OK && good && (own_copies || point->sweeps_n) &&
        point->variant->devices <= 1 && !(point->variant->traits & GS_ONLY_PINNED)) {
        status = gs_measure_host_to_host(bench, arrays, point, GS_RESIDENCY_PAGEABLE, error);
        good = gs_more_times_make_sense(bench);
    }
    *right = status == GS_OK && good;
    return status;
}

enum gs_status gs_point_measure(struct gs_bench *bench, struct gs_arrays *arrays,
                                const struct gs_point *point, bool *right, struct gs_error *error)
{
    struct gs_error why = {0};
    enum gs_status status = gs_arrays_on_several(arrays, point, bench->device, &why);
    if (status == GS_OK)
        status = measure(bench, arrays, point, right, error);
    else
        status = gs_point_record_skipped(bench, point, gs_point_residency(point), why.text, error);
    gs_arrays_on_one(arrays);
    return status;
}

enum gs_status gs_point_measure_pinned(struct gs_bench *bench, struct gs_arrays *arrays,
                                       const struct gs_point *point, struct gs_error *error)
{
    return gs_measure_host_to_host(bench, arrays, point, GS_RESIDENCY_PINNED, error);
}
