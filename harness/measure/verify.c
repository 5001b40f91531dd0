#include "verify.h"

#include "arrays_internal.h"
#include "device.h"
#include "dtype.h"
#include "workload.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say_outside(struct gs_verification *verification, const struct gs_arrays *arrays,
                        size_t array, ptrdiff_t offset)
{
    const char *name = arrays->workload->arrays[array].name;
    size_t length = gs_workload_length(arrays->workload, array, arrays->n);
    ptrdiff_t element =
        (ptrdiff_t)gs_dtype_bytes(gs_workload_dtype(arrays->workload, array, arrays->dtype));
    /* Rounded away from the array, so that byte -1 belongs to element -1. */
    ptrdiff_t index = offset < 0 ? -((-offset + element - 1) / element) : offset / element;
    verification->verdict = GS_WRONG_ANSWER;
    snprintf(verification->detail, sizeof verification->detail,
             "wrote %s[%td], outside of the array: %s has %zu elements", name, index, name, length);
}

static void say_changed_input(struct gs_verification *verification, const struct gs_arrays *arrays,
                              size_t array)
{
    verification->verdict = GS_WRONG_ANSWER;
    snprintf(verification->detail, sizeof verification->detail, "changed its input %s",
             arrays->workload->arrays[array].name);
}

static void say_not_zeroed(struct gs_verification *verification, const struct gs_arrays *arrays,
                           size_t array)
{
    verification->verdict = GS_WRONG_ANSWER;
    snprintf(verification->detail, sizeof verification->detail,
             "left %s other than zero, so that the next run would start wrong",
             arrays->workload->arrays[array].name);
}

/* ---- results --------------------------------------------------------------------------------- */

/* GS_POISON in every byte is NaN as a float and -1 as an integer. */
static bool looks_poisoned(const char *got)
{
    return strcmp(got, "nan") == 0 || strcmp(got, "-1") == 0;
}

struct place {
    char text[80];
};

/* "index 17", or "y[17]" where several arrays hold results. */
static struct place place_of(const struct gs_workload *workload, size_t n, size_t index,
                             size_t count)
{
    struct place place;
    size_t in_array = index, results = 0;
    for (size_t i = 0; i < workload->array_count; i++)
        results += gs_workload_is_result(workload, i);
    size_t array = results > 1 && workload->compare == NULL && index < count
                       ? gs_workload_result_array(workload, n, &in_array)
                       : workload->array_count;
    if (array < workload->array_count)
        snprintf(place.text, sizeof place.text, "%.40s[%zu]", workload->arrays[array].name,
                 in_array);
    else
        snprintf(place.text, sizeof place.text, "index %zu", index);
    return place;
}

/* A wrong answer, or one that is wrong in the way that its variant is there to show. */
static void judge(const struct gs_data *data, const struct gs_workload *workload,
                  const struct gs_match *all, size_t count, struct gs_verification *verification)
{
    struct gs_judgement judgement = {.verdict = GS_WRONG_ANSWER};
    verification->verdict = GS_WRONG_ANSWER;
    struct place place = place_of(workload, data->n, all->first_wrong, count);
    snprintf(verification->detail, sizeof verification->detail,
             "%zu of %zu wrong, the first at %s: got %s%s, should be %s", all->wrong, count,
             place.text, all->got,
             looks_poisoned(all->got) ? " (never written, or made of junk?)" : "", all->want);
    if (data->variant->flaw == GS_ROUNDS && all->max_error < 1.0) {
        verification->verdict = GS_INACCURATE;
        snprintf(verification->detail, sizeof verification->detail,
                 "got %s, should be %s: rounding errors added up to %.2g of the value", all->got,
                 all->want, all->max_error);
    } else if (workload->judge != NULL) {
        workload->judge(data, &judgement);
    }
    if (judgement.verdict == GS_WRONG_ANSWER)
        return;
    verification->verdict = judgement.verdict;
    verification->lost = judgement.lost;
    snprintf(verification->detail, sizeof verification->detail, "%s", judgement.sentence);
}

/* ---- few cells, in full ---------------------------------------------------------------------- */

enum { FEW = 4 };

enum { ELEMENT_TEXT = 32 };

