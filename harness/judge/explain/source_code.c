#include "source_code.h"

#include <stdio.h>
#include <string.h>

/* ---- tokens ---------------------------------------------------------------------------------- */

static const char *text_at(const struct gs_source *source, size_t at)
{
    return at < source->compiled.count ? source->compiled.items[at].text : "";
}

static bool is(const struct gs_source *source, size_t at, const char *text)
{
    return gs_token_is(&source->compiled, at, text);
}

const struct gs_source_function *gs_code_kernel(const struct gs_source *source, const char *name)
{
    for (size_t i = 0; i < source->function_count; i++) {
        if (source->functions[i].global && strcmp(source->functions[i].name, name) == 0)
            return &source->functions[i];
    }
    return NULL;
}

const struct gs_source_function *gs_code_any_kernel(const struct gs_source *source)
{
    for (size_t i = 0; i < source->function_count; i++) {
        if (source->functions[i].global)
            return &source->functions[i];
    }
    return NULL;
}

size_t gs_code_find(const struct gs_source *source, const struct gs_source_function *function,
                    size_t from, const char *word)
{
    size_t at = from > function->body ? from : function->body;
    while (at < function->end && !is(source, at, word))
        at++;
    return at < function->end ? at : function->end;
}

bool gs_code_has(const struct gs_source *source, const struct gs_source_function *function,
                 const char *word)
{
    return gs_code_find(source, function, function->body, word) < function->end;
}

bool gs_code_is(const struct gs_source *source, size_t at, const char *text)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        const char *token = text_at(source, at++);
        if (strlen(token) != length || strncmp(token, text, length) != 0)
            return false;
        text += length;
        text += strspn(text, " ");
    }
    return true;
}

/* How much of the text the tokens [from, to) are, but for blanks; 0: it does not begin with them.
 */
static size_t match_tokens(const struct gs_source *source, size_t from, size_t to, const char *text)
{
    const char *at = text;
    for (size_t i = from; i < to; i++) {
        const char *token = text_at(source, i);
        at += strspn(at, " \t");
        if (strncmp(at, token, strlen(token)) != 0)
            return 0;
        at += strlen(token);
    }
    return (size_t)(at - text);
}

struct gs_code_text gs_code_write(const struct gs_source *source, size_t from, size_t to)
{
    struct gs_code_text written = {""};
    char line[512];
    gs_source_copy_line(source, source->compiled.items[from].line, line, sizeof line);
    for (const char *at = line; *at != '\0'; at++) {
        const size_t length = *at != ' ' ? match_tokens(source, from, to, at) : 0;
        if (length == 0)
            continue;
        snprintf(written.text, sizeof written.text, "%.*s", (int)length, at);
        return written;
    }
    for (size_t i = from, length = 0; i < to && length + 1 < sizeof written.text; i++)
        length += (size_t)snprintf(written.text + length, sizeof written.text - length, "%s%s",
                                   i > from ? " " : "", text_at(source, i));
    return written;
}

/* ---- launches and arguments ------------------------------------------------------------------ */

/* Behind `<<<` and what is between them, the ( of the arguments; 0: there is none. */
static size_t arguments_of(const struct gs_source *source, size_t at)
{
    for (size_t i = at; i < source->compiled.count && !is(source, i, ";"); i++) {
        if (gs_code_is(source, i, "> > > ("))
            return i + 3;
    }
    return 0;
}

bool gs_code_next_launch(const struct gs_source *source, size_t from, struct gs_code_launch *launch)
{
    for (size_t i = from; i + 3 < source->compiled.count; i++) {
        if (source->compiled.items[i].kind != GS_TOKEN_WORD || !gs_code_is(source, i + 1, "< < <"))
            continue;
        *launch = (struct gs_code_launch){.at = i, .open = arguments_of(source, i + 4)};
        if (launch->open != 0)
            return true;
    }
    return false;
}

