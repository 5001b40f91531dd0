#ifndef SIMT_EDITS_H
#define SIMT_EDITS_H

#include "lexer.h"

/* One replacement of the bytes [start, end) of a source. */
struct simt_edit {
    size_t start, end;
    char *text;
    size_t length;
    size_t order; /* of those at one place */
    bool sync;    /* give what follows its line and column again */
};

/* Replacements to make in a source, in any order. A zeroed list is empty and valid. */
struct simt_edits {
    struct simt_edit *items;
    size_t count, capacity;
    bool sync_all; /* what follows an edit stays in its column */
    bool failed;   /* out of memory */
};

/* Replaces tokens first … last by `text`, which is copied. The newlines and directives between
 * these tokens are kept in front of the new text, so that what follows stays on its line. */
void simt_edits_replace(struct simt_edits *edits, const struct simt_source *source, size_t first,
                        size_t last, const char *text);

/* Replaces tokens first … last by blanks. */
void simt_edits_blank(struct simt_edits *edits, const struct simt_source *source, size_t first,
                      size_t last);

/* After a long replacement: the compiler is to find what follows the latest one where it was. */
void simt_edits_sync(struct simt_edits *edits);

/* Replaces the bytes [start, start + length), which hold no newline, by `text`. */
void simt_edits_replace_bytes(struct simt_edits *edits, size_t start, size_t length,
                              const char *text);

/* Adds the source's text with all replacements made to `output`. Returns false with a line in
 * `error` when two replacements overlap. */
bool simt_edits_apply(struct simt_edits *edits, const struct simt_source *source,
                      struct simt_buffer *output, struct simt_buffer *error);

void simt_edits_release(struct simt_edits *edits);

/* Adds the text of tokens first … last to `output` on one line: gaps of any kind become one blank.
 */
void simt_tokens_join(const struct simt_source *source, size_t first, size_t last,
                      struct simt_buffer *output);

#endif
