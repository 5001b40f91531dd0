/* CSV files. */
#ifndef GS_CSV_H
#define GS_CSV_H

#include <stdio.h>

/* A cell by RFC 4180: `before` and the text, in quotes where the text holds a comma, a quote or the
 * end of a line; its quotes are doubled. `before` holds none of those. */
void gs_csv_cell(FILE *out, const char *before, const char *text);

#endif
