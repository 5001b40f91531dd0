#include "cli_options.h"

#include "install_paths.h"
#include "numbers.h"
#include "suggest.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 32 };

/* ---- options that a command does not have ---------------------------------------------------- */

/* Adds to a text that may be full. */
__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size, const char *format,
                                                      ...)
{
    size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
}

/* The nearest name, compared without the dashes, which all have. */
static const char *nearest_option(const struct gs_syntax *syntax, const char *name)
{
    const char *names[MOST_OPTIONS];
    size_t count = 0;
    for (const struct gs_option *o = syntax->options; o != NULL && o->name != NULL; o++)
        names[count++] = o->name + 2;
    return gs_nearest(name + strspn(name, "-"), names, count);
}

static enum gs_status unknown_option(const struct gs_syntax *syntax,
                                     const struct gs_syntax *const *commands,
                                     const struct gs_word *word, struct gs_error *error)
{
    char name[64], text[400];
    snprintf(name, sizeof name, "%.*s", (int)word->name_length, word->text);
    snprintf(text, sizeof text, "unknown option \"%s\"", name);
    const char *nearest = nearest_option(syntax, name);
    if (nearest != NULL)
        add(text, sizeof text, "; did you mean \"--%s\"?", nearest);
    const char *before = nearest != NULL ? " It is an option of" : "; it is an option of";
    for (; *commands != NULL; commands++) {
        if (gs_option_find((*commands)->options, word->text, word->name_length) != NULL) {
            add(text, sizeof text, "%s %s", before, (*commands)->name);
            before = ",";
        }
    }
    return gs_fail(error, GS_USAGE, "%s: %s; see %s %s --help", syntax->name, text, gs_called(),
                   syntax->name);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Names between commas: none is empty, and none stands twice. */
static enum gs_status read_names(const char *option, const char *list, struct gs_error *error)
{
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (length == 0)
            return gs_fail(error, GS_USAGE, "%s: a name is missing in \"%.200s\"", option, list);
        for (const char *other = at + length; *other == ',';) {
            size_t other_length = strcspn(++other, ",");
            if (other_length == length && strncmp(at, other, length) == 0)
                return gs_fail(error, GS_USAGE, "%s: \"%.*s\" stands twice; name it once", option,
                               (int)(length < 64 ? length : 64), at);
            other += other_length;
        }
        at += length;
        if (*at == '\0')
            return GS_OK;
    }
}

static enum gs_status read_device(const char *name, struct gs_error *error)
{
    static const char *const names[] = {"auto", "cuda", "sim"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return GS_OK;
    }
    return gs_unknown(error, "device", name, names, sizeof names / sizeof names[0]);
}

static enum gs_status read_number(const struct gs_option *option, const char *text,
                                  struct gs_number *out, struct gs_error *error)
{
    enum gs_status status = gs_number_parse(option->name, text, &out->value, error);
    out->text = text;
    if (status == GS_OK && (out->value < option->least || out->value > option->most))
        status = gs_fail(error, GS_USAGE, "%s: %.64s is not from %zu to %zu", option->name, text,
                         option->least, option->most);
    return status;
}

static enum gs_status store(const struct gs_option *option, const char *value, void *values,
                            struct gs_error *error)
{
    static const struct gs_real_range seconds = {.least = 1e-3, .most = 1e6, .unit = "seconds"};
    void *field = (char *)values + option->at;
    switch (option->kind) {
    case GS_OPTION_FLAG:
        *(bool *)field = true;
        return GS_OK;
    case GS_OPTION_NUMBER:
        return read_number(option, value, field, error);
    case GS_OPTION_SECONDS:
        return gs_real_parse(option->name, value, &seconds, field, error);
    case GS_OPTION_TEXT:
    case GS_OPTION_NAMES:
    case GS_OPTION_DEVICE:
        break;
    }
    *(const char **)field = value;
    if (option->kind == GS_OPTION_NAMES)
        return read_names(option->name, value, error);
    return option->kind == GS_OPTION_DEVICE ? read_device(value, error) : GS_OK;
}

/* ---- words ----------------------------------------------------------------------------------- */

static enum gs_status read_option(const struct gs_syntax *syntax, const struct gs_word *word,
                                  uint32_t *seen, void *values, struct gs_error *error)
{
    const struct gs_option *option = word->option;
    struct gs_error why;
    if (option == gs_help_options)
        return GS_OK;
    if (*seen >> (option - syntax->options) & 1)
        return gs_fail(error, GS_USAGE, "%s: %s stands twice; give it once", syntax->name,
                       option->name);
    *seen |= (uint32_t)1 << (option - syntax->options);
    if (option->kind == GS_OPTION_FLAG && word->value != NULL)
        return gs_fail(error, GS_USAGE, "%s: %s takes no value", syntax->name, option->name);
    if (option->kind != GS_OPTION_FLAG && (word->value == NULL || word->value[0] == '\0'))
        return gs_fail(error, GS_USAGE, "%s: %s needs a value, %s %s; see %s %s --help",
                       syntax->name, option->name, option->name, option->value, gs_called(),
                       syntax->name);
    enum gs_status status = store(option, word->value, values, &why);
    return status == GS_OK ? GS_OK : gs_fail(error, status, "%s: %s", syntax->name, why.text);
}

static enum gs_status check_operands(const struct gs_command_line *line, struct gs_error *error)
{
    const struct gs_syntax *syntax = line->syntax;
    bool many = line->operand_count > syntax->most;
    const char *extra = many ? line->operands[syntax->most] : "";
    if (many && syntax->most == 0)
        return gs_fail(error, GS_USAGE, "%s: \"%.200s\" is too many; see %s %s --help",
                       syntax->name, extra, gs_called(), syntax->name);
    bool few = line->operand_count < syntax->least;
    for (size_t i = 0; i < line->operand_count; i++)
        few = few || line->operands[i][0] == '\0';
    if (few || many)
        return gs_fail(error, GS_USAGE, "%s: name %s, as in: %s %s%s%.200s%s", syntax->name,
                       syntax->wanted, gs_called(), syntax->example, many ? "; \"" : "", extra,
                       many ? "\" is too many" : "");
    return GS_OK;
}

enum gs_status gs_options_read(const struct gs_syntax *syntax,
                               const struct gs_syntax *const *commands, char **words, void *values,
                               struct gs_command_line *line, struct gs_error *error)
{
    struct gs_word word;
    uint32_t seen = 0;
    bool command_seen = false;
    enum gs_status status = GS_OK;
    for (int i = 1; status == GS_OK && gs_word_next(syntax, words, &i, &word);) {
        if (word.kind == GS_WORD_DASHES && !syntax->passes_words)
            return gs_fail(error, GS_USAGE, "%s: \"--\" means nothing here; leave it out",
                           syntax->name);
        if (word.kind == GS_WORD_DASHES) {
            line->passed = words + i;
            break;
        }
        if (word.kind == GS_WORD_OPTION)
            status = word.option != NULL ? read_option(syntax, &word, &seen, values, error)
                                         : unknown_option(syntax, commands, &word, error);
        else if (command_seen)
            line->operands[line->operand_count++] = word.text;
        command_seen = command_seen || word.kind == GS_WORD_OPERAND;
    }
    return status == GS_OK ? check_operands(line, error) : status;
}
