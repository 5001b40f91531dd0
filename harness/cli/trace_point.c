#include "trace_point.h"

#include "arrays.h"
#include "device.h"
#include "dtype.h"
#include "first_runs.h"
#include "runtime/lockstep.h"
#include "runtime/wall.h"
#include "simt/trace/trace.h"
#include "simt/trace/trace_json.h"
#include "workload.h"

#include <simt/label.h>
#include <stdlib.h>
#include <sys/prctl.h>

/* Threads of a launch that stand for all of it, in whole blocks. */
enum { MOST_THREADS = 4096 };

/* ---- arrays ---------------------------------------------------------------------------------- */

/*
 * Of inputs that no host could fill, some blocks see little. A first run over zeros tells which
 * chunks are loaded; these get their values; and the second run is counted. So a kernel that goes
 * by its data goes its way.
 */
enum { CHUNK = 256, CHUNKS_A_BYTE = 8 };

static struct {
    const struct gs_arrays *arrays;
    unsigned char *loaded[GS_MOST_ARRAYS]; /* a bit a chunk; NULL: not an input */
} inputs;

static size_t chunks_of(const struct gs_arrays *arrays, size_t array)
{
    return (gs_workload_length(arrays->workload, array, arrays->n) + CHUNK - 1) / CHUNK;
}

static void note_load(uintptr_t address)
{
    const struct gs_arrays *arrays = inputs.arrays;
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        const struct gs_guarded *array = &arrays->device[i];
        uintptr_t base = (uintptr_t)array->data;
        if (inputs.loaded[i] == NULL || address < base || address - base >= array->bytes)
            continue;
        size_t bytes = gs_dtype_bytes(gs_workload_dtype(arrays->workload, i, arrays->dtype));
        size_t chunk = (address - base) / bytes / CHUNK;
        inputs.loaded[i][chunk / CHUNKS_A_BYTE] |= (unsigned char)(1u << chunk % CHUNKS_A_BYTE);
    }
}

static void forget_loads(void)
{
    simt_trace_on_load = NULL;
    for (size_t i = 0; i < GS_MOST_ARRAYS; i++) {
        free(inputs.loaded[i]);
        inputs.loaded[i] = NULL;
    }
}

static enum gs_status note_loads(const struct gs_arrays *arrays, struct gs_error *error)
{
    inputs.arrays = arrays;
    simt_trace_on_load = note_load;
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        enum gs_role role = arrays->workload->arrays[i].role;
        if (role != GS_INPUT && role != GS_UPDATED)
            continue;
        inputs.loaded[i] = calloc(chunks_of(arrays, i) / CHUNKS_A_BYTE + 1, 1);
        if (inputs.loaded[i] == NULL)
            return gs_out_of_memory(error);
    }
    return GS_OK;
}

static void fill_chunk(struct gs_arrays *arrays, size_t array, size_t chunk)
{
    size_t length = gs_workload_length(arrays->workload, array, arrays->n), begin = chunk * CHUNK;
    size_t end = length - begin < CHUNK ? length : begin + CHUNK;
    struct gs_data data = {.dtype = arrays->dtype,
                           .n = arrays->n,
                           .seed = arrays->seed,
                           .scalars = arrays->scalars,
                           .arrays = arrays->device_data}; /* here it is the host's memory */
    gs_workload_fill(arrays->workload, &data, array, begin, end);
}

static void fill_loaded(struct gs_arrays *arrays)
{
    simt_trace_on_load = NULL;
    simt_wall_open();
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        const unsigned char *loaded = inputs.loaded[i];
        size_t count = loaded == NULL ? 0 : chunks_of(arrays, i);
        for (size_t chunk = 0; chunk < count; chunk++) {
            if (loaded[chunk / CHUNKS_A_BYTE] >> chunk % CHUNKS_A_BYTE & 1)
                fill_chunk(arrays, i, chunk);
        }
    }
    simt_wall_close();
}

static enum gs_status make_arrays(struct gs_arrays *arrays, const struct gs_point *point,
                                  struct gs_device *device, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    *arrays = (struct gs_arrays){
        .workload = point->workload, .dtype = point->dtype, .n = point->n, .seed = 1};
    if (arrays->workload->scalars != NULL)
        arrays->workload->scalars(arrays->n, arrays->scalars);
    for (size_t i = 0; status == GS_OK && i < point->workload->array_count; i++) {
        size_t bytes = gs_workload_bytes(point->workload, i, point->dtype, point->n);
        status = gs_guarded_alloc_host(&arrays->host[i], bytes, error);
        if (status == GS_OK)
            status = gs_guarded_alloc_device(device, &arrays->device[i], bytes, error);
        arrays->host_data[i] = arrays->host[i].data;
        arrays->device_data[i] = arrays->device[i].data;
    }
    return status;
}

/* ---- the run --------------------------------------------------------------------------------- */

static enum gs_status run(struct gs_device *device, const struct gs_job *job,
                          const struct gs_point *point, struct gs_error *error)
{
    unsigned block = point->block > 0 ? point->block : 256;
    if (!simt_trace_begin(block < MOST_THREADS / 4 ? MOST_THREADS / block : 4))
        return gs_fail(error, GS_SYSTEM_FAILED, "there is no %s here, which counts arithmetic",
                       SIMT_CAPSTONE);
    struct gs_outcome outcome = gs_device_run(device, job);
    return outcome.failure == NULL ? GS_OK
                                   : gs_fail(error, GS_SYSTEM_FAILED, "%s", outcome.failure);
}

static enum gs_status trace(struct gs_device *device, struct gs_arrays *arrays,
                            const struct gs_point *point, json_t **launches, struct gs_error *error)
{
    struct gs_job job = gs_point_job(arrays, point);
    simt_lockstep_restart(); /* which blocks run must not depend on the points before */
    enum gs_status status = note_loads(arrays, error);
    if (status == GS_OK)
        status = run(device, &job, point, error);
    if (status == GS_OK) {
        fill_loaded(arrays);
        status = run(device, &job, point, error);
    }
    if (status == GS_OK)
        *launches = simt_trace_json();
    return status;
}

enum gs_status gs_trace_point(const struct gs_point *point, json_t **launches,
                              struct gs_error *error)
{
    struct gs_device *device;
    struct gs_arrays arrays = {0};
    /* Of arrays of gigabytes a few chunks are touched: a page of 2 MiB for each would be all of
     * them. */
    (void)prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    enum gs_status status = gs_device_open(1, &device, error);
    if (status != GS_OK)
        return status;
    status = make_arrays(&arrays, point, device, error);
    if (status == GS_OK)
        status = trace(device, &arrays, point, launches, error);
    if (status != GS_OK) /* its process ends with it: nothing is given back one by one */
        return status;
    forget_loads();
    gs_arrays_release(&arrays, device);
    gs_device_close(device);
    return status;
}
