#include "source_rules.h"

#include "remark.h"
#include "symbols.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool is_among(const char *text, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(text, *words) == 0)
            return true;
    }
    return false;
}

/* One pass over the tokens of a source, as they are written or as they are compiled. */
struct pass {
    const struct gs_source *source;
    const struct gs_tokens *tokens;
    bool written;
    json_t *remarks;
};

static void refuse(const struct pass *pass, const struct gs_token *token, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void refuse(const struct pass *pass, const struct gs_token *token, const char *format, ...)
{
    char what[320], where[64] = "A file that it includes", line[512];
    va_list args;
    if (!gs_remark_is_wanted(pass->remarks, GS_NOT_ALLOWED, token->line))
        return;
    if (token->line == 0 && pass->source->header != NULL &&
        strstr(pass->source->header, token->text) != NULL)
        return;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (token->line != 0)
        snprintf(where, sizeof where, "Line %u", token->line);
    gs_source_copy_line(pass->source, token->line, line, sizeof line);
    bool made = !pass->written && strstr(line, token->text) == NULL;
    gs_remark_add(pass->remarks, GS_NOT_ALLOWED, pass->source, token->line, "", "%s %s%s", where,
                  what, made ? " A macro makes it." : "");
}

/* ---- the preprocessor's lines ---------------------------------------------------------------- */

/* What attributes may say: none of these changes what a function does, or what is seen of it. */
static const char *const attribute_words[] = {
    "aligned",       "__aligned__",  "packed",    "unused",   "__unused__",  "noinline",
    "always_inline", "maybe_unused", "nodiscard", "noreturn", "fallthrough", "likely",
    "unlikely",      "deprecated",   "gnu",       "sizeof",   "alignof",     "float",
    "double",        "int",          NULL};

/* Whether the token at `index` stands in the same line of the preprocessor as `token`. */
static bool goes_on(const struct pass *pass, size_t index, const struct gs_token *token)
{
    return index < pass->tokens->count && pass->tokens->items[index].directive == token->directive;
}

static void check_include(const struct pass *pass, size_t index)
{
    const struct gs_token *token = &pass->tokens->items[index];
    if (!goes_on(pass, index, token - 1) || token->kind != GS_TOKEN_STRING)
        refuse(pass, token - 1, "includes what a macro names: write the name of the header.");
    else if (token->text[1] == '/' || strstr(token->text, "..") != NULL)
        refuse(pass, token,
               "includes a file by its path, %.100s: an exercise has its own header and those of "
               "the system, by name.",
               token->text);
}

static void check_pragma(const struct pass *pass, size_t index)
{
    static const char *const known[] = {"unroll",           "nounroll",        "once",
                                        "nv_diag_suppress", "nv_diag_default", "region",
                                        "endregion",        "message",         NULL};
    const struct gs_token *token = &pass->tokens->items[index];
    bool unrolls =
        gs_token_is(pass->tokens, index, "GCC") && gs_token_is(pass->tokens, index + 1, "unroll");
    if (goes_on(pass, index, token - 1) && !is_among(token->text, known) && !unrolls)
        refuse(pass, token, "has `#pragma %.60s`, which an exercise has no use for: take it out.",
               token->text);
}

static void check_define(const struct pass *pass, size_t index)
{
    const struct gs_token *token = &pass->tokens->items[index];
    if (is_among(token->text, attribute_words))
        refuse(pass, token, "gives `%.60s` another meaning: choose a name of your own.",
               token->text);
}

static void check_directive(const struct pass *pass, size_t index)
{
    static const char *const harmless[] = {"undef", "if",    "ifdef", "ifndef",  "elif",
                                           "else",  "endif", "error", "warning", NULL};
    const struct gs_tokens *tokens = pass->tokens;
    const struct gs_token *name = &tokens->items[index + 1];
    if (!goes_on(pass, index + 1, name - 1))
        return; /* a # alone */
    if (strcmp(name->text, "include") == 0)
        check_include(pass, index + 2);
    else if (strcmp(name->text, "pragma") == 0)
        check_pragma(pass, index + 2);
    else if (strcmp(name->text, "define") == 0)
        check_define(pass, index + 2);
    else if (!is_among(name->text, harmless))
        refuse(pass, name, "has `#%.60s`, which an exercise has no use for: take it out.",
               name->text);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Behind the preprocessor it is certain what is an argument of an attribute's, and may be anything.
 */
static void check_attribute(const struct pass *pass, size_t open)
{
    const struct gs_token *tokens = pass->tokens->items;
    size_t close = tokens[open].match;
    for (size_t i = open; i < close; i++) {
        if (tokens[i].kind == GS_TOKEN_WORD && !is_among(tokens[i].text, attribute_words))
            refuse(pass, &tokens[i],
                   "has the attribute `%.60s`, which an exercise has no use for: take it out.",
                   tokens[i].text);
        if (!pass->written && i > open + 1 && gs_token_is(pass->tokens, i, "("))
            i = tokens[i].match;
    }
}

static bool begins(const char *word, const char *const *beginnings)
{
    for (; *beginnings != NULL; beginnings++) {
        if (strncmp(word, *beginnings, strlen(*beginnings)) == 0)
            return true;
    }
    return false;
}

/* Names of what runs and watches the code, and of macros that make attributes and pragmas of their
 * arguments. */
static bool is_internal(const char *word)
{
    static const char *const beginnings[] = {
        "simt_",     "SIMT_",       "__simt",     "__tsan",        "__ubsan",     "__asan_",
        "gs_",       "__sanitizer", "__start_",   "__stop_",       "__cxa_",      "__attribute_",
        "__attr_",   "__glibc_",    "__REDIRECT", "_PSTL_",        "_GLIBCXX_",   "_LIBCPP_",
        "__ASMNAME", "__LDBL_",     "__nonnull",  "__has_include", "__has_embed", NULL};
    return begins(word, beginnings) || strstr(word, "sanitize") != NULL ||
           strstr(word, "SANITIZE") != NULL || strcmp(word, "_fileno") == 0;
}

/* Each of them is one instruction of one kind of processor. The simulator sees none of their
 * accesses. Headers of the system bring their names along without being asked. */
static bool is_instruction(const char *word)
{
    static const char *const beginnings[] = {"__builtin_ia32_",
                                             "__builtin_aarch64_",
                                             "__builtin_arm_",
                                             "__builtin_neon_",
                                             "_mm_",
                                             "_mm256_",
                                             "_mm512_",
                                             "_m_maskmov",
                                             "__rdtsc",
                                             "_rdtsc",
                                             "_rdrand",
                                             "_rdseed",
                                             "__rdpmc",
                                             "_rdpmc",
                                             "_xbegin",
                                             "_xgetbv",
                                             "_enclu",
                                             "_movdir",
                                             "_directstore",
                                             NULL};
    return begins(word, beginnings);
}

/* Of what the compiler has functions for by names of their own, the simulator sees nothing of most:
 * they copy, move the stack, set the registers, jump, or make code. These compute, ask the
 * compiler, tell it what holds, or end the program. */
static bool is_harmless_builtin(const char *name)
{
    static const char *const harmless[] = {"abs",
                                           "align__", /* of CUDA */
                                           "addressof",
                                           "assoc_barrier",
                                           "assume",
                                           "assume_aligned",
                                           "bit_cast",
                                           "choose_expr",
                                           "complex",
                                           "constant_p",
                                           "convertvector",
                                           "flt_rounds",
                                           "fpclassify",
                                           "has_attribute",
                                           "imaxabs",
                                           "labs",
                                           "launder",
                                           "llabs",
                                           "object_size",
                                           "offsetof",
                                           "powi",
                                           "powif",
                                           "powil",
                                           "prefetch",
                                           "shuffle",
                                           "shufflevector",
                                           "source_location",
                                           "trap",
                                           "types_compatible_p",
                                           "unreachable",
                                           "COLUMN",
                                           "FILE",
                                           "FUNCTION",
                                           "LINE",
                                           NULL};
    static const char *const beginnings[] = {
        "add_overflow", "bitreverse", "bswap",    "clrsb",        "clz",         "ctz",
        "expect",       "ffs",        "huge_val", "inf",          "is",          "mul_overflow",
        "nan",          "parity",     "popcount", "rotateleft",   "rotateright", "sadd",
        "signbit",      "smul",       "ssub",     "sub_overflow", "uadd",        "umul",
        "usub",         NULL};
    return is_among(name, harmless) || begins(name, beginnings) || gs_symbols_is_for_kernels(name);
}

static bool is_unseen_builtin(const char *word)
{
    static const char prefix[] = "__builtin_";
    return strncmp(word, prefix, strlen(prefix)) == 0 &&
           !is_harmless_builtin(word + strlen(prefix));
}

/* They move the stack by a number that is computed: to memory of the host's, say. Declared, the
 * function of the library's name is the compiler's own. */
static bool moves_stack(const char *word)
{
    static const char *const beginnings[] = {"__builtin_alloca", "__builtin_stack_", NULL};
    return begins(word, beginnings) || strcmp(word, "alloca") == 0;
}

/* What the simulator's own assert() is made of. */
static bool is_of_assert(const struct pass *pass, const struct gs_token *token)
{
    return !pass->written && strcmp(token->text, "simt_assert_fail") == 0;
}

static void say_not_for_exercises(const struct pass *pass, const struct gs_token *token)
{
    refuse(pass, token,
           "uses `%.100s`, which is not for an exercise: take it out, or choose another name.",
           token->text);
}

static void check_word(const struct pass *pass, size_t index)
{
    static const char *const assembly[] = {"asm", "__asm", "__asm__", NULL};
    static const char *const attribute[] = {"__attribute__", "__attribute", NULL};
    const struct gs_tokens *tokens = pass->tokens;
    const struct gs_token *token = &tokens->items[index];
    bool opens = is_among(token->text, attribute);
    if (is_among(token->text, assembly))
        refuse(pass, token, "has assembly (`%s`), which an exercise has no use for: take it out.",
               token->text);
    else if (is_instruction(token->text))
        refuse(pass, token,
               "uses `%.100s`, which is one instruction of one kind of processor: write it in C++, "
               "as for any processor.",
               token->text);
    else if (moves_stack(token->text))
        refuse(pass, token,
               "uses `%.100s`, which moves the stack: use an array of a fixed size, or memory from "
               "malloc().",
               token->text);
    else if (is_unseen_builtin(token->text))
        refuse(pass, token,
               "uses `%.100s`, a function of the compiler's own: the simulator does not see what "
               "it does. Write it in C++, as a loop or with `=`.",
               token->text);
    else if (opens && gs_token_is(tokens, index + 1, "(") && gs_token_is(tokens, index + 2, "("))
        check_attribute(pass, index + 1);
    else if (opens || strcmp(token->text, "_Pragma") == 0 ||
             (is_internal(token->text) && !is_of_assert(pass, token)) ||
             (strcmp(token->text, "simt") == 0 && gs_token_is(tokens, index + 1, "::")))
        say_not_for_exercises(pass, token);
}

/* Whose attributes are more than the language's own: they may stand where check_attribute() sees
 * them, and nowhere else. `*seen` is the token behind the last attribute that was checked. */
static void check_vendor(const struct pass *pass, size_t index, size_t *seen)
{
    static const char *const vendors[] = {"gnu", "__gnu__", "clang", "_Clang", NULL};
    const struct gs_tokens *tokens = pass->tokens;
    const struct gs_token *token = &tokens->items[index];
    if (gs_token_is(tokens, index, "[") && gs_token_is(tokens, index + 1, "[")) {
        check_attribute(pass, index);
        *seen = token->match;
    } else if (token->kind == GS_TOKEN_WORD && is_among(token->text, vendors) && index >= *seen) {
        say_not_for_exercises(pass, token);
    }
}

/* `new (place) T(f())`: what f() returns the compiler stores there unseen. Others that begin so are
 * `new (std::nothrow) T` and `new (int)`. */
static void check_placement(const struct pass *pass, size_t index)
{
    const struct gs_tokens *tokens = pass->tokens;
    const size_t open = index + 1, close = tokens->items[open].match;
    if (!gs_token_is(tokens, index, "new") || !gs_token_is(tokens, open, "(") ||
        (index > 0 && gs_token_is(tokens, index - 1, "operator")) || close >= tokens->count ||
        (tokens->items[close + 1].kind != GS_TOKEN_WORD && !gs_token_is(tokens, close + 1, "::")))
        return;
    for (size_t i = open; i < close; i++) {
        if (gs_token_is(tokens, i, "nothrow") || gs_token_is(tokens, i, "align_val_t"))
            return;
    }
    refuse(pass, &tokens->items[index],
           "has `new (...)`, which makes an object in memory that is there: give it a value by `=` "
           "instead.");
}

static void check_tokens(const struct pass *pass)
{
    const struct gs_tokens *tokens = pass->tokens;
    unsigned directive = 0;
    size_t seen = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct gs_token *token = &tokens->items[i];
        if (token->directive != 0 && token->directive != directive)
            check_directive(pass, i);
        directive = token->directive;
        if (token->kind == GS_TOKEN_WORD)
            check_word(pass, i);
        else if (token->kind == GS_TOKEN_UNCLEAR)
            refuse(
                pass, token,
                token->text[0] == '#'
                    ? "has a `#` in it, which an exercise has no use for: take it out."
                    : "has a raw string that is not closed, or not in one line: write it in one.");
        check_vendor(pass, i, &seen);
        check_placement(pass, i);
    }
}

/* What a macro of the student's makes within a header of the system's is in no list of tokens. */
static void check_mixture(const struct gs_source *source, json_t *remarks)
{
    char line[32] = "A file";
    if (source->mixed_line != 0)
        snprintf(line, sizeof line, "Line %u", source->mixed_line);
    if (source->mixed)
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, source->mixed_line, "",
                      "%s includes a header in which the name of a macro of yours stands, and that "
                      "changes the header. Put your #define lines below all #include lines.",
                      line);
}

