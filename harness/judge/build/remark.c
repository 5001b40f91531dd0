#include "remark.h"

#include "plain_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text of the student's or the compiler's, as JSON takes it. */
static json_t *as_text(const char *from)
{
    char *text = strdup(from);
    if (text == NULL)
        return NULL;
    gs_plain_text(text);
    json_t *string = json_string(text);
    free(text);
    return string;
}

static bool is_known(const json_t *remarks, const char *kind, unsigned line)
{
    for (size_t i = 0; i < json_array_size(remarks); i++) {
        const json_t *remark = json_array_get(remarks, i);
        if (json_integer_value(json_object_get(remark, "line")) == (json_int_t)line &&
            strcmp(json_string_value(json_object_get(remark, "kind")), kind) == 0)
            return true;
    }
    return false;
}

bool gs_remark_is_wanted(const json_t *remarks, const char *kind, unsigned line)
{
    enum { MOST_REMARKS = 20 };
    return json_array_size(remarks) < MOST_REMARKS && !is_known(remarks, kind, line);
}

void gs_remark_add(json_t *remarks, const char *kind, const struct gs_source *source, unsigned line,
                   const char *detail, const char *format, ...)
{
    enum { MOST_TEXT = 512 };
    char sentence[MOST_TEXT], text[MOST_TEXT];
    va_list args;
    if (!gs_remark_is_wanted(remarks, kind, line))
        return;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    gs_source_copy_line(source, line, text, sizeof text);
    json_array_append_new(remarks, json_pack("{s:s, s:o, s:i, s:o, s:o}", "kind", kind, "sentence",
                                             as_text(sentence), "line", (int)line, "text",
                                             as_text(text), "detail", as_text(detail)));
}
