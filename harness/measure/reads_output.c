/*
 * Whether a kernel reads an output before it has written it: then its answer depends on what was
 * there, and a right one is luck. The kernel runs over junk and over other junk, in turns. An
 * element tells of it that is the same over the same junk each time, and another one over the
 * other. One or two turns are no proof: the answers of a race differ too, and so do sums whose
 * terms arrive in another order in every run. Of two answers that come by chance, TURNS turns show
 * such a pattern once in 4^TURNS.
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
static const unsigned char junk[] = {0x3c, 0x42};
enum { KINDS = sizeof junk / sizeof junk[0], RUNS = 32, MOST_BYTES = 1 << 20 };

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

/* The elements that the first two runs say depend on the junk: their count, and which, one byte
   each. What was never written holds the junk of its run, and tells nothing. */
static size_t suspect(unsigned char *const *first, size_t count, size_t bytes, bool *suspects)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *a = first[0] + i * bytes, *b = first[1] + i * bytes;
        suspects[i] = memcmp(a, b, bytes) != 0 &&
                      !(holds_junk(a, bytes, junk[0]) && holds_junk(b, bytes, junk[1]));
        left += suspects[i];
    }
    return left;
}

/* Those of them that are again what they were over the same junk. */
static size_t confirm(const unsigned char *first, const unsigned char *again, size_t count,
                      size_t bytes, bool *suspects)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        suspects[i] = suspects[i] && memcmp(first + i * bytes, again + i * bytes, bytes) == 0;
        left += suspects[i];
    }
    return left;
}

/* The array's bytes after a run over that junk, in `result`. */
static enum gs_status result_over(struct gs_arrays *arrays, const struct gs_point *point,
                                  size_t array, unsigned char byte, struct gs_device *device,
                                  unsigned char *result, bool *failed, struct gs_error *error)
{
    const struct gs_guarded *output = &arrays->device[array];
    enum gs_status status = run_over(arrays, point, byte, device, failed, error);
    if (status == GS_OK && !*failed)
        status = gs_device_copy_out(device, result, output->data, output->bytes, error);
    return status;
}

static enum gs_status look_at(struct gs_arrays *arrays, const struct gs_point *point, size_t array,
                              struct gs_device *device, bool *reads, struct gs_error *error)
{
    size_t bytes = arrays->device[array].bytes;
    size_t element = gs_dtype_bytes(gs_workload_dtype(arrays->workload, array, arrays->dtype));
    size_t count = bytes / element, left = count;
    unsigned char *memory = calloc((KINDS + 1) * bytes + count, 1);
    if (memory == NULL)
        return gs_out_of_memory(error);
    unsigned char *first[KINDS] = {memory, memory + bytes}, *again = memory + KINDS * bytes;
    bool *suspects = (bool *)(again + bytes), failed = false;
    enum gs_status status = GS_OK;
    for (size_t run = 0; status == GS_OK && left > 0 && run < RUNS; run++) {
        size_t kind = (size_t)__builtin_popcountll(run) % KINDS;
        unsigned char *result = run < KINDS ? first[kind] : again;
        status = result_over(arrays, point, array, junk[kind], device, result, &failed, error);
        if (failed)
            left = 0;
        else if (status == GS_OK && run + 1 == KINDS)
            left = suspect(first, count, element, suspects);
        else if (status == GS_OK && run >= KINDS)
            left = confirm(first[kind], again, count, element, suspects);
    }
    *reads = status == GS_OK && left > 0;
    free(memory);
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
