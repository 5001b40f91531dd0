#include "sides.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGE "is deprecated: simt "

bool simt_sides_read(struct simt_sides *sides, const char *text, size_t length)
{
    struct simt_buffer error = {0};
    bool read = simt_source_read(&sides->source, text, length, &error);
    simt_buffer_release(&error);
    if (read)
        simt_declarations_find(&sides->source, &sides->declarations);
    return read && !sides->declarations.failed;
}

void simt_sides_release(struct simt_sides *sides)
{
    simt_declarations_release(&sides->declarations);
    simt_source_release(&sides->source);
}

/* ---- which functions are marked -------------------------------------------------------------- */

/* Whether it is a definition outside of its class or namespace, `int S::get()`. */
static bool is_qualified(const struct simt_source *source, const struct simt_declaration *d)
{
    return d->name != SIMT_NO_MATCH && d->name > 0 && simt_token_is(source, d->name - 1, "::");
}

/* Whether the function is declared elsewhere with other markers: it is then for both sides. */
static bool is_marked_otherwise(const struct simt_source *source,
                                const struct simt_declarations *declarations,
                                const struct simt_declaration *d)
{
    for (size_t i = 0; i < declarations->count; i++) {
        const struct simt_declaration *other = &declarations->items[i];
        bool same = other != d && other->kind == SIMT_DECLARES_FUNCTION &&
                    other->name != SIMT_NO_MATCH &&
                    simt_tokens_are_equal(source, other->name, d->name) &&
                    (other->body == SIMT_NO_MATCH || d->body == SIMT_NO_MATCH);
        if (same && (other->device != d->device || other->host != d->host))
            return true;
    }
    return false;
}

static bool is_marked(const struct simt_source *source,
                      const struct simt_declarations *declarations, size_t index, bool relaxed,
                      enum simt_mark mark)
{
    const struct simt_declaration *d = &declarations->items[index];
    if (d->kind != SIMT_DECLARES_FUNCTION || d->name == SIMT_NO_MATCH || d->global ||
        d->defaulted || (d->is_friend && d->body == SIMT_NO_MATCH) || is_qualified(source, d) ||
        simt_token_is(source, d->name, "main") ||
        simt_token_is_any(source, d->specifiers, "template", "requires"))
        return false;
    bool device = mark == SIMT_MARK_DEVICE;
    if (d->device != device || (device && d->host) || (!device && relaxed && d->is_constexpr))
        return false;
    return !is_marked_otherwise(source, declarations, d);
}

void simt_sides_mark(const struct simt_source *source, const struct simt_declarations *declarations,
                     bool relaxed, enum simt_mark mark, struct simt_edits *edits)
{
    if (mark != SIMT_MARK_HOST && mark != SIMT_MARK_DEVICE)
        return;
    for (size_t i = 0; i < declarations->count; i++) {
        struct simt_buffer text = {0};
        if (!is_marked(source, declarations, i, relaxed, mark))
            continue;
        simt_buffer_format(&text, "__attribute__((__deprecated__(\"simt %zu\"))) ", i);
        edits->failed |= text.failed;
        if (!text.failed)
            simt_edits_replace_bytes(edits, source->tokens[declarations->items[i].specifiers].start,
                                     0, text.text);
        simt_edits_sync(edits);
        simt_buffer_release(&text);
    }
}

/* ---- whether there may be such a use --------------------------------------------------------- */

static bool is_on(const struct simt_declaration *d, enum simt_mark side)
{
    if (d->kind != SIMT_DECLARES_FUNCTION || d->body == SIMT_NO_MATCH)
        return false;
    return side == SIMT_MARK_DEVICE ? d->device || d->global : !simt_is_device_only(d);
}

/* Whether the name at `name` stands in a function of that side, or a template there may get it. */
static bool is_named_on(const struct simt_sides *sides, size_t name, bool or_template,
                        enum simt_mark side)
{
    for (size_t i = 0; i < sides->declarations.count; i++) {
        const struct simt_declaration *d = &sides->declarations.items[i];
        if (!is_on(d, side))
            continue;
        if (or_template && d->pattern)
            return true;
        for (size_t j = d->specifiers; j < d->last; j++) {
            if (j != name && simt_tokens_are_equal(&sides->source, j, name))
                return true;
        }
    }
    return false;
}

/* The name of the class at `index`, or SIMT_NO_MATCH. */
static size_t class_name(const struct simt_sides *sides, size_t index)
{
    const struct simt_declaration *d = &sides->declarations.items[index];
    for (size_t i = d->specifiers; i < d->body; i++) {
        if (simt_token_is_any(&sides->source, i, "class", "struct", "union")) {
            while (i + 1 < d->body && simt_token_is_any(&sides->source, i + 1, "(", ")", "[", "]",
                                                        "alignas", "__attribute__"))
                i = simt_skip_group(&sides->source, i + 1);
            return i + 1 < d->body ? i + 1 : SIMT_NO_MATCH;
        }
    }
    return SIMT_NO_MATCH;
}

/* A member may be used without its name or that of its class: by a typedef, a parameter's type of
 * a function elsewhere, a base. So any member that the other side may get hold of counts. */
