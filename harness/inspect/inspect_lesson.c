/* Every chosen variant of a lesson, each in a process of its own: findings belong to the variant,
 * and a kernel that has to be stopped stops nothing else. */
#include "inspect.h"

#include "dtype.h"
#include "files.h"
#include "inspect_findings.h"
#include "inspect_pictures.h"
#include "install_paths.h"
#include "json_get.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * What is launched unless something else is asked for: an odd size that leaves the last block with
 * little to do, and where launches are given in blocks, several, for what goes wrong between them.
 */
enum { USUAL_GRID = 4 };
static const char usual_sizes[] = "1025", usual_blocks[] = "256";

enum { USUAL_TIMEOUT_S = 60, MOST_TRIES = 60 };

/* ---- the plan -------------------------------------------------------------------------------- */

/* f32, or the first that the workload has. */
static enum gs_dtype usual_dtype(const struct gs_workload *workload)
{
    enum gs_dtype dtype = GS_F32;
    while (!(workload->dtypes & GS_DTYPE_BIT(dtype)))
        dtype++;
    return dtype;
}

/* Where n is the side of a square or a cube, an odd size that a simulator goes through in seconds.
 */
static size_t usual_n(const struct gs_point *point)
{
    static const size_t smaller[] = {257, 65, 33, 9};
    const size_t most_bytes = 64 << 20;
    struct gs_point tried = *point;
    for (size_t i = 0; i < GS_COUNT(smaller) && gs_point_bytes(&tried) > most_bytes; i++)
        tried.n = smaller[i];
    return tried.n;
}

/* Kernels alone, in one dtype unless more are asked for. */
static enum gs_status make_plan(const struct gs_inspect_options *options, struct gs_plan *plan,
                                struct gs_error *error)
{
    struct gs_selection selection = options->selection;
    const char *sizes = selection.sizes;
    if (sizes == NULL)
        selection.sizes = usual_sizes;
    if (selection.blocks == NULL)
        selection.blocks = usual_blocks;
    enum gs_status status = gs_plan_make(&selection, plan, error);
    size_t kept = 0;
    for (size_t i = 0; status == GS_OK && i < plan->count; i++) {
        struct gs_point point = plan->points[i];
        const struct gs_workload *workload = point.workload;
        if (point.variant->place != GS_DEVICE ||
            (selection.dtypes == NULL && point.dtype != usual_dtype(workload)))
            continue;
        if (sizes == NULL && workload->sizes == NULL)
            point.n = workload->cases[0].n;
        else if (sizes == NULL)
            point.n = usual_n(&point);
        if (point.grid > 0)
            point.grid = USUAL_GRID;
        plan->points[kept++] = point;
    }
    plan->count = kept;
    if (status == GS_OK && kept == 0) {
        gs_plan_release(plan);
        status = gs_fail(error, GS_USAGE,
                         "nothing to inspect: only variants that run on the device have kernels");
    }
    return status;
}

/* ---- one variant ----------------------------------------------------------------------------- */

struct variant {
    const struct gs_inspect_options *options;
    const struct gs_inspect_folder *folder;
    const struct gs_point *point;
    json_t *findings, *remarks;
    json_t *result;    /* of the first run, or of the first that was not good */
    json_t *predicted; /* NULL: nothing is */
    char *pictures;
    bool *legend_told; /* of all variants: what the numbers mean is said once */
};

static struct gs_inspect_launch launch_of(const struct variant *v, unsigned run)
{
    double timeout_s = v->options->timeout_s;
    return (struct gs_inspect_launch){.point = v->point,
                                      .object = v->options->object,
                                      .seed = v->options->seed,
                                      .schedule = gs_inspect_schedule(v->options, run),
                                      .timeout_s = timeout_s > 0 ? timeout_s : USUAL_TIMEOUT_S,
                                      .folder = v->folder};
}

static bool is_good(const json_t *result)
{
    return json_is_true(json_object_get(result, "good"));
}

static enum gs_status run_once(struct variant *v, unsigned run, struct gs_error *error)
{
    struct gs_inspect_launch launch = launch_of(v, run);
    struct gs_inspect_outcome outcome;
    json_t *result = NULL;
    if (run == 1)
        launch.pictures = (v->options->no_margin ? 0 : GS_PICTURE_MARGIN) |
                          (*v->legend_told ? 0 : GS_PICTURE_LEGEND) |
                          (v->options->draw ? GS_PICTURE_CELLS : 0);
    enum gs_status status = gs_inspect_launch(&launch, &outcome, &result, error);
    if (status != GS_OK)
        return status;
    gs_findings_add(v->findings, outcome.report, run);
    gs_remarks_add(v->remarks, outcome.report, run);
    if (run == 1)
        v->pictures = gs_file_text(gs_inspect_file(v->folder, "stdout").text);
    if (v->result == NULL || (is_good(v->result) && !is_good(result))) {
        if (v->result != NULL) /* what it costs is told of the first */
            json_object_set(result, "counts", json_object_get(v->result, "counts"));
        json_decref(v->result);
        v->result = json_incref(result);
    }
    json_decref(result);
    gs_inspect_outcome_release(&outcome);
    return GS_OK;
}

