#include "source_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading simt-cc's data (its describe.h says what stands there) -------------------------- */

static size_t count_lines(const char *data)
{
    size_t count = 0;
    for (; (data = strchr(data, '\n')) != NULL; data++)
        count++;
    return count;
}

/* Numbers from 1, 0: none. */
static size_t read_index(char **at, size_t none)
{
    size_t number = strtoul(*at, at, 10);
    return number == 0 ? none : number - 1;
}

static struct gs_token read_token(char *line)
{
    char *at = line + 1;
    struct gs_token token = {.kind = (enum gs_token_kind)line[0]};
    token.line = (unsigned)strtoul(at, &at, 10);
    token.directive = (unsigned)strtoul(at, &at, 10);
    token.match = read_index(&at, (size_t)-1);
    token.text = *at == ' ' ? at + 1 : at;
    return token;
}

static void read_function(struct gs_source *source, char *line)
{
    const struct gs_tokens *tokens = &source->compiled;
    char *at = line + 1;
    struct gs_source_function f = {0};
    f.head = read_index(&at, tokens->count);
    f.parameters = read_index(&at, tokens->count);
    f.body = read_index(&at, tokens->count);
    f.end = read_index(&at, tokens->count);
    if (f.head >= f.parameters || f.parameters >= f.body || f.body >= f.end ||
        f.end >= tokens->count)
        return;
    f.name = tokens->items[f.parameters - 1].text;
    f.global = strstr(at, " global") != NULL;
    f.device = strstr(at, " device") != NULL;
    f.host = strstr(at, " host") != NULL;
    source->functions[source->function_count++] = f;
}

static void read_mixture(struct gs_source *source, const char *line)
{
    source->mixed = true;
    source->mixed_line = (unsigned)strtoul(line + 1, NULL, 10);
}

static void end_tokens(struct gs_tokens *tokens)
{
    tokens->items[tokens->count] = (struct gs_token){.kind = GS_TOKEN_MARK, .text = ""};
    for (size_t i = 0; i < tokens->count; i++) {
        if (tokens->items[i].match > tokens->count)
            tokens->items[i].match = tokens->count;
    }
}

bool gs_source_read_tokens(struct gs_source *source, char *data)
{
    size_t lines = count_lines(data);
    struct gs_tokens *tokens = &source->written;
    source->data = data;
    source->written.items = calloc(lines + 1, sizeof *tokens->items);
    source->compiled.items = calloc(lines + 1, sizeof *tokens->items);
    source->functions = calloc(lines + 1, sizeof *source->functions);
    if (source->written.items == NULL || source->compiled.items == NULL ||
        source->functions == NULL)
        return false;
    for (char *end; (end = strchr(data, '\n')) != NULL && !source->complete; data = end + 1) {
        *end = '\0';
        if (data[0] == '.' && tokens == &source->written)
            tokens = &source->compiled;
        else if (data[0] == '.')
            source->complete = true;
        else if (data[0] == 'f')
            read_function(source, data);
        else if (data[0] == 'i')
            read_mixture(source, data);
        else
            tokens->items[tokens->count++] = read_token(data);
    }
    end_tokens(&source->written);
    end_tokens(&source->compiled);
    return true;
}

void gs_source_release(struct gs_source *source)
{
    free(source->written.items);
    free(source->compiled.items);
    free(source->functions);
    free(source->data);
    *source = (struct gs_source){0};
}

/* ---- questions to it ------------------------------------------------------------------------- */

bool gs_token_is(const struct gs_tokens *tokens, size_t index, const char *text)
{
    return index < tokens->count && strcmp(tokens->items[index].text, text) == 0;
}

static unsigned find_word(const struct gs_tokens *tokens, const char *word)
{
    for (size_t i = 0; i < tokens->count; i++) {
        if (tokens->items[i].kind == GS_TOKEN_WORD && tokens->items[i].line != 0 &&
            gs_token_is(tokens, i, word))
            return tokens->items[i].line;
    }
    return 0;
}

unsigned gs_source_find(const struct gs_source *source, const char *word)
{
    unsigned line = find_word(&source->compiled, word);
    return line != 0 ? line : find_word(&source->written, word);
}

const char *gs_source_line(const struct gs_source *source, unsigned line)
{
    const char *start = line > 0 ? source->text : NULL;
    for (unsigned i = 1; start != NULL && i < line; i++) {
        start = strchr(start, '\n');
        start = start != NULL ? start + 1 : NULL;
    }
    return start;
}

void gs_source_copy_line(const struct gs_source *source, unsigned line, char *text, size_t size)
{
    const char *start = gs_source_line(source, line);
    text[0] = '\0';
    if (start == NULL)
        return;
    size_t length = strcspn(start, "\n");
    while (length > 0 && isspace((unsigned char)*start)) {
        start++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)start[length - 1]))
        length--;
    snprintf(text, size, "%.*s", (int)(length < size ? length : size - 1), start);
}

const struct gs_source_function *gs_source_function_at(const struct gs_source *source,
                                                       unsigned line)
{
    const struct gs_token *tokens = source->compiled.items;
    for (size_t i = 0; i < source->function_count; i++) {
        const struct gs_source_function *f = &source->functions[i];
        if (tokens[f->head].line <= line && line <= tokens[f->end].line)
            return f;
    }
    return NULL;
}

/* Whether the { at `open` begins what is marked as the device's: `__device__ int f() {`. */
static bool begins_device_code(const struct gs_tokens *tokens, size_t open)
{
    for (size_t i = open; i > 0; i--) {
        const char *text = tokens->items[i - 1].text;
        if (strcmp(text, "__device__") == 0 || strcmp(text, "__global__") == 0)
            return true;
        if (strcmp(text, ";") == 0 || strcmp(text, "{") == 0 || strcmp(text, "}") == 0)
            return false;
    }
    return false;
}

static bool is_in_device_code(const struct gs_tokens *tokens, size_t at)
{
    for (size_t i = at; i > 0; i--) {
        if (gs_token_is(tokens, i - 1, "{") && tokens->items[i - 1].match > at &&
            begins_device_code(tokens, i - 1))
            return true;
    }
    return false;
}

bool gs_source_is_of_device(const struct gs_source *source, unsigned line)
{
    const struct gs_source_function *function = gs_source_function_at(source, line);
    if (function != NULL && (function->global || function->device))
        return true;
    for (size_t i = 0; i < source->compiled.count; i++) {
        if (source->compiled.items[i].line == line && is_in_device_code(&source->compiled, i))
            return true;
    }
    return false;
}
