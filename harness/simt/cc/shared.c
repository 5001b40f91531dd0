#include "shared.h"

#include <stdlib.h>
#include <string.h>

#define SHARED_MARKER "__simt_shared__"

/* A shared declaration: tokens [first, end), `end` is its semicolon. */
struct declaration {
    size_t first, marker, end;
    bool is_extern, is_static;
};

static bool refuse(const struct simt_source *source, size_t token, struct simt_buffer *error,
                   const char *message)
{
    simt_source_error(source, source->tokens[token].start, error, "%s", message);
    return false;
}

/* For `alignas ( … )` and `__attribute__ ( … )` at `index`: the token after the group; else
 * `index`. */
static size_t skip_attribute(const struct simt_source *source, size_t index)
{
    if (simt_token_is_any(source, index, "alignas", "__attribute__", "__attribute")) {
        if (simt_token_is(source, index + 1, "(") &&
            source->tokens[index + 1].match != SIMT_NO_MATCH)
            return source->tokens[index + 1].match + 1;
    }
    if (simt_token_is(source, index, "[") && simt_token_is(source, index + 1, "[") &&
        source->tokens[index].match != SIMT_NO_MATCH)
        return source->tokens[index].match + 1;
    return index;
}

/* The first token of the declaration, going back from its marker over other specifiers and
 * attributes. */
static size_t declaration_begin(const struct simt_source *source, size_t marker)
{
    size_t first = marker;
    while (first > 0) {
        const struct simt_token *before = &source->tokens[first - 1];
        size_t group = before->match;
        if (before->kind == SIMT_TOKEN_IDENTIFIER &&
            !simt_token_is_any(source, first - 1, "else", "do")) {
            first--;
        } else if (simt_token_is(source, first - 1, ")") && group != SIMT_NO_MATCH && group > 0 &&
                   skip_attribute(source, group - 1) == first) {
            first = group - 1;
        } else if (simt_token_is(source, first - 1, "]") && group != SIMT_NO_MATCH &&
                   skip_attribute(source, group) == first) {
            first = group;
        } else {
            break;
        }
    }
    return first;
}

static bool read_declaration(const struct simt_source *source, size_t marker,
                             struct declaration *declaration, struct simt_buffer *error)
{
    *declaration =
        (struct declaration){.first = declaration_begin(source, marker), .marker = marker};
    size_t i = declaration->first;
    for (; i < source->token_count && !simt_token_is(source, i, ";"); i++) {
        declaration->is_extern |= simt_token_is(source, i, "extern");
        declaration->is_static |= simt_token_is(source, i, "static");
        if (i != marker && simt_token_is(source, i, SHARED_MARKER))
            return refuse(source, i, error, "__shared__ stands twice in one declaration");
        if (simt_token_is_any(source, i, "}", ")"))
            break;
        i = simt_skip_group(source, i);
    }
    declaration->end = i;
    return simt_token_is(source, i, ";") ||
           refuse(source, marker, error, "a __shared__ declaration without its semicolon");
}

/* CUDA has no initialisers on shared variables: nobody could say which thread runs them. */
static bool check_initialisers(const struct simt_source *source,
                               const struct declaration *declaration, struct simt_buffer *error)
{
    bool composite = false;
    for (size_t i = declaration->first; i < declaration->end; i++) {
        size_t after = skip_attribute(source, i);
        if (after != i) {
            i = after - 1;
            continue;
        }
        composite |= simt_token_is_any(source, i, "struct", "union", "class", "enum");
        bool call = simt_token_is(source, i, "(") && i > declaration->first &&
                    simt_token_is_identifier(source, i - 1) &&
                    !simt_token_is_any(source, i - 1, "decltype", "__typeof__") &&
                    !simt_token_is_any(source, i + 1, "*", "&");
        if (simt_token_is(source, i, "=") || (simt_token_is(source, i, "{") && !composite) || call)
            return refuse(source, i, error,
                          "a __shared__ variable cannot have an initialiser: let one thread "
                          "assign it, then call __syncthreads()");
        i = simt_skip_group(source, i);
    }
    return true;
}

/* The name that the declarator in [index, end) declares, and `*next` the token after its comma;
 * SIMT_NO_MATCH for a declarator in parentheses. */
