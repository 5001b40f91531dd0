/*
 * Whether a kernel reads an output before it has written it: then its answer depends on what was
 * there, and a right one is luck. The kernel runs over junk, other junk, and the first junk again,
 * for the answers of a race differ too.
 */
#include "arrays_internal.h"
#include "device.h"
#include "first_runs.h"
#include "dtype.h"
#include "verify.h"
#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In every byte: numbers that are neither zero nor NaN, in every type. */
static const unsigned char junk[] = {0x3c, 0x42, 0x3c};
enum { RUNS = sizeof junk / sizeof junk[0], MOST_BYTES = 1 << 20 };

static enum gs_status run_over(struct gs_arrays *arrays, const struct gs_point *point,
                               unsigned char byte, struct gs_device *device, bool *failed,
                               struct gs_error *error)
{
    struct gs_job job = gs_point_job(arrays, point);
    enum gs_status status = gs_arrays_reset_device(arrays, device, error);
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        struct gs_guarded *output = &arrays->device[i];
        if (gs_arrays_has_role(arrays, i, GS_OUTPUT))
            status = gs_device_fill(device, output->data, byte, output->bytes, error);
    }
    if (status == GS_OK)
        *failed = gs_device_run(device, &job).failure != NULL;
    return status;
}

static bool holds_junk(const unsigned char *element, size_t bytes, unsigned char byte)
{
    for (size_t i = 0; i < bytes; i++) {
        if (element[i] != byte)
            return false;
    }
    return true;
}

/* What was never written holds the junk of its run, and tells nothing. */
static bool depends(unsigned char *const *results, size_t count, size_t bytes)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned char *a = results[0] + i * bytes, *b = results[1] + i * bytes;
        if (memcmp(a, b, bytes) != 0 && memcmp(a, results[2] + i * bytes, bytes) == 0 &&
            !(holds_junk(a, bytes, junk[0]) && holds_junk(b, bytes, junk[1])))
            return true;
    }
    return false;
}

static enum gs_status look_at(struct gs_arrays *arrays, const struct gs_point *point, size_t array,
                              struct gs_device *device, bool *reads, struct gs_error *error)
{
    size_t bytes = arrays->device[array].bytes;
    unsigned char *results[RUNS] = {NULL};
    enum gs_status status = GS_OK;
    bool failed = false;
    for (size_t run = 0; status == GS_OK && !failed && run < RUNS; run++) {
        results[run] = malloc(bytes + 1);
        if (results[run] == NULL)
            status = gs_out_of_memory(error);
        if (status == GS_OK)
            status = run_over(arrays, point, junk[run], device, &failed, error);
        if (status == GS_OK && !failed)
            status =
                gs_device_copy_out(device, results[run], arrays->device[array].data, bytes, error);
    }
    size_t element = gs_dtype_bytes(gs_workload_dtype(arrays->workload, array, arrays->dtype));
    *reads = status == GS_OK && !failed && depends(results, bytes / element, element);
    for (size_t run = 0; run < RUNS; run++)
        free(results[run]);
    return status;
}

enum gs_status gs_find_read_output(struct gs_arrays *arrays, const struct gs_point *point,
                                   struct gs_device *device, struct gs_verification *out,
                                   struct gs_error *error)
{
    enum gs_status status = GS_OK;
    bool reads = false;
    for (size_t i = 0; status == GS_OK && !reads && i < arrays->workload->array_count; i++) {
        size_t bytes = arrays->device[i].bytes;
        if (!gs_arrays_has_role(arrays, i, GS_OUTPUT) || bytes == 0 || bytes > MOST_BYTES)
            continue;
        status = look_at(arrays, point, i, device, &reads, error);
        if (!reads)
            continue;
        out->verdict = GS_WRONG_ANSWER;
        snprintf(out->detail, sizeof out->detail,
                 "it reads %s before it has written it: with other values there, the answer is "
                 "another one",
                 arrays->workload->arrays[i].name);
    }
    return status;
}