bool gs_code_argument(const struct gs_source *source, size_t open, unsigned index, size_t *from,
                      size_t *to)
{
    const size_t close = source->compiled.items[open].match;
    size_t begin = open + 1;
    for (size_t i = begin; i <= close && i < source->compiled.count; i++) {
        const size_t match = source->compiled.items[i].match;
        if (i != close && strchr("([{", text_at(source, i)[0]) != NULL && match > i &&
            match < close) {
            i = match;
        } else if (i == close || is(source, i, ",")) {
            *from = begin;
            *to = i;
            if (index-- == 0)
                return begin < i;
            begin = i + 1;
        }
    }
    return false;
}

/* The name of parameter `index`: the last word of its declaration. */
static const char *parameter_name(const struct gs_source *source,
                                  const struct gs_source_function *function, unsigned index)
{
    size_t from, to;
    return gs_code_argument(source, function->parameters, index, &from, &to)
               ? text_at(source, to - 1)
               : "";
}

const char *gs_code_name_in_kernel(const struct gs_source *source,
                                   const struct gs_source_function *kernel, const char *name)
{
    struct gs_code_launch launch = {.at = 0};
    for (size_t at = 0; gs_code_next_launch(source, at, &launch); at = launch.open) {
        size_t from, to;
        if (!is(source, launch.at, kernel->name))
            continue;
        for (unsigned k = 0; gs_code_argument(source, launch.open, k, &from, &to); k++) {
            if (is(source, to - 1, name) && parameter_name(source, kernel, k)[0] != '\0')
                return parameter_name(source, kernel, k);
        }
    }
    return name;
}

/* ---- bounds checks --------------------------------------------------------------------------- */

/* `if (i > n) return`: behind the comparison the condition ends, or goes on with ||. */
static bool leaves(const struct gs_source *source, size_t at)
{
    while (at < source->compiled.count && !is(source, at, ";") && !is(source, at, ")"))
        at++;
    while (is(source, at, ")") || is(source, at, "{"))
        at++;
    return is(source, at, "return") || is(source, at, "continue") || is(source, at, "break");
}

/* The condition of an `if` that the token is the second or a later one of. */
static bool is_if(const struct gs_source *source, size_t at)
{
    while (at > 0 && !is(source, at, ";") && !is(source, at, "{") && !is(source, at, "if"))
        at--;
    return is(source, at, "if");
}

/* Whether a return, or the like, stands in what an `if` does whose condition `at` is in. */
static bool leaves_within(const struct gs_source *source, size_t at)
{
    while (at > 0 && !is(source, at, "if"))
        at--;
    const size_t body = source->compiled.items[at + 1].match + 1;
    const size_t end = is(source, body, "{") ? source->compiled.items[body].match : 0;
    for (size_t i = body; i < source->compiled.count && (end != 0 ? i < end : !is(source, i, ";"));
         i++) {
        if (is(source, i, "return") || is(source, i, "continue") || is(source, i, "break"))
            return true;
    }
    return false;
}

/* Where a comparison ends whose operator is at `at`. */
static size_t end_of_comparison(const struct gs_source *source, size_t at)
{
    static const char *const ends[] = {")", ";", "&&", "||", "&", "|", "?", "{"};
    for (size_t i = at; i < source->compiled.count; i++) {
        for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
            if (is(source, i, ends[k]))
                return i;
        }
    }
    return source->compiled.count;
}

/* Where it begins. */
static size_t begin_of_comparison(const struct gs_source *source, size_t at)
{
    static const char *const before[] = {"(", ";", "&&", "||", "?", "{", "=", "return", "&", "|"};
    for (size_t i = at; i > 0; i--) {
        for (size_t k = 0; k < sizeof before / sizeof before[0]; k++) {
            if (is(source, i - 1, before[k]))
                return i;
        }
        if (is(source, i - 1, ")") || is(source, i - 1, "]"))
            i = source->compiled.items[i - 1].match + 1;
    }
    return at;
}

