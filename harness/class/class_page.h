/* index.html: the class on one page that needs no network and no other file. */
#ifndef GS_CLASS_PAGE_H
#define GS_CLASS_PAGE_H

#include "class.h"

#include <stdio.h>

/* content: a struct gs_class. */
bool gs_class_page_write(FILE *out, const void *content);

/* ---- of which: ------------------------------------------------------------------------------- */

/* What the whole class did: points, exercises, mistakes. */
void gs_page_summary(FILE *out, const struct gs_class *class);

/* Everything about one student, to be unfolded. */
void gs_page_student(FILE *out, const struct gs_student *student, size_t number);

extern const char gs_page_style[], gs_page_script[];

#endif
