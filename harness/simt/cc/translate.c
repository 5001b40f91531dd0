#include "translate.h"

#include "bounds.h"
#include "constants.h"
#include "conversions.h"
#include "describe.h"
#include "edits.h"
#include "fixed.h"
#include "host_use.h"
#include "kernels.h"
#include "launch.h"
#include "lexer.h"
#include "linkage.h"
#include "ptx.h"
#include "refuse.h"
#include "shared.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum scope_kind { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION, SCOPE_INITIALISER };

/* What an open brace began. */
struct scope {
    enum scope_kind kind;
    bool device;        /* in a __global__ or __device__ function, */
    bool host;          /* which is __host__ as well */
    uint64_t path;      /* namespaces: the same for the same qualified name */
    size_t declaration; /* first token of the declaration that the brace is part of */
    size_t outer;       /* and of the function or class around it all */
};

struct translation {
    struct simt_source source;
    struct simt_edits edits;
    struct simt_shared_names shared_names;
    bool lockstep, relocatable, guarded, module, warned;
    bool marked; /* for sides.h, which is to see the conversions as they are written */
    struct simt_declarations declarations;
    struct simt_own_names own_names, kernels;
    struct simt_host_names host_names;
    struct simt_number_names number_names;
    struct simt_functions functions;
    struct scope *scopes; /* the outermost one is the global namespace */
    size_t scope_count, scope_capacity;
    size_t declaration; /* first token of the declaration or statement being read */
    size_t unclosed;    /* the first { that nothing closes, or SIMT_NO_MATCH */
    struct simt_buffer *error;
};

static struct scope *current_scope(const struct translation *translation)
{
    return &translation->scopes[translation->scope_count - 1];
}

static bool push_scope(struct translation *translation, struct scope scope)
{
    struct scope *scopes = simt_grow(translation->scopes, translation->scope_count,
                                     &translation->scope_capacity, sizeof *scopes);
    if (scopes == NULL) {
        translation->edits.failed = true;
        return false;
    }
    translation->scopes = scopes;
    scopes[translation->scope_count++] = scope;
    return true;
}

/* What the tokens between the begin of a declaration and its open brace say about the brace. */
struct brace_hints {
    bool is_namespace, is_class, has_parameters, initialises_members, device, host;
};

static struct brace_hints read_hints(const struct simt_source *source, size_t first, size_t brace)
{
    struct brace_hints hints = {0};
    for (size_t i = first; i < brace; i = simt_skip_group(source, i) + 1) {
        if (simt_token_is(source, i, "template"))
            i = simt_skip_template_header(source, i, brace);
        else if (simt_token_is(source, i, "namespace") ||
                 (simt_token_is(source, i, "extern") && i + 2 == brace &&
                  source->tokens[i + 1].kind == SIMT_TOKEN_STRING))
            hints.is_namespace = true;
        else if (simt_token_is_any(source, i, "class", "struct", "union", "enum"))
            hints.is_class = true;
        else if (simt_token_is(source, i, "(") && !simt_opens_attribute(source, i))
            hints.has_parameters = true;
        else if (simt_token_is(source, i, ":") && hints.has_parameters)
            hints.initialises_members = true;
        else if (simt_token_is_any(source, i, "__simt_global__", "__simt_device__"))
            hints.device = true;
        else if (simt_token_is(source, i, "__simt_host__"))
            hints.host = true;
    }
    return hints;
}

/* FNV-1a over the tokens that name a namespace. */
static uint64_t extend_path(const struct simt_source *source, uint64_t path, size_t first,
                            size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct simt_token *token = &source->tokens[i];
        for (size_t j = 0; j < token->length; j++)
            path = (path ^ (unsigned char)source->text[token->start + j]) * 0x100000001b3u;
    }
    return path;
}