/* All of the condition of an `if`, `while` or `for` that the comparison [from, to) is a part of;
 * the comparison itself, of a value that is kept. */
static struct gs_code_text whole_condition(const struct gs_source *source, size_t from, size_t to)
{
    size_t open = from;
    while (
        open > 0 && !is(source, open, ";") && !is(source, open, "{") && !is(source, open, "}") &&
        !(is(source, open, "(") && (is(source, open - 1, "if") || is(source, open - 1, "while"))))
        open--;
    const size_t close = source->compiled.items[open].match;
    if (!is(source, open, "(") || close < to || close >= source->compiled.count)
        return gs_code_write(source, from, to);
    return gs_code_write(source, open + 1, close);
}

/* Whether the token stands in brackets behind a `!`: `!(i < n && i > 0)`. */
static bool is_negated(const struct gs_source *source, size_t at)
{
    bool negated = false;
    for (size_t i = at; i > 0 && !is(source, i, ";") && !is(source, i, "{") && !is(source, i, "}");
         i--) {
        if (is(source, i, "(") && source->compiled.items[i].match > at && is(source, i - 1, "!"))
            negated = !negated;
    }
    return negated;
}

/* The comparison at `at`, as it is without a `!` around it. */
static const char *meaning_of(const struct gs_source *source, size_t at)
{
    static const char *const opposites[][2] = {{"<", ">="}, {"<=", ">"}, {">", "<="}, {">=", "<"}};
    const char *operator= text_at(source, at);
    for (size_t k = 0; k < sizeof opposites / sizeof opposites[0]; k++) {
        if (strcmp(operator, opposites[k][0]) == 0 && is_negated(source, at))
            return opposites[k][1];
    }
    return operator;
}

/* `> n) return n;`, `>= n ? n :` and `> n) i = n;`, of a comparison whose operator is at `at`. */
static bool gives_end(const struct gs_source *source, size_t at, const char *number)
{
    size_t i = end_of_comparison(source, at);
    const bool chooses = is(source, i, "?");
    i += is(source, i, ")") || chooses;
    i += is(source, i, "{");
    if (is(source, i, "return"))
        i++;
    else if (is(source, i + 1, "="))
        i += 2;
    else if (!chooses)
        return false;
    return is(source, i, number) && (is(source, i + 1, ";") || is(source, i + 1, ":"));
}

/* Of a comparison whose operator is at `at`; the number stands to its left where `mirrored`. */
static struct gs_code_guard guard_at(const struct gs_source *source, size_t at, bool mirrored)
{
    const char *operator= meaning_of(source, at);
    /* and not i <= n - 1, n - 1 >= i, or i + 1 <= n; but i - first <= n is */
    const bool moved =
        begin_of_comparison(source, at) != at - 1 && (mirrored || gs_code_is(source, at - 2, "+"));
    const bool plain = end_of_comparison(source, at) == at + 2 && !moved;
    const bool up_to = plain && strcmp(operator, mirrored ? ">=" : "<=") == 0;
    const bool beyond = strcmp(operator, mirrored ? "<" : ">") == 0;
    const bool below = strcmp(operator, mirrored ? ">" : "<") == 0;
    const bool from_on = beyond || strcmp(operator, mirrored ? "<=" : ">=") == 0;
    const size_t begin = begin_of_comparison(source, at), end = end_of_comparison(source, at);
    const bool gives =
        plain && from_on && gives_end(source, at, text_at(source, mirrored ? at - 1 : at + 1));
    return (struct gs_code_guard){
        .line = (int)source->compiled.items[at].line,
        .text = gs_code_write(source, begin, end),
        .whole = whole_condition(source, begin, end),
        .lets_end_through = up_to || (plain && beyond && leaves(source, at) && !gives),
        .gives_end = gives,
        .leaves_end_out = !mirrored && below && begin == at - 1 && end == at + 4 &&
                          gs_code_is(source, at + 2, "- 1"),
        .sends_away = below && is_if(source, at) && leaves(source, at),
        .lets_beyond = plain && from_on && is_if(source, at) && !leaves_within(source, at)};
}

