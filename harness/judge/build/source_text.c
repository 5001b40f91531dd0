#include "source_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the reading is. Of lines that a backslash joins, what follows is seen at once. */
struct reader {
    struct gs_source *source;
    size_t at;
    unsigned line, directive, directives;
    bool fresh; /* no token of this line was read yet */
    bool raw;   /* a backslash at the end of a line is one */
    size_t capacity;
    char *out;
};

/* ---- characters ------------------------------------------------------------------------------ */

/* Characters of the joint of two lines at `at`: 0 where there is none. Compilers join them also
 * where there are blanks behind the backslash. */
static size_t joint(const struct reader *reader, size_t at)
{
    const char *text = reader->source->text;
    if (reader->raw || text[at] != '\\')
        return 0;
    size_t length = 1 + strspn(text + at + 1, " \t\v\f\r");
    return text[at + length] == '\n' ? length + 1 : 0;
}

/* The place of the character that is `ahead` of this one. */
static size_t place(const struct reader *reader, unsigned ahead)
{
    size_t at = reader->at;
    for (;;) {
        size_t skip = joint(reader, at);
        if (skip > 0) {
            at += skip;
        } else if (ahead > 0 && at < reader->source->length) {
            ahead--;
            at++;
        } else {
            return at;
        }
    }
}

static char peek(const struct reader *reader, unsigned ahead)
{
    return reader->source->text[place(reader, ahead)];
}

static bool at_end(const struct reader *reader)
{
    return place(reader, 0) >= reader->source->length;
}

static char next(struct reader *reader)
{
    size_t at = place(reader, 0);
    char c = reader->source->text[at];
    for (size_t i = reader->at; i < at; i++)
        reader->line += reader->source->text[i] == '\n';
    if (at < reader->source->length)
        at++;
    reader->at = at;
    if (c == '\n')
        reader->line++;
    return c;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void keep(struct reader *reader)
{
    *reader->out++ = next(reader);
}

static struct gs_token *add(struct reader *reader, enum gs_token_kind kind)
{
    struct gs_source *source = reader->source;
    if (source->count + 1 >= reader->capacity) {
        size_t capacity = reader->capacity * 2 + 1024;
        struct gs_token *tokens = realloc(source->tokens, capacity * sizeof *tokens);
        if (tokens == NULL)
            return NULL;
        source->tokens = tokens;
        reader->capacity = capacity;
    }
    source->tokens[source->count] = (struct gs_token){
        .kind = kind, .line = reader->line, .directive = reader->directive, .text = reader->out};
    reader->fresh = false;
    return &source->tokens[source->count++];
}

static void read_quoted(struct reader *reader, char quote)
{
    keep(reader);
    while (!at_end(reader) && peek(reader, 0) != '\n') {
        char c = peek(reader, 0);
        keep(reader);
        if (c == quote)
            return;
        if (c == '\\' && !at_end(reader) && peek(reader, 0) != '\n')
            keep(reader);
    }
}

/* R"x( … )x": nothing in it means anything but its end. */
static void read_raw(struct reader *reader)
{
    enum { MOST_DELIMITER = 16 };
    char end[MOST_DELIMITER + 3] = ")";
    size_t length = 1;
    keep(reader);
    reader->raw = true;
    while (length <= MOST_DELIMITER && !at_end(reader) && peek(reader, 0) != '(' &&
           peek(reader, 0) != '\n') {
        end[length++] = peek(reader, 0);
        keep(reader);
    }
    end[length++] = '"';
    while (!at_end(reader)) {
        if (strncmp(reader->source->text + reader->at, end, length) == 0) {
            for (size_t i = 0; i < length; i++)
                keep(reader);
            break;
        }
        keep(reader);
    }
    reader->raw = false;
}

static bool is_string_prefix(const char *word, size_t length, bool *raw)
{
    static const char *const prefixes[] = {"R", "L", "u", "U", "u8", "LR", "uR", "UR", "u8R"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (strlen(prefixes[i]) == length && memcmp(prefixes[i], word, length) == 0) {
            *raw = word[length - 1] == 'R';
            return true;
        }
    }
    return false;
}

static bool read_word(struct reader *reader)
{
    struct gs_token *token = add(reader, GS_TOKEN_WORD);
    bool raw = false;
    if (token == NULL)
        return false;
    while (is_word(peek(reader, 0)) && !at_end(reader))
        keep(reader);
    size_t length = (size_t)(reader->out - token->text);
    if (peek(reader, 0) == '"' && is_string_prefix(token->text, length, &raw)) {
        token->kind = GS_TOKEN_STRING;
        if (raw)
            read_raw(reader);
        else
            read_quoted(reader, '"');
    }
    return true;
}

static bool read_number(struct reader *reader)
{
    if (add(reader, GS_TOKEN_NUMBER) == NULL)
        return false;
    while (!at_end(reader)) {
        char c = peek(reader, 0), then = peek(reader, 1);
        if (strchr("eEpP", c) != NULL && c != '\0' && (then == '+' || then == '-'))
            keep(reader);
        else if (!is_word(c) && c != '.' && !(c == '\'' && is_word(then)))
            break;
        keep(reader);
    }
    return true;
}

/* <: and the like, which the compiler reads as [ and the like. */
static char spelled_otherwise(char c, char then)
{
    static const char pairs[] = "<:[:>]<%{%>}%:#";
    for (size_t i = 0; i + 2 < sizeof pairs; i += 3) {
        if (pairs[i] == c && pairs[i + 1] == then)
            return pairs[i + 2];
    }
    return '\0';
}

static char next_mark(struct reader *reader)
{
    char c = next(reader);
    char then = peek(reader, 0); /* 0 at the end */
    char otherwise = spelled_otherwise(c, then);
    if (otherwise == '\0')
        return c;
    next(reader);
    return otherwise;
}

static bool read_mark(struct reader *reader)
{
    bool first = reader->fresh;
    struct gs_token *token = add(reader, GS_TOKEN_MARK);
    if (token == NULL)
        return false;
    char c = next_mark(reader);
    *reader->out++ = c;
    if (c == '#' && first) {
        reader->directive = ++reader->directives;
        token->directive = reader->directive;
    } else if (!at_end(reader)) {
        char then = peek(reader, 0);
        bool pair = (c == ':' && then == ':') || (c == '-' && then == '>');
        if (pair || (c == '#' && (then == '#' || (then == '%' && peek(reader, 1) == ':'))))
            *reader->out++ = next_mark(reader);
    }
    return true;
}

/* Whether what comes is the name of a file, as in #include <name>. */
static bool names_file(const struct reader *reader)
{
    const struct gs_source *source = reader->source;
    return reader->directive != 0 && source->count >= 2 && peek(reader, 0) == '<' &&
           source->tokens[source->count - 2].directive == reader->directive &&
           gs_source_is(source, source->count - 2, "#") &&
           (strncmp(source->tokens[source->count - 1].text, "include", 7) == 0 ||
            gs_source_is(source, source->count - 1, "import"));
}

static bool read_one(struct reader *reader)
{
    char c = peek(reader, 0);
    if (names_file(reader)) {
        if (add(reader, GS_TOKEN_STRING) == NULL)
            return false;
        read_quoted(reader, '>');
        return true;
    }
    if (c == '"' || c == '\'') {
        if (add(reader, c == '"' ? GS_TOKEN_STRING : GS_TOKEN_CHARACTER) == NULL)
            return false;
        read_quoted(reader, c);
        return true;
    }
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(reader, 1))))
        return read_number(reader);
    return is_word(c) ? read_word(reader) : read_mark(reader);
}

