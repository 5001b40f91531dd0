#include "compile_diagnostic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINE = 1600 };

/* One line of the output that begins a message. */
struct head {
    enum gs_severity severity;
    char file[256];
    unsigned line, column;
    bool simulator;
    char message[1024];
};

/* ---- one line -------------------------------------------------------------------------------- */

static const char *line_end(const char *line)
{
    const char *end = strchr(line, '\n');
    return end != NULL ? end : line + strlen(line);
}

static const char *next_line(const char *line)
{
    const char *end = line_end(line);
    return *end == '\n' ? end + 1 : end;
}

/* nvcc quotes "so". */
static void quote_alike(char *message)
{
    for (char *p = message; *p != '\0'; p++) {
        if (*p == '"')
            *p = '\'';
    }
}

/* What stands between the place and the message; its length is that of `words`. nvcc may number it:
 * "warning #186-D: ". */
static const char *find_kind(const char *line, const char *end, enum gs_severity *severity)
{
    static const struct {
        const char *words;
        enum gs_severity severity;
    } kinds[] = {{": error", GS_SAYS_ERROR},
                 {": fatal error", GS_SAYS_ERROR},
                 {": catastrophic error", GS_SAYS_ERROR},
                 {": warning", GS_SAYS_WARNING},
                 {": note", GS_SAYS_NOTE}};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char *found =
            memmem(line, (size_t)(end - line), kinds[i].words, strlen(kinds[i].words));
        if (found != NULL && (first == NULL || found < first)) {
            first = found;
            *severity = kinds[i].severity;
        }
    }
    return first;
}

/* "file:12:5", "file:12" or "file(12)". */
static bool read_place(const char *line, const char *end, struct head *head)
{
    const char *name_end = memchr(line, ':', (size_t)(end - line));
    bool is_nvidia = name_end == NULL && end > line && end[-1] == ')';
    if (is_nvidia)
        name_end = memchr(line, '(', (size_t)(end - line));
    if (name_end == NULL || name_end == line || *line == ' ')
        return false;
    char *after;
    snprintf(head->file, sizeof head->file, "%.*s", (int)(name_end - line), line);
    head->line = (unsigned)strtoul(name_end + 1, &after, 10);
    head->column = *after == ':' && after < end ? (unsigned)strtoul(after + 1, &after, 10) : 0;
    return after > name_end + 1 && after == end - (is_nvidia ? 1 : 0);
}

/* What simt-cc and its headers say of themselves begins with "simt-cc: ". */
static void take_off_tag(struct head *head)
{
    static const char error[] = "#error ", tag[] = "simt-cc: ";
    char *text = head->message;
    if (strncmp(text, error, strlen(error)) == 0)
        text += strlen(error);
    bool quoted = *text == '"';
    text += quoted;
    head->simulator = strncmp(text, tag, strlen(tag)) == 0;
    if (!head->simulator)
        return;
    text += strlen(tag);
    size_t length = strlen(text);
    if (quoted && length > 0 && text[length - 1] == '"')
        length--;
    memmove(head->message, text, length);
    head->message[length] = '\0';
}

static bool read_head(const char *line, struct head *head)
{
    const char *end = line_end(line);
    const char *kind = find_kind(line, end, &head->severity);
    if (kind == NULL || !read_place(line, kind, head))
        return false;
    const char *message = memmem(kind + 2, (size_t)(end - kind - 2), ": ", 2);
    if (message == NULL)
        return false;
    snprintf(head->message, sizeof head->message, "%.*s", (int)(end - message - 2), message + 2);
    take_off_tag(head);
    if (kind[-1] == ')')
        quote_alike(head->message);
    return true;
}

/* "./vecadd.cu" is "vecadd.cu". */
static bool is_file(const char *name, const char *file)
{
    return strcmp(strncmp(name, "./", 2) == 0 ? name + 2 : name, file) == 0;
}

/* The line of `file` that stands in this one, as in "from vecadd.cu:3:"; 0: none. */
static unsigned line_named(const char *line, const char *file)
{
    char text[MOST_LINE];
    snprintf(text, sizeof text, "%.*s", (int)(line_end(line) - line), line);
    const char *found = strstr(text, file);
    size_t length = strlen(file);
    return found != NULL && found[length] == ':' ? (unsigned)strtoul(found + length + 1, NULL, 10)
                                                 : 0;
}

