/* Where the functions of a source begin and end, found without compiling it. */
#include "source_text.h"

#include <stdlib.h>
#include <string.h>

static bool is_one_of(const struct gs_source *source, size_t index, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (gs_source_is(source, index, *words))
            return true;
    }
    return false;
}

/* The ( of the parameters between `head` and `body`: the first one behind a name that is no
 * attribute's. */
static size_t find_parameters(const struct gs_source *source, size_t head, size_t body)
{
    static const char *const attributes[] = {"__launch_bounds__", "__attribute__", "alignas",
                                             "__align__",         "decltype",      NULL};
    for (size_t i = head + 1; i < body; i++) {
        if (source->tokens[i].directive != 0 || !gs_source_is(source, i, "("))
            continue;
        if (is_one_of(source, i - 1, attributes))
            i = gs_source_close(source, i);
        else
            return source->tokens[i - 1].kind == GS_TOKEN_WORD ? i : body;
    }
    return body;
}

static bool append(struct gs_source_functions *functions, struct gs_source_function function)
{
    if (functions->count % 16 == 0) {
        struct gs_source_function *items =
            realloc(functions->items, (functions->count + 16) * sizeof *items);
        if (items == NULL)
            return false;
        functions->items = items;
    }
    functions->items[functions->count++] = function;
    return true;
}

static bool add_function(struct gs_source_functions *functions, const struct gs_source *source,
                         size_t head, size_t body)
{
    struct gs_source_function function = {.head = head, .body = body};
    function.parameters = find_parameters(source, head, body);
    if (function.parameters == body)
        return true;
    function.name = source->tokens[function.parameters - 1].text;
    function.end = gs_source_close(source, body);
    for (size_t i = head; i < function.parameters; i++) {
        function.global |= gs_source_is(source, i, "__global__");
        function.device |= gs_source_is(source, i, "__device__");
        function.host |= gs_source_is(source, i, "__host__");
        function.pattern |= gs_source_is(source, i, "template") ||
                            gs_source_is(source, i, "constexpr") ||
                            gs_source_is(source, i, "consteval");
    }
    return append(functions, function);
}

/* What a { between declarations belongs to: of namespaces and extern "C" the inside is read too. */
static bool opens_block(const struct gs_source *source, size_t head, size_t brace)
{
    return gs_source_is(source, head, "namespace") ||
           (gs_source_is(source, head, "extern") && head + 2 == brace &&
            source->tokens[head + 1].kind == GS_TOKEN_STRING);
}

static bool is_class(const struct gs_source *source, size_t head, size_t brace)
{
    static const char *const words[] = {"struct", "class", "union", "enum", NULL};
    for (size_t i = head; i < brace; i++) {
        if (gs_source_is(source, i, "("))
            return false;
        if (is_one_of(source, i, words) && !gs_source_is(source, head, "template"))
            return true;
    }
    return false;
}

struct gs_source_functions gs_source_functions(const struct gs_source *source)
{
    struct gs_source_functions functions = {0};
    size_t head = 0;
    for (size_t i = 0; i < source->count; i++) {
        const char *text = source->tokens[i].text;
        bool opens = strcmp(text, "{") == 0 && source->tokens[i].directive == 0;
        if (source->tokens[i].directive != 0) {
            head = head == i ? i + 1 : head;
        } else if (strcmp(text, "(") == 0) {
            i = gs_source_close(source, i);
        } else if (strcmp(text, ";") == 0 || strcmp(text, "}") == 0 ||
                   (opens && opens_block(source, head, i))) {
            head = i + 1;
        } else if (opens) {
            if (!is_class(source, head, i) && !add_function(&functions, source, head, i))
                break;
            i = gs_source_close(source, i);
            head = i + 1;
        }
    }
    return functions;
}

const struct gs_source_function *gs_source_function_at(const struct gs_source *source,
                                                       const struct gs_source_functions *functions,
                                                       unsigned line)
{
    for (size_t i = 0; i < functions->count; i++) {
        const struct gs_source_function *f = &functions->items[i];
        if (f->end < source->count && source->tokens[f->head].line <= line &&
            line <= source->tokens[f->end].line)
            return f;
    }
    return NULL;
}
