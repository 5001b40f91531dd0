#define _GNU_SOURCE /* memmem */
#include "lexer.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
    struct simt_source *source;
    struct simt_buffer *error;
    size_t position;
    bool line_start; /* only blanks since the last newline: for what is `written` */
    bool system;
    bool written; /* no preprocessor has seen it */
    unsigned directive, directives;
    unsigned long included_by; /* the user's line that includes the system header around */
};

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool is_name(char c)
{
    return is_name_start(c) || isdigit((unsigned char)c);
}

/* The character `ahead` of the position, or 0 past the end. */
static char peek(const struct lexer *lexer, size_t ahead)
{
    size_t at = lexer->position + ahead;
    if (at >= lexer->source->length)
        return '\0';
    return lexer->source->text[at];
}

static bool out_of_memory(struct lexer *lexer)
{
    simt_source_error(lexer->source, lexer->position, lexer->error, "out of memory");
    return false;
}

static bool add_token(struct lexer *lexer, enum simt_token_kind kind, size_t start)
{
    struct simt_source *source = lexer->source;
    struct simt_token *tokens =
        simt_grow(source->tokens, source->token_count, &source->token_capacity, sizeof *tokens);
    if (tokens == NULL)
        return out_of_memory(lexer);
    source->tokens = tokens;
    tokens[source->token_count++] = (struct simt_token){.kind = kind,
                                                        .system = lexer->system,
                                                        .start = start,
                                                        .length = lexer->position - start,
                                                        .match = SIMT_NO_MATCH,
                                                        .directive = lexer->directive};
    return true;
}

/* Reads `# 12 "file" 1 3` from the directive's text; leaves it alone when it is something else. */
static void parse_marker(const char *text, struct simt_directive *directive)
{
    const char *end = text + directive->start + directive->length;
    const char *at = text + directive->start + 1;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at == end || !isdigit((unsigned char)*at))
        return;
    unsigned long line = 0;
    for (; at < end && isdigit((unsigned char)*at); at++)
        line = line * 10 + (unsigned long)(*at - '0');
    const char *open = memchr(at, '"', (size_t)(end - at));
    if (open == NULL)
        return;
    const char *close = open + 1;
    while (close < end && *close != '"')
        close += (*close == '\\' && close + 1 < end) ? 2 : 1;
    if (close >= end)
        return;
    directive->is_marker = true;
    directive->line = line;
    directive->file_start = (size_t)(open + 1 - text);
    directive->file_length = (size_t)(close - open - 1);
    directive->enters = memchr(close, '1', (size_t)(end - close)) != NULL;
    directive->returns = memchr(close, '2', (size_t)(end - close)) != NULL;
    directive->system = memchr(close, '3', (size_t)(end - close)) != NULL;
}

/* In a system header the preprocessor says "not system" of what a macro of the user's makes there.
 */
static void note_mixture(const struct lexer *lexer, const struct simt_directive *marker)
{
    struct simt_source *source = lexer->source;
    if (marker->enters || marker->returns || marker->system || source->mixed)
        return;
    source->mixed = true;
    source->mixed_line = lexer->included_by;
}

/* The end of the system text that begins at `start`: the marker that returns to the user's own. */
static size_t system_text_end(const struct lexer *lexer, size_t start)
{
    const struct simt_source *source = lexer->source;
    const char *text = source->text;
    const char *at = text + start, *end = text + source->length;
    while (at < end) {
        if (*at == '#') {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            struct simt_directive directive = {
                .start = (size_t)(at - text),
                .length = (size_t)((newline != NULL ? newline : end) - at)};
            parse_marker(text, &directive);
            if (directive.is_marker && directive.returns && !directive.system)
                return directive.start;
            if (directive.is_marker)
                note_mixture(lexer, &directive);
        }
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline != NULL ? newline + 1 : end;
    }
    return source->length;
}

static bool needs_translation(const char *text, size_t length)
{
    return memmem(text, length, "__simt_", 7) != NULL || memmem(text, length, "<<<", 3) != NULL;
}