void gs_source_check_rules(const struct gs_source *source, json_t *remarks)
{
    check_tokens(&(struct pass){source, &source->written, true, remarks});
    check_tokens(&(struct pass){source, &source->compiled, false, remarks});
    check_mixture(source, remarks);
}

/* ---- headers --------------------------------------------------------------------------------- */

static bool is_listed(const char *name, size_t length)
{
    static const char *const listed[] = {
#define GS_HEADER(name) name,
#include "headers.def"
#undef GS_HEADER
    };
    for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++) {
        if (strlen(listed[i]) == length && strncmp(listed[i], name, length) == 0)
            return true;
    }
    return false;
}

void gs_source_check_headers(const struct gs_source *source, const char *header, json_t *remarks)
{
    const struct gs_tokens *tokens = &source->written;
    const struct pass pass = {source, tokens, true, remarks};
    for (size_t i = 2; i < tokens->count; i++) {
        const struct gs_token *token = &tokens->items[i];
        if (token->kind != GS_TOKEN_STRING || !gs_token_is(tokens, i - 1, "include") ||
            token->directive == 0 || tokens->items[i - 2].directive != token->directive ||
            !gs_token_is(tokens, i - 2, "#"))
            continue;
        const char *name = token->text + 1;
        size_t length = strlen(name) > 0 ? strlen(name) - 1 : 0;
        bool own = strlen(header) == length && strncmp(header, name, length) == 0;
        if (!own && !is_listed(name, length))
            refuse(&pass, token,
                   "includes %.80s, which is no header for exercises: use the exercise's own, and "
                   "those of C, C++ and CUDA that docs/headers.md lists.",
                   token->text);
    }
}

