/*
 * The report: plots as parts of the page. A file may hold anything, so of each only what gnuplot
 * draws is taken: these elements with these attributes, closed in the order they were opened, and
 * references to nothing but themselves.
 */
#include "html.h"
#include "report_parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_DEPTH = 32, NAME_BYTES = 24 };

struct drawing {
    const char *at; /* what is left of the file */
    FILE *out;
    const char *prefix; /* of every id */
    const char *title;
    char open[MOST_DEPTH][NAME_BYTES];
    size_t depth;
};

static const char *const elements[] = {
    "svg",      "g",    "path", "text",   "tspan",   "use",         "rect",     "circle", "polygon",
    "polyline", "line", "defs", "filter", "feFlood", "feComposite", "clipPath", "title",  "desc"};
static const char *const attributes[] = {"id",
                                         "class",
                                         "d",
                                         "x",
                                         "y",
                                         "x1",
                                         "y1",
                                         "x2",
                                         "y2",
                                         "dx",
                                         "dy",
                                         "cx",
                                         "cy",
                                         "r",
                                         "rx",
                                         "ry",
                                         "width",
                                         "height",
                                         "points",
                                         "transform",
                                         "fill",
                                         "fill-opacity",
                                         "fill-rule",
                                         "opacity",
                                         "color",
                                         "stroke",
                                         "stroke-width",
                                         "stroke-dasharray",
                                         "stroke-linecap",
                                         "stroke-linejoin",
                                         "stroke-opacity",
                                         "font-family",
                                         "font-size",
                                         "font-weight",
                                         "font-style",
                                         "text-anchor",
                                         "shape-rendering",
                                         "filterUnits",
                                         "flood-color",
                                         "flood-opacity",
                                         "result",
                                         "in",
                                         "in2",
                                         "operator",
                                         "viewBox",
                                         "xlink:href",
                                         "filter",
                                         "clip-path",
                                         "style",
                                         "baseline-shift"};

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return false;
}

/* Reads a name, and moves behind it; false where there is none, or none so short. */
static bool read_name(struct drawing *drawing, char name[static NAME_BYTES])
{
    size_t length = strcspn(drawing->at, " \t\r\n=/><\"'");
    if (length == 0 || length >= NAME_BYTES)
        return false;
    memcpy(name, drawing->at, length);
    name[length] = '\0';
    drawing->at += length;
    return true;
}

static void skip_blanks(struct drawing *drawing)
{
    drawing->at += strspn(drawing->at, " \t\r\n");
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* A reference points into the same drawing. */
static void write_value(const struct drawing *drawing, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"' || text[i] == '<' || text[i] == '>')
            fprintf(drawing->out, "&#%u;", (unsigned)text[i]);
        else
            fputc(text[i], drawing->out);
        if (text[i] == '#' && i >= 4 && strncmp(text + i - 4, "url(", 4) == 0)
            fputs(drawing->prefix, drawing->out);
    }
}

/* False where it would reach out of the drawing, or change more than it. */
static bool is_harmless(const char *name, const char *value, size_t length)
{
    static const char filter[] = "filter:url(#";
    if (memchr(value, '&', length) != NULL || memchr(value, '\\', length) != NULL)
        return false; /* an escape, and no telling what it stands for */
    if (strcmp(name, "xlink:href") == 0)
        return length > 1 && value[0] == '#';
    if (strcmp(name, "style") == 0)
        return length > sizeof filter && strncmp(value, filter, sizeof filter - 1) == 0 &&
               memchr(value, ')', length) == value + length - 1;
    for (size_t i = 0; i + 4 < length; i++) {
        if (strncasecmp(value + i, "url(", 4) == 0 && value[i + 4] != '#')
            return false;
    }
    return true;
}

static void write_attribute(const struct drawing *drawing, const char *name, const char *value,
                            size_t length)
{
    bool root = drawing->depth == 0, reference = strcmp(name, "xlink:href") == 0;
    if (!is_among(name, attributes, sizeof attributes / sizeof attributes[0]) ||
        strcmp(name, "class") == 0 || (root && strcmp(name, "viewBox") != 0))
        return;
    fprintf(drawing->out, " %s=\"", reference ? "href" : name);
    if (reference)
        fprintf(drawing->out, "#%s", drawing->prefix);
    else if (strcmp(name, "id") == 0)
        fputs(drawing->prefix, drawing->out);
    write_value(drawing, value + reference, length - reference);
    fputc('"', drawing->out);
}

