/* A list as lines of text: for editors, and for GitHub. */
#include "told.h"

#include "json_get.h"
#include "source_place.h"
#include "visible.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

size_t gs_told_count(const json_t *told, const char *level)
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(told); i++)
        count += gs_has_text(json_array_get(told, i), "level", level);
    return count;
}

json_t *gs_told_path(const char *path)
{
    json_t *text = json_string(path);
    return text != NULL ? text : json_string(gs_visible(path).text);
}

static int column_of(const char *file, int line)
{
    struct gs_source_place place = gs_source_place(file, line);
    free(place.text);
    return place.column;
}

typedef void printer(const char *file, long long line, const char *level, const char *text,
                     const char *rule, FILE *out);

/* One after the other; a second line that belongs to one follows as a note. */
static void print_all(const json_t *told, printer *print, FILE *out)
{
    for (size_t i = 0; i < json_array_size(told); i++) {
        const json_t *one = json_array_get(told, i);
        const char *rule = gs_get_text(one, "rule");
        print(gs_get_text(one, "file"), gs_get_number(one, "line"), gs_get_text(one, "level"),
              gs_get_text(one, "text"), rule, out);
        if (gs_get_number(one, "other_line") > 0)
            print(gs_get_text(one, "other_file"), gs_get_number(one, "other_line"), "note",
                  gs_get_text(one, "other_text"), rule, out);
    }
}

/* ---- as compilers do ------------------------------------------------------------------------- */

/* On one line: its ends become blanks. */
static void print_text(const char *text, FILE *out)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        char part[2048];
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        fputs(gs_visible(part).text, out);
        text += length;
        if (*text == '\n' && *++text != '\0')
            fputc(' ', out);
    }
}

/* An editor needs a line: what is said of a whole file stands at its first. */
static void print_line(const char *file, long long line, const char *level, const char *text,
                       const char *rule, FILE *out)
{
    if (file[0] == '\0')
        fprintf(out, "gridstride: %s: ", level);
    else
        fprintf(out, "%s:%lld:%d: %s: ", gs_visible(file).text, line > 0 ? line : 1,
                column_of(file, (int)line), level);
    print_text(text, out);
    fprintf(out, " [%s]\n", rule);
}

void gs_told_print_lines(const json_t *told, FILE *out)
{
    print_all(told, print_line, out);
}

/* ---- as GitHub's runners read them ----------------------------------------------------------- */

/* They end a line, and a value where `is_value`. */
static void print_escaped(const char *text, bool is_value, FILE *out)
{
    for (; *text != '\0'; text++) {
        bool escaped = *text == '%' || *text == '\r' || *text == '\n' ||
                       (is_value && (*text == ':' || *text == ','));
        if (escaped)
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    }
}

/* Below the folder of the repository as a runner names it, by the way from there; else as it is. */
static const char *in_repository(const char *file, char whole[static PATH_MAX])
{
    const char *workspace = getenv("GITHUB_WORKSPACE");
    char root[PATH_MAX];
    if (workspace == NULL || realpath(workspace, root) == NULL || realpath(file, whole) == NULL)
        return file;
    const size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
    return strncmp(whole, root, length) == 0 && whole[length] == '/' ? whole + length + 1 : file;
}

static void print_command(const char *file, long long line, const char *level, const char *text,
                          const char *rule, FILE *out)
{
    char whole[PATH_MAX];
    fprintf(out, "::%s ", strcmp(level, "note") == 0 ? "notice" : level);
    if (file[0] != '\0') {
        fputs("file=", out);
        print_escaped(in_repository(file, whole), true, out);
        fprintf(out, ",line=%lld,col=%d,", line > 0 ? line : 1, column_of(file, (int)line));
    }
    fputs("title=", out);
    print_escaped(rule, true, out);
    fputs("::", out);
    print_escaped(text, false, out);
    fputc('\n', out);
}

void gs_told_print_github(const json_t *told, FILE *out)
{
    print_all(told, print_command, out);
}