static bool add_function(struct translation *translation, size_t brace)
{
    struct simt_functions *functions = &translation->functions;
    struct simt_function *items =
        simt_grow(functions->items, functions->count, &functions->capacity, sizeof *items);
    if (items == NULL) {
        translation->edits.failed = true;
        return false;
    }
    functions->items = items;
    items[functions->count++] =
        (struct simt_function){.first = translation->declaration, .body = brace};
    return true;
}

/* Whether the brace opens what simt_arch_merge() writes for the host: behind
 * `if (called_on_device()) {…} else`. */
static bool is_branch_of_host(const struct simt_source *source, size_t brace)
{
    if (brace < 2 || !simt_token_is(source, brace - 1, "else"))
        return false;
    size_t open = source->tokens[brace - 2].match;
    return open != SIMT_NO_MATCH && open > 4 && open < brace &&
           simt_token_is(source, open - 4, "called_on_device");
}

static bool open_brace(struct translation *translation, size_t brace)
{
    const struct simt_source *source = &translation->source;
    const struct scope *outer = current_scope(translation);
    struct brace_hints hints = read_hints(source, translation->declaration, brace);
    struct scope inner = {.kind = SCOPE_INITIALISER,
                          .device = outer->device || hints.device,
                          .host = outer->host || hints.host,
                          .path = outer->path,
                          .declaration = translation->declaration,
                          .outer = outer->kind == SCOPE_NAMESPACE ? translation->declaration
                                                                  : outer->outer};
    if (brace > 4 && simt_token_is(source, brace - 4, "called_on_device"))
        inner.host = false;
    if (is_branch_of_host(source, brace))
        inner.device = false;
    bool after_name = brace > 0 && (simt_token_is_identifier(source, brace - 1) ||
                                    simt_token_is(source, brace - 1, ">"));
    /* Foo() : member{1} … is still before the body. */
    bool is_body = hints.has_parameters && !(hints.initialises_members && after_name);
    if (outer->kind != SCOPE_FUNCTION && hints.is_namespace) {
        inner.kind = SCOPE_NAMESPACE;
        if (!simt_token_is(source, translation->declaration, "extern"))
            inner.path = extend_path(source, outer->path, translation->declaration, brace);
    } else if (outer->kind == SCOPE_FUNCTION || is_body) {
        inner.kind = SCOPE_FUNCTION;
    } else if (hints.is_class && !hints.has_parameters) {
        inner.kind = SCOPE_CLASS;
    }
    bool function = inner.kind == SCOPE_FUNCTION && outer->kind == SCOPE_NAMESPACE &&
                    !source->tokens[brace].system;
    if (function && !add_function(translation, brace))
        return false;
    translation->declaration = brace + 1;
    return push_scope(translation, inner);
}

static void close_brace(struct translation *translation, size_t brace)
{
    translation->declaration = brace + 1;
    if (translation->scope_count > 1) {
        const struct scope *scope = current_scope(translation);
        if (scope->kind == SCOPE_INITIALISER)
            translation->declaration = scope->declaration;
        translation->scope_count--;
    }
}

/* Remembers the kernel whose name is token `name`. */
static bool add_kernel(struct translation *translation, size_t name)
{
    struct simt_own_names *kernels = &translation->kernels;
    size_t *items = simt_grow(kernels->items, kernels->count, &kernels->capacity, sizeof *items);
    if (items == NULL) {
        translation->edits.failed = true;
        return false;
    }
    kernels->items = items;
    items[kernels->count++] = name;
    return true;
}

/* Whether something else than a kernel is declared anywhere by the name at `index`: an overload on
 * the host, say. */
static bool is_declared_otherwise(const struct simt_source *source, size_t index)
{
    bool kernel = false;
    for (size_t i = 0; i < source->token_count; i++) {
        char c = source->text[source->tokens[i].start];
        if (c == ';' || c == '{' || c == '}')
            kernel = false;
        else if (simt_token_is(source, i, "__simt_global__"))
            kernel = true;
        else if (!kernel && i > 0 && simt_tokens_are_equal(source, i, index) &&
                 (simt_token_is_identifier(source, i - 1) ||
                  strchr("*&>", source->text[source->tokens[i - 1].start]) != NULL))
            return true;
    }
    return false;
}

