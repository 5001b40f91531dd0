/* Words of students and compilers, on their way into the marks: no page, file or terminal that
 * shows the marks finds anything in them to act on. */
#ifndef GS_PLAIN_TEXT_H
#define GS_PLAIN_TEXT_H

#include <jansson.h>

/* Each byte that is no UTF-8, and each character that is harmful (visible.h), becomes a `?`; line
 * ends and tabs stay. */
void gs_plain_text(char *text);

/* The same of all strings in a value. */
void gs_plain_json(json_t *value);

#endif
