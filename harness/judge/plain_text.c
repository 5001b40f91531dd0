#include "plain_text.h"

#include "visible.h"

#include <stdlib.h>
#include <string.h>

void gs_plain_text(char *text)
{
    char *to = text;
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        uint32_t number = 0;
        bytes = gs_character_read(text, left, &number);
        bool blank = bytes == 1 && (number == '\n' || number == '\t');
        if (bytes > 0 && (blank || !gs_character_is_harmful(number))) {
            memmove(to, text, bytes);
            to += bytes;
        } else {
            *to++ = '?';
        }
        bytes += bytes == 0;
    }
    *to = '\0';
}

static void clean_string(json_t *string)
{
    char *text = strdup(json_string_value(string));
    if (text != NULL) {
        gs_plain_text(text);
        if (strcmp(text, json_string_value(string)) != 0)
            json_string_set(string, text);
    }
    free(text);
}

void gs_plain_json(json_t *value)
{
    const char *key;
    size_t i;
    json_t *part;
    if (json_is_string(value))
        clean_string(value);
    json_object_foreach(value, key, part)
    {
        gs_plain_json(part);
    }
    json_array_foreach(value, i, part)
    {
        gs_plain_json(part);
    }
}