static bool is_comparison(const struct gs_source *source, size_t at)
{
    static const char *const operators[] = {"<", "<=", ">", ">=", "!=", "=="};
    for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
        if (is(source, at, operators[k]))
            return true;
    }
    return false;
}

/* `x < y`, in whichever order, of two words. */
static bool compares(const struct gs_source *source, size_t at, const char *x, const char *y)
{
    return is_comparison(source, at) && ((is(source, at - 1, x) && is(source, at + 1, y)) ||
                                         (is(source, at - 1, y) && is(source, at + 1, x)));
}

/* The comparison of the two in the kernel, at its operator; 0: there is none. */
static size_t find_comparison(const struct gs_source *source,
                              const struct gs_source_function *kernel, const char *x, const char *y)
{
    for (size_t i = kernel->body + 1; i + 1 < kernel->end; i++) {
        if (compares(source, i, x, y))
            return i;
    }
    return 0;
}

/* `name = ... threadIdx.y ...;`, where `what` is "threadIdx . y" */
static bool is_made_of(const struct gs_source *source, const struct gs_source_function *kernel,
                       const char *name, const char *what)
{
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(source, i, name) || !is(source, i + 1, "="))
            continue;
        for (size_t k = i; k < kernel->end && !is(source, k, ";"); k++) {
            if (gs_code_is(source, k, what))
                return true;
        }
    }
    return false;
}

/* Whether one of the tokens [from, to) is of the thread, or a name that is made so. */
static bool has_thread(const struct gs_source *source, const struct gs_source_function *kernel,
                       size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (is(source, i, "threadIdx") || is(source, i, "blockIdx") ||
            is_made_of(source, kernel, text_at(source, i), "threadIdx") ||
            is_made_of(source, kernel, text_at(source, i), "blockIdx"))
            return true;
    }
    return false;
}

/* A number that tells threads apart: made of theirs, as `i` is, or of that, as `i / columns`. What
 * a loop counts is none, and may go over the columns of one matrix and the rows of another. */
static bool is_of_thread(const struct gs_source *source, const struct gs_source_function *kernel,
                         const char *name)
{
    enum { MOST_TOKENS = 32 };
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(source, i, name) || !is(source, i + 1, "="))
            continue;
        size_t end = i + 2;
        while (end < kernel->end && !is(source, end, ";") && end < i + MOST_TOKENS)
            end++;
        if (has_thread(source, kernel, i + 2, end))
            return true;
    }
    return false;
}

size_t gs_code_swapped_index(const struct gs_source *source,
                             const struct gs_source_function *kernel,
                             const struct gs_exercise *exercise)
{
    if (kernel == NULL || exercise->m_name == NULL)
        return 0;
    const char *rows = gs_code_name_in_kernel(source, kernel, exercise->n_name);
    const char *columns = gs_code_name_in_kernel(source, kernel, exercise->m_name);
    for (size_t i = kernel->body; i + 6 < kernel->end; i++) {
        const char *row = text_at(source, i + 1), *column = text_at(source, i + 5);
        if (!is(source, i, "[") || !is(source, i + 2, "*") || !is(source, i + 3, columns) ||
            !is(source, i + 4, "+") || !is(source, i + 6, "]"))
            continue;
        if (find_comparison(source, kernel, row, columns) != 0 &&
            find_comparison(source, kernel, column, rows) != 0 &&
            find_comparison(source, kernel, row, rows) == 0 && is_of_thread(source, kernel, row) &&
            is_made_of(source, kernel, column, "threadIdx . y") &&
            !is_made_of(source, kernel, row, "threadIdx . y"))
            return i;
    }
    return 0;
}

