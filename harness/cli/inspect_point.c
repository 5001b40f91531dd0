/*
 * gridstride-inspect: one launch of one variant over fresh inputs, watched by the inspector that
 * this program is linked to. The command `inspect` starts it, once for each launch it wants to see.
 * What the inspector finds goes where SIMT_INSPECT_JSON says; what the answer is worth and what the
 * kernel cost, into RESULT; the pictures that are asked for, to standard output. The command
 * `predict` starts it too, with the word "trace" in place of the pictures, and with sizes between
 * commas: then RESULT has a line for each size, which is what the launches ask of a GPU, and
 * nothing is looked for.
 */
#include "arrays.h"
#include "bring.h"
#include "device.h"
#include "dtype.h"
#include "first_runs.h"
#include "inspect_pictures.h"
#include "measure_point.h"
#include "registry.h"
#include "simt/inspect/know/counts.h"
#include "simt/inspect/know/space.h"
#include "simt/inspect/tell/draw.h"
#include "simt/inspect/tell/margin.h"
#include "trace_point.h"
#include "verify.h"
#include "workload.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS = 10 };

/* The lesson is named, or it is the object that a user's kernels were compiled to. */
static enum gs_status read_point(char **words, struct gs_point *point, struct gs_brought *brought,
                                 struct gs_error *error)
{
    enum gs_status status = GS_OK;
    if (gs_bring_is_path(words[0])) {
        status = gs_bring_object(words[0], brought, error);
        point->lesson = &brought->lesson;
    } else {
        status = gs_lesson_find(words[0], &point->lesson, error);
    }
    if (status == GS_OK)
        status = gs_workload_find(point->lesson, words[1], &point->workload, error);
    if (status == GS_OK)
        status = gs_variant_find(point->workload, words[2], &point->variant, error);
    if (status == GS_OK && !gs_dtype_parse(words[3], &point->dtype))
        status = gs_fail(error, GS_USAGE, "unknown dtype \"%s\"", words[3]);
    point->n = strtoull(words[4], NULL, 10);
    point->grid = (unsigned)strtoul(words[5], NULL, 10);
    point->block = (unsigned)strtoul(words[6], NULL, 10);
    return status;
}

/*
 * The inspector knows allocations, of which an array is the part between its guard zones: while the
 * kernel runs, that part alone may be accessed. Where the harness allocates tells nobody anything.
 */
static void show_array(const struct gs_arrays *arrays, size_t array,
                       const struct gs_guarded *buffer)
{
    static const char *const types[] = {"float", "double", "int", "long"};
    struct simt_object *object = simt_space_find(NULL, (uintptr_t)buffer->base);
    /* Filled by now, so that nothing is kept byte by byte, whose number must stay. */
    if (object == NULL || object->written != NULL)
        return;
    object->base = (uintptr_t)buffer->data;
    object->bytes = buffer->bytes;
    object->site = NULL;
    simt_space_named(buffer->data, arrays->workload->arrays[array].name);
    enum gs_dtype dtype = gs_workload_dtype(arrays->workload, array, arrays->dtype);
    simt_space_typed(buffer->data, types[dtype], (unsigned)gs_dtype_bytes(dtype));
}

/* An allocation again, to be freed as such. */
static void hide_array(const struct gs_arrays *arrays, size_t array,
                       const struct gs_guarded *buffer)
{
    (void)arrays, (void)array;
    struct simt_object *object = simt_space_find(NULL, (uintptr_t)buffer->data);
    if (object == NULL || object->base != (uintptr_t)buffer->data)
        return;
    object->base = (uintptr_t)buffer->base;
    object->bytes = buffer->bytes + (size_t)2 * GS_GUARD_BYTES;
}

/* Does it with all arrays, on whichever device. */
static void with_arrays(const struct gs_arrays *arrays,
                        void (*act)(const struct gs_arrays *, size_t array,
                                    const struct gs_guarded *buffer))
{
    const unsigned parts = arrays->parts != NULL ? gs_parts_count(arrays->parts) : 0;
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        act(arrays, i, &arrays->device[i]);
        for (unsigned part = 0; part < parts; part++)
            act(arrays, i, gs_parts_array(arrays->parts, part, i));
    }
}

