#include "constants.h"

#include <stdlib.h>
#include <string.h>

#define NAME "simt_host."

/* ---- constants ------------------------------------------------------------------------------- */

/* What is read of one declaration. */
struct reading {
    size_t name;              /* the last identifier */
    bool is_fixed, all_fixed; /* const itself; and so is what the next declarator begins with */
    unsigned words, templates;
};

static bool is_of_others(const struct simt_source *source, size_t index)
{
    return simt_token_is_any(source, index, "typedef", "using", "template", "friend",
                             "static_assert", "operator", "namespace", "asm", "extern", "enum",
                             "class", "struct", "union", "thread_local", "__simt_device__",
                             "__simt_constant__", "__simt_managed__", "__simt_shared__",
                             "__simt_global__");
}

/* Calls `found` for the name of each constant that the declaration has. */
static void read_declaration(const struct simt_source *source, const struct simt_declaration *d,
                             void (*found)(void *to, size_t name), void *to)
{
    struct reading r = {.name = SIMT_NO_MATCH};
    for (size_t i = d->specifiers; i <= d->last && !is_of_others(source, i); i++) {
        if (r.templates == 0 && simt_token_is_any(source, i, "=", ";", "{", "[", "(", ",")) {
            const bool lies = r.is_fixed && r.words > 1 && r.name + 1 == i &&
                              !simt_token_is_any(source, i, "[", "(") &&
                              !simt_token_is(source, r.name - 1, "::");
            if (lies)
                found(to, r.name);
            while (i < d->last && !simt_token_is(source, i, ","))
                i = simt_skip_group(source, i) + 1;
            r.is_fixed = r.all_fixed;
        } else if (simt_token_is(source, i, "<")) {
            r.templates++;
        } else if (simt_token_is(source, i, ">") && r.templates > 0) {
            r.templates--;
        } else if (r.templates == 0 && simt_token_is_any(source, i, "*", "&")) {
            r.is_fixed = false;
        } else if (r.templates == 0 && simt_token_is_any(source, i, "const", "constexpr")) {
            r.is_fixed = true;
            r.all_fixed |= r.words < 2;
        } else if (r.templates == 0 && simt_token_is_identifier(source, i) &&
                   !simt_token_is_any(source, i, "static", "inline", "volatile")) {
            r.words++;
            r.name = i;
        }
    }
}

static bool is_static_member(const struct simt_source *source,
                             const struct simt_declarations *declarations,
                             const struct simt_declaration *d)
{
    if (d->parent == SIMT_NO_MATCH || declarations->items[d->parent].kind != SIMT_DECLARES_CLASS)
        return true; /* of none */
    for (size_t i = d->specifiers; i < d->last; i++) {
        if (simt_token_is(source, i, "static"))
            return true;
    }
    return false;
}

static void find(const struct simt_source *source, const struct simt_declarations *declarations,
                 void (*found)(void *to, size_t name), void *to)
{
    for (size_t i = 0; i < declarations->count; i++) {
        const struct simt_declaration *d = &declarations->items[i];
        if (d->kind == SIMT_DECLARES_OTHER && !d->pattern && !source->tokens[d->first].system &&
            is_static_member(source, declarations, d))
            read_declaration(source, d, found, to);
    }
}

struct marking {
    const struct simt_source *source;
    struct simt_edits *edits;
};

static void mark(void *to, size_t name)
{
    const struct marking *marking = to;
    const struct simt_token *token = &marking->source->tokens[name];
    struct simt_buffer text = {0};
    simt_buffer_format(&text, " __asm__(\"" NAME "%zu\")", name);
    marking->edits->failed |= text.failed;
    if (!text.failed)
        simt_edits_replace_bytes(marking->edits, token->start + token->length, 0, text.text);
    simt_edits_sync(marking->edits);
    simt_buffer_release(&text);
}