static void skip_comment(struct reader *reader)
{
    bool to_end_of_line = peek(reader, 1) == '/';
    next(reader);
    next(reader);
    while (!at_end(reader)) {
        if (to_end_of_line && peek(reader, 0) == '\n')
            return;
        if (!to_end_of_line && peek(reader, 0) == '*' && peek(reader, 1) == '/') {
            next(reader);
            next(reader);
            return;
        }
        next(reader);
    }
}

static bool read_all(struct reader *reader)
{
    while (!at_end(reader)) {
        char c = peek(reader, 0);
        if (c == '\n') {
            next(reader);
            reader->fresh = true;
            reader->directive = 0;
        } else if (isspace((unsigned char)c)) {
            next(reader);
        } else if (c == '/' && (peek(reader, 1) == '/' || peek(reader, 1) == '*')) {
            skip_comment(reader);
        } else {
            if (!read_one(reader))
                return false;
            *reader->out++ = '\0';
        }
    }
    return true;
}

bool gs_source_read(struct gs_source *source, const char *text, size_t length)
{
    *source = (struct gs_source){.text = calloc(1, length + 4), .spelled = malloc(2 * length + 4)};
    if (source->text == NULL || source->spelled == NULL)
        return false;
    memcpy(source->text, text, length);
    source->length = length;
    struct reader reader = {.source = source, .line = 1, .fresh = true, .out = source->spelled};
    if (!read_all(&reader))
        return false;
    *reader.out = '\0';
    reader.directive = 0;
    if (add(&reader, GS_TOKEN_MARK) == NULL)
        return false;
    source->count--;
    return true;
}

void gs_source_release(struct gs_source *source)
{
    free(source->text);
    free(source->tokens);
    free(source->spelled);
    *source = (struct gs_source){0};
}

/* ---- questions to it ------------------------------------------------------------------------- */

bool gs_source_is(const struct gs_source *source, size_t index, const char *text)
{
    return index < source->count && strcmp(source->tokens[index].text, text) == 0;
}

unsigned gs_source_find(const struct gs_source *source, const char *word)
{
    for (size_t i = 0; i < source->count; i++) {
        if (source->tokens[i].kind == GS_TOKEN_WORD && gs_source_is(source, i, word))
            return source->tokens[i].line;
    }
    return 0;
}

void gs_source_line(const struct gs_source *source, unsigned line, char *text, size_t size)
{
    const char *start = source->text;
    for (unsigned i = 1; start != NULL && i < line; i++) {
        start = strchr(start, '\n');
        start = start != NULL ? start + 1 : NULL;
    }
    text[0] = '\0';
    if (start == NULL || line == 0)
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

size_t gs_source_close(const struct gs_source *source, size_t index)
{
    static const char open[] = "([{", close[] = ")]}";
    size_t depth = 0;
    for (size_t i = index; i < source->count; i++) {
        const struct gs_token *token = &source->tokens[i];
        if (token->kind != GS_TOKEN_MARK || token->directive != source->tokens[index].directive)
            continue;
        if (strchr(open, token->text[0]) != NULL)
            depth++;
        else if (strchr(close, token->text[0]) != NULL && --depth == 0)
            return i;
    }
    return source->count;
}
