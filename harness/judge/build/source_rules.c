#include "source_rules.h"

#include "remark.h"

#include <stdlib.h>
#include <string.h>

static bool is_among(const char *text, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(text, *words) == 0)
            return true;
    }
    return false;
}

/* ---- the preprocessor's lines ---------------------------------------------------------------- */

/* What attributes may say: none of these changes what a function does, or what is seen of it. */
static const char *const attribute_words[] = {
    "aligned",       "__aligned__",  "packed",    "unused",   "__unused__",  "noinline",
    "always_inline", "maybe_unused", "nodiscard", "noreturn", "fallthrough", "likely",
    "unlikely",      "deprecated",   "gnu",       "sizeof",   "alignof",     "float",
    "double",        "int",          NULL};

static void check_include(const struct gs_source *source, size_t index, json_t *remarks)
{
    const struct gs_token *token = &source->tokens[index];
    if (token->kind != GS_TOKEN_STRING || token->directive != source->tokens[index - 1].directive)
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, source->tokens[index - 1].line, "",
                      "Line %u includes what a macro names: write the name of the header.",
                      source->tokens[index - 1].line);
    else if (token->text[1] == '/' || strstr(token->text, "..") != NULL)
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                      "Line %u includes a file by its path, %.100s: an exercise has its own header "
                      "and those of the system, by name.",
                      token->line, token->text);
}

static void check_pragma(const struct gs_source *source, size_t index, json_t *remarks)
{
    static const char *const known[] = {"unroll",           "nounroll",        "once",
                                        "nv_diag_suppress", "nv_diag_default", "region",
                                        "endregion",        "message",         NULL};
    const struct gs_token *token = &source->tokens[index];
    bool unrolls = gs_source_is(source, index, "GCC") && gs_source_is(source, index + 1, "unroll");
    if (token->directive == source->tokens[index - 1].directive && !is_among(token->text, known) &&
        !unrolls)
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                      "Line %u has `#pragma %.60s`, which an exercise has no use for: take it out.",
                      token->line, token->text);
}

/* ## before __VA_ARGS__ takes away a comma; anywhere else it makes a new word. */
static bool makes_words(const struct gs_source *source, size_t index)
{
    return gs_source_is(source, index, "##") && !(gs_source_is(source, index + 1, "__VA_ARGS__") &&
                                                  gs_source_is(source, index - 1, ","));
}

/* A macro that opens a bracket and leaves it to others to close it can hide what lies between. */
static bool is_balanced(const struct gs_source *source, size_t index)
{
    static const char open[] = "([{", close[] = ")]}";
    unsigned directive = source->tokens[index].directive;
    int depth[3] = {0};
    for (size_t i = index; i < source->count && source->tokens[i].directive == directive; i++) {
        const struct gs_token *token = &source->tokens[i];
        for (int k = 0; k < 3 && token->kind == GS_TOKEN_MARK; k++) {
            depth[k] += (token->text[0] == open[k]) - (token->text[0] == close[k]);
            if (depth[k] < 0)
                return false;
        }
    }
    return depth[0] == 0 && depth[1] == 0 && depth[2] == 0;
}

static void check_define(const struct gs_source *source, size_t index, json_t *remarks)
{
    const struct gs_token *token = &source->tokens[index];
    if (is_among(token->text, attribute_words))
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                      "Line %u gives `%.60s` another meaning: choose a name of your own.",
                      token->line, token->text);
    if (!is_balanced(source, index))
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                      "Line %u has a macro that opens a bracket and does not close it: write it "
                      "out.",
                      token->line);
    for (size_t i = index; i < source->count && source->tokens[i].directive == token->directive;
         i++) {
        if (makes_words(source, i))
            gs_remark_add(
                remarks, GS_NOT_ALLOWED, source, token->line, "",
                "Line %u puts names together with `##`, which an exercise has no use for: "
                "write them out.",
                token->line);
    }
}

static void check_directive(const struct gs_source *source, size_t index, json_t *remarks)
{
    static const char *const harmless[] = {"undef", "if",    "ifdef", "ifndef",  "elif",
                                           "else",  "endif", "error", "warning", NULL};
    if (source->tokens[index + 1].directive != source->tokens[index].directive)
        return; /* a # alone */
    if (gs_source_is(source, index + 1, "include"))
        check_include(source, index + 2, remarks);
    else if (gs_source_is(source, index + 1, "pragma"))
        check_pragma(source, index + 2, remarks);
    else if (gs_source_is(source, index + 1, "define"))
        check_define(source, index + 2, remarks);
    else if (!is_among(source->tokens[index + 1].text, harmless))
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, source->tokens[index].line, "",
                      "Line %u has `#%.60s`, which an exercise has no use for: take it out.",
                      source->tokens[index].line, source->tokens[index + 1].text);
}