static size_t declarator_name(const struct simt_source *source, size_t index, size_t end,
                              size_t *next)
{
    size_t name = SIMT_NO_MATCH, templates = 0;
    bool dimensions = false, plain = true;
    size_t i = index;
    for (; i < end && !(templates == 0 && simt_token_is(source, i, ",")); i++) {
        size_t after = skip_attribute(source, i);
        if (after != i) {
            i = after - 1;
            continue;
        }
        if (simt_token_is(source, i, "<"))
            templates++;
        else if (simt_token_is(source, i, ">") && templates > 0)
            templates--;
        else if (simt_token_is_identifier(source, i) && templates == 0 && !dimensions)
            name = i;
        dimensions |= simt_token_is(source, i, "[") && templates == 0;
        plain &= !simt_token_is(source, i, "(") || templates > 0;
        i = simt_skip_group(source, i);
    }
    *next = i + 1;
    return plain ? name : SIMT_NO_MATCH;
}

/* In lockstep the declaration becomes that of a structure's members, which is only there for their
 * types. `number` tells it from others. */
#define MEMBERS "simt_shared_%zu"

/* Writes the variable that the block really has: the `index`-th of its declaration. */
static void write_reference(struct simt_buffer *text, size_t number, size_t index, const char *name,
                            int length)
{
    simt_buffer_format(text,
                       " [[maybe_unused]] auto &%.*s = *static_cast<decltype(" MEMBERS
                       "::%.*s) *>(::simt_static_shared(&simt_keys_%zu[%zu], sizeof(" MEMBERS
                       "::%.*s), \"%.*s\"));",
                       length, name, number, length, name, number, index, number, length, name,
                       length, name);
}

/* Adds what follows the declaration: the compiler is to refuse, as nvcc does, static shared memory
 * that no block can have; in lockstep each thread that comes by asks the runtime where it lies. */
static bool add_checks(const struct simt_source *source, const struct declaration *declaration,
                       struct simt_shared_place place, struct simt_edits *edits,
                       struct simt_buffer *error)
{
    struct simt_buffer sizes = {0}, references = {0}, text = {0};
    size_t number = declaration->marker, count = 0;
    bool good = place.in_function || !place.lockstep;
    simt_buffer_add_string(&sizes, "");
    simt_buffer_add_string(&references, "");
    for (size_t i = declaration->first, next; good && i < declaration->end; i = next, count++) {
        size_t name = declarator_name(source, i, declaration->end, &next);
        good = name != SIMT_NO_MATCH;
        if (!good)
            break;
        const char *spelling = source->text + source->tokens[name].start;
        int length = (int)source->tokens[name].length;
        simt_buffer_add_string(&sizes, count > 0 ? " + sizeof(" : "sizeof(");
        if (place.lockstep)
            simt_buffer_format(&sizes, MEMBERS "::", number);
        simt_buffer_format(&sizes, "%.*s)", length, spelling);
        write_reference(&references, number, count, spelling, length);
    }
    text.failed = sizes.failed || references.failed;
    if (!text.failed)
        simt_buffer_format(&text,
                           "; %sstatic_assert(%s <= 49152, \"more than 48 KiB of __shared__ "
                           "variables: only dynamic shared memory (extern __shared__) can be "
                           "larger\");",
                           place.lockstep ? "}; " : "", sizes.text);
    if (place.lockstep && !text.failed)
        simt_buffer_format(&text, " static char simt_keys_%zu[%zu];%s", number, count,
                           references.text);
    edits->failed |= text.failed;
    if (good && !edits->failed)
        simt_edits_replace(edits, source, declaration->end, declaration->end, text.text);
    simt_buffer_release(&sizes);
    simt_buffer_release(&references);
    simt_buffer_release(&text);
    return good || !place.lockstep ||
           refuse(source, declaration->marker, error,
                  "--lockstep takes __shared__ variables inside functions only, and without "
                  "parentheses around the name");
}

/* `__shared__ alignas(16) T x` becomes `alignas(16) static thread_local T x`: alignas stands first
 * or not at all. */
