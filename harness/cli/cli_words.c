#include "cli_words.h"

#include <string.h>

const struct gs_option gs_help_options[] = {
    {"--help", NULL, GS_OPTION_FLAG, .help = "print this"},
    {0},
};

const struct gs_option *gs_option_find(const struct gs_option *options, const char *name,
                                       size_t length)
{
    for (; options != NULL && options->name != NULL; options++) {
        if (strlen(options->name) == length && strncmp(options->name, name, length) == 0)
            return options;
    }
    return NULL;
}

/* A word that is never taken for the value of the option before it; "-33" may be one. */
static bool looks_like_option(const char *word)
{
    return strncmp(word, "--", 2) == 0 || strcmp(word, "-h") == 0;
}

bool gs_word_next(const struct gs_syntax *syntax, char **words, int *index, struct gs_word *out)
{
    const char *text = words[*index];
    if (text == NULL)
        return false;
    ++*index;
    *out = (struct gs_word){.kind = GS_WORD_OPERAND, .text = text};
    if (text[0] != '-')
        return true;
    if (strcmp(text, "--") == 0) {
        out->kind = GS_WORD_DASHES;
        return true;
    }
    out->kind = GS_WORD_OPTION;
    out->name_length = strcspn(text, "=");
    if (text[out->name_length] == '=')
        out->value = text + out->name_length + 1;
    out->option = gs_option_find(syntax->options, text, out->name_length);
    if (out->option == NULL)
        out->option = gs_option_find(gs_help_options, text, out->name_length);
    if (strcmp(text, "-h") == 0)
        out->option = &gs_help_options[0];
    const char *next = words[*index];
    if (out->option != NULL && out->option->kind != GS_OPTION_FLAG && out->value == NULL &&
        next != NULL && !looks_like_option(next)) {
        out->value = next;
        ++*index;
    }
    return true;
}

bool gs_word_find(const struct gs_syntax *syntax, char **words, const char *name,
                  struct gs_word *out)
{
    struct gs_word word;
    bool found = false;
    for (int i = 1; gs_word_next(syntax, words, &i, &word) && word.kind != GS_WORD_DASHES;) {
        if (word.option != NULL && strcmp(word.option->name, name) == 0) {
            *out = word;
            found = true;
        }
    }
    return found;
}

/* Where the first operand is, as a command reads the words. An option that it does not have takes
 * a value where one of the `others` does; without others there is no such option. 0: none. */
static int first_operand(const struct gs_syntax *syntax, const struct gs_syntax *const *others,
                         char **words)
{
    struct gs_word word;
    for (int i = 1; gs_word_next(syntax, words, &i, &word) && word.kind != GS_WORD_DASHES;) {
        if (word.kind == GS_WORD_OPERAND)
            return i - 1;
        if (word.option == NULL && others == NULL)
            return 0;
        int at = i - 1;
        for (size_t c = 0; word.option == NULL && others[c] != NULL; c++) {
            i = at;
            gs_word_next(others[c], words, &i, &word);
        }
    }
    return 0;
}

const struct gs_syntax *gs_word_command(const struct gs_syntax *const *commands, char **words,
                                        const char **other)
{
    static const struct gs_syntax none = {.name = ""};
    *other = NULL;
    if (words[0] == NULL)
        return NULL;
    /* A command that has all options before it comes before one that has not. */
    const struct gs_syntax *const *const others[] = {NULL, commands};
    for (size_t pass = 0; pass < 2; pass++) {
        for (int i = 1; words[i] != NULL; i++) {
            for (size_t c = 0; commands[c] != NULL; c++) {
                if (strcmp(words[i], commands[c]->name) == 0 &&
                    first_operand(commands[c], others[pass], words) == i)
                    return commands[c];
            }
        }
    }
    int operand = first_operand(&none, commands, words);
    *other = operand > 0 ? words[operand] : NULL;
    return NULL;
}