/* Whether a kernel has that name. */
static bool is_kernel_name(const struct translation *translation, size_t index)
{
    for (size_t i = 0; i < translation->kernels.count; i++)
        if (simt_tokens_are_equal(&translation->source, translation->kernels.items[i], index))
            return true;
    return false;
}

/* Whether the name at `index` calls a kernel like an ordinary function, `k(args)`. */
static bool is_plain_kernel_call(const struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    const struct scope *scope = current_scope(translation);
    return scope->kind == SCOPE_FUNCTION && !source->tokens[index].system &&
           is_kernel_name(translation, index) &&
           simt_is_plain_call(source, &translation->declarations, index, scope->outer) &&
           !is_declared_otherwise(source, index);
}

/* What stands in a template that nothing uses is not compiled: takes the refusal back. */
static bool forgive_unused(struct translation *translation, size_t index)
{
    if (!simt_is_in_unused_template(&translation->source, &translation->declarations, index))
        return false;
    simt_buffer_release(translation->error);
    return true;
}

/* Words that device code cannot have; nvcc says so. */
static bool refuse_word(const struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    const char *what = NULL;
    if (simt_token_is_any(source, index, "throw", "try", "catch"))
        what = "exceptions";
    else if (simt_token_is_any(source, index, "dynamic_cast", "typeid"))
        what = "'dynamic_cast' and 'typeid'";
    if (what == NULL || index == 0 || simt_token_is(source, index - 1, "operator"))
        return false;
    simt_source_error(source, source->tokens[index].start, translation->error,
                      "kernels and __device__ functions have no %s", what);
    return true;
}

/* Whether the identifier at `index`, of the program's own text, is refused where it stands. */
static bool refuse_identifier(struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    const struct scope *scope = current_scope(translation);
    bool in_function = scope->kind == SCOPE_FUNCTION;
    if (scope->device && !scope->host)
        return (simt_refuse_host_use(source, index, scope->outer, &translation->host_names,
                                     translation->error) ||
                refuse_word(translation, index)) &&
               !forgive_unused(translation, index);
    return in_function &&
           !(scope->device && simt_is_in_template(&translation->declarations, index)) &&
           simt_refuse_device_use(source, index, scope->outer, scope->device, translation->error);
}

/* Markers that ordinary C++ does without. */
static bool is_dropped_marker(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "__simt_device__", "__simt_host__", "__simt_constant__",
                             "__simt_managed__");
}

/* What a variable of the device is, whose declaration begins at `first` and has its name at `name`.
 */
static const char *variable_kind(const struct simt_source *source, size_t first, size_t name)
{
    const char *kind = "device";
    for (size_t i = first; i < name; i++) {
        if (simt_token_is(source, i, "__simt_managed__"))
            return "managed";
        if (simt_token_is(source, i, "__simt_constant__"))
            kind = "constant";
    }
    return kind;
}

/* Whether the declaration being read has a word ahead of `end`. */
static bool has_word(const struct translation *translation, size_t end, const char *word)
{
    for (size_t i = translation->declaration; i < end; i++) {
        if (simt_token_is(&translation->source, i, word))
            return true;
    }
    return false;
}

/* Has the runtime told of the variables that a declaration defines, from the name at `name` on:
 * each device has its own. A __managed__ one is there once. */
static void note_variables(struct translation *translation, size_t name)
{
    const struct simt_source *source = &translation->source;
    size_t end = simt_declaration_end(source, name);
    struct simt_buffer text = {0};
    if (end == SIMT_NO_MATCH)
        return;
    for (size_t i = name; i != SIMT_NO_MATCH; i = simt_next_variable(source, i)) {
        int length = (int)source->tokens[i].length;
        const char *word = source->text + source->tokens[i].start;
        simt_buffer_format(&text,
                           " [[gnu::constructor(101)]] static void simt_note_%.*s() "
                           "{ ::simt_cpp::note_variable(%.*s); }",
                           length, word, length, word);
    }
    translation->edits.failed |= text.failed;
    if (!text.failed)
        simt_edits_replace_bytes(&translation->edits, source->tokens[end].start + 1, 0, text.text);
    simt_buffer_release(&text);
}