static void format_element(char text[static ELEMENT_TEXT], enum gs_dtype dtype, const void *array,
                           size_t i)
{
    if (dtype == GS_F32)
        snprintf(text, ELEMENT_TEXT, "%.9g", (double)((const float *)array)[i]);
    else if (dtype == GS_F64)
        snprintf(text, ELEMENT_TEXT, "%.12g", ((const double *)array)[i]);
    else if (dtype == GS_I32)
        snprintf(text, ELEMENT_TEXT, "%" PRId32, ((const int32_t *)array)[i]);
    else
        snprintf(text, ELEMENT_TEXT, "%" PRId64, ((const int64_t *)array)[i]);
}

/* A list of the elements' texts, which the array's few cells always fit. */
struct list {
    char text[FEW * (ELEMENT_TEXT + 1)];
};

static void append(struct list *list, const char *element)
{
    size_t used = strlen(list->text);
    snprintf(list->text + used, sizeof list->text - used, "%s%s", used > 0 ? " " : "", element);
}

/* "[0 1] -> [0.5 1.5], should be [1 2]" */
static void show_values(struct gs_arrays *arrays, const struct gs_data *data, size_t array,
                        struct gs_verification *verification)
{
    _Alignas(16) unsigned char first[FEW * sizeof(int64_t)];
    void *before[GS_MOST_ARRAYS];
    memcpy(before, arrays->host_data, sizeof before);
    before[array] = first;
    struct gs_data filling = *data;
    filling.arrays = before;
    gs_workload_fill(arrays->workload, &filling, array, 0, arrays->n);

    enum gs_dtype dtype = gs_workload_dtype(arrays->workload, array, arrays->dtype);
    struct list was = {""}, is = {""}, want = {""};
    bool wrong = false;
    for (size_t i = 0; i < arrays->n; i++) {
        char element[ELEMENT_TEXT];
        struct gs_match found = {0};
        gs_workload_compare(arrays->workload, data, i, i + 1, &found);
        format_element(element, dtype, first, i);
        append(&was, element);
        format_element(element, dtype, arrays->host_data[array], i);
        append(&is, element);
        append(&want, found.wrong > 0 ? found.want : element);
        wrong |= found.wrong > 0;
    }
    const char *form = wrong ? "[%s] -> [%s], should be [%s]" : "[%s] -> [%s]";
    int length = snprintf(verification->values, sizeof verification->values, form, was.text,
                          is.text, want.text);
    if (length >= (int)sizeof verification->values)
        verification->values[0] = '\0';
}

/* ---- the arrays of a run --------------------------------------------------------------------- */

static bool holds_results(const struct gs_arrays *arrays, size_t array)
{
    return gs_workload_is_result(arrays->workload, array);
}

/* Few cells are shown in full, right or not. */
static void describe(struct gs_arrays *arrays, const struct gs_data *data,
                     struct gs_verification *verification)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        if (gs_arrays_has_role(arrays, i, GS_UPDATED) && arrays->n > 0 && arrays->n <= FEW &&
            gs_workload_length(arrays->workload, i, arrays->n) == arrays->n &&
            gs_workload_results(arrays->workload, arrays->n) == arrays->n)
            show_values(arrays, data, i, verification);
    }
}

static size_t threads_of(const struct gs_point *point)
{
    return (size_t)point->grid * point->block;
}

/* Whether the answer needs no comparison. If it is one of those found right, the verification then
 * has its errors. */
static bool is_known(const struct gs_arrays *arrays, const struct gs_point *point,
                     struct gs_verification *verification)
{
    if (arrays->only_suspect && verification->answer != arrays->suspect)
        return true;
    for (size_t i = 0; i < GS_MOST_KNOWN && i < arrays->known_count; i++) {
        const struct gs_known *known = &arrays->known[i];
        if (known->answer != verification->answer || known->threads != threads_of(point))
            continue;
        verification->max_error = known->max_error;
        verification->max_ulp = known->max_ulp;
        return true;
    }
    return false;
}

