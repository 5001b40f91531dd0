#ifndef SIMT_DESCRIBE_H
#define SIMT_DESCRIBE_H

#include "lexer.h"

/* Functions with a body, outside of classes: token indices. */
struct simt_functions {
    struct simt_function {
        size_t first, body; /* of its declaration, and its { */
    } * items;
    size_t count, capacity;
};

/* Adds what --tokens writes of a source, a line each, without what system headers hold:
 *     KIND LINE DIRECTIVE MATCH TEXT     a token: w(ord), n(umber), s(tring), c(haracter), m(ark),
 *                                        u(nclear); its line, 0 in another file than the first; the
 *                                        preprocessor's line that it stands in, from 1, or 0; the
 *                                        number of the bracket that answers it, from 1, or 0. In
 *                                        the text, bytes of control are `?`
 *     i LINE                             a system header in which a macro of the user's is expanded
 *                                        is included in that line (0: by another file)
 *     f FIRST PARAMETERS BODY END WORDS  a function: numbers of tokens, from 1, of its
 * declaration's first one, ( { and }; which of global, device, host and pattern (a template, or
 * constexpr) it is .                                  the end CUDA's own words are written as CUDA
 * spells them. `functions` may be NULL. */
void simt_describe(const struct simt_source *source, const struct simt_functions *functions,
                   struct simt_buffer *text);

#endif
