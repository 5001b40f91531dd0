/*
 * A student's source as simt-cc reads it (simt-cc --tokens): its tokens as they are written, and
 * those that are compiled.
 */
#ifndef GS_SOURCE_TEXT_H
#define GS_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The letters are simt-cc's. */
enum gs_token_kind {
    GS_TOKEN_WORD = 'w', /* identifiers and keywords */
    GS_TOKEN_NUMBER = 'n',
    GS_TOKEN_STRING = 's', /* with its quotes; also the <file> of an #include */
    GS_TOKEN_CHARACTER = 'c',
    GS_TOKEN_UNCLEAR = 'u', /* a raw string, or a #, that compilers may read in different ways */
    GS_TOKEN_MARK = 'm',
};

struct gs_token {
    enum gs_token_kind kind;
    unsigned line;      /* from 1; 0: of another file than the student's */
    unsigned directive; /* the preprocessor's line that it stands in, from 1; 0: in none */
    size_t match;       /* the bracket that answers this one; their count: none does */
    const char *text;
};

struct gs_tokens {
    struct gs_token *items; /* ends with one of an empty text, which is not counted */
    size_t count;
};

/* A function outside of classes. */
struct gs_source_function {
    const char *name;
    size_t head, parameters, body, end; /* compiled tokens: the first one, ( { and } */
    bool global, device, host;          /* as it is marked */
};

/* Numbers of lines, in order. */
struct gs_lines {
    unsigned *items;
    size_t count;
};

struct gs_source {
    const char *text;         /* the caller's, of which this is told */
    const char *header;       /* the exercise's, which may say what it likes; NULL: none */
    struct gs_tokens written; /* what stands in the file */
    struct gs_tokens
        compiled; /* behind the preprocessor, of this file and others that are not the
                     system's: its macros are replaced; none where it did not get there */
    struct gs_source_function *functions;
    size_t function_count;
    struct gs_lines device_lines, print_lines;
    bool mixed;          /* a system header was compiled in which a macro of the student's stands */
    unsigned mixed_line; /* which includes it; 0: a line of another file does */
    bool complete;       /* all of that is there */
    char *data;          /* where the texts lie */
};

/* Adds to a source what simt-cc wrote of it (zero-terminated; it belongs to the source from then
 * on). What is cut short is read as far as it goes. False where there is no memory. */
bool gs_source_read_tokens(struct gs_source *source, char *data);
void gs_source_release(struct gs_source *source);

/* Whether token `index` exists and is `text`. */
bool gs_token_is(const struct gs_tokens *tokens, size_t index, const char *text);

/* The first line with that word in code; 0: there is none. */
unsigned gs_source_find(const struct gs_source *source, const char *word);

/* Where a line of the file begins; NULL: there is none of that number. */
const char *gs_source_line(const struct gs_source *source, unsigned line);

/* A line without the blanks around it, cut to the buffer. */
void gs_source_copy_line(const struct gs_source *source, unsigned line, char *text, size_t size);

/* The function in whose text that line is; NULL: none. */
const struct gs_source_function *gs_source_function_at(const struct gs_source *source,
                                                       unsigned line);

/* Whether a line is of a kernel, of a `__device__` function, or of a member of a class or a lambda
 * that is marked so. */
bool gs_source_is_of_device(const struct gs_source *source, unsigned line);

/* Whether something is printed in that line: printf() is given a double by the rules of the
 * language. */
bool gs_source_prints(const struct gs_source *source, unsigned line);

#endif
