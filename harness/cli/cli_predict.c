/* gridstride predict: what the kernels of a lesson would take on a GPU that is not here. */
#include "cli_commands.h"

#include "bring.h"
#include "dtype.h"
#include "files.h"
#include "inspect.h"
#include "install_paths.h"
#include "json_get.h"
#include "numbers.h"
#include "plan.h"
#include "predict.h"
#include "profile_file.h"
#include "registry.h"
#include "table.h"

#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096, TIMEOUT_S = 20 };

struct predict_arguments {
    const char *workload, *variants, *dtypes, *sizes, *blocks, *gpu, *json;
    bool warm;
};

#define AT(field) offsetof(struct predict_arguments, field)

static const struct gs_option options[] = {
    {"--gpu", "G", GS_OPTION_TEXT, AT(gpu),
     .help = "h100 or h200, whose profiles are recorded, or the file of a profile (default: h100)"},
    {"--workload", "W", GS_OPTION_NAMES, AT(workload), .help = "only this workload"},
    {"--variant", "V[,V...]", GS_OPTION_NAMES, AT(variants), .help = "only these variants"},
    {"--dtype", "T[,T...]", GS_OPTION_NAMES, AT(dtypes),
     .help = "these of f32, f64, i32, i64 (default: f32)"},
    {"--sizes", "LIST", GS_OPTION_TEXT, AT(sizes),
     .help = "elements, as --sizes of run takes them (default: 1Ki,1Mi,128Mi)"},
    {"--blocks", "LIST", GS_OPTION_TEXT, AT(blocks), .help = "threads a block (default: 256)"},
    {"--warm", NULL, GS_OPTION_FLAG, AT(warm),
     .help = "the caches hold what the run before left there (default: nothing)"},
    {"--json", "FILE", GS_OPTION_TEXT, AT(json), .help = "write the predictions to FILE"},
    {0},
};

const struct gs_syntax gs_predict_syntax = {
    .name = "predict",
    .operands = "LESSON",
    .about = "predict what a lesson's kernels would take on a GPU, without one",
    .text = "Some blocks of each kernel run on the simulator, which counts what they ask of a GPU; "
            "the profile of the GPU says what that takes (docs/prediction.md). No time is "
            "measured. A kernel file (mine.cu) or a lesson folder can stand for LESSON.",
    .notes = "Data are on the device already. A kernel that the model knows too little of gets a "
             "sentence and no time: one with barriers, shuffles, shared memory or atomic "
             "functions, with accesses whose lanes lie far apart, with functions other than exp() "
             "and sqrt(), and one that copies for itself.\n\n"
             "Exit status: 0 at least one prediction, 1 none, 2 usage or environment.",
    .options = options,
    .bytes = sizeof(struct predict_arguments),
    .least = 1,
    .most = 1,
    .wanted = "a lesson",
    .example = "predict 3 --gpu h200",
};

/* ---- the GPU --------------------------------------------------------------------------------- */

