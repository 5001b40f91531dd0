/* The help of a command, from its table. */
#include "cli_options.h"

#include "install_paths.h"

#include <string.h>

enum { WIDTH = 96, COLUMN = 23 };

void gs_help_print_text(const char *text, int indent, FILE *out)
{
    int column = indent;
    while (*text != '\0') {
        int length = (int)strcspn(text, " \n");
        if (column > indent && column + 1 + length > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", length, text);
        text += length;
        if (*text == '\n') {
            fprintf(out, "\n%*s", text[1] == '\n' ? 0 : indent, "");
            column = indent;
        }
        text += *text != '\0';
    }
    fputc('\n', out);
}

static void print_options(const struct gs_option *options, FILE *out)
{
    for (; options != NULL && options->name != NULL; options++) {
        const char *value = options->value != NULL ? options->value : "";
        int length = fprintf(out, "  %s%s%s", options->name, *value != '\0' ? " " : "", value);
        fprintf(out, "%*s", length < COLUMN ? COLUMN - length : 1, "");
        gs_help_print_text(options->help, COLUMN, out);
    }
}

static void print_usage(const char *lines, FILE *out)
{
    const char *before = "usage:";
    while (*lines != '\0') {
        int length = (int)strcspn(lines, "\n");
        fprintf(out, "%-6s %s %.*s\n", before, gs_called(), length, lines);
        lines += length + (lines[length] == '\n');
        before = "";
    }
}

void gs_help_print(const struct gs_syntax *syntax, FILE *out)
{
    bool options = syntax->options != NULL;
    fprintf(out, "gridstride %s: %s\n\n", syntax->name, syntax->about);
    if (syntax->usage != NULL)
        print_usage(syntax->usage, out);
    else
        fprintf(out, "usage: %s %s%s%s%s\n", gs_called(), syntax->name,
                syntax->operands[0] != '\0' ? " " : "", syntax->operands,
                options ? " [OPTIONS]" : "");
    if (syntax->text != NULL) {
        fputc('\n', out);
        gs_help_print_text(syntax->text, 0, out);
    }
    fputc('\n', out);
    print_options(syntax->options, out);
    print_options(gs_help_options, out);
    if (syntax->notes != NULL) {
        fputc('\n', out);
        gs_help_print_text(syntax->notes, 0, out);
    }
}
