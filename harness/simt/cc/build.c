#define _GNU_SOURCE /* mkdtemp */
#include "build.h"

#include "arch.h"
#include "build_internal.h"
#include "constants.h"
#include "describe.h"
#include "exchange.h"
#include "module.h"
#include "openmp.h"
#include "output.h"
#include "precompiled.h"
#include "sides.h"
#include "subprocess.h"
#include "translate.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum simt_build_result simt_build_unusable(const struct simt_buffer *error)
{
    fprintf(stderr, "%s\n", error->text != NULL ? error->text : "simt-cc: out of memory");
    return SIMT_BUILD_UNUSABLE;
}

/* --tokens is for sources that are not trusted: of one that is larger than anybody writes, no more
 * is read. All of the standard library has 4 MiB, and no solution 1000 words. */
enum { MOST_TEXT_BYTES = 8 << 20, MOST_WORDS = 100000 };

static enum simt_build_result too_large(const struct simt_input *input, const char *what)
{
    fprintf(stderr, "simt-cc: %s %s: %s\n", input->word, what, strerror(EFBIG));
    return SIMT_BUILD_FAILED;
}

/* How a step ended; a compiler that fails has said why itself. */
static enum simt_build_result result_of_step(const struct simt_words *command,
                                             enum simt_run_result ran,
                                             const struct simt_buffer *output)
{
    switch (ran) {
    case SIMT_RUN_OK:
        return output != NULL && output->failed ? simt_build_unusable(&(struct simt_buffer){0})
                                                : SIMT_BUILD_OK;
    case SIMT_RUN_FAILED:
        return SIMT_BUILD_FAILED;
    case SIMT_RUN_INTERRUPTED:
        return SIMT_BUILD_INTERRUPTED;
    case SIMT_RUN_NOT_STARTED:
        break;
    }
    fprintf(
        stderr,
        "simt-cc: cannot run %s: %s; install g++ (12 or newer) or clang++; SIMT_CXX and SIMT_CC "
        "name other compilers\n",
        command->failed ? "the compiler" : command->items[0], strerror(errno));
    return SIMT_BUILD_UNUSABLE;
}

enum simt_build_result simt_build_step(const struct simt_words *command,
                                       const struct simt_buffer *input, struct simt_buffer *output)
{
    return result_of_step(command, simt_run(command, input, output), output);
}

static void add_standard(struct simt_words *command, const char *standard)
{
    struct simt_buffer word = {0};
    simt_buffer_format(&word, "-std=%s", standard != NULL ? standard : "gnu++17");
    command->failed |= word.failed;
    if (!word.failed)
        simt_words_add(command, word.text);
    simt_buffer_release(&word);
}

/* `name` with its folder and suffix cut off and `suffix` put on. */
static char *derive_name(const char *name, bool keep_folder, const char *suffix)
{
    struct simt_buffer derived = {0};
    const char *base = strrchr(name, '/') != NULL ? strrchr(name, '/') + 1 : name;
    const char *dot = strrchr(base, '.');
    const char *start = keep_folder ? name : base;
    simt_buffer_add(&derived, start, dot != NULL ? (size_t)(dot - start) : strlen(start));
    simt_buffer_add_string(&derived, suffix);
    if (derived.failed)
        simt_buffer_release(&derived);
    return derived.text;
}

/* Options that have the preprocessor write what `input` depends on; `target` is the file that
 * depends on it. */
static void add_dependencies(struct simt_words *command, const struct simt_options *options,
                             const char *input, const char *target)
{
    if (options->dependency_option == NULL || target == NULL)
        return;
    simt_words_add(command, options->dependency_option);
    simt_words_add(command, "-MF");
    if (options->dependency_file != NULL) {
        simt_words_add(command, options->dependency_file);
    } else {
        bool by_target = options->source_count == 1 && options->output != NULL;
        char *name = derive_name(by_target ? target : input, by_target, ".d");
        command->failed |= name == NULL;
        if (name != NULL)
            simt_words_add(command, name);
        free(name);
    }
    if (!options->has_dependency_target) {
        simt_words_add(command, "-MQ");
        simt_words_add(command, target);
    }
    simt_words_add_all(command, &options->dependencies);
}

/* Whether the object may become part of a shared library, as that of a module does. */
static bool is_position_independent(const struct simt_options *options)
{
    bool found = options->module != NULL;
    for (size_t i = 0; i < options->both.count; i++)
        found |= strcasecmp(options->both.items[i], "-fpic") == 0;
    return found;
}

static void add_preprocessor_options(struct simt_words *command, const struct simt_options *options,
                                     const struct simt_toolchain *toolchain,
                                     const struct simt_input *input, const char *target)
{
    simt_words_add(command, "-isystem");
    simt_words_add(command, toolchain->include_folder);
    if (options->lockstep)
        simt_words_add(command, "-DSIMT_LOCKSTEP");
    if (options->inspect)
        simt_words_add(command, "-DSIMT_INSPECT");
    if (is_position_independent(options))
        simt_words_add(command, "-DSIMT_IN_LIBRARY");
    simt_words_add_all(command, &options->preprocess);
    add_dependencies(command, options, input->word, target);
}

