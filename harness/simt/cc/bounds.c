#include "bounds.h"

#include "kernels.h"

/* The end of the list's element at `index`: a comma outside of brackets and templates, or `end`. */
static size_t element_end(const struct simt_source *source, size_t index, size_t end)
{
    size_t templates = 0;
    for (; index < end; index = simt_skip_group(source, index) + 1) {
        if (templates == 0 && simt_token_is(source, index, ","))
            return index;
        templates += simt_token_is(source, index, "<");
        templates -= templates > 0 && simt_token_is(source, index, ">");
    }
    return end;
}

/* The name that a parameter of a function or a template, [first, end), has; SIMT_NO_MATCH: none. */
static size_t parameter_name(const struct simt_source *source, size_t first, size_t end)
{
    size_t name = SIMT_NO_MATCH;
    for (size_t i = first; i < end && !simt_token_is_any(source, i, "=", "["); i++) {
        if (simt_token_is_identifier(source, i))
            name = i;
        i = simt_skip_group(source, i);
    }
    bool alone = name == first || name == SIMT_NO_MATCH;
    bool last = !alone && (name + 1 == end || simt_token_is_any(source, name + 1, "=", "["));
    bool word = simt_token_is_any(source, name, "int", "float", "double", "char", "long", "short",
                                  "unsigned", "bool", "const", "typename", "class");
    return last && !word ? name : SIMT_NO_MATCH;
}

static bool is_pack(const struct simt_source *source, size_t first, size_t name)
{
    for (size_t i = first; i < name; i++) {
        if (simt_token_is(source, i, "..."))
            return true;
    }
    return false;
}

/* Adds the names of the parameters in [first, end), each as "before NAME after", with commas.
 * Returns false where one has no name. */
static bool add_parameters(const struct simt_source *source, size_t first, size_t end,
                           const char *before, const char *after, struct simt_buffer *text)
{
    for (size_t i = first; i < end;) {
        size_t next = element_end(source, i, end), name = parameter_name(source, i, next);
        if (name == SIMT_NO_MATCH)
            return false;
        simt_buffer_add_string(text, i > first ? ", " : "");
        simt_buffer_add_string(text, before);
        simt_tokens_join(source, name, name, text);
        simt_buffer_add_string(text, after);
        simt_buffer_add_string(text, is_pack(source, i, name) ? "..." : "");
        i = next + 1;
    }
    return true;
}

/* Adds the kernel as its own body names it, `k<T, N>`; false: it cannot be named. */
static bool add_name(const struct simt_source *source, const struct simt_declaration *d,
                     struct simt_buffer *text)
{
    size_t header = d->first;
    while (header < d->specifiers && !simt_token_is(source, header, "template"))
        header++;
    simt_tokens_join(source, d->name, d->parameters - 1, text);
    if (header == d->specifiers || simt_token_is(source, header + 2, ">"))
        return true;
    size_t close = simt_skip_template_header(source, header, d->specifiers);
    simt_buffer_add_string(text, "<");
    bool named = add_parameters(source, header + 2, close, "", "", text);
    simt_buffer_add_string(text, ">");
    return named;
}

/* Adds the kernel's address, of the right one where several have the name. */
static bool add_address(const struct simt_source *source, const struct simt_declaration *d,
                        struct simt_buffer *text)
{
    struct simt_buffer types = {0};
    size_t close = simt_skip_group(source, d->parameters);
    simt_buffer_add_string(&types, "");
    bool named =
        add_parameters(source, d->parameters + 1, close, "decltype(", ")", &types) && !types.failed;
    simt_buffer_format(text, named ? "static_cast<void (*)(%s)>(" : "(", types.text);
    bool good = add_name(source, d, text);
    simt_buffer_add_string(text, ")");
    simt_buffer_release(&types);
    return good && !text->failed;
}

/* Adds the begin of a statement for the kernel's body, "(void)&name<address", by which the runtime
 * hears of the kernel. False: it has no body, or cannot be named. */
static bool begin_note(const struct simt_source *source, const struct simt_declaration *d,
                       const char *name, struct simt_buffer *text)
{
    simt_buffer_format(text, " (void)&::simt_cpp::%s<", name);
    return d->body != SIMT_NO_MATCH && d->name != SIMT_NO_MATCH && add_address(source, d, text);
}

static void insert_note(const struct simt_source *source, const struct simt_declaration *d,
                        const struct simt_buffer *text, struct simt_edits *edits)
{
    edits->failed |= text->failed;
    if (!text->failed)
        simt_edits_replace_bytes(edits, source->tokens[d->body].start + 1, 0, text->text);
    simt_edits_sync(edits);
}

void simt_bounds_note_entry(const struct simt_source *source,
                            const struct simt_declarations *declarations, size_t marker,
                            struct simt_edits *edits)
{
    const struct simt_declaration *d = simt_marked_function(declarations, marker);
    struct simt_buffer text = {0};
    if (d != NULL && d->global && begin_note(source, d, "module_entry", &text)) {
        simt_buffer_add_string(&text, ">;");
        insert_note(source, d, &text, edits);
    }
    simt_buffer_release(&text);
}

size_t simt_bounds_rewrite(const struct simt_source *source,
                           const struct simt_declarations *declarations, size_t marker,
                           bool guarded, struct simt_edits *edits, struct simt_buffer *error)
{
    size_t open = marker + 1, close = simt_skip_group(source, open);
    const struct simt_declaration *d = simt_marked_function(declarations, marker);
    const char *wrong = NULL;
    size_t count = 0;
    for (size_t i = open + 1; i < close; i = element_end(source, i, close) + 1)
        count++;
    if (!simt_token_is(source, open, "(") || count == 0 || count > 3)
        wrong = "__launch_bounds__ wants the most threads that a block has: "
                "'__launch_bounds__(256)'";
    else if (d == NULL || !d->global || marker > d->parameters)
        wrong = "__launch_bounds__ is for kernels: it stands ahead of the name of a __global__ "
                "function";
    if (wrong != NULL) {
        simt_source_error(source, source->tokens[marker].start, error, "%s", wrong);
        return SIMT_NO_MATCH;
    }
    struct simt_buffer text = {0};
    if (!guarded && begin_note(source, d, "launch_bounds", &text)) {
        simt_buffer_add_string(&text, ", (");
        simt_tokens_join(source, open + 1, element_end(source, open + 1, close) - 1, &text);
        simt_buffer_add_string(&text, ")>;");
        insert_note(source, d, &text, edits);
    }
    simt_buffer_release(&text);
    simt_edits_blank(edits, source, marker, close);
    return close;
}