struct gs_code_guard gs_code_swapped_bounds(const struct gs_source *source,
                                            const struct gs_source_function *kernel,
                                            const struct gs_exercise *exercise)
{
    enum { MOST_PLACES = 64 };
    const struct gs_code_guard none = {.line = 0};
    size_t places = 0;
    if (kernel == NULL || exercise->m_name == NULL ||
        gs_code_swapped_index(source, kernel, exercise) != 0)
        return none;
    const char *rows = gs_code_name_in_kernel(source, kernel, exercise->n_name);
    const char *columns = gs_code_name_in_kernel(source, kernel, exercise->m_name);
    for (size_t i = kernel->body; i + 5 < kernel->end && places < MOST_PLACES; i++) {
        const char *row = text_at(source, i + 1), *column = text_at(source, i + 5);
        if (!is(source, i, "[") || !is(source, i + 2, "*") || !is(source, i + 3, columns) ||
            !is(source, i + 4, "+"))
            continue;
        places++;
        const size_t at = find_comparison(source, kernel, row, columns);
        /* What comes from the blocks along x may be a column rightly, and the index be wrong. */
        if (at == 0 || find_comparison(source, kernel, column, rows) == 0 ||
            find_comparison(source, kernel, row, rows) != 0 ||
            is_made_of(source, kernel, row, "blockIdx . x") || !is_of_thread(source, kernel, row) ||
            !is_of_thread(source, kernel, column))
            continue;
        return guard_at(source, at, is(source, at - 1, columns));
    }
    return none;
}

struct gs_code_guard gs_code_turned_bounds(const struct gs_source *source,
                                           const struct gs_source_function *kernel,
                                           const struct gs_exercise *exercise, size_t *at)
{
    const struct gs_code_guard none = {.line = 0};
    if (kernel == NULL || exercise->m_name == NULL)
        return none;
    const char *rows = gs_code_name_in_kernel(source, kernel, exercise->n_name);
    const char *columns = gs_code_name_in_kernel(source, kernel, exercise->m_name);
    for (*at = kernel->body; *at + 6 < kernel->end; ++*at) {
        const char *a = text_at(source, *at + 1), *b = text_at(source, *at + 5);
        if (!is(source, *at, "[") || !is(source, *at + 2, "*") || !is(source, *at + 3, rows) ||
            !is(source, *at + 4, "+") || !is(source, *at + 6, "]") ||
            !is_made_of(source, kernel, a, "blockIdx . x") ||
            !is_made_of(source, kernel, b, "blockIdx . y"))
            continue;
        const size_t test = find_comparison(source, kernel, a, rows);
        if (test != 0 && find_comparison(source, kernel, b, columns) != 0 &&
            find_comparison(source, kernel, a, columns) == 0)
            return guard_at(source, test, is(source, test - 1, rows));
    }
    return none;
}

/* `name = ... blockIdx ...;` */
static bool is_made_of_block(const struct gs_source *source,
                             const struct gs_source_function *kernel, const char *name)
{
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        if (!is(source, i, name) || !is(source, i + 1, "="))
            continue;
        for (size_t k = i; k < kernel->end && !is(source, k, ";"); k++) {
            if (is(source, k, "blockIdx"))
                return true;
        }
    }
    return false;
}

bool gs_code_tests_index(const struct gs_source *source, const struct gs_source_function *kernel)
{
    for (size_t i = kernel != NULL ? kernel->body + 1 : 0; kernel != NULL && i < kernel->end; i++) {
        if (is_comparison(source, i) && (is_made_of_block(source, kernel, text_at(source, i - 1)) ||
                                         is_made_of_block(source, kernel, text_at(source, i + 1))))
            return true;
    }
    return false;
}

/* A comparison of something with `name`, rather one that lets the end through; line 0: there is
 * none. */
static struct gs_code_guard find_guard(const struct gs_source *source,
                                       const struct gs_source_function *kernel, const char *name)
{
    struct gs_code_guard found = {.line = 0};
    for (size_t i = kernel->body + 2; i + 1 < kernel->end && !found.lets_end_through; i++) {
        const bool mirrored = is(source, i - 1, name);
        if (!is_comparison(source, i) || (!mirrored && !is(source, i + 1, name)))
            continue;
        struct gs_code_guard guard = guard_at(source, i, mirrored);
        if (found.line == 0 || guard.lets_end_through)
            found = guard;
    }
    return found;
}