/* Replaces the marker at `index` by what g++ needs to know in its place. In lockstep a variable
 * gets a section of its own, by which the inspector tells it from the host's. */
static void drop_marker(struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    bool outside = current_scope(translation)->kind == SCOPE_NAMESPACE;
    size_t name = SIMT_NO_MATCH;
    struct simt_buffer text = {0};
    const char *kind = NULL;
    simt_buffer_add_string(&text, "");
    if (outside)
        name = simt_device_variable(source, translation->declaration, index);
    if (name != SIMT_NO_MATCH)
        kind = variable_kind(source, translation->declaration, name);
    if (kind != NULL && translation->lockstep)
        simt_buffer_format(&text, "__attribute__((section(\"simt_%s.%.*s\"))) ", kind,
                           (int)source->tokens[name].length,
                           source->text + source->tokens[name].start);
    if (kind != NULL && strcmp(kind, "managed") != 0 && !has_word(translation, name, "extern"))
        note_variables(translation, name);
    if (outside && !translation->relocatable &&
        simt_is_file_variable(source, translation->declaration, index))
        simt_buffer_add_string(&text, "__attribute__((unused)) static");
    translation->edits.failed |= text.failed;
    if (!text.failed)
        simt_edits_replace(&translation->edits, source, index, index, text.text);
    simt_buffer_release(&text);
}

static bool refuse_at(const struct translation *translation, size_t index, const char *message)
{
    const struct simt_source *source = &translation->source;
    simt_source_error(source, source->tokens[index].start, translation->error, "%s", message);
    return true;
}

/* A __shared__ variable of a function that the host can run. */
static bool refuse_shared(const struct translation *translation, size_t index)
{
    const struct scope *scope = current_scope(translation);
    return scope->kind == SCOPE_FUNCTION && (!scope->device || scope->host) &&
           !translation->source.tokens[index].system &&
           !has_word(translation, index + 2, "extern") &&
           refuse_at(translation, index,
                     "a __shared__ variable belongs in a kernel or __device__ function: the host "
                     "has no shared memory");
}

/* __device__ or __constant__ where it cannot stand. */
static bool refuse_marker(const struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    enum scope_kind kind = current_scope(translation)->kind;
    bool constant = simt_token_is(source, index, "__simt_constant__");
    if (!constant && !simt_token_is(source, index, "__simt_device__"))
        return false;
    if (simt_refuse_function(source, &translation->declarations, index, translation->error))
        return true;
    if ((kind != SCOPE_FUNCTION && kind != SCOPE_CLASS) ||
        simt_device_variable(source, translation->declaration, index) == SIMT_NO_MATCH)
        return false;
    if (kind == SCOPE_CLASS)
        return refuse_at(translation, index,
                         "a member of a class cannot be __device__ or __constant__: declare the "
                         "variable outside of it");
    return !has_word(translation, index, "static") && !has_word(translation, index, "extern") &&
           refuse_at(translation, index,
                     constant ? "a __constant__ variable is declared outside of functions"
                              : "a __device__ variable is declared outside of functions; within a "
                                "kernel a variable has no such word");
}

/* A variable of the device, outside of functions, that would get its value when the program begins,
 * or that cannot be what it says. */
static bool refuse_value(const struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    if (current_scope(translation)->kind != SCOPE_NAMESPACE ||
        simt_token_is(source, index, "__simt_host__"))
        return false;
    size_t name = simt_device_variable(source, translation->declaration, index);
    if (name == SIMT_NO_MATCH)
        return false;
    if (has_word(translation, name, "__simt_managed__") &&
        has_word(translation, name, "__simt_constant__"))
        return refuse_at(translation, index,
                         "a __managed__ variable cannot be __constant__: leave one of them out");
    return !has_word(translation, name, "extern") &&
           simt_refuse_dynamic(source, &translation->declarations, &translation->host_names, name,
                               translation->error);
}

