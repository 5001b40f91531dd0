/* Which lines a prediction's seconds belong to. */
#ifndef GS_PREDICT_LINES_H
#define GS_PREDICT_LINES_H

#include "predict.h"

/* Shares seconds of one launch, by the term that they are of, among the lines of its accesses. */
void gs_lines_add(struct gs_prediction *out, const json_t *launch, const double of[GS_TERMS]);

/* The greatest first. */
void gs_lines_sort(struct gs_prediction *out);

#endif
