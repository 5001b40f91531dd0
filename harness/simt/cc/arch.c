/*
 * __CUDA_ARCH__ is defined for the device alone: nvcc compiles a program twice. Here it is compiled
 * once, from a text made of both.
 */
#define _GNU_SOURCE /* memmem */
#include "arch.h"

#include "declarations.h"
#include "edits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MACRO "__CUDA_ARCH__"

/* ---- whether it is asked --------------------------------------------------------------------- */

static bool file_says_macro(const char *path)
{
    struct simt_buffer text = {0};
    FILE *in = fopen(path, "r");
    size_t got = 1;
    char *end;
    while (in != NULL && got > 0 && (end = simt_buffer_reserve(&text, BUFSIZ)) != NULL) {
        got = fread(end, 1, BUFSIZ, in);
        text.length += got;
    }
    if (in != NULL)
        fclose(in);
    bool says = text.length > 0 && memmem(text.text, text.length, MACRO, strlen(MACRO)) != NULL;
    simt_buffer_release(&text);
    return says;
}

/* The file that the marker `# 1 "file" flags` at `line` enters, where it is the program's own; the
 * caller frees it. */
static char *own_file(const char *line, const char *end)
{
    const char *open = memchr(line, '"', (size_t)(end - line));
    const char *close = open != NULL ? memchr(open + 1, '"', (size_t)(end - open - 1)) : NULL;
    if (close == NULL || open[1] == '<' || memchr(close, '3', (size_t)(end - close)) != NULL ||
        memchr(close, '2', (size_t)(end - close)) != NULL)
        return NULL;
    return strndup(open + 1, (size_t)(close - open - 1));
}

bool simt_arch_is_asked(const char *text, size_t length)
{
    const char *end = text + length;
    for (const char *line = text; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *line_end = newline != NULL ? newline : end;
        if (line_end - line > 4 && memcmp(line, "# 1 ", 4) == 0) {
            char *path = own_file(line, line_end);
            bool says = path != NULL && file_says_macro(path);
            free(path);
            if (says)
                return true;
        }
        line = line_end + (newline != NULL);
    }
    return false;
}

/* ---- the two sides --------------------------------------------------------------------------- */

struct side {
    struct simt_source source;
    struct simt_declarations declarations;
};

struct merge {
    struct side host, device;
    struct simt_edits
        edits; /* of the host's text, which has the headers that only the host includes */
    struct simt_buffer *error;
};

/* Declarations of one scope: indices of the side's list. */
struct scope {
    size_t *items;
    size_t count, capacity;
};

static const struct simt_declaration *declaration(const struct side *side, size_t index)
{
    return &side->declarations.items[index];
}

static bool same_tokens(const struct merge *merge, size_t host, size_t host_end, size_t device,
                        size_t device_end)
{
    if (host_end - host != device_end - device)
        return false;
    for (; host < host_end; host++, device++) {
        const struct simt_token *a = &merge->host.source.tokens[host];
        const struct simt_token *b = &merge->device.source.tokens[device];
        if (a->length != b->length || memcmp(merge->host.source.text + a->start,
                                             merge->device.source.text + b->start, a->length) != 0)
            return false;
    }
    return true;
}

static bool same(const struct merge *merge, size_t host, size_t device)
{
    const struct simt_declaration *a = declaration(&merge->host, host);
    const struct simt_declaration *b = declaration(&merge->device, device);
    return same_tokens(merge, a->first, a->last + 1, b->first, b->last + 1);
}

/* Whether both declare the same up to the body, so that only what is in there differs. */
static bool same_head(const struct merge *merge, size_t host, size_t device)
{
    const struct simt_declaration *a = declaration(&merge->host, host);
    const struct simt_declaration *b = declaration(&merge->device, device);
    return a->kind == b->kind && a->body != SIMT_NO_MATCH && b->body != SIMT_NO_MATCH &&
           same_tokens(merge, a->first, a->body, b->first, b->body);
}

/* The name that a variable's declaration declares first, or SIMT_NO_MATCH. */
static size_t variable_name(const struct simt_source *source, const struct simt_declaration *d)
{
    for (size_t i = d->specifiers; i <= d->last; i = simt_skip_group(source, i) + 1) {
        if (i > d->specifiers && simt_token_is_any(source, i, "=", ";", "[", "{") &&
            simt_token_is_identifier(source, i - 1))
            return i - 1;
    }
    return SIMT_NO_MATCH;
}

/* Whether the two cannot stand in one text: they declare the same name, and are not functions of
 * different parameters. */