static bool copy_attribute(struct drawing *drawing)
{
    char name[NAME_BYTES];
    if (!read_name(drawing, name))
        return false;
    skip_blanks(drawing);
    if (*drawing->at++ != '=')
        return false;
    skip_blanks(drawing);
    char quote = *drawing->at++;
    const char *value = drawing->at;
    const char *end = quote == '"' || quote == '\'' ? strchr(value, quote) : NULL;
    if (end == NULL || !is_harmless(name, value, (size_t)(end - value)))
        return false;
    write_attribute(drawing, name, value, (size_t)(end - value));
    drawing->at = end + 1;
    return true;
}

/* ---- elements -------------------------------------------------------------------------------- */

/* What gnuplot calls a curve is no name for a reader. */
static bool skip_remark(struct drawing *drawing, const char *name)
{
    char end[NAME_BYTES + 4];
    snprintf(end, sizeof end, "</%s>", name);
    const char *found = strstr(drawing->at, end);
    if (found == NULL)
        return false;
    drawing->at = found + strlen(end);
    return true;
}

/* gnuplot opens a group for each change of its pen; most stay empty. */
static bool skip_empty_group(struct drawing *drawing)
{
    const char *end = strchr(drawing->at, '>');
    if (strncmp(drawing->at, "<g ", 3) != 0 || end == NULL)
        return false;
    end += 1 + strspn(end + 1, " \t\r\n");
    if (strncmp(end, "</g>", 4) != 0)
        return false;
    drawing->at = end + 4;
    return true;
}

static bool copy_opening(struct drawing *drawing)
{
    char name[NAME_BYTES];
    if (skip_empty_group(drawing))
        return true;
    drawing->at++;
    if (!read_name(drawing, name) ||
        !is_among(name, elements, sizeof elements / sizeof elements[0]) ||
        (strcmp(name, "svg") == 0) != (drawing->depth == 0) || drawing->depth == MOST_DEPTH)
        return false;
    if (strcmp(name, "title") == 0 || strcmp(name, "desc") == 0)
        return skip_remark(drawing, name);
    fprintf(drawing->out, "<%s", name);
    if (drawing->depth == 0) {
        fputs(" role=\"img\" aria-label=\"", drawing->out);
        gs_html_text(drawing->out, drawing->title);
        fputc('"', drawing->out);
    }
    skip_blanks(drawing);
    while (*drawing->at != '>' && *drawing->at != '/') {
        if (!copy_attribute(drawing))
            return false;
        skip_blanks(drawing);
    }
    bool empty = *drawing->at == '/';
    drawing->at += empty;
    fputs(empty ? "/>" : ">", drawing->out);
    if (!empty)
        memcpy(drawing->open[drawing->depth++], name, sizeof name);
    return *drawing->at++ == '>';
}

static bool copy_closing(struct drawing *drawing)
{
    char name[NAME_BYTES];
    drawing->at += 2;
    if (!read_name(drawing, name) || drawing->depth == 0 ||
        strcmp(name, drawing->open[drawing->depth - 1]) != 0)
        return false;
    skip_blanks(drawing);
    fprintf(drawing->out, "</%s>", name);
    drawing->depth--;
    return *drawing->at++ == '>';
}

/* From its first element to the end of that. */
static bool copy_drawing(struct drawing *drawing)
{
    drawing->at = strstr(drawing->at, "<svg");
    bool good = drawing->at != NULL && copy_opening(drawing);
    while (good && drawing->depth > 0) {
        size_t length = strcspn(drawing->at, "<");
        fwrite(drawing->at, 1, length, drawing->out);
        drawing->at += length;
        if (*drawing->at == '\0')
            return false;
        good = drawing->at[1] == '/' ? copy_closing(drawing) : copy_opening(drawing);
    }
    return good;
}

/* The whole file as text, which the caller frees; NULL: it cannot be read. */
static char *read_file(const char *path)
{
    char buffer[1 << 14], *text = NULL;
    size_t size = 0, count;
    FILE *in = fopen(path, "re"), *out = in != NULL ? open_memstream(&text, &size) : NULL;
    while (out != NULL && (count = fread(buffer, 1, sizeof buffer, in)) > 0)
        fwrite(buffer, 1, count, out);
    bool good = out != NULL && !ferror(in) && fclose(out) == 0;
    if (in != NULL)
        fclose(in);
    if (good)
        return text;
    free(text);
    return NULL;
}

bool gs_report_svg(FILE *out, const char *path, const char *prefix, const char *title)
{
    char *file = read_file(path), *text = NULL;
    size_t size = 0;
    FILE *copy = file != NULL ? open_memstream(&text, &size) : NULL;
    struct drawing drawing = {.at = file, .out = copy, .prefix = prefix, .title = title};
    bool good = copy != NULL && copy_drawing(&drawing);
    good = copy != NULL && fclose(copy) == 0 && good;
    if (good)
        fwrite(text, 1, size, out);
    free(text);
    free(file);
    return good;
}
