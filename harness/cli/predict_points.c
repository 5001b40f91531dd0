#include "predict_points.h"

#include "bring.h"
#include "dtype.h"
#include "files.h"
#include "json_get.h"
#include "profile_file.h"
#include "query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096, TIMEOUT_S = 20 };

/* ---- the GPU --------------------------------------------------------------------------------- */

static enum gs_status read_profile(const char *option, const char *gpu,
                                   struct gs_gpu_profile *profile, struct gs_error *error)
{
    char path[PATH_BYTES];
    if (strchr(gpu, '/') != NULL || strchr(gpu, '.') != NULL)
        return gs_profile_read(gpu, profile, error);
    struct gs_error why;
    enum gs_status status = gs_profile_find(gpu, path, sizeof path, &why);
    return status == GS_OK ? gs_profile_read(path, profile, error)
                           : gs_fail(error, status, "%s %s: %s", option, gpu, why.text);
}

enum gs_status gs_predictor_begin(const char *option, const char *gpu, struct gs_predictor *out,
                                  struct gs_error *error)
{
    *out = (struct gs_predictor){.counted = json_object()};
    enum gs_status status = read_profile(option, gpu, &out->profile, error);
    return status == GS_OK ? gs_folder_make_temporary("predict", 0700, out->folder.path,
                                                      sizeof out->folder.path, error)
                           : status;
}

void gs_predictor_end(struct gs_predictor *predictor)
{
    json_decref(predictor->counted);
    predictor->counted = NULL;
    if (predictor->folder.path[0] != '\0')
        gs_folder_remove(predictor->folder.path);
}

/* ---- one point ------------------------------------------------------------------------------- */

static bool differ_in_n_alone(const struct gs_point *one, const struct gs_point *other)
{
    return one->workload == other->workload && one->variant == other->variant &&
           one->dtype == other->dtype && one->grid == other->grid && one->block == other->block &&
           one->n != other->n;
}

/* The name of the point, at another size. */
static void name_at(const struct gs_point *point, size_t n, char name[static 256])
{
    struct gs_point at = *point;
    at.n = n;
    gs_point_name(&at, name);
}

/* The point's own size, and those at which it is going to be asked for, too. */
static size_t find_sizes(const struct gs_predictor *p, const struct gs_point *point,
                         size_t sizes[static GS_INSPECT_MOST_SIZES])
{
    size_t count = 0;
    sizes[count++] = point->n;
    for (size_t i = 0; i < p->point_count && count < GS_INSPECT_MOST_SIZES; i++) {
        char name[256];
        gs_point_name(&p->points[i], name);
        if (differ_in_n_alone(&p->points[i], point) && json_object_get(p->counted, name) == NULL)
            sizes[count++] = p->points[i].n;
    }
    return count;
}

static enum gs_status count_sizes(struct gs_predictor *p, const struct gs_point *point,
                                  struct gs_error *error)
{
    const struct gs_inspect_launch launch = {
        .point = point,
        .object = p->object,
        .seed = 1,
        .schedule = {.seed = 1},
        .timeout_s = TIMEOUT_S,
        .folder = &p->folder,
        .trace = {.multiprocessors = (unsigned)p->profile.numbers[GS_GPU_MULTIPROCESSORS],
                  .memory_bytes = p->profile.numbers[GS_GPU_MEMORY_BYTES]}};
    size_t sizes[GS_INSPECT_MOST_SIZES];
    json_t *results = NULL;
    const size_t count = find_sizes(p, point, sizes);
    enum gs_status status = gs_inspect_trace_sizes(&launch, sizes, count, &results, error);
    for (size_t i = 0; i < json_array_size(results) && i < count; i++) {
        char name[256];
        name_at(point, sizes[i], name);
        json_object_set(p->counted, name, json_array_get(results, i));
    }
    json_decref(results);
    return status;
}

/* What its launches ask for; or a sentence in `why`. Borrowed. */
static enum gs_status trace(struct gs_predictor *p, const struct gs_point *point,
                            const json_t **result, struct gs_error *error)
{
    char name[256];
    enum gs_status status = GS_OK;
    gs_point_name(point, name);
    if (json_object_get(p->counted, name) == NULL)
        status = count_sizes(p, point, error);
    *result = json_object_get(p->counted, name);
    return status;
}