/*
 * What is in an output before a run counts as written by nobody, though the harness has put junk
 * there: a kernel that reads it is told, with its line. Not where the run copies for itself: copies
 * may be of more than its kernels write.
 */
static void forget_outputs(const struct gs_arrays *arrays, const struct gs_point *point,
                           bool forget)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        const struct gs_guarded *buffer = &arrays->device[i];
        struct simt_object *object = simt_space_find(NULL, (uintptr_t)buffer->data);
        if (object == NULL || object->base != (uintptr_t)buffer->data ||
            arrays->workload->arrays[i].role != GS_OUTPUT ||
            (point->variant->traits & GS_OWN_COPIES))
            continue;
        simt_written_free(object->written, object->bytes);
        object->written = forget ? simt_written_new(object->bytes) : NULL;
        object->unwritten = object->written != NULL ? object->bytes : 0;
    }
}

/* What a run must find: outputs poisoned, and nothing on the device that it has to bring itself. */
static enum gs_status prepare(struct gs_device *device, struct gs_arrays *arrays,
                              const struct gs_point *point, struct gs_error *error)
{
    gs_arrays_reset_host(arrays);
    enum gs_status status = gs_arrays_reset_device(arrays, device, error);
    if (status == GS_OK && gs_point_copies_inputs(point->variant))
        status = gs_arrays_poison_inputs(arrays, device, error);
    return status;
}

static enum gs_status verify(struct gs_device *device, struct gs_arrays *arrays,
                             const struct gs_point *point, struct gs_verification *out,
                             struct gs_error *error)
{
    return point->variant->traits & GS_OWN_COPIES
               ? gs_verify_both(arrays, point, device, out, error)
               : gs_verify_device(arrays, point, device, out, error);
}

static void say_failed(const struct gs_point *point, const struct gs_outcome *outcome,
                       struct gs_verification *out)
{
    bool needs = outcome->unsupported && point->variant->needs != NULL;
    *out = (struct gs_verification){.verdict = needs ? GS_SKIPPED : GS_LAUNCH_FAILED};
    snprintf(out->detail, sizeof out->detail, "%s%s", needs ? "needs " : "",
             needs ? point->variant->needs : outcome->failure);
}

/* Counts are taken between the harness's own copies in and out. */
static enum gs_status run(struct gs_device *device, struct gs_arrays *arrays,
                          const struct gs_point *point, unsigned pictures,
                          struct gs_verification *out, json_t **counts, bool *lost,
                          struct gs_error *error)
{
    struct gs_job job = gs_point_job(arrays, point);
    enum gs_status status = prepare(device, arrays, point, error);
    if (status != GS_OK)
        return status;
    simt_counts_reset();
    forget_outputs(arrays, point, true);
    struct gs_outcome outcome = gs_device_run(device, &job);
    forget_outputs(arrays, point, false);
    *counts = simt_counts_json();
    if (pictures & GS_PICTURE_MARGIN)
        simt_margin_print(stdout, pictures & GS_PICTURE_LEGEND);
    if (pictures & GS_PICTURE_CELLS)
        simt_draw_all_text(stdout);
    *lost = outcome.lost;
    if (outcome.failure == NULL)
        return verify(device, arrays, point, out, error);
    say_failed(point, &outcome, out);
    return GS_OK;
}

/* Everything between opening the device and closing it, unless it is lost: then nothing can be
 * given back. */
