/* Tables of TOML become structs; what is wrong with one is said with its line and key. */
#include "data_parts.h"

#include "name_rules.h"
#include "suggest.h"
#include "visible.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_KEYS = 100, MOST_LINE = 600 };

enum gs_status gs_data_wrong(const struct gs_data_file *file, int line, const char *key,
                             const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return gs_fail(file->error, GS_USAGE, "%.300s:%d: %.60s: %s", file->path, line, key, what);
}

bool gs_data_name_fits(const char *text)
{
    /* What our grammar takes and C++ does not: its keywords, the function that starts a program,
     * and what compilers or the header of the exercise have taken. */
    static const char *const taken[] = {
        "alignas",      "alignof",      "and",           "and_eq",
        "asm",          "auto",         "bitand",        "bitor",
        "bool",         "break",        "case",          "catch",
        "char",         "char16_t",     "char32_t",      "char8_t",
        "class",        "compl",        "concept",       "const",
        "const_cast",   "consteval",    "constexpr",     "constinit",
        "continue",     "co_await",     "co_return",     "co_yield",
        "decltype",     "default",      "delete",        "do",
        "double",       "dynamic_cast", "else",          "enum",
        "explicit",     "export",       "extern",        "false",
        "float",        "for",          "friend",        "goto",
        "if",           "inline",       "int",           "long",
        "main",         "mutable",      "namespace",     "new",
        "noexcept",     "not",          "not_eq",        "nullptr",
        "operator",     "or",           "or_eq",         "private",
        "protected",    "public",       "register",      "reinterpret_cast",
        "requires",     "return",       "short",         "signed",
        "sizeof",       "static",       "static_assert", "static_cast",
        "struct",       "switch",       "template",      "this",
        "thread_local", "throw",        "true",          "try",
        "typedef",      "typeid",       "typename",      "union",
        "unsigned",     "using",        "virtual",       "void",
        "volatile",     "wchar_t",      "while",         "xor",
        "xor_eq",       "linux",        "size_t",        "unix"};
    if (!gs_name_fits(GS_NAME_IN_LESSON, text) || isdigit((unsigned char)text[0]) || text[0] == '_')
        return false;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        if (strcmp(text, taken[i]) == 0)
            return false;
    }
    return true;
}

/* ---- one value ------------------------------------------------------------------------------- */

/* Layout is what lines and tabs are; whatever else moves a terminal's cursor is refused. */
static bool is_shown(const char *text, bool lines)
{
    char plain[GS_MOST_TOML + 1];
    size_t length = strlen(text);
    if (length >= sizeof plain)
        return false;
    for (size_t i = 0; i <= length; i++)
        plain[i] = (char)(lines && (text[i] == '\n' || text[i] == '\t') ? ' ' : text[i]);
    return gs_is_visible(plain);
}

static enum gs_status read_text(const struct gs_data_file *file, const struct gs_toml *value,
                                enum gs_data_kind kind, const char **out)
{
    if (value->kind != GS_TOML_TEXT)
        return gs_data_wrong(file, value->line, value->key, "write a text, in quotes");
    if (value->text[0] == '\0')
        return gs_data_wrong(file, value->line, value->key, "is empty; write a text");
    if (kind != GS_DATA_LINES && strlen(value->text) > MOST_LINE)
        return gs_data_wrong(file, value->line, value->key,
                             "is longer than %d bytes; make it shorter", MOST_LINE);
    if (!is_shown(value->text, kind == GS_DATA_LINES))
        return gs_data_wrong(file, value->line, value->key,
                             "has a character in it that no text needs; write one line of letters "
                             "and signs");
    if (kind == GS_DATA_NAME && !gs_data_name_fits(value->text))
        return gs_data_wrong(file, value->line, value->key,
                             "\"%.63s\" is no name; names are made of %s, begin with a letter, and "
                             "are no words of C++",
                             value->text, gs_name_rule(GS_NAME_IN_LESSON));
    *out = value->text;
    return GS_OK;
}

static bool is_number(const struct gs_toml *value)
{
    return (value->kind == GS_TOML_INTEGER || value->kind == GS_TOML_REAL) && isfinite(value->real);
}

static enum gs_status read_number(const struct gs_data_file *file, const struct gs_toml *value,
                                  double *out)
{
    if (!is_number(value) || value->real < 0 || value->real > 1e15)
        return gs_data_wrong(file, value->line, value->key, "write a number from 0 to 1e15");
    *out = value->real;
    return GS_OK;
}

