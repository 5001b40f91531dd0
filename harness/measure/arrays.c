#include "arrays.h"

#include "arrays_internal.h"
#include "cpu.h"
#include "device.h"
#include "dtype.h"
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gs_data gs_arrays_data(struct gs_arrays *arrays, const struct gs_point *point)
{
    struct gs_data data = {.dtype = arrays->dtype,
                           .n = arrays->n,
                           .seed = arrays->seed,
                           .scalars = arrays->scalars,
                           .arrays = arrays->host_data,
                           .reference = arrays->reference};
    if (point != NULL) {
        data.variant = point->variant;
        data.grid = point->grid;
        data.block = point->block;
    }
    return data;
}

bool gs_arrays_has_role(const struct gs_arrays *arrays, size_t array, enum gs_role role)
{
    return arrays->workload->arrays[array].role == role;
}

static bool is_filled(const struct gs_arrays *arrays, size_t array)
{
    return gs_arrays_has_role(arrays, array, GS_INPUT) ||
           gs_arrays_has_role(arrays, array, GS_UPDATED);
}

bool gs_workload_updates_in_place(const struct gs_workload *workload)
{
    for (size_t i = 0; i < workload->array_count; i++) {
        if (workload->arrays[i].role == GS_UPDATED)
            return true;
    }
    return false;
}

void gs_arrays_fill(struct gs_arrays *arrays, size_t array)
{
    struct gs_data data = gs_arrays_data(arrays, NULL);
    size_t count = gs_workload_length(arrays->workload, array, arrays->n);
#pragma omp parallel for schedule(static)
    for (size_t begin = 0; begin < count; begin += GS_ARRAYS_CHUNK)
        gs_workload_fill(arrays->workload, &data, array, begin, gs_arrays_chunk_end(begin, count));
}

/* Fills a new host array, or at least writes to it: its pages must exist before a clock runs. */
static void fill_host(struct gs_arrays *arrays, size_t array)
{
    struct gs_guarded *host = &arrays->host[array];
    if (is_filled(arrays, array)) {
        gs_arrays_fill(arrays, array);
        arrays->fingerprint[array] = gs_guarded_fingerprint_host(host);
    } else {
        bool zeroed = gs_arrays_has_role(arrays, array, GS_ZEROED);
        gs_cpu_fill(host->data, zeroed ? 0 : GS_POISON, host->bytes);
    }
}

static enum gs_status make_array(struct gs_arrays *arrays, size_t array, struct gs_device *device,
                                 struct gs_error *error)
{
    size_t bytes = gs_workload_bytes(arrays->workload, array, arrays->dtype, arrays->n);
    struct gs_guarded *host = &arrays->host[array], *on_device = &arrays->device[array];
    enum gs_status status = gs_guarded_alloc_host(host, bytes, error);
    if (status != GS_OK)
        return status;
    arrays->host_data[array] = host->data;
    fill_host(arrays, array);
    if (device == NULL)
        return GS_OK;
    status = gs_guarded_alloc_device(device, on_device, bytes, error);
    arrays->device_data[array] = on_device->data;
    if (status != GS_OK)
        return status;
    if (gs_arrays_has_role(arrays, array, GS_ZEROED))
        return gs_device_fill(device, on_device->data, 0, bytes, error);
    if (!is_filled(arrays, array))
        return gs_device_fill(device, on_device->data, GS_POISON, bytes, error);
    status = gs_device_copy_in(device, on_device->data, host->data, bytes, error);
    if (status != GS_OK || !gs_arrays_has_role(arrays, array, GS_UPDATED))
        return status;
    /* Kept where it is needed again and again: before each run, and the bus is slow. */
    status = gs_guarded_alloc_device(device, &arrays->first[array], bytes, error);
    if (status == GS_OK)
        status = gs_device_copy(device, arrays->first[array].data, on_device->data, bytes, error);
    return status;
}

enum gs_status gs_arrays_make(struct gs_arrays *arrays, const struct gs_point *point, uint64_t seed,
                              struct gs_device *device, struct gs_error *error)
{
    *arrays = (struct gs_arrays){
        .workload = point->workload, .dtype = point->dtype, .n = point->n, .seed = seed};
    if (arrays->workload->scalars != NULL)
        arrays->workload->scalars(arrays->n, arrays->scalars);
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < point->workload->array_count; i++)
        status = make_array(arrays, i, device, error);
    return status == GS_OK ? gs_arrays_make_reference(arrays, point, device, error) : status;
}

