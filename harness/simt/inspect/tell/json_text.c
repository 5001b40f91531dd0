#include "json_text.h"

#include <stdlib.h>
#include <string.h>
#include <vector_types.h>

/* The bytes of a well-formed UTF-8 character; 0: it is none. */
static size_t character_length(const char *text)
{
    for (size_t length = 1; length <= 4; length++) {
        if (text[length - 1] == '\0')
            return 0;
        json_t *one = json_stringn(text, length);
        json_decref(one);
        if (one != NULL)
            return length;
    }
    return 0;
}

json_t *simt_json_text(const char *text)
{
    if (text == NULL)
        return json_null();
    json_t *value = json_string(text);
    if (value != NULL)
        return value;
    char *copy = strdup(text);
    for (char *p = copy; p != NULL && *p != '\0';) {
        size_t length = character_length(p);
        if (length == 0)
            *p = '?';
        p += length != 0 ? length : 1;
    }
    value = copy != NULL ? json_string(copy) : NULL;
    free(copy);
    return value;
}

json_t *simt_json_extent(const struct dim3 *extent)
{
    return json_pack("[III]", (json_int_t)extent->x, (json_int_t)extent->y, (json_int_t)extent->z);
}
