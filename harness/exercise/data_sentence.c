/* Sentences of a teacher's, in which numbers and names are filled in. */
#include "data_parts.h"

#include "exercise_tools.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int line_of(const struct gs_toml *table, const char *key)
{
    const struct gs_toml *value = gs_toml_get(table, key);
    return value != NULL ? value->line : table->line;
}

/* What marks and statistics call it: "sign-lost". */
enum gs_status gs_data_try_kind(const struct gs_data_file *file, const struct gs_toml *table,
                                const char *kind)
{
    const size_t room = sizeof((struct gs_saying *)NULL)->kind;
    if (strlen(kind) < room && kind[strspn(kind, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0')
        return GS_OK;
    return gs_data_wrong(
        file, line_of(table, "kind"), "kind",
        "\"%.63s\" is no name for a kind of mistake; write one of a-z, 0-9 and -, of "
        "at most 39 letters",
        kind);
}

/* What stands in brackets in a sentence: a formula, and how many digits of it are shown: "{got}",
 * "{got:17}". */
struct hole {
    char formula[GS_MOST_FORMULA + 1];
    int digits;
    size_t length; /* with its brackets */
};

/* The colon of the digits: one more than those that belong to a `?`. NULL: there is none. */
static const char *find_digits(const char *text, size_t length)
{
    const char *last = NULL;
    int open = 0;
    for (size_t k = 0; k < length; k++) {
        open += text[k] == '?';
        open -= text[k] == ':';
        last = text[k] == ':' ? text + k : last;
    }
    return open < 0 ? last : NULL;
}

static bool read_hole(const char *text, struct hole *hole)
{
    const size_t inside = strcspn(text, "}");
    const char *colon = find_digits(text, inside);
    const size_t formula = colon != NULL ? (size_t)(colon - text) : inside;
    *hole = (struct hole){.digits = 6, .length = inside + 1};
    if (text[inside] == '\0' || formula > sizeof hole->formula)
        return false;
    const long digits = colon != NULL ? strtol(colon + 1, NULL, 10) : hole->digits;
    hole->digits = digits >= 1 && digits <= 17 ? (int)digits : 0;
    (void)snprintf(hole->formula, sizeof hole->formula, "%.*s", (int)formula - 1, text + 1);
    return hole->digits > 0;
}

/* The name that stands in place of a formula; NULL: it is none. */
static const char *find_word(const struct gs_data_word *words, const char *name)
{
    for (; words != NULL && words->name != NULL; words++) {
        if (strcmp(words->name, name) == 0)
            return words->text;
    }
    return NULL;
}

enum gs_status gs_data_try_sentence(const struct gs_data_file *file, const struct gs_toml *table,
                                    const char *says, const struct gs_formula_names *names,
                                    const struct gs_data_word *words)
{
    const int line = line_of(table, "says");
    struct hole hole;
    char why[200];
    for (const char *at = strchr(says, '{'); at != NULL; at = strchr(at + hole.length, '{')) {
        if (!read_hole(at, &hole))
            return gs_data_wrong(file, line, "says",
                                 "has a { without its }; write a formula between them, and digits "
                                 "from 1 to 17 behind a colon, as in {got} or {got:17}");
        if (find_word(words, hole.formula) != NULL)
            continue;
        struct gs_formula *formula = gs_formula_read(hole.formula, names, why, sizeof why);
        gs_formula_release(formula);
        if (formula == NULL)
            return gs_data_wrong(file, line, "says", "\"{%.120s}\" %s", hole.formula, why);
    }
    return GS_OK;
}

/* Whole numbers with all their digits. */
static void put_number(char *text, size_t size, long double value, int digits)
{
    if (value == floorl(value) && fabsl(value) < 1e15L)
        (void)snprintf(text, size, "%.0Lf", value);
    else
        (void)snprintf(text, size, "%.*Lg", digits, value);
}

static void fill_hole(const struct hole *hole, const struct gs_formula_names *names,
                      const struct gs_formula_at *at, const struct gs_data_word *words, char *text,
                      size_t size)
{
    char why[200];
    const char *word = find_word(words, hole->formula);
    if (word != NULL) {
        (void)snprintf(text, size, "%s", word);
        return;
    }
    struct gs_formula *formula = gs_formula_read(hole->formula, names, why, sizeof why);
    if (formula != NULL)
        put_number(text, size, gs_formula_value(formula, at), hole->digits);
    gs_formula_release(formula);
}

void gs_data_say(const char *kind, const char *says, const struct gs_formula_names *names,
                 const struct gs_formula_at *at, const struct gs_data_word *words,
                 struct gs_saying *out)
{
    char sentence[sizeof out->sentence] = "";
    struct hole hole;
    for (const char *from = says; *from != '\0'; from += hole.length) {
        const size_t length = strlen(sentence), plain = strcspn(from, "{");
        (void)snprintf(sentence + length, sizeof sentence - length, "%.*s", (int)plain, from);
        from += plain;
        if (*from == '\0' || !read_hole(from, &hole))
            break;
        const size_t used = strlen(sentence);
        fill_hole(&hole, names, at, words, sentence + used, sizeof sentence - used);
    }
    (void)gs_say(out, kind, "%s", sentence);
}