/* An array with its first values, on the host and on the device. */
static enum gs_status fill_again(struct gs_arrays *arrays, size_t array, struct gs_device *device,
                                 struct gs_error *error)
{
    struct gs_guarded *host = &arrays->host[array], *first = &arrays->first[array];
    fill_host(arrays, array);
    if (device == NULL)
        return GS_OK;
    enum gs_status status =
        gs_device_copy_in(device, arrays->device[array].data, host->data, host->bytes, error);
    if (status == GS_OK && first->data != NULL)
        status = gs_device_copy_in(device, first->data, host->data, host->bytes, error);
    return status;
}

enum gs_status gs_arrays_change_seed(struct gs_arrays *arrays, const struct gs_point *point,
                                     uint64_t seed, struct gs_device *device,
                                     struct gs_error *error)
{
    enum gs_status status = GS_OK;
    arrays->seed = seed;
    arrays->known_count = 0;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (is_filled(arrays, i))
            status = fill_again(arrays, i, device, error);
    }
    if (status != GS_OK)
        return status;
    free(arrays->reference);
    arrays->reference = NULL;
    return gs_arrays_make_reference(arrays, point, device, error);
}

void gs_arrays_release(struct gs_arrays *arrays, struct gs_device *device)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        gs_guarded_release_host(&arrays->host[i]);
        if (device != NULL)
            gs_guarded_release_device(device, &arrays->device[i]);
        if (device != NULL && arrays->first[i].base != NULL)
            gs_guarded_release_device(device, &arrays->first[i]);
    }
    free(arrays->reference);
}

enum gs_status gs_arrays_on_several(struct gs_arrays *arrays, const struct gs_point *point,
                                    struct gs_device *device, struct gs_error *error)
{
    if (point->variant->devices <= 1)
        return GS_OK;
    return gs_parts_make(device, arrays->workload, arrays->dtype, arrays->n, arrays->device,
                         point->variant->devices, &arrays->parts, error);
}

void gs_arrays_on_one(struct gs_arrays *arrays)
{
    gs_parts_release(arrays->parts);
    arrays->parts = NULL;
}

void gs_arrays_reset_host(struct gs_arrays *arrays)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        if (gs_arrays_has_role(arrays, i, GS_UPDATED))
            gs_arrays_fill(arrays, i);
        else if (gs_arrays_has_role(arrays, i, GS_OUTPUT))
            gs_cpu_fill(arrays->host[i].data, GS_POISON, arrays->host[i].bytes);
    }
}

enum gs_status gs_arrays_reset_device(struct gs_arrays *arrays, struct gs_device *device,
                                      struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        struct gs_guarded *on_device = &arrays->device[i];
        if (gs_arrays_has_role(arrays, i, GS_UPDATED))
            status = gs_device_copy(device, on_device->data, arrays->first[i].data,
                                    on_device->bytes, error);
        else if (gs_arrays_has_role(arrays, i, GS_OUTPUT) ||
                 gs_arrays_has_role(arrays, i, GS_SCRATCH))
            status = gs_device_fill(device, on_device->data, GS_POISON, on_device->bytes, error);
    }
    if (status == GS_OK && arrays->parts != NULL)
        status = gs_parts_spread(arrays->parts, error);
    return status;
}

enum gs_status gs_arrays_poison_inputs(struct gs_arrays *arrays, struct gs_device *device,
                                       struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (is_filled(arrays, i))
            status = gs_device_fill(device, arrays->device[i].data, GS_POISON,
                                    arrays->device[i].bytes, error);
    }
    return status;
}

enum gs_status gs_arrays_restore_inputs(struct gs_arrays *arrays, struct gs_device *device,
                                        struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (gs_arrays_has_role(arrays, i, GS_INPUT))
            status = gs_device_copy_in(device, arrays->device[i].data, arrays->host[i].data,
                                       arrays->host[i].bytes, error);
    }
    return status;
}
