#include "declarations.h"

#include <stdlib.h>
#include <string.h>

static size_t add_declaration(struct simt_declarations *declarations,
                              struct simt_declaration declaration)
{
    struct simt_declaration *items =
        simt_grow(declarations->items, declarations->count, &declarations->capacity, sizeof *items);
    if (items == NULL) {
        declarations->failed = true;
        return SIMT_NO_MATCH;
    }
    declarations->items = items;
    items[declarations->count] = declaration;
    return declarations->count++;
}

/* The token behind the constraint that follows `requires` at `index`: names and groups, joined by
 * && and ||. */
static size_t skip_constraint(const struct simt_source *source, size_t index, size_t end)
{
    size_t i = index;
    do {
        i += i == index ? 1 : 2;
        while (simt_token_is_any(source, i, "!", "requires"))
            i++;
        if (simt_token_is(source, i, "(")) {
            i = simt_skip_group(source, i) + 1;
        } else if (!simt_token_is(source, i, "{")) {
            while (i < end && simt_token_is(source, i + 1, "::"))
                i += 2;
            if (simt_token_is(source, i + 1, "<"))
                i = simt_skip_template_header(source, i, end);
            i++;
        }
        if (simt_token_is(source, i, "{"))
            i = simt_skip_group(source, i) + 1;
    } while (i + 1 < end && ((simt_token_is(source, i, "&") && simt_token_is(source, i + 1, "&")) ||
                             (simt_token_is(source, i, "|") && simt_token_is(source, i + 1, "|"))));
    return i;
}

size_t simt_skip_headers(const struct simt_source *source, size_t index, size_t end, bool *pattern)
{
    while (index < end) {
        size_t next = index;
        if (simt_token_is(source, index, "template")) {
            next = simt_skip_template_header(source, index, end);
            *pattern |= next > index && next > index + 2; /* template <> has no parameters */
            next += next > index;
        } else if (simt_token_is(source, index, "requires")) {
            next = skip_constraint(source, index, end);
        } else if (simt_token_is(source, index, "extern") && index + 1 < end &&
                   source->tokens[index + 1].kind == SIMT_TOKEN_STRING) {
            next = index + 2;
        } else if (simt_token_is(source, index, "[") && simt_token_is(source, index + 1, "[")) {
            next = simt_skip_group(source, index) + 1;
        }
        if (next == index)
            break;
        index = next;
    }
    return index;
}

/* What has been read of a declaration, up to where it ends. */
struct reading {
    bool is_namespace, is_class, is_enum, is_alias, initialised, in_initialisers;
};

/* The end of the name that `operator` at `index` begins. */
static size_t skip_operator(const struct simt_source *source, size_t index, size_t end)
{
    size_t i = index + 1;
    if (simt_token_is(source, i, "("))
        return i + 2;
    while (i < end && !simt_token_is(source, i, "("))
        i++;
    return i;
}

/* Whether the ( at `open` may begin a function's parameters, and no variable's initialiser. */
static bool opens_parameters(const struct simt_source *source, size_t open)
{
    size_t first = open + 1;
    if (source->tokens[open].match == SIMT_NO_MATCH)
        return false;
    if (simt_token_is_any(source, first, ")", "..."))
        return true;
    return simt_token_is_identifier(source, first) &&
           (!simt_token_is_any(source, first + 1, "(", "+", "-", "/", ".", "->", "{") ||
            (simt_token_is(source, first + 1, "(") && /* a pointer to a function */
             simt_token_is_any(source, first + 2, "*", "&")));
}

static void read_word(const struct simt_source *source, size_t index, struct simt_declaration *d,
                      struct reading *reading)
{
    reading->is_namespace |= simt_token_is(source, index, "namespace");
    reading->is_class |= simt_token_is_any(source, index, "class", "struct", "union");
    reading->is_enum |= simt_token_is(source, index, "enum");
    reading->is_alias |=
        simt_token_is_any(source, index, "using", "typedef", "static_assert", "asm", "concept");
    d->global |= simt_token_is(source, index, "__simt_global__");
    d->device |= simt_token_is(source, index, "__simt_device__");
    d->host |= simt_token_is(source, index, "__simt_host__");
    d->is_constexpr |= simt_token_is_any(source, index, "constexpr", "consteval");
    d->is_friend |= simt_token_is(source, index, "friend");
}

/* The name that ends before `open`: of `f<int>(`, `f`. */
static size_t name_before(const struct simt_source *source, size_t open, size_t first)
{
    size_t depth = 0, i = open - 1;
    for (; i > first; i--) {
        depth += simt_token_is(source, i, ">");
        if (depth == 0)
            break;
        depth -= simt_token_is(source, i, "<");
    }
    return i;
}