static bool is_expected(const struct variant *v, const json_t *finding)
{
    return v->point->variant->flaw == GS_RACES && gs_finding_is_race(finding);
}

static void print_smallest(const json_t *finding)
{
    const json_t *smallest = json_object_get(finding, "smallest");
    long long n = gs_get_number(smallest, "n");
    long long grid = gs_get_number(smallest, "grid");
    long long block = gs_get_number(smallest, "block");
    printf("  smallest launch that shows it: n = %lld", n);
    if (grid > 0)
        printf(", grid %lld", grid);
    printf(", block %lld: ", block);
    gs_finding_parties(json_object_get(smallest, "finding"), stdout);
    putchar('\n');
}

/* The smallest launch is looked for with the schedule that showed the finding first. */
static enum gs_status tell_findings(struct variant *v, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    unsigned budget = MOST_TRIES;
    for (size_t i = 0; status == GS_OK && i < json_array_size(v->findings); i++) {
        json_t *finding = json_array_get(v->findings, i);
        unsigned run = (unsigned)gs_get_number(finding, "run");
        struct gs_inspect_launch launch = launch_of(v, run);
        bool expected = is_expected(v, finding);
        gs_finding_print(finding, gs_inspect_runs(v->options), stdout);
        if (expected)
            puts("  expected: this variant races on purpose");
        json_object_set_new(finding, "expected", json_boolean(expected));
        if (budget > 0) {
            status = gs_inspect_smallest(&launch, finding, &budget, error);
            print_smallest(finding);
        }
        putchar('\n');
    }
    return status;
}

static void print_heading(const struct variant *v)
{
    char name[256];
    gs_point_name(v->point, name);
    const char *detail = json_string_value(json_object_get(v->result, "detail"));
    printf("== %s: %s%s%s\n", name, json_string_value(json_object_get(v->result, "verdict")),
           detail != NULL && detail[0] != '\0' ? ": " : "", detail != NULL ? detail : "");
}

static void print_pictures(struct variant *v)
{
    if (v->pictures == NULL || v->pictures[0] == '\0')
        return;
    *v->legend_told = true;
    printf("%s\n", v->pictures);
}

static enum gs_status inspect_variant(struct variant *v, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (unsigned run = 1; status == GS_OK && run <= gs_inspect_runs(v->options); run++)
        status = run_once(v, run, error);
    if (status != GS_OK)
        return status;
    print_heading(v);
    status = tell_findings(v, error);
    if (status == GS_OK)
        print_pictures(v);
    if (status == GS_OK && v->options->predict != NULL)
        v->predicted = v->options->predict(v->options->predict_context, v->point);
    if (status == GS_OK && fflush(stdout) != 0) /* nobody reads on (| head) */
        status = gs_fail(error, GS_USAGE, "cannot write to standard output");
    return status;
}

static json_t *document_of(const struct variant *v)
{
    const struct gs_point *point = v->point;
    gs_findings_finish(v->findings);
    gs_findings_finish(v->remarks);
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:O, s:O, s:b, s:O, s:O, s:O, s:O*}",
                     "workload", point->workload->name, "variant", point->variant->name, "dtype",
                     gs_dtype_name(point->dtype), "n", (json_int_t)point->n, "grid",
                     (json_int_t)point->grid, "block", (json_int_t)point->block, "verdict",
                     json_object_get(v->result, "verdict"), "detail",
                     json_object_get(v->result, "detail"), "good", is_good(v->result), "findings",
                     v->findings, "remarks", v->remarks, "counts",
                     json_object_get(v->result, "counts"), "predicted", v->predicted);
}

/* ---- the table ------------------------------------------------------------------------------- */

struct totals {
    double requests, global_requests, sectors, ideal_sectors, conflicts;
};

static double number_of(const json_t *access, const char *key)
{
    return (double)gs_get_number(access, key);
}

