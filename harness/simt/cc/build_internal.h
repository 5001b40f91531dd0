#ifndef SIMT_BUILD_INTERNAL_H
#define SIMT_BUILD_INTERNAL_H

#include "build.h"
#include "buffer.h"
#include "translate.h"
#include "words.h"

/* The steps of a build, which precompiling takes too. */

/* Says the line, or that memory ran out where there is none. */
enum simt_build_result simt_build_unusable(const struct simt_buffer *error);

/* As simt_run(); what hinders the command is said. */
enum simt_build_result simt_build_step(const struct simt_words *command,
                                       const struct simt_buffer *input, struct simt_buffer *output);

/* Which of the two compilers this is: they name the same options differently. */
enum simt_build_result simt_build_ask_for_clang(const struct simt_toolchain *toolchain,
                                                bool *is_clang);

/* The options of the preprocessor. For the device, or for the host: without __CUDA_ARCH__.
 * `target` is NULL where no dependencies are to be written. */
void simt_build_add_reading(struct simt_words *command, const struct simt_options *options,
                            const struct simt_toolchain *toolchain, const struct simt_input *input,
                            const char *target, bool host);

enum simt_build_result simt_build_preprocess(const struct simt_options *options,
                                             const struct simt_toolchain *toolchain,
                                             const struct simt_input *input, const char *target,
                                             bool host, struct simt_buffer *text);

struct simt_how simt_build_how(const struct simt_options *options, enum simt_mark mark);

/* The compiler with all of its options, but what it reads and writes. *dumps: it is g++, in
 * lockstep. */
enum simt_build_result simt_build_add_compiler(struct simt_words *command,
                                               const struct simt_options *options,
                                               const struct simt_toolchain *toolchain, bool *dumps);

/* Empty: what it is behind the preprocessor is what every program begins with. */
extern const struct simt_input simt_build_nothing;

#endif
