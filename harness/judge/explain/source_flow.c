#include "source_flow.h"

#include "source_code.h"

#include <string.h>

/* Of a longer function nothing is said. */
enum { MOST_ARRAYS = 16, MOST_LAUNCHES = 64 };

/* A pointer of the host's, and the last that was stored where it points to. */
struct array {
    const char *name;
    struct gs_lost_result last;
    bool is_unread;
    bool is_handed_on; /* in a way that is not followed: it may be read anywhere */
};

struct flow {
    const struct gs_source *source;
    const struct gs_exercise *exercise;
    struct array arrays[MOST_ARRAYS];
    size_t count, launches;
    struct gs_lost_result *out;
    bool found;
};

static bool is(const struct flow *flow, size_t at, const char *text)
{
    return gs_token_is(&flow->source->compiled, at, text);
}

static const char *text_at(const struct flow *flow, size_t at)
{
    return flow->source->compiled.items[at].text;
}

static bool is_of_exercise(const struct flow *flow, const char *name)
{
    for (unsigned k = 0; flow->exercise->parameters[k].name != NULL; k++) {
        if (strcmp(flow->exercise->parameters[k].name, name) == 0)
            return true;
    }
    return false;
}

/* NULL: it is none that cudaMalloc() made. */
static struct array *array_of(struct flow *flow, const char *name)
{
    for (size_t k = 0; k < flow->count; k++) {
        if (strcmp(flow->arrays[k].name, name) == 0)
            return &flow->arrays[k];
    }
    return NULL;
}

/* The pointers that cudaMalloc() sets: `cudaMalloc(&x, ...)`. */
static void find_arrays(struct flow *flow, const struct gs_source_function *function)
{
    for (size_t i = function->body; i + 3 < function->end; i++) {
        size_t from, to;
        if (!is(flow, i, "cudaMalloc") || !is(flow, i + 1, "(") ||
            !gs_code_argument(flow->source, i + 1, 0, &from, &to) || to < from + 2 ||
            !is(flow, to - 2, "&") || is_of_exercise(flow, text_at(flow, to - 1)) ||
            flow->count == MOST_ARRAYS)
            continue;
        flow->arrays[flow->count++] = (struct array){.name = text_at(flow, to - 1)};
    }
}

/* ---- what a step does ------------------------------------------------------------------------ */

static void read_array(struct array *array)
{
    if (array != NULL)
        array->is_unread = false;
}

/* What was there is lost, unless somebody has read it. */
static void write_array(struct flow *flow, struct array *array, size_t at, const char *kernel)
{
    if (array == NULL)
        return;
    if (array->is_unread && !array->is_handed_on && !flow->found) {
        *flow->out = array->last;
        flow->out->overwritten_line = (int)flow->source->compiled.items[at].line;
        flow->found = true;
    }
    array->last = (struct gs_lost_result){.at = at, .array = array->name, .kernel = kernel};
    array->is_unread = true;
}

/* The pointer that an argument is, by itself or behind a cast; NULL: it is anything else. */
static struct array *argument_array(struct flow *flow, size_t open, unsigned index)
{
    size_t from, to;
    if (!gs_code_argument(flow->source, open, index, &from, &to))
        return NULL;
    if (is(flow, from, "("))
        from = flow->source->compiled.items[from].match + 1;
    return to == from + 1 ? array_of(flow, text_at(flow, from)) : NULL;
}

/* What a kernel does to a parameter: it only stores to its elements, or reads them too. */
struct use {
    bool reads, writes;
};

static struct use use_of(const struct flow *flow, const struct gs_source_function *kernel,
                         unsigned index)
{
    struct use use = {false, false};
    size_t from, to;
    if (!gs_code_argument(flow->source, kernel->parameters, index, &from, &to))
        return (struct use){true, false};
    const char *name = text_at(flow, to - 1);
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(flow, i, name))
            continue;
        const size_t close = is(flow, i + 1, "[") ? flow->source->compiled.items[i + 1].match : 0;
        const bool stores = close != 0 && is(flow, close + 1, "=");
        use.writes |= stores;
        use.reads |= !stores;
    }
    return use;
}

