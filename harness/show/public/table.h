/* Records as tables for a person. */
#ifndef GS_TABLE_H
#define GS_TABLE_H

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

/* Only what is not right, with its reason, what is wrong on purpose last; nothing where all is
 * right. */
void gs_table_print_troubles(const struct gs_results *results, FILE *out);

/* "1.23 us": three significant digits. text holds 16 bytes. */
void gs_time_format(double seconds, char text[static 16]);

#endif
