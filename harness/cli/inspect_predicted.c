#include "inspect_predicted.h"

#include "table.h"

#include <stdio.h>

/* Less than such a share of the time is not worth a row. */
static const double least_share = 0.005;

/* At 1025 elements, which are inspected unless more are asked for, the start of a kernel is all. */
static struct gs_point predicted_point(const struct gs_inspect_predicted *in,
                                       const struct gs_point *point)
{
    enum { N = 1 << 24 };
    struct gs_point at = *point;
    if (!in->at_size && at.grid == 0 && at.workload->sizes != NULL)
        at.n = N;
    return at;
}

static void print_lines(const struct gs_prediction *prediction)
{
    double rest = 1;
    for (unsigned i = 0; i < prediction->line_count; i++) {
        const struct gs_predicted_line *line = &prediction->lines[i];
        double share = line->seconds / prediction->seconds;
        rest -= share;
        if (share >= least_share)
            printf("  %3.0f %%  %s:%d\n", 100 * share, line->file, line->line);
    }
    if (rest >= least_share)
        printf("  %3.0f %%  in no access: starting it, and what is no access\n", 100 * rest);
}

static void print_prediction(const struct gs_predictor *predictor, const struct gs_point *point,
                             const struct gs_prediction *prediction)
{
    char time[16];
    gs_time_format(prediction->seconds, time);
    printf("Predicted for an %s, not measured, at n = %zu%s: %s, most of it for %s.\n",
           predictor->profile.name, point->n,
           predictor->profile.measured ? "" : " (its profile is from a datasheet)", time,
           gs_terms[prediction->binding].about);
    if (prediction->line_count > 0)
        puts("Of this time, the accesses of each line take:");
    print_lines(prediction);
    putchar('\n');
}

json_t *gs_inspect_predict(void *context, const struct gs_point *point)
{
    struct gs_inspect_predicted *in = context;
    const struct gs_point at = predicted_point(in, point);
    struct gs_prediction prediction = {0};
    struct gs_error why = {""}, ignored = {""};
    if (gs_predict_point(&in->predictor, &at, &prediction, &why, &ignored) != GS_OK) {
        printf("No time is predicted: %s.\n\n", ignored.text);
        return NULL;
    }
    if (why.text[0] != '\0')
        printf("No time is predicted for an %s: %s.\n\n", in->predictor.profile.name, why.text);
    else
        print_prediction(&in->predictor, &at, &prediction);
    return gs_prediction_row(&at, &prediction, &why);
}