void simt_constants_mark(const struct simt_source *source,
                         const struct simt_declarations *declarations, struct simt_edits *edits)
{
    find(source, declarations, mark, &(struct marking){source, edits});
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* The bracket that is open at `index`, in the same statement; SIMT_NO_MATCH: none. */
static size_t open_around(const struct simt_source *source, size_t index)
{
    for (size_t i = index; i-- > 0;) {
        const size_t match = source->tokens[i].match;
        if (simt_token_is_any(source, i, ";", "}"))
            return SIMT_NO_MATCH;
        if (match != SIMT_NO_MATCH && match > i)
            return i;
        if (match != SIMT_NO_MATCH)
            i = match;
    }
    return SIMT_NO_MATCH;
}

static bool has_reference(const struct simt_source *source, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        if (simt_token_is_any(source, i, "&", "&&"))
            return true;
    }
    return false;
}

/* Whether a function of the program's with this name takes a reference, or it is a class. */
static bool takes_reference(const struct simt_sides *sides, size_t name)
{
    const struct simt_source *source = &sides->source;
    for (size_t i = 0; i < sides->declarations.count; i++) {
        const struct simt_declaration *d = &sides->declarations.items[i];
        if (d->kind == SIMT_DECLARES_FUNCTION && d->name != SIMT_NO_MATCH &&
            simt_tokens_are_equal(source, d->name, name) &&
            has_reference(source, d->parameters, source->tokens[d->parameters].match))
            return true;
        for (size_t j = d->specifiers; d->kind == SIMT_DECLARES_CLASS && j < d->body; j++) {
            if (simt_tokens_are_equal(source, j, name))
                return true;
        }
    }
    return false;
}

/* The first token of the statement or parameter that ends ahead of `index`. */
static size_t begin_of_statement(const struct simt_source *source, size_t index)
{
    while (index > 0 && !simt_token_is_any(source, index - 1, ";", "{", "}", "("))
        index--;
    return index;
}

/* Of an argument in the bracket at `open`. */
static bool is_taken_by_reference(const struct simt_sides *sides, size_t open)
{
    const struct simt_source *source = &sides->source;
    if (simt_token_is(source, open, "{"))
        return true;
    if (!simt_token_is(source, open, "(") || open == 0 ||
        !simt_token_is_identifier(source, open - 1))
        return false;
    if (simt_token_is(source, open - 1, "for"))
        return true; /* over its elements */
    if (open > 2 && simt_token_is(source, open - 2, "::") && simt_token_is(source, open - 3, "std"))
        return true;
    /* S s(c); const int &r(c); */
    const size_t begin = begin_of_statement(source, open - 1);
    return takes_reference(sides, open - 1) ||
           (begin + 1 < open &&
            (has_reference(source, begin, open) || takes_reference(sides, begin)));
}

/* Whether the use of a constant may need its place, from `first` to `last` with what qualifies it.
 * What is computed with needs the value alone. */
static bool may_need_place(const struct simt_sides *sides, size_t first, size_t last)
{
    const struct simt_source *source = &sides->source;
    const size_t before = first - 1, behind = last + 1;
    if (simt_token_is(source, before, "&"))
        return !simt_token_is_identifier(source, before - 1) ||
               simt_token_is(source, before - 1, "return");
    if (simt_token_is_any(source, behind, ".", "["))
        return !sides->relaxed || (simt_token_is(source, behind, "[") &&
                                   source->tokens[behind + 1].kind != SIMT_TOKEN_NUMBER);
    if (!simt_token_is_any(source, behind, ")", ",", ";", "}"))
        return false;
    if (simt_token_is(source, before, "(") && simt_token_is(source, behind, ")") &&
        !simt_token_is_identifier(source, before - 1))
        return may_need_place(sides, before, behind);
    if (simt_token_is_any(source, before, "=", "return"))
        return has_reference(source, begin_of_statement(source, before), before) ||
               simt_token_is(source, before, "return");
    if (!simt_token_is_any(source, before, "(", ",", "{", ":"))
        return false;
    const size_t open = open_around(source, first);
    return open != SIMT_NO_MATCH && is_taken_by_reference(sides, open);
}

/* Whether its value may be known only when the program runs: by a function, or from a volatile one.
 * Then any use reads it where it lies. */
