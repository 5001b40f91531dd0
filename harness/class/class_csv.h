/* class.csv: one row a student. */
#ifndef GS_CLASS_CSV_H
#define GS_CLASS_CSV_H

#include "class.h"

#include <stdio.h>

/* content: a struct gs_class. Cells that a spreadsheet would take for a formula begin with "'". */
bool gs_class_csv_write(FILE *out, const void *content);

#endif
