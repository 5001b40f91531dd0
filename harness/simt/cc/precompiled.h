#ifndef SIMT_PRECOMPILED_H
#define SIMT_PRECOMPILED_H

#include "buffer.h"
#include "options.h"
#include "toolchain.h"
#include "words.h"

#include <stdbool.h>

/* What every program begins with, the headers that nvcc includes by itself, is more than half the
 * work of compiling a small one. gcc can keep what it knows behind them in a file, a precompiled
 * header. For each way to compile there may be two.
 *
 * For the compiler: NAME.gch, and beside it NAME.ii, a line that says for which compiler and
 * options it is, and the text that it stands for. It is used where all of these are the same to the
 * byte, so that the object is the same as without it.
 *
 * For the preprocessor: NAME.hpp.gch of NAME.hpp, which includes the headers, and NAME.hpp.ii, such
 * a line, one that tells when the headers were last changed, and the text that the preprocessor
 * makes of them. */
enum simt_precompiled_for { SIMT_FOR_COMPILER, SIMT_FOR_PREPROCESSOR };
struct simt_precompiled {
    struct simt_buffer source, header, text; /* the paths of NAME.hpp and of the two files */
    struct simt_buffer key;                  /* the line, without its end */
};

/* For these options and `command`, the compiler and its options. False where there can be none:
 * memory ran out, or the compiler is no file that could be looked at. Release in either case. */
bool simt_precompiled_find(struct simt_precompiled *precompiled, enum simt_precompiled_for what,
                           const struct simt_options *options,
                           const struct simt_toolchain *toolchain,
                           const struct simt_words *command);
void simt_precompiled_release(struct simt_precompiled *precompiled);

/* Whether something was precompiled for these options by this compiler, which is gcc then. */
bool simt_precompiled_by(const struct simt_options *options,
                         const struct simt_toolchain *toolchain);

/* Where `text`, which is to be compiled, begins with what is precompiled, writes to `rest` a text
 * that takes this beginning from the file, and returns true. */
bool simt_precompiled_use(const struct simt_precompiled *precompiled,
                          const struct simt_buffer *text, struct simt_buffer *rest);

/* What the preprocessor makes of the headers, where they are as they were when they were
 * precompiled. */
bool simt_precompiled_read_headers(const struct simt_precompiled *precompiled,
                                   struct simt_buffer *part);

/* Puts `part` where the preprocessor's output `text` names the precompiled header. False: it does
 * not, or memory ran out. */
bool simt_precompiled_put_headers(const struct simt_precompiled *precompiled,
                                  const struct simt_buffer *part, struct simt_buffer *text);

/* The part of `text`, an empty program behind the preprocessor, that all programs begin with:
 * without its first line, which names the file, and its last one, with which the file begins. */
struct simt_buffer simt_precompiled_part(const struct simt_buffer *text);

/* Writes the file of the text, to be done when the header is there. False with errno. */
bool simt_precompiled_write(const struct simt_precompiled *precompiled,
                            enum simt_precompiled_for what, const struct simt_buffer *part);

#endif
