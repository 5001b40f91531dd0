#include "class_more.h"

#include "class_marks.h"

enum { MOST_LINES = 20, MOST_LINE = 160 };

static void write_warnings(FILE *out, const json_t *warnings)
{
    size_t i;
    const json_t *warning;
    json_array_foreach(warnings, i, warning)
    {
        fprintf(out, "%s: %s\n", gs_marks_place(warning).text, gs_get_text(warning, "sentence"));
    }
}

/* What was printed in that case; in the first one that printed anything, where that did not. */
static const json_t *printed_in(const json_t *output, const char *test)
{
    size_t i;
    const json_t *printed;
    json_array_foreach(output, i, printed)
    {
        if (gs_has_text(printed, "test", test))
            return printed;
    }
    return json_array_get(output, 0);
}

/* Not within a character of UTF-8. */
static int cut_line(const char *line)
{
    int length = (int)strcspn(line, "\n"), shown = length < MOST_LINE ? length : MOST_LINE;
    while (shown < length && shown > 0 && ((unsigned char)line[shown] & 0xc0) == 0x80)
        shown--;
    return shown;
}

static void write_printed(FILE *out, const json_t *printed)
{
    const char *line = gs_get_text(printed, "text");
    if (line[0] == '\0')
        return;
    fprintf(out, "printed with %s:\n", gs_get_text(printed, "test"));
    for (int count = 0; *line != '\0' && count < MOST_LINES; count++) {
        fprintf(out, "| %.*s\n", cut_line(line), line);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (*line != '\0' || gs_marks_number(printed, "left_out") > 0)
        fputs("(and more)\n", out);
}

void gs_class_more(FILE *out, const json_t *marks)
{
    if (gs_marks_verdict(marks) != GS_MARKS_FAILED)
        return;
    write_warnings(out, json_object_get(marks, "warnings"));
    write_printed(out, printed_in(json_object_get(marks, "output"),
                                  gs_get_text(json_object_get(marks, "mistake"), "test")));
}