static bool collide(const struct merge *merge, size_t host, size_t device)
{
    const struct simt_declaration *a = declaration(&merge->host, host);
    const struct simt_declaration *b = declaration(&merge->device, device);
    bool functions = a->kind == SIMT_DECLARES_FUNCTION && b->kind == SIMT_DECLARES_FUNCTION;
    if (functions)
        return a->name != SIMT_NO_MATCH && b->name != SIMT_NO_MATCH &&
               same_tokens(merge, a->name, simt_skip_group(&merge->host.source, a->parameters),
                           b->name, simt_skip_group(&merge->device.source, b->parameters));
    if (a->kind != b->kind || a->kind == SIMT_DECLARES_NAMESPACE)
        return false;
    size_t left = variable_name(&merge->host.source, a);
    size_t right = variable_name(&merge->device.source, b);
    return left != SIMT_NO_MATCH && right != SIMT_NO_MATCH &&
           same_tokens(merge, left, left + 1, right, right + 1);
}

static bool refuse(struct merge *merge, size_t host, const char *message)
{
    const struct simt_source *source = &merge->host.source;
    size_t first = declaration(&merge->host, host)->first;
    simt_source_error(source, source->tokens[first].start, merge->error, "%s", message);
    return false;
}

/* ---- text of the device's ----------------------------------------------------------------------
 */

/* Adds the device's tokens first … last, on their lines. */
static void add_device_text(const struct merge *merge, size_t first, size_t last,
                            struct simt_buffer *text)
{
    const struct simt_source *source = &merge->device.source;
    size_t start = source->tokens[first].start;
    simt_source_sync(source, start, text);
    simt_buffer_add(text, source->text + start,
                    source->tokens[last].start + source->tokens[last].length - start);
}

/* Puts `text` at the byte `place` of the host's text, and takes over the buffer. */
static void insert(struct merge *merge, size_t place, struct simt_buffer *text)
{
    merge->edits.failed |= text->failed;
    if (!text->failed && text->length > 0) {
        simt_edits_replace_bytes(&merge->edits, place, 0, text->text);
        simt_edits_sync(&merge->edits);
    }
    simt_buffer_release(text);
}