/* CUDA's word; within __attribute__((…)) it is the compiler's own. */
static bool is_noinline(const struct simt_source *source, size_t index)
{
    return simt_token_is(source, index, "__noinline__") &&
           (index == 0 || !simt_token_is_any(source, index - 1, "(", ","));
}

/* Whether the name is that of an `extern __shared__` array of a namespace, and used as an address.
 */
static bool is_dynamic_array(const struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    if (simt_token_is(source, index + 1, "[") ||
        (index > 0 && simt_token_is_any(source, index - 1, ".", "->", "::", "&")) ||
        (index > 1 && simt_token_is_any(source, index - 2, "sizeof", "decltype")))
        return false;
    for (size_t i = 0; i < translation->shared_names.count; i++) {
        if (simt_tokens_are_equal(source, translation->shared_names.items[i].token, index))
            return !simt_is_declared_near(source, index, current_scope(translation)->outer);
    }
    return false;
}

/* What stands for that array is an object: `(+name)` is the pointer that a cast wants. */
static void write_pointer(struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    struct simt_buffer text = {0};
    simt_buffer_format(&text, "(+%.*s)", (int)source->tokens[index].length,
                       source->text + source->tokens[index].start);
    translation->edits.failed |= text.failed;
    if (!text.failed)
        simt_edits_replace(&translation->edits, source, index, index, text.text);
    simt_buffer_release(&text);
}

/* Deals with the identifier at `*index` and moves it to the last token that was dealt with. */
static bool read_identifier(struct translation *translation, size_t *index)
{
    const struct simt_source *source = &translation->source;
    const struct scope *scope = current_scope(translation);
    struct simt_edits *edits = &translation->edits;
    if (simt_token_is(source, *index, "__simt_shared__")) {
        if (refuse_shared(translation, *index))
            return false;
        struct simt_shared_place place = {.in_function = scope->kind == SCOPE_FUNCTION,
                                          .lockstep = translation->lockstep,
                                          .scope = scope->path};
        *index = simt_shared_rewrite(source, *index, place, &translation->shared_names, edits,
                                     translation->error);
        return *index != SIMT_NO_MATCH;
    }
    if (simt_token_is(source, *index, "__simt_global__")) {
        const struct simt_declarations *all = &translation->declarations;
        size_t name, first = simt_specifiers_of(all, *index, translation->declaration);
        if (simt_refuse_function(source, all, *index, translation->error) ||
            !simt_check_kernel(source, first, *index, &name, translation->error) ||
            !add_kernel(translation, name))
            return false;
        simt_edits_replace(edits, source, *index, *index, "");
        if (translation->module)
            simt_bounds_note_entry(source, all, *index, edits);
    } else if (simt_token_is(source, *index, "__simt_launch_bounds__")) {
        *index = simt_bounds_rewrite(source, &translation->declarations, *index,
                                     translation->guarded, edits, translation->error);
        return *index != SIMT_NO_MATCH;
    } else if (is_dropped_marker(source, *index)) {
        if (!source->tokens[*index].system &&
            (refuse_marker(translation, *index) || refuse_value(translation, *index)))
            return false;
        drop_marker(translation, *index);
    } else if (is_noinline(source, *index)) {
        simt_edits_replace(edits, source, *index, *index, "__attribute__((noinline))");
    } else if (is_plain_kernel_call(translation, *index)) {
        simt_source_error(source, source->tokens[*index].start, translation->error,
                          "a kernel is called without <<<grid, block>>>: launch it, "
                          "'%.*s<<<grid, block>>>(arguments)', or, if kernels are to call it, "
                          "make it '__device__'",
                          (int)source->tokens[*index].length,
                          source->text + source->tokens[*index].start);
        return false;
    } else if (scope->device && !source->tokens[*index].system &&
               simt_token_is_any(source, *index, "asm", "__asm", "__asm__")) {
        *index = simt_ptx_rewrite(source, *index, edits, translation->error);
        return *index != SIMT_NO_MATCH;
    } else if (!source->tokens[*index].system) {
        simt_launch_keep_type(source, *index, edits);
        if (is_kernel_name(translation, *index))
            simt_launch_take_address(source, *index, edits);
        if (scope->kind == SCOPE_FUNCTION && is_dynamic_array(translation, *index))
            write_pointer(translation, *index);
        else if (scope->kind == SCOPE_FUNCTION && scope->device)
            simt_keep_fixed(source, *index, scope->outer, edits);
        if (refuse_identifier(translation, *index))
            return false;
        return !simt_refuse_name(source, *index, &translation->own_names, translation->error);
    }
    return true;
}

