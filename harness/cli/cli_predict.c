/* gridstride predict: what the kernels of a lesson would take on a GPU that is not here. */
#include "cli_commands.h"

#include "bring.h"
#include "dtype.h"
#include "files.h"
#include "numbers.h"
#include "plan.h"
#include "predict_points.h"
#include "registry.h"
#include "table.h"

#include <stdio.h>

struct predict_arguments {
    const char *workload, *variants, *dtypes, *sizes, *grids, *blocks, *gpu, *json;
    bool warm;
};

#define AT(field) offsetof(struct predict_arguments, field)

static const struct gs_option options[] = {
    {"--gpu", "G", GS_OPTION_TEXT, AT(gpu),
     .help = "h100 or h200, whose profiles are recorded, or the file of a profile (default: h100)"},
    {"--workload", "W", GS_OPTION_NAMES, AT(workload), .help = "only this workload"},
    {"--variant", "V[,V...]", GS_OPTION_NAMES, AT(variants), .help = "only these variants"},
    {"--dtype", "T[,T...]", GS_OPTION_NAMES, AT(dtypes),
     .help = "these of f32, f64, i32, i64 (default: the first that a workload has)"},
    {"--sizes", "LIST", GS_OPTION_TEXT, AT(sizes),
     .help = "elements, as --sizes of run takes them (default: 1Ki,1Mi,128Mi)"},
    {"--grids", "LIST", GS_OPTION_TEXT, AT(grids),
     .help = "blocks of each launch, likewise (default: as many as n needs)"},
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
             "sentence and no time: one that is mostly instructions, whose blocks do not do the "
             "same, that loads again in a loop what it has loaded, that goes by what other blocks "
             "store meanwhile, whose atomic functions go where the data say, that has a long loop "
             "and few threads, with functions other than exp(), sqrt() and fma(), and one that "
             "copies for "
             "itself.\n\n"
             "Exit status: 0 at least one prediction, 1 none, 2 usage or environment.",
    .options = options,
    .bytes = sizeof(struct predict_arguments),
    .least = 1,
    .most = 1,
    .wanted = "a lesson",
    .example = "predict 3 --gpu h200",
};

/* ---- the table ------------------------------------------------------------------------------- */

struct predicting {
    const struct predict_arguments *arguments;
    struct gs_predictor predictor;
    json_t *rows;
    size_t predicted; /* of these */
};

static void print_head(const struct predicting *p)
{
    printf("Predicted for an %s, not measured: %s caches, data on the device.\n",
           p->predictor.profile.name, p->arguments->warm ? "warm" : "cold");
    if (!p->predictor.profile.measured)
        printf("The profile is from its datasheet, not measured: %s.\n",
               p->predictor.profile.source);
    printf("A time on such a GPU is expected between the two at the right (docs/prediction.md).\n\n"
           "%-36s %12s %6s %10s  %-20s %s\n",
           "variant", "n", "block", "predicted", "binds", "between");
}

static void print_prediction(const char *name, const struct gs_point *point,
                             const struct gs_prediction *prediction)
{
    char time[16], least[16], most[16], binds[32];
    gs_time_format(prediction->seconds, time);
    gs_time_format(prediction->seconds / prediction->factor, least);
    gs_time_format(prediction->seconds * prediction->factor, most);
    snprintf(binds, sizeof binds, "%s, %.0f %%", gs_terms[prediction->binding].key,
             100 * prediction->of[prediction->binding] / prediction->seconds);
    printf("%-36s %12zu %6u %10s  %-20s %s and %s\n", name, point->n, point->block, time, binds,
           least, most);
}

/* One row of the table and of the document. */
static enum gs_status tell_point(struct predicting *p, const struct gs_point *point,
                                 struct gs_error *error)
{
    struct gs_prediction prediction = {0};
    struct gs_error why;
    char name[256];
    enum gs_status status = gs_predict_point(&p->predictor, point, &prediction, &why, error);
    if (status != GS_OK)
        return status;
    char grid[24] = "";
    if (point->grid > 0)
        snprintf(grid, sizeof grid, ", grid %u", point->grid);
    snprintf(name, sizeof name, "%s/%s/%s%s", point->workload->name, point->variant->name,
             gs_dtype_name(point->dtype), grid);
    if (why.text[0] == '\0')
        print_prediction(name, point, &prediction);
    else
        printf("%-36s %12zu %6u       none  %s\n", name, point->n, point->block, why.text);
    p->predicted += why.text[0] == '\0';
    json_array_append_new(p->rows, gs_prediction_row(point, &prediction, &why));
    return GS_OK;
}

/* Without --dtype: the first one of each workload. */
static enum gs_status predict_all(struct predicting *p, const struct gs_plan *plan,
                                  struct gs_error *error)
{
    enum gs_status status = GS_OK;
    const struct gs_point *first = plan->points; /* of the workload */
    print_head(p);
    p->predictor.points = plan->points;
    p->predictor.point_count = plan->count;
    for (size_t i = 0; status == GS_OK && i < plan->count; i++) {
        const struct gs_point *point = &plan->points[i];
        first = point->workload == first->workload ? first : point;
        if (point->variant->place == GS_DEVICE &&
            (p->arguments->dtypes != NULL || point->dtype == first->dtype))
            status = tell_point(p, point, error);
    }
    p->predictor.point_count = 0; /* the plan's end before ours */
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
    json_t *document = gs_predictions(&p->predictor, json_incref(p->rows));
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
                                     .sizes = a->sizes,
                                     .usual_sizes = "1Ki,1Mi,128Mi",
                                     .grids = a->grids,
                                     .blocks = a->blocks != NULL ? a->blocks : "256"};
    struct gs_plan plan;
    enum gs_status status = gs_plan_make(&selection, &plan, error);
    if (status != GS_OK)
        return status;
    status = predict_all(p, &plan, error);
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
        p->predictor.object = inspected.object;
        status = predict_lesson(p, &here.lesson, error);
        p->predictor.object = NULL;
        gs_bring_release(&inspected);
    }
    gs_bring_release(&here);
    return status;
}

static enum gs_status predict_any(struct predicting *p, const char *target, struct gs_error *error)
{
    const struct gs_lesson *lesson;
    if (gs_bring_is_path(target))
        return predict_brought(p, target, error);
    enum gs_status status = gs_lesson_find(target, &lesson, error);
    return status == GS_OK ? predict_lesson(p, lesson, error) : status;
}

enum gs_status gs_command_predict(const struct gs_command_line *line, const void *values,
                                  struct gs_error *error)
{
    const struct predict_arguments *a = values;
    struct predicting p = {.arguments = a};
    enum gs_status status =
        gs_predictor_begin("--gpu", a->gpu != NULL ? a->gpu : "h100", &p.predictor, error);
    if (status == GS_OK) {
        p.predictor.warm = a->warm;
        p.rows = json_array();
        status = predict_any(&p, line->operands[0], error);
        json_decref(p.rows);
    }
    gs_predictor_end(&p.predictor);
    return status;
}
