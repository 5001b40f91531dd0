#include "source_number.h"

#include <stdlib.h>
#include <string.h>

/* An expression that is read from its first token on. */
struct reading {
    const struct gs_source *source;
    size_t at, to;
    unsigned depth;  /* of names that stand for others, and of brackets */
    unsigned *names; /* that were read, in all of it: names that stand for sums of names, and so on,
                        would take time without end */
};

enum { MOST_DEPTH = 8, MOST_NAMES = 100 };

static bool is(const struct gs_source *source, size_t at, const char *text)
{
    return gs_token_is(&source->compiled, at, text);
}

static bool read_sum(struct reading *r, size_t *value);

/* `NAME = 16` of a constant or of an enumeration. A name that is set twice is no constant. */
static size_t definition_of(const struct gs_source *source, const char *name)
{
    size_t found = 0;
    for (size_t i = 1; i + 1 < source->compiled.count; i++) {
        if (!is(source, i, name) || !is(source, i + 1, "="))
            continue;
        if (found != 0)
            return 0;
        found = i + 2;
    }
    return found;
}

static size_t end_of_definition(const struct gs_source *source, size_t at)
{
    size_t i = at;
    for (; i < source->compiled.count; i++) {
        if (is(source, i, "("))
            i = source->compiled.items[i].match;
        else if (is(source, i, ",") || is(source, i, ";") || is(source, i, "}"))
            break;
    }
    return i;
}

static bool read_name(const struct reading *r, const char *name, size_t *value)
{
    struct reading inner = {r->source, 0, 0, r->depth + 1, r->names};
    if (inner.depth > MOST_DEPTH || ++*r->names > MOST_NAMES)
        return false;
    const size_t begin = definition_of(r->source, name);
    if (begin == 0)
        return false;
    inner.at = begin;
    inner.to = end_of_definition(r->source, begin);
    return read_sum(&inner, value) && inner.at == inner.to;
}

/* A number, a name, or something in brackets. */
static bool read_factor(struct reading *r, size_t *value)
{
    if (r->at >= r->to)
        return false;
    const struct gs_token *token = &r->source->compiled.items[r->at];
    if (token->kind == GS_TOKEN_NUMBER) {
        char *end;
        *value = strtoull(token->text, &end, 0);
        r->at++;
        return strspn(end, "uUlL") == strlen(end);
    }
    if (token->kind == GS_TOKEN_WORD) {
        r->at++;
        return read_name(r, token->text, value);
    }
    struct reading inner = {r->source, r->at + 1, token->match, r->depth + 1, r->names};
    if (strcmp(token->text, "(") != 0 || token->match >= r->to || inner.depth > MOST_DEPTH)
        return false;
    r->at = token->match + 1;
    return read_sum(&inner, value) && inner.at == inner.to;
}

static bool read_product(struct reading *r, size_t *value)
{
    if (!read_factor(r, value))
        return false;
    while (r->at < r->to && (is(r->source, r->at, "*") || is(r->source, r->at, "/"))) {
        const bool divides = is(r->source, r->at++, "/");
        size_t other;
        if (!read_factor(r, &other) || (divides && other == 0))
            return false;
        *value = divides ? *value / other : *value * other;
    }
    return true;
}

static bool read_sum(struct reading *r, size_t *value)
{
    if (!read_product(r, value))
        return false;
    while (r->at < r->to && (is(r->source, r->at, "+") || is(r->source, r->at, "-"))) {
        const bool less = is(r->source, r->at++, "-");
        size_t other;
        if (!read_product(r, &other) || (less && other > *value))
            return false;
        *value = less ? *value - other : *value + other;
    }
    return true;
}

bool gs_number_of_tokens(const struct gs_source *source, size_t from, size_t to, size_t *value)
{
    unsigned names = 0;
    struct reading r = {source, from, to, 0, &names};
    return read_sum(&r, value) && r.at == to;
}

/* Whether the name at `at` is being declared there: what stands before it is a type, or another
 * name of the same declaration. */
static bool is_declared_at(const struct gs_source *source, size_t at)
{
    const struct gs_tokens *tokens = &source->compiled;
    return at > 0 && is(source, at + 1, "[") && tokens->items[at + 1].match < tokens->count &&
           ((tokens->items[at - 1].kind == GS_TOKEN_WORD && !is(source, at - 1, "return")) ||
            is(source, at - 1, ">") || is(source, at - 1, ","));
}

/* Whether `__constant__ float NAME;` stands there. */
static bool is_scalar_at(const struct gs_source *source, size_t at)
{
    return source->compiled.items[at - 1].kind == GS_TOKEN_WORD && !is(source, at - 1, "return") &&
           (is(source, at + 1, ";") || is(source, at + 1, "=") || is(source, at + 1, "{"));
}

/* Whether what stands before the name at `at` is a type of one byte. */
static bool is_of_bytes(const struct gs_source *source, size_t at)
{
    return is(source, at - 1, "char") || is(source, at - 1, "bool") ||
           is(source, at - 1, "int8_t") || is(source, at - 1, "uint8_t");
}

bool gs_number_of_elements(const struct gs_source *source, const char *name, size_t *elements)
{
    for (size_t i = 1; i + 1 < source->compiled.count; i++) {
        const size_t close = source->compiled.items[i + 1].match;
        if (!is(source, i, name) || is_of_bytes(source, i))
            continue;
        if (is_declared_at(source, i) && !is(source, close + 1, "["))
            return gs_number_of_tokens(source, i + 2, close, elements);
        if (is_scalar_at(source, i)) {
            *elements = 1;
            return true;
        }
    }
    return false;
}

size_t gs_number_of_columns(const struct gs_source *source,
                            const struct gs_source_function *function, const char *name)
{
    for (size_t i = function->body; i + 1 < function->end; i++) {
        if (!is(source, i, name) || !is_declared_at(source, i))
            continue;
        const size_t second = source->compiled.items[i + 1].match + 1;
        const size_t close = is(source, second, "[") ? source->compiled.items[second].match : 0;
        size_t columns;
        return close < function->end && close > second && !is(source, close + 1, "[") &&
                       gs_number_of_tokens(source, second + 1, close, &columns)
                   ? columns
                   : 0;
    }
    return 0;
}