static bool may_be_used(const struct simt_sides *sides, const struct simt_declaration *d,
                        enum simt_mark side)
{
    if (simt_token_is(&sides->source, d->name, "operator"))
        return true;
    if (d->parent == SIMT_NO_MATCH ||
        sides->declarations.items[d->parent].kind != SIMT_DECLARES_CLASS)
        return is_named_on(sides, d->name, false, side);
    size_t name = class_name(sides, d->parent);
    return name == SIMT_NO_MATCH || is_named_on(sides, name, true, side) ||
           is_named_on(sides, d->name, false, side) ||
           simt_tokens_are_equal(&sides->source, name, d->name);
}

bool simt_sides_are_mixed(const struct simt_sides *sides, enum simt_mark mark)
{
    enum simt_mark other = mark == SIMT_MARK_HOST ? SIMT_MARK_DEVICE : SIMT_MARK_HOST;
    bool is_other = false;
    for (size_t i = 0; i < sides->declarations.count; i++)
        is_other |= is_on(&sides->declarations.items[i], other);
    for (size_t i = 0; is_other && i < sides->declarations.count; i++) {
        const struct simt_declaration *d = &sides->declarations.items[i];
        if (is_marked(&sides->source, &sides->declarations, i, sides->relaxed, mark) &&
            may_be_used(sides, d, other))
            return true;
    }
    return false;
}

/* ---- the compiler's warnings ----------------------------------------------------------------- */

/* One line of them: FILE:LINE:COLUMN: text. */
struct warning {
    const char *file;
    size_t file_length;
    unsigned long line, column;
    const char *text;
    size_t length;
};

static bool read_number(const char **at, const char *end, unsigned long *number)
{
    char *after;
    if (*at >= end || **at != ':' || end - *at < 2 || (*at)[1] < '0' || (*at)[1] > '9')
        return false;
    *number = strtoul(*at + 1, &after, 10);
    *at = after;
    return after < end;
}

static bool read_warning(const char *line, const char *end, struct warning *warning)
{
    for (const char *at = line; at < end; at++) {
        const char *rest = at;
        if (read_number(&rest, end, &warning->line) && read_number(&rest, end, &warning->column) &&
            *rest == ':') {
            warning->file = line;
            warning->file_length = (size_t)(at - line);
            warning->text = rest;
            warning->length = (size_t)(end - rest);
            return true;
        }
    }
    return false;
}

static const char *find(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (; length >= size; text++, length--) {
        if (memcmp(text, word, size) == 0)
            return text;
    }
    return NULL;
}

/* The last token that begins at or ahead of the warning's place; SIMT_NO_MATCH: none does. */
static size_t token_at(const struct simt_source *source, const struct warning *warning)
{
    size_t low = SIMT_NO_MATCH;
    for (size_t i = 0; i < source->token_count; i++) {
        if (source->tokens[i].system) /* nearly all of them; a place takes a search */
            continue;
        struct simt_place place = simt_source_place(source, source->tokens[i].start);
        if (place.line != warning->line || place.file_length != warning->file_length ||
            memcmp(place.file, warning->file, place.file_length) != 0)
            continue;
        if (low == SIMT_NO_MATCH || place.column <= warning->column)
            low = i;
    }
    return low;
}

/* The innermost group with `word` ahead of its brace that the token at `index` is in, from `first`
 * on; SIMT_NO_MATCH: none. */
static size_t group_around(const struct simt_source *source, size_t first, size_t index,
                           const char *word)
{
    size_t found = SIMT_NO_MATCH;
    for (size_t i = first; i < index; i++) {
        if (!simt_token_is(source, i, word))
            continue;
        size_t brace = i;
        while (brace < index && !simt_token_is_any(source, brace, "{", ";"))
            brace++;
        if (simt_token_is(source, brace, "{") && simt_skip_group(source, brace) > index)
            found = i;
    }
    return found;
}

/* On which sides the code at a token runs. */
struct running {
    bool device, host, in_pattern;
};

static struct running where_runs(const struct simt_sides *sides, size_t index)
{
    const struct simt_source *source = &sides->source;
    for (size_t i = sides->declarations.count; i-- > 0;) {
        const struct simt_declaration *d = &sides->declarations.items[i];
        if (d->kind != SIMT_DECLARES_FUNCTION || index < d->specifiers || index > d->last)
            continue;
        struct running running = {.device = d->device || d->global,
                                  .host = !simt_is_device_only(d),
                                  .in_pattern = d->pattern};
        if (is_marked_otherwise(source, &sides->declarations, d))
            running = (struct running){true, true, true};
        if (d->body == SIMT_NO_MATCH)
            continue;
        bool lambda = group_around(source, d->body, index, "__simt_device__") != SIMT_NO_MATCH;
        bool branch = group_around(source, d->body, index, "called_on_device") != SIMT_NO_MATCH;
        if (lambda || branch)
            running = (struct running){.device = true, .in_pattern = d->pattern};
        return running;
    }
    return (struct running){0};
}

