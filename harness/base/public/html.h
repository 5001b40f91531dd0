/* What the pages that we write share. */
#ifndef GS_HTML_H
#define GS_HTML_H

#include <stdio.h>

/* As text of an element, or of an attribute in double quotes. */
void gs_html_text(FILE *out, const char *text);

/* A whole element: "td class=\"n\"" and its text. What opens it is written as it is. */
void gs_html_element(FILE *out, const char *opening, const char *text);

#endif