struct gs_code_guard gs_code_guard(const struct gs_source *source,
                                   const struct gs_source_function *kernel,
                                   const struct gs_exercise *exercise)
{
    const char *const names[] = {exercise->n_name, exercise->m_name};
    struct gs_code_guard found = {.line = 0};
    for (size_t k = 0; kernel != NULL && k < 2; k++) {
        struct gs_code_guard guard = {.line = 0};
        if (names[k] != NULL)
            guard = find_guard(source, kernel, gs_code_name_in_kernel(source, kernel, names[k]));
        if (found.line == 0 || (guard.lets_end_through && !found.lets_end_through) ||
            (guard.leaves_end_out && !found.lets_end_through))
            found = guard;
    }
    return found;
}

/* ---- what a condition decides about ---------------------------------------------------------- */

/* The tokens [from, to) that a condition lets a thread come to. */
struct extent {
    size_t from, to;
};

/* The ( or [ around a token of the kernel; 0: there is none. */
static size_t bracket_around(const struct gs_source *source,
                             const struct gs_source_function *kernel, size_t at)
{
    for (size_t i = at; i > kernel->body; i--) {
        if ((is(source, i - 1, "(") || is(source, i - 1, "[")) &&
            source->compiled.items[i - 1].match > at)
            return i - 1;
    }
    return 0;
}

/* The name that the statement around token `at` sets; "": it sets none. */
static const char *set_around(const struct gs_source *source,
                              const struct gs_source_function *kernel, size_t at)
{
    size_t from = at, to = at;
    while (from > kernel->body && !is(source, from, ";") && !is(source, from, "{") &&
           !is(source, from, "}"))
        from--;
    while (to < kernel->end && !is(source, to, ";"))
        to++;
    for (size_t i = to; i > from + 1; i--) {
        if (is(source, i, "="))
            return text_at(source, i - 1);
    }
    return "";
}

/* Whether what stands at `at` becomes an index in that line: within its brackets, by a name in
 * them, or as what a function gives that kernels call. */
static bool is_index_in(const struct gs_source *source, const struct gs_source_function *kernel,
                        size_t at, int line)
{
    if (!kernel->global)
        return true;
    const char *name = set_around(source, kernel, at);
    for (size_t i = kernel->body; i < kernel->end; i++) {
        if (!is(source, i, "[") || (int)source->compiled.items[i].line != line)
            continue;
        const size_t close = source->compiled.items[i].match;
        for (size_t k = i + 1; k < close; k++) {
            if (k == at || (name[0] != '\0' && is(source, k, name)))
                return true;
        }
    }
    return false;
}

/* `min(i, n)` or `min(n, i)`, where `min` stands at `at`. */
static bool is_least(const struct gs_source *source, size_t at, const char *number)
{
    if (!is(source, at, "min") || !is(source, at + 1, "("))
        return false;
    const size_t close = source->compiled.items[at + 1].match;
    return (is(source, at + 2, number) && is(source, at + 3, ",")) ||
           (is(source, close - 1, number) && is(source, close - 2, ","));
}

struct gs_code_guard gs_code_end_as_index(const struct gs_source *source,
                                          const struct gs_source_function *kernel,
                                          const struct gs_exercise *exercise, int line)
{
    const char *const names[] = {exercise->n_name, exercise->m_name};
    for (size_t k = 0; kernel != NULL && k < 2 && names[k] != NULL; k++) {
        const char *name = gs_code_name_in_kernel(source, kernel, names[k]);
        for (size_t i = kernel->body + 2; i + 1 < kernel->end; i++) {
            struct gs_code_guard found = {.line = (int)source->compiled.items[i].line};
            if (is_least(source, i, name))
                found.text = gs_code_write(source, i, source->compiled.items[i + 1].match + 1);
            else if (is_comparison(source, i) &&
                     (is(source, i - 1, name) || is(source, i + 1, name)))
                found = guard_at(source, i, is(source, i - 1, name));
            if ((found.gives_end || is(source, i, "min")) && found.text.text[0] != '\0' &&
                is_index_in(source, kernel, i, line))
                return found;
        }
    }
    return (struct gs_code_guard){.line = 0};
}