static struct totals add_up(const json_t *counts)
{
    struct totals sum = {0};
    const json_t *accesses = json_object_get(counts, "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        const char *space = json_string_value(json_object_get(access, "space"));
        if (space == NULL)
            continue; /* a barrier */
        double requests = number_of(access, "requests");
        sum.requests += requests;
        if (strcmp(space, "global") == 0) {
            sum.global_requests += requests;
            sum.sectors += number_of(access, "sectors");
            sum.ideal_sectors += number_of(access, "ideal_sectors");
        } else if (strcmp(space, "shared") == 0) {
            sum.conflicts +=
                number_of(access, "wavefronts") - number_of(access, "ideal_wavefronts");
        }
    }
    return sum;
}

static void print_row(const json_t *variant, int width)
{
    struct totals sum = add_up(json_object_get(variant, "counts"));
    char name[128], sectors[64] = "-";
    snprintf(name, sizeof name, "%s/%s/%s", gs_get_text(variant, "workload"),
             gs_get_text(variant, "variant"), gs_get_text(variant, "dtype"));
    if (sum.global_requests > 0)
        snprintf(sectors, sizeof sectors, "%.1f (%.1f)", sum.sectors / sum.global_requests,
                 sum.ideal_sectors / sum.global_requests);
    printf("%-*s  %-13s  %8zu  %8.0f  %23s  %14.0f\n", width, name, gs_get_text(variant, "verdict"),
           json_array_size(json_object_get(variant, "findings")), sum.requests, sectors,
           sum.conflicts);
}

static void print_table(const json_t *variants)
{
    int width = 0;
    for (size_t i = 0; i < json_array_size(variants); i++) {
        const json_t *variant = json_array_get(variants, i);
        int length = (int)(json_string_length(json_object_get(variant, "workload")) +
                           json_string_length(json_object_get(variant, "variant")) +
                           json_string_length(json_object_get(variant, "dtype")) + 2);
        width = length > width ? length : width;
    }
    printf("%-*s  %-13s  %8s  %8s  %23s  %14s\n", width, "variant", "verdict", "findings",
           "requests", "sectors/request (ideal)", "bank conflicts");
    for (size_t i = 0; i < json_array_size(variants); i++)
        print_row(json_array_get(variants, i), width);
}

/* ---- the lesson ------------------------------------------------------------------------------ */

/* Whether anything is wrong that is not so on purpose. */
static bool is_clean(const struct variant *v)
{
    bool clean = is_good(v->result);
    for (size_t i = 0; i < json_array_size(v->findings); i++)
        clean &= is_expected(v, json_array_get(v->findings, i));
    return clean;
}

static enum gs_status inspect_all(const struct gs_inspect_options *options,
                                  const struct gs_plan *plan,
                                  const struct gs_inspect_folder *folder, json_t *variants,
                                  size_t *dirty, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    bool legend_told = false;
    for (size_t i = 0; status == GS_OK && i < plan->count; i++) {
        struct variant v = {.options = options,
                            .legend_told = &legend_told,
                            .folder = folder,
                            .point = &plan->points[i],
                            .findings = json_array(),
                            .remarks = json_array()};
        status = inspect_variant(&v, error);
        if (status == GS_OK) {
            *dirty += !is_clean(&v);
            json_array_append_new(variants, document_of(&v));
        }
        json_decref(v.findings);
        json_decref(v.remarks);
        json_decref(v.result);
        json_decref(v.predicted);
        free(v.pictures);
    }
    return status;
}

enum gs_status gs_inspect_lesson(const struct gs_inspect_options *options, json_t **document,
                                 struct gs_error *error)
{
    const struct gs_lesson *lesson = options->selection.lesson;
    struct gs_inspect_folder folder = {""};
    struct gs_plan plan = {0};
    size_t dirty = 0;
    enum gs_status status = make_plan(options, &plan, error);
    if (status != GS_OK)
        return status;
    status = gs_folder_make_temporary("inspect", 0700, folder.path, sizeof folder.path, error);
    if (status == GS_OK) {
        json_t *variants = json_array();
        status = inspect_all(options, &plan, &folder, variants, &dirty, error);
        gs_folder_remove(folder.path);
        if (status == GS_OK)
            print_table(variants);
        *document = json_pack("{s:i, s:i, s:i, s:o}", "version", 1, "lesson", (int)lesson->number,
                              "seeds", (int)gs_inspect_runs(options), "variants", variants);
        if (lesson->source != NULL)
            json_object_set_new(*document, "kernel", json_string(lesson->source));
    }
    if (status == GS_OK && dirty > 0)
        status = gs_fail(error, GS_WRONG, "inspect: %zu of %zu variants are not clean", dirty,
                         plan.count);
    gs_plan_release(&plan);
    return status;
}
