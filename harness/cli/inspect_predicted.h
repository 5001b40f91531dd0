/* What a variant that is inspected would take on a GPU, and which of its lines takes it. */
#ifndef GS_INSPECT_PREDICTED_H
#define GS_INSPECT_PREDICTED_H

#include "predict_points.h"

struct gs_inspect_predicted {
    struct gs_predictor predictor;
    bool at_size; /* at the n that is inspected; else, where it may be any, at one that counts */
};

/* `context` is a struct gs_inspect_predicted (gs_inspect_options.predict). */
json_t *gs_inspect_predict(void *context, const struct gs_point *point);

#endif