static void read_parameters(const struct simt_source *source, size_t open,
                            struct simt_declaration *d)
{
    size_t close = simt_skip_group(source, open);
    d->kind = SIMT_DECLARES_FUNCTION;
    d->parameters = open;
    if (d->name == SIMT_NO_MATCH && open > d->first)
        d->name = name_before(source, open, d->first);
    for (size_t i = open; i < close; i++) /* `auto` makes a template of a function */
        d->pattern |=
            simt_token_is(source, i, "auto") && !simt_token_is_any(source, i - 1, "->", "[", "(*");
}

/* Reads the brace at `index` of declaration `d`; returns whether the declaration goes on behind the
 * group: it is an initialiser, or a class whose variables may follow. */
static bool read_brace(const struct simt_source *source, size_t index, struct simt_declaration *d,
                       struct reading *reading)
{
    bool after_name =
        simt_token_is_identifier(source, index - 1) || simt_token_is(source, index - 1, ">");
    if (d->kind == SIMT_DECLARES_FUNCTION && !reading->initialised &&
        !(reading->in_initialisers && after_name)) {
        d->body = index;
        return false;
    }
    if (d->kind == SIMT_DECLARES_FUNCTION)
        return true;
    if (reading->is_namespace ||
        (index == d->specifiers && simt_token_is(source, d->first, "extern"))) {
        d->kind = SIMT_DECLARES_NAMESPACE;
        d->body = index;
        return false;
    }
    if (reading->is_class && !reading->is_enum && !reading->initialised &&
        d->kind == SIMT_DECLARES_OTHER) {
        d->kind = SIMT_DECLARES_CLASS;
        d->body = index;
    }
    return true;
}

static bool is_label(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "public", "private", "protected") &&
           simt_token_is(source, index + 1, ":");
}

/* Reads the declaration that begins at `first`, and finds its end. */
static void read_declaration(const struct simt_source *source, size_t first, size_t end,
                             struct simt_declaration *d)
{
    struct reading reading = {0};
    d->specifiers = simt_skip_headers(source, first, end, &d->pattern);
    d->last = end - 1;
    for (size_t i = d->specifiers; i < end; i = simt_skip_group(source, i) + 1) {
        if (simt_token_is(source, i, ";") || is_label(source, first)) {
            d->last = is_label(source, first) ? first + 1 : i;
            return;
        }
        if (simt_token_is(source, i, "operator") && d->kind == SIMT_DECLARES_OTHER) {
            d->name = i;
            i = skip_operator(source, i, end) - 1;
        } else if (simt_token_is_identifier(source, i)) {
            read_word(source, i, d, &reading);
            d->defaulted |= simt_token_is_any(source, i, "default", "delete");
        } else if (simt_token_is(source, i, "=") ||
                   (simt_token_is(source, i, "<") && simt_token_is(source, i + 1, "<"))) {
            reading.initialised = true; /* or a launch: no declaration at all */
        } else if (simt_token_is(source, i, ":") && d->kind == SIMT_DECLARES_FUNCTION) {
            reading.in_initialisers = true;
        } else if (simt_token_is(source, i, "(") && d->kind == SIMT_DECLARES_OTHER &&
                   !reading.initialised && !reading.is_alias && !simt_opens_attribute(source, i) &&
                   i > d->specifiers && opens_parameters(source, i)) {
            read_parameters(source, i, d);
        } else if (simt_token_is(source, i, "{") && !read_brace(source, i, d, &reading)) {
            d->last = simt_skip_group(source, i);
            return;
        }
    }
}

static void find_within(const struct simt_source *source, size_t begin, size_t end, size_t parent,
                        struct simt_declarations *declarations)
{
    enum { DEEPEST = 64 }; /* scopes in scopes; a bound for odd inputs */
    size_t depth = 0, outer = parent;
    while (outer != SIMT_NO_MATCH && depth++ < DEEPEST)
        outer = declarations->items[outer].parent;
    for (size_t i = begin; i < end && depth < DEEPEST && !declarations->failed;) {
        if (source->tokens[i].system) {
            i++;
            continue;
        }
        struct simt_declaration d = {.first = i,
                                     .name = SIMT_NO_MATCH,
                                     .parameters = SIMT_NO_MATCH,
                                     .body = SIMT_NO_MATCH,
                                     .parent = parent};
        d.pattern = parent != SIMT_NO_MATCH && declarations->items[parent].pattern;
        read_declaration(source, i, end, &d);
        size_t index = add_declaration(declarations, d);
        if (index != SIMT_NO_MATCH && d.body != SIMT_NO_MATCH && d.kind != SIMT_DECLARES_FUNCTION)
            find_within(source, d.body + 1, simt_skip_group(source, d.body), index, declarations);
        i = d.last + 1;
    }
}

void simt_declarations_find(const struct simt_source *source,
                            struct simt_declarations *declarations)
{
    find_within(source, 0, source->token_count, SIMT_NO_MATCH, declarations);
}

void simt_declarations_release(struct simt_declarations *declarations)
{
    free(declarations->items);
    *declarations = (struct simt_declarations){0};
}

bool simt_is_device_only(const struct simt_declaration *declaration)
{
    return declaration->global || (declaration->device && !declaration->host);
}