static void rewrite_static(const struct simt_source *source, const struct declaration *declaration,
                           bool lockstep, struct simt_edits *edits)
{
    struct simt_buffer front = {0};
    size_t number = declaration->marker;
    if (lockstep)
        simt_buffer_format(&front, "struct " MEMBERS " { ", number);
    size_t last_moved = declaration->first;
    for (size_t i = declaration->first; i < declaration->end; i++) {
        size_t after = skip_attribute(source, i);
        if (simt_token_is(source, i, "alignas") && after != i && i != declaration->first) {
            simt_tokens_join(source, i, after - 1, &front);
            simt_buffer_add(&front, " ", 1);
            simt_edits_replace(edits, source, i, after - 1, "");
            last_moved = after;
        }
        i = simt_skip_group(source, i);
    }
    bool at_front = declaration->first == declaration->marker;
    bool has_front = lockstep || last_moved != declaration->first;
    if (has_front && !at_front && !front.failed)
        simt_edits_replace_bytes(edits, source->tokens[declaration->first].start, 0, front.text);
    edits->failed |= front.failed;
    if (!at_front)
        simt_buffer_release(&front);
    if (!lockstep)
        simt_buffer_add_string(&front,
                               declaration->is_static ? "thread_local" : "static thread_local");
    edits->failed |= front.failed;
    if (!edits->failed)
        simt_edits_replace(edits, source, declaration->marker, declaration->marker,
                           front.text != NULL ? front.text : "");
    simt_buffer_release(&front);
    for (size_t i = declaration->first; lockstep && i < declaration->end; i++)
        if (simt_token_is(source, i, "static"))
            simt_edits_blank(edits, source, i, i);
}

/* One `name[][…]` of a dynamic shared declaration: its name, and the tokens [dimensions, end) after
 * the first [], which is empty as a rule. */
struct array {
    size_t pointers; /* first token of the `*` (and const) before the name */
    size_t name, dimensions, end;
};

/* Reads the declarator that begins at or after `index`. */
static bool read_array(const struct simt_source *source, size_t index, size_t end,
                       struct array *array)
{
    size_t i = index, templates = 0;
    while (i < end && !(simt_token_is(source, i, "[") && skip_attribute(source, i) == i)) {
        templates += simt_token_is(source, i, "<");
        templates -= templates > 0 && simt_token_is(source, i, ">");
        if (templates == 0 && simt_token_is_any(source, i, ",", "("))
            return false;
        size_t after = skip_attribute(source, i);
        i = after != i ? after : i + 1;
    }
    if (i == index || i >= end || !simt_token_is_identifier(source, i - 1) ||
        source->tokens[i].match == SIMT_NO_MATCH)
        return false;
    array->name = array->pointers = i - 1;
    while (array->pointers > index && simt_token_is_any(source, array->pointers - 1, "*", "&"))
        array->pointers--;
    array->dimensions = i = source->tokens[i].match + 1;
    while (i < end && simt_token_is(source, i, "[") && skip_attribute(source, i) == i &&
           source->tokens[i].match != SIMT_NO_MATCH)
        i = source->tokens[i].match + 1;
    array->end = i;
    return true;
}

/* The element type: the specifiers [first, end) without storage, marker and alignment (dynamic
 * shared memory is aligned for any type). */
static void write_type(const struct simt_source *source, size_t first, size_t end,
                       struct simt_buffer *type)
{
    for (size_t i = first; i < end; i++) {
        size_t after = skip_attribute(source, i);
        if (after != i)
            i = after - 1;
        else if (!simt_token_is_any(source, i, "extern", SHARED_MARKER)) {
            simt_buffer_add(type, " ", type->length > 0);
            simt_tokens_join(source, i, i, type);
        }
    }
}

/* Whether this array was declared before in the same namespace; remembers it. */
static bool declared_before(const struct simt_source *source, size_t name, uint64_t scope,
                            struct simt_shared_names *names, struct simt_edits *edits)
{
    for (size_t i = 0; i < names->count; i++) {
        if (names->items[i].scope == scope &&
            simt_tokens_are_equal(source, names->items[i].token, name))
            return true;
    }
    struct simt_shared_name *items =
        simt_grow(names->items, names->count, &names->capacity, sizeof *items);
    if (items == NULL) {
        edits->failed = true;
        return false;
    }
    names->items = items;
    items[names->count++] = (struct simt_shared_name){.token = name, .scope = scope};
    return false;
}

