#include "subject.h"

#include "arrays.h"
#include "bring.h"
#include "device_internal.h"
#include "dtype.h"
#include "first_runs.h"
#include "numbers.h"
#include "plan.h"
#include "registry.h"
#include "sampling.h"
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct subject {
    struct gs_brought *brought[SUBJECT_MOST]; /* the kernel files; owned */
    size_t brought_count;
    struct gs_device *device; /* NULL before the first choice */
    struct gs_point point;
    struct gs_arrays arrays; /* of point, where `filled` */
    bool filled;
    struct gs_error error;
    char why[768];
};

struct subject *subject_open(void)
{
    return calloc(1, sizeof(struct subject));
}

static void release_arrays(struct subject *subject)
{
    if (subject->filled)
        gs_arrays_release(&subject->arrays, subject->device);
    subject->filled = false;
}

void subject_close(struct subject *subject)
{
    if (subject == NULL)
        return;
    release_arrays(subject);
    if (subject->device != NULL)
        gs_device_close(subject->device);
    for (size_t i = 0; i < subject->brought_count; i++) {
        gs_bring_release(subject->brought[i]);
        free(subject->brought[i]);
    }
    free(subject);
}

static enum gs_status describe(const struct gs_workload *workload, struct subject_kernels *out,
                               struct gs_error *error)
{
    *out = (struct subject_kernels){.workload = workload->name};
    for (size_t i = 0; i < workload->variant_count && out->variant_count < SUBJECT_MOST; i++) {
        if (workload->variants[i].place == GS_DEVICE)
            out->variants[out->variant_count++] = workload->variants[i].name;
    }
    for (int i = 0; i < GS_DTYPE_COUNT; i++) {
        if (workload->dtypes & GS_DTYPE_BIT((enum gs_dtype)i))
            out->dtypes[out->dtype_count++] = gs_dtype_name((enum gs_dtype)i);
    }
    struct gs_sizes sizes;
    enum gs_status status = gs_sizes_parse("sizes", workload->sizes, &sizes, error);
    if (status != GS_OK)
        return status;
    for (size_t i = 0; i < sizes.count && i < SUBJECT_MOST; i++)
        out->sizes[out->size_count++] = sizes.values[i];
    gs_sizes_release(&sizes);
    return GS_OK;
}

const char *subject_bring(struct subject *subject, const char *path, struct subject_kernels *out)
{
    struct gs_brought *brought = calloc(1, sizeof *brought);
    if (brought == NULL || subject->brought_count == SUBJECT_MOST) {
        free(brought);
        return "too many kernel files";
    }
    enum gs_status status = gs_bring(path, GS_BRING_CUDA, brought, &subject->error);
    if (status == GS_OK) {
        subject->brought[subject->brought_count++] = brought;
        status = describe(&brought->workload, out, &subject->error);
    } else {
        free(brought);
    }
    if (status == GS_OK)
        return NULL;
    snprintf(subject->why, sizeof subject->why, "%s", subject->error.text);
    return subject->why;
}

/* The kernel file or the lesson that has a workload of that name, or NULL. */
static const struct gs_lesson *lesson_with(const struct subject *subject, const char *workload)
{
    for (size_t i = 0; i < subject->brought_count; i++) {
        if (strcmp(subject->brought[i]->workload.name, workload) == 0)
            return &subject->brought[i]->lesson;
    }
    for (size_t i = 0; i < gs_lesson_count(); i++) {
        const struct gs_lesson *lesson = gs_lesson_at(i);
        for (size_t w = 0; w < lesson->workload_count; w++) {
            if (strcmp(lesson->workloads[w].name, workload) == 0)
                return lesson;
        }
    }
    return NULL;
}

/* The point that `gridstride run` makes of the same names, the first where it makes several. */
static enum gs_status find_point(const struct subject *subject, const char *workload,
                                 const char *variant, const char *dtype, size_t n,
                                 struct gs_point *out, struct gs_error *error)
{
    char sizes[32];
    snprintf(sizes, sizeof sizes, "%zu", n);
    struct gs_selection selection = {.lesson = lesson_with(subject, workload),
                                     .workload = workload,
                                     .variants = variant,
                                     .dtypes = dtype,
                                     .sizes = sizes};
    struct gs_plan plan;
    if (selection.lesson == NULL)
        return gs_fail(error, GS_USAGE, "no lesson has this workload");
    enum gs_status status = gs_plan_make(&selection, &plan, error);
    if (status != GS_OK)
        return status;
    *out = plan.points[0];
    gs_plan_release(&plan);
    if (out->variant->place != GS_DEVICE || (out->variant->traits & GS_OWN_COPIES))
        return gs_fail(error, GS_USAGE, "it does more than launch, or runs on the CPU");
    return GS_OK;
}

