#include "fixed.h"

#include <string.h>

static bool refuse(const struct simt_source *source, size_t token, struct simt_buffer *error,
                   const char *format)
{
    const struct simt_token *at = &source->tokens[token];
    simt_source_error(source, at->start, error, format, (int)at->length, source->text + at->start);
    return true;
}

/* ---- expressions that are constant, or not ----------------------------------------------------
 */

static bool is_built_in(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "threadIdx", "blockIdx", "blockDim", "gridDim",
                             "warpSize");
}

/* The innermost function that the token at `index` is in, or NULL. */
static const struct simt_declaration *function_around(const struct simt_declarations *declarations,
                                                      size_t index)
{
    for (size_t i = declarations->count; i-- > 0;) {
        const struct simt_declaration *d = &declarations->items[i];
        if (d->kind == SIMT_DECLARES_FUNCTION && d->body != SIMT_NO_MATCH && d->body < index &&
            index < d->last)
            return d;
    }
    return NULL;
}

/* Whether a type, and no other word, stands ahead of the name at `index`. */
static bool follows_type(const struct simt_source *source, size_t index)
{
    return index > 0 && (simt_token_is_any(source, index - 1, ">", "*", "&") ||
                         (simt_token_is_identifier(source, index - 1) &&
                          !simt_token_is_any(source, index - 1, "return", "else", "case", "goto",
                                             "new", "delete", "do", "throw", "sizeof", "and", "or",
                                             "xor", "not", "bitand", "bitor", "compl")));
}

/* Whether the declaration with the name at `index` has one of the words ahead of the name. */
static bool has_words(const struct simt_source *source, size_t index, const char *const *words)
{
    for (size_t i = index;
         i-- > 0 && !simt_token_is_any(source, i, ";", "{", "}", "(", ")", ",");) {
        if (simt_token_is_among(source, i, words))
            return true;
    }
    return false;
}

/* Whether the name at `index` is one of the function's parameters, or a variable that it declares
 * ahead of there and that is not const. */
static bool is_variable(const struct simt_source *source, const struct simt_declaration *d,
                        size_t index)
{
    static const char *const constant[] = {"const", "constexpr", "enum", "using", NULL};
    size_t close = simt_skip_group(source, d->parameters);
    for (size_t i = d->parameters; i < close; i++) {
        if (simt_tokens_are_equal(source, i, index) && follows_type(source, i) &&
            simt_token_is_any(source, i + 1, ",", ")", "=", "["))
            return true;
    }
    for (size_t i = index; i-- > d->body;) {
        if (simt_tokens_are_equal(source, i, index) && follows_type(source, i) &&
            simt_token_is_identifier(source, i - 1) &&
            simt_token_is_any(source, i + 1, "=", ";", ",", "(", "{"))
            return !has_words(source, i, constant);
    }
    return false;
}

/* The first token of [first, end) that is a variable; SIMT_NO_MATCH: none is known to be one. */
static size_t find_variable(const struct simt_source *source, const struct simt_declaration *d,
                            size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (simt_token_is_any(source, i, "sizeof", "decltype", "alignof", "noexcept")) {
            i = simt_skip_group(source, i + 1);
            continue;
        }
        bool member = i > 0 && simt_token_is_any(source, i - 1, ".", "->", "::");
        if (simt_token_is_identifier(source, i) && !member &&
            (is_variable(source, d, i) ||
             (is_built_in(source, i) && !simt_is_declared_near(source, i, d->first))))
            return i;
    }
    return SIMT_NO_MATCH;
}

/* ---- in functions -----------------------------------------------------------------------------
 */

/* `T name[size]` with the [ at `index`. Behind a > it is more often an element that is compared, as
 * in `a > name[i]`, and is left alone. */
static bool refuse_size(const struct simt_source *source, const struct simt_declaration *d,
                        size_t index, struct simt_buffer *error)
{
    static const char *const shared[] = {"extern", NULL};
    if (index < 2 || !simt_token_is_identifier(source, index - 1) ||
        !follows_type(source, index - 1) || simt_token_is_any(source, index - 2, "*", "&", ">") ||
        has_words(source, index - 1, shared))
        return false;
    for (size_t i = index; simt_token_is(source, i, "["); i = simt_skip_group(source, i) + 1) {
        size_t variable = find_variable(source, d, i + 1, simt_skip_group(source, i));
        if (variable != SIMT_NO_MATCH)
            return refuse(source, variable, error,
                          "'%.*s' is not known when the kernel is compiled, and the size of an "
                          "array must be: take a constant, a parameter of a template, or "
                          "'extern __shared__'");
    }
    return false;
}

