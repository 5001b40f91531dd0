/*
 * Reads what was typed to a command into the command's own struct, and refuses what it does not
 * take, before anything runs. Prints its help from the same table.
 */
#ifndef GS_CLI_OPTIONS_H
#define GS_CLI_OPTIONS_H

#include "cli_words.h"
#include "status.h"

#include <stdio.h>

/* What a command is given, beside the values of its options. */
struct gs_command_line {
    const struct gs_syntax *syntax;
    char **words; /* all of it, with NULL behind the last */
    const char **operands;
    size_t operand_count;
    char **passed; /* what stands behind "--", with NULL behind the last; NULL: there is no "--" */
};

/*
 * Stores the options in `values`, a zeroed struct of syntax->bytes, and the rest in *line, of which
 * the caller frees the operands. `commands` is all of them, ending with NULL: the message for an
 * option that this one does not have names those that do. Strings are borrowed from the words.
 */
enum gs_status gs_options_read(const struct gs_syntax *syntax,
                               const struct gs_syntax *const *commands, char **words, void *values,
                               struct gs_command_line *line, struct gs_error *error);

/* Text, broken at spaces into lines of at most 96 columns; further lines begin at `indent`, as the
 * first already does. An end of a line in the text ends one. */
void gs_help_print_text(const char *text, int indent, FILE *out);

/* The help of one command. */
void gs_help_print(const struct gs_syntax *syntax, FILE *out);

#endif
