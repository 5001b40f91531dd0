#include "early_return.h"

#include <ctype.h>
#include <string.h>

enum { most_lines = 400, most_header = 400 };

/* What has been read, backwards, since the last `;`, `{` or `}`. */
struct scan {
    char header[most_header + 1]; /* ends at its array's end */
    size_t length;
    int depth;   /* of the braces that were closed and not opened yet, */
    int parens;  /* and of parentheses: a `;` in them ends nothing */
    bool opened; /* a brace that encloses the statement comes next */
    bool begun;  /* the statement's own words are complete */
    bool in_branch, has_return, at_function;
};

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        if ((at == text || !is_part(at[-1])) && !is_part(at[length]))
            return true;
    return false;
}

/* The words before a `{`, or of a whole statement. */
static void end_header(struct scan *scan, bool opens)
{
    const char *words = scan->header + most_header - scan->length;

    for (const char *at; (at = strstr(words, "*/")) != NULL;)
        words = at + 2; /* words of a comment are none */
    bool branch = has_word(words, "if") || has_word(words, "else") || has_word(words, "case") ||
                  has_word(words, "switch");
    bool loop = has_word(words, "for") || has_word(words, "while") || has_word(words, "do");

    scan->has_return = scan->has_return || has_word(words, "return");
    if (opens || !scan->begun)
        scan->in_branch = scan->in_branch || branch;
    if (opens)
        scan->at_function = !branch && !loop && strchr(words, ')') != NULL;
    scan->begun = true;
    scan->length = 0;
}

static void take(struct scan *scan, char c)
{
    bool ends = scan->parens == 0 && strchr(";{}", c) != NULL;

    scan->parens += (c == ')') - (c == '(');
    if (!ends) {
        if (scan->length < most_header)
            scan->header[most_header - ++scan->length] = c;
        return;
    }
    end_header(scan, scan->opened);
    scan->opened = c == '{' && scan->depth == 0;
    scan->depth += (c == '}') - (c == '{' && scan->depth > 0);
}

/* Where a comment begins; the line's end if it has none. */
static size_t code_of(const char *text)
{
    const char *comment = strstr(text, "//");

    return comment ? (size_t)(comment - text) : strlen(text);
}

bool simt_is_after_return(const struct simt_position *statement)
{
    struct scan scan = {.length = 0};

    for (int back = 0; statement->path && back < most_lines && back < statement->line; back++) {
        const char *text = simt_source_line(statement->path, statement->line - back);
        const char *call = text && back == 0 ? strstr(text, "__sync") : NULL;

        if (!text)
            return false;
        for (size_t i = call ? (size_t)(call - text) : code_of(text); i-- > 0;) {
            take(&scan, text[i]);
            if (scan.at_function)
                return scan.has_return && !scan.in_branch;
        }
        take(&scan, ' ');
    }
    if (scan.opened) /* the file's first function */
        end_header(&scan, true);
    return scan.at_function && scan.has_return && !scan.in_branch;
}