/* `static T name = value;` with the word at `index`. */
static bool refuse_static(const struct simt_source *source, const struct simt_declaration *d,
                          size_t index, struct simt_buffer *error)
{
    size_t first = index;
    while (first < d->last && !simt_token_is_any(source, first, "=", ";", "(", "{"))
        first++;
    if (!simt_token_is(source, first, "="))
        return false;
    size_t end = first;
    while (end < d->last && !simt_token_is(source, end, ";"))
        end = simt_skip_group(source, end) + 1;
    size_t variable = find_variable(source, d, first + 1, end);
    return variable != SIMT_NO_MATCH &&
           refuse(source, variable, error,
                  "'%.*s' is not known when the kernel is compiled, and the first value of a "
                  "static variable must be");
}

static bool is_step(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "+", "-") &&
           simt_tokens_are_equal(source, index, index + 1) &&
           source->tokens[index].start + 1 == source->tokens[index + 1].start;
}

/* Whether the variable at `index`, or a member or element of it, gets a value there. */
static bool is_changed(const struct simt_source *source, size_t index)
{
    static const char *const changes[] = {
        "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", NULL};
    size_t next = index + 1;
    while (simt_token_is_any(source, next, "[", "."))
        next = simt_token_is(source, next, "[") ? simt_skip_group(source, next) + 1 : next + 2;
    bool ahead = index > 1 && is_step(source, index - 2);
    return simt_token_is_among(source, next, changes) || ahead ||
           (is_step(source, next) && simt_token_is_any(source, next + 2, ";", ")", ",", "]"));
}

/* Whether the & ahead of `index` takes an address. */
static bool is_addressed(const struct simt_source *source, size_t index)
{
    return index > 1 && simt_token_is(source, index - 1, "&") &&
           !simt_token_is(source, index - 2, "&") &&
           source->tokens[index - 2].kind == SIMT_TOKEN_PUNCTUATOR &&
           !simt_token_is_any(source, index - 2, ")", "]");
}

/* Whether the name at `index` is that of a __constant__ variable outside of functions. */
static bool is_constant_variable(const struct simt_source *source,
                                 const struct simt_declarations *declarations, size_t index)
{
    for (size_t i = 0; i < declarations->count; i++) {
        const struct simt_declaration *d = &declarations->items[i];
        bool constant = false;
        if (d->kind != SIMT_DECLARES_OTHER)
            continue;
        for (size_t j = d->first; j < d->last && !simt_token_is_any(source, j, "=", "{"); j++) {
            constant |= simt_token_is(source, j, "__simt_constant__");
            if (constant && simt_tokens_are_equal(source, j, index) &&
                simt_token_is_any(source, j + 1, ";", "[", "=", "{", ","))
                return true;
        }
    }
    return false;
}

bool simt_refuse_unfixed(const struct simt_source *source,
                         const struct simt_declarations *declarations, size_t index, size_t outer,
                         struct simt_buffer *error)
{
    bool bracket = simt_token_is(source, index, "[");
    if (!bracket && !simt_token_is_identifier(source, index))
        return false;
    const struct simt_declaration *d = function_around(declarations, index);
    if (d == NULL || d->parameters == SIMT_NO_MATCH)
        return false;
    if (bracket)
        return refuse_size(source, d, index, error);
    if (simt_token_is(source, index, "static"))
        return refuse_static(source, d, index, error);
    if (simt_token_is(source, index, "thread_local"))
        return refuse(
            source, index, error,
            "a kernel or __device__ function has no '%.*s' variables: each thread has its "
            "own local ones");
    bool member = index > 0 && simt_token_is_any(source, index - 1, ".", "->", "::");
    if (member || (!is_changed(source, index) && !is_addressed(source, index)))
        return false;
    if (is_built_in(source, index) && !simt_is_declared_near(source, index, outer))
        return refuse(source, index, error,
                      "'%.*s' cannot be changed, and has no address: copy it into a variable");
    return is_changed(source, index) && is_constant_variable(source, declarations, index) &&
           !simt_is_declared_near(source, index, outer) &&
           refuse(source, index, error,
                  "'%.*s' is __constant__: kernels read it, and the host writes it with "
                  "cudaMemcpyToSymbol()");
}

/* ---- variables of the device ------------------------------------------------------------------
 */

/* Whether a function of the name at `index` is declared, and whether one is constexpr; or a class.
 */
