/*
 * --sarif, --lines and --github: what a command finds, for other programs. What is for programs
 * goes to standard output; what is for people then goes to standard error. With --github both go to
 * standard output, so that a runner reads them in order.
 */
#ifndef GS_TELLING_H
#define GS_TELLING_H

#include "cli_options.h"
#include "output_file.h"
#include "status.h"

#include <jansson.h>

struct gs_telling_options {
    const char *sarif;
    bool lines, github;
};

/* Rows of a table of options; the command's struct has the options in the member `field`. */
#define GS_TELLING_ROWS(arguments, field)                                                          \
    {"--sarif", "FILE", GS_OPTION_TEXT, offsetof(arguments, field.sarif),                          \
     .help = "write what is found to FILE as SARIF 2.1.0, which editors and code hosts read "      \
             "(-: to standard output)"},                                                           \
        {"--lines", NULL, GS_OPTION_FLAG, offsetof(arguments, field.lines),                        \
         .help = "print what is found as compilers do, file:line:column: error: sentence "         \
                 "[kind]; all else goes to standard error"},                                       \
    {                                                                                              \
        "--github", NULL, GS_OPTION_FLAG, offsetof(arguments, field.github),                       \
            .help = "the same as GitHub reads it in a workflow: it shows each at its line"         \
    }

struct gs_telling {
    const struct gs_telling_options *options;
    const struct gs_command_line *line;
    FILE
        *programs; /* standard output as it was, where something is printed for programs; or NULL */
    struct gs_output sarif;
    int errors;     /* standard error as it was, with --github; 0: it is as it was */
    char token[33]; /* with --github: ends that GitHub's runner takes no commands; "": it does */
};

/* Refuses what cannot be written. `other` is what goes to standard output already, as it is typed;
 * or NULL. */
enum gs_status gs_telling_begin(struct gs_telling *telling,
                                const struct gs_telling_options *options,
                                const struct gs_command_line *line, const char *other,
                                struct gs_error *error);

/* Prints and writes a list (told.h); NULL: there is none, and a file stays as it was. `failure`:
 * why there is no result, or NULL. May be called again: each list takes the place of the one
 * before. */
enum gs_status gs_telling_end(struct gs_telling *telling, const json_t *told, enum gs_status status,
                              const char *failure, struct gs_error *error);

void gs_telling_release(struct gs_telling *telling);

#endif
