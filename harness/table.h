/* Records as tables for a person. */
#ifndef GS_TABLE_H
#define GS_TABLE_H

#include "record.h"

#include <stdio.h>

/*
 * For each workload and dtype the median time over n; then GB/s and % of the measured peak at the
 * largest n, the effect of the block size, and everything that is not right, with its reason.
 */
void gs_table_print(const struct gs_results *results, FILE *out);

/* Only what is not right, with its reason; nothing where all is right. */
void gs_table_print_troubles(const struct gs_results *results, FILE *out);

/* "1.23 us": three significant digits. text holds 16 bytes. */
void gs_time_format(double seconds, char text[static 16]);

#endif