/* Options of the compiler proper, those of the level of optimisation aside; those of the user
 * follow and win. */
static void add_compiler_options(struct simt_words *command, const struct simt_options *options)
{
    if (options->module != NULL)
        simt_words_add(command, "-fPIC");
    /* A kernel that is given a null pointer must fault when it runs; knowing the argument, the
     * optimiser could otherwise remove the access, and what follows it. */
    simt_words_add(command, "-fno-delete-null-pointer-checks");
    /* Kernels read the parts of a vector through pointers to other types, which nvcc lets them. */
    simt_words_add(command, "-fno-strict-aliasing");
    simt_words_add_all(command, &options->both);
    simt_words_add_all(command, &options->compile);
}

void simt_build_add_reading(struct simt_words *command, const struct simt_options *options,
                            const struct simt_toolchain *toolchain, const struct simt_input *input,
                            const char *target, bool host)
{
    add_standard(command, options->standard);
    add_preprocessor_options(command, options, toolchain, input, target);
    if (host)
        simt_words_add(command, "-DSIMT_HOST_PASS");
    simt_words_add_all(command, &options->both);
}

/* The preprocessor with its options. `headers`, if not NULL: it takes the first ones from there. */
static void add_preprocessor(struct simt_words *command, const struct simt_toolchain *toolchain,
                             const struct simt_words *reading,
                             const struct simt_precompiled *headers, const struct simt_input *input)
{
    simt_words_add_all(command, &toolchain->cxx);
    simt_words_add(command, "-E");
    if (headers != NULL) {
        simt_words_split(command, "-fpch-preprocess -include", " ");
        simt_precompiled_add_source(headers, command);
    } else if (input->kind == SIMT_INPUT_CUDA) {
        simt_words_split(command, "-include cuda_runtime.h", " ");
    }
    simt_words_add_all(command, reading);
    simt_words_split(command, "-x c++", " ");
    simt_words_add(command, input->word);
}

/* One run of it, of a program or of nothing. */
struct reading {
    const struct simt_options *options;
    const struct simt_toolchain *toolchain;
    const struct simt_input *input;
    const char *target;
    bool host;
};

const struct simt_input simt_build_nothing = {SIMT_INPUT_CUDA, "/dev/null", true};

/* Whether the preprocessor takes the precompiled headers, with nothing behind them. What it says is
 * not shown. */
static bool takes_headers(struct reading reading, const struct simt_precompiled *headers)
{
    struct simt_words words = {0}, command = {0};
    struct simt_buffer messages = {0};
    simt_build_add_reading(&words, reading.options, reading.toolchain, &simt_build_nothing, NULL,
                           reading.host);
    add_preprocessor(&command, reading.toolchain, &words, headers, &simt_build_nothing);
    simt_words_split(&command, "-o /dev/null", " ");
    bool taken = simt_run_heard(&command, NULL, &messages) != SIMT_RUN_FAILED;
    simt_words_release(&words);
    simt_words_release(&command);
    simt_buffer_release(&messages);
    return taken;
}

/* Precompiled headers that are cut off, gone since they were looked for, or another compiler's than
 * that which a wrapper calls today: the compiler has said so, and all is done without them. */
static void say_not_taken(const struct simt_toolchain *toolchain)
{
    fprintf(stderr,
            "simt-cc: note: the compiler does not take the precompiled headers in %s: compiled "
            "again without them; --precompile makes new ones\n",
            toolchain->precompiled_folder);
}

/* With precompiled headers. *done: `text` is complete, or the program is at fault. */
static enum simt_build_result preprocess_behind_headers(struct reading reading,
                                                        const struct simt_words *words, size_t most,
                                                        struct simt_buffer *text, bool *done)
{
    struct simt_words key = {0}, command = {0};
    struct simt_precompiled headers = {0};
    enum simt_build_result result = SIMT_BUILD_OK;
    simt_words_add_all(&key, &reading.toolchain->cxx);
    simt_words_add_all(&key, words);
    if (simt_precompiled_find(&headers, SIMT_FOR_PREPROCESSOR, reading.options, reading.toolchain,
                              &key) &&
        simt_precompiled_read(&headers)) {
        add_preprocessor(&command, reading.toolchain, words, &headers, reading.input);
        result = result_of_step(&command, simt_run_bounded(&command, most, text), text);
        *done = result != SIMT_BUILD_OK || text->length > most ||
                simt_precompiled_put_headers(&headers, text);
        if (result == SIMT_BUILD_FAILED && !takes_headers(reading, &headers)) {
            say_not_taken(reading.toolchain);
            *done = false;
        }
        if (!*done)
            simt_buffer_release(text);
    }
    simt_words_release(&key);
    simt_words_release(&command);
    simt_precompiled_release(&headers);
    return result;
}