static enum gs_status read_amount(const struct gs_data_file *file, const struct gs_toml *value,
                                  struct gs_amount *out)
{
    *out = (struct gs_amount){.line = value->line};
    if (value->kind == GS_TOML_TEXT)
        return read_text(file, value, GS_DATA_TEXT, &out->formula);
    if (!is_number(value) || fabs(value->real) > 1e15)
        return gs_data_wrong(
            file, value->line, value->key,
            "write a number, or a formula of the sizes in quotes, as in \"4 * n\"");
    out->real = value->real;
    return GS_OK;
}

static enum gs_status read_value(const struct gs_data_file *file, const struct gs_toml *value,
                                 enum gs_data_kind kind, void *field)
{
    switch (kind) {
    case GS_DATA_NUMBER:
        return read_number(file, value, field);
    case GS_DATA_AMOUNT:
        return read_amount(file, value, field);
    case GS_DATA_TRUTH:
        if (value->kind != GS_TOML_TRUTH)
            return gs_data_wrong(file, value->line, value->key, "write true or false");
        *(bool *)field = value->integer != 0;
        return GS_OK;
    case GS_DATA_DATE:
        if (value->kind != GS_TOML_DATE)
            return gs_data_wrong(file, value->line, value->key,
                                 "write a date without quotes, as in 2026-10-31");
        *(const char **)field = value->text;
        return GS_OK;
    case GS_DATA_TREE:
        *(const struct gs_toml **)field = value;
        return GS_OK;
    default:
        return read_text(file, value, kind, field);
    }
}

/* ---- a table --------------------------------------------------------------------------------- */

static enum gs_status unknown_key(const struct gs_data_file *file, const struct gs_toml *value,
                                  const char *what, const struct gs_data_key *keys)
{
    const char *names[MOST_KEYS];
    char all[240] = "";
    size_t count = 0;
    for (; count < MOST_KEYS && keys[count].name != NULL; count++) {
        names[count] = keys[count].name;
        size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s", count > 0 ? ", " : "", names[count]);
    }
    const char *nearest = gs_nearest(value->key, names, count);
    char shown[64];
    gs_visible_copy(value->key, shown, sizeof shown);
    if (nearest != NULL)
        return gs_data_wrong(file, value->line, shown, "%s has no such key; did you mean \"%s\"?",
                             what, nearest);
    if (strlen(all) + 1 == sizeof all)
        return gs_data_wrong(file, value->line, shown,
                             "%s has no such key; docs/teaching.md lists them", what);
    return gs_data_wrong(file, value->line, shown, "%s has no such key; there are: %s", what, all);
}

enum gs_status gs_data_table(const struct gs_data_file *file, const struct gs_toml *table,
                             const char *what, const struct gs_data_key *keys, void *out)
{
    if (table->kind != GS_TOML_TABLE)
        return gs_data_wrong(file, table->line, table->key != NULL ? table->key : what,
                             "is to be a table, as in { name = \"a\" }");
    for (size_t i = 0; i < table->count; i++) {
        const struct gs_toml *value = &table->items[i];
        const struct gs_data_key *key = keys;
        while (key->name != NULL && strcmp(key->name, value->key) != 0)
            key++;
        if (key->name == NULL)
            return unknown_key(file, value, what, keys);
        enum gs_status status = read_value(file, value, key->kind, (char *)out + key->offset);
        if (status != GS_OK)
            return status;
    }
    for (const struct gs_data_key *key = keys; key->name != NULL; key++) {
        if (key->required && gs_toml_get(table, key->name) == NULL)
            return gs_data_wrong(file, table->line > 0 ? table->line : 1, key->name,
                                 "is missing; %s needs it", what);
    }
    return GS_OK;
}

enum gs_status gs_data_word(const struct gs_data_file *file, const struct gs_toml *table,
                            const char *key, const char *const *words, size_t count,
                            unsigned *value)
{
    const struct gs_toml *given = gs_toml_get(table, key);
    char all[300] = "";
    if (given == NULL)
        return GS_OK;
    for (unsigned i = 0; i < count; i++) {
        size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", words[i]);
        if (given->kind == GS_TOML_TEXT && strcmp(given->text, words[i]) == 0) {
            *value = i;
            return GS_OK;
        }
    }
    const char *nearest =
        given->kind == GS_TOML_TEXT ? gs_nearest(given->text, words, count) : NULL;
    return gs_data_wrong(file, given->line, key, "is to be one of: %s%s%s%s", all,
                         nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                         nearest != NULL ? "\"?" : "");
}