/* Arrays for the point: those that are there, if they fit. */
static enum gs_status fill(struct subject *subject, const struct gs_point *point)
{
    const struct gs_arrays *have = &subject->arrays;
    if (subject->filled && have->workload == point->workload && have->dtype == point->dtype &&
        have->n == point->n)
        return GS_OK;
    release_arrays(subject);
    subject->filled = true; /* gs_arrays_make() leaves something to release after an error too */
    return gs_arrays_make(&subject->arrays, point, 1, subject->device, &subject->error);
}

/* One run on fresh arrays, every element of its answer checked. */
static enum gs_status verify(struct subject *subject)
{
    struct gs_error *error = &subject->error;
    enum gs_status status = gs_arrays_reset_device(&subject->arrays, subject->device, error);
    if (status != GS_OK)
        return status;
    struct gs_job job = gs_point_job(&subject->arrays, &subject->point);
    struct gs_outcome outcome = gs_device_run(subject->device, &job);
    if (outcome.failure != NULL)
        return gs_fail(error, GS_USAGE, "%s", outcome.failure);
    struct gs_verification verification;
    status =
        gs_verify_device(&subject->arrays, &subject->point, subject->device, &verification, error);
    if (status == GS_OK && verification.verdict != GS_RIGHT)
        return gs_fail(error, GS_USAGE, "a wrong answer: %s", verification.detail);
    return status;
}

const char *subject_choose(struct subject *subject, const char *workload, const char *variant,
                           const char *dtype, size_t n)
{
    struct gs_point point;
    enum gs_status status =
        find_point(subject, workload, variant, dtype, n, &point, &subject->error);
    if (status == GS_OK && subject->device == NULL)
        status = gs_device_open(1, &subject->device, &subject->error);
    bool again = status == GS_OK && subject->filled && subject->point.variant == point.variant &&
                 subject->arrays.dtype == point.dtype && subject->arrays.n == n;
    if (again) /* another way to measure what was verified a moment ago */
        return NULL;
    if (status == GS_OK)
        status = fill(subject, &point);
    if (status == GS_OK) {
        subject->point = point;
        status = verify(subject);
    }
    if (status == GS_OK)
        return NULL;
    release_arrays(subject);
    snprintf(subject->why, sizeof subject->why, "%s/%s/%s/n:%zu: %s", workload, variant, dtype, n,
             subject->error.text);
    return subject->why;
}

unsigned subject_block(const struct subject *subject)
{
    return subject->point.block;
}

size_t subject_traffic(const struct subject *subject)
{
    const struct gs_workload *workload = subject->point.workload;
    return workload->traffic == NULL ? 0
                                     : workload->traffic(subject->point.dtype, subject->point.n);
}

int subject_launch(struct subject *subject, void *stream)
{
    struct gs_call call = gs_point_job(&subject->arrays, &subject->point).call;
    call.stream = stream;
    return subject->point.variant->run(&call);
}

struct cold {
    struct gs_device *device;
    struct gs_job job;
};

static struct gs_sample sample_cold(void *context)
{
    const struct cold *cold = context;
    return gs_device_sample_cold(cold->device, &cold->job);
}

bool subject_measure(struct subject *subject, double *median_s, size_t *samples)
{
    const double budget_s = 0.1; /* of a kernel's row, as in measure_point.c */
    struct cold cold = {subject->device, gs_point_job(&subject->arrays, &subject->point)};
    struct gs_distribution time;
    if (!gs_take_samples(subject->point.variant->name, sample_cold, &cold, budget_s, &time))
        return false;
    *median_s = time.median_s;
    *samples = time.count;
    gs_distribution_release(&time);
    return true;
}

void *subject_stream(const struct subject *subject)
{
    return subject->device->stream;
}

int subject_flush(struct subject *subject, void *stream)
{
    const struct gs_device *device = subject->device;
    return gs_probe_flush(device->flush_memory, device->flush_bytes, stream);
}