enum simt_build_result simt_build_preprocess(const struct simt_options *options,
                                             const struct simt_toolchain *toolchain,
                                             const struct simt_input *input, const char *target,
                                             bool host, struct simt_buffer *text)
{
    const struct reading reading = {options, toolchain, input, target, host};
    struct simt_words words = {0}, command = {0};
    const size_t most = options->tokens != NULL ? MOST_TEXT_BYTES : SIZE_MAX;
    enum simt_build_result result = SIMT_BUILD_OK;
    bool done = false;
    simt_build_add_reading(&words, options, toolchain, input, target, host);
    if (input->kind == SIMT_INPUT_CUDA)
        result = preprocess_behind_headers(reading, &words, most, text, &done);
    if (!done) {
        add_preprocessor(&command, toolchain, &words, NULL, input);
        result = result_of_step(&command, simt_run_bounded(&command, most, text), text);
    }
    if (text->length > most)
        result = too_large(input, "behind the preprocessor");
    simt_words_release(&words);
    simt_words_release(&command);
    return result;
}

/* A program that asks for __CUDA_ARCH__ is preprocessed twice, as nvcc does. */
static enum simt_build_result preprocess(const struct simt_options *options,
                                         const struct simt_toolchain *toolchain,
                                         const struct simt_input *input, const char *target,
                                         struct simt_buffer *text)
{
    enum simt_build_result result =
        simt_build_preprocess(options, toolchain, input, target, false, text);
    if (result != SIMT_BUILD_OK || text->length == 0 ||
        !simt_arch_is_asked(text->text, text->length))
        return result;
    struct simt_buffer host = {0}, both = {0}, error = {0};
    result = simt_build_preprocess(options, toolchain, input, NULL, true, &host);
    if (result == SIMT_BUILD_OK && !simt_arch_merge(text, &host, &both, &error)) {
        fprintf(stderr, "%s\n", error.text != NULL ? error.text : "simt-cc: out of memory");
        result = SIMT_BUILD_FAILED;
    } else if (result == SIMT_BUILD_OK) {
        struct simt_buffer device = *text;
        *text = both;
        both = device;
    }
    simt_buffer_release(&host);
    simt_buffer_release(&both);
    simt_buffer_release(&error);
    return result;
}

/* 0 where it is not among them. */
static long macro_value(const char *macros, const char *definition)
{
    const char *found = strstr(macros, definition);
    return found != NULL ? strtol(found + strlen(definition), NULL, 10) : 0;
}

/* gcc has -fno-move-loop-stores since version 12. */
static enum simt_build_result check_age(const struct simt_toolchain *toolchain, const char *macros)
{
    enum { FIRST_GCC = 12 };
    long version = macro_value(macros, "#define __GNUC__ ");
    if (version == 0 || version >= FIRST_GCC)
        return SIMT_BUILD_OK;
    fprintf(stderr,
            "simt-cc: %s is gcc %ld: --lockstep and --inspect need gcc %d or newer, or clang; %s\n",
            toolchain->cxx.items[0], version, FIRST_GCC,
            toolchain->from_pip ? "this brings one: pip install 'gridstride[compiler]'"
                                : "SIMT_CXX names another compiler");
    return SIMT_BUILD_UNUSABLE;
}

enum simt_build_result simt_build_ask_for_clang(const struct simt_toolchain *toolchain,
                                                bool *is_clang)
{
    struct simt_words command = {0};
    struct simt_buffer macros = {0};
    simt_words_add_all(&command, &toolchain->cxx);
    simt_words_split(&command, "-dM -E -x c++ /dev/null", " ");
    enum simt_build_result result = simt_build_step(&command, NULL, &macros);
    *is_clang = macros.text != NULL && strstr(macros.text, "__clang__") != NULL;
    if (result == SIMT_BUILD_OK && macros.text != NULL && !*is_clang)
        result = check_age(toolchain, macros.text);
    simt_words_release(&command);
    simt_buffer_release(&macros);
    return result;
}

/* Calls and jumps through pointers go by functions of the runtime's (runtime/indirect.c). The
 * compilers have these options against attacks on the processor, for x86 alone. */
static void add_guard_options(struct simt_words *command, bool is_clang)
{
    /* What a call takes or returns as a whole object goes by a variable of its own, whose copy is
     * seen: of the call itself g++ tells nothing. The price: the line of a copy is its class's. */
    static const char whole_objects[] = "-fno-elide-constructors";
    if (!is_clang)
        simt_words_add(command, whole_objects);
    simt_words_split(command, "-fno-optimize-sibling-calls", " ");
#if defined __x86_64__
    simt_words_split(command,
                     is_clang ? "-mretpoline -mretpoline-external-thunk -fcf-protection=none"
                              : "-mindirect-branch=thunk-extern -mindirect-branch-register "
                                "-fcf-protection=none -fno-jump-tables",
                     " ");
#else
    (void)is_clang;
#endif
}

