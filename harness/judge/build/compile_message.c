#include "compile_message.h"

#include "compile_diagnostic.h"
#include "compile_sentence.h"
#include "double_use.h"
#include "remark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SENTENCE = 480, MOST_DETAIL = 4000 };

/* What makes the compiler speak of something else: `include` without its #, and a comment that has
 * no end and swallows what follows. */
static void add_hidden_cause(const struct gs_compiled *compiled, json_t *remarks)
{
    const struct gs_tokens *tokens = &compiled->source->written;
    const char *at = compiled->output;
    struct gs_diagnostic d;
    for (size_t i = 0; i + 1 < tokens->count; i++) {
        const bool begins = i == 0 || tokens->items[i - 1].line != tokens->items[i].line;
        if (begins && gs_token_is(tokens, i, "include") &&
            (tokens->items[i + 1].text[0] == '"' || gs_token_is(tokens, i + 1, "<")))
            gs_remark_add(remarks, "does-not-compile", compiled->source, tokens->items[i].line, "",
                          "A `#` is missing before `include`.");
    }
    while (gs_diagnostic_next(&at, compiled->file, &d)) {
        if (strstr(d.message, "/*\" within comment") != NULL)
            gs_remark_add(remarks, "does-not-compile", compiled->source, d.line, "",
                          "A comment begins in line %u, within another one that began above it. "
                          "A comment ends at the first `*/`: is one missing above?",
                          d.line);
    }
}

void gs_compile_errors(const struct gs_compiled *compiled, json_t *remarks)
{
    enum { MOST_ERRORS = 5 }; /* what follows is mostly of the first one's making */
    struct gs_diagnostic d;
    const char *at = compiled->output;
    char sentence[MOST_SENTENCE], detail[MOST_DETAIL];
    add_hidden_cause(compiled, remarks);
    while (json_array_size(remarks) < MOST_ERRORS && gs_diagnostic_next(&at, compiled->file, &d)) {
        unsigned line = d.line;
        if (d.severity != GS_SAYS_ERROR)
            continue;
        gs_compile_say_error(compiled, &d, &line, sentence, sizeof sentence);
        gs_diagnostic_detail(&d, compiled->file, compiled->header, compiled->folder, detail,
                             sizeof detail);
        gs_remark_add(remarks, "does-not-compile", compiled->source, line, detail, "%s", sentence);
    }
}

/* ---- double arithmetic ----------------------------------------------------------------------- */

/* The first literal of that line that is a double; NULL: none. */
static const char *double_literal(const struct gs_source *source, unsigned line)
{
    for (size_t i = 0; i < source->compiled.count; i++) {
        const struct gs_token *token = &source->compiled.items[i];
        if (token->line != line || token->kind != GS_TOKEN_NUMBER)
            continue;
        bool hex = strncmp(token->text, "0x", 2) == 0 || strncmp(token->text, "0X", 2) == 0;
        bool floats = strpbrk(token->text, hex ? ".pP" : ".eE") != NULL;
        char last = token->text[strlen(token->text) - 1];
        if (floats && (hex || strchr("fFlL", last) == NULL) && strpbrk(token->text, "lL") == NULL)
            return token->text;
    }
    return NULL;
}

static bool has_word(const struct gs_tokens *tokens, unsigned line, const char *text)
{
    for (size_t i = 0; i < tokens->count; i++) {
        if (tokens->items[i].line == line && gs_token_is(tokens, i, text))
            return true;
    }
    return false;
}

/* The macro in that line that the literal comes of, as M_PI; NULL: the student wrote the literal.
 */
static const char *macro_of(const struct gs_source *source, unsigned line, const char *literal)
{
    if (has_word(&source->written, line, literal))
        return NULL;
    for (size_t i = 0; i < source->written.count; i++) {
        const struct gs_token *token = &source->written.items[i];
        if (token->line == line && token->kind == GS_TOKEN_WORD &&
            !has_word(&source->compiled, line, token->text))
            return token->text;
    }
    return NULL;
}

static bool is_promotion(const struct gs_diagnostic *warning)
{
    return strstr(warning->message, "-Wdouble-promotion") != NULL &&
           (strstr(warning->message, "to match other operand") != NULL ||
            strstr(warning->message, "to match other result of conditional") != NULL ||
            strstr(warning->message, "increases floating-point precision") != NULL);
}

