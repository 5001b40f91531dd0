#ifndef SIMT_ARCH_H
#define SIMT_ARCH_H

#include "buffer.h"
#include "lexer.h"

/* Whether the program's own files, which `text` comes from, say __CUDA_ARCH__ anywhere. */
bool simt_arch_is_asked(const char *text, size_t length);

/* Makes one text of two that a program was preprocessed to: `device` with __CUDA_ARCH__ and `host`
 * without. What the two have in common stands in it once. Functions that differ have the text of
 * the side that they are for; those for both sides have both, and take the one of the side that
 * calls. Adds it to `output`. Returns false with one line in `error` where that cannot be: a
 * variable, a type or a template that is not the same on both sides. */
bool simt_arch_merge(const struct simt_buffer *device, const struct simt_buffer *host,
                     struct simt_buffer *output, struct simt_buffer *error);

#endif
