#include "source_slips.h"

#include "remark.h"

#include <stdlib.h>
#include <string.h>

/* ---- lines ----------------------------------------------------------------------------------- */

/* The blanks that a line begins with, which an editor shows as its depth. */
static size_t indentation(const struct gs_source *source, unsigned line)
{
    const char *text = gs_source_line(source, line);
    return text != NULL ? strspn(text, " \t") : 0;
}

/* Whether both lines begin with the same blanks. */
static bool is_level(const struct gs_source *source, unsigned line, unsigned other)
{
    const char *text = gs_source_line(source, line), *with = gs_source_line(source, other);
    size_t blanks = indentation(source, line);
    return text != NULL && with != NULL && blanks == indentation(source, other) &&
           strncmp(text, with, blanks) == 0;
}

/* ---- =+ -------------------------------------------------------------------------------------- */

/* The blanks around it tell it from a sign: "x =+ 1" from "x = +1", "x =- 1" from "x=-1". */
static bool has_joined(const char *line, char sign)
{
    const char joined[] = {'=', sign, '\0'};
    size_t length = strcspn(line, "\n");
    for (const char *at = strstr(line, joined); at != NULL && at < line + length;
         at = strstr(at + 1, joined)) {
        bool apart = at[2] == ' ' || (sign == '+' && at > line && at[-1] == ' ');
        if (apart && (at == line || strchr("=<>!+-*/%&|^", at[-1]) == NULL))
            return true;
    }
    return false;
}

static void check_assignment(const struct gs_source *source, size_t index, json_t *warnings)
{
    const struct gs_token *token = &source->compiled.items[index], *sign = token + 1;
    const char *line = gs_source_line(source, token->line);
    if (strcmp(token->text, "=") != 0 || sign->line != token->line || line == NULL ||
        (strcmp(sign->text, "+") != 0 && strcmp(sign->text, "-") != 0) ||
        !has_joined(line, sign->text[0]))
        return;
    gs_remark_add(warnings, "warning", source, token->line, "",
                  "`=%s` sets the variable to what follows: to %s, write `%s=`.", sign->text,
                  sign->text[0] == '+' ? "add it" : "subtract it", sign->text);
}

/* ---- loops and ifs --------------------------------------------------------------------------- */

/* `for (...);` before a block, or before a line that is indented as if it were repeated. A loop
 * that waits for something is followed by neither. */
static void check_empty_loop(const struct gs_source *source, size_t index, size_t close,
                             json_t *warnings)
{
    const struct gs_tokens *tokens = &source->compiled;
    const struct gs_token *loop = &tokens->items[index], *next = &tokens->items[close + 2];
    bool ends_do = index > 0 && gs_token_is(tokens, index - 1, "}");
    if (!gs_token_is(tokens, close + 1, ";") || close + 2 >= tokens->count ||
        strcmp(loop->text, "if") == 0 || (strcmp(loop->text, "while") == 0 && ends_do))
        return;
    bool deeper = next->line > tokens->items[close].line && strcmp(next->text, "}") != 0 &&
                  indentation(source, next->line) > indentation(source, loop->line);
    if (strcmp(next->text, "{") == 0 || deeper)
        gs_remark_add(
            warnings, "warning", source, loop->line, "",
            "The `;` behind `%s (...)` is all that the loop does: what follows runs once, "
            "after it. Take the `;` away.",
            loop->text);
}

/* The token behind the statement without braces that begins there; the count: it is none that is
 * looked at. */
static size_t end_of_statement(const struct gs_tokens *tokens, size_t begin)
{
    static const char *const others[] = {"if", "for", "while", "do", "switch", "else", "{", ";"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (gs_token_is(tokens, begin, others[i]))
            return tokens->count;
    }
    for (size_t i = begin; i < tokens->count; i++) {
        if (gs_token_is(tokens, i, ";"))
            return i + 1;
        if (gs_token_is(tokens, i, "(") || gs_token_is(tokens, i, "{") ||
            gs_token_is(tokens, i, "["))
            i = tokens->items[i].match;
    }
    return tokens->count;
}

static void check_indentation(const struct gs_source *source, size_t index, size_t close,
                              json_t *warnings)
{
    const struct gs_tokens *tokens = &source->compiled;
    const struct gs_token *head = &tokens->items[index], *body = &tokens->items[close + 1];
    size_t behind = end_of_statement(tokens, close + 1);
    if (behind >= tokens->count || body->line <= tokens->items[close].line)
        return;
    const struct gs_token *next = &tokens->items[behind];
    if (next->line > tokens->items[behind - 1].line && strcmp(next->text, "}") != 0 &&
        strcmp(next->text, "else") != 0 && is_level(source, body->line, next->line) &&
        indentation(source, body->line) > indentation(source, head->line))
        gs_remark_add(warnings, "warning", source, head->line, "",
                      "Only line %u belongs to this `%s`, though line %u is indented too: put "
                      "braces around all of it.",
                      body->line, head->text, next->line);
}

/* ---- divisions ------------------------------------------------------------------------------- */

static bool read_whole_number(const struct gs_token *token, unsigned long *value)
{
    char *end;
    *value = token->kind == GS_TOKEN_NUMBER ? strtoul(token->text, &end, 10) : 0;
    return token->kind == GS_TOKEN_NUMBER && *end == '\0' && token->text[0] != '0';
}

static void check_division(const struct gs_source *source, size_t index, json_t *warnings)
{
    const struct gs_tokens *tokens = &source->compiled;
    unsigned long a, b;
    if (!gs_token_is(tokens, index + 1, "/") || index + 2 >= tokens->count ||
        !read_whole_number(&tokens->items[index], &a) ||
        !read_whole_number(&tokens->items[index + 2], &b) || a % b == 0)
        return;
    gs_remark_add(
        warnings, "warning", source, tokens->items[index].line, "",
        "`%lu / %lu` is a division of whole numbers, and gives %lu. With a fraction it is "
        "`%lu.0f / %lu`.",
        a, b, a / b, a, b);
}

/* ---- all together ---------------------------------------------------------------------------- */

void gs_source_check_slips(const struct gs_source *source, json_t *warnings)
{
    const struct gs_tokens *tokens = &source->compiled;
    for (size_t i = 0; i + 2 < tokens->count; i++) {
        const struct gs_token *token = &tokens->items[i];
        bool heads = gs_token_is(tokens, i, "if") || gs_token_is(tokens, i, "for") ||
                     gs_token_is(tokens, i, "while");
        size_t close = gs_token_is(tokens, i + 1, "(") ? tokens->items[i + 1].match : tokens->count;
        if (token->line == 0 || token->directive != 0)
            continue;
        check_assignment(source, i, warnings);
        check_division(source, i, warnings);
        if (heads && close + 1 < tokens->count) {
            check_empty_loop(source, i, close, warnings);
            check_indentation(source, i, close, warnings);
        }
    }
}
