#include "kernels.h"

#include "host_use.h"

/* The token of the name that is launched at `open`, without template arguments; SIMT_NO_MATCH: it
 * is no plain name. */
static size_t launched_name(const struct simt_source *source, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i-- > 0;) {
        if (simt_token_is(source, i, ">"))
            depth++;
        else if (simt_token_is(source, i, "<") && depth > 0)
            depth--;
        else if (depth == 0)
            return simt_token_is_identifier(source, i) ? i : SIMT_NO_MATCH;
        else if (simt_token_is_any(source, i, ";", "{", "}"))
            break;
    }
    return SIMT_NO_MATCH;
}

/* Whether `auto NAME = [` is declared from `first` to `end`, without a __device__. */
static bool is_host_lambda(const struct simt_source *source, size_t name, size_t first, size_t end)
{
    for (size_t i = first; i + 2 < end; i++) {
        if (!simt_tokens_are_equal(source, i, name) || !simt_token_is(source, i + 1, "=") ||
            !simt_token_is(source, i + 2, "[") || i == 0 || !simt_token_is(source, i - 1, "auto"))
            continue;
        size_t after = simt_skip_group(source, i + 2) + 1;
        return !simt_token_is_any(source, after, "__simt_device__", "__simt_host__");
    }
    return false;
}

/* How the name at `name` is declared: as some function, as a kernel, and as a template of one. */
static void find_functions(const struct simt_source *source,
                           const struct simt_declarations *declarations, size_t name,
                           bool *is_function, bool *is_kernel, bool *is_pattern)
{
    *is_function = *is_kernel = *is_pattern = false;
    for (size_t i = 0; i < declarations->count; i++) {
        const struct simt_declaration *d = &declarations->items[i];
        if (d->kind != SIMT_DECLARES_FUNCTION || d->name == SIMT_NO_MATCH ||
            !simt_tokens_are_equal(source, d->name, name))
            continue;
        *is_function = true;
        *is_kernel |= d->global;
        *is_pattern |= d->global && d->pattern;
    }
}

/* The lambda of the host among the launch's arguments; SIMT_NO_MATCH: none. */
static size_t lambda_argument(const struct simt_source *source, size_t open, size_t outer)
{
    size_t arguments = open + 3;
    while (arguments < source->token_count &&
           !(simt_token_is(source, arguments, "(") && simt_token_is(source, arguments - 1, ">") &&
             simt_token_is(source, arguments - 2, ">") &&
             simt_token_is(source, arguments - 3, ">")))
        if (simt_token_is(source, arguments++, ";"))
            return SIMT_NO_MATCH;
    size_t end = simt_skip_group(source, arguments);
    for (size_t i = arguments + 1; i < end; i = simt_skip_group(source, i) + 1) {
        if (!simt_token_is_any(source, i - 1, "(", ","))
            continue;
        bool lambda = simt_token_is(source, i, "[") &&
                      !simt_token_is_any(source, simt_skip_group(source, i) + 1, "__simt_device__",
                                         "__simt_host__");
        bool named = simt_token_is_identifier(source, i) &&
                     simt_token_is_any(source, i + 1, ",", ")") &&
                     is_host_lambda(source, i, outer, open);
        if (lambda || named)
            return i;
    }
    return SIMT_NO_MATCH;
}

bool simt_refuse_launch(const struct simt_source *source,
                        const struct simt_declarations *declarations, size_t open, size_t outer,
                        struct simt_buffer *error)
{
    size_t name = launched_name(source, open);
    bool is_function = false, is_kernel = false, is_pattern = false;
    bool member =
        name != SIMT_NO_MATCH && name > 0 && simt_token_is_any(source, name - 1, ".", "->");
    if (name != SIMT_NO_MATCH && !member && !simt_is_declared_near(source, name, outer))
        find_functions(source, declarations, name, &is_function, &is_kernel, &is_pattern);
    bool lambda = name != SIMT_NO_MATCH && is_host_lambda(source, name, outer, open);
    if (lambda || (is_function && !is_kernel)) {
        const struct simt_token *token = &source->tokens[name];
        simt_source_error(source, token->start, error,
                          "'%.*s' is no kernel, and only kernels are launched by <<<...>>>: %s",
                          (int)token->length, source->text + token->start,
                          lambda ? "make it a '__global__ void' function"
                                 : "declare it '__global__ void'");
        return true;
    }
    size_t argument = is_pattern ? lambda_argument(source, open, outer) : SIMT_NO_MATCH;
    if (argument == SIMT_NO_MATCH)
        return false;
    simt_source_error(source, source->tokens[argument].start, error,
                      "a kernel is given a lambda of the host: write '[] __device__ (...)', and "
                      "give nvcc --extended-lambda");
    return true;
}

/* The innermost declaration of that kind that the token is in, or NULL. */
static const struct simt_declaration *around(const struct simt_declarations *declarations,
                                             size_t index, enum simt_declaration_kind kind)
{
    for (size_t i = declarations->count; i-- > 0;) {
        const struct simt_declaration *d = &declarations->items[i];
        if (d->kind == kind && d->first <= index && index <= d->last)
            return d;
    }
    return NULL;
}

