/* Sums that are wrong: which of their terms are in them, and which are not. */
#ifndef GS_WRONG_SUM_H
#define GS_WRONG_SUM_H

#include "exercise.h"

/* A result that should be the sum of `count` terms, and is not. */
struct gs_wrong_sum {
    const char *name, *term, *terms; /* "total[0]", "element", "elements" */
    double got, slack;               /* sums this far apart are the same */
    size_t count;
    double (*value)(const struct gs_wrong_sum *sum, size_t i);
    const json_t *report;             /* the inspector's; NULL: there is none */
    const float *x;                   /* what value() needs: the terms, or */
    uint64_t seed, first;             /* points */
    const struct gs_wrong_sum *again; /* of other inputs, which has to fit as well; NULL: none */
};

/* Whether `fits` is true of the sum, and of that of other inputs: by chance it is of one alone. */
bool gs_fits_both(const struct gs_wrong_sum *sum,
                  bool (*fits)(const struct gs_wrong_sum *sum, size_t number), size_t number);

/* For `value`: the terms are x. */
double gs_term_of_array(const struct gs_wrong_sum *sum, size_t i);

double gs_sum_of_values(const float *x, size_t n);
double gs_sum_of_sizes(const float *x, size_t n); /* without their signs */

/* The block of threads for which the sum is of those terms alone; 0: there is none. */
size_t gs_block_that_fits(const struct gs_wrong_sum *sum, bool (*has)(size_t, size_t, size_t));
bool gs_of_first_block(size_t i, size_t count, size_t block);
bool gs_of_full_blocks(size_t i, size_t count, size_t block);

/* Each thread adds its cell of a tree. */
bool gs_say_all_cells(const struct gs_wrong_sum *sum, struct gs_saying *out);

/* For gs_exercise.explain; false: it is another mistake. A level of the tree is missing; nothing
 * was added; the elements of some blocks are missing. */
bool gs_say_levels(const struct gs_wrong_sum *sum, struct gs_saying *out);
bool gs_say_nothing_added(const struct gs_wrong_sum *sum, struct gs_saying *out);
bool gs_say_blocks(const struct gs_wrong_sum *sum, struct gs_saying *out);
/* Each thread of a block added its sum. */
bool gs_say_many_times(const struct gs_wrong_sum *sum, struct gs_saying *out);

/* What all blocks add to was not set before; `what` is the junk that it holds. */
bool gs_say_not_zeroed(const struct gs_wrong *wrong, bool junk, const char *what,
                       struct gs_saying *out);

#endif
