#include "name.h"

#include "source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
    lines_ahead = 3, /* of a call that goes over several, after the one it is known by, */
    lines_back = 3,  /* and before it */
    text_bytes = 1024,
};

/* Functions whose first argument is the address of a pointer or handle, or, registering, the
 * pointer. */
static const char *const functions[] = {
    "cudaMalloc",    "cudaMallocManaged", "cudaMallocHost",
    "cudaHostAlloc", "cudaMallocAsync",   "cudaMallocPitch",
    "cudaMalloc3D",  "cudaHostRegister",  "cudaGraphConditionalHandleCreate",
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

static bool is_function(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
        if (strlen(functions[i]) == length && !memcmp(functions[i], word, length))
            return true;
    return false;
}

/* Past the brackets that open at `at`; null: they do not close. */
static const char *skip_brackets(const char *at)
{
    unsigned depth = 0;

    for (; *at; at++) {
        if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at) && --depth == 0)
            return at + 1;
    }
    return NULL;
}

/* The first argument of the next call of such a function from `at` on, or null. *word: where the
 * call begins. */
static const char *next_call(const char *at, const char **word)
{
    while (*at) {
        const char *begin = at;

        while (is_word(*at))
            at++;
        if (at == begin) {
            at++;
            continue;
        }
        *word = begin;
        if (!is_function(begin, (size_t)(at - begin)))
            continue;
        at = skip_blanks(at);
        if (*at == '<' && strchr(at, '>'))
            at = skip_blanks(strchr(at, '>') + 1);
        if (*at == '(')
            return at + 1;
    }
    return NULL;
}

/* Copies "a::b[i].c->d" without blanks; false: it is something else, as a call. */
static bool copy_name(const char *at, char *name, size_t size)
{
    static const char self[] = "this->";
    size_t n = 0;

    if (!strncmp(at, self, sizeof(self) - 1))
        at += sizeof(self) - 1;
    if (!is_word(*at) || isdigit((unsigned char)*at))
        return false;
    while (n + 2 < size) {
        const char *end = at;

        if (*at == '[') {
            end = skip_brackets(at);
            if (!end)
                return false;
        } else if (is_word(*at) || *at == '.') {
            end = at + 1;
        } else if (!strncmp(at, "->", 2) || !strncmp(at, "::", 2)) {
            end = at + 2;
        }
        if (end == at)
            break;
        for (; at < end && n + 1 < size; at++)
            if (!isspace((unsigned char)*at))
                name[n++] = *at;
    }
    name[n] = '\0';
    return *skip_blanks(at) != '(';
}

static bool name_of_argument(const char *argument, bool is_pointer, char *name, size_t size)
{
    const char *at = argument;
    unsigned depth = 0;

    /* To the `&` of this argument: casts may come before it. */
    for (; *at && !is_pointer && *at != '&'; at++) {
        if (*at == '(')
            depth++;
        else if ((*at == ')' && depth-- == 0) || (*at == ',' && !depth))
            return false;
    }
    if (!*at || at[1] == '&')
        return false;
    at += !is_pointer;
    while (*at == '(' || isspace((unsigned char)*at))
        at++;
    return copy_name(at, name, size);
}

/* Lines `line` and after it, as one; returns the length of the first. */
static size_t read_lines(const char *path, int line, char *text)
{
    size_t n = 0, first = 0;

    for (int i = 0; i <= lines_ahead; i++) {
        const char *next = line + i > 0 ? simt_source_line(path, line + i) : NULL;
        size_t length = next ? strlen(next) : 0;

        if (length > text_bytes - 2 - n)
            length = text_bytes - 2 - n;
        if (length)
            memcpy(text + n, next, length);
        n += length;
        if (!i)
            first = n;
        if (n < text_bytes - 2)
            text[n++] = ' ';
    }
    text[n] = '\0';
    return first;
}

/* The argument of call number `order` of those that begin in the first `length` bytes, or of the
 * last of them. */
static const char *pick(const char *text, size_t length, unsigned order, const char **word)
{
    const char *found = NULL, *at = text, *begin = NULL;

    for (unsigned i = 0; i <= order; i++) {
        const char *argument = next_call(at, &begin);

        if (!argument || begin >= text + length)
            break;
        found = at = argument;
        *word = begin;
    }
    return found;
}

/* A line that closes more brackets than it opens ends what began before it. */
static bool ends_call(const char *text, size_t length)
{
    int depth = 0;

    for (size_t i = 0; i < length && depth >= 0; i++)
        depth += (text[i] == '(') - (text[i] == ')');
    return depth < 0;
}

/* The argument of the call that a line is in the midst of; null: it is in none. */
static const char *pick_before(const char *path, int line, char *text, const char **word)
{
    const char *argument = NULL;

    for (int i = 1; i <= lines_back && !argument; i++) {
        size_t first = read_lines(path, line - i, text);

        argument = pick(text, first, text_bytes, word);
    }
    return argument;
}

/* What the call at `site` allocates: number `order`, from 0, of those that stand on its line. */
static bool find_call_name(const void *site, unsigned order, char *name, size_t size)
{
    static const char registering[] = "cudaHostRegister";
    struct simt_position position = simt_source_find(site);
    char text[text_bytes];
    const char *argument, *word = NULL;
    size_t first;

    if (!position.path || position.line <= 0)
        return false;
    first = read_lines(position.path, position.line, text);
    argument = pick(text, first, order, &word);
    if (!argument && !ends_call(text, first))
        argument = pick(text, strlen(text), order, &word);
    if (!argument)
        argument = pick_before(position.path, position.line, text, &word);
    return argument &&
           name_of_argument(argument, !strncmp(word, registering, sizeof(registering) - 1), name,
                            size);
}

/* ---- of an object ---- */

/* The p of "int *p = new int[n]" or "p = (int *)malloc(...)", if the line has it. */
static bool find_heap_name(const void *site, char *name, size_t size)
{
    const char *text = simt_source_text(site), *begin;
    const char *end = text ? strstr(text, "new ") : NULL;

    if (text && !end)
        end = strstr(text, "malloc(");
    while (end && end > text && *end != '=' && *end != ';')
        end--;
    if (!end || *end != '=')
        return false;
    while (end > text && isspace((unsigned char)end[-1]))
        end--;
    for (begin = end; begin > text && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_');)
        begin--;
    if (begin == end || (size_t)(end - begin) >= size)
        return false;
    (void)snprintf(name, size, "%.*s", (int)(end - begin), begin);
    return true;
}

static bool find_name(const struct simt_object *object, char *name, size_t size)
{
    if (object->kind == SIMT_OBJECT_HEAP)
        return find_heap_name(object->site, name, size);
    return find_call_name(object->site, simt_objects_site_order(object->site), name, size);
}

const char *simt_object_name(struct simt_object *object)
{
    char name[64];

    if (!object->name && object->site && find_name(object, name, sizeof(name)))
        object->name = simt_objects_keep(name);
    return object->name;
}

const char *simt_first_request_name(const struct simt_first_request *first)
{
    struct simt_object object = {.site = first->allocated};
    const char *name = first->name[0] ? first->name : simt_object_name(&object);

    return name ? name : "";
}