/* Follows a line marker into and out of files. Where a macro of a system header is expanded in the
 * user's text, the preprocessor says "system" too, but stays in the file: that is still the user's
 * text. */
static void follow_marker(struct lexer *lexer, const struct simt_directive *marker)
{
    const struct simt_source *source = lexer->source;
    if (lexer->system)
        note_mixture(lexer, marker);
    if (!marker->enters && !marker->returns)
        return;
    bool begins = marker->enters && marker->system && !lexer->system;
    lexer->system = marker->system;
    if (begins) {
        lexer->included_by = simt_source_own_line(source, marker->start);
        size_t end = system_text_end(lexer, lexer->position);
        if (!needs_translation(source->text + lexer->position, end - lexer->position))
            lexer->position = end;
    }
}

static bool read_directive(struct lexer *lexer)
{
    struct simt_source *source = lexer->source;
    const char *at = source->text + lexer->position;
    const char *newline = memchr(at, '\n', source->length - lexer->position);
    size_t length = newline != NULL ? (size_t)(newline - at) : source->length - lexer->position;
    struct simt_directive directive = {
        .system = lexer->system, .start = lexer->position, .length = length};
    parse_marker(source->text, &directive);
    struct simt_directive *directives = simt_grow(source->directives, source->directive_count,
                                                  &source->directive_capacity, sizeof *directives);
    if (directives == NULL)
        return out_of_memory(lexer);
    source->directives = directives;
    directives[source->directive_count++] = directive;
    lexer->position += length;
    if (directive.is_marker)
        follow_marker(lexer, &directive);
    return true;
}

/* Skips blanks and comments (there are none after a preprocessor, but reading them wrong would be
 * silent). */
static bool skip_blanks(struct lexer *lexer)
{
    const struct simt_source *source = lexer->source;
    while (lexer->position < source->length) {
        char c = source->text[lexer->position];
        const char *at = source->text + lexer->position;
        size_t left = source->length - lexer->position;
        if (c == '\n') {
            lexer->line_start = true;
            lexer->directive = 0;
            lexer->position++;
        } else if (c == '/' && peek(lexer, 1) == '/') {
            const char *newline = memchr(at, '\n', left);
            lexer->position = newline != NULL ? (size_t)(newline - source->text) : source->length;
        } else if (c == '/' && peek(lexer, 1) == '*') {
            const char *end = memmem(at + 2, left - 2, "*/", 2);
            if (end == NULL && !lexer->written) {
                simt_source_error(source, lexer->position, lexer->error,
                                  "this comment has no '*/'");
                return false;
            }
            lexer->position = end != NULL ? (size_t)(end + 2 - source->text) : source->length;
        } else if (c == '\0' || isspace((unsigned char)c) ||
                   (c == '\\' && peek(lexer, 1) == '\n')) {
            lexer->position++;
        } else {
            break;
        }
    }
    return true;
}

/* Whether what comes is the name of a file, as in #include <name>. */
static bool names_file(const struct lexer *lexer)
{
    const struct simt_source *source = lexer->source;
    size_t count = source->token_count;
    return lexer->directive != 0 && count >= 2 &&
           source->tokens[count - 2].directive == lexer->directive &&
           simt_token_is(source, count - 2, "#") && simt_token_is(source, count - 1, "include");
}

/* A string or character from its opening quote on; `start` is where its prefix began. Where the
 * text is as it was written, one that nothing closes ends with its line. */
static bool read_quoted(struct lexer *lexer, size_t start)
{
    const struct simt_source *source = lexer->source;
    char opening = source->text[lexer->position++], quote = (char)(opening == '<' ? '>' : opening);
    enum simt_token_kind kind = quote == '\'' ? SIMT_TOKEN_CHARACTER : SIMT_TOKEN_STRING;
    bool escapes = !names_file(lexer);
    while (lexer->position < source->length) {
        char c = source->text[lexer->position];
        if (c == '\n')
            break;
        lexer->position += (escapes && c == '\\' && lexer->position + 1 < source->length) ? 2 : 1;
        if (c == quote)
            return add_token(lexer, kind, start);
    }
    if (lexer->written)
        return add_token(lexer, kind, start);
    simt_source_error(source, start, lexer->error, "this %s has no closing quote",
                      quote == '"' ? "string" : "character");
    return false;
}

