#include "teach_rules.h"

#include "grow.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is code ---------------------------------------------------------------------------- */

/* The same length as the source; whatever is no code is blank, so that no rule finds anything in
 * it. NULL: no memory. */
static char *code_of(const char *source)
{
    char *code = strdup(source);
    bool line_begins = true;
    for (size_t i = 0; code != NULL && code[i] != '\0'; i++) {
        size_t length = 0;
        if (strncmp(source + i, "//", 2) == 0 || (line_begins && source[i] == '#')) {
            length = strcspn(source + i, "\n");
        } else if (strncmp(source + i, "/*", 2) == 0) {
            const char *end = strstr(source + i + 2, "*/");
            length = end != NULL ? (size_t)(end + 2 - (source + i)) : strlen(source + i);
        } else if (source[i] == '"' || source[i] == '\'') {
            for (length = 1; source[i + length] != '\0' && source[i + length] != source[i];
                 length++)
                length += source[i + length] == '\\' && source[i + length + 1] != '\0';
            length += source[i + length] != '\0';
        }
        for (size_t k = 0; k < length; k++)
            code[i + k] = (char)(source[i + k] == '\n' ? '\n' : ' ');
        if (length > 0)
            i += length - 1;
        line_begins = source[i] == '\n' || (line_begins && isspace((unsigned char)source[i]));
    }
    return code;
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Behind the bracket that closes the one at `open`; NULL: it is not closed. */
static const char *behind_brackets(const char *open)
{
    int depth = 0;
    for (const char *at = open; *at != '\0'; at++) {
        depth += *at == '(';
        depth -= *at == ')';
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

/* What a rule does at one place: `length` bytes there become the text. */
struct change {
    size_t length;
    char text[256];
};

static bool replace(struct change *change, size_t length, const char *text, size_t text_length)
{
    if (text_length >= sizeof change->text)
        return false;
    change->length = length;
    memcpy(change->text, text, text_length);
    change->text[text_length] = '\0';
    return true;
}

static bool word_begins(const char *code, const char *at, const char *word)
{
    size_t length = strlen(word);
    return strncmp(at, word, length) == 0 &&
           (at == code || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')) &&
           !isalnum((unsigned char)at[length]) && at[length] != '_';
}

/* A comparison has blanks around it, and a launch or a template has none. */
static bool widen(const char *code, const char *at, struct change *change)
{
    (void)code;
    return strncmp(at, " < ", 3) == 0 && replace(change, 3, " <= ", 4);
}

static bool drop_barrier(const char *code, const char *at, struct change *change)
{
    const char *const barrier = "__syncthreads();";
    return word_begins(code, at, "__syncthreads") && strncmp(at, barrier, strlen(barrier)) == 0 &&
           replace(change, strlen(barrier), ";", 1);
}

/* blockIdx.x * blockDim.x + threadIdx.x, with a cast before it or not. */
static bool drop_block(const char *code, const char *at, struct change *change)
{
    if (!word_begins(code, at, "blockIdx"))
        return false;
    const char *end = at + strcspn(at, ";,+)<\n");
    const char *times = memchr(at, '*', (size_t)(end - at));
    return times != NULL && *end == '+' && replace(change, (size_t)(end - at), "0 ", 2);
}

/* atomicAdd(&x, v) becomes x += v. */
static bool plain_update(const char *code, const char *at, struct change *change)
{
    if (!word_begins(code, at, "atomicAdd") || at[9] != '(' || at[10] != '&')
        return false;
    const char *end = behind_brackets(at + 9);
    const char *comma = at + 11;
    for (int depth = 0; *comma != '\0' && (depth > 0 || *comma != ','); comma++)
        depth += (*comma == '(' || *comma == '[') - (*comma == ')' || *comma == ']');
    if (end == NULL || *comma != ',' || comma > end || *end != ';' || end - at > 200)
        return false;
    char text[256];
    int length = snprintf(text, sizeof text, "%.*s +=%.*s", (int)(comma - (at + 11)), at + 11,
                          (int)(end - 1 - (comma + 1)), comma + 1);
    return replace(change, (size_t)(end - at), text, (size_t)length);
}

/* (n + BLOCK - 1) / BLOCK becomes (n) / BLOCK. */
static bool round_down(const char *code, const char *at, struct change *change)
{
    (void)code;
    if (strncmp(at, " + ", 3) != 0)
        return false;
    const char *end = at + 3;
    while (isalnum((unsigned char)*end) || *end == '_')
        end++;
    if (end == at + 3 || strncmp(end, " - 1) / ", 8) != 0)
        return false;
    return replace(change, (size_t)(end + 4 - at), "", 0);
}

/* if (i < n) and what is like it: what it guards is done always. */
static bool drop_guard(const char *code, const char *at, struct change *change)
{
    if (!word_begins(code, at, "if") || strncmp(at, "if (", 4) != 0)
        return false;
    const char *end = behind_brackets(at + 3);
    return end != NULL && memchr(at, '<', (size_t)(end - at)) != NULL &&
           replace(change, (size_t)(end - at), "if (true)", 9);
}

static bool add_becomes_set(const char *code, const char *at, struct change *change)
{
    (void)code;
    return strncmp(at, " += ", 4) == 0 && replace(change, 4, " = ", 3);
}

static bool swap_x_and_y(const char *code, const char *at, struct change *change)
{
    return word_begins(code, at, "threadIdx.x") && strstr(code, "threadIdx.y") != NULL &&
           replace(change, 11, "threadIdx.y", 11);
}

static bool begin_late(const char *code, const char *at, struct change *change)
{
    (void)code;
    return strncmp(at, " = 0;", 5) == 0 && replace(change, 5, " = 1;", 5);
}

static const struct rule {
    const char *name;
    bool (*finds)(const char *code, const char *at, struct change *change);
} rules[] = {
    {"`<` becomes `<=`", widen},
    {"a barrier is left out", drop_barrier},
    {"an index without its block", drop_block},
    {"an atomic addition becomes `+=`", plain_update},
    {"the grid is rounded down", round_down},
    {"a guard is left out", drop_guard},
    {"`+=` becomes `=`", add_becomes_set},
    {"threadIdx.x becomes threadIdx.y", swap_x_and_y},
    {"a value begins with 1", begin_late},
};

/* ---- making ---------------------------------------------------------------------------------- */

static bool add(struct gs_rule_mutants *out, const char *source, size_t at, int line,
                const struct rule *rule, const struct change *change)
{
    size_t length = strlen(source), text = strlen(change->text);
    char *made = malloc(length - change->length + text + 1);
    if (made == NULL || !gs_grow(&out->items, out->count, sizeof *out->items)) {
        free(made);
        return false;
    }
    memcpy(made, source, at);
    memcpy(made + at, change->text, text);
    memcpy(made + at + text, source + at + change->length, length - at - change->length + 1);
    out->items[out->count++] =
        (struct gs_rule_mutant){.rule = rule->name, .line = line, .text = made};
    return true;
}

bool gs_rule_mutants_make(const char *source, struct gs_rule_mutants *out)
{
    char *code = code_of(source);
    bool good = code != NULL;
    int line = 1;
    *out = (struct gs_rule_mutants){0};
    for (size_t i = 0; good && code[i] != '\0'; i++) {
        for (size_t r = 0; good && r < sizeof rules / sizeof rules[0]; r++) {
            struct change change;
            if (rules[r].finds(code, code + i, &change))
                good = add(out, source, i, line, &rules[r], &change);
        }
        line += code[i] == '\n';
    }
    free(code);
    return good;
}

void gs_rule_mutants_release(struct gs_rule_mutants *mutants)
{
    for (size_t i = 0; i < mutants->count; i++)
        free(mutants->items[i].text);
    free(mutants->items);
    *mutants = (struct gs_rule_mutants){0};
}
