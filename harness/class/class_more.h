/* What may explain a mistake further, as text: for a student's results and for the page. */
#ifndef GS_CLASS_MORE_H
#define GS_CLASS_MORE_H

#include <jansson.h>
#include <stdio.h>

/* Of marks of a failed exercise (judge.h): the compiler's warnings, a line each, and the first
 * lines that the program printed, in the case that is explained if it did there, each behind a bar,
 * so that none looks like a mark. Nothing of any other marks. */
void gs_class_more(FILE *out, const json_t *marks);

#endif