static bool is_closed(const char *text)
{
    size_t at = strcspn(text, "\"'<"), length = strlen(text);
    char end = '>';
    if (text[at] != '<')
        end = text[at];
    if (at > 0 && text[at - 1] == 'R')
        return length > at + 1 && text[length - 1] == end;
    for (at++; text[at] != '\0' && text[at] != end; at++)
        at += text[at] == '\\' && text[at + 1] != '\0';
    return text[at] == end;
}

/* A quote without its other half: what is text and what is code is then for the compiler to say,
 * and once more after macros have moved it. Messages may have an apostrophe. */
static void check_quote(const struct gs_source *source, size_t index, size_t directive_at,
                        json_t *remarks)
{
    const struct gs_token *token = &source->tokens[index];
    bool message = token->directive != 0 && (gs_source_is(source, directive_at + 1, "error") ||
                                             gs_source_is(source, directive_at + 1, "warning"));
    if (!message && !is_closed(token->text))
        gs_remark_add(remarks, "does-not-compile", source, token->line, "",
                      "A text in line %u has no closing quote.", token->line);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void check_attribute(const struct gs_source *source, size_t open, json_t *remarks)
{
    bool bracket = gs_source_is(source, open, "(") || gs_source_is(source, open, "[");
    size_t close = bracket ? gs_source_close(source, open) : open + 1;
    for (size_t i = open; i < close; i++) {
        const struct gs_token *token = &source->tokens[i];
        if (token->kind == GS_TOKEN_WORD && !is_among(token->text, attribute_words))
            gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                          "Line %u has the attribute `%.60s`, which an exercise has no use for: "
                          "take it out.",
                          token->line, token->text);
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

/* Names of what runs and watches the code, of macros that make attributes and pragmas of their
 * arguments, and of ways to the caller's stack. */
static bool is_internal(const char *word)
{
    static const char *const beginnings[] = {"simt_",
                                             "SIMT_",
                                             "__simt",
                                             "__tsan",
                                             "__ubsan",
                                             "__asan_",
                                             "gs_",
                                             "__sanitizer",
                                             "__cxa_",
                                             "__attribute_",
                                             "__attr_",
                                             "__glibc_",
                                             "__REDIRECT",
                                             "__ASMNAME",
                                             "__LDBL_",
                                             "__nonnull",
                                             "__has_include",
                                             "__has_embed",
                                             "__builtin_return_address",
                                             "__builtin_extract_return",
                                             "__builtin_frob_return",
                                             "__builtin_frame_address",
                                             "__builtin_stack_address",
                                             "__builtin_dwarf",
                                             "__builtin_apply",
                                             "__builtin_eh_",
                                             "__builtin_unwind",
                                             "__builtin_setjmp",
                                             "__builtin_longjmp",
                                             NULL};
    return begins(word, beginnings) || strstr(word, "sanitize") != NULL ||
           strstr(word, "SANITIZE") != NULL || strcmp(word, "_fileno") == 0;
}

/* Whose attributes are more than the language's own; they may stand where check_attribute() sees
 * them, and nowhere else. */
static bool is_vendor(const char *word)
{
    static const char *const vendors[] = {"gnu", "__gnu__", "clang", "_Clang", NULL};
    return is_among(word, vendors);
}

static bool has_attribute(const struct gs_source *source, size_t index)
{
    return gs_source_is(source, index, "(") && gs_source_is(source, index + 1, "(");
}

static void check_word(const struct gs_source *source, size_t index, json_t *remarks)
{
    static const char *const assembly[] = {"asm", "__asm", "__asm__", NULL};
    static const char *const attribute[] = {"__attribute__", "__attribute", NULL};
    const struct gs_token *token = &source->tokens[index];
    bool opens = is_among(token->text, attribute);
    if (is_among(token->text, assembly))
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                      "Line %u has assembly (`%s`), which an exercise has no use for: take it out.",
                      token->line, token->text);
    else if (opens && has_attribute(source, index + 1))
        check_attribute(source, index + 1, remarks);
    else if (opens || strcmp(token->text, "_Pragma") == 0 || is_internal(token->text) ||
             (strcmp(token->text, "simt") == 0 && gs_source_is(source, index + 1, "::")))
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                      "Line %u uses `%.100s`, which is not for an exercise: take it out, or choose "
                      "another name.",
                      token->line, token->text);
}

/* `*seen` is the token behind the last attribute that was checked. */
static void check_vendor(const struct gs_source *source, size_t index, size_t *seen,
                         json_t *remarks)
{
    const struct gs_token *token = &source->tokens[index];
    if (gs_source_is(source, index, "[") && gs_source_is(source, index + 1, "[")) {
        check_attribute(source, index, remarks);
        *seen = gs_source_close(source, index);
    } else if (token->kind == GS_TOKEN_WORD && is_vendor(token->text) && index >= *seen) {
        gs_remark_add(remarks, GS_NOT_ALLOWED, source, token->line, "",
                      "Line %u uses `%.100s`, which is not for an exercise: take it out, or choose "
                      "another name.",
                      token->line, token->text);
    }
}

