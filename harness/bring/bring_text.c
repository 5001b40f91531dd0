#include "bring_parts.h"

#include "files.h"
#include "visible.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char macro[] = "GRIDSTRIDE";

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The end of a comment or a literal that begins at `at`; `at` itself where none does. */
static const char *skip(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end != NULL ? end + 2 : at + strlen(at);
    }
    if (at[0] != '"' && at[0] != '\'')
        return at;
    char quote = *at++;
    while (*at != '\0' && *at != quote && *at != '\n')
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

/* A word that is code and begins so, at or behind `from`; with `whole`, that is it. NULL: there is
 * none. */
static const char *find(const char *from, const char *word, bool whole)
{
    size_t length = strlen(word);
    for (const char *at = from; *at != '\0';) {
        const char *behind = skip(at);
        if (behind != at) {
            at = behind;
        } else if (!is_letter(*at)) {
            at++;
        } else {
            size_t letters = 0;
            while (is_letter(at[letters]))
                letters++;
            if ((whole ? letters == length : letters > length) && strncmp(at, word, length) == 0)
                return at;
            at += letters;
        }
    }
    return NULL;
}

static const char *find_word(const char *from, const char *word)
{
    return find(from, word, true);
}

static const char *find_prefix(const char *from, const char *prefix)
{
    return find(from, prefix, false);
}

bool gs_bring_has_word(const char *text, const char *word)
{
    return find_word(text, word) != NULL;
}

static const char *find_macro(const char *text)
{
    for (const char *at = text; (at = find_word(at, macro)) != NULL; at += strlen(macro)) {
        const char *next = at + strlen(macro);
        next += strspn(next, " \t\r\n");
        /* Its own definition is no use of it. */
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        if (*next == '(' && line[strspn(line, " \t")] != '#')
            return at;
    }
    return NULL;
}

const char *gs_bring_find_definition(const char *from, const char *prefix,
                                     char name[static GS_BRING_NAME])
{
    size_t length = strlen(prefix);
    const char *word = find_prefix(from, prefix);
    for (; word != NULL; word = find_prefix(word + length, prefix)) {
        size_t letters = length;
        while (is_letter(word[letters]))
            letters++;
        const char *next = word + letters;
        next += strspn(next, " \t\r\n");
        if (next[0] != '=' || next[1] == '=' || letters - length >= GS_BRING_NAME)
            continue;
        snprintf(name, GS_BRING_NAME, "%.*s", (int)(letters - length), word + length);
        return next;
    }
    return NULL;
}

bool gs_bring_is_line(const char *text)
{
    return text != NULL && text[0] != '\0' && strlen(text) <= GS_BRING_LINE && gs_is_visible(text);
}

unsigned gs_bring_line_at(const char *text, const char *at)
{
    unsigned line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

unsigned gs_bring_line(const char *text)
{
    const char *at = find_macro(text);
    return at != NULL ? gs_bring_line_at(text, at) : 0;
}

/* Whether the preprocessor may leave a part out. */
static bool has_conditions(const char *text)
{
    for (const char *at = strchr(text, '#'); at != NULL; at = strchr(at + 1, '#')) {
        const char *word = at + 1 + strspn(at + 1, " \t");
        if (strncmp(word, "if", 2) == 0)
            return true;
    }
    return false;
}

unsigned gs_bring_second_line(const char *text)
{
    const char *first = find_macro(text);
    const char *second = first != NULL ? find_macro(first + strlen(macro)) : NULL;
    return second != NULL && !has_conditions(text) ? gs_bring_line_at(text, second) : 0;
}

unsigned gs_bring_line_of(const char *text, const char *word)
{
    const char *macro_at = find_macro(text), *at;
    const char *from = macro_at != NULL ? macro_at : text;
    at = word != NULL && word[0] != '\0' ? strstr(from, word) : NULL;
    return gs_bring_line_at(text, at != NULL ? at : from);
}

bool gs_bring_is_kernel_file(const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode))
        return false;
    char *text = gs_file_text(path);
    bool is = text != NULL && (find_macro(text) != NULL || strstr(text, "gridstride.cuh") != NULL);
    free(text);
    return is;
}
