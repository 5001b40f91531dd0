/* simt-cc --precompile: what every program begins with. */
#include "build.h"
#include "build_internal.h"
#include "precompiled.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum simt_build_result cannot(const struct simt_toolchain *toolchain, const char *why)
{
    struct simt_buffer error = {0};
    simt_buffer_format(&error, "simt-cc: cannot precompile headers in %s: %s",
                       toolchain->precompiled_folder, why);
    enum simt_build_result result = simt_build_unusable(&error);
    simt_buffer_release(&error);
    return result;
}

/* Has gcc read what begins all programs once, and write what it knows then. */
static enum simt_build_result compile_header(const struct simt_words *compiler,
                                             const struct simt_precompiled *precompiled,
                                             const struct simt_buffer *part)
{
    struct simt_words command = {0};
    const bool is_text = precompiled->what == SIMT_FOR_COMPILER;
    simt_words_add_all(&command, compiler);
    simt_words_add(&command, "-o");
    simt_words_add(&command, precompiled->header.text);
    simt_words_split(&command, "-x c++-header", " ");
    if (is_text)
        simt_words_split(&command, "-fpreprocessed /dev/stdin", " ");
    else
        simt_precompiled_add_source(precompiled, &command);
    enum simt_build_result result = simt_build_step(&command, is_text ? part : NULL, NULL);
    simt_words_release(&command);
    return result;
}

/* What the preprocessor makes of nothing, and the number of the headers as they were before it. */
struct read_headers {
    struct simt_buffer text;
    unsigned long long contents;
};

/* The first time is to know which headers there are. */
static enum simt_build_result read_headers(const struct simt_options *options,
                                           const struct simt_toolchain *toolchain,
                                           struct read_headers *read)
{
    struct simt_buffer first = {0};
    enum simt_build_result result =
        simt_build_preprocess(options, toolchain, &simt_build_nothing, NULL, false, &first);
    read->contents = simt_precompiled_contents(&first);
    if (result == SIMT_BUILD_OK)
        result = simt_build_preprocess(options, toolchain, &simt_build_nothing, NULL, false,
                                       &read->text);
    simt_buffer_release(&first);
    return result;
}

/* Makes one of the two. `read`, for the preprocessor: nothing is kept where its headers are others
 * by now than before they were read. */
static enum simt_build_result make(const struct simt_options *options,
                                   const struct simt_toolchain *toolchain,
                                   enum simt_precompiled_for what, const struct simt_words *command,
                                   const struct simt_buffer *text, const struct read_headers *read)
{
    struct simt_precompiled precompiled = {0};
    struct simt_buffer part = simt_precompiled_part(text), error = {0};
    enum simt_build_result result = SIMT_BUILD_UNUSABLE;
    if (part.length == 0 ||
        !simt_precompiled_find(&precompiled, what, options, toolchain, command)) {
        simt_build_unusable(&error);
    } else if (!simt_precompiled_begin(&precompiled)) {
        cannot(toolchain, strerror(errno));
    } else {
        result = compile_header(command, &precompiled, &part);
        if (result == SIMT_BUILD_OK && read != NULL &&
            simt_precompiled_contents(&read->text) != read->contents)
            result = cannot(toolchain, "a header changed meanwhile; call it again");
        if (!simt_precompiled_end(&precompiled, result == SIMT_BUILD_OK, &part,
                                  read != NULL ? read->contents : 0, &error) &&
            result == SIMT_BUILD_OK)
            result = simt_build_unusable(&error);
    }
    simt_precompiled_release(&precompiled);
    simt_buffer_release(&part);
    simt_buffer_release(&error);
    return result;
}

static enum simt_build_result make_for_preprocessor(const struct simt_options *options,
                                                    const struct simt_toolchain *toolchain,
                                                    const struct read_headers *read)
{
    struct simt_words command = {0};
    if (simt_precompiled_obstacle(toolchain, SIMT_FOR_PREPROCESSOR) != NULL)
        return SIMT_BUILD_OK; /* the other one does without the headers' names */
    simt_words_add_all(&command, &toolchain->cxx);
    simt_build_add_reading(&command, options, toolchain, &simt_build_nothing, NULL, false);
    enum simt_build_result result =
        make(options, toolchain, SIMT_FOR_PREPROCESSOR, &command, &read->text, read);
    simt_words_release(&command);
    return result;
}

static enum simt_build_result make_for_compiler(const struct simt_options *options,
                                                const struct simt_toolchain *toolchain,
                                                const struct simt_buffer *text)
{
    struct simt_words command = {0};
    struct simt_buffer translated = {0}, error = {0};
    bool dumps;
    enum simt_build_result result = simt_build_add_compiler(&command, options, toolchain, &dumps);
    if (result == SIMT_BUILD_OK &&
        !simt_translate(text->text, text->length, simt_build_how(options, SIMT_MARK_NONE),
                        &translated, NULL, &error))
        result = simt_build_unusable(&error);
    if (result == SIMT_BUILD_OK)
        result = make(options, toolchain, SIMT_FOR_COMPILER, &command, &translated, NULL);
    simt_words_release(&command);
    simt_buffer_release(&translated);
    simt_buffer_release(&error);
    return result;
}

enum simt_build_result simt_precompile(const struct simt_options *options,
                                       const struct simt_toolchain *toolchain)
{
    struct simt_toolchain plain = *toolchain;
    struct read_headers read = {0};
    const char *obstacle = simt_precompiled_obstacle(toolchain, SIMT_FOR_COMPILER);
    bool is_clang = false;
    enum simt_build_result result = simt_build_ask_for_clang(toolchain, &is_clang);
    if (result == SIMT_BUILD_OK && is_clang) {
        fputs("simt-cc: --precompile needs gcc; SIMT_CXX names the compiler\n", stderr);
        return SIMT_BUILD_UNUSABLE;
    }
    if (result == SIMT_BUILD_OK && obstacle != NULL)
        result = cannot(toolchain, obstacle);
    plain.precompiled_folder = NULL; /* what is there is not asked for what is to be */
    if (result == SIMT_BUILD_OK)
        result = read_headers(options, &plain, &read);
    mkdir(toolchain->precompiled_folder, 0777);
    if (result == SIMT_BUILD_OK)
        result = make_for_preprocessor(options, toolchain, &read);
    if (result == SIMT_BUILD_OK)
        result = make_for_compiler(options, toolchain, &read.text);
    simt_buffer_release(&read.text);
    return result;
}