/* Compares all results, which lie in the host arrays, with the reference. */
static void compare_results(struct gs_arrays *arrays, const struct gs_point *point,
                            struct gs_verification *verification)
{
    struct gs_data data = gs_arrays_data(arrays, point);
    size_t count = gs_workload_results(arrays->workload, arrays->n);
    struct gs_match all = {0};
#pragma omp parallel for schedule(static)
    for (size_t begin = 0; begin < count; begin += GS_ARRAYS_CHUNK) {
        struct gs_match part = {0};
        gs_workload_compare(arrays->workload, &data, begin, gs_arrays_chunk_end(begin, count),
                            &part);
#pragma omp critical(gs_match_merge)
        gs_match_merge(&all, &part);
    }
    verification->max_error = all.max_error;
    verification->max_ulp = all.max_ulp;
    if (all.wrong > 0)
        judge(&data, arrays->workload, &all, count, verification);
    else
        arrays->known[arrays->known_count++ % GS_MOST_KNOWN] =
            (struct gs_known){verification->answer, threads_of(point), verification->max_error,
                              verification->max_ulp};
    describe(arrays, &data, verification);
}

static void compare_host_results(struct gs_arrays *arrays, const struct gs_point *point,
                                 struct gs_verification *verification)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        if (holds_results(arrays, i))
            verification->answer =
                31 * verification->answer + gs_guarded_fingerprint_host(&arrays->host[i]);
    }
    if (arrays->n <= FEW || !is_known(arrays, point, verification))
        compare_results(arrays, point, verification);
}

static bool all_zero(const struct gs_guarded *buffer)
{
    const unsigned char *bytes = buffer->data;
    for (size_t i = 0; i < buffer->bytes; i++) {
        if (bytes[i] != 0)
            return false;
    }
    return true;
}

static void inspect_host_array(struct gs_arrays *arrays, size_t array,
                               struct gs_verification *verification)
{
    struct gs_guarded *host = &arrays->host[array];
    ptrdiff_t offset;
    if (gs_arrays_has_role(arrays, array, GS_INPUT) &&
        gs_guarded_fingerprint_host(host) != arrays->fingerprint[array]) {
        say_changed_input(verification, arrays, array);
        gs_arrays_fill(arrays, array);
    }
    if (gs_arrays_has_role(arrays, array, GS_ZEROED) && !all_zero(host)) {
        say_not_zeroed(verification, arrays, array);
        memset(host->data, 0, host->bytes);
    }
    if (gs_guarded_damaged_host(host, &offset)) {
        say_outside(verification, arrays, array, offset);
        gs_guarded_lay_zones_host(host);
    }
}

struct gs_verification gs_verify_host(struct gs_arrays *arrays, const struct gs_point *point)
{
    struct gs_verification verification = {.verdict = GS_RIGHT};
    for (size_t i = 0; i < arrays->workload->array_count; i++)
        inspect_host_array(arrays, i, &verification);
    if (verification.verdict == GS_RIGHT)
        compare_host_results(arrays, point, &verification);
    return verification;
}

/* ---- on the device --------------------------------------------------------------------------- */

static enum gs_status inspect_input(struct gs_arrays *arrays, size_t array,
                                    struct gs_device *device, struct gs_verification *verification,
                                    struct gs_error *error)
{
    struct gs_guarded *host = &arrays->host[array];
    uint64_t found = 0;
    enum gs_status status =
        gs_guarded_fingerprint_device(device, &arrays->device[array], &found, error);
    if (status != GS_OK || found == arrays->fingerprint[array])
        return status;
    say_changed_input(verification, arrays, array);
    return gs_device_copy_in(device, arrays->device[array].data, host->data, host->bytes, error);
}

static enum gs_status inspect_zeroed(struct gs_arrays *arrays, size_t array,
                                     struct gs_device *device, struct gs_verification *verification,
                                     struct gs_error *error)
{
    struct gs_guarded *host = &arrays->host[array], *on_device = &arrays->device[array];
    enum gs_status status =
        gs_device_copy_out(device, host->data, on_device->data, host->bytes, error);
    if (status != GS_OK || all_zero(host))
        return status;
    say_not_zeroed(verification, arrays, array);
    memset(host->data, 0, host->bytes);
    return gs_device_fill(device, on_device->data, 0, host->bytes, error);
}

static enum gs_status inspect_guards(struct gs_arrays *arrays, size_t array,
                                     struct gs_device *device, struct gs_verification *verification,
                                     struct gs_error *error)
{
    bool trespassed;
    ptrdiff_t offset = 0;
    enum gs_status status =
        gs_guarded_damaged_device(device, &arrays->device[array], &trespassed, &offset, error);
    if (status != GS_OK || !trespassed)
        return status;
    say_outside(verification, arrays, array, offset);
    return gs_guarded_lay_zones_device(device, &arrays->device[array], error);
}