/* Index of the line of the text, markers counted, in which `offset` lies. */
static size_t line_index(const struct simt_source *source, size_t offset)
{
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Whether all compilers see the same raw string there: one line, and a delimiter as it must be. */
static bool is_plain_raw_string(const struct simt_source *source, size_t start, const char *open,
                                const char *end)
{
    const char *delimiter = source->text + start;
    if (open == NULL || end == NULL ||
        line_index(source, start) != line_index(source, (size_t)(end - source->text - 1)))
        return false;
    for (const char *at = delimiter; at < open; at++) {
        if (strchr(" \t\v\f\r)\\", *at) != NULL)
            return false;
    }
    return true;
}

/* R"delimiter( ... )delimiter" from the quote on. */
static bool read_raw_string(struct lexer *lexer, size_t start)
{
    const struct simt_source *source = lexer->source;
    size_t first = lexer->position + 1;
    const char *delimiter = source->text + first, *end = NULL;
    size_t left = source->length - first;
    const char *open = memchr(delimiter, '(', left < 17 ? left : 17);
    if (open != NULL) {
        char close[20] = ")";
        size_t length = (size_t)(open - delimiter);
        memcpy(close + 1, delimiter, length);
        close[length + 1] = '"';
        end = memmem(open, (size_t)(source->text + source->length - open), close, length + 2);
        end = end != NULL ? end + length + 2 : NULL;
    }
    lexer->position = end != NULL ? (size_t)(end - source->text) : source->length;
    if (lexer->written && !is_plain_raw_string(source, first, open, end))
        return add_token(lexer, SIMT_TOKEN_UNCLEAR, start);
    if (end != NULL)
        return add_token(lexer, SIMT_TOKEN_STRING, start);
    simt_source_error(source, start, lexer->error, "this raw string has no closing quote");
    return false;
}

/* \u00e4, as the preprocessor writes a letter that is not of ASCII. */
static bool is_letter_code(const struct lexer *lexer)
{
    char kind = peek(lexer, 1);
    return peek(lexer, 0) == '\\' && (kind == 'u' || kind == 'U') &&
           isxdigit((unsigned char)peek(lexer, 2));
}

static bool read_name(struct lexer *lexer)
{
    size_t start = lexer->position;
    while (is_name(peek(lexer, 0)) || is_letter_code(lexer))
        lexer->position++;
    size_t length = lexer->position - start;
    const char *name = lexer->source->text + start;
    char next = peek(lexer, 0);
    if (length <= 3 && (next == '"' || next == '\'')) {
        bool raw = name[length - 1] == 'R';
        size_t encoding = raw ? length - 1 : length;
        bool prefix = (encoding == 0) || (encoding == 1 && strchr("LuU", name[0]) != NULL) ||
                      (encoding == 2 && memcmp(name, "u8", 2) == 0);
        if (prefix && raw && next == '"')
            return read_raw_string(lexer, start);
        if (prefix && !raw)
            return read_quoted(lexer, start);
    }
    return add_token(lexer, SIMT_TOKEN_IDENTIFIER, start);
}

static bool read_number(struct lexer *lexer)
{
    size_t start = lexer->position;
    while (lexer->position < lexer->source->length) {
        char c = peek(lexer, 0), next = peek(lexer, 1);
        if (strchr("eEpP", c) != NULL && c != '\0' && (next == '+' || next == '-'))
            lexer->position += 2;
        else if (is_name(c) || c == '.' || (c == '\'' && is_name(next)))
            lexer->position++;
        else
            break;
    }
    return add_token(lexer, SIMT_TOKEN_NUMBER, start);
}

/* Writes <: and the like as the compiler reads them: [ and a blank. */
static void spell_plainly(struct lexer *lexer)
{
    static const char pairs[] = "<:[:>]<%{%>}%:#";
    char *at = lexer->source->text + lexer->position;
    char next = peek(lexer, 1), third = peek(lexer, 2), fourth = peek(lexer, 3);
    bool scope = *at == '<' && next == ':' && third == ':' && fourth != ':' && fourth != '>';
    for (size_t i = 0; i + 2 < sizeof pairs && !scope; i += 3) {
        if (pairs[i] != *at || pairs[i + 1] != next || (*at == '%' && !lexer->written))
            continue;
        bool pastes = next == ':' && pairs[i + 2] == '#' && third == '%' && fourth == ':';
        memcpy(at, pastes ? "##  " : (char[]){pairs[i + 2], ' '}, pastes ? 4 : 2);
        return;
    }
}

static size_t punctuator_length(const struct lexer *lexer)
{
    char c = peek(lexer, 0), next = peek(lexer, 1), third = peek(lexer, 2);
    if ((c == '<' || c == '>') && next == c && third == '=')
        return 3;
    if (c == '<' && next == '=' && third == '>')
        return 3;
    if (c == '.' && next == '.' && third == '.')
        return 3;
    if ((c == ':' && next == ':') || (c == '-' && next == '>') || (c == '#' && next == '#'))
        return 2;
    if (next == '=' && c != '\0' && strchr("+-*/%&|^!=<>", c) != NULL)
        return 2;
    return 1;
}

/* Of what is written: a # that is neither a directive's nor the operator of a macro with
 * parameters. What a preprocessor writes of it, a compiler may read as a line marker. */
static bool is_stray_hash(const struct lexer *lexer, size_t start)
{
    const struct simt_source *source = lexer->source;
    if (!lexer->written || lexer->position != start + 1 || source->text[start] != '#')
        return false;
    size_t first = source->token_count;
    while (first > 0 && lexer->directive != 0 &&
           source->tokens[first - 1].directive == lexer->directive)
        first--;
    const struct simt_token *name = &source->tokens[first + 2];
    bool defines = simt_token_is(source, first + 1, "define");
    return lexer->directive == 0 ||
           (defines && !(simt_token_is(source, first + 3, "(") &&
                         name->start + name->length == source->tokens[first + 3].start));
}

static bool read_token(struct lexer *lexer)
{
    size_t start = lexer->position;
    char c = peek(lexer, 0);
    if (is_name_start(c) || is_letter_code(lexer))
        return read_name(lexer);
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(lexer, 1))))
        return read_number(lexer);
    if (c == '"' || c == '\'')
        return read_quoted(lexer, start);
    if (c == '<' && names_file(lexer))
        return read_quoted(lexer, start);
    spell_plainly(lexer);
    lexer->position += punctuator_length(lexer);
    return add_token(
        lexer, is_stray_hash(lexer, start) ? SIMT_TOKEN_UNCLEAR : SIMT_TOKEN_PUNCTUATOR, start);
}