enum gs_status gs_predict_point(struct gs_predictor *predictor, const struct gs_point *point,
                                struct gs_prediction *out, struct gs_error *why,
                                struct gs_error *error)
{
    const json_t *result = NULL;
    *why = (struct gs_error){0};
    *out = (struct gs_prediction){0};
    if (point->variant->traits & GS_OWN_COPIES) {
        gs_fail(why, GS_WRONG, "it copies for itself");
        return GS_OK;
    }
    if (point->variant->devices > 1) {
        gs_fail(why, GS_WRONG, "it runs on several devices");
        return GS_OK;
    }
    enum gs_status status = trace(predictor, point, &result, error);
    if (status != GS_OK)
        return status;
    const json_t *launches = json_object_get(result, "launches");
    if (json_is_array(launches))
        gs_predict(launches, &predictor->profile, !predictor->warm, out, why);
    else
        gs_fail(why, GS_WRONG, "%s",
                gs_get_text(result, "why")[0] != '\0' ? gs_get_text(result, "why")
                                                      : gs_get_text(result, "detail"));
    return GS_OK;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

/* By line, the share of the whole time that its accesses take. */
static json_t *lines_json(const struct gs_prediction *prediction)
{
    json_t *lines = json_array();
    for (unsigned i = 0; i < prediction->line_count; i++) {
        const struct gs_predicted_line *line = &prediction->lines[i];
        json_array_append_new(lines,
                              json_pack("{s:s, s:i, s:f}", "file", line->file, "line", line->line,
                                        "share", line->seconds / prediction->seconds));
    }
    return lines;
}

json_t *gs_prediction_row(const struct gs_point *point, const struct gs_prediction *prediction,
                          const struct gs_error *why)
{
    json_t *row = json_pack("{s:s, s:s, s:s, s:I, s:I, s:I}", "workload", point->workload->name,
                            "variant", point->variant->name, "dtype", gs_dtype_name(point->dtype),
                            "n", (json_int_t)point->n, "grid", (json_int_t)point->grid, "block",
                            (json_int_t)point->block);
    if (why->text[0] != '\0') {
        json_object_set_new(row, "why_none", json_string(why->text));
        return row;
    }
    json_t *terms = json_object();
    for (int term = 0; term < GS_TERMS; term++)
        json_object_set_new(terms, gs_terms[term].key, json_real(prediction->of[term]));
    json_object_set_new(row, "predicted_s", json_real(prediction->seconds));
    json_object_set_new(row, "least_s", json_real(prediction->seconds / prediction->factor));
    json_object_set_new(row, "most_s", json_real(prediction->seconds * prediction->factor));
    json_object_set_new(row, "binds", json_string(gs_terms[prediction->binding].key));
    json_object_set_new(row, "terms_s", terms);
    json_object_set_new(row, "lines", lines_json(prediction));
    return row;
}

json_t *gs_predictions(const struct gs_predictor *predictor, json_t *rows)
{
    return json_pack("{s:i, s:b, s:b, s:s, s:b, s:s, s:o}", "version", 1, "simulated", 1,
                     "predicted", 1, "gpu", predictor->profile.name, "profile_measured",
                     predictor->profile.measured, "cache", predictor->warm ? "warm" : "cold",
                     "rows", rows);
}

/* ---- a run without a GPU --------------------------------------------------------------------- */

/* Whether it is a kernel of a sweep over n, in the first dtype, whose answer was right here. */
static bool is_shown(const struct gs_point *point, const struct gs_results *results)
{
    if (point->variant->place != GS_DEVICE || point->grid > 0)
        return false;
    struct gs_sweep sweep = gs_sweep_of(results, point->workload->name);
    const struct gs_record *first = gs_query_first(results, &sweep.query);
    struct gs_query query = sweep.device;
    query.variant = point->variant->name;
    query.dtypes = GS_BIT(point->dtype);
    query.one_n = query.one_block = true;
    query.n = point->n;
    query.block = point->block;
    const struct gs_record *record =
        !sweep.empty && point->block == sweep.device.block ? gs_query_first(results, &query) : NULL;
    return record != NULL && record->verdict == GS_RIGHT && record->dtype == first->dtype;
}

static json_t *predict_all(struct gs_predictor *predictor)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < predictor->point_count; i++) {
        const struct gs_point *point = &predictor->points[i];
        struct gs_prediction prediction;
        struct gs_error why, ignored = {0};
        if (gs_predict_point(predictor, point, &prediction, &why, &ignored) == GS_OK)
            json_array_append_new(rows, gs_prediction_row(point, &prediction, &why));
    }
    return rows;
}

static json_t *predict_shown(struct gs_predictor *predictor, const struct gs_plan *plan,
                             const struct gs_results *results)
{
    struct gs_point *shown = calloc(plan->count + 1, sizeof *shown);
    if (shown == NULL)
        return json_array();
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        if (is_shown(&plan->points[i], results))
            shown[count++] = plan->points[i];
    }
    predictor->points = shown;
    predictor->point_count = count;
    json_t *rows = predict_all(predictor);
    predictor->points = NULL;
    predictor->point_count = 0;
    free(shown);
    return rows;
}

/* A run is none the worse without it: what a prediction lacks is no error of the run. */
json_t *gs_predict_run(const struct gs_run_options *options, const struct gs_plan *plan,
                       const struct gs_results *results)
{
    struct gs_predictor predictor;
    struct gs_brought inspected;
    struct gs_error ignored = {0};
    const char *source = options->selection.lesson->source;
    json_t *predictions = NULL;
    enum gs_status status = gs_predictor_begin("--gpu", "h100", &predictor, &ignored);
    if (status == GS_OK && source != NULL)
        status = gs_bring_compile(source, GS_BRING_INSPECTOR, &inspected, &ignored);
    if (status == GS_OK) {
        predictor.object = source != NULL ? inspected.object : NULL;
        predictions = gs_predictions(&predictor, predict_shown(&predictor, plan, results));
        if (source != NULL)
            gs_bring_release(&inspected);
    }
    gs_predictor_end(&predictor);
    return predictions;
}