/* Options that have the compiler call the runtime ahead of each access to memory, and leave the
 * accesses as they are written: neither split nor moved out of loops, and in the order of the
 * source, by which the lanes that a branch has parted meet again. For the inspector also where they
 * are in the source, a call where an integer overflows, and one ahead of each basic block. Of a
 * __device__ variable that is only written, gcc would otherwise remove the writes, and a race with
 * them. A frame that is larger than a page touches each of its pages: it meets the guard behind a
 * thread's stack, and does not step over it into other memory. */
static enum simt_build_result add_lockstep_options(struct simt_words *command,
                                                   const struct simt_options *options,
                                                   const struct simt_toolchain *toolchain,
                                                   bool *is_clang)
{
    static const char gcc[] = "-O1 -fsanitize=thread -fno-tree-sra -fno-move-loop-stores "
                              "-fno-reorder-blocks -fno-guess-branch-probability -Wno-tsan "
                              "-fno-ipa-reference-addressable -fstack-clash-protection "
                              "--param stack-clash-protection-guard-size=12 "
                              "--param tsan-distinguish-volatile=1";
    static const char clang[] = "-O1 -fsanitize=thread -mllvm -tsan-distinguish-volatile=1 "
                                "-mllvm -tsan-instrument-read-before-write=1 "
                                "-fstack-clash-protection -Wno-unused-command-line-argument";
    static const char observed[] =
        "-g -fsanitize=signed-integer-overflow -fsanitize-recover=signed-integer-overflow "
        "-fsanitize-coverage=trace-pc -fno-builtin-memcpy -fno-builtin-memmove -fno-builtin-memset";
    enum simt_build_result result = SIMT_BUILD_OK;
    *is_clang = false;
    if (!simt_precompiled_by(options, toolchain))
        result = simt_build_ask_for_clang(toolchain, is_clang);
    simt_words_split(command, *is_clang ? clang : gcc, " ");
    if (options->inspect)
        simt_words_split(command, observed, " ");
    if (options->guard_calls)
        add_guard_options(command, *is_clang);
    return result;
}

/* The compiler, up to what it does with the program. */
static void add_compiler(struct simt_words *command, const struct simt_options *options,
                         const struct simt_toolchain *toolchain)
{
    simt_words_add_all(command, &toolchain->cxx);
    simt_words_add(command, "-c");
    add_standard(command, options->standard);
}

static void add_text_input(struct simt_words *command)
{
    simt_words_split(command, "-x c++-cpp-output -", " ");
}

struct simt_how simt_build_how(const struct simt_options *options, enum simt_mark mark)
{
    struct simt_how how = {.lockstep = options->lockstep,
                           .relaxed_constexpr = options->relaxed_constexpr,
                           /* the variables of a module can be asked for by their names */
                           .relocatable = options->relocatable || options->module != NULL,
                           .module = options->module != NULL,
                           .guarded = options->guard_calls,
                           .mark = mark};
    for (size_t i = 0; i < options->both.count; i++)
        how.warned |= strcmp(options->both.items[i], "-Wconversion") == 0 ||
                      strcmp(options->both.items[i], "-Wfloat-conversion") == 0;
    return how;
}

/* Has the compiler read the program with the functions of one side marked, and refuses it where the
 * other side calls one. A program that does not compile is left to the compiler's own messages. */