static bool has_condition(const struct gs_source *source, size_t at)
{
    return (is(source, at, "if") || is(source, at, "for") || is(source, at, "while")) &&
           is(source, at + 1, "(");
}

size_t gs_code_behind_statement(const struct gs_source *source, size_t at, size_t end)
{
    while (at < end && has_condition(source, at))
        at = source->compiled.items[at + 1].match + 1;
    if (is(source, at, "{"))
        return source->compiled.items[at].match + 1;
    while (at < end && !is(source, at, ";"))
        at++;
    return at;
}

/* Of a test that stands in no if and no loop: `x = i < n ? a[i] : 0` decides about itself, and
 * `inside = i < n` about whatever asks for it. */
static struct extent extent_of_statement(const struct gs_source *source,
                                         const struct gs_source_function *kernel, size_t at)
{
    bool compares = false;
    for (size_t i = at; i < kernel->end && !is(source, i, ";"); i++) {
        if (is(source, i, "?"))
            return (struct extent){at, gs_code_behind_statement(source, at, kernel->end)};
        compares |= is_comparison(source, i);
    }
    return compares ? (struct extent){at, kernel->end} : (struct extent){0, 0};
}

/* What is decided where the token, a number of the thread's, is tested; nothing: it is not. */
static struct extent extent_of_test(const struct gs_source *source,
                                    const struct gs_source_function *kernel, size_t at)
{
    size_t open = bracket_around(source, kernel, at);
    if (open != 0 && is(source, open, "["))
        return (struct extent){0, 0};
    while (open != 0 && !has_condition(source, open - 1))
        open = bracket_around(source, kernel, open);
    if (open == 0)
        return extent_of_statement(source, kernel, at);
    const size_t body = source->compiled.items[open].match + 1;
    const bool rest = is(source, open - 1, "if") && leaves_within(source, at);
    return (struct extent){at, rest ? kernel->end
                                    : gs_code_behind_statement(source, body, kernel->end)};
}

static bool is_tested(const struct gs_source *source, const struct gs_source_function *kernel,
                      const char *name, int line)
{
    for (size_t i = kernel->body; i < kernel->end; i++) {
        const struct extent extent =
            is(source, i, name) ? extent_of_test(source, kernel, i) : (struct extent){0, 0};
        for (size_t k = extent.from; k < extent.to; k++) {
            if ((int)source->compiled.items[k].line == line)
                return true;
        }
    }
    return false;
}

/* Another variable that is made of this one is tested: `k = row * columns + column`. */
static bool is_tested_in_another(const struct gs_source *source,
                                 const struct gs_source_function *kernel, const char *name,
                                 int line)
{
    for (size_t i = kernel->body; i + 1 < kernel->end; i++) {
        const char *other = text_at(source, i);
        if (source->compiled.items[i].kind == GS_TOKEN_WORD && is(source, i + 1, "=") &&
            strcmp(other, name) != 0 && is_made_of(source, kernel, other, name) &&
            is_tested(source, kernel, other, line))
            return true;
    }
    return false;
}

/* Whether a sign stands twice in the brackets of the condition that `at` is in, as `||` does, or
 * anything that turns a condition round. */
static bool condition_has(const struct gs_source *source, const struct gs_source_function *kernel,
                          size_t at, const char *twice, const char *sign)
{
    size_t open = bracket_around(source, kernel, at);
    while (open != 0 && !has_condition(source, open - 1))
        open = bracket_around(source, kernel, open);
    for (size_t i = open; open != 0 && i < source->compiled.items[open].match; i++) {
        if (is(source, i, twice) || (is(source, i, sign) && is(source, i + 1, sign)) ||
            is(source, i, "?") || is(source, i, "!"))
            return true;
    }
    return open == 0;
}