/* The recorded profile whose folder has the name in its own; false: there is none. */
static bool find_profile(const char *name, char path[static PATH_BYTES])
{
    glob_t found;
    char pattern[PATH_BYTES], wanted[64];
    bool good = false;
    snprintf(wanted, sizeof wanted, "-%s", name);
    for (char *c = wanted; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    if (!gs_path_of_shared("results/recorded/*/profile.json", pattern, sizeof pattern) ||
        glob(pattern, 0, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc && !good; i++) {
        good = strstr(found.gl_pathv[i], wanted) != NULL;
        snprintf(path, PATH_BYTES, "%s", found.gl_pathv[i]);
    }
    globfree(&found);
    return good;
}

static enum gs_status read_profile(const char *gpu, struct gs_gpu_profile *profile,
                                   struct gs_error *error)
{
    char path[PATH_BYTES];
    if (strchr(gpu, '/') != NULL || strchr(gpu, '.') != NULL)
        return gs_profile_read(gpu, profile, error);
    if (gpu[0] == '\0' || !find_profile(gpu, path))
        return gs_fail(error, GS_USAGE,
                       "--gpu %s: there is no profile of it; give h100, h200, or the file that "
                       "`%s profile` wrote on such a GPU",
                       gpu, gs_called());
    return gs_profile_read(path, profile, error);
}

/* ---- one point ------------------------------------------------------------------------------- */

struct predicting {
    const struct predict_arguments *arguments;
    const struct gs_gpu_profile *profile;
    const char *object; /* of a user's own kernels */
    struct gs_inspect_folder folder;
    json_t *rows;
    size_t predicted; /* of these */
};

/* What its launches ask for; or a sentence in `why`. */
static enum gs_status trace(const struct predicting *p, const struct gs_point *point,
                            json_t **result, struct gs_error *error)
{
    struct gs_inspect_launch launch = {
        .point = point,
        .object = p->object,
        .seed = 1,
        .schedule = {.seed = 1},
        .timeout_s = TIMEOUT_S,
        .folder = &p->folder,
        .trace = {.multiprocessors = (unsigned)p->profile->numbers[GS_GPU_MULTIPROCESSORS],
                  .memory_bytes = p->profile->numbers[GS_GPU_MEMORY_BYTES]}};
    struct gs_inspect_outcome outcome;
    enum gs_status status = gs_inspect_launch(&launch, &outcome, result, error);
    if (status == GS_OK)
        gs_inspect_outcome_release(&outcome);
    return status;
}

static enum gs_status predict_point(const struct predicting *p, const struct gs_point *point,
                                    struct gs_prediction *prediction, struct gs_error *why,
                                    struct gs_error *error)
{
    json_t *result = NULL;
    *why = (struct gs_error){0};
    if (point->variant->traits & GS_OWN_COPIES) {
        gs_fail(why, GS_WRONG, "it copies for itself");
        return GS_OK;
    }
    enum gs_status status = trace(p, point, &result, error);
    if (status != GS_OK)
        return status;
    const json_t *launches = json_object_get(result, "launches");
    if (json_is_array(launches))
        gs_predict(launches, p->profile, !p->arguments->warm, prediction, why);
    else
        gs_fail(why, GS_WRONG, "%s",
                gs_get_text(result, "why")[0] != '\0' ? gs_get_text(result, "why")
                                                      : gs_get_text(result, "detail"));
    json_decref(result);
    return GS_OK;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void print_head(const struct predicting *p)
{
    printf("Predicted for an %s, not measured: %s caches, data on the device.\n", p->profile->name,
           p->arguments->warm ? "warm" : "cold");
    if (!p->profile->measured)
        printf("The profile is from its datasheet, not measured: %s.\n", p->profile->source);
    printf("9 of 10 recorded times lay between the two times at the right.\n\n"
           "%-36s %12s %6s %10s  %-20s %s\n",
           "variant", "n", "block", "predicted", "binds", "between");
}

static void print_prediction(const char *name, const struct gs_point *point,
                             const struct gs_prediction *prediction)
{
    char time[16], least[16], most[16], binds[32];
    gs_time_format(prediction->seconds, time);
    gs_time_format(prediction->seconds / GS_PREDICTION_FACTOR, least);
    gs_time_format(prediction->seconds * GS_PREDICTION_FACTOR, most);
    snprintf(binds, sizeof binds, "%s, %.0f %%", gs_terms[prediction->binding].key,
             100 * prediction->of[prediction->binding] / prediction->seconds);
    printf("%-36s %12zu %6u %10s  %-20s %s and %s\n", name, point->n, point->block, time, binds,
           least, most);
}

static json_t *row_of(const struct gs_point *point, const struct gs_prediction *prediction,
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
    json_object_set_new(row, "least_s", json_real(prediction->seconds / GS_PREDICTION_FACTOR));
    json_object_set_new(row, "most_s", json_real(prediction->seconds * GS_PREDICTION_FACTOR));
    json_object_set_new(row, "binds", json_string(gs_terms[prediction->binding].key));
    json_object_set_new(row, "terms_s", terms);
    return row;
}

/* One row of the table and of the document. */
static enum gs_status tell_point(struct predicting *p, const struct gs_point *point,
                                 struct gs_error *error)
{
    struct gs_prediction prediction = {0};
    struct gs_error why;
    char name[256];
    enum gs_status status = predict_point(p, point, &prediction, &why, error);
    if (status != GS_OK)
        return status;
    snprintf(name, sizeof name, "%s/%s/%s", point->workload->name, point->variant->name,
             gs_dtype_name(point->dtype));
    if (why.text[0] == '\0')
        print_prediction(name, point, &prediction);
    else
        printf("%-36s %12zu %6u       none  %s\n", name, point->n, point->block, why.text);
    p->predicted += why.text[0] == '\0';
    json_array_append_new(p->rows, row_of(point, &prediction, &why));
    return GS_OK;
}

static enum gs_status predict_all(struct predicting *p, const struct gs_plan *plan,
                                  struct gs_error *error)
{
    enum gs_status status = GS_OK;
    print_head(p);
    for (size_t i = 0; status == GS_OK && i < plan->count; i++) {
        const struct gs_point *point = &plan->points[i];
        if (point->variant->place == GS_DEVICE &&
            (p->arguments->dtypes != NULL || point->dtype == GS_F32))
            status = tell_point(p, point, error);
    }
    return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool write_json(FILE *out, const void *document)
{
    return json_dumpf(document, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
}

static enum gs_status keep(const struct predicting *p, struct gs_error *error)
{
    if (p->arguments->json == NULL)
        return GS_OK;
    json_t *document = json_pack("{s:i, s:b, s:b, s:s, s:s, s:O}", "version", 1, "simulated", 1,
                                 "predicted", 1, "gpu", p->profile->name, "cache",
                                 p->arguments->warm ? "warm" : "cold", "rows", p->rows);
    enum gs_status status = document == NULL
                                ? gs_out_of_memory(error)
                                : gs_file_replace(p->arguments->json, 0644, write_json, document,
                                                  "choose another --json", error);
    json_decref(document);
    return status;
}

static enum gs_status predict_lesson(struct predicting *p, const struct gs_lesson *lesson,
                                     struct gs_error *error)
{
    const struct predict_arguments *a = p->arguments;
    struct gs_selection selection = {.lesson = lesson,
                                     .workload = a->workload,
                                     .variants = a->variants,
                                     .dtypes = a->dtypes,
                                     .sizes = a->sizes != NULL ? a->sizes : "1Ki,1Mi,128Mi",
                                     .blocks = a->blocks != NULL ? a->blocks : "256"};
    struct gs_plan plan;
    enum gs_status status = gs_plan_make(&selection, &plan, error);
    if (status != GS_OK)
        return status;
    status =
        gs_folder_make_temporary("predict", 0700, p->folder.path, sizeof p->folder.path, error);
    if (status == GS_OK) {
        status = predict_all(p, &plan, error);
        gs_folder_remove(p->folder.path);
    }
    gs_plan_release(&plan);
    if (status == GS_OK)
        status = keep(p, error);
    if (status == GS_OK && p->predicted == 0)
        status = gs_fail(error, GS_WRONG, "predict: none of these kernels has a prediction");
    return status;
}

/* As the command `inspect` does: compiled twice, once to be planned with. */
static enum gs_status predict_brought(struct predicting *p, const char *path,
                                      struct gs_error *error)
{
    struct gs_brought here, inspected;
    enum gs_status status = gs_bring(path, GS_BRING_SIMULATOR, &here, error);
    if (status != GS_OK)
        return status;
    status = gs_bring_compile(path, GS_BRING_INSPECTOR, &inspected, error);
    if (status == GS_OK) {
        p->object = inspected.object;
        status = predict_lesson(p, &here.lesson, error);
        p->object = NULL;
        gs_bring_release(&inspected);
    }
    gs_bring_release(&here);
    return status;
}

enum gs_status gs_command_predict(const struct gs_command_line *line, const void *values,
                                  struct gs_error *error)
{
    static struct gs_gpu_profile profile;
    const struct predict_arguments *a = values;
    const char *target = line->operands[0];
    struct predicting p = {.arguments = a, .profile = &profile};
    const struct gs_lesson *lesson;
    enum gs_status status = read_profile(a->gpu != NULL ? a->gpu : "h100", &profile, error);
    if (status != GS_OK)
        return status;
    p.rows = json_array();
    if (gs_bring_is_path(target)) {
        status = predict_brought(&p, target, error);
    } else {
        status = gs_lesson_find(target, &lesson, error);
        if (status == GS_OK)
            status = predict_lesson(&p, lesson, error);
    }
    json_decref(p.rows);
    return status;
}
