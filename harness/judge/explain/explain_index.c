#include "explain_index.h"

#include "source_index.h"
#include "source_number.h"

#include <stdio.h>
#include <string.h>

static bool is(const struct gs_source *source, size_t at, const char *text)
{
    return gs_token_is(&source->compiled, at, text);
}

static const struct gs_token *token_at(const struct gs_source *source, size_t at)
{
    return &source->compiled.items[at];
}

static const json_t *launch_of(const struct gs_telling *t)
{
    return json_object_get(t->finding, "launch");
}

static const struct gs_source_function *kernel_of(const struct gs_telling *t)
{
    return gs_code_kernel(t->source, gs_get_text(launch_of(t), "kernel"));
}

static struct gs_indexed access_of(const struct gs_telling *t, const struct gs_party *party)
{
    return (struct gs_indexed){.source = t->source,
                               .kernel = kernel_of(t),
                               .exercise = t->run->exercise,
                               .shape = t->run->shape,
                               .launch = launch_of(t),
                               .thread = party};
}

static const char *verb_of(const struct gs_party *party)
{
    return party->reads ? "reads" : party->adds ? "changes" : "writes";
}

/* ---- past the end of a row ------------------------------------------------------------------- */

/* An element of an array of rows, as one thread comes to it. */
struct element {
    long long row, column;
    struct gs_code_text text; /* of the second index */
};

/* Whether `array[y][x]` at `at` is the element that was found, in a column that its row does not
 * have. */
static bool is_past_row(const struct gs_telling *t, const struct gs_party *party, size_t at,
                        struct element *out)
{
    const struct gs_indexed access = access_of(t, party);
    const long long columns = gs_get_number(t->finding, "columns");
    const size_t end = token_at(t->source, at + 1)->match, second = end + 1;
    if (end >= access.kernel->end || !is(t->source, second, "["))
        return false;
    const size_t close = token_at(t->source, second)->match;
    if (close >= access.kernel->end || !gs_value_of(&access, at + 2, end, &out->row) ||
        !gs_value_of(&access, second + 1, close, &out->column))
        return false;
    out->text = gs_code_write(t->source, second + 1, close);
    return out->column >= columns &&
           out->row * columns + out->column == gs_get_number(t->finding, "index");
}

static bool say_past_row_of(const struct gs_telling *t, const struct gs_party *party)
{
    const struct gs_source_function *kernel = kernel_of(t);
    const char *array = gs_get_text(t->finding, "array");
    const long long columns = gs_get_number(t->finding, "columns");
    struct element element;
    for (size_t i = kernel->body; i + 2 < kernel->end; i++) {
        if ((int)token_at(t->source, i)->line != party->line || !is(t->source, i, array) ||
            !is(t->source, i + 1, "[") || !is_past_row(t, party, i, &element))
            continue;
        const bool inside =
            gs_get_number(t->finding, "index") < gs_get_number(t->finding, "elements");
        if (t->out->line != 0)
            t->out->line = party->line;
        return gs_say(t->out, "out-of-bounds",
                      "T%s %s %s[%lld][%lld], and a row of %s has %lld elements: %s. Is the second "
                      "index, `%s`, the one that you mean, and has a row as many elements as it "
                      "needs?",
                      party->name + 1, verb_of(party), array, element.row, element.column, array,
                      columns,
                      inside ? "that lies in a later row, and belongs to another thread"
                             : "that lies past the end",
                      element.text.text);
    }
    return false;
}

static bool say_past_row(const struct gs_telling *t)
{
    return gs_has_text(t->finding, "memory", "shared") && kernel_of(t) != NULL &&
           gs_get_number(t->finding, "columns") > 0 &&
           (say_past_row_of(t, &t->first) ||
            (gs_is_race(t->finding) && say_past_row_of(t, &t->second)));
}

/* ---- threads without an element that take the last one --------------------------------------- */

/* The kernel has `n - 1`, the number of the last element. */
static bool names_last(const struct gs_telling *t)
{
    const struct gs_indexed access = access_of(t, &t->first);
    for (size_t i = access.kernel != NULL ? access.kernel->body : SIZE_MAX;
         access.kernel != NULL && i + 2 < access.kernel->end; i++) {
        long long value;
        if (gs_code_is(t->source, i + 1, "- 1") && gs_value_of(&access, i, i + 1, &value) &&
            value == (long long)t->run->shape->n)
            return true;
    }
    return false;
}