/* ---- calls between host and device ----------------------------------------------------------- */

enum side { ON_HOST, ON_DEVICE, ON_BOTH, BY_LAUNCH };

static enum side side_of(const struct gs_source_function *function)
{
    if (function->global)
        return BY_LAUNCH;
    if (function->host && function->device)
        return ON_BOTH;
    return function->device ? ON_DEVICE : ON_HOST;
}

/* Where functions of that name may be called from, all of them together. */
static bool find_side(const struct gs_source *source, const char *name, enum side *side)
{
    bool found = false;
    for (size_t i = 0; i < source->function_count; i++) {
        const struct gs_source_function *f = &source->functions[i];
        if (strcmp(f->name, name) != 0)
            continue;
        if (found && side_of(f) != *side)
            return false;
        *side = side_of(f);
        found = true;
    }
    return found;
}

/* Whether the word at `index` is called there, and is no member, no variable of that name. */
static bool is_call(const struct gs_source *source, size_t index)
{
    static const char *const before[] = {"return", "else", "do", NULL};
    const struct gs_token *last = &source->compiled.items[index - 1];
    if (!gs_token_is(&source->compiled, index + 1, "("))
        return false;
    if (last->kind == GS_TOKEN_WORD)
        return is_among(last->text, before);
    return strcmp(last->text, ".") != 0 && strcmp(last->text, "->") != 0 &&
           strcmp(last->text, "::") != 0;
}

