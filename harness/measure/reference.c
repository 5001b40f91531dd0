/* What the results of a workload are compared with, made once for all its variants. */
#include "arrays_internal.h"
#include "device.h"
#include "first_runs.h"
#include "workload.h"

#include <stdlib.h>

/* Runs the variant whose output is the reference; it is then in the host arrays. */
static enum gs_status run_on_device(struct gs_arrays *arrays, const struct gs_point *point,
                                    struct gs_device *device, struct gs_error *error)
{
    const char *name = point->variant->name;
    if (device == NULL)
        return gs_fail(error, GS_USAGE,
                       "the reference is the output of %s, which needs the device; choose a "
                       "variant that runs there too",
                       name);
    struct gs_job job = gs_point_job(arrays, point);
    enum gs_status status = gs_arrays_reset_device(arrays, device, error);
    if (status != GS_OK)
        return status;
    struct gs_outcome outcome = gs_device_run(device, &job);
    if (outcome.failure != NULL)
        return gs_fail(error, GS_USAGE, "the reference is the output of %s, which failed: %.200s",
                       name, outcome.failure);
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        struct gs_guarded *host = &arrays->host[i];
        if (gs_workload_is_result(arrays->workload, i))
            status =
                gs_device_copy_out(device, host->data, arrays->device[i].data, host->bytes, error);
    }
    return status;
}

static enum gs_status run_variant(struct gs_arrays *arrays, const struct gs_point *point,
                                  struct gs_device *device, struct gs_error *error)
{
    if (point->variant->place == GS_DEVICE)
        return run_on_device(arrays, point, device, error);
    struct gs_call call = gs_point_cpu_call(arrays, point);
    int failure = point->variant->run(&call);
    if (failure == 0)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "the reference is the output of %s, which failed with code %d",
                   point->variant->name, failure);
}

static enum gs_status take_from_variant(struct gs_arrays *arrays, const struct gs_point *of,
                                        struct gs_device *device, struct gs_error *error)
{
    struct gs_point point = *of;
    point.variant = arrays->workload->reference_variant;
    point.grid = arrays->workload->grid;
    point.block = arrays->workload->block;
    enum gs_status status = run_variant(arrays, &point, device, error);
    if (status != GS_OK)
        return status;
    struct gs_data data = gs_arrays_data(arrays, NULL);
    gs_workload_take_reference(arrays->workload, &data, arrays->reference);
    gs_arrays_reset_host(arrays);
    return device != NULL ? gs_arrays_reset_device(arrays, device, error) : GS_OK;
}

enum gs_status gs_arrays_make_reference(struct gs_arrays *arrays, const struct gs_point *point,
                                        struct gs_device *device, struct gs_error *error)
{
    size_t bytes = gs_workload_reference_bytes(arrays->workload, arrays->n);
    if (bytes == 0)
        return GS_OK;
    arrays->reference = malloc(bytes);
    if (arrays->reference == NULL)
        return gs_out_of_memory(error);
    if (arrays->workload->reference_variant != NULL)
        return take_from_variant(arrays, point, device, error);
    struct gs_data data = gs_arrays_data(arrays, NULL);
    gs_workload_refer(arrays->workload, &data, arrays->reference);
    return GS_OK;
}