static void write_array(const struct simt_source *source, const struct array *array,
                        const struct simt_buffer *base, bool in_function, bool is_new,
                        struct simt_buffer *text)
{
    struct simt_buffer element = {0}, dimensions = {0};
    simt_buffer_add(&element, base->text, base->length);
    simt_buffer_add_string(&dimensions, "");
    for (size_t i = array->pointers; i < array->name; i++)
        simt_tokens_join(source, i, i, &element);
    if (array->end > array->dimensions)
        simt_tokens_join(source, array->dimensions, array->end - 1, &dimensions);
    const struct simt_token *name = &source->tokens[array->name];
    const char *spelling = source->text + name->start;
    int length = (int)name->length;
    text->failed |= element.failed || dimensions.failed;
    /* nvcc has one variable of that name in the file, which has one type. */
    if (!text->failed)
        simt_buffer_format(text, "[[maybe_unused]] extern %s simt_shared_%.*s[]%s; ", element.text,
                           length, spelling, dimensions.text);
    if (text->failed || !is_new)
        ; /* failures are reported by whoever applies the edits */
    else if (!in_function)
        simt_buffer_format(text,
                           "[[maybe_unused]] static ::simt_cpp::dynamic_shared_array<%s%s> %.*s;",
                           element.text, dimensions.text, length, spelling);
    else if (dimensions.length > 0)
        simt_buffer_format(text, "%s (*%.*s)%s = ::simt_cpp::dynamic_shared<%s%s>();", element.text,
                           length, spelling, dimensions.text, element.text, dimensions.text);
    else
        simt_buffer_format(text, "%s *%.*s = ::simt_cpp::dynamic_shared<%s>();", element.text,
                           length, spelling, element.text);
    simt_buffer_release(&element);
    simt_buffer_release(&dimensions);
}

static bool rewrite_dynamic(const struct simt_source *source, const struct declaration *declaration,
                            struct simt_shared_place place, struct simt_shared_names *names,
                            struct simt_edits *edits, struct simt_buffer *error)
{
    struct simt_buffer type = {0}, text = {0};
    bool good = true;
    simt_buffer_add_string(&text, "");
    for (size_t at = declaration->first; good && at < declaration->end;) {
        struct array array;
        good = read_array(source, at, declaration->end, &array);
        if (!good)
            break;
        if (at == declaration->first)
            write_type(source, at, array.pointers, &type);
        bool is_new =
            place.in_function || !declared_before(source, array.name, place.scope, names, edits);
        write_array(source, &array, &type, place.in_function, is_new, &text);
        size_t next = array.end;
        while (skip_attribute(source, next) != next)
            next = skip_attribute(source, next);
        good = next == declaration->end || simt_token_is(source, next, ",");
        at = next + 1;
    }
    edits->failed |= type.failed || text.failed;
    if (good && !edits->failed)
        simt_edits_replace(edits, source, declaration->first, declaration->end, text.text);
    simt_buffer_release(&type);
    simt_buffer_release(&text);
    return good || refuse(source, declaration->marker, error,
                          "'extern __shared__' declares dynamic shared memory: write an array "
                          "with empty first brackets, extern __shared__ float name[];");
}

size_t simt_shared_rewrite(const struct simt_source *source, size_t marker,
                           struct simt_shared_place place, struct simt_shared_names *names,
                           struct simt_edits *edits, struct simt_buffer *error)
{
    struct declaration declaration;
    if (!read_declaration(source, marker, &declaration, error) ||
        !check_initialisers(source, &declaration, error))
        return SIMT_NO_MATCH;
    if (declaration.is_extern) {
        bool done = rewrite_dynamic(source, &declaration, place, names, edits, error);
        return done ? declaration.end - 1 : SIMT_NO_MATCH;
    }
    rewrite_static(source, &declaration, place.lockstep, edits);
    return add_checks(source, &declaration, place, edits, error) ? marker : SIMT_NO_MATCH;
}

void simt_shared_names_release(struct simt_shared_names *names)
{
    free(names->items);
    *names = (struct simt_shared_names){0};
}