/* Whether it declares `name` as something else: a parameter or a lambda, say. */
static bool hides(const struct gs_source *source, const struct gs_source_function *function,
                  const char *name)
{
    for (size_t i = function->parameters; i < function->end; i++) {
        if (gs_token_is(&source->compiled, i, name) && !gs_token_is(&source->compiled, i + 1, "("))
            return true;
    }
    return false;
}

static void check_call(const struct gs_source *source, const struct gs_source_function *caller,
                       size_t index, json_t *remarks)
{
    const struct gs_token *token = &source->compiled.items[index];
    bool on_host = side_of(caller) == ON_HOST;
    enum side there = ON_BOTH;
    if (!is_call(source, index) || !find_side(source, token->text, &there) || there == ON_BOTH ||
        (on_host && there == ON_HOST) || (!on_host && there == ON_DEVICE) ||
        hides(source, caller, token->text))
        return;
    if (there == BY_LAUNCH)
        gs_remark_add(remarks, "does-not-compile", source, token->line, "",
                      "`%.100s` is a kernel: launch it on the host, `%.100s<<<grid, "
                      "block>>>(arguments)`.",
                      token->text, token->text);
    else if (on_host)
        gs_remark_add(remarks, "does-not-compile", source, token->line, "",
                      "`%.100s` is a __device__ function, and line %u calls it on the host: only "
                      "kernels can.",
                      token->text, token->line);
    else
        gs_remark_add(
            remarks, "does-not-compile", source, token->line, "",
            "`%.100s` is a function of the host, and line %u calls it on the device: write "
            "`__device__` before it.",
            token->text, token->line);
}

