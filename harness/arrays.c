#include "arrays.h"

#include "cpu.h"
#include "device.h"
#include "dtype.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 }; /* elements that one thread fills or checks at a time */

static struct gs_data data_of(struct gs_arrays *arrays)
{
    return (struct gs_data){arrays->dtype, arrays->n, arrays->seed, arrays->host_data};
}

static bool is_input(const struct gs_arrays *arrays, size_t array)
{
    return arrays->workload->arrays[array].role == GS_INPUT;
}

static size_t chunk_end(size_t begin, size_t count)
{
    return count - begin < CHUNK ? count : begin + CHUNK;
}

static void fill_input(struct gs_arrays *arrays, size_t array)
{
    struct gs_data data = data_of(arrays);
    size_t count = arrays->workload->length(array, arrays->n);
#pragma omp parallel for schedule(static)
    for (size_t begin = 0; begin < count; begin += CHUNK)
        arrays->workload->fill(&data, array, begin, chunk_end(begin, count));
}

/*
 * A sum of words, each times an odd number of its own: no single word can change unseen, and the
 * order of summation does not matter, so that all threads can share the work.
 */
static uint64_t fingerprint(const struct gs_buffer *buffer)
{
    const unsigned char *bytes = buffer->data;
    size_t words = buffer->bytes / sizeof(uint64_t);
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < words; i++) {
        uint64_t word;
        memcpy(&word, bytes + i * sizeof word, sizeof word);
        sum += word * (2 * i + 1);
    }
    for (size_t i = words * sizeof(uint64_t); i < buffer->bytes; i++)
        sum += bytes[i] * (2 * i + 1);
    return sum;
}

static enum gs_status make_array(struct gs_arrays *arrays, size_t array, struct gs_device *device,
                                 struct gs_error *error)
{
    size_t bytes = arrays->workload->length(array, arrays->n) * gs_dtype_bytes(arrays->dtype);
    struct gs_buffer *host = &arrays->host[array], *on_device = &arrays->device[array];
    enum gs_status status = gs_buffer_alloc_host(host, bytes, error);
    if (status != GS_OK)
        return status;
    arrays->host_data[array] = host->data;
    if (is_input(arrays, array)) {
        fill_input(arrays, array);
        arrays->fingerprint[array] = fingerprint(host);
    } else {
        gs_cpu_fill(host->data, GS_POISON, bytes); /* so that its pages exist before a clock runs */
    }
    if (device == NULL)
        return GS_OK;
    status = gs_buffer_alloc_device(device, on_device, bytes, error);
    arrays->device_data[array] = on_device->data;
    if (status == GS_OK && is_input(arrays, array))
        status = gs_device_copy_in(device, on_device->data, host->data, bytes, error);
    return status;
}

enum gs_status gs_arrays_make(struct gs_arrays *arrays, const struct gs_point *point, uint64_t seed,
                              struct gs_device *device, struct gs_error *error)
{
    *arrays = (struct gs_arrays){
        .workload = point->workload, .dtype = point->dtype, .n = point->n, .seed = seed};
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < point->workload->array_count; i++)
        status = make_array(arrays, i, device, error);
    return status;
}

void gs_arrays_release(struct gs_arrays *arrays, struct gs_device *device)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        gs_buffer_release_host(&arrays->host[i]);
        if (device != NULL)
            gs_buffer_release_device(device, &arrays->device[i]);
    }
}

void gs_arrays_poison_host(struct gs_arrays *arrays)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        if (!is_input(arrays, i))
            gs_cpu_fill(arrays->host[i].data, GS_POISON, arrays->host[i].bytes);
    }
}

enum gs_status gs_arrays_poison_device(struct gs_arrays *arrays, struct gs_device *device,
                                       struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (!is_input(arrays, i))
            status = gs_device_fill(device, arrays->device[i].data, GS_POISON,
                                    arrays->device[i].bytes, error);
    }
    return status;
}

/* ---- verification ---------------------------------------------------------------------------- */

static void say_trespass(struct gs_finding *finding, const struct gs_arrays *arrays, size_t array,
                         ptrdiff_t offset)
{
    const char *name = arrays->workload->arrays[array].name;
    size_t length = arrays->workload->length(array, arrays->n);
    ptrdiff_t element = (ptrdiff_t)gs_dtype_bytes(arrays->dtype);
    /* Rounded away from the array, so that byte -1 belongs to element -1. */
    ptrdiff_t index = offset < 0 ? -((-offset + element - 1) / element) : offset / element;
    finding->verdict = GS_WRONG_ANSWER;
    snprintf(finding->detail, sizeof finding->detail,
             "wrote %s[%td], outside of the array: %s has %zu elements", name, index, name, length);
}