/* `name < number`, which has to hold, or `name >= number`, which sends away. */
static bool is_bound(const struct gs_source *source, const struct gs_source_function *kernel,
                     size_t at)
{
    if ((!is(source, at + 1, "<") && !is(source, at + 1, ">=")) ||
        begin_of_comparison(source, at + 1) != at)
        return false;
    if (is(source, at + 1, "<"))
        return !condition_has(source, kernel, at, "||", "|") &&
               (!is_if(source, at) || !leaves_within(source, at));
    return is(source, at + 1, ">=") && !condition_has(source, kernel, at, "&&", "&") &&
           is_if(source, at) && leaves_within(source, at);
}

bool gs_code_bound_at(const struct gs_source *source, const struct gs_source_function *kernel,
                      size_t at, struct gs_code_bound *bound)
{
    if (!is_bound(source, kernel, at))
        return false;
    *bound = (struct gs_code_bound){(int)source->compiled.items[at].line, at + 2,
                                    end_of_comparison(source, at + 1)};
    return true;
}

bool gs_code_bound_of(const struct gs_source *source, const struct gs_source_function *kernel,
                      const char *name, int line, struct gs_code_bound *bound)
{
    for (size_t i = kernel->body + 1; i < kernel->end; i++) {
        if (!is(source, i, name) || !gs_code_bound_at(source, kernel, i, bound))
            continue;
        const struct extent extent = extent_of_test(source, kernel, i);
        for (size_t k = extent.from; k < extent.to; k++) {
            if ((int)source->compiled.items[k].line == line)
                return true;
        }
    }
    return false;
}

bool gs_code_is_in_branch(const struct gs_source *source, const struct gs_source_function *kernel,
                          int line)
{
    for (size_t i = kernel != NULL ? kernel->body : 0; kernel != NULL && i + 1 < kernel->end; i++) {
        if (!is(source, i, "if") || !is(source, i + 1, "("))
            continue;
        const size_t body = source->compiled.items[i + 1].match + 1;
        const size_t end = leaves_within(source, i + 1)
                               ? kernel->end
                               : gs_code_behind_statement(source, body, kernel->end);
        for (size_t k = body; k < end; k++) {
            if ((int)source->compiled.items[k].line == line)
                return true;
        }
    }
    return false;
}

const char *gs_code_untested(const struct gs_source *source,
                             const struct gs_source_function *kernel, const char *array, int line)
{
    const char *name = kernel != NULL ? gs_code_name_in_kernel(source, kernel, array) : "";
    for (size_t i = kernel != NULL ? kernel->body : 0; kernel != NULL && i + 1 < kernel->end; i++) {
        if ((int)source->compiled.items[i].line != line || !is(source, i, name) ||
            !is(source, i + 1, "["))
            continue;
        for (size_t k = i + 2; k < source->compiled.items[i + 1].match; k++) {
            const char *word = text_at(source, k);
            if (is_made_of_block(source, kernel, word) && !is_tested(source, kernel, word, line) &&
                !is_tested_in_another(source, kernel, word, line))
                return word;
        }
    }
    return NULL;
}

struct gs_code_text gs_code_division(const struct gs_source *source,
                                     const struct gs_exercise *exercise, int *line)
{
    const char *const names[] = {exercise->n_name, exercise->m_name};
    *line = 0;
    for (size_t i = 0; i + 2 < source->compiled.count; i++) {
        for (size_t k = 0; k < 2; k++) {
            if (names[k] == NULL || !is(source, i, names[k]) || !is(source, i + 1, "/"))
                continue;
            *line = (int)source->compiled.items[i].line;
            return gs_code_write(source, i, i + 3);
        }
    }
    return (struct gs_code_text){""};
}