bool simt_is_plain_call(const struct simt_source *source,
                        const struct simt_declarations *declarations, size_t index, size_t outer)
{
    size_t next = index + 1;
    if (simt_token_is(source, next, "<") && !simt_token_is(source, next + 1, "<"))
        next = simt_skip_template_header(source, index, source->token_count) + 1;
    if (!simt_token_is(source, next, "(") || index == 0 ||
        simt_token_is_any(source, index - 1, ".", "->"))
        return false;
    const struct simt_declaration *own = around(declarations, index, SIMT_DECLARES_FUNCTION);
    bool itself = simt_token_is_any(source, index - 1, ";", "{", "}", ")", "else", "do") &&
                  own != NULL && own->global && own->body != SIMT_NO_MATCH && own->body < index &&
                  simt_tokens_are_equal(source, own->name, index);
    return itself || !simt_is_declared_near(source, index, outer);
}

bool simt_is_in_template(const struct simt_declarations *declarations, size_t index)
{
    const struct simt_declaration *d = around(declarations, index, SIMT_DECLARES_FUNCTION);
    return d != NULL && d->pattern;
}

bool simt_is_in_unused_template(const struct simt_source *source,
                                const struct simt_declarations *declarations, size_t index)
{
    const struct simt_declaration *d = around(declarations, index, SIMT_DECLARES_FUNCTION);
    if (d == NULL || !d->pattern || d->name == SIMT_NO_MATCH ||
        simt_token_is(source, d->name, "operator"))
        return false;
    const struct simt_declaration *c = around(declarations, index, SIMT_DECLARES_CLASS);
    for (size_t i = c != NULL ? c->first : d->first; c != NULL && i < c->body; i++) {
        if (simt_tokens_are_equal(source, i, d->name))
            return false; /* a constructor */
    }
    for (size_t i = 0; i < source->token_count; i++) {
        bool own = i >= d->first && i <= d->last;
        if (!own && !source->tokens[i].system && simt_tokens_are_equal(source, i, d->name))
            return false;
    }
    return true;
}

/* ---- declarations of kernels ----------------------------------------------------------------- */

const struct simt_declaration *simt_marked_function(const struct simt_declarations *declarations,
                                                    size_t marker)
{
    const struct simt_declaration *d = around(declarations, marker, SIMT_DECLARES_FUNCTION);
    return d != NULL && (d->body == SIMT_NO_MATCH || marker < d->body) ? d : NULL;
}

size_t simt_specifiers_of(const struct simt_declarations *declarations, size_t marker, size_t first)
{
    const struct simt_declaration *d = simt_marked_function(declarations, marker);
    return d != NULL ? d->specifiers : first;
}

/* What is wrong with the parameters or the result of a kernel; NULL: nothing. */
static const char *wrong_parameters(const struct simt_source *source,
                                    const struct simt_declaration *d)
{
    size_t close = simt_skip_group(source, d->parameters);
    if (simt_token_is(source, close - 1, "...") && simt_token_is_any(source, close - 2, ",", "("))
        return "a kernel has a fixed number of parameters, and no '...'";
    for (size_t i = d->parameters + 1; i + 1 < close; i = simt_skip_group(source, i) + 1) {
        if (simt_token_is(source, i, "&") && simt_token_is(source, i + 1, "&"))
            return "a kernel's parameter cannot be an rvalue reference ('&&'): hand it over by "
                   "value";
    }
    for (size_t i = d->parameters; i < close; i++) {
        if (simt_token_is(source, i, "initializer_list"))
            return "a kernel cannot take a std::initializer_list: hand over an array or an object";
    }
    if (simt_token_is_any(source, close + 1, "noexcept", "throw"))
        return "a kernel has no exception specification: leave 'noexcept' out";
    bool arrow = simt_token_is(source, close + 1, "->");
    if (arrow && simt_token_is_any(source, close + 2, "int", "float", "double", "bool", "char",
                                   "unsigned", "long", "size_t"))
        return "a kernel returns nothing: write '__global__ void'";
    for (size_t i = d->specifiers; !arrow && i < d->name; i++) {
        if (simt_token_is(source, i, "auto"))
            return "a kernel returns nothing, and says so: write '__global__ void'";
    }
    return NULL;
}

static const char *wrong_kernel(const struct simt_source *source,
                                const struct simt_declarations *declarations,
                                const struct simt_declaration *d)
{
    bool member =
        d->parent != SIMT_NO_MATCH && declarations->items[d->parent].kind == SIMT_DECLARES_CLASS;
    if (member && !d->is_friend)
        return "a kernel cannot be a member of a class: write it outside, and hand it the object's "
               "data as arguments";
    if (member && d->body != SIMT_NO_MATCH)
        return "a kernel cannot be defined in a friend declaration: define it outside of the class";
    if (simt_token_is(source, d->name, "operator"))
        return "an operator cannot be a kernel";
    if (d->is_constexpr)
        return "a kernel cannot be constexpr";
    if (d->device || d->host)
        return "__global__ stands alone: a kernel is neither __device__ nor __host__. For a "
               "function that kernels call write '__device__'";
    return wrong_parameters(source, d);
}

bool simt_refuse_function(const struct simt_source *source,
                          const struct simt_declarations *declarations, size_t marker,
                          struct simt_buffer *error)
{
    const struct simt_declaration *d = simt_marked_function(declarations, marker);
    if (d == NULL || d->name == SIMT_NO_MATCH)
        return false;
    const char *wrong = NULL;
    if (simt_token_is(source, d->name, "main") && d->parent == SIMT_NO_MATCH)
        wrong = "'main' runs on the host: it is neither __global__ nor __device__";
    else if (d->global)
        wrong = wrong_kernel(source, declarations, d);
    if (wrong != NULL)
        simt_source_error(source, source->tokens[marker].start, error, "%s", wrong);
    return wrong != NULL;
}