/* Pairs brackets. A brace closes whatever parentheses were left open before it, so that one slip in
 * the user's text does not spread over the rest of the file. */
static bool match_brackets(struct simt_source *source)
{
    size_t *open = malloc((source->token_count + 1) * sizeof *open);
    if (open == NULL)
        return false;
    size_t depth = 0;
    for (size_t i = 0; i < source->token_count; i++) {
        const struct simt_token *token = &source->tokens[i];
        char c = source->text[token->start];
        if (token->kind != SIMT_TOKEN_PUNCTUATOR)
            continue;
        if (c == '(' || c == '[' || c == '{')
            open[depth++] = i;
        if (c != ')' && c != ']' && c != '}')
            continue;
        char wanted = '{';
        if (c != '}')
            wanted = c == ')' ? '(' : '[';
        while (c == '}' && depth > 0 &&
               source->text[source->tokens[open[depth - 1]].start] != wanted)
            depth--;
        if (depth > 0 && source->text[source->tokens[open[depth - 1]].start] == wanted) {
            depth--;
            source->tokens[i].match = open[depth];
            source->tokens[open[depth]].match = i;
        }
    }
    free(open);
    return true;
}

static bool add_line(struct simt_source *source)
{
    size_t *lines =
        simt_grow(source->lines, source->line_count, &source->line_capacity, sizeof *lines);
    if (lines == NULL)
        return false;
    source->lines = lines;
    lines[source->line_count++] = source->length;
    return true;
}