static bool say_last_again(const struct gs_telling *t)
{
    const size_t n = t->run->shape->n;
    const bool past = t->first.x >= n || t->second.x >= n;
    const bool last = t->first.x + 1 >= n && t->second.x + 1 >= n;
    const bool both =
        (t->first.writes && t->second.writes) || gs_finding_why(t->finding, "lost-update");
    if (!gs_is_race(t->finding) || !both || gs_has_text(t->finding, "memory", "shared") || n < 2 ||
        t->run->shape->m > 0 || gs_get_element(launch_of(t), "block", 1) > 1 || !past || !last ||
        gs_get_number(t->finding, "elements") != (long long)n ||
        gs_get_number(t->finding, "index") != (long long)n - 1 || !names_last(t))
        return false;
    const struct gs_party *one = t->first.x >= n ? &t->first : &t->second;
    return gs_say(t->out, "no-bounds-check",
                  "T%s comes to %s, the last element, and so does %s. Of %zu elements the last has "
                  "the number %zu, and this thread has the number %zu: does an index past the end "
                  "become that of the last one? A thread without an element is to store nothing.",
                  one->name + 1, gs_finding_cell(t->finding).text,
                  one == &t->first ? t->second.name : t->first.name, n, n - 1, one->x);
}

/* ---- shifts ---------------------------------------------------------------------------------- */

enum { BITS = 32 };

/* Behind the number of bits that a shift at `at` is by; what binds less ends it. */
static size_t end_of_amount(const struct gs_source *source, size_t at, size_t to)
{
    static const char *const ends[] = {")", "]", "}", ";", ",", "&",  "|",  "^",
                                       "<", ">", "?", ":", "=", "&&", "||", "=="};
    for (; at < to; at++) {
        for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
            if (is(source, at, ends[k]))
                return at;
        }
        if (is(source, at, "("))
            at = token_at(source, at)->match;
    }
    return to;
}

/* The name is declared as a number of 32 bits, and nowhere as another one. */
static bool is_of_32_bits(const struct gs_source *source, const struct gs_source_function *kernel,
                          const char *name)
{
    static const char *const wide[] = {"long", "size_t", "uint64_t", "int64_t", "auto"};
    bool found = false;
    for (size_t i = kernel->parameters + 1; i < kernel->end; i++) {
        if (!is(source, i, name))
            continue;
        const bool declared = is(source, i - 1, "unsigned") || is(source, i - 1, "int") ||
                              is(source, i - 1, "uint32_t");
        for (size_t k = 0; k < sizeof wide / sizeof wide[0]; k++) {
            if (is(source, i - 1, wide[k]) || (declared && is(source, i - 2, wide[k])))
                return false;
        }
        found = found || declared;
    }
    return found;
}

/* What is shifted ends before `at`: a number, or a name. */
static bool is_narrow(const struct gs_source *source, const struct gs_source_function *kernel,
                      size_t at)
{
    const struct gs_token *token = token_at(source, at - 1);
    if (token->kind == GS_TOKEN_NUMBER)
        return strpbrk(token->text, "lL") == NULL;
    return token->kind == GS_TOKEN_WORD && !is(source, at - 2, ".") &&
           is_of_32_bits(source, kernel, token->text);
}

/* Behind a `?`, an `&&` or an `||` of its statement, or in a loop's head, not all come to it. */
static bool is_chosen(const struct gs_source *source, const struct gs_source_function *kernel,
                      size_t at)
{
    for (size_t i = at;
         i > kernel->body && !is(source, i, ";") && !is(source, i, "{") && !is(source, i, "}");
         i--) {
        if (is(source, i, "?") || gs_code_is(source, i, "& &") || gs_code_is(source, i, "| |") ||
            is(source, i, "&&") || is(source, i, "||") || is(source, i, "for") ||
            is(source, i, "while"))
            return true;
    }
    return gs_code_is_in_branch(source, kernel, (int)token_at(source, at)->line);
}

/* The shift at `at` is by 32 bits or more for that thread. That of the thread's own number is told
 * elsewhere. */
static bool is_too_far(const struct gs_indexed *access, size_t at, size_t *end, long long *amount)
{
    const struct gs_source *source = access->source;
    const struct gs_source_function *kernel = access->kernel;
    if (!(gs_code_is(source, at, "< <") || gs_code_is(source, at, "> >")) ||
        !is_narrow(source, kernel, at))
        return false;
    *end = end_of_amount(source, at + 2, kernel->end);
    return gs_value_of(access, at + 2, *end, amount) && *amount >= BITS &&
           *amount != (long long)access->thread->thread[0] && !is_chosen(source, kernel, at);
}

static bool say_shift_of(const struct gs_indexed *access, const char *words, struct gs_saying *out)
{
    const struct gs_source *source = access->source;
    for (size_t i = access->kernel->body + 2; i + 3 < access->kernel->end; i++) {
        size_t end;
        long long amount;
        if (!is_too_far(access, i, &end, &amount))
            continue;
        out->line = (int)token_at(source, i)->line;
        return gs_say(out, "wrong-value",
                      "%s Line %d: `%s` shifts by `%s`, which is %lld for thread %zu of a block. "
                      "What comes out of a shift by 32 or more, all that a number of 32 bits has, "
                      "is not defined.",
                      words, out->line, gs_code_write(source, i - 1, end).text,
                      gs_code_write(source, i + 2, end).text, amount, access->thread->thread[0]);
    }
    return false;
}

