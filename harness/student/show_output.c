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
    return strcmp(gs_get_text(a, "text"), gs_get_text(b, "text")) == 0 &&
           strcmp(gs_get_text(a, "end"), gs_get_text(b, "end")) == 0 &&
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
        group.explained |= gs_has_text(json_array_get(output, i), "test", test);
    group.count = i - first;
    return group;
}

/* ---- lines ----------------------------------------------------------------------------------- */

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

static void put_note(const struct gs_show *show, size_t lines, const char *what)
{
    gs_show_colour(show, GS_FAINT);
    fprintf(show->out, "       (%zu line%s %s)\n", lines, lines == 1 ? "" : "s", what);
    gs_show_plain(show);
}

/* Behind the lines from here on that are the same, which are counted. */
static const char *skip_run(const char *text, size_t *lines)
{
    const size_t length = strcspn(text, "\n");
    const char *first = text;
    do {
        ++*lines;
        text += length + (text[length] == '\n');
    } while (*text != '\0' && strcspn(text, "\n") == length && strncmp(text, first, length) == 0);
    return text;
}

/* Runs of lines that are the same. */
static size_t count_runs(const char *text)
{
    size_t runs = 0, lines = 0;
    for (; *text != '\0'; runs++)
        text = skip_run(text, &lines);
    return runs;
}

/* The lines in runs `from` to `to` of a text. */
static size_t lines_of(const char *text, size_t from, size_t to)
{
    size_t all = 0;
    for (size_t i = 0; i < to && *text != '\0'; i++) {
        size_t lines = 0;
        text = skip_run(text, &lines);
        all += i >= from ? lines : 0;
    }
    return all;
}

/* Runs `from` to `to` of a text, each by its first line. */
static void put_runs(const struct gs_show *show, const char *text, size_t from, size_t to)
{
    for (size_t i = 0; i < to && *text != '\0'; i++) {
        size_t lines = 0;
        const char *next = skip_run(text, &lines);
        if (i >= from)
            put_line(show, text);
        if (i >= from && lines > 1)
            put_note(show, lines - 1, "more like this");
        text = next;
    }
}

/* At most that many lines, where those that are the same count as one; returns how many. */
static size_t put_text(const struct gs_show *show, const struct group *group, size_t most)
{
    const char *text = gs_get_text(group->printed, "text"),
               *end = gs_get_text(group->printed, "end");
    size_t runs = count_runs(text);
    bool cut = *end != '\0';
    const char *tail = cut ? end : text;
    size_t tail_runs = count_runs(tail), last = tail_runs < LAST_LINES ? tail_runs : LAST_LINES;
    if (!cut && runs <= most) {
        put_runs(show, text, 0, runs);
        return runs;
    }
    size_t first = most - LAST_LINES < runs ? most - LAST_LINES : runs;
    put_runs(show, text, 0, first);
    put_note(show,
             group->left_out + lines_of(text, first, cut ? runs : runs - last) +
                 (cut ? lines_of(tail, 0, tail_runs - last) : 0),
             "left out");
    put_runs(show, tail, tail_runs - last, tail_runs);
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
    for (size_t i = first; i < first + count; i++) {
        const json_t *test = json_array_get(output, i);
        gs_show_join_name(out, gs_get_text(test, "test"),
                          i > first ? json_array_get(output, i - 1) : NULL, test);
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
             json_integer_value(json_object_get(last, "calls")) > 1
                 ? " (your function is called twice there)"
                 : "");
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
