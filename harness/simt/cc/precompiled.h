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
 * For the compiler: NAME.ii has the text that is precompiled. It is used where a program begins
 * with the same text to the byte, so that the object is the same as without it.
 *
 * For the preprocessor: NAME.hpp.ii has the text that it makes of the headers. It is used where the
 * headers have the same contents as they had then.
 *
 * Either begins with three lines: for which compiler and options it is (the key); what is between
 * NAME and the suffix in the name of gcc's file; a number made of the headers' contents. Each
 * precompiled header has a name of its own, and the file that names it gets its own name last: who
 * reads it while another is made has all of the old one, or all of the new one. */
enum simt_precompiled_for { SIMT_FOR_COMPILER, SIMT_FOR_PREPROCESSOR };
struct simt_precompiled {
    enum simt_precompiled_for what;
    struct simt_buffer base;   /* the path without suffix */
    struct simt_buffer list;   /* the path of the file of the text */
    struct simt_buffer key;    /* its first line, without the end */
    struct simt_buffer header; /* the path of gcc's file */
    struct simt_buffer text;   /* what is precompiled */
};

/* Why there can be no precompiled headers here, or NULL. */
const char *simt_precompiled_obstacle(const struct simt_toolchain *toolchain,
                                      enum simt_precompiled_for what);

/* For these options and `command`, the compiler and its options. False where there can be none, or
 * memory ran out. Release in either case. */
bool simt_precompiled_find(struct simt_precompiled *precompiled, enum simt_precompiled_for what,
                           const struct simt_options *options,
                           const struct simt_toolchain *toolchain,
                           const struct simt_words *command);
void simt_precompiled_release(struct simt_precompiled *precompiled);

/* Whether something was precompiled for these options by the compiler that is called by this path,
 * which was gcc then. */
bool simt_precompiled_by(const struct simt_options *options,
                         const struct simt_toolchain *toolchain);

/* Reads which header there is, and its text. False: none for this key, or, for the preprocessor, of
 * headers that have changed. */
bool simt_precompiled_read(struct simt_precompiled *precompiled);

/* What gcc's preprocessor is told to include: the header without ".gch". */
void simt_precompiled_add_source(const struct simt_precompiled *precompiled,
                                 struct simt_words *command);

/* The line that has gcc take the header. */
void simt_precompiled_add_pragma(const struct simt_precompiled *precompiled,
                                 struct simt_buffer *text);

/* Where `text`, which is to be compiled, begins with what is precompiled, writes to `rest` a text
 * that takes this beginning from the header, and returns true. */
bool simt_precompiled_use(const struct simt_precompiled *precompiled,
                          const struct simt_buffer *text, struct simt_buffer *rest);

/* Puts what is precompiled where the preprocessor's output `text` names the header. False: it does
 * not, or memory ran out. */
bool simt_precompiled_put_headers(const struct simt_precompiled *precompiled,
                                  struct simt_buffer *text);

/* The part of `text`, an empty program behind the preprocessor, that all programs begin with:
 * without its first line, which names the file, and its last one, with which the file begins. */
struct simt_buffer simt_precompiled_part(const struct simt_buffer *text);

/* A number made of the contents of all files that the preprocessor made `text` of. */
unsigned long long simt_precompiled_contents(const struct simt_buffer *text);

/* Chooses the name of a new header. For the preprocessor: writes what is precompiled. False with
 * errno, and `header` is what could not be written. */
bool simt_precompiled_begin(struct simt_precompiled *precompiled);

/* Makes the new header, which is there, that of the text `part`; `contents` is the number of its
 * headers, 0 for the compiler. Otherwise, or when it cannot be written (one line in `error`),
 * removes it. */
bool simt_precompiled_end(struct simt_precompiled *precompiled, bool complete,
                          const struct simt_buffer *part, unsigned long long contents,
                          struct simt_buffer *error);

#endif