bool simt_sides_is_devices(const struct simt_sides *sides, size_t index)
{
    const struct running running = where_runs(sides, index);
    return running.device && !running.host;
}

/* Whether the function named at `index` is called there; an address of it may be taken. */
static bool is_call(const struct simt_sides *sides, size_t index, size_t callee)
{
    const struct simt_source *source = &sides->source;
    if (!simt_tokens_are_equal(source, index, sides->declarations.items[callee].name))
        return true;
    size_t next = index + 1;
    if (simt_token_is(source, next, "<"))
        next = simt_skip_template_header(source, index, source->token_count) + 1;
    return simt_token_is(source, next, "(");
}

/* What is known while the warnings are read. */
struct reading {
    const struct simt_sides *sides;
    enum simt_mark mark;
    bool instantiated; /* what follows is of a template that is used */
    /* The latest warning: notes that follow it may say more. */
    size_t pending, pending_callee;
    bool pending_instantiated;
};

static bool refuse(const struct reading *reading, size_t index, size_t callee,
                   struct simt_buffer *error)
{
    const struct simt_source *source = &reading->sides->source;
    const struct simt_declaration *d = &reading->sides->declarations.items[callee];
    const struct simt_token *name = &source->tokens[d->name];
    size_t length = name->length;
    if (simt_token_is(source, d->name, "operator"))
        length = source->tokens[d->parameters - 1].start +
                 source->tokens[d->parameters - 1].length - name->start;
    const char *destructor = d->name > 0 && simt_token_is(source, d->name - 1, "~") ? "~" : "";
    bool host = reading->mark == SIMT_MARK_HOST;
    simt_source_error(source, source->tokens[index].start, error,
                      host ? "'%s%.*s' is a function of the host, and a kernel or __device__ "
                             "function cannot call it: write '__device__' in front of it, or "
                             "'__host__ __device__' if the host calls it too"
                           : "'%s%.*s' is a __device__ function, and the host cannot call it: "
                             "write '__host__ __device__' in front of it if both are to",
                      destructor, (int)(length > 80 ? 80 : length), source->text + name->start);
    return true;
}

/* Whether the token at `index` is in what sizeof, decltype and the like only look at. */
static bool is_unevaluated(const struct simt_source *source, size_t index)
{
    for (size_t i = index; i-- > 0 && !simt_token_is_any(source, i, ";", "{", "}");) {
        if (simt_token_is(source, i, "(") && i > 0 && simt_skip_group(source, i) > index &&
            simt_token_is_any(source, i - 1, "sizeof", "decltype", "noexcept", "alignof"))
            return true;
    }
    return false;
}

/* The use of `callee` at the token `index`. */
static bool judge_use(const struct reading *reading, size_t index, size_t callee,
                      struct simt_buffer *error)
{
    struct running running = where_runs(reading->sides, index);
    if (is_unevaluated(&reading->sides->source, index))
        return false;
    if (reading->mark == SIMT_MARK_HOST) {
        bool used = !running.in_pattern || reading->pending_instantiated;
        return running.device && !running.host && used && refuse(reading, index, callee, error);
    }
    return running.host && !running.in_pattern && is_call(reading->sides, index, callee) &&
           refuse(reading, index, callee, error);
}

static bool judge_pending(struct reading *reading, struct simt_buffer *error)
{
    size_t index = reading->pending;
    reading->pending = SIMT_NO_MATCH;
    return index != SIMT_NO_MATCH && judge_use(reading, index, reading->pending_callee, error);
}

static bool judge_line(struct reading *reading, const char *line, const char *end,
                       struct simt_buffer *error)
{
    struct warning warning;
    size_t length = (size_t)(end - line);
    if (find(line, length, ": In ") != NULL || find(line, length, ": At ") != NULL)
        reading->instantiated = find(line, length, "In instantiation of") != NULL ||
                                find(line, length, "[with ") != NULL;
    if (!read_warning(line, end, &warning))
        return false;
    if (find(warning.text, warning.length, "in instantiation of") != NULL)
        reading->pending_instantiated = true;
    const char *message = find(warning.text, warning.length, MESSAGE);
    bool needed = find(warning.text, warning.length, "first required here") != NULL;
    if (message == NULL && !needed)
        return false;
    size_t index = token_at(&reading->sides->source, &warning);
    if (needed) {
        if (reading->pending != SIMT_NO_MATCH && index != SIMT_NO_MATCH)
            reading->pending = index;
        return false;
    }
    if (judge_pending(reading, error))
        return true;
    reading->pending = index;
    reading->pending_instantiated = reading->instantiated;
    reading->pending_callee = strtoul(message + strlen(MESSAGE), NULL, 10);
    return false;
}

bool simt_sides_refuse(const struct simt_sides *sides, enum simt_mark mark, const char *warnings,
                       struct simt_buffer *error)
{
    struct reading reading = {.sides = sides, .mark = mark, .pending = SIMT_NO_MATCH};
    while (*warnings != '\0') {
        const char *end = warnings + strcspn(warnings, "\n");
        if (judge_line(&reading, warnings, end, error))
            return true;
        warnings = end + (*end == '\n');
    }
    return judge_pending(&reading, error);
}