static void follow_launch(struct flow *flow, const struct gs_code_launch *launch)
{
    const struct gs_source_function *kernel =
        gs_code_kernel(flow->source, text_at(flow, launch->at));
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++) {
            struct array *array = argument_array(flow, launch->open, k);
            const struct use use = kernel != NULL && array != NULL ? use_of(flow, kernel, k)
                                                                   : (struct use){true, true};
            if (array != NULL && pass == 0 && use.reads)
                read_array(array);
            if (array != NULL && pass == 1 && use.writes && kernel != NULL)
                write_array(flow, array, launch->at, kernel->name);
        }
    }
}

static void follow_copy(struct flow *flow, size_t at)
{
    read_array(argument_array(flow, at + 1, 1));
    write_array(flow, argument_array(flow, at + 1, 0), at, NULL);
}

/* ---- the function ---------------------------------------------------------------------------- */

static bool is_call_of(const struct flow *flow, size_t at, const char *const *names)
{
    for (; *names != NULL; names++) {
        if (is(flow, at, *names) && is(flow, at + 1, "("))
            return true;
    }
    return false;
}

/* Where the call or launch ends that begins at `at`, which is followed here; 0: it is none. */
static size_t follow(struct flow *flow, size_t at)
{
    static const char *const copies[] = {"cudaMemcpy", "cudaMemcpyAsync", NULL};
    static const char *const others[] = {"cudaMalloc", "cudaFree", "cudaMemset", NULL};
    const struct gs_tokens *tokens = &flow->source->compiled;
    struct gs_code_launch launch;
    if (is_call_of(flow, at, copies)) {
        follow_copy(flow, at);
        return tokens->items[at + 1].match;
    }
    if (is_call_of(flow, at, others)) {
        struct array *filled = is(flow, at, "cudaMemset") ? argument_array(flow, at + 1, 0) : NULL;
        read_array(filled);
        return tokens->items[at + 1].match;
    }
    if (!gs_code_is(flow->source, at + 1, "< < <") || flow->launches++ == MOST_LAUNCHES ||
        !gs_code_next_launch(flow->source, at, &launch) || launch.at != at)
        return 0;
    follow_launch(flow, &launch);
    return tokens->items[launch.open].match;
}

/* `float *x, *y;` hands nothing on. */
static bool is_declared(const struct flow *flow, size_t at)
{
    return is(flow, at - 1, "*") &&
           (is(flow, at + 1, ",") || is(flow, at + 1, ";") || is(flow, at + 1, "="));
}

static bool has_loop(const struct flow *flow, const struct gs_source_function *function)
{
    return gs_code_has(flow->source, function, "for") ||
           gs_code_has(flow->source, function, "while") ||
           gs_code_has(flow->source, function, "goto");
}

bool gs_source_lost_result(const struct gs_source *source,
                           const struct gs_source_function *function,
                           const struct gs_exercise *exercise, struct gs_lost_result *out)
{
    struct flow flow = {.source = source, .exercise = exercise, .out = out};
    find_arrays(&flow, function);
    if (flow.count == 0 || has_loop(&flow, function))
        return false;
    for (size_t i = function->body; i < function->end && flow.launches <= MOST_LAUNCHES; i++) {
        const size_t end = follow(&flow, i);
        struct array *array = end == 0 ? array_of(&flow, text_at(&flow, i)) : NULL;
        if (array != NULL && !is_declared(&flow, i))
            array->is_handed_on = true;
        if (end != 0)
            i = end;
    }
    if (flow.launches > MOST_LAUNCHES)
        return false;
    for (size_t k = 0; k < flow.count && !flow.found; k++) {
        if (flow.arrays[k].is_unread && !flow.arrays[k].is_handed_on) {
            *out = flow.arrays[k].last;
            flow.found = true;
        }
    }
    return flow.found;
}
