/*
 * A student's source as its tokens: comments are gone, lines that end in a backslash are joined,
 * and strings are told from code, as the compiler does it.
 */
#ifndef GS_SOURCE_TEXT_H
#define GS_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum gs_token_kind {
    GS_TOKEN_WORD, /* identifiers and keywords */
    GS_TOKEN_NUMBER,
    GS_TOKEN_STRING, /* with its quotes; also the <file> of an #include */
    GS_TOKEN_CHARACTER,
    GS_TOKEN_MARK, /* one character, or ## :: -> */
};

struct gs_token {
    enum gs_token_kind kind;
    unsigned line;      /* from 1 */
    unsigned directive; /* the preprocessor's line that it stands in, from 1; 0: in none */
    const char *text;
};

struct gs_source {
    char *text;
    size_t length;
    struct gs_token *tokens; /* ends with one of an empty text, which is not counted */
    size_t count;
    char *spelled; /* where the tokens' texts lie */
};

/* False where there is no memory. Release it in either case. */
bool gs_source_read(struct gs_source *source, const char *text, size_t length);
void gs_source_release(struct gs_source *source);

/* Whether token `index` exists and is `text`. */
bool gs_source_is(const struct gs_source *source, size_t index, const char *text);

/* The first line with that word in code; 0: there is none. */
unsigned gs_source_find(const struct gs_source *source, const char *word);

/* A line without the blanks around it, cut to the buffer. */
void gs_source_line(const struct gs_source *source, unsigned line, char *text, size_t size);

/* The token that closes the bracket at `index`: source->count where none does. */
size_t gs_source_close(const struct gs_source *source, size_t index);

/* ---- its functions --------------------------------------------------------------------------- */

struct gs_source_function {
    const char *name;
    size_t head, parameters, body, end; /* tokens: the first one, ( { and } */
    bool global, device, host;          /* as it is marked */
    bool pattern;                       /* a template, or constexpr: may be called from anywhere */
};

struct gs_source_functions {
    struct gs_source_function *items;
    size_t count;
};

/* Those outside of classes; what is behind macros is not known. Free items. */
struct gs_source_functions gs_source_functions(const struct gs_source *source);

/* The function in whose text that line is; NULL: none. */
const struct gs_source_function *gs_source_function_at(const struct gs_source *source,
                                                       const struct gs_source_functions *functions,
                                                       unsigned line);

#endif