/* The characters at `at` that join its line with the next one; 0: none do. Compilers join lines
 * also where there are blanks behind the backslash. */
static size_t joint_length(const char *at, const char *end)
{
    const char *next = at + 1;
    if (*at != '\\')
        return 0;
    while (next < end && strchr(" \t\v\f\r", *next) != NULL && *next != '\0')
        next++;
    return next < end && *next == '\n' ? (size_t)(next + 1 - at) : 0;
}

/* Copies the text, and finds where its lines begin. */
static bool copy_text(struct simt_source *source, const char *text, size_t length, bool join)
{
    const char *end = text + length;
    source->text = malloc(length + 1);
    if (source->text == NULL || !add_line(source))
        return false;
    while (text < end) {
        size_t joint = join ? joint_length(text, end) : 0;
        bool ends_line = joint > 0 || *text == '\n';
        if (joint == 0)
            source->text[source->length++] = *text;
        text += joint > 0 ? joint : 1;
        if (ends_line && !add_line(source))
            return false;
    }
    source->text[source->length] = '\0';
    return true;
}

/* The `#` of a line that is for the preprocessor: its tokens follow. */
static bool begin_directive(struct lexer *lexer)
{
    size_t start = lexer->position;
    lexer->directive = ++lexer->directives;
    spell_plainly(lexer);
    lexer->position++;
    return add_token(lexer, SIMT_TOKEN_PUNCTUATOR, start);
}

static bool read_next(struct lexer *lexer)
{
    const struct simt_source *source = lexer->source;
    char c = peek(lexer, 0);
    bool first = lexer->line_start;
    lexer->line_start = false;
    if (first && lexer->written && (c == '#' || (c == '%' && peek(lexer, 1) == ':')))
        return begin_directive(lexer);
    /* Behind blanks it is what a macro made, and no directive any more. */
    bool at_start = lexer->position == 0 || source->text[lexer->position - 1] == '\n';
    return at_start && c == '#' ? read_directive(lexer) : read_token(lexer);
}

static bool read_text(struct lexer *lexer, const char *text, size_t length)
{
    struct simt_source *source = lexer->source;
    if (!copy_text(source, text, length, lexer->written))
        return out_of_memory(lexer);
    for (;;) {
        if (!skip_blanks(lexer))
            return false;
        if (lexer->position >= source->length)
            break;
        if (!read_next(lexer))
            return false;
    }
    return match_brackets(source) || out_of_memory(lexer);
}

bool simt_source_read(struct simt_source *source, const char *text, size_t length,
                      struct simt_buffer *error)
{
    struct lexer lexer = {.source = source, .error = error, .line_start = true};
    *source = (struct simt_source){0};
    return read_text(&lexer, text, length);
}

bool simt_source_read_written(struct simt_source *source, const char *text, size_t length,
                              struct simt_buffer *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    struct lexer lexer = {.source = source, .error = error, .line_start = true, .written = true};
    size_t mark = length >= 3 && memcmp(text, byte_order_mark, 3) == 0 ? 3 : 0;
    *source = (struct simt_source){0};
    return read_text(&lexer, text + mark, length - mark);
}

void simt_source_release(struct simt_source *source)
{
    free(source->text);
    free(source->tokens);
    free(source->directives);
    free(source->lines);
    *source = (struct simt_source){0};
}

bool simt_token_is(const struct simt_source *source, size_t index, const char *word)
{
    if (index >= source->token_count)
        return false;
    const struct simt_token *token = &source->tokens[index];
    return token->length == strlen(word) &&
           memcmp(source->text + token->start, word, token->length) == 0;
}

bool simt_token_is_among(const struct simt_source *source, size_t index, const char *const *words)
{
    while (*words != NULL && !simt_token_is(source, index, *words))
        words++;
    return *words != NULL;
}

