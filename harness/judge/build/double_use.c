#include "double_use.h"

#include "remark.h"

#include <stdlib.h>
#include <string.h>

bool gs_exercise_avoids_double(const struct gs_exercise *exercise)
{
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *parameter = &exercise->parameters[k];
        bool on_device = parameter->role == GS_NUMBER || parameter->home == GS_HOME_DEVICE;
        if (parameter->dtype == GS_F64 && on_device)
            return false;
    }
    return !exercise->on_host;
}

/* Or its kernels make floats of their own; else they work with integers. */
static bool is_in_float(const struct gs_exercise *exercise)
{
    bool has_float = exercise->in_float;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++)
        has_float |= exercise->parameters[k].dtype == GS_F32;
    return has_float;
}

/* What the data is, and what to use instead. */
static const char *advice_for(const struct gs_exercise *exercise)
{
    return is_in_float(exercise)
               ? "and the data is float: that takes many times as long. Use float, and the "
                 "functions of float (`sqrtf`, `tanhf`)"
               : "and the data are integers: that takes many times as long. Compute with integers, "
                 "and with their functions (`abs`, not `fabs`)";
}

static bool is_among(const char *text, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(text, *words) == 0)
            return true;
    }
    return false;
}

/* Another name for double, by `typedef double real;` or `using real = double;`. */
static bool is_alias(const struct gs_tokens *tokens, const char *word)
{
    for (size_t i = 0; i + 3 < tokens->count; i++) {
        if (gs_token_is(tokens, i, "typedef") && gs_token_is(tokens, i + 1, "double") &&
            gs_token_is(tokens, i + 2, word))
            return true;
        if (gs_token_is(tokens, i, "using") && gs_token_is(tokens, i + 1, word) &&
            gs_token_is(tokens, i + 3, "double"))
            return true;
    }
    return false;
}

/* What printf() prints of a float is always a double. */
static bool is_print(const struct gs_tokens *tokens, size_t index)
{
    return gs_token_is(tokens, index, "printf") && gs_token_is(tokens, index + 1, "(");
}

/* ---- numbers among floats -------------------------------------------------------------------- */

static bool is_float_literal(const char *number)
{
    bool hex = number[0] == '0' && (number[1] == 'x' || number[1] == 'X');
    return !hex && strchr("fF", number[strlen(number) - 1]) != NULL;
}

static bool has_point(const char *number)
{
    return strpbrk(number, ".eE") != NULL;
}

/* Whether the argument from `begin` to `end` is made of numbers alone, none of them a float. */
static bool is_plain_number(const struct gs_tokens *tokens, size_t begin, size_t end,
                            bool integers_too)
{
    bool found = false;
    for (size_t i = begin; i < end; i++) {
        const struct gs_token *token = &tokens->items[i];
        if (token->kind == GS_TOKEN_WORD ||
            (token->kind == GS_TOKEN_NUMBER && is_float_literal(token->text)))
            return false;
        found |= token->kind == GS_TOKEN_NUMBER && (integers_too || has_point(token->text));
    }
    return found;
}

/* The first argument that makes the call at `index` one of double; 0: there is none. */
static size_t find_number(const struct gs_tokens *tokens, size_t index)
{
    static const char *const promoting[] = {"pow",   "fmax", "fmin",      "fmod",     "hypot",
                                            "atan2", "fdim", "remainder", "copysign", NULL};
    static const char *const comparing[] = {"max", "min", NULL}; /* of integers as well */
    const char *name = tokens->items[index].text;
    bool promotes = is_among(name, promoting);
    if ((!promotes && !is_among(name, comparing)) || !gs_token_is(tokens, index + 1, "("))
        return 0;
    size_t begin = index + 2, close = tokens->items[index + 1].match;
    for (size_t i = begin; i <= close && close < tokens->count; i++) {
        if (i == close || gs_token_is(tokens, i, ",")) {
            if (is_plain_number(tokens, begin, i, promotes))
                return begin;
            begin = i + 1;
        } else if (gs_token_is(tokens, i, "(") || gs_token_is(tokens, i, "[")) {
            i = tokens->items[i].match;
        }
    }
    return 0;
}