/* What leads to a message, and belongs to the next one. */
static bool is_context(const char *line)
{
    static const char *const beginnings[] = {"In file included from ", "                 from ",
                                             "In function ", "    inlined from "};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    }
    char text[MOST_LINE];
    snprintf(text, sizeof text, "%.*s", (int)(line_end(line) - line), line);
    return strstr(text, ":   required from ") != NULL || strstr(text, ": In ") != NULL;
}

/* ---- a message with all that belongs to it --------------------------------------------------- */

/* Past the lines that show its source. */
static const char *skip_picture(const char *line)
{
    struct head head;
    while (*line != '\0' && !is_context(line) && !read_head(line, &head))
        line = next_line(line);
    return line;
}

/* Of a message about another file: the line of ours that its notes name first. */
static unsigned line_in_notes(const struct gs_diagnostic *d, const char *file)
{
    struct head note;
    for (const char *line = d->notes; line < d->end; line = next_line(line)) {
        if (read_head(line, &note) && is_file(note.file, file))
            return note.line;
    }
    return 0;
}

static void find_end(struct gs_diagnostic *d)
{
    struct head head;
    d->notes = skip_picture(next_line(d->text));
    d->end = d->notes;
    while (*d->end != '\0') {
        const char *line = d->end; /* a note may have a context of its own */
        while (*line != '\0' && is_context(line))
            line = next_line(line);
        if (!read_head(line, &head) || head.severity != GS_SAYS_NOTE)
            return;
        d->end = skip_picture(next_line(line));
    }
}

bool gs_diagnostic_next(const char **at, const char *file, struct gs_diagnostic *diagnostic)
{
    struct head head;
    unsigned led_by = 0;
    const char *line = *at;
    while (*line != '\0' && !(read_head(line, &head) && head.severity != GS_SAYS_NOTE)) {
        unsigned named = is_context(line) ? line_named(line, file) : 0;
        if (named != 0)
            led_by = named;
        line = next_line(line);
    }
    *at = line;
    if (*line == '\0')
        return false;
    *diagnostic = (struct gs_diagnostic){.severity = head.severity,
                                         .own = is_file(head.file, file),
                                         .simulator = head.simulator,
                                         .text = line};
    memcpy(diagnostic->message, head.message, sizeof head.message);
    find_end(diagnostic);
    if (diagnostic->own) {
        diagnostic->line = head.line;
        diagnostic->column = head.column;
    } else {
        diagnostic->line = led_by != 0 ? led_by : line_in_notes(diagnostic, file);
    }
    *at = diagnostic->end;
    return true;
}

/* ---- its lines, for whoever wants to read them ----------------------------------------------- */

struct detail {
    const char *folder;
    char *out, *end;
    unsigned lines;
};

static void append_line(struct detail *detail, const char *line)
{
    enum { MOST_LINES = 10 };
    size_t prefix = strlen(detail->folder);
    const char *end = line_end(line);
    if (detail->lines == MOST_LINES)
        return;
    if (detail->lines++ > 0 && detail->out < detail->end)
        *detail->out++ = '\n';
    while (line < end && detail->out < detail->end) {
        if (prefix > 0 && strncmp(line, detail->folder, prefix) == 0)
            line += prefix + (line[prefix] == '/' ? 1 : 0);
        else
            *detail->out++ = *line++;
    }
}

void gs_diagnostic_detail(const struct gs_diagnostic *diagnostic, const char *file,
                          const char *header, const char *folder, char *text, size_t size)
{
    struct detail detail = {.folder = folder, .out = text, .end = text + size - 1};
    bool shown = diagnostic->own;
    if (!shown) /* a header of the system's: where it lies is nobody's matter */
        append_line(&detail, diagnostic->message);
    for (const char *line = diagnostic->text; line < diagnostic->end; line = next_line(line)) {
        struct head head;
        if (line >= diagnostic->notes && read_head(line, &head))
            shown = is_file(head.file, file) || is_file(head.file, header);
        if (shown && !is_context(line))
            append_line(&detail, line);
    }
    *detail.out = '\0';
}