static void find_functions(const struct simt_source *source,
                           const struct simt_declarations *declarations, size_t index,
                           bool *declared, bool *fixed)
{
    *declared = *fixed = false;
    for (size_t i = 0; i < declarations->count; i++) {
        const struct simt_declaration *d = &declarations->items[i];
        if (d->kind == SIMT_DECLARES_FUNCTION && d->name != SIMT_NO_MATCH &&
            simt_tokens_are_equal(source, d->name, index)) {
            *declared = true;
            *fixed |= d->is_constexpr;
        } else if (d->kind == SIMT_DECLARES_CLASS) {
            for (size_t j = d->specifiers; j < d->body; j++)
                *fixed |= simt_tokens_are_equal(source, j, index);
        }
    }
}

static bool is_host_variable(const struct simt_source *source, const struct simt_host_names *host,
                             size_t index)
{
    for (size_t i = 0; i < host->count; i++) {
        if (simt_tokens_are_equal(source, host->variables[i], index))
            return true;
    }
    return false;
}

/* Functions of the C library, by which people fill a variable. */
static bool is_library_function(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "rand", "time", "clock", "malloc", "sqrt", "sqrtf",
                             "exp", "expf", "log", "logf", "pow", "powf", "sin", "sinf", "cos",
                             "cosf", "atoi", "getenv", "cudaGetLastError");
}

/* Whether the constructor or destructor `d` of the class does something that a compiler cannot have
 * done already. */
static bool does_something(const struct simt_source *source, const struct simt_declaration *d)
{
    if (d->body == SIMT_NO_MATCH)
        return !d->defaulted;
    size_t close = simt_skip_group(source, d->parameters);
    bool initialises = false;
    for (size_t i = close; i < d->body; i++)
        initialises |= simt_token_is(source, i, ":");
    return !d->is_constexpr && (initialises || simt_skip_group(source, d->body) > d->body + 1);
}

/* The class at `index` of the variable that has no initialiser: its constructor without parameters,
 * or its destructor, where that does something. */
static bool has_work(const struct simt_source *source, const struct simt_declarations *declarations,
                     size_t type)
{
    for (size_t i = 0; i < declarations->count; i++) {
        const struct simt_declaration *d = &declarations->items[i];
        if (d->kind == SIMT_DECLARES_FUNCTION && d->name != SIMT_NO_MATCH &&
            d->parent != SIMT_NO_MATCH && d->parameters == d->name + 1 &&
            declarations->items[d->parent].kind == SIMT_DECLARES_CLASS &&
            simt_tokens_are_equal(source, d->name, type) &&
            simt_token_is(source, d->parameters + 1, ")") && does_something(source, d))
            return true;
    }
    return false;
}

bool simt_refuse_dynamic(const struct simt_source *source,
                         const struct simt_declarations *declarations,
                         const struct simt_host_names *host, size_t name, struct simt_buffer *error)
{
    static const char why[] =
        "the first value of a variable of the device must be known when the program is compiled, "
        "and '%.*s' is not: set it with cudaMemcpyToSymbol()";
    size_t i = name + 1;
    while (simt_token_is(source, i, "["))
        i = simt_skip_group(source, i) + 1;
    if (simt_token_is(source, i, ";"))
        return has_work(source, declarations, name - 1) && refuse(source, name, error, why);
    for (; i < source->token_count && !simt_token_is(source, i, ";"); i++) {
        bool member = simt_token_is_any(source, i - 1, ".", "->", "::");
        if (!simt_token_is_identifier(source, i) || member)
            continue;
        if (is_host_variable(source, host, i) && !simt_token_is(source, i - 1, "&"))
            return refuse(source, i, error, why);
        if (!simt_token_is(source, i + 1, "("))
            continue;
        bool declared, fixed;
        find_functions(source, declarations, i, &declared, &fixed);
        if (!fixed && (declared || is_library_function(source, i)))
            return refuse(source, i, error, why);
    }
    return false;
}

/* ---- threadIdx --------------------------------------------------------------------------------
 */

void simt_keep_fixed(const struct simt_source *source, size_t index, size_t outer,
                     struct simt_edits *edits)
{
    bool whole = !simt_token_is(source, index + 1, ".");
    bool argument = simt_token_is_any(source, index - 1, "(", ",") &&
                    simt_token_is_any(source, index + 3, ",", ")");
    if (!simt_token_is(source, index, "threadIdx") || (!whole && !argument) || index == 0 ||
        simt_token_is_any(source, index - 1, ".", "->", "::") ||
        simt_is_declared_near(source, index, outer))
        return;
    simt_edits_replace(edits, source, index, index, "static_cast<const uint3 &>(threadIdx)");
    simt_edits_sync(edits);
}
