#include "source_race.h"

#include "source_code.h"

#include <stdio.h>
#include <string.h>

static bool is(const struct gs_source *source, size_t at, const char *text)
{
    return gs_token_is(&source->compiled, at, text);
}

static int line_at(const struct gs_source *source, size_t at)
{
    return at < source->compiled.count ? (int)source->compiled.items[at].line : 0;
}

static const char *text_at(const struct gs_source *source, size_t at)
{
    return at < source->compiled.count ? source->compiled.items[at].text : "";
}

static const struct gs_source_function *kernel_of(const struct gs_telling *t)
{
    return gs_code_kernel(t->source, gs_get_text(json_object_get(t->finding, "launch"), "kernel"));
}

/* The thread that only reads, and the other one; false: both write. */
static bool find_reader(const struct gs_telling *t, const struct gs_party **reader,
                        const struct gs_party **writer)
{
    *reader = t->first.writes ? &t->second : &t->first;
    *writer = *reader == &t->first ? &t->second : &t->first;
    return (*reader)->reads && !(*reader)->writes && (*writer)->writes && (*reader)->line > 0 &&
           (*writer)->line > 0;
}

/* ---- one array under two names --------------------------------------------------------------- */

/* The name of a kernel's parameter that points to something; NULL: it does not. */
static const char *pointer_parameter(const struct gs_source *source,
                                     const struct gs_source_function *kernel, unsigned index)
{
    size_t from, to;
    bool points = false;
    if (!gs_code_argument(source, kernel->parameters, index, &from, &to))
        return NULL;
    for (size_t i = from; i < to; i++)
        points |= is(source, i, "*");
    return points ? text_at(source, to - 1) : NULL;
}

/* The single word that an argument of a launch is; NULL: it is anything else. */
static const char *argument_word(const struct gs_source *source, size_t open, unsigned index)
{
    size_t from, to;
    if (!gs_code_argument(source, open, index, &from, &to) || to != from + 1)
        return NULL;
    return source->compiled.items[from].kind == GS_TOKEN_WORD ? text_at(source, from) : NULL;
}

/* An array that a launch hands over twice, and what the kernel calls it. */
struct twice {
    const char *array, *one, *other;
};

static bool hands_twice(const struct gs_source *source, const struct gs_source_function *kernel,
                        size_t open, struct twice *twice)
{
    for (unsigned k = 1; k < GS_MOST_PARAMETERS; k++) {
        const char *word = argument_word(source, open, k);
        twice->other = pointer_parameter(source, kernel, k);
        for (unsigned j = 0; j < k && word != NULL && twice->other != NULL; j++) {
            const char *before = argument_word(source, open, j);
            twice->one = pointer_parameter(source, kernel, j);
            twice->array = word;
            if (before != NULL && twice->one != NULL && strcmp(before, word) == 0)
                return true;
        }
    }
    return false;
}

static bool has_in_line(const struct gs_source *source, const struct gs_source_function *kernel,
                        const char *name, int line)
{
    for (size_t i = kernel->body; i < kernel->end; i++) {
        if (line_at(source, i) == line && is(source, i, name))
            return true;
    }
    return false;
}

/* One of the names is in the reader's line, and the other one in the writer's. */
static bool are_names_of(const struct gs_telling *t, const struct gs_source_function *kernel,
                         const struct twice *twice, const struct gs_party *reader,
                         const struct gs_party *writer)
{
    return (has_in_line(t->source, kernel, twice->one, reader->line) &&
            has_in_line(t->source, kernel, twice->other, writer->line)) ||
           (has_in_line(t->source, kernel, twice->other, reader->line) &&
            has_in_line(t->source, kernel, twice->one, writer->line));
}

static bool say_one_array_twice(const struct gs_telling *t)
{
    const json_t *place = json_object_get(t->finding, "launch");
    const struct gs_source_function *kernel = kernel_of(t);
    const struct gs_party *reader, *writer;
    struct gs_code_launch launch = {0};
    struct twice twice;
    if (kernel == NULL || !find_reader(t, &reader, &writer))
        return false;
    for (size_t from = 0; gs_code_next_launch(t->source, from, &launch); from = launch.open) {
        if (!is(t->source, launch.at, kernel->name) ||
            line_at(t->source, launch.at) > gs_line_of(place) ||
            line_at(t->source, t->source->compiled.items[launch.open].match) < gs_line_of(place) ||
            !hands_twice(t->source, kernel, launch.open, &twice) ||
            !are_names_of(t, kernel, &twice, reader, writer))
            continue;
        t->out->line = line_at(t->source, launch.at);
        return gs_say(t->out, "race",
                      "This launch hands `%s` over twice, as `%s` and as `%s`. So %s reads %s in "
                      "line %d, which %s writes in line %d, and nothing says which comes first. "
                      "Write to another array than the one that is read.",
                      twice.array, twice.one, twice.other, reader->name,
                      gs_finding_cell(t->finding).text, reader->line, writer->name, writer->line);
    }
    return false;
}