/* ---- all together ---------------------------------------------------------------------------- */

static void say_word(const struct gs_source *source, const struct gs_exercise *exercise,
                     const struct gs_token *token, json_t *remarks)
{
    gs_remark_add(remarks, "double-literal", source, token->line, "",
                  "`%.60s` in line %u makes the kernel compute in double, %s.", token->text,
                  token->line, advice_for(exercise));
}

static void say_number(const struct gs_source *source, const struct gs_token *name,
                       const struct gs_token *number, json_t *remarks)
{
    gs_remark_add(remarks, "double-literal", source, name->line, "",
                  "The argument `%.40s` makes `%.40s` a function of double here. Use a function of "
                  "float, as `%.40sf`, or a product.",
                  number->text, name->text,
                  strcmp(name->text, "max") == 0   ? "fmax"
                  : strcmp(name->text, "min") == 0 ? "fmin"
                                                   : name->text);
}

static void check_function(const struct gs_source *source, const struct gs_exercise *exercise,
                           const struct gs_source_function *f, json_t *remarks)
{
    const struct gs_tokens *tokens = &source->compiled;
    for (size_t i = f->head; i < f->end; i++) {
        const struct gs_token *token = &tokens->items[i];
        if (token->kind != GS_TOKEN_WORD || token->line == 0)
            continue;
        size_t number = find_number(tokens, i);
        if (is_print(tokens, i))
            i = tokens->items[i + 1].match;
        else if (number != 0)
            say_number(source, token, &tokens->items[number], remarks);
        else if (strcmp(token->text, "double") == 0 || is_alias(tokens, token->text))
            say_word(source, exercise, token, remarks);
    }
}

void gs_source_check_double(const struct gs_source *source, const struct gs_exercise *exercise,
                            json_t *remarks)
{
    for (size_t i = 0; i < source->function_count; i++) {
        if (source->functions[i].global || source->functions[i].device)
            check_function(source, exercise, &source->functions[i], remarks);
    }
}

/* ---- statements, as the compiler has them ---------------------------------------------------- */

/* `[FILE:LINE:COLUMN] _1 = (double) x;`: the line of FILE; 0: it is of another file. */
static unsigned line_of_statement(const char *statement, const char *file)
{
    const char *open = statement + strspn(statement, " \t");
    const char *end = open + strcspn(open, "] \n");
    const size_t length = strlen(file);
    for (const char *name = open + 1; *open == '[' && name + length < end; name++) {
        if ((name[-1] == '[' || name[-1] == '/') && name[length] == ':' &&
            strncmp(name, file, length) == 0)
            return (unsigned)strtoul(name + length + 1, NULL, 10);
    }
    return 0;
}

static void check_statement(const struct gs_source *source, const struct gs_exercise *exercise,
                            unsigned line, json_t *remarks)
{
    if (!gs_source_is_of_device(source, line) || gs_source_prints(source, line))
        return;
    gs_remark_add(remarks, "double-literal", source, line, "",
                  "Line %u makes a double of a number and computes in double, %s.", line,
                  advice_for(exercise));
}

void gs_gimple_check_double(const struct gs_source *source, const struct gs_exercise *exercise,
                            const char *file, const char *gimple, json_t *remarks)
{
    const size_t before = json_array_size(remarks);
    unsigned last = 0; /* all statements of one line have one answer */
    const char *found = gimple;
    while (json_array_size(remarks) == before && (found = strstr(found, "double) ")) != NULL) {
        const char *statement = found;
        while (statement > gimple && statement[-1] != '\n')
            statement--;
        const unsigned line = line_of_statement(statement, file);
        if (line > 0 && line != last)
            check_statement(source, exercise, line, remarks);
        last = line;
        found += strcspn(found, "\n");
    }
}
