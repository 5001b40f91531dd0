/* Predictions of a lesson's points: each variant is counted in a process of its own. */
#ifndef GS_PREDICT_POINTS_H
#define GS_PREDICT_POINTS_H

#include "inspect.h"
#include "predict.h"
#include "run.h"

struct gs_predictor {
    struct gs_gpu_profile profile;
    const char *object; /* of a user's own kernels: what they were compiled to for the inspector */
    bool warm;
    struct gs_inspect_folder folder;
    /* Points that will be asked for; NULL: it is not known. Those that differ in nothing but their
     * size are counted together. Borrowed. */
    const struct gs_point *points;
    size_t point_count;
    json_t *counted; /* what was counted of a point, by its name; its own */
};

/* The profile of "h100", of "h200", or in a file, as the option says; and a folder, which is
 * removed at the end. */
enum gs_status gs_predictor_begin(const char *option, const char *gpu, struct gs_predictor *out,
                                  struct gs_error *error);
void gs_predictor_end(struct gs_predictor *predictor);

/* A prediction; or, where there is none, a sentence in `why`. */
enum gs_status gs_predict_point(struct gs_predictor *predictor, const struct gs_point *point,
                                struct gs_prediction *out, struct gs_error *why,
                                struct gs_error *error);

/* The same as JSON, with what names the point. */
json_t *gs_prediction_row(const struct gs_point *point, const struct gs_prediction *prediction,
                          const struct gs_error *why);

/* What a result or a file has of predictions, as predicted.h reads it; rows are its own then. */
json_t *gs_predictions(const struct gs_predictor *predictor, json_t *rows);

/* For a run without a GPU: its right kernels in the sweep over n, in the first dtype. */
gs_run_predict_fn gs_predict_run;

#endif
