/* Members of JSON objects: marks, findings, what a file says. What is missing is empty, so that
 * readers need not ask. */
#ifndef GS_JSON_GET_H
#define GS_JSON_GET_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* A member of an object; "", 0 or false where it has none. Numbers end at 2^48 and -2^48. */
const char *gs_get_text(const json_t *object, const char *name);
long long gs_get_number(const json_t *object, const char *name);
bool gs_has_text(const json_t *object, const char *name, const char *text);

/* Its "line". */
int gs_line_of(const json_t *object);

/* Whether its "file" is called `name`, in whichever folder it is. */
bool gs_is_in_file(const json_t *object, const char *name);

/* Element k of the array that is a member. */
long long gs_get_element(const json_t *object, const char *name, size_t k);

#endif
