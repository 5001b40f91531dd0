#include "source_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gs_token_is(const struct gs_tokens *tokens, size_t index, const char *text)
{
    return index < tokens->count && strcmp(tokens->items[index].text, text) == 0;
}

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

/* ---- lines of the device --------------------------------------------------------------------- */

/* What is known of a declaration, as its tokens are read. */
struct declaration {
    bool marked; /* as the device's */
    bool called; /* and it has parameters since */
    bool valued; /* and a `=` outside of brackets: braces behind it hold values, and no code */
    int depth;   /* of brackets since the mark */
};

static bool is_mark(const struct gs_tokens *tokens, size_t at)
{
    return gs_token_is(tokens, at, "__device__") || gs_token_is(tokens, at, "__global__");
}

static void read_on(struct declaration *d, const struct gs_tokens *tokens, size_t at)
{
    const char *text = tokens->items[at].text;
    if (strcmp(text, ";") == 0 || strcmp(text, "{") == 0 || strcmp(text, "}") == 0) {
        *d = (struct declaration){0};
    } else if (is_mark(tokens, at)) {
        *d = (struct declaration){.marked = true};
    } else if (strcmp(text, "(") == 0 || strcmp(text, "[") == 0) {
        d->depth++;
    } else if (strcmp(text, ")") == 0 || strcmp(text, "]") == 0) {
        d->depth--;
        d->called |= text[0] == ')';
    } else if (strcmp(text, "=") == 0 && d->depth <= 0) {
        d->valued |= at == 0 || !gs_token_is(tokens, at - 1, "operator");
    }
}

/* Whether the { at `open` begins code of the device: `__device__ int f() {`. The values in
 * `__device__ int x[2] = {1, 2};` are none, for the host's compiler has computed them. */
static bool begins_device_code(const struct declaration *d, const struct gs_tokens *tokens,
                               size_t open)
{
    return gs_token_is(tokens, open, "{") && d->marked && !d->valued &&
           !gs_token_is(tokens, open - 1, "]") && (d->called || is_mark(tokens, open - 1));
}

static int compare_lines(const void *a, const void *b)
{
    const unsigned left = *(const unsigned *)a, right = *(const unsigned *)b;
    return (left > right) - (left < right);
}

static bool has_line(const struct gs_lines *lines, unsigned line)
{
    return lines->count > 0 &&
           bsearch(&line, lines->items, lines->count, sizeof *lines->items, compare_lines) != NULL;
}

static void add_line(struct gs_lines *lines, unsigned line)
{
    if (lines->count == 0 || lines->items[lines->count - 1] != line)
        lines->items[lines->count++] = line;
}

static void extend(size_t *end, size_t to)
{
    *end = to > *end ? to : *end;
}

/* In one pass, for a file may have hundreds of thousands of tokens. */
static void find_lines(struct gs_source *source)
{
    const struct gs_tokens *tokens = &source->compiled;
    struct declaration declaration = {0};
    size_t next = 0, device_end = 0, print_end = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct gs_source_function *f = &source->functions[next];
        for (; next < source->function_count && f->head <= i; next++, f++)
            extend(&device_end, f->global || f->device ? f->end + 1 : 0);
        if (gs_token_is(tokens, i, "printf") && gs_token_is(tokens, i + 1, "("))
            extend(&print_end,
                   tokens->items[i + 1].match < tokens->count ? tokens->items[i + 1].match + 1 : 0);
        if (i < device_end)
            add_line(&source->device_lines, tokens->items[i].line);
        if (i < print_end)
            add_line(&source->print_lines, tokens->items[i].line);
        if (begins_device_code(&declaration, tokens, i))
            extend(&device_end, tokens->items[i].match);
        read_on(&declaration, tokens, i);
    }
    qsort(source->device_lines.items, source->device_lines.count, sizeof(unsigned), compare_lines);
    qsort(source->print_lines.items, source->print_lines.count, sizeof(unsigned), compare_lines);
}

/* ---- all of it --------------------------------------------------------------------------------
 */

bool gs_source_read_tokens(struct gs_source *source, char *data)
{
    size_t lines = count_lines(data);
    struct gs_tokens *tokens = &source->written;
    source->data = data;
    source->written.items = calloc(lines + 1, sizeof *tokens->items);
    source->compiled.items = calloc(lines + 1, sizeof *tokens->items);
    source->functions = calloc(lines + 1, sizeof *source->functions);
    source->device_lines.items = calloc(lines + 1, sizeof(unsigned));
    source->print_lines.items = calloc(lines + 1, sizeof(unsigned));
    if (source->written.items == NULL || source->compiled.items == NULL ||
        source->functions == NULL || source->device_lines.items == NULL ||
        source->print_lines.items == NULL)
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
    find_lines(source);
    return true;
}

void gs_source_release(struct gs_source *source)
{
    free(source->written.items);
    free(source->compiled.items);
    free(source->functions);
    free(source->device_lines.items);
    free(source->print_lines.items);
    free(source->data);
    *source = (struct gs_source){0};
}

/* ---- questions to it ------------------------------------------------------------------------- */

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

bool gs_source_is_of_device(const struct gs_source *source, unsigned line)
{
    return has_line(&source->device_lines, line);
}

bool gs_source_prints(const struct gs_source *source, unsigned line)
{
    return has_line(&source->print_lines, line);
}