bool gs_say_shift_too_far(const struct gs_source *source, const struct gs_exercise *exercise,
                          const struct gs_shape *shape, const json_t *launch, const char *words,
                          struct gs_saying *out)
{
    struct gs_party party = {.x = 0};
    const struct gs_indexed access = {.source = source,
                                      .kernel =
                                          gs_code_kernel(source, gs_get_text(launch, "kernel")),
                                      .exercise = exercise,
                                      .shape = shape,
                                      .launch = launch,
                                      .thread = &party};
    const size_t block = launch != NULL ? gs_block_threads(launch) : 0;
    if (access.kernel == NULL || gs_get_element(launch, "block", 1) > 1)
        return false;
    for (; party.thread[0] < block; party.x = ++party.thread[0]) {
        if (say_shift_of(&access, words, out))
            return true;
    }
    return false;
}

static bool say_shift(const struct gs_telling *t)
{
    char words[160];
    const struct gs_indexed first = access_of(t, &t->first), second = access_of(t, &t->second);
    if (first.kernel == NULL)
        return false;
    if (!gs_is_race(t->finding)) {
        snprintf(words, sizeof words, "T%s comes to %s.", t->first.name + 1,
                 gs_finding_cell(t->finding).text);
        return say_shift_of(&first, words, t->out);
    }
    snprintf(words, sizeof words, "T%.50s and %.50s come to %.40s.", t->first.name + 1,
             t->second.name, gs_finding_cell(t->finding).text);
    return say_shift_of(&first, words, t->out) || say_shift_of(&second, words, t->out);
}

bool gs_say_computed_index(const struct gs_telling *t)
{
    const bool by_thread = gs_has_text(json_object_get(t->finding, "first"), "by", "thread");
    const bool of_index = gs_is_race(t->finding) || gs_finding_is(t->finding, "out-of-bounds") ||
                          gs_finding_is(t->finding, "uninitialised");
    return by_thread && of_index && (say_past_row(t) || say_last_again(t) || say_shift(t));
}

/* ---- row and column by two numbers ----------------------------------------------------------- */

/* `k / 32` or `k % 34` at `at`: the number; 0: it is something else. */
static size_t divisor_at(const struct gs_source *source, size_t at, const char *name,
                         const char *sign)
{
    size_t number = 0;
    const bool divides = is(source, at, name) && is(source, at + 1, sign) &&
                         gs_number_of_tokens(source, at + 2, at + 3, &number);
    return divides ? number : 0;
}

/* Whether the kernel has `k / 34`, or `k % 34`. */
static bool divides_by(const struct gs_source *source, const struct gs_source_function *kernel,
                       const char *name, const char *sign, size_t number)
{
    for (size_t i = kernel->body; i + 3 < kernel->end; i++) {
        if (divisor_at(source, i, name, sign) == number)
            return true;
    }
    return false;
}

/* Of `k / 32` at `at` the `k % 34` that is made of no other division of k; 0: there is none. */
static size_t find_other_rest(const struct gs_source *source,
                              const struct gs_source_function *kernel, size_t at, size_t columns)
{
    const char *name = token_at(source, at)->text;
    const size_t by = divisor_at(source, at, name, "/");
    if (by < 2 || divides_by(source, kernel, name, "%", by))
        return 0;
    for (size_t i = kernel->body; i + 3 < kernel->end; i++) {
        const size_t other = divisor_at(source, i, name, "%");
        if (other > 1 && (by == columns || other == columns) &&
            !divides_by(source, kernel, name, "/", other))
            return i;
    }
    return 0;
}

bool gs_say_two_divisors(const struct gs_telling *t)
{
    const struct gs_source_function *kernel = kernel_of(t);
    const size_t columns = (size_t)gs_get_number(t->finding, "columns");
    if (kernel == NULL || columns == 0 || !gs_has_text(t->finding, "memory", "shared"))
        return false;
    for (size_t i = kernel->body; i + 3 < kernel->end; i++) {
        const size_t rest = find_other_rest(t->source, kernel, i, columns);
        if (rest == 0)
            continue;
        const char *name = token_at(t->source, i)->text;
        t->out->line = (int)token_at(t->source, i)->line;
        return gs_say(t->out, "wrong-index",
                      "T%s %s %s. Line %d has `%s`, and line %d `%s`: %s is divided by %zu and by "
                      "%zu. Where one number is made into a row and a column, both are made by the "
                      "elements of a row. Which of the two is that?",
                      t->first.name + 1, verb_of(&t->first), gs_finding_cell(t->finding).text,
                      t->out->line, gs_code_write(t->source, i, i + 3).text,
                      (int)token_at(t->source, rest)->line,
                      gs_code_write(t->source, rest, rest + 3).text, name,
                      divisor_at(t->source, i, name, "/"), divisor_at(t->source, rest, name, "%"));
    }
    return false;
}