/* ---- two halves of shared memory ------------------------------------------------------------- */

/* Whether the kernel has `name[2][`. */
static bool has_two_halves(const struct gs_source *source, const struct gs_source_function *kernel,
                           const char *name)
{
    for (size_t i = kernel->body; i < kernel->end; i++) {
        if (is(source, i, name) && gs_code_is(source, i + 1, "[ 2 ] ["))
            return true;
    }
    return false;
}

/* Tokens [from, to) of an index. */
struct half {
    size_t from, to;
};

/* The first index of the array in that line; `stored`: where something is stored there, as in
 * `tile[t % 2][y][x] = next`. False: there is none. */
static bool half_in_line(const struct gs_source *source, const struct gs_source_function *kernel,
                         const char *name, int line, bool stored, struct half *half)
{
    for (size_t i = kernel->body; i < kernel->end; i++) {
        if (line_at(source, i) != line || !is(source, i, name) || !is(source, i + 1, "["))
            continue;
        size_t end = i + 1;
        *half = (struct half){.from = i + 2, .to = source->compiled.items[i + 1].match};
        while (is(source, end, "[") && source->compiled.items[end].match < kernel->end)
            end = source->compiled.items[end].match + 1;
        if (end > i + 1 && is(source, end, "=") == stored)
            return true;
    }
    return false;
}

static bool same_half(const struct gs_source *source, struct half a, struct half b)
{
    if (a.to - a.from != b.to - b.from)
        return false;
    for (size_t i = 0; i < a.to - a.from; i++) {
        if (strcmp(text_at(source, a.from + i), text_at(source, b.from + i)) != 0)
            return false;
    }
    return true;
}

/* Whether the word at that token is given another value there. */
static bool is_changed(const struct gs_source *source, size_t at)
{
    static const char *const behind[] = {
        "=", "+=", "-=", "^=", "*=", "%=", "&=", "|=", "+ +", "- -"};
    for (size_t k = 0; k < sizeof behind / sizeof behind[0]; k++) {
        if (gs_code_is(source, at + 1, behind[k]))
            return true;
    }
    return at > 1 && (gs_code_is(source, at - 2, "+ +") || gs_code_is(source, at - 2, "- -"));
}

/* Whether all words of an index keep their values from it up to token `to`. */
static bool keeps_value(const struct gs_source *source, struct half half, size_t to)
{
    for (size_t i = half.to; i < to; i++) {
        for (size_t k = half.from; k < half.to; k++) {
            if (source->compiled.items[k].kind == GS_TOKEN_WORD &&
                is(source, i, text_at(source, k)) && is_changed(source, i))
                return false;
        }
    }
    return true;
}

static bool waits_between(const struct gs_source *source, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (is(source, i, "__syncthreads"))
            return true;
    }
    return false;
}

/* ", tile[1 - now]": where an index of a variable alone tells which half is the other one; "". */
static struct gs_code_text other_half(const struct gs_source *source, const char *array,
                                      struct half half)
{
    struct gs_code_text out = {""};
    const char *word = text_at(source, half.from);
    if (source->compiled.items[half.from].kind != GS_TOKEN_WORD)
        return out;
    if (half.to == half.from + 1)
        snprintf(out.text, sizeof out.text, ", %s[1 - %s]", array, word);
    else if (half.to == half.from + 3 && gs_code_is(source, half.from + 1, "% 2"))
        snprintf(out.text, sizeof out.text, ", %s[(%s + 1) %% 2]", array, word);
    return out;
}

/* The half that others still read is written over, though there are two. */
static bool say_same_half(const struct gs_telling *t)
{
    const struct gs_source_function *kernel = kernel_of(t);
    const char *array = gs_get_text(t->finding, "array");
    const struct gs_party *reader, *writer;
    struct half read, written;
    if (kernel == NULL || !gs_has_text(t->finding, "memory", "shared") ||
        !find_reader(t, &reader, &writer) || !has_two_halves(t->source, kernel, array) ||
        !half_in_line(t->source, kernel, array, reader->line, false, &read) ||
        !half_in_line(t->source, kernel, array, writer->line, true, &written))
        return false;
    if (written.from <= read.to || !same_half(t->source, read, written) ||
        !keeps_value(t->source, read, written.from) ||
        waits_between(t->source, read.to, written.from))
        return false;
    const struct gs_code_text index = gs_code_write(t->source, read.from, read.to);
    t->out->line = writer->line;
    return gs_say(t->out, "race",
                  "Line %d reads %s[%s], and line %d stores into %s[%s], where other threads may "
                  "still read. %s has two halves for this: store into the one that is not read in "
                  "this turn%s.",
                  reader->line, array, index.text, writer->line, array, index.text, array,
                  other_half(t->source, array, read).text);
}