static void add_promotion(const struct gs_compiled *compiled, const struct gs_diagnostic *warning,
                          json_t *remarks)
{
    char detail[MOST_DETAIL];
    const char *literal = double_literal(compiled->source, warning->line);
    const char *macro = literal != NULL ? macro_of(compiled->source, warning->line, literal) : NULL;
    if (!gs_source_is_of_device(compiled->source, warning->line) ||
        (literal == NULL && gs_source_prints(compiled->source, warning->line)))
        return;
    gs_diagnostic_detail(warning, compiled->file, compiled->header, compiled->folder, detail,
                         sizeof detail);
    if (macro != NULL)
        gs_remark_add(remarks, "double-literal", compiled->source, warning->line, detail,
                      "`%.60s` stands for %.60s, which makes the expression double. Write "
                      "`(float)%.60s`.",
                      macro, literal, macro);
    else if (literal != NULL)
        gs_remark_add(remarks, "double-literal", compiled->source, warning->line, detail,
                      "`%.60s` makes the expression double. Write `%.60sf`.", literal, literal);
    else
        gs_remark_add(remarks, "double-literal", compiled->source, warning->line, detail,
                      "A double takes part in line %u, so all of it is computed in double. Make it "
                      "a float.",
                      warning->line);
}

void gs_compile_doubles(const struct gs_compiled *compiled, json_t *remarks)
{
    struct gs_diagnostic d;
    const char *at = compiled->output;
    while (gs_diagnostic_next(&at, compiled->file, &d)) {
        if (d.severity == GS_SAYS_WARNING && d.own && is_promotion(&d))
            add_promotion(compiled, &d, remarks);
    }
}

/* ---- warnings -------------------------------------------------------------------------------- */

struct ranked {
    struct gs_diagnostic diagnostic;
    unsigned rank;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    const unsigned p = x->rank, q = y->rank, i = x->diagnostic.line, k = y->diagnostic.line;
    return p != q ? (p > q) - (p < q) : (i > k) - (i < k);
}

/* "aside": the last of the remarks is worth showing, and explains no wrong answer. "unset": it is
 * of a variable that is, or may be, read before it is set. */
static void set_on_last(json_t *remarks, const char *what)
{
    json_t *last = json_array_get(remarks, json_array_size(remarks) - 1);
    json_object_set_new(last, what, json_true());
}

/* `for (int i = 0; ...` where another i is in sight: most loops mean their own. */
static bool is_loop_counter(const struct gs_source *source, const struct gs_diagnostic *warning)
{
    return strstr(warning->message, "shadows a") != NULL &&
           has_word(&source->compiled, warning->line, "for");
}

void gs_compile_warnings(const struct gs_compiled *compiled, json_t *remarks)
{
    enum { MOST_WARNINGS = 200 };
    char sentence[MOST_SENTENCE], detail[MOST_DETAIL];
    const char *at = compiled->output;
    struct gs_diagnostic d;
    size_t count = 0;
    struct ranked *all = calloc(MOST_WARNINGS, sizeof *all);
    while (all != NULL && count < MOST_WARNINGS && gs_diagnostic_next(&at, compiled->file, &d)) {
        if (d.severity == GS_SAYS_WARNING && d.own)
            all[count++] =
                (struct ranked){d, gs_compile_say_warning(compiled, &d, sentence, sizeof sentence)};
    }
    if (count > 0)
        qsort(all, count, sizeof *all, compare_ranks);
    for (size_t i = 0; i < count; i++) {
        const struct gs_diagnostic *warning = &all[i].diagnostic;
        gs_compile_say_warning(compiled, warning, sentence, sizeof sentence);
        gs_diagnostic_detail(warning, compiled->file, compiled->header, compiled->folder, detail,
                             sizeof detail);
        if (sentence[0] == '\0')
            continue;
        gs_remark_add(remarks, "warning", compiled->source, warning->line, detail, "%s", sentence);
        if (gs_compile_is_aside(all[i].rank) || is_loop_counter(compiled->source, warning))
            set_on_last(remarks, "aside");
        if (gs_compile_is_unset(warning))
            set_on_last(remarks, "unset");
    }
    free(all);
}
