#ifndef SIMT_LEXER_H
#define SIMT_LEXER_H

#include "buffer.h"

#include <stdbool.h>
#include <stddef.h>

enum simt_token_kind {
    SIMT_TOKEN_IDENTIFIER, /* keywords too */
    SIMT_TOKEN_NUMBER,
    SIMT_TOKEN_STRING,
    SIMT_TOKEN_CHARACTER,
    SIMT_TOKEN_UNCLEAR, /* only in what is written: a raw string of several lines, or a wrong one;
                           a # that is for nobody */
    SIMT_TOKEN_PUNCTUATOR, /* one token for :: -> ... and every operator that ends in '='; `<` and
                              `>` always singly */
};

/* No bracket answers this one: not a bracket, or an unbalanced one. */
#define SIMT_NO_MATCH ((size_t)-1)

struct simt_token {
    enum simt_token_kind kind;
    bool system; /* from a system header */
    size_t start, length;
    size_t match;       /* index of the token that closes or opens this ( [ {, else SIMT_NO_MATCH */
    unsigned directive; /* the preprocessor's line that it stands in, from 1; 0: none */
};

/* A line that begins with '#': a line marker (`# 12 "file" flags`), or anything else (pragmas). */
struct simt_directive {
    bool is_marker;
    bool enters, returns; /* markers: flags 1, 2 */
    bool system;          /* markers: flag 3; others: from a system header */
    size_t start, length; /* without the newline */
    unsigned long line;   /* markers: number of the next line */
    size_t file_start, file_length;
};

/* Text cut into tokens. It is a copy, in which `<:` and the like are written `[` and a blank. */
struct simt_source {
    char *text;
    size_t length;
    struct simt_token *tokens;
    size_t token_count, token_capacity;
    struct simt_directive *directives;
    size_t directive_count, directive_capacity;
    size_t *lines; /* where each line of the text begins */
    size_t line_count, line_capacity;
    bool mixed;               /* text of the user's stands within a system header: a macro of his is
                                 expanded there. g++ tells it, clang++ does not */
    unsigned long mixed_line; /* the line of the file that was compiled which includes that header;
                                 0: another file does */
    bool
        relocatable; /* compiled by -rdc=true: kernels may call what is around launches of theirs */
};

/* Cuts preprocessed text into tokens; comments and blanks are dropped, and so are whole system
 * headers in which nothing needs translation. Returns false with one line in `error` for an
 * unterminated string, character or comment. Release `source` in either case. */
bool simt_source_read(struct simt_source *source, const char *text, size_t length,
                      struct simt_buffer *error);

/* The same of text that no preprocessor has seen, whatever it is: lines that end in a backslash are
 * joined, also in raw strings, and what stands in the preprocessor's lines is cut into tokens too.
 */
bool simt_source_read_written(struct simt_source *source, const char *text, size_t length,
                              struct simt_buffer *error);
void simt_source_release(struct simt_source *source);

/* Whether token `index` exists and reads exactly `word`. */
bool simt_token_is(const struct simt_source *source, size_t index, const char *word);

/* Whether it is one of some words; the last one of an array is NULL. */
bool simt_token_is_among(const struct simt_source *source, size_t index, const char *const *words);
#define simt_token_is_any(source, index, ...)                                                      \
    simt_token_is_among((source), (index), (const char *const[]){__VA_ARGS__, NULL})

/* The token that closes the bracket at `index`; where it opens none, `index`. */
size_t simt_skip_group(const struct simt_source *source, size_t index);

/* The `>` of the template header that begins at `index`, which may hold the words `class` and
 * `struct`; where none ends before `end`, `index`. */
size_t simt_skip_template_header(const struct simt_source *source, size_t index, size_t end);

/* Whether two tokens read the same. */
bool simt_tokens_are_equal(const struct simt_source *source, size_t a, size_t b);

/* Whether the ( at `open` belongs to a word that takes no parameters of a function's: an attribute,
 * alignas, decltype. */
bool simt_opens_attribute(const struct simt_source *source, size_t open);

/* The line of the text at `offset` in the file that was compiled; 0: it is another file's. */
unsigned long simt_source_own_line(const struct simt_source *source, size_t offset);

/* Where a text's byte was before the preprocessor. The file's name ends with its length. */
struct simt_place {
    const char *file;
    size_t file_length;
    unsigned long line;
    size_t column; /* from 1, in bytes */
};
struct simt_place simt_source_place(const struct simt_source *source, size_t offset);

bool simt_token_is_identifier(const struct simt_source *source, size_t index);

/* Adds line breaks, a line marker and blanks to `output`, so that what is added next has the line
 * and column of the text at `offset` in the compiler's messages (columns beyond 1000 are not kept).
 */
void simt_source_sync(const struct simt_source *source, size_t offset, struct simt_buffer *output);

/* Adds "file:line: error: simt-cc: " and the formatted message to `error`, for the place at
 * `offset`. */
void simt_source_error(const struct simt_source *source, size_t offset, struct simt_buffer *error,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