/* A kernel, extern "C", or `void name(…) {`: no function has one of these in it. */
static bool begins_function(const struct simt_source *source, size_t index)
{
    if (simt_token_is(source, index, "extern"))
        return index + 1 < source->token_count &&
               source->tokens[index + 1].kind == SIMT_TOKEN_STRING;
    if (!simt_token_is(source, index, "void") || !simt_token_is_identifier(source, index + 1) ||
        !simt_token_is(source, index + 2, "("))
        return simt_token_is(source, index, "__simt_global__");
    size_t close = source->tokens[index + 2].match;
    return close != SIMT_NO_MATCH && simt_token_is(source, close + 1, "{");
}

/* Of a source with a { that nothing closes: whether this is the place that tells where. */
static bool refuse_unclosed(struct translation *translation, size_t index)
{
    const struct simt_source *source = &translation->source;
    bool inside = index < source->token_count;
    if (inside &&
        (current_scope(translation)->kind != SCOPE_FUNCTION || !begins_function(source, index)))
        return false;
    size_t place = inside ? index : translation->unclosed;
    simt_source_error(source, source->tokens[place].start, translation->error,
                      inside ? "a function begins here, and the one above it has not ended: a '}' "
                               "is missing"
                             : "this '{' has no '}'");
    return true;
}

static bool read_token(struct translation *translation, size_t *index)
{
    const struct simt_source *source = &translation->source;
    if (translation->unclosed != SIMT_NO_MATCH && refuse_unclosed(translation, *index))
        return false;
    const struct scope *scope = current_scope(translation);
    if (scope->kind == SCOPE_FUNCTION && scope->device && !source->tokens[*index].system &&
        !scope->host &&
        simt_refuse_unfixed(source, &translation->declarations, *index, scope->outer,
                            translation->error) &&
        !forgive_unused(translation, *index))
        return false;
    if (scope->kind == SCOPE_FUNCTION && scope->device && !source->tokens[*index].system &&
        !translation->marked)
        simt_conversions_rewrite(source, *index, scope->host, !translation->warned,
                                 &translation->number_names, &translation->edits);
    if (source->tokens[*index].kind == SIMT_TOKEN_IDENTIFIER)
        return read_identifier(translation, index);
    if (simt_token_is(source, *index, "{"))
        return open_brace(translation, *index);
    if (simt_token_is(source, *index, "}"))
        close_brace(translation, *index);
    else if (simt_token_is(source, *index, ";"))
        translation->declaration = *index + 1;
    else if (simt_launch_opens(source, *index)) {
        if (simt_refuse_launch(source, &translation->declarations, *index,
                               current_scope(translation)->outer, translation->error))
            return false;
        bool outside = scope->kind == SCOPE_NAMESPACE && has_word(translation, *index, "=");
        if (!simt_launch_rewrite(source, *index, outside, &translation->edits, translation->error))
            return false;
        *index += 2;
    }
    return true;
}