/* The store of the array into the half that was read before it in this turn; false: there is none.
 */
static bool store_where_read(const struct gs_source *source,
                             const struct gs_source_function *kernel, const char *array,
                             struct half read, struct half *written)
{
    int line = 0;
    for (size_t i = read.to; i < kernel->end; i++) {
        if (line_at(source, i) == line)
            continue;
        line = line_at(source, i);
        if (half_in_line(source, kernel, array, line, true, written) && written->from > read.to)
            return same_half(source, read, *written) && keeps_value(source, read, written->from);
    }
    return false;
}

bool gs_say_unfilled_half(const struct gs_telling *t)
{
    const struct gs_source_function *kernel = kernel_of(t);
    const char *array = gs_get_text(t->finding, "array");
    const long long index = gs_get_number(t->finding, "index"),
                    elements = gs_get_number(t->finding, "elements");
    struct half read, written;
    if (kernel == NULL || !gs_has_text(t->finding, "memory", "shared") || elements < 2 ||
        !has_two_halves(t->source, kernel, array) ||
        !half_in_line(t->source, kernel, array, t->first.line, false, &read) ||
        !store_where_read(t->source, kernel, array, read, &written))
        return false;
    const struct gs_code_text half = gs_code_write(t->source, read.from, read.to);
    t->out->line = line_at(t->source, written.from);
    return gs_say(t->out, "uninitialised",
                  "T%s reads %s[%d] in line %d, and no thread has stored anything into that half. "
                  "Line %d stores into %s[%s], the half that was read in the same turn. What is "
                  "for the next turn belongs into the other half%s.",
                  t->first.name + 1, array, index >= elements / 2, t->first.line, t->out->line,
                  array, half.text, other_half(t->source, array, read).text);
}

/* ---- updates --------------------------------------------------------------------------------- */

static bool is_operator(const struct gs_source *source, size_t at, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (gs_code_is(source, at, *words))
            return true;
    }
    return false;
}

/* Where the operand begins that ends before token `to`: `x`, `*x`, `x[i][j]`. */
static size_t begin_of_operand(const struct gs_source *source, size_t to)
{
    size_t at = to - 1;
    while (at > 0 && is(source, at, "]") && source->compiled.items[at].match < at)
        at = source->compiled.items[at].match - 1;
    return at > 0 && is(source, at - 1, "*") ? at - 1 : at;
}

static bool same_tokens(const struct gs_source *source, size_t at, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (strcmp(text_at(source, at + i - from), text_at(source, i)) != 0)
            return false;
    }
    return true;
}

/* Of the tokens [from, to) `=`: whether what follows has them as an operand of an operation that an
 * atomic function has. */
static bool assigns_update(const struct gs_source *source, size_t from, size_t to)
{
    static const char *const before[] = {"+", "-", "&", "|", "^", "(", ",", NULL};
    static const char *const behind[] = {"+", "-", "&", "|", "^", NULL};
    size_t end = to;
    while (end < source->compiled.count && !is(source, end, ";"))
        end++;
    for (size_t i = to + 1; i < end; i++) {
        if (!same_tokens(source, i, from, to))
            continue;
        const size_t next = i + (to - from);
        if (i == to + 1
                ? is_operator(source, next, behind)
                : (is(source, next, ";") || is(source, next, ",") || is(source, next, ")")) &&
                      is_operator(source, i - 1, before))
            return true;
    }
    return false;
}

bool gs_source_only_assigns(const struct gs_source *source, int line)
{
    static const char *const operators[] = {"+=", "-=", "&=", "|=", "^=", "+ +", "- -", NULL};
    bool assigns = false;
    for (size_t i = 1; i < source->compiled.count; i++) {
        if (line_at(source, i) != line)
            continue;
        if (is_operator(source, i, operators) ||
            (is(source, i, "=") && assigns_update(source, begin_of_operand(source, i), i)))
            return false;
        /* No atomic function multiplies. */
        assigns |= is(source, i, "=") || is(source, i, "*=") || is(source, i, "/=");
    }
    return assigns;
}

/* Whether the name is declared `__shared__` in the kernel, and is no array. */
static bool is_shared_number(const struct gs_telling *t, const char *name)
{
    const struct gs_source_function *kernel = kernel_of(t);
    bool shared = false;
    for (size_t i = kernel != NULL ? kernel->body : 0; kernel != NULL && i < kernel->end; i++) {
        shared = (shared || is(t->source, i, "__shared__")) && !is(t->source, i, ";");
        if (shared && is(t->source, i, name))
            return !is(t->source, i + 1, "[");
    }
    return false;
}