static void say_changed_input(struct gs_finding *finding, const struct gs_arrays *arrays,
                              size_t array)
{
    finding->verdict = GS_WRONG_ANSWER;
    snprintf(finding->detail, sizeof finding->detail, "changed its input %s",
             arrays->workload->arrays[array].name);
}

/* GS_POISON in every byte is NaN as a float and -1 as an integer. */
static bool looks_poisoned(const char *got)
{
    return strcmp(got, "nan") == 0 || strcmp(got, "-1") == 0;
}

/* Compares all results, which lie in the host arrays, with the reference. */
static void check_results(struct gs_arrays *arrays, struct gs_finding *finding)
{
    struct gs_data data = data_of(arrays);
    size_t count = arrays->workload->results(arrays->n);
    struct gs_check all = {0};
#pragma omp parallel for schedule(static)
    for (size_t begin = 0; begin < count; begin += CHUNK) {
        struct gs_check part = {0};
        arrays->workload->check(&data, begin, chunk_end(begin, count), &part);
#pragma omp critical(gs_check_merge)
        gs_check_merge(&all, &part);
    }
    finding->max_error = all.max_error;
    if (all.wrong == 0)
        return;
    finding->verdict = GS_WRONG_ANSWER;
    snprintf(finding->detail, sizeof finding->detail,
             "%zu of %zu wrong, the first at index %zu: got %s%s, should be %s", all.wrong, count,
             all.first_wrong, all.got, looks_poisoned(all.got) ? " (never written?)" : "",
             all.want);
}

struct gs_finding gs_arrays_verify_host(struct gs_arrays *arrays)
{
    struct gs_finding finding = {.verdict = GS_RIGHT};
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        struct gs_buffer *buffer = &arrays->host[i];
        ptrdiff_t offset;
        if (is_input(arrays, i) && fingerprint(buffer) != arrays->fingerprint[i]) {
            say_changed_input(&finding, arrays, i);
            fill_input(arrays, i);
        }
        if (gs_buffer_trespassed_host(buffer, &offset)) {
            say_trespass(&finding, arrays, i, offset);
            gs_buffer_guard_host(buffer);
        }
    }
    if (finding.verdict == GS_RIGHT)
        check_results(arrays, &finding);
    return finding;
}

/* Compares a device input with the host's, a stretch at a time. */
static enum gs_status compare_input(struct gs_arrays *arrays, size_t array,
                                    struct gs_device *device, bool *changed, struct gs_error *error)
{
    enum { STRETCH = 1 << 20 };
    const struct gs_buffer *host = &arrays->host[array], *on_device = &arrays->device[array];
    char *copy = malloc(STRETCH);
    if (copy == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    enum gs_status status = GS_OK;
    *changed = false;
    for (size_t i = 0; status == GS_OK && !*changed && i < host->bytes; i += STRETCH) {
        size_t bytes = host->bytes - i < STRETCH ? host->bytes - i : STRETCH;
        status = gs_device_copy_out(device, copy, (char *)on_device->data + i, bytes, error);
        *changed = status == GS_OK && memcmp(copy, (char *)host->data + i, bytes) != 0;
    }
    free(copy);
    return status;
}

/* Guard zones and inputs of one device array; brings an output's data to the host. */
static enum gs_status inspect_array(struct gs_arrays *arrays, size_t array,
                                    struct gs_device *device, struct gs_finding *finding,
                                    struct gs_error *error)
{
    struct gs_buffer *host = &arrays->host[array], *on_device = &arrays->device[array];
    bool trespassed, changed = false;
    ptrdiff_t offset = 0;
    enum gs_status status =
        gs_buffer_trespassed_device(device, on_device, &trespassed, &offset, error);
    if (status == GS_OK && is_input(arrays, array))
        status = compare_input(arrays, array, device, &changed, error);
    else if (status == GS_OK)
        status = gs_device_copy_out(device, host->data, on_device->data, host->bytes, error);
    if (status == GS_OK && changed) {
        say_changed_input(finding, arrays, array);
        status = gs_device_copy_in(device, on_device->data, host->data, host->bytes, error);
    }
    if (status == GS_OK && trespassed) {
        say_trespass(finding, arrays, array, offset);
        status = gs_buffer_guard_device(device, on_device, error);
    }
    return status;
}

enum gs_status gs_arrays_verify_device(struct gs_arrays *arrays, struct gs_device *device,
                                       struct gs_finding *out, struct gs_error *error)
{
    *out = (struct gs_finding){.verdict = GS_RIGHT};
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++)
        status = inspect_array(arrays, i, device, out, error);
    if (status == GS_OK && out->verdict == GS_RIGHT)
        check_results(arrays, out);
    return status;
}
