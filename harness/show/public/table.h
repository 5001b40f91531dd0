/* Records as tables for a person. */
#ifndef GS_TABLE_H
#define GS_TABLE_H

#include "goals.h"
#include "history.h"
#include "record.h"

#include <stdio.h>

/*
 * For each workload: the launches that were given, one by one; the median time over n; GB/s and %
 * of the measured peak at the largest n; what copies cost; how accurate floats are; the effect of
 * the block size. Then the verdicts. What a workload has no records for is left out.
 */
void gs_table_print(const struct gs_results *results, FILE *out);

/* How many answers are right, wrong on purpose or otherwise not right; then the troubles. */
void gs_table_print_verdicts(const struct gs_results *results, FILE *out);

/* The first line of that, which it does not end. */
void gs_table_print_counts(const struct gs_results *results, FILE *out);

/* Only what is not right, with its reason, what is wrong on purpose last; nothing where all is
 * right. */
void gs_table_print_troubles(const struct gs_results *results, FILE *out);

/* How often a goal was looked up, and how often it was missed. */
struct gs_goal_count {
    size_t rows, short_of;
};

/*
 * A table of each of a workload's goals that there are records for: the time of the rival over
 * ours at each dtype and n, and a mark where that is less than it should be.
 */
struct gs_goal_count gs_table_print_goals(const struct gs_results *results,
                                          const struct gs_promises *promises, FILE *out);

/*
 * Which results there are, by the names of their files; then the rows that compare is sure of that
 * they changed, or `all`, with the median in each result and the change from the one before.
 */
void gs_table_print_history(const struct gs_history *history, const char *const *names, bool all,
                            FILE *out);

/* Three significant digits: "1.23 us". */
void gs_time_format(double seconds, char text[static 16]);

#endif
