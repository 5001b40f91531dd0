/*
 * What became of each row over several results, in the order of their dates: the results of one
 * lesson on one machine, each compared with the one before.
 */
#ifndef GS_HISTORY_H
#define GS_HISTORY_H

#include "compare.h"

#include <stdbool.h>
#include <stddef.h>

/* A row in one of the results. */
struct gs_moment {
    const struct gs_record *record; /* NULL: it is not in this result */
    enum gs_change change;          /* since the result before; GS_CHANGE_COUNT: it was not there */
    double ratio;                   /* of the medians, where both have one */
};

struct gs_history {
    const struct gs_results *const *results; /* the caller's */
    size_t count;
    struct gs_moment *moments; /* owned: row by row, one for each result */
    size_t row_count;
};

/* Whether the two are of one lesson, or of one kernel file, and of one device and CPU. */
bool gs_history_belongs(const struct gs_results *a, const struct gs_results *b);

/*
 * The results belong together, and the oldest comes first. They stay the caller's and must outlive
 * the history, which gs_history_release() frees. GS_USAGE where two that follow each other have no
 * row in common.
 */
enum gs_status gs_history_make(const struct gs_results *const *results, size_t count,
                               double threshold, struct gs_history *out, struct gs_error *error);
void gs_history_release(struct gs_history *history);

/* The row's moments, one for each result. */
const struct gs_moment *gs_history_row(const struct gs_history *history, size_t row);

/* Whether compare is sure of it: slower, faster, or another verdict. */
bool gs_moment_is_sure(const struct gs_moment *moment);

#endif