void gs_source_check_rules(const struct gs_source *source, json_t *remarks)
{
    unsigned directive = 0;
    size_t seen = 0, directive_at = 0;
    for (size_t i = 0; i < source->count; i++) {
        const struct gs_token *token = &source->tokens[i];
        if (token->directive != 0 && token->directive != directive) {
            check_directive(source, i, remarks);
            directive_at = i;
        }
        directive = token->directive;
        if (token->kind == GS_TOKEN_WORD)
            check_word(source, i, remarks);
        else if (token->kind == GS_TOKEN_STRING || token->kind == GS_TOKEN_CHARACTER)
            check_quote(source, i, directive_at, remarks);
        check_vendor(source, i, &seen, remarks);
    }
}

/* ---- calls between host and device ----------------------------------------------------------- */

enum side { ON_HOST, ON_DEVICE, ON_BOTH, BY_LAUNCH };

static enum side side_of(const struct gs_source_function *function)
{
    if (function->global)
        return BY_LAUNCH;
    if (function->pattern || (function->host && function->device))
        return ON_BOTH;
    return function->device ? ON_DEVICE : ON_HOST;
}

/* Where functions of that name may be called from, all of them together. */
static bool find_side(const struct gs_source_functions *functions, const char *name,
                      enum side *side)
{
    bool found = false;
    for (size_t i = 0; i < functions->count; i++) {
        const struct gs_source_function *f = &functions->items[i];
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
    const struct gs_token *last = &source->tokens[index - 1];
    if (!gs_source_is(source, index + 1, "(") || source->tokens[index].directive != 0)
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
        if (gs_source_is(source, i, name) && !gs_source_is(source, i + 1, "("))
            return true;
    }
    return false;
}

static void check_call(const struct gs_source *source, const struct gs_source_function *caller,
                       const struct gs_source_functions *functions, size_t index, json_t *remarks)
{
    const struct gs_token *token = &source->tokens[index];
    bool on_host = side_of(caller) == ON_HOST;
    enum side there = ON_BOTH;
    if (!is_call(source, index) || !find_side(functions, token->text, &there) || there == ON_BOTH ||
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
static void check_launch(const struct gs_source *source,
                         const struct gs_source_functions *functions, size_t index, json_t *remarks)
{
    const struct gs_token *token = &source->tokens[index];
    enum side there = BY_LAUNCH;
    for (size_t k = 1; k <= 3; k++) {
        if (!gs_source_is(source, index + k, "<"))
            return;
    }
    if (find_side(functions, token->text, &there) && there != BY_LAUNCH)
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
        if (gs_source_is(source, k, "&"))
            gs_remark_add(remarks, "does-not-compile", source, source->tokens[k].line, "",
                          "`%.100s` is a kernel, and takes a reference: that is an address of the "
                          "host's. Take the value itself, without `&`.",
                          kernel->name);
    }
}

static void check_index(const struct gs_source *source, size_t index, json_t *remarks)
{
    static const char *const builtin[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    const struct gs_token *token = &source->tokens[index];
    if (is_among(token->text, builtin) && gs_source_is(source, index + 1, "."))
        gs_remark_add(remarks, "warning", source, token->line, "",
                      "`%s` means something in kernels alone, and line %u is of a function of the "
                      "host.",
                      token->text, token->line);
}

static bool has_device_code(const struct gs_source *source,
                            const struct gs_source_function *function)
{
    for (size_t i = function->body; i < function->end; i++) {
        if (gs_source_is(source, i, "__device__"))
            return true;
    }
    return false;
}

void gs_source_check_calls(const struct gs_source *source, json_t *errors, json_t *warnings)
{
    enum { MOST_TOKENS = 20000 }; /* far more than an exercise has */
    if (source->count > MOST_TOKENS)
        return;
    struct gs_source_functions functions = gs_source_functions(source);
    for (size_t i = 0; i < functions.count; i++) {
        const struct gs_source_function *f = &functions.items[i];
        if (f->global)
            check_parameters(source, f, errors);
        if (side_of(f) == ON_BOTH || f->end == source->count || has_device_code(source, f))
            continue;
        for (size_t k = f->body; k < f->end; k++) {
            if (source->tokens[k].kind != GS_TOKEN_WORD)
                continue;
            check_call(source, f, &functions, k, errors);
            check_launch(source, &functions, k, errors);
            if (side_of(f) == ON_HOST)
                check_index(source, k, warnings);
        }
    }
    free(functions.items);
}