/* Pragmas of nvcc's that only steer its optimiser or its warnings: g++ would warn of each. */
static void blank_pragmas(struct translation *translation)
{
    static const char *const words[] = {"unroll", "nounroll", "nv_", "hd_warning_disable"};
    const struct simt_source *source = &translation->source;
    for (size_t i = 0; i < source->directive_count; i++) {
        const struct simt_directive *directive = &source->directives[i];
        const char *at = source->text + directive->start + 1;
        const char *end = source->text + directive->start + directive->length;
        while (at < end && *at == ' ')
            at++;
        if (end - at < 7 || memcmp(at, "pragma", 6) != 0)
            continue;
        for (at += 6; at < end && (*at == ' ' || *at == '\t');)
            at++;
        for (size_t j = 0; j < sizeof words / sizeof words[0]; j++) {
            size_t length = strlen(words[j]);
            if ((size_t)(end - at) >= length && memcmp(at, words[j], length) == 0) {
                simt_edits_replace_bytes(&translation->edits, directive->start, directive->length,
                                         "");
                break;
            }
        }
    }
}

/* The first { of the user's that nothing closes. */
static size_t find_unclosed(const struct simt_source *source)
{
    for (size_t i = 0; i < source->token_count; i++) {
        if (simt_token_is(source, i, "{") && source->tokens[i].match == SIMT_NO_MATCH &&
            !source->tokens[i].system)
            return i;
    }
    return SIMT_NO_MATCH;
}

static bool read_tokens(struct translation *translation)
{
    const struct scope global = {.kind = SCOPE_NAMESPACE, .path = 0xcbf29ce484222325u};
    if (!push_scope(translation, global))
        return false;
    translation->unclosed = find_unclosed(&translation->source);
    simt_host_names_find(&translation->source, &translation->host_names);
    simt_number_names_find(&translation->source, &translation->number_names);
    translation->edits.failed |= translation->host_names.failed || translation->number_names.failed;
    for (size_t i = 0; i < translation->source.token_count; i++) {
        if (!read_token(translation, &i))
            return false;
    }
    blank_pragmas(translation);
    return translation->unclosed == SIMT_NO_MATCH ||
           !refuse_unclosed(translation, translation->source.token_count);
}

bool simt_translate(const char *text, size_t length, struct simt_how how,
                    struct simt_buffer *output, struct simt_buffer *description,
                    struct simt_buffer *error)
{
    struct translation translation = {.lockstep = how.lockstep,
                                      .relocatable = how.relocatable,
                                      .guarded = how.guarded,
                                      .module = how.module,
                                      .warned = how.warned,
                                      .marked = how.mark != SIMT_MARK_NONE,
                                      .host_names.relaxed = how.relaxed_constexpr,
                                      .error = error};
    bool done = simt_source_read(&translation.source, text, length, error);
    translation.source.relocatable = translation.relocatable;
    if (done)
        simt_declarations_find(&translation.source, &translation.declarations);
    translation.edits.failed |= translation.declarations.failed;
    translation.edits.sync_all = how.mark != SIMT_MARK_NONE;
    if (done)
        simt_sides_mark(&translation.source, &translation.declarations, how.relaxed_constexpr,
                        how.mark, &translation.edits);
    if (done && how.mark == SIMT_MARK_CONSTANTS)
        simt_constants_mark(&translation.source, &translation.declarations, &translation.edits);
    done = done && read_tokens(&translation) &&
           simt_edits_apply(&translation.edits, &translation.source, output, error);
    if (!done && error->length == 0)
        simt_buffer_add_string(error, "simt-cc: out of memory");
    if (description != NULL)
        simt_describe(&translation.source, &translation.functions, description);
    simt_edits_release(&translation.edits);
    simt_declarations_release(&translation.declarations);
    simt_shared_names_release(&translation.shared_names);
    simt_host_names_release(&translation.host_names);
    simt_number_names_release(&translation.number_names);
    free(translation.own_names.items);
    free(translation.kernels.items);
    free(translation.functions.items);
    free(translation.scopes);
    simt_source_release(&translation.source);
    return done;
}