static enum simt_build_result check_side(const struct simt_options *options,
                                         const struct simt_toolchain *toolchain,
                                         const struct simt_sides *sides, enum simt_mark mark,
                                         const struct simt_buffer *text)
{
    const struct simt_how how = simt_build_how(options, mark);
    struct simt_words command = {0};
    struct simt_buffer marked = {0}, warnings = {0}, error = {0};
    enum simt_build_result result = SIMT_BUILD_OK;
    simt_words_split(&command, "env LC_ALL=C", " "); /* the warnings are read here */
    add_compiler(&command, options, toolchain);
    add_compiler_options(&command, options);
    simt_words_split(&command,
                     "-fsyntax-only -Wdeprecated-declarations -Wno-error -fmessage-length=0 "
                     "-fno-diagnostics-show-caret -fno-diagnostics-color -ftabstop=1",
                     " ");
    add_text_input(&command);
    if (simt_translate(text->text, text->length, how, &marked, NULL, &error) &&
        simt_run_heard(&command, &marked, &warnings) == SIMT_RUN_OK && warnings.length > 0 &&
        simt_sides_refuse(sides, mark, warnings.text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        result = SIMT_BUILD_FAILED;
    }
    simt_words_release(&command);
    simt_buffer_release(&marked);
    simt_buffer_release(&warnings);
    simt_buffer_release(&error);
    return result;
}

/* The same for the places of the host's constants, by the compiler's assembly. */
static enum simt_build_result check_constants(const struct simt_options *options,
                                              const struct simt_toolchain *toolchain,
                                              const struct simt_sides *sides,
                                              const struct simt_buffer *text)
{
    const struct simt_how how = simt_build_how(options, SIMT_MARK_CONSTANTS);
    struct simt_words command = {0};
    struct simt_buffer marked = {0}, assembly = {0}, error = {0};
    enum simt_build_result result = SIMT_BUILD_OK;
    simt_words_split(&command, "sh -c", " ");
    /* The assembly is heard, and not what the compiler says: it says that later. */
    simt_words_add(&command, "exec \"$0\" \"$@\" 3>&2 2>/dev/null 1>&3 3>&-");
    simt_words_add_all(&command, &toolchain->cxx);
    add_standard(&command, options->standard);
    add_compiler_options(&command, options);
    simt_words_split(&command, "-w -O0 -g1 -S -o -", " ");
    add_text_input(&command);
    if (simt_translate(text->text, text->length, how, &marked, NULL, &error) &&
        simt_run_heard(&command, &marked, &assembly) == SIMT_RUN_OK && assembly.length > 0 &&
        simt_constants_refuse(sides, assembly.text, &error)) {
        fprintf(stderr, "%s\n", error.text);
        result = SIMT_BUILD_FAILED;
    }
    simt_words_release(&command);
    simt_buffer_release(&marked);
    simt_buffer_release(&assembly);
    simt_buffer_release(&error);
    return result;
}

/* Refuses calls across the border of host and device, and references across it. */
static enum simt_build_result check_sides(const struct simt_options *options,
                                          const struct simt_toolchain *toolchain,
                                          const struct simt_buffer *text)
{
    static const enum simt_mark marks[] = {SIMT_MARK_HOST, SIMT_MARK_DEVICE};
    struct simt_sides sides = {.relaxed = options->relaxed_constexpr};
    enum simt_build_result result = SIMT_BUILD_OK;
    bool read = simt_sides_read(&sides, text->text, text->length);
    for (size_t i = 0; read && result == SIMT_BUILD_OK && i < 2; i++) {
        if (simt_sides_are_mixed(&sides, marks[i]))
            result = check_side(options, toolchain, &sides, marks[i], text);
    }
    if (read && result == SIMT_BUILD_OK && simt_constants_may_be_used(&sides))
        result = check_constants(options, toolchain, &sides, text);
    simt_sides_release(&sides);
    return result;
}

enum simt_build_result simt_build_add_compiler(struct simt_words *command,
                                               const struct simt_options *options,
                                               const struct simt_toolchain *toolchain, bool *dumps)
{
    enum simt_build_result result = SIMT_BUILD_OK;
    bool is_clang = true;
    add_compiler(command, options, toolchain);
    if (options->lockstep)
        result = add_lockstep_options(command, options, toolchain, &is_clang);
    else
        simt_words_add(command, "-O2");
    /* The same numbers of kernels on each processor: x * y + z is rounded twice, also where one
     * instruction would do both. */
    simt_words_add(command, "-ffp-contract=off");
    add_compiler_options(command, options);
    *dumps = !is_clang;
    return result;
}

/* What g++ writes beside the object changes nothing of what it has read before. */
static void add_gimple(struct simt_words *command, const struct simt_options *options)
{
    char dump[4096];
    snprintf(dump, sizeof dump, "-fdump-tree-gimple-lineno=%s", options->gimple);
    simt_words_add(command, dump);
}

/* Whether the compiler takes what is precompiled, with nothing behind it. What it says is not
 * shown. */
static bool takes_precompiled(const struct simt_words *compiler,
                              const struct simt_precompiled *precompiled)
{
    struct simt_words command = {0};
    struct simt_buffer text = {0}, messages = {0};
    simt_buffer_add_string(&text, "# 1 \"nothing\"\n");
    simt_precompiled_add_pragma(precompiled, &text);
    simt_words_add_all(&command, compiler);
    simt_words_split(&command, "-o /dev/null", " ");
    add_text_input(&command);
    bool taken = text.failed || simt_run_heard(&command, &text, &messages) != SIMT_RUN_FAILED;
    simt_words_release(&command);
    simt_buffer_release(&text);
    simt_buffer_release(&messages);
    return taken;
}

/* *not_taken: it failed because of what is precompiled. */
static enum simt_build_result compile_with(const struct simt_options *options,
                                           const struct simt_toolchain *toolchain,
                                           const struct simt_buffer *text, const char *object,
                                           bool *not_taken)
{
    struct simt_words compiler = {0}, command = {0};
    struct simt_precompiled precompiled;
    struct simt_buffer rest = {0};
    bool dumps = false;
    enum simt_build_result result = simt_build_add_compiler(&compiler, options, toolchain, &dumps);
    bool found =
        simt_precompiled_find(&precompiled, SIMT_FOR_COMPILER, options, toolchain, &compiler) &&
        simt_precompiled_read(&precompiled);
    bool shorter = found && simt_precompiled_use(&precompiled, text, &rest);
    simt_words_add_all(&command, &compiler);
    if (options->gimple != NULL && dumps)
        add_gimple(&command, options);
    simt_words_add(&command, "-o");
    simt_words_add(&command, object);
    add_text_input(&command);
    if (result == SIMT_BUILD_OK)
        result = simt_build_step(&command, shorter ? &rest : text, NULL);
    *not_taken =
        result == SIMT_BUILD_FAILED && found && !takes_precompiled(&compiler, &precompiled);
    simt_precompiled_release(&precompiled);
    simt_buffer_release(&rest);
    simt_words_release(&compiler);
    simt_words_release(&command);
    return result;
}

static enum simt_build_result compile_text(const struct simt_options *options,
                                           const struct simt_toolchain *toolchain,
                                           const struct simt_buffer *text, const char *object)
{
    struct simt_toolchain without = *toolchain;
    bool not_taken = false;
    enum simt_build_result result = compile_with(options, toolchain, text, object, &not_taken);
    if (not_taken) {
        say_not_taken(toolchain);
        without.precompiled_folder = NULL;
        result = compile_with(options, &without, text, object, &not_taken);
    }
    return result;
}

static enum simt_build_result write_tokens(const struct simt_options *options, const char *mode,
                                           const struct simt_buffer *description)
{
    FILE *out = description->failed ? NULL : fopen(options->tokens, mode);
    bool good = out != NULL && fwrite(description->text, 1, description->length, out) > 0;
    if (out != NULL && fclose(out) == 0 && good)
        return SIMT_BUILD_OK;
    fprintf(stderr, "simt-cc: cannot write %s: %s\n", options->tokens, strerror(errno));
    return SIMT_BUILD_UNUSABLE;
}

/* Of a description: its words, and a few more. */
static size_t count_lines(const struct simt_buffer *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->text[i] == '\n';
    return count;
}

/* The first part of --tokens, which a preprocessor that fails leaves too. */
static enum simt_build_result describe_written(const struct simt_options *options,
                                               const struct simt_input *input)
{
    struct simt_buffer text = {0}, description = {0}, error = {0};
    struct simt_source source = {0};
    if (simt_buffer_add_file(&text, input->word) &&
        simt_source_read_written(&source, text.text, text.length, &error))
        simt_describe(&source, NULL, &description);
    else
        description.failed = true;
    enum simt_build_result result = write_tokens(options, "w", &description);
    if (result == SIMT_BUILD_OK && source.token_count > MOST_WORDS)
        result = too_large(input, "as it is written");
    simt_source_release(&source);
    simt_buffer_release(&text);
    simt_buffer_release(&description);
    simt_buffer_release(&error);
    return result;
}

/* A program whose warps exchange values without waiting for each other is right only where the
 * lanes step together. */
static bool needs_lockstep(const struct simt_buffer *text)
{
    struct simt_sides sides = {0};
    size_t place = SIMT_NO_MATCH;
    if (text->text != NULL && simt_sides_read(&sides, text->text, text->length))
        place = simt_exchange_find(&sides.source, &sides.declarations);
    if (place != SIMT_NO_MATCH) {
        struct simt_place at = simt_source_place(&sides.source, sides.source.tokens[place].start);
        fprintf(stderr,
                "%.*s:%lu: note: simt-cc: a thread may read here what another one of its warp has "
                "just written, and no __syncwarp() is between: compiled as with --lockstep, which "
                "is slower\n",
                (int)at.file_length, at.file, at.line);
    }
    simt_sides_release(&sides);
    return place != SIMT_NO_MATCH;
}

static enum simt_build_result compile_cuda(const struct simt_options *options,
                                           const struct simt_toolchain *toolchain,
                                           const struct simt_input *input, const char *object,
                                           const char *target)
{
    struct simt_buffer text = {0}, translated = {0}, description = {0}, error = {0};
    const struct simt_how how = simt_build_how(options, SIMT_MARK_NONE);
    bool describes = options->tokens != NULL;
    enum simt_build_result result = describes ? describe_written(options, input) : SIMT_BUILD_OK;
    if (result == SIMT_BUILD_OK)
        result = preprocess(options, toolchain, input, target, &text);
    if (result == SIMT_BUILD_OK && !options->lockstep && needs_lockstep(&text)) {
        struct simt_options stepped = *options;
        stepped.lockstep = true;
        simt_buffer_release(&text);
        return compile_cuda(&stepped, toolchain, input, object, target);
    }
    bool preprocessed = result == SIMT_BUILD_OK;
    if (preprocessed && !simt_translate(text.text != NULL ? text.text : "", text.length, how,
                                        &translated, describes ? &description : NULL, &error)) {
        fprintf(stderr, "%s\n", error.text != NULL ? error.text : "simt-cc: out of memory");
        result = SIMT_BUILD_FAILED;
    }
    if (preprocessed && describes && write_tokens(options, "a", &description) != SIMT_BUILD_OK)
        result = SIMT_BUILD_UNUSABLE;
    if (result == SIMT_BUILD_OK && count_lines(&description) > MOST_WORDS)
        result = too_large(input, "with what its macros make");
    if (result == SIMT_BUILD_OK && text.length > 0)
        result = check_sides(options, toolchain, &text);
    if (result == SIMT_BUILD_OK)
        result = compile_text(options, toolchain, &translated, object);
    simt_buffer_release(&text);
    simt_buffer_release(&translated);
    simt_buffer_release(&description);
    simt_buffer_release(&error);
    return result;
}

static enum simt_build_result compile_c(const struct simt_options *options,
                                        const struct simt_toolchain *toolchain,
                                        const struct simt_input *input, const char *object,
                                        const char *target)
{
    struct simt_words command = {0};
    simt_words_add_all(&command, &toolchain->cc);
    simt_words_add(&command, "-c");
    simt_words_add(&command, "-O2");
    add_preprocessor_options(&command, options, toolchain, input, target);
    add_compiler_options(&command, options);
    simt_words_add(&command, "-o");
    simt_words_add(&command, object);
    simt_words_add(&command, "-x");
    simt_words_add(&command, "c");
    simt_words_add(&command, input->word);
    enum simt_build_result result = simt_build_step(&command, NULL, NULL);
    simt_words_release(&command);
    return result;
}

/* Compiles one source to `object`; `target` is the file that make is to know it by. */
static enum simt_build_result compile_source(const struct simt_options *options,
                                             const struct simt_toolchain *toolchain,
                                             const struct simt_input *input, const char *object,
                                             const char *target)
{
    return input->kind == SIMT_INPUT_C ? compile_c(options, toolchain, input, object, target)
                                       : compile_cuda(options, toolchain, input, object, target);
}

/* -c: each source becomes an object file of its own. */
static enum simt_build_result compile_objects(const struct simt_options *options,
                                              const struct simt_toolchain *toolchain)
{
    enum simt_build_result result = SIMT_BUILD_OK;
    for (size_t i = 0; result == SIMT_BUILD_OK && i < options->input_count; i++) {
        const struct simt_input *input = &options->inputs[i];
        if (input->kind == SIMT_INPUT_LINK)
            continue;
        struct simt_buffer error = {0};
        struct simt_output output;
        char *derived = options->output == NULL ? derive_name(input->word, false, ".o") : NULL;
        const char *path = derived != NULL ? derived : options->output;
        if (path == NULL || !simt_output_begin(&output, path, &error)) {
            result = simt_build_unusable(&error);
        } else {
            result = compile_source(options, toolchain, input, output.temporary, path);
            if (!simt_output_end(&output, result == SIMT_BUILD_OK, &error))
                result = simt_build_unusable(&error);
        }
        simt_buffer_release(&error);
        free(derived);
    }
    return result;
}

/* A folder for the objects of one run. */
static char *create_folder(struct simt_buffer *error)
{
    const char *parent = getenv("TMPDIR");
    struct simt_buffer path = {0};
    if (parent == NULL || parent[0] == '\0')
        parent = "/tmp";
    simt_buffer_format(&path, "%s/simt-cc-XXXXXX", parent);
    if (path.failed || mkdtemp(path.text) == NULL) {
        simt_buffer_format(
            error,
            "simt-cc: cannot make a temporary folder in %s: %s; TMPDIR names another "
            "place",
            parent, strerror(errno));
        simt_buffer_release(&path);
    }
    return path.text;
}

static void remove_folder(const char *folder, const struct simt_words *objects)
{
    for (size_t i = 0; i < objects->count; i++)
        unlink(objects->items[i]);
    rmdir(folder);
}

/* Compiles all sources into `folder` and names their objects in the order of the inputs. */
static enum simt_build_result compile_into(const struct simt_options *options,
                                           const struct simt_toolchain *toolchain,
                                           const char *folder, const char *target,
                                           struct simt_words *objects)
{
    enum simt_build_result result = SIMT_BUILD_OK;
    for (size_t i = 0; result == SIMT_BUILD_OK && i < options->input_count; i++) {
        if (options->inputs[i].kind == SIMT_INPUT_LINK)
            continue;
        struct simt_buffer object = {0};
        simt_buffer_format(&object, "%s/%zu.o", folder, i);
        simt_words_add(objects, object.failed ? "" : object.text);
        if (object.failed || objects->failed)
            result = simt_build_unusable(&(struct simt_buffer){0});
        else
            result = compile_source(options, toolchain, &options->inputs[i], object.text, target);
        simt_buffer_release(&object);
    }
    return result;
}

/* What kernels of modules find in the program that loads them. */
static void add_exports(struct simt_words *command)
{
    static const char *const names[] = {"simt_*",   "cuda*",     "threadIdx",
                                        "blockIdx", "blockDim",  "gridDim",
                                        "__tsan_*", "__ubsan_*", "__sanitizer_*"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct simt_buffer word = {0};
        simt_buffer_format(&word, "-Wl,--export-dynamic-symbol=%s", names[i]);
        command->failed |= word.failed;
        if (!word.failed)
            simt_words_add(command, word.text);
        simt_buffer_release(&word);
    }
}

static enum simt_build_result link_objects(const struct simt_options *options,
                                           const struct simt_toolchain *toolchain,
                                           const struct simt_words *objects, const char *program)
{
    struct simt_words command = {0};
    size_t object = 0;
    simt_words_add_all(&command, &toolchain->cxx);
    simt_words_add_all(&command, &options->both);
    simt_words_add_all(&command, &options->compile);
    if (options->shared)
        simt_words_add(&command, "-shared");
    if (options->loads_modules)
        add_exports(&command);
    simt_words_add(&command, "-o");
    simt_words_add(&command, program);
    if (access(toolchain->linked_folder, R_OK) == 0) {
        simt_words_add(&command, "-L");
        simt_words_add(&command, toolchain->linked_folder);
    }
    for (size_t i = 0; i < options->input_count; i++) {
        const struct simt_input *input = &options->inputs[i];
        if (input->kind == SIMT_INPUT_LINK)
            simt_words_add(&command, input->word);
        else if (objects->items != NULL && object < objects->count)
            simt_words_add(&command, objects->items[object++]);
    }
    if (!options->no_runtime)
        simt_words_add(&command, toolchain->library);
    if (options->inspect && !options->no_runtime)
        simt_words_split(&command, "-ldw -lelf -ljansson", " ");
    simt_words_add_all(&command, &toolchain->libraries);
    enum simt_build_result result = simt_build_step(&command, NULL, NULL);
    simt_words_release(&command);
    return result;
}

/* Links the objects to what is asked for, at `path`. */
static enum simt_build_result link_into(const struct simt_options *options,
                                        const struct simt_toolchain *toolchain, const char *folder,
                                        const struct simt_words *objects, const char *path)
{
    if (options->module == NULL)
        return link_objects(options, toolchain, objects, path);
    struct simt_options module = *options;
    struct simt_buffer object = {0}, error = {0};
    module.shared = module.no_runtime = true;
    simt_buffer_format(&object, "%s/module.so", folder);
    enum simt_build_result result = object.failed
                                        ? simt_build_unusable(&(struct simt_buffer){0})
                                        : link_objects(&module, toolchain, objects, object.text);
    if (result == SIMT_BUILD_OK && !simt_module_write(object.text, path, &error))
        result = simt_build_unusable(&error);
    if (!object.failed)
        unlink(object.text);
    simt_buffer_release(&object);
    simt_buffer_release(&error);
    return result;
}

/* The program's name, or the module's. */
static char *output_name(const struct simt_options *options)
{
    if (options->output != NULL || options->module == NULL)
        return strdup(options->output != NULL ? options->output : "a.out");
    return derive_name(options->inputs[0].word, false, options->module);
}

static enum simt_build_result build_to(const struct simt_options *options,
                                       const struct simt_toolchain *toolchain, const char *path)
{
    struct simt_buffer error = {0};
    struct simt_words objects = {0};
    struct simt_output output;
    enum simt_build_result result = SIMT_BUILD_UNUSABLE;
    if (!simt_output_begin(&output, path, &error)) {
        simt_build_unusable(&error);
        simt_buffer_release(&error);
        return result;
    }
    char *folder = create_folder(&error);
    if (folder == NULL) {
        simt_build_unusable(&error);
    } else {
        result = compile_into(options, toolchain, folder, path, &objects);
        if (result == SIMT_BUILD_OK)
            result = link_into(options, toolchain, folder, &objects, output.temporary);
        remove_folder(folder, &objects);
    }
    if (!simt_output_end(&output, result == SIMT_BUILD_OK, &error))
        result = simt_build_unusable(&error);
    simt_words_release(&objects);
    simt_buffer_release(&error);
    free(folder);
    return result;
}

static enum simt_build_result build_program(const struct simt_options *options,
                                            const struct simt_toolchain *toolchain)
{
    char *path = output_name(options);
    enum simt_build_result result = path != NULL ? build_to(options, toolchain, path)
                                                 : simt_build_unusable(&(struct simt_buffer){0});
    free(path);
    return result;
}

static bool check_inputs(const struct simt_options *options)
{
    for (size_t i = 0; i < options->input_count; i++) {
        const struct simt_input *input = &options->inputs[i];
        if (!input->is_file)
            continue;
        if (access(input->word, R_OK) != 0) {
            fprintf(stderr, "simt-cc: cannot read %s: %s\n", input->word, strerror(errno));
            return false;
        }
        if (options->output != NULL && strcmp(options->output, input->word) == 0) {
            fprintf(stderr, "simt-cc: the output would overwrite the input %s\n", input->word);
            return false;
        }
    }
    return true;
}

enum simt_build_result simt_build(const struct simt_options *options,
                                  const struct simt_toolchain *toolchain)
{
    if (!check_inputs(options))
        return SIMT_BUILD_UNUSABLE;
    enum simt_build_result result = options->compile_only ? compile_objects(options, toolchain)
                                                          : build_program(options, toolchain);
    if (result == SIMT_BUILD_FAILED)
        simt_openmp_explain(options, toolchain);
    return result;
}