size_t simt_skip_group(const struct simt_source *source, size_t index)
{
    size_t match = source->tokens[index].match;
    return match != SIMT_NO_MATCH && match > index ? match : index;
}

size_t simt_skip_template_header(const struct simt_source *source, size_t index, size_t end)
{
    size_t depth = 0;
    if (!simt_token_is(source, index + 1, "<"))
        return index;
    for (size_t i = index + 1; i < end; i = simt_skip_group(source, i) + 1) {
        if (simt_token_is(source, i, "<"))
            depth++;
        else if (simt_token_is(source, i, ">") && --depth == 0)
            return i;
    }
    return index;
}

bool simt_tokens_are_equal(const struct simt_source *source, size_t a, size_t b)
{
    const struct simt_token *left = &source->tokens[a], *right = &source->tokens[b];
    return left->length == right->length &&
           memcmp(source->text + left->start, source->text + right->start, left->length) == 0;
}

bool simt_opens_attribute(const struct simt_source *source, size_t open)
{
    return open > 0 && simt_token_is_any(source, open - 1, "alignas", "__attribute__",
                                         "__attribute", "decltype", "__simt_launch_bounds__");
}

bool simt_token_is_identifier(const struct simt_source *source, size_t index)
{
    return index < source->token_count && source->tokens[index].kind == SIMT_TOKEN_IDENTIFIER;
}

/* The last line marker before `offset`, or NULL. */
static const struct simt_directive *marker_before(const struct simt_source *source, size_t offset)
{
    size_t low = 0, high = source->directive_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (source->directives[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > 0 && !source->directives[low - 1].is_marker)
        low--;
    return low > 0 ? &source->directives[low - 1] : NULL;
}

/* Number of the line at `offset`, which follows `marker` (or none: the first line is 1). */
static unsigned long line_at(const struct simt_source *source, const struct simt_directive *marker,
                             size_t offset)
{
    size_t index = line_index(source, offset);
    if (marker == NULL)
        return index + 1;
    return marker->line + (index - line_index(source, marker->start) - 1);
}

unsigned long simt_source_own_line(const struct simt_source *source, size_t offset)
{
    const struct simt_directive *marker = marker_before(source, offset), *first = marker;
    if (marker != NULL)
        first = source->directives;
    bool own =
        marker == NULL || (marker->file_length == first->file_length &&
                           memcmp(source->text + marker->file_start,
                                  source->text + first->file_start, first->file_length) == 0);
    return own ? line_at(source, marker, offset) : 0;
}

struct simt_place simt_source_place(const struct simt_source *source, size_t offset)
{
    const struct simt_directive *marker = marker_before(source, offset);
    return (struct simt_place){.file = marker != NULL ? source->text + marker->file_start : "",
                               .file_length = marker != NULL ? marker->file_length : 0,
                               .line = line_at(source, marker, offset),
                               .column = offset - source->lines[line_index(source, offset)] + 1};
}

void simt_source_sync(const struct simt_source *source, size_t offset, struct simt_buffer *output)
{
    const struct simt_directive *marker = marker_before(source, offset);
    if (marker == NULL)
        return;
    simt_buffer_format(output, "\n# %lu \"%.*s\"%s\n", line_at(source, marker, offset),
                       (int)marker->file_length, source->text + marker->file_start,
                       marker->system ? " 3" : "");
    size_t column = offset - source->lines[line_index(source, offset)];
    simt_buffer_format(output, "%*s", column > 1000 ? 0 : (int)column, "");
}

void simt_source_error(const struct simt_source *source, size_t offset, struct simt_buffer *error,
                       const char *format, ...)
{
    const struct simt_directive *marker = marker_before(source, offset);
    if (marker != NULL)
        simt_buffer_add(error, source->text + marker->file_start, marker->file_length);
    else
        simt_buffer_add_string(error, "<input>");
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    simt_buffer_format(error, ":%lu: error: simt-cc: %s", line_at(source, marker, offset), message);
}