static bool may_be_read(const struct simt_source *source, size_t name)
{
    for (size_t i = begin_of_statement(source, name); i < name; i++) {
        if (simt_token_is(source, i, "volatile"))
            return true;
    }
    for (size_t i = name; i < source->token_count && !simt_token_is(source, i, ";"); i++) {
        if (simt_token_is(source, i, "(") && simt_token_is_identifier(source, i - 1) &&
            i > name + 1)
            return true;
    }
    return false;
}

/* Whether the token is such a use of the constant that is declared at `name`. */
static bool is_use(const struct simt_sides *sides, size_t index, size_t name)
{
    const struct simt_source *source = &sides->source;
    size_t first = index;
    if (index == name || source->tokens[index].system ||
        !simt_tokens_are_equal(source, index, name) ||
        simt_token_is_any(source, index - 1, ".", "->") || !simt_sides_is_devices(sides, index))
        return false;
    while (first > 1 && simt_token_is(source, first - 1, "::") &&
           simt_token_is_identifier(source, first - 2))
        first -= 2;
    return may_be_read(source, name) || may_need_place(sides, first, index);
}

struct search {
    const struct simt_sides *sides;
    bool found;
};

static void look_for_use(void *to, size_t name)
{
    struct search *search = to;
    for (size_t i = 1; !search->found && i < search->sides->source.token_count; i++)
        search->found = is_use(search->sides, i, name);
}

bool simt_constants_may_be_used(const struct simt_sides *sides)
{
    struct search search = {.sides = sides};
    find(&sides->source, &sides->declarations, look_for_use, &search);
    return search.found;
}

/* ---- the compiler's assembly ----------------------------------------------------------------- */

/* The use in that line, or in a later one of the same statement; SIMT_NO_MATCH: none. */
static size_t use_at(const struct simt_sides *sides, size_t name, unsigned long line)
{
    enum { MOST_LINES = 20 };
    const struct simt_source *source = &sides->source;
    size_t found = SIMT_NO_MATCH;
    unsigned long found_line = line + MOST_LINES;
    bool on_device = false;
    for (size_t i = 1; i < source->token_count; i++) {
        if (source->tokens[i].system)
            continue;
        const unsigned long at = simt_source_place(source, source->tokens[i].start).line;
        if (at == line && !on_device)
            on_device = simt_sides_is_devices(sides, i);
        if (at >= line && at < found_line && is_use(sides, i, name)) {
            found = i;
            found_line = at;
        }
    }
    return on_device ? found : SIMT_NO_MATCH;
}

static bool refuse(const struct simt_sides *sides, size_t index, struct simt_buffer *error)
{
    const struct simt_token *token = &sides->source.tokens[index];
    simt_source_error(
        &sides->source, token->start, error,
        "'%.*s' is a constant of the host: a kernel or __device__ function can use its "
        "value, but no reference to it, and not its address. Copy it into a variable "
        "first, or declare it '__device__'",
        (int)token->length, sides->source.text + token->start);
    return true;
}

/* The number of a constant in an instruction; SIMT_NO_MATCH: none is named. */
static size_t constant_in(const char *line, const char *end)
{
    const size_t length = strlen(NAME);
    if (end - line < 2 || line[0] != '\t' || line[1] == '.')
        return SIMT_NO_MATCH;
    for (const char *at = line; at + length < end; at++) {
        if (memcmp(at, NAME, length) == 0)
            return strtoul(at + length, NULL, 10);
    }
    return SIMT_NO_MATCH;
}

bool simt_constants_refuse(const struct simt_sides *sides, const char *assembly,
                           struct simt_buffer *error)
{
    static const char place[] = "\t.loc";
    unsigned long line = 0;
    for (const char *at = assembly; *at != '\0';) {
        const char *end = at + strcspn(at, "\n");
        const size_t name = constant_in(at, end);
        if (strncmp(at, place, strlen(place)) == 0 && strchr(" \t", at[strlen(place)]) != NULL) {
            char *after;
            (void)strtoul(at + strlen(place), &after, 10); /* the number of the file */
            line = strtoul(after, NULL, 10);
        } else if (name < sides->source.token_count) {
            const size_t use = use_at(sides, name, line);
            if (use != SIMT_NO_MATCH)
                return refuse(sides, use, error);
        }
        at = end + (*end == '\n');
    }
    return false;
}
