/* The data of --tokens: what a program that judges a source needs to know of it. */
#include "describe.h"

#include "declarations.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct description {
    const struct simt_source *source;
    size_t *numbers; /* of each token, from 1; 0: a system header's */
    struct simt_buffer *text;
};

/* __simt_global__ is __global__, as the user wrote it. */
static void add_text(struct simt_buffer *text, const char *from, size_t length)
{
    static const char marker[] = "__simt_";
    size_t prefix = sizeof marker - 1;
    if (length > prefix && memcmp(from, marker, prefix) == 0) {
        simt_buffer_add_string(text, "__");
        from += prefix;
        length -= prefix;
    }
    size_t start = text->length;
    simt_buffer_add(text, from, length);
    for (size_t i = start; i < text->length; i++) {
        if (iscntrl((unsigned char)text->text[i]))
            text->text[i] = '?';
    }
    simt_buffer_add_string(text, "\n");
}

static void add_token(const struct description *d, size_t index, unsigned long line,
                      unsigned directive)
{
    static const char kinds[] = {
        [SIMT_TOKEN_IDENTIFIER] = 'w', [SIMT_TOKEN_NUMBER] = 'n',  [SIMT_TOKEN_STRING] = 's',
        [SIMT_TOKEN_CHARACTER] = 'c',  [SIMT_TOKEN_UNCLEAR] = 'u', [SIMT_TOKEN_PUNCTUATOR] = 'm'};
    const struct simt_token *token = &d->source->tokens[index];
    simt_buffer_format(d->text, "%c %lu %u %zu ", kinds[token->kind], line, directive,
                       token->match != SIMT_NO_MATCH ? d->numbers[token->match] : 0);
    add_text(d->text, d->source->text + token->start, token->length);
}

static bool number_tokens(struct description *d)
{
    const struct simt_source *source = d->source;
    size_t number = 0;
    d->numbers = malloc((source->token_count + 1) * sizeof *d->numbers);
    for (size_t i = 0; d->numbers != NULL && i < source->token_count; i++)
        d->numbers[i] = source->tokens[i].system ? 0 : ++number;
    return d->numbers != NULL;
}

static void add_tokens(const struct description *d)
{
    const struct simt_source *source = d->source;
    for (size_t i = 0; i < source->token_count; i++) {
        const struct simt_token *token = &source->tokens[i];
        if (!token->system)
            add_token(d, i, simt_source_own_line(source, token->start), token->directive);
    }
}

/* A pragma, which the preprocessor leaves or makes of a macro. */
static void add_pragma(const struct description *d, const struct simt_directive *pragma,
                       unsigned number)
{
    struct simt_source words;
    struct simt_buffer error = {0};
    struct description line = {.source = &words, .text = d->text};
    if (simt_source_read_written(&words, d->source->text + pragma->start, pragma->length, &error) &&
        number_tokens(&line)) {
        for (size_t i = 0; i < words.token_count; i++) {
            words.tokens[i].match = SIMT_NO_MATCH;
            add_token(&line, i, simt_source_own_line(d->source, pragma->start), number);
        }
    } else {
        d->text->failed = true;
    }
    free(line.numbers);
    simt_buffer_release(&error);
    simt_source_release(&words);
}

/* The ( of the parameters: the first one behind a name that is no attribute's; or the body. Those
 * of a template itself may have brackets: `template <int f(int), int bytes = sizeof(int)>`. */
static size_t find_parameters(const struct simt_source *source, const struct simt_function *f)
{
    bool pattern = false;
    for (size_t i = simt_skip_headers(source, f->first, f->body, &pattern); i < f->body; i++) {
        if (!simt_token_is(source, i, "("))
            continue;
        if (!simt_opens_attribute(source, i))
            return i > f->first && simt_token_is_identifier(source, i - 1) ? i : f->body;
        i = simt_skip_group(source, i);
    }
    return f->body;
}

static void add_function(const struct description *d, const struct simt_function *f)
{
    static const char *const words[][2] = {
        {"__simt_global__", "global"}, {"__simt_device__", "device"}, {"__simt_host__", "host"}};
    size_t parameters = find_parameters(d->source, f), end = d->source->tokens[f->body].match;
    if (parameters == f->body || end == SIMT_NO_MATCH)
        return;
    simt_buffer_format(d->text, "f %zu %zu %zu %zu", d->numbers[f->first], d->numbers[parameters],
                       d->numbers[f->body], d->numbers[end]);
    for (size_t i = f->first; i < parameters; i++) {
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            if (simt_token_is(d->source, i, words[k][0]))
                simt_buffer_format(d->text, " %s", words[k][1]);
        }
    }
    simt_buffer_add_string(d->text, "\n");
}

void simt_describe(const struct simt_source *source, const struct simt_functions *functions,
                   struct simt_buffer *text)
{
    struct description d = {.source = source, .text = text};
    if (!number_tokens(&d)) {
        text->failed = true;
        return;
    }
    add_tokens(&d);
    for (size_t i = 0; i < source->directive_count; i++) {
        const struct simt_directive *directive = &source->directives[i];
        if (!directive->is_marker && !directive->system)
            add_pragma(&d, directive, (unsigned)i + 1);
    }
    if (source->mixed)
        simt_buffer_format(text, "i %lu\n", source->mixed_line);
    for (size_t i = 0; functions != NULL && i < functions->count; i++)
        add_function(&d, &functions->items[i]);
    simt_buffer_add_string(text, ".\n");
    free(d.numbers);
}
