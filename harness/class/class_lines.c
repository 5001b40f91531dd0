#include "class_lines.h"

#include "files.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

enum gs_status gs_line_fail(const struct gs_line *line, struct gs_error *error, const char *format,
                            ...)
{
    char what[400];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return gs_fail(error, GS_USAGE, "%.100s:%u: %s", line->file, line->number, what);
}

char *gs_line_word(struct gs_line *line)
{
    char *word = line->rest + strspn(line->rest, blanks);
    size_t length = strcspn(word, blanks);
    line->rest = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

char *gs_line_rest(struct gs_line *line)
{
    char *rest = line->rest + strspn(line->rest, blanks);
    size_t length = strlen(rest);
    while (length > 0 && strchr(blanks, rest[length - 1]) != NULL)
        length--;
    rest[length] = '\0';
    line->rest = rest + length;
    return rest;
}

enum gs_status gs_line_points(struct gs_line *line, double *points, struct gs_error *error)
{
    const double most = 1e6;
    char *end;
    const char *word = gs_line_word(line);
    *points = strtod(word, &end);
    if (word[0] == '\0' || *end != '\0' || !(*points >= 0 && *points <= most))
        return gs_line_fail(line, error, "\"%.60s\" is no number of points; write it as in 7.5",
                            word);
    return GS_OK;
}

/* All that is wrong with a file is told at once, as far as there is room. */
static void add_bad(struct gs_error *error, size_t *used, unsigned before, const char *why)
{
    enum { MORE = 24 }; /* room for the last line */
    const size_t room = sizeof error->text - *used;
    if (before == 0 || strlen(why) + MORE < room)
        *used += (size_t)snprintf(error->text + *used, room, "%s%s", before > 0 ? "\n" : "", why);
    else
        snprintf(error->text + *used, room, "\nand more lines");
}

enum gs_status gs_lines_read(const char *file, gs_line_reader *read, void *context,
                             struct gs_error *error)
{
    enum { MOST_BYTES = 1 << 20 };
    static const char mark[] = "\xef\xbb\xbf"; /* Windows' editors put it in front */
    struct gs_text text;
    enum gs_status status = gs_file_read(file, MOST_BYTES, &text, error);
    if (status != GS_OK)
        return status;
    struct gs_line line = {.file = file};
    struct gs_error why;
    unsigned bad = 0;
    size_t used = 0;
    char *at = text.data + (strncmp(text.data, mark, 3) == 0 ? 3 : 0);
    while ((status == GS_OK || status == GS_USAGE) && *at != '\0') {
        size_t length = strcspn(at, "\n");
        char *next = at + length + (at[length] != '\0');
        at[length] = '\0';
        line.number++;
        line.rest = at + strspn(at, blanks);
        enum gs_status read_one = GS_OK;
        if (line.rest[0] != '\0' && line.rest[0] != '#')
            read_one = read(&line, context, &why);
        if (read_one != GS_OK) {
            status = read_one;
            add_bad(error, &used, bad++, why.text);
        }
        at = next;
    }
    free(text.data);
    return status;
}