static size_t token_end(const struct simt_source *source, size_t index)
{
    return source->tokens[index].start + source->tokens[index].length;
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool holds_marker(const struct simt_source *source, size_t first, size_t last)
{
    for (size_t i = first; i <= last; i++) {
        if (simt_token_is(source, i, "__simt_device__"))
            return true;
    }
    return false;
}

/* Makes `{ if (the caller is a kernel) {device's} else {host's} }` of the host's body. */
static void add_device_body(struct merge *merge, const struct simt_declaration *host,
                            const struct simt_declaration *device)
{
    const struct simt_source *source = &merge->host.source;
    struct simt_buffer front = {0}, back = {0};
    simt_buffer_add_string(&front, "{ if (::simt_cpp::called_on_device()) ");
    add_device_text(merge, device->body, device->last, &front);
    simt_buffer_add_string(&front, " else ");
    insert(merge, source->tokens[host->body].start, &front);
    simt_buffer_add_string(&back, " }");
    insert(merge, token_end(source, host->last), &back);
}

/* Of a function that is the same but for its body. */
static bool merge_function(struct merge *merge, size_t host, size_t device)
{
    const struct simt_declaration *a = declaration(&merge->host, host);
    const struct simt_declaration *b = declaration(&merge->device, device);
    if (simt_is_device_only(a)) {
        struct simt_buffer body = {0};
        add_device_text(merge, b->body, b->last, &body);
        merge->edits.failed |= body.failed;
        if (!body.failed)
            simt_edits_replace(&merge->edits, &merge->host.source, a->body, a->last, body.text);
        simt_edits_sync(&merge->edits);
        simt_buffer_release(&body);
        return true;
    }
    if (a->device)
        add_device_body(merge, a, b);
    else if (holds_marker(&merge->device.source, b->body, b->last))
        return refuse(merge, host,
                      "a function of the host with a __device__ lambda in it uses " MACRO
                      ": the simulator cannot tell which part is for the device");
    return true;
}

/* Of a function that is written twice, as that of the device and as that of the host. */
static void merge_twins(struct merge *merge, size_t host, size_t device)
{
    const struct simt_declaration *a = declaration(&merge->host, host);
    struct simt_buffer markers = {0};
    simt_buffer_add_string(&markers, "__simt_host__ __simt_device__ ");
    insert(merge, merge->host.source.tokens[a->specifiers].start, &markers);
    add_device_body(merge, a, declaration(&merge->device, device));
}

/* ---- scopes ---------------------------------------------------------------------------------- */

static void collect(struct merge *merge, const struct side *side, size_t parent,
                    struct scope *scope)
{
    for (size_t i = 0; i < side->declarations.count; i++) {
        if (declaration(side, i)->parent != parent)
            continue;
        size_t *items = simt_grow(scope->items, scope->count, &scope->capacity, sizeof *items);
        if (items == NULL) {
            merge->edits.failed = true;
            return;
        }
        scope->items = items;
        items[scope->count++] = i;
    }
}

/* The first one of the device's from `from` on that `host` is the same as, or differs from in its
 * body only; device->count: none. */
static size_t find_partner(const struct merge *merge, size_t host, const struct scope *device,
                           size_t from)
{
    for (size_t j = from; j < device->count; j++) {
        if (same(merge, host, device->items[j]))
            return j;
    }
    for (size_t j = from; j < device->count; j++) {
        if (same_head(merge, host, device->items[j]))
            return j;
    }
    return device->count;
}

/* A declaration that only the device has is taken from there. Where the host has another one of the
 * same name, both must be functions, which become one. */
static bool add_device_only(struct merge *merge, const struct scope *host,
                            const struct scope *device, size_t j, struct simt_buffer *text)
{
    const struct simt_declaration *b = declaration(&merge->device, device->items[j]);
    for (size_t i = 0; i < host->count; i++) {
        bool both = find_partner(merge, host->items[i], device, 0) < device->count;
        if (both || !collide(merge, host->items[i], device->items[j]))
            continue;
        const struct simt_declaration *a = declaration(&merge->host, host->items[i]);
        if (a->kind == SIMT_DECLARES_FUNCTION && a->body != SIMT_NO_MATCH &&
            b->body != SIMT_NO_MATCH) {
            merge_twins(merge, host->items[i], device->items[j]);
            return true;
        }
        return refuse(merge, host->items[i],
                      "this is another one for the device than for the host, by #if " MACRO
                      ": the simulator has one for both. Give them two names, and ask for " MACRO
                      " in the body of a __host__ __device__ function that chooses");
    }
    add_device_text(merge, b->first, b->last, text);
    return true;
}

static bool merge_scope(struct merge *merge, size_t host_parent, size_t device_parent);

static bool merge_pair(struct merge *merge, size_t host, size_t device)
{
    if (same(merge, host, device))
        return true;
    return declaration(&merge->host, host)->kind == SIMT_DECLARES_FUNCTION
               ? merge_function(merge, host, device)
               : merge_scope(merge, host, device);
}

/* Where the declarations that only the device has go, behind the `i` first ones of the host's. */
static size_t place_behind(const struct merge *merge, const struct scope *host, size_t i,
                           size_t parent)
{
    const struct simt_source *source = &merge->host.source;
    if (i > 0)
        return token_end(source, declaration(&merge->host, host->items[i - 1])->last);
    if (parent != SIMT_NO_MATCH)
        return token_end(source, declaration(&merge->host, parent)->body);
    return host->count > 0 ? source->tokens[declaration(&merge->host, host->items[0])->first].start
                           : source->length;
}

/* Adds the device's declarations from `*j` to `end`, which the host does not have, behind the `i`
 * first ones of the host's. */
static bool add_gap(struct merge *merge, const struct scope *host, const struct scope *device,
                    size_t i, size_t *j, size_t end, size_t parent)
{
    struct simt_buffer text = {0};
    bool done = true;
    for (; done && *j < end; ++*j)
        done = add_device_only(merge, host, device, *j, &text);
    insert(merge, place_behind(merge, host, i, parent), &text);
    return done;
}

static bool merge_scope(struct merge *merge, size_t host_parent, size_t device_parent)
{
    struct scope host = {0}, device = {0};
    collect(merge, &merge->host, host_parent, &host);
    collect(merge, &merge->device, device_parent, &device);
    bool done = true;
    size_t j = 0;
    for (size_t i = 0; done && i < host.count; i++) {
        size_t partner = find_partner(merge, host.items[i], &device, j);
        if (partner >= device.count)
            continue;
        done = add_gap(merge, &host, &device, i, &j, partner, host_parent) &&
               merge_pair(merge, host.items[i], device.items[partner]);
        j = partner + 1;
    }
    done = done && add_gap(merge, &host, &device, host.count, &j, device.count, host_parent);
    free(host.items);
    free(device.items);
    return done;
}

static bool read_side(struct side *side, const struct simt_buffer *text, struct simt_buffer *error)
{
    if (!simt_source_read(&side->source, text->text, text->length, error))
        return false;
    simt_declarations_find(&side->source, &side->declarations);
    return !side->declarations.failed;
}

bool simt_arch_merge(const struct simt_buffer *device, const struct simt_buffer *host,
                     struct simt_buffer *output, struct simt_buffer *error)
{
    struct merge merge = {.error = error};
    bool done = read_side(&merge.host, host, error) && read_side(&merge.device, device, error) &&
                merge_scope(&merge, SIMT_NO_MATCH, SIMT_NO_MATCH) &&
                simt_edits_apply(&merge.edits, &merge.host.source, output, error);
    simt_edits_release(&merge.edits);
    simt_declarations_release(&merge.host.declarations);
    simt_declarations_release(&merge.device.declarations);
    simt_source_release(&merge.host.source);
    simt_source_release(&merge.device.source);
    return done;
}
