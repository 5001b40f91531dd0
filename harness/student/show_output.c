#include "show_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_OF_MISTAKE = 24, /* lines of the case that is explained */
    MOST_OF_CASE = 6,
    MOST_OF_ALL = 40,
    MOST_COLUMNS = 200,
    LAST_LINES = 3, /* of what is too long these are shown, after the first ones */
};

/* Cases that follow each other and printed the same. */
struct group {
    const json_t *printed; /* of the first of them */
    size_t first, count;
    size_t left_out; /* lines, before "end" */
    bool explained;
};

static bool is_same(const json_t *a, const json_t *b)
{
    return strcmp(gs_show_member(a, "text"), gs_show_member(b, "text")) == 0 &&
           strcmp(gs_show_member(a, "end"), gs_show_member(b, "end")) == 0 &&
           json_equal(json_object_get(a, "left_out"), json_object_get(b, "left_out"));
}

static struct group group_at(const json_t *output, size_t first, const char *test)
{
    const json_t *printed = json_array_get(output, first);
    struct group group = {.printed = printed,
                          .first = first,
                          .left_out =
                              (size_t)json_integer_value(json_object_get(printed, "left_out"))};
    size_t i = first;
    for (; i < json_array_size(output) && is_same(printed, json_array_get(output, i)); i++)
        group.explained |= strcmp(gs_show_member(json_array_get(output, i), "test"), test) == 0;
    group.count = i - first;
    return group;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; count++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return count;
}

/* Behind a bar, so that it is not taken for what gridstride says. */
static void put_line(const struct gs_show *show, const char *line)
{
    size_t length = strcspn(line, "\n"), shown = length < MOST_COLUMNS ? length : MOST_COLUMNS;
    while (shown < length && shown > 0 && ((unsigned char)line[shown] & 0xc0) == 0x80)
        shown--;
    fputs("     | ", show->out);
    gs_show_put(show, line, shown);
    fputs(shown < length ? "...\n" : "\n", show->out);
}

/* Lines `from` to `to` of a text. */
static void put_lines(const struct gs_show *show, const char *text, size_t from, size_t to)
{
    for (size_t i = 0; i < to && *text != '\0'; i++) {
        if (i >= from)
            put_line(show, text);
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
}

static void put_gap(const struct gs_show *show, size_t lines)
{
    gs_show_colour(show, GS_FAINT);
    fprintf(show->out, "       (%zu line%s left out)\n", lines, lines == 1 ? "" : "s");
    gs_show_plain(show);
}

/* At most that many lines; returns how many. */
static size_t put_text(const struct gs_show *show, const struct group *group, size_t most)
{
    const char *text = gs_show_member(group->printed, "text"),
               *end = gs_show_member(group->printed, "end");
    size_t lines = count_lines(text);
    bool cut = *end != '\0';
    const char *tail = cut ? end : text;
    size_t tail_lines = count_lines(tail), last = tail_lines < LAST_LINES ? tail_lines : LAST_LINES;
    if (!cut && lines <= most) {
        put_lines(show, text, 0, lines);
        return lines;
    }
    size_t first = most - LAST_LINES < lines ? most - LAST_LINES : lines;
    put_lines(show, text, 0, first);
    put_gap(show,
            lines - first - (cut ? 0 : last) + group->left_out + (cut ? tail_lines - last : 0));
    put_lines(show, tail, tail_lines - last, tail_lines);
    return first + last;
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* "n = 0, 1, 31", the caller's. */
static char *names_of(const json_t *output, size_t first, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    const char *before = NULL;
    for (size_t i = first; i < first + count; i++) {
        const char *name = gs_show_member(json_array_get(output, i), "test");
        gs_show_join_name(out, before, name);
        before = name;
    }
    fclose(out);
    return text;
}

/* The sizes that printed it. The largest is called twice, and so prints twice. */
static void put_names(const struct gs_show *show, const json_t *output, const struct group *group)
{
    const json_t *last = json_array_get(output, group->first + group->count - 1);
    char title[1024], *names = names_of(output, group->first, group->count);
    snprintf(title, sizeof title, "%s%s:", names != NULL ? names : "",
             json_integer_value(json_object_get(last, "calls")) > 1 ? ", called twice" : "");
    free(names);
    fputs("  ", show->out);
    gs_show_paragraph(show, title, 2, 2);
}

void gs_show_output(const struct gs_show *show, const json_t *output, const char *test)
{
    size_t lines = 0, left_out = 0;
    struct group group;
    if (json_array_size(output) > 0)
        fputs("\nyour program printed\n", show->out);
    for (size_t first = 0; first < json_array_size(output); first += group.count) {
        group = group_at(output, first, test);
        left_out += lines >= MOST_OF_ALL && !group.explained ? group.count : 0;
        if (lines >= MOST_OF_ALL && !group.explained)
            continue;
        put_names(show, output, &group);
        lines += put_text(show, &group, group.explained ? MOST_OF_MISTAKE : MOST_OF_CASE);
    }
    if (left_out > 0)
        fprintf(show->out, "  and with %zu other size%s, which --json shows\n", left_out,
                left_out == 1 ? "" : "s");
}