static enum gs_status inspect(const struct gs_point *point, uint64_t seed, unsigned pictures,
                              struct gs_verification *out, json_t **counts, bool *lost,
                              struct gs_error *error)
{
    struct gs_bench bench = {0};
    struct gs_arrays arrays;
    char why[256];
    enum gs_status status = gs_device_open(point->variant->devices, &bench.device, error);
    if (status != GS_OK)
        return status;
    bench.facts = gs_device_facts(bench.device);
    if (!gs_point_can_run(&bench, point, why)) {
        *out = (struct gs_verification){.verdict = GS_SKIPPED};
        snprintf(out->detail, sizeof out->detail, "%s", why);
        gs_device_close(bench.device);
        return GS_OK;
    }
    status = gs_arrays_make(&arrays, point, seed, bench.device, error);
    if (status == GS_OK)
        status = gs_arrays_on_several(&arrays, point, bench.device, error);
    if (status == GS_OK) {
        with_arrays(&arrays, show_array);
        status = run(bench.device, &arrays, point, pictures, out, counts, lost, error);
        with_arrays(&arrays, hide_array);
    }
    gs_arrays_on_one(&arrays);
    gs_arrays_release(&arrays, bench.device);
    gs_device_close(bench.device);
    return status;
}

/* Wrong in the way that the variant is there to show is as good as right. */
static bool is_good(enum gs_verdict verdict)
{
    return verdict == GS_RIGHT || verdict == GS_SKIPPED || verdict == GS_LOST_UPDATES ||
           verdict == GS_PARTIAL || verdict == GS_INACCURATE;
}

static enum gs_status save(const char *path, const struct gs_verification *verification,
                           json_t *counts, struct gs_error *error)
{
    json_t *result = json_pack(
        "{s:s, s:s, s:b, s:o?}", "verdict", gs_verdict_name(verification->verdict), "detail",
        verification->detail, "good", is_good(verification->verdict), "counts", counts);
    bool saved = result != NULL && json_dump_file(result, path, 0) == 0;
    json_decref(result);
    return saved ? GS_OK : gs_fail(error, GS_USAGE, "cannot write %s", path);
}

static bool write_result(FILE *file, const json_t *result)
{
    return result != NULL && json_dumpf(result, file, JSON_COMPACT) == 0 &&
           fputc('\n', file) != EOF && fflush(file) == 0;
}

/* At each of the sizes between commas, a line each: what a later one breaks takes none away. After
 * one without launches there is no other: the device may be lost. */
static enum gs_status trace_sizes(struct gs_point *point, const char *sizes, FILE *file)
{
    enum gs_status status = GS_OK;
    for (const char *rest = sizes; status == GS_OK && *rest != '\0';) {
        char *end;
        struct gs_error error = {0};
        json_t *launches = NULL;
        point->n = strtoull(rest, &end, 10);
        status = gs_trace_point(point, &launches, &error);
        json_t *result = json_pack("{s:o?, s:s}", "launches", launches, "why", error.text);
        if (!write_result(file, result))
            status = GS_SYSTEM_FAILED;
        json_decref(result);
        rest = *end == ',' ? end + 1 : "";
    }
    return status;
}

/* Ends the process: what the inspector itself would say of this run is worth nothing. */
static void trace_and_end(struct gs_point *point, const char *sizes, const char *path)
{
    FILE *file = fopen(path, "we");
    _exit(file == NULL ? (int)GS_SYSTEM_FAILED : (int)trace_sizes(point, sizes, file));
}

int main(int argc, char **argv)
{
    struct gs_point point = {0};
    struct gs_verification verification = {0};
    struct gs_error error = {0};
    json_t *counts = NULL;
    bool lost = false;
    if (argc != ARGUMENTS + 1) {
        fputs("gridstride-inspect: the inspect command starts this program\n", stderr);
        _exit(GS_USAGE); /* without a word of the inspector's: there is nothing to report */
    }
    static struct gs_brought brought; /* its kernels stay loaded: findings name their lines */
    enum gs_status status = read_point(argv + 1, &point, &brought, &error);
    if (status == GS_OK && strcmp(argv[10], "trace") == 0)
        trace_and_end(&point, argv[5], argv[9]);
    if (status == GS_OK)
        status = inspect(&point, strtoull(argv[8], NULL, 10), (unsigned)strtoul(argv[10], NULL, 10),
                         &verification, &counts, &lost, &error);
    if (status == GS_OK)
        status = save(argv[9], &verification, counts, &error);
    if (status != GS_OK)
        fprintf(stderr, "gridstride-inspect: %s\n", error.text);
    /* With 0 the inspector would look for what was not given back. */
    return status == GS_OK && lost ? GS_WRONG : (int)status;
}