/* One sum for a whole block, to which each of its threads adds its own. */
static bool say_shared_number(const struct gs_telling *t)
{
    const char *name = gs_get_text(t->finding, "array");
    return gs_finding_why(t->finding, "lost-update") &&
           gs_has_text(t->finding, "memory", "shared") && is_shared_number(t, name) &&
           gs_say(t->out, "race",
                  "T%s and %s change `%s` at the same time, and one update was lost: it is "
                  "__shared__, so there is one for all threads of a block. Is each thread to have "
                  "its own? Declare it without __shared__ then. If all are to change one, use an "
                  "atomic function, as atomicAdd().",
                  t->first.name + 1, t->second.name, name);
}

/* Whether the kernel has `sum += ...`, of a variable that each thread has for itself. */
static bool is_added_up(const struct gs_telling *t, const struct gs_source_function *kernel,
                        const char *name)
{
    bool added = false;
    for (size_t i = kernel->body; i < kernel->end; i++)
        added |= is(t->source, i, name) && is(t->source, i + 1, "+=");
    return added && !is_shared_number(t, name);
}

/* `sums[column] = sum;` in the line; NULL: nothing is stored there that a thread has added up. */
static const char *sum_stored_in(const struct gs_telling *t, int line)
{
    const struct gs_source_function *kernel = kernel_of(t);
    for (size_t i = kernel != NULL ? kernel->body : 0; kernel != NULL && i < kernel->end; i++) {
        if (line_at(t->source, i) == line && is(t->source, i - 1, "]") && is(t->source, i, "=") &&
            is(t->source, i + 2, ";") && is_added_up(t, kernel, text_at(t->source, i + 1)))
            return text_at(t->source, i + 1);
    }
    return NULL;
}

bool gs_say_parts_of_sum(const struct gs_telling *t)
{
    const char *sum = t->first.line == t->second.line ? sum_stored_in(t, t->first.line) : NULL;
    return sum != NULL && t->first.writes && t->second.writes &&
           gs_say(t->out, "race",
                  "T%s and %s both store their `%s` into %s, and only one of the two stays. Each "
                  "is what one thread has added up. If the element needs both, add up the sums of "
                  "all threads first, and let one thread store the result. If each thread is to "
                  "have its own element, its index is not what it should be.",
                  t->first.name + 1, t->second.name, sum, gs_finding_cell(t->finding).text);
}

bool gs_say_source_race(const struct gs_telling *t)
{
    return say_one_array_twice(t) || say_same_half(t) || say_shared_number(t);
}

/* ---- branches -------------------------------------------------------------------------------- */

/* The innermost loop or `if` of the function that decides how often a thread comes to the token; 0:
 * there is none. */
static size_t branch_around(const struct gs_source *source,
                            const struct gs_source_function *function, size_t token)
{
    size_t innermost = 0;
    for (size_t i = function->body; i < token; i++) {
        const bool begins = is(source, i, "for") || is(source, i, "while") || is(source, i, "if");
        if (!begins || !is(source, i + 1, "("))
            continue;
        const size_t close = source->compiled.items[i + 1].match;
        if (close < token && token < gs_code_behind_statement(source, close + 1, function->end))
            innermost = i;
    }
    return innermost;
}

/* Threads that have returned before the token are another cause. */
static bool returns_before(const struct gs_source *source,
                           const struct gs_source_function *function, size_t token)
{
    return gs_code_find(source, function, function->body, "return") < token;
}

static const struct gs_source_function *device_function_at(const struct gs_source *source, int line,
                                                           size_t *token)
{
    const struct gs_source_function *function = gs_source_function_at(source, (unsigned)line);
    if (function == NULL || function->global)
        return NULL;
    for (*token = function->body; *token < function->end; (*token)++) {
        if (line_at(source, *token) == line)
            return function;
    }
    return NULL;
}

int gs_source_call_in_branch(const struct gs_source *source, int line, const char **function)
{
    size_t token, branch = 0;
    int found = 0;
    const struct gs_source_function *called = device_function_at(source, line, &token);
    if (called == NULL || branch_around(source, called, token) != 0 ||
        returns_before(source, called, token))
        return 0;
    *function = called->name;
    for (size_t k = 0; k < source->function_count; k++) {
        const struct gs_source_function *kernel = &source->functions[k];
        for (size_t i = kernel->body; kernel->global && i < kernel->end; i++) {
            if (!is(source, i, called->name) || !is(source, i + 1, "("))
                continue;
            const size_t around = branch_around(source, kernel, i);
            if (around == 0 || returns_before(source, kernel, i))
                continue;
            if (branch != 0 && branch != around)
                return 0;
            found = branch == 0 ? line_at(source, i) : found;
            branch = around;
        }
    }
    return found;
}