/* Guard zones, inputs and zeros of all device arrays. */
static enum gs_status inspect_device_arrays(struct gs_arrays *arrays, struct gs_device *device,
                                            bool inputs_stay, struct gs_verification *verification,
                                            struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (gs_arrays_has_role(arrays, i, GS_INPUT) && inputs_stay)
            status = inspect_input(arrays, i, device, verification, error);
        else if (gs_arrays_has_role(arrays, i, GS_ZEROED))
            status = inspect_zeroed(arrays, i, device, verification, error);
        if (status == GS_OK)
            status = inspect_guards(arrays, i, device, verification, error);
    }
    return status;
}

/* Compares results that are on the device, on the device where it can be done there. */
static enum gs_status check_device_results(struct gs_arrays *arrays, const struct gs_point *point,
                                           struct gs_device *device,
                                           struct gs_verification *verification,
                                           struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        uint64_t found = 0;
        if (!holds_results(arrays, i))
            continue;
        status = gs_guarded_fingerprint_device(device, &arrays->device[i], &found, error);
        verification->answer = 31 * verification->answer + found;
    }
    if (status != GS_OK || (arrays->n > FEW && is_known(arrays, point, verification)))
        return status;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        struct gs_guarded *host = &arrays->host[i];
        if (holds_results(arrays, i))
            status =
                gs_device_copy_out(device, host->data, arrays->device[i].data, host->bytes, error);
    }
    if (status == GS_OK)
        compare_results(arrays, point, verification);
    return status;
}

/* The guard zones of one part's arrays. */
static enum gs_status inspect_part(struct gs_arrays *arrays, unsigned part,
                                   struct gs_device *device, struct gs_verification *verification,
                                   struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        bool trespassed = false;
        ptrdiff_t offset = 0;
        status = gs_guarded_damaged_device(device, gs_parts_array(arrays->parts, part, i),
                                           &trespassed, &offset, error);
        if (!trespassed)
            continue;
        say_outside(verification, arrays, i, offset);
        status = gs_parts_lay_zones(arrays->parts, part, i, error);
    }
    return status;
}

/* What several devices have left. */
static enum gs_status collect_parts(struct gs_arrays *arrays, struct gs_device *device,
                                    struct gs_verification *verification, struct gs_error *error)
{
    enum gs_status status = gs_parts_gather(arrays->parts, error);
    for (unsigned i = 0; status == GS_OK && i < gs_parts_count(arrays->parts); i++)
        status = inspect_part(arrays, i, device, verification, error);
    return status;
}

enum gs_status gs_verify_device(struct gs_arrays *arrays, const struct gs_point *point,
                                struct gs_device *device, struct gs_verification *out,
                                struct gs_error *error)
{
    *out = (struct gs_verification){.verdict = GS_RIGHT};
    enum gs_status status =
        arrays->parts != NULL ? collect_parts(arrays, device, out, error) : GS_OK;
    if (status == GS_OK)
        status = inspect_device_arrays(arrays, device, true, out, error);
    if (status == GS_OK && out->verdict == GS_RIGHT)
        status = check_device_results(arrays, point, device, out, error);
    return status;
}

enum gs_status gs_verify_both(struct gs_arrays *arrays, const struct gs_point *point,
                              struct gs_device *device, struct gs_verification *out,
                              struct gs_error *error)
{
    /* What copies for itself may use the device's inputs for something else. */
    unsigned traits = point->variant->traits;
    bool inputs_stay = !(traits & GS_OWN_COPIES) || (traits & GS_INPUTS_ON_DEVICE);
    *out = gs_verify_host(arrays, point);
    return inspect_device_arrays(arrays, device, inputs_stay, out, error);
}

enum gs_status gs_mend_arrays(struct gs_arrays *arrays, struct gs_device *device,
                              struct gs_error *error)
{
    struct gs_verification ignored = {0};
    for (size_t i = 0; i < arrays->workload->array_count; i++)
        inspect_host_array(arrays, i, &ignored);
    return inspect_device_arrays(arrays, device, true, &ignored, error);
}