/* What is launched has to be a kernel. */
static void check_launch(const struct gs_source *source, size_t index, json_t *remarks)
{
    const struct gs_token *token = &source->compiled.items[index];
    enum side there = BY_LAUNCH;
    for (size_t k = 1; k <= 3; k++) {
        if (!gs_token_is(&source->compiled, index + k, "<"))
            return;
    }
    if (find_side(source, token->text, &there) && there != BY_LAUNCH)
        gs_remark_add(remarks, "does-not-compile", source, token->line, "",
                      "Line %u launches `%.100s`, which is no kernel: only a function with "
                      "`__global__` before it is.",
                      token->line, token->text);
}

/* A reference is an address of the host's, and no kernel takes one. */
static void check_parameters(const struct gs_source *source,
                             const struct gs_source_function *kernel, json_t *remarks)
{
    for (size_t k = kernel->parameters; k < kernel->body; k++) {
        if (gs_token_is(&source->compiled, k, "&"))
            gs_remark_add(remarks, "does-not-compile", source, source->compiled.items[k].line, "",
                          "`%.100s` is a kernel, and takes a reference: that is an address of the "
                          "host's. Take the value itself, without `&`.",
                          kernel->name);
    }
}

static void check_index(const struct gs_source *source, size_t index, json_t *remarks)
{
    static const char *const builtin[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    const struct gs_token *token = &source->compiled.items[index];
    if (is_among(token->text, builtin) && gs_token_is(&source->compiled, index + 1, "."))
        gs_remark_add(remarks, "warning", source, token->line, "",
                      "`%s` means something in kernels alone, and line %u is of a function of the "
                      "host.",
                      token->text, token->line);
}

static bool has_device_code(const struct gs_source *source,
                            const struct gs_source_function *function)
{
    for (size_t i = function->body; i < function->end; i++) {
        if (gs_token_is(&source->compiled, i, "__device__"))
            return true;
    }
    return false;
}

void gs_source_check_calls(const struct gs_source *source, json_t *errors, json_t *warnings)
{
    for (size_t i = 0; i < source->function_count; i++) {
        const struct gs_source_function *f = &source->functions[i];
        if (f->global)
            check_parameters(source, f, errors);
        if (side_of(f) == ON_BOTH || has_device_code(source, f))
            continue;
        for (size_t k = f->body; k < f->end; k++) {
            if (source->compiled.items[k].kind != GS_TOKEN_WORD)
                continue;
            check_call(source, f, k, errors);
            check_launch(source, k, errors);
            if (side_of(f) == ON_HOST)
                check_index(source, k, warnings);
        }
    }
}
