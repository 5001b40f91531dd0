#include "source_mistake.h"

#include "exercise_tools.h"
#include "source_code.h"
#include "source_flow.h"
#include "source_number.h"
#include "source_warp.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A look at one function of the source. */
struct look {
    const struct gs_seen *seen;
    const struct gs_source *source;
    const struct gs_source_function *function;
    struct gs_saying *out;
    unsigned *sought; /* the names whose values were sought, each of which takes a pass */
};

static const struct gs_token *token_at(const struct look *look, size_t at)
{
    return &look->source->compiled.items[at];
}

static bool is(const struct look *look, size_t at, const char *text)
{
    return gs_token_is(&look->source->compiled, at, text);
}

static bool is_among(const char *text, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (strcmp(text, *words) == 0)
            return true;
    }
    return false;
}

/* What was seen, and then the mistake, in the line of that token. */
static bool say(const struct look *look, size_t at, const char *kind, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool say(const struct look *look, size_t at, const char *kind, const char *format, ...)
{
    char mistake[400];
    va_list args;
    va_start(args, format);
    vsnprintf(mistake, sizeof mistake, format, args);
    va_end(args);
    look->out->line = (int)token_at(look, at)->line;
    return gs_say(look->out, kind, "%s Line %d: %s", look->seen->words, look->out->line, mistake);
}

static const char *const number_types[] = {"int",     "unsigned", "long",    "short",    "float",
                                           "double",  "size_t",   "char",    "int16_t",  "uint16_t",
                                           "int32_t", "uint32_t", "int64_t", "uint64_t", NULL};

/* ---- values that nobody set ------------------------------------------------------------------ */

/* Whether the variable at `at` is given a value there, or may be: by whom it is handed to. */
static bool may_be_set(const struct look *look, size_t at)
{
    static const char *const before[] = {"&", ">>", ".", "->", NULL};
    const bool is_argument = (is(look, at - 1, "(") || is(look, at - 1, ",")) &&
                             (is(look, at + 1, ")") || is(look, at + 1, ","));
    return is(look, at + 1, "=") || is(look, at + 1, ".") || is_argument ||
           is_among(token_at(look, at - 1)->text, before);
}

/* Behind the brackets of an index or of several; `at`: the name. */
static size_t end_of_indices(const struct look *look, size_t at)
{
    at++;
    while (is(look, at, "[") && token_at(look, at)->match > at)
        at = token_at(look, at)->match + 1;
    return at;
}

/* `sums[i][j] += ...` */
static bool adds_to_element(const struct look *look, size_t at)
{
    const size_t end = end_of_indices(look, at);
    return end > at + 1 && (is(look, end, "+=") || is(look, end, "-=") || is(look, end, "*="));
}

/* The first use of the variable that is declared at `at` is no assignment. */
static size_t use_without_value(const struct look *look, size_t at)
{
    const char *name = token_at(look, at)->text;
    size_t use = gs_code_find(look->source, look->function, at + 1, name);
    if (use >= look->function->end)
        return 0;
    if (is(look, at + 1, "["))
        return adds_to_element(look, use) ? use : 0;
    return !may_be_set(look, use) ? use : 0;
}

/* The first token of the statement that `at` is in. */
static size_t statement_of(const struct look *look, size_t at)
{
    while (at > look->function->body + 1 && !is(look, at - 1, ";") && !is(look, at - 1, "{") &&
           !is(look, at - 1, "}"))
        at--;
    return at;
}

/* Whether a bracket that is opened from `first` on is not closed before `at`. */
static bool is_in_brackets(const struct look *look, size_t first, size_t at)
{
    int open = 0;
    for (size_t i = first; i < at; i++)
        open += (is(look, i, "(") || is(look, i, "[")) - (is(look, i, ")") || is(look, i, "]"));
    return open > 0;
}

/* What the declaration from `first` on declares begins with 0, as `static int calls;` does, or is
 * not this function's own. */
static bool outlives_call(const struct look *look, size_t first, size_t at)
{
    static const char *const words[] = {"static",     "extern",       "thread_local", "__shared__",
                                        "__device__", "__constant__", "__managed__",  NULL};
    while (first < at && !is_among(token_at(look, first)->text, words))
        first++;
    return first < at;
}

/* `size_t i;`, and the last of `unsigned t = threadIdx.x, mine;` */
static bool declares_without_value(const struct look *look, size_t at)
{
    const struct gs_token *before = token_at(look, at - 1);
    const size_t first = statement_of(look, at);
    const bool typed = is_among(before->text, number_types) && !is(look, at - 2, "(");
    const bool listed = is(look, at - 1, ",") &&
                        is_among(token_at(look, first)->text, number_types) &&
                        !is_in_brackets(look, first, at);
    return token_at(look, at)->kind == GS_TOKEN_WORD && (typed || listed) &&
           !is_among(token_at(look, at)->text, number_types) && !outlives_call(look, first, at) &&
           (is(look, at + 1, ",") || is(look, end_of_indices(look, at), ";"));
}

/* `size_t i;`, and then `a[i]`. */
static bool say_no_value(const struct look *look)
{
    for (size_t i = look->function->body + 2; i + 1 < look->function->end; i++) {
        const char *name = token_at(look, i)->text;
        const size_t use = declares_without_value(look, i) ? use_without_value(look, i) : 0;
        if (use != 0)
            return say(look, i, "no-value",
                       "`%s` is declared without a value, and line %u uses it: until it is set, "
                       "what it holds is chance.",
                       name, token_at(look, use)->line);
    }
    return false;
}

bool gs_source_reads_unset(const struct gs_source *source, int line)
{
    const struct gs_source_function *function = gs_source_function_at(source, (unsigned)line);
    const struct look look = {.source = source, .function = function};
    for (size_t i = function != NULL ? function->body + 2 : SIZE_MAX;
         function != NULL && i + 1 < function->end; i++) {
        if (declares_without_value(&look, i) && use_without_value(&look, i) != 0)
            return true;
    }
    return false;
}

/* The kernel has shared memory, or a function that it may call. */
static bool may_share(const struct look *look)
{
    for (size_t i = 0; i < look->source->function_count; i++) {
        const struct gs_source_function *function = &look->source->functions[i];
        if ((function == look->function || !function->global) &&
            gs_code_has(look->source, function, "__shared__"))
            return true;
    }
    return false;
}

/* An array of each thread's own, in a kernel whose threads wait for each other. */
static bool say_no_shared(const struct look *look)
{
    if (!gs_code_has(look->source, look->function, "__syncthreads") || may_share(look))
        return false;
    for (size_t i = look->function->body; i + 2 < look->function->end; i++) {
        const struct gs_token *name = token_at(look, i + 1);
        if (is_among(token_at(look, i)->text, number_types) && name->kind == GS_TOKEN_WORD &&
            is(look, i + 2, "["))
            return say(look, i, "not-shared",
                       "`%s` has no `__shared__` before it, so each thread has an array of its "
                       "own, and sees nothing of what the others store.",
                       name->text);
    }
    return false;
}

/* `__syncthreads;` names the barrier, and no thread waits. */
static bool say_barrier_not_called(const struct look *look)
{
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        if ((is(look, i, "__syncthreads") || is(look, i, "__syncwarp")) && is(look, i + 1, ";"))
            return say(look, i, "missing-barrier",
                       "`%s;` calls nothing: write `%s();`, with brackets.",
                       token_at(look, i)->text, token_at(look, i)->text);
    }
    return false;
}

/* ---- threads that leave ---------------------------------------------------------------------- */

/* `if (i < n) return;` */
static bool say_guard_inverted(const struct look *look)
{
    const struct gs_code_guard guard =
        gs_code_guard(look->source, look->function, look->seen->exercise);
    if (!guard.sends_away)
        return false;
    look->out->line = guard.line;
    return gs_say(look->out, "guard-inverted",
                  "%s Line %d: the test `%s` sends away the threads that have an element, and lets "
                  "the others go on.",
                  look->seen->words, guard.line, guard.whole.text);
}

/* Where the statement that begins at `at` ends, with its braces. */
static size_t end_of_statement(const struct look *look, size_t at)
{
    if (is(look, at, "{"))
        return token_at(look, at)->match + 1;
    while (at < look->function->end && !is(look, at, ";"))
        at++;
    return at + 1;
}

/* `if (i > n) a[i] = ...`: the access of that line is what the test is to keep away. */
static bool say_guard_turned(const struct look *look)
{
    const struct gs_code_guard guard =
        gs_code_guard(look->source, look->function, look->seen->exercise);
    if (!guard.lets_beyond)
        return false;
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        if (!is(look, i, "if") || (int)token_at(look, i)->line != guard.line)
            continue;
        const size_t body = token_at(look, i + 1)->match + 1, end = end_of_statement(look, body);
        bool has_line = false;
        for (size_t k = body; k < end && k < look->function->end; k++)
            has_line |= (int)token_at(look, k)->line == look->out->line;
        if (!has_line || is(look, end, "else"))
            return false;
        return say(look, i, "guard-inverted",
                   "the test `%s` lets those threads through that have no element, and stops the "
                   "others. Turn the comparison round.",
                   guard.text.text);
    }
    return false;
}

/* ---- results that begin with junk ------------------------------------------------------------ */

static const struct gs_array *parameter_of(const struct gs_exercise *exercise, const char *name)
{
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        if (strcmp(exercise->parameters[k].name, name) == 0)
            return &exercise->parameters[k];
    }
    return NULL;
}

/* Whether something gives the elements of the host's `array` a value: a function that is called, a
 * kernel that was launched before, a copy. */
static bool is_set_elsewhere(const struct gs_source *source, const char *array)
{
    static const char *const calls[] = {"cudaMemset (", "cudaMemsetAsync (", "cudaMemcpy (",
                                        "cudaMemcpyAsync ("};
    for (size_t i = 0; i + 3 < source->compiled.count; i++) {
        for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
            const bool takes_array = gs_token_is(&source->compiled, i + 2, array);
            const bool sets = k < 2 || takes_array;
            if (sets && gs_code_is(source, i, calls[k]))
                return true;
        }
    }
    for (size_t f = 0; f < source->function_count; f++) {
        const struct gs_source_function *function = &source->functions[f];
        const char *name =
            function->global ? gs_code_name_in_kernel(source, function, array) : array;
        for (size_t i = function->body; i + 1 < function->end; i++) {
            const size_t close = gs_token_is(&source->compiled, i, name) &&
                                         gs_token_is(&source->compiled, i + 1, "[")
                                     ? source->compiled.items[i + 1].match
                                     : 0;
            if (close != 0 && gs_token_is(&source->compiled, close + 1, "="))
                return true;
        }
    }
    return false;
}

/* `for (size_t k = 0; ...) c[i] += a[k];`: the element whose name is at `at` stays the same while
 * the loop's counter goes on. */
static bool is_same_in_loop(const struct look *look, size_t at)
{
    for (size_t i = look->function->body; i + 2 < at; i++) {
        size_t counter = i + 2;
        bool in_index = false;
        if (!is(look, i, "for") || !is(look, i + 1, "(") ||
            gs_code_behind_statement(look->source, i, look->function->end) <= at)
            continue;
        while (counter < at && !is(look, counter + 1, "=") && !is(look, counter + 1, ";"))
            counter++;
        for (size_t k = at + 2; k < token_at(look, at + 1)->match; k++)
            in_index |= is(look, k, token_at(look, counter)->text);
        if (!in_index && is(look, counter + 1, "="))
            return true;
    }
    return false;
}

/* `c[i] += ...` of an array that holds junk before the call, and that nothing sets. */
static bool say_added_to_junk(const struct look *look)
{
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        const struct gs_array *array = parameter_of(look->seen->exercise, token_at(look, i)->text);
        const size_t close = is(look, i + 1, "[") ? token_at(look, i + 1)->match : 0;
        if (array == NULL || array->role != GS_OUTPUT || close == 0 ||
            close + 1 >= look->function->end)
            continue;
        if (is(look, close + 1, "="))
            return false;
        if (is(look, close + 1, "+=") || is(look, close + 1, "-=") || is(look, close + 1, "*="))
            return !is_set_elsewhere(look->source, array->name) &&
                   say(look, i, "added-to-junk",
                       "`%s` makes the result of what `%s` held before the call, and that is junk. "
                       "%s",
                       token_at(look, close + 1)->text, array->name,
                       is_same_in_loop(look, i)
                           ? "Make it in a variable of the thread, which begins with a value that "
                             "you give it, and store that behind the loop."
                           : "Set it, with `=`.");
    }
    return false;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Of `atomicInc(&counts[v], bins)` the second argument, of who counts in an array of the exercise;
 * what a program counts for itself may well begin anew, as the blocks that are done. */
static bool is_bound_of_result(const struct look *look, size_t open, size_t from, size_t to)
{
    const struct gs_array *array =
        is(look, open + 1, "&") && is(look, open + 3, "[")
            ? parameter_of(look->seen->exercise, token_at(look, open + 2)->text)
            : NULL;
    const size_t blocks = look->seen->block > 0 ? look->seen->threads / look->seen->block : 0;
    const unsigned long long bound = strtoull(token_at(look, from)->text, NULL, 0);
    return to == from + 1 && bound != UINT32_MAX && bound + 1 != blocks &&
           (token_at(look, from)->kind == GS_TOKEN_NUMBER ||
            (array != NULL && array->role != GS_INPUT));
}

static bool say_atomic_inc(const struct look *look)
{
    size_t at = look->function->body;
    while ((at = gs_code_find(look->source, look->function, at + 1, "atomicInc")) <
           look->function->end) {
        size_t from, to;
        if (!is(look, at + 1, "(") || !gs_code_argument(look->source, at + 1, 1, &from, &to) ||
            !is_bound_of_result(look, at + 1, from, to))
            continue;
        return say(look, at, "atomic-inc",
                   "the second argument of atomicInc() is where counting ends, not what is added: "
                   "with %s a count that is %s or more becomes 0. Use atomicAdd().",
                   token_at(look, from)->text, token_at(look, from)->text);
    }
    return false;
}

/* `atomicOr(&counts[v], 1)`, of who counts. A variable without an index may be a flag. */
static bool say_other_atomic(const struct look *look)
{
    static const char *const others[] = {"atomicOr",  "atomicXor", "atomicMax",
                                         "atomicMin", "atomicAnd", NULL};
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        size_t from, to;
        if (!is_among(token_at(look, i)->text, others) || !is(look, i + 1, "(") ||
            !gs_code_argument(look->source, i + 1, 1, &from, &to) || to != from + 1 ||
            !(is(look, from, "1") || is(look, from, "1u")) || !is(look, from - 2, "]"))
            continue;
        return say(look, i, "wrong-atomic",
                   "`%s` does not count: whatever is there, it adds nothing to it. To add 1, call "
                   "atomicAdd().",
                   token_at(look, i)->text);
    }
    return false;
}

/* The first token from `from` on that stores to an element of an array; `to`: there is none. */
static size_t find_store(const struct look *look, size_t from, size_t to)
{
    for (size_t i = from; i + 1 < to; i++) {
        if (is(look, i, "]") && (is(look, i + 1, "=") || is(look, i + 1, "+=") ||
                                 is(look, i + 1, "-=") || gs_code_is(look->source, i + 1, "+ =")))
            return i;
    }
    return to;
}

/* atomicCAS() takes a lock, atomicExch() gives it back, and what it is to guard comes after that.
 */
static bool say_lock_given_back(const struct look *look)
{
    const size_t end = look->function->end;
    const size_t take = gs_code_find(look->source, look->function, 0, "atomicCAS");
    const size_t give = gs_code_find(look->source, look->function, take, "atomicExch");
    if (give >= end || find_store(look, take, give) < give || find_store(look, give, end) >= end)
        return false;
    return say(look, give, "lock-given-back",
               "the lock is given back here, before line %u stores to memory, so another thread "
               "can take it and store at the same time.",
               token_at(look, find_store(look, give, end))->line);
}

/* `do { ... } while (...);`, or `do i++; while (...);`: its end is no loop of its own. */
static bool ends_do(const struct look *look, size_t at)
{
    if (is(look, at - 1, "}"))
        return is(look, token_at(look, at - 1)->match - 1, "do");
    return is(look, at - 1, ";") && is(look, statement_of(look, at - 1), "do");
}

/* `while (lock == 1);`, and then `lock = 1;`: the name that both have; 0: it is not so. */
static size_t find_lock_in_steps(const struct look *look)
{
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        if (!is(look, i, "while") || !is(look, i + 1, "(") || ends_do(look, i))
            continue;
        const size_t close = token_at(look, i + 1)->match;
        size_t next = is(look, close + 1, "{") ? token_at(look, close + 1)->match : close + 1;
        if (next != close + 1 ? next != close + 2 : !is(look, next, ";"))
            continue;
        next += is(look, next + 1, "*") ? 2 : 1;
        if (is(look, next + 1, "[") && token_at(look, next + 1)->match < look->function->end
                ? !is(look, token_at(look, next + 1)->match + 1, "=")
                : !is(look, next + 1, "="))
            continue;
        for (size_t k = i + 2; k < close; k++) {
            if (is(look, k, token_at(look, next)->text) && !is(look, k + 1, "("))
                return i;
        }
    }
    return 0;
}

/* Only an atomic function tests and sets in one step. */
static bool say_lock_in_steps(const struct look *look)
{
    const size_t at = find_lock_in_steps(look);
    return at != 0 &&
           say(look, at, "lock-in-steps",
               "this waits until the lock is free, and the lock is set in another step: two "
               "threads can both find it free, and both go on. atomicCAS() tests and sets in one "
               "step.");
}

/* Declared as a pointer, in whatever function. */
static bool is_pointer(const struct look *look, const char *name)
{
    for (size_t i = 1; i + 1 < look->source->compiled.count; i++) {
        if (is(look, i, "*") && is(look, i + 1, name) &&
            (is_among(token_at(look, i - 1)->text, number_types) || is(look, i - 1, ",")))
            return true;
    }
    return false;
}

static bool say_size_of_pointer(const struct look *look)
{
    for (size_t i = look->function->body; i + 3 < look->function->end; i++) {
        const bool brackets = gs_code_is(look->source, i, "sizeof (");
        const char *name = token_at(look, brackets ? i + 2 : i + 1)->text;
        if (!is(look, i, "sizeof") || !is_pointer(look, name) ||
            (brackets ? !is(look, i + 3, ")")
                      : !is(look, i + 2, ")") && !is(look, i + 2, ",") && !is(look, i + 2, ";")))
            continue;
        return say(look, i, "size-of-pointer",
                   "`sizeof%s%s%s` is the size of the pointer, 8 bytes, not of what it points to: "
                   "one element has `sizeof *%s`, and an array of n elements n times as much.",
                   brackets ? "(" : " ", name, brackets ? ")" : "", name);
    }
    return false;
}

/* The array of the exercise with that role that argument `index` of a call is about; NULL: none. */
static const struct gs_array *array_in(const struct look *look, size_t open, unsigned index,
                                       enum gs_role role)
{
    size_t from, to;
    if (!gs_code_argument(look->source, open, index, &from, &to))
        return NULL;
    for (size_t i = from; i < to; i++) {
        const struct gs_array *array = parameter_of(look->seen->exercise, token_at(look, i)->text);
        if (array != NULL && array->role == role)
            return array;
    }
    return NULL;
}

static bool is_entry(const struct look *look)
{
    const char *entry = look->seen->exercise->entry;
    return entry != NULL && strcmp(look->function->name, entry) == 0;
}

/* A copy that brings something to an array that is only to be read, or takes from the result,
 * before anything was copied there: its two pointers are exchanged. In another function the names
 * may be those of other arrays. */
static bool say_copy_swapped(const struct look *look)
{
    static const char *const copies[] = {"cudaMemcpy", "cudaMemcpyAsync", NULL};
    struct gs_code_launch launch = {.at = 0};
    size_t taken = 0;
    for (size_t i = look->function->body; is_entry(look) && i < look->function->end; i++) {
        if (!is_among(token_at(look, i)->text, copies) || !is(look, i + 1, "("))
            continue;
        const struct gs_array *input = array_in(look, i + 1, 0, GS_INPUT);
        if (input != NULL)
            return say(look, i, "copy-swapped",
                       "this copies to `%s`, which is only to be read: the two pointers are "
                       "exchanged. A copy takes the destination first, and then the source.",
                       input->name);
        if (array_in(look, i + 1, 0, GS_OUTPUT) != NULL)
            return false;
        const struct gs_array *output = array_in(look, i + 1, 1, GS_OUTPUT);
        const bool launched =
            gs_code_next_launch(look->source, look->function->body, &launch) && launch.at < i;
        /* What a kernel has stored to an array of the device may be read again. */
        if (taken == 0 && output != NULL && !(launched && output->home == GS_HOME_DEVICE))
            taken = i;
    }
    return taken != 0 &&
           say(look, taken, "copy-swapped",
               "this copies from `%s`, which is to get the result: the two pointers are exchanged. "
               "A copy takes the destination first, and then the source.",
               array_in(look, taken + 1, 1, GS_OUTPUT)->name);
}

/* ---- steps that do not hand on their results ------------------------------------------------- */

/* What a kernel or a copy leaves on the device, and nobody reads. */
static bool say_lost_result(const struct look *look)
{
    struct gs_lost_result lost;
    char where[120];
    if (!gs_source_lost_result(look->source, look->function, look->seen->exercise, &lost))
        return false;
    if (lost.overwritten_line != 0)
        snprintf(where, sizeof where, "line %d writes over it before anything has read it",
                 lost.overwritten_line);
    else
        snprintf(where, sizeof where, "no kernel and no copy comes after it that reads it");
    if (lost.kernel != NULL)
        return say(look, lost.at, "result-lost", "nobody reads what `%s` stores in `%s`: %s.%s",
                   lost.kernel, lost.array, where,
                   lost.overwritten_line != 0
                       ? " Each step has to get the result of the step before it."
                       : "");
    return say(look, lost.at, "result-lost", "nobody reads what this copies to `%s`: %s.",
               lost.array, where);
}

/* An array of the exercise that is to be read, and that its function never names. */
static bool say_input_left_out(const struct look *look)
{
    const struct gs_exercise *exercise = look->seen->exercise;
    struct gs_code_launch launch = {.at = 0};
    if (!is_entry(look) || !gs_code_next_launch(look->source, look->function->body, &launch) ||
        launch.at >= look->function->end)
        return false;
    for (unsigned k = 0; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *array = &exercise->parameters[k];
        if (array->role == GS_INPUT && is_pointer(look, array->name) &&
            !gs_code_has(look->source, look->function, array->name))
            return say(look, look->function->head, "unused-input",
                       "`%s` is never used: the result depends on it, so a kernel has to get it.",
                       array->name);
    }
    return false;
}

/* ---- arguments of launches ------------------------------------------------------------------- */

/* Argument `k` of a launch, an array or number of the exercise's, is what the kernel calls by the
 * name of another one. */
static bool is_misplaced(const struct look *look, const struct gs_source_function *kernel,
                         size_t open, unsigned k, const char **given, const char **taken)
{
    size_t from, to;
    if (!gs_code_argument(look->source, open, k, &from, &to))
        return false;
    *given = token_at(look, to - 1)->text;
    if (!gs_code_argument(look->source, kernel->parameters, k, &from, &to))
        return false;
    *taken = token_at(look, to - 1)->text;
    const struct gs_exercise *exercise = look->seen->exercise;
    return strcmp(*given, *taken) != 0 && parameter_of(exercise, *given) != NULL &&
           parameter_of(exercise, *taken) != NULL;
}

/* A number in place of another one is a mistake by itself. */
static bool are_numbers(const struct gs_exercise *exercise, const char *a, const char *b)
{
    return parameter_of(exercise, a)->role == GS_NUMBER &&
           parameter_of(exercise, b)->role == GS_NUMBER;
}

/* How often the source launches that kernel; NULL: any. */
static unsigned launches_of(const struct look *look, const struct gs_source_function *kernel)
{
    struct gs_code_launch launch = {.at = 0};
    unsigned count = 0;
    for (size_t at = 0; gs_code_next_launch(look->source, at, &launch); at = launch.open)
        count += kernel == NULL || is(look, launch.at, kernel->name);
    return count;
}

/* `add<<<...>>>(a, c, n)` of `add(float *c, float *a, size_t n)`. A kernel that is launched again
 * may well get its arrays the other way round, as steps to and fro do. */
static bool say_arguments_swapped(const struct look *look)
{
    struct gs_code_launch launch = {.at = 0};
    for (size_t at = look->function->body; gs_code_next_launch(look->source, at, &launch);
         at = launch.open) {
        const struct gs_source_function *kernel =
            gs_code_kernel(look->source, token_at(look, launch.at)->text);
        const char *given = "", *taken = "", *first_given = "", *first_taken = "";
        unsigned misplaced = 0;
        for (unsigned k = 0; kernel != NULL && k < GS_MOST_PARAMETERS; k++) {
            if (is_misplaced(look, kernel, launch.open, k, &given, &taken) && misplaced++ == 0) {
                first_given = given;
                first_taken = taken;
            }
        }
        const bool wrong =
            (misplaced >= 2 && launches_of(look, kernel) == 1) ||
            (misplaced == 1 && are_numbers(look->seen->exercise, first_given, first_taken));
        if (wrong && launch.at < look->function->end)
            return say(look, launch.at, "arguments-swapped",
                       "the launch hands over `%s` where the kernel `%s` takes `%s`. What is "
                       "handed over first is the kernel's first parameter, whatever it is called.",
                       first_given, kernel->name, first_taken);
    }
    return false;
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* The end of what the `for` or `while` at `at` repeats; `*body`: where it begins. */
static size_t end_of_loop(const struct look *look, size_t at, size_t *body)
{
    *body = is(look, at + 1, "(") ? token_at(look, at + 1)->match + 1 : look->function->end;
    if (*body < look->function->end && is(look, *body, "{"))
        return token_at(look, *body)->match;
    size_t end = *body;
    while (end < look->function->end && !is(look, end, ";"))
        end++;
    return end;
}

static size_t find_word(const struct look *look, size_t from, size_t to, const char *word)
{
    while (from < to && !is(look, from, word))
        from++;
    return from;
}

/* Whether a statement of the loop's own begins at `at`, which no condition decides about. */
static bool is_own_statement(const struct look *look, size_t body, size_t at)
{
    size_t depth = 0;
    for (size_t i = body; i < at; i++) {
        depth += is(look, i, "{");
        depth -= is(look, i, "}");
    }
    return at == body ||
           (depth == 1 && is(look, body, "{") &&
            (is(look, at - 1, "{") || is(look, at - 1, ";") || is(look, at - 1, "}")));
}

/* `sum = x[i];` in [body, end), the only place there that knows of the variable. */
static bool is_set_alone(const struct look *look, size_t body, size_t end, const char *name)
{
    const size_t at = find_word(look, body, end, name);
    return at + 1 < end && is(look, at + 1, "=") && is_own_statement(look, body, at) &&
           find_word(look, at + 1, end + 1, name) > end;
}

/* `float sum = 0;`, and a loop whose every turn sets it, so that the last one is left. */
static bool say_set_each_turn(const struct look *look)
{
    for (size_t i = look->function->body; i + 3 < look->function->end; i++) {
        const char *name = token_at(look, i + 1)->text;
        if (!is_among(token_at(look, i)->text, number_types) || !is(look, i + 2, "=") ||
            strtod(token_at(look, i + 3)->text, NULL) != 0 ||
            token_at(look, i + 3)->kind != GS_TOKEN_NUMBER)
            continue;
        for (size_t at = i + 4; at + 1 < look->function->end; at++) {
            size_t body;
            if (!is(look, at, "for") && !is(look, at, "while"))
                continue;
            const size_t end = end_of_loop(look, at, &body);
            if (end >= look->function->end || find_word(look, at, body, name) < body ||
                !is_set_alone(look, body, end, name) ||
                find_word(look, end, look->function->end, name) >= look->function->end)
                continue;
            const size_t set = find_word(look, body, end, name);
            return say(look, set, "set-each-turn",
                       "each turn of the loop sets `%s` anew, and only what the last one stores is "
                       "left. Is something of all turns to be kept, as `+=` does?",
                       name);
        }
    }
    return false;
}

/* ---- types of arguments ---------------------------------------------------------------------- */

static const char *const whole_types[] = {"int",      "unsigned", "long",    "short",    "size_t",
                                          "int16_t",  "uint16_t", "int32_t", "uint32_t", "int64_t",
                                          "uint64_t", "uint",     NULL};

/* The one word of the tokens [from, to) that declares a whole number by value; NULL: they declare
 * something else. */
static const char *whole_type(const struct look *look, size_t from, size_t to)
{
    const char *found = NULL;
    for (size_t i = from; i < to; i++) {
        if (is(look, i, "*") || is(look, i, "&") || is(look, i, "["))
            return NULL;
        if (is_among(token_at(look, i)->text, whole_types))
            found = token_at(look, i)->text;
    }
    return found;
}

/* `float` or `double`, as what this function declares that name; NULL: as something else. */
static const char *floating_type(const struct look *look, const char *name)
{
    for (size_t i = look->function->parameters; i + 1 < look->function->end; i++) {
        const bool floats = is(look, i, "float") || is(look, i, "double");
        if (floats && is(look, i + 1, name) && !is(look, i + 2, "["))
            return token_at(look, i)->text;
    }
    return NULL;
}

/* The call at `open` hands a float over where `taken` declares a whole number. */
static bool say_cut_off(const struct look *look, size_t open,
                        const struct gs_source_function *taken)
{
    for (unsigned k = 0; k < GS_MOST_PARAMETERS; k++) {
        size_t given, end, from, to;
        if (!gs_code_argument(look->source, open, k, &given, &end) ||
            !gs_code_argument(look->source, taken->parameters, k, &from, &to))
            return false;
        const char *name = token_at(look, given)->text;
        const char *floats = end == given + 1 ? floating_type(look, name) : NULL;
        const char *whole = whole_type(look, from, to);
        if (floats == NULL || whole == NULL)
            continue;
        return say(look, open, "cut-off",
                   "`%s` is a %s, and `%s` takes it as `%s`: what stands behind its point is cut "
                   "off. Let `%s` be a %s in line %u as well.",
                   name, floats, taken->name, gs_code_write(look->source, from, to).text,
                   token_at(look, to - 1)->text, floats, token_at(look, from)->line);
    }
    return false;
}

/* A kernel that is launched here, or a function that is called. */
static bool say_float_as_whole(const struct look *look)
{
    for (size_t i = 0; i < look->source->function_count; i++) {
        const struct gs_source_function *taken = &look->source->functions[i];
        struct gs_code_launch launch = {.at = 0};
        for (size_t at = look->function->body;
             taken->global && gs_code_next_launch(look->source, at, &launch) &&
             launch.at < look->function->end;
             at = launch.open) {
            if (is(look, launch.at, taken->name) && say_cut_off(look, launch.open, taken))
                return true;
        }
        for (size_t at = look->function->body; at + 1 < look->function->end; at++) {
            if (is(look, at, taken->name) && is(look, at + 1, "(") &&
                say_cut_off(look, at + 1, taken))
                return true;
        }
    }
    return false;
}

/* ---- launches -------------------------------------------------------------------------------- */

/* How students call the threads of a block, and the blocks of a grid. */
static const char *const block_names[] = {
    "block",      "block_size", "blockSize",       "blocksize", "threads", "threads_per_block",
    "block_dim",  "dimBlock",   "threadsPerBlock", "nthreads",  "tpb",     "TPB",
    "BLOCK_SIZE", "BLOCKSIZE",  "numThreads",      NULL};
static const char *const grid_names[] = {
    "grid",     "grid_size", "gridSize", "gridsize",      "blocks",   "num_blocks", "numBlocks",
    "grid_dim", "dimGrid",   "nblocks",  "blocksPerGrid", "n_blocks", NULL};

/* The tokens [from, to) of number `index`, from 0, in the <<< >>> of a launch. */
static bool launch_number(const struct look *look, const struct gs_code_launch *launch,
                          unsigned index, size_t *from, size_t *to)
{
    size_t begin = launch->at + 4;
    const size_t end = launch->open - 3;
    for (size_t i = begin; i <= end; i++) {
        if (i < end && is(look, i, "(")) {
            i = token_at(look, i)->match;
        } else if (i == end || is(look, i, ",")) {
            *from = begin;
            *to = i;
            if (index-- == 0)
                return begin < i;
            begin = i + 1;
        }
    }
    return false;
}

/* `add<<<block, grid>>>(...)`. */
static bool say_launch_swapped(const struct look *look)
{
    struct gs_code_launch launch = {.at = 0};
    for (size_t at = look->function->body; gs_code_next_launch(look->source, at, &launch);
         at = launch.open) {
        size_t from, to, second, end;
        if (launch.at >= look->function->end || !launch_number(look, &launch, 0, &from, &to) ||
            !launch_number(look, &launch, 1, &second, &end) || to != from + 1 ||
            end != second + 1 || !is_among(token_at(look, from)->text, block_names) ||
            !is_among(token_at(look, second)->text, grid_names))
            continue;
        return say(look, launch.at, "launch-swapped",
                   "`<<<%s, %s>>>`: the number of blocks comes first, and then the number of "
                   "threads in a block.",
                   token_at(look, from)->text, token_at(look, second)->text);
    }
    return false;
}

/* A number that is added or multiplied by, or a block further: `2 * i`, `i + 1`. */
static bool leads_to_another(const struct look *look, size_t at)
{
    const bool counts = is(look, at - 1, "+") || is(look, at - 1, "*") || is(look, at - 1, "<<");
    return token_at(look, at)->kind == GS_TOKEN_NUMBER
               ? counts || is(look, at + 1, "*")
               : is(look, at, "blockDim") && is(look, at - 1, "+");
}

/* Each thread of the kernel may have more than one element, or the grid more than one axis. */
static bool may_have_several(const struct look *look, const struct gs_source_function *kernel)
{
    static const char *const signs[] = {"for",   "while", "float2", "float4",  "int2", "int4",
                                        "uint2", "uint4", "short2", "double2", "y",    NULL};
    for (size_t i = kernel->parameters; i < kernel->end; i++) {
        if (is_among(token_at(look, i)->text, signs) || leads_to_another(look, i))
            return true;
    }
    return false;
}

/* `(n + 255) / 256` blocks, in a launch of smaller blocks. Of several launches each may have blocks
 * of its own. */
static bool say_blocks_of_other_size(const struct look *look)
{
    const size_t block = look->seen->block;
    for (size_t i = 0; i < look->source->function_count; i++) {
        const struct gs_source_function *kernel = &look->source->functions[i];
        if (kernel->global && may_have_several(look, kernel))
            return false;
    }
    if (launches_of(look, NULL) != 1)
        return false;
    for (size_t i = look->function->body + 2; block > 1 && i + 3 < look->function->end; i++) {
        const size_t added = token_at(look, i)->kind == GS_TOKEN_NUMBER && is(look, i - 1, "+")
                                 ? strtoul(token_at(look, i)->text, NULL, 0)
                                 : 0;
        const size_t size = added > 0 && gs_code_is(look->source, i + 1, ") /")
                                ? strtoul(token_at(look, i + 3)->text, NULL, 0)
                                : 0;
        if (size == added + 1 && size > block)
            return say(look, i, "wrong-blocks",
                       "this counts the blocks for blocks of %zu threads, and the launch has "
                       "blocks of %zu. Take one number for both.",
                       size, block);
    }
    return false;
}

/* `add<<<grid, block, stream>>>(...)`, by a cast, for no stream is a number by itself. */
static bool say_stream_as_bytes(const struct look *look)
{
    struct gs_code_launch launch = {.at = 0};
    for (size_t at = look->function->body; gs_code_next_launch(look->source, at, &launch);
         at = launch.open) {
        size_t from, to;
        if (launch.at >= look->function->end || !launch_number(look, &launch, 2, &from, &to))
            continue;
        for (size_t i = look->function->body; i + 1 < launch.at; i++) {
            const char *name = token_at(look, i + 1)->text;
            for (size_t k = from; is(look, i, "cudaStream_t") && k < to; k++) {
                if (is(look, k, name))
                    return say(look, launch.at, "stream-as-bytes",
                               "the third number of a launch is the bytes of shared memory, and "
                               "the stream is the fourth: `<<<grid, block, 0, %s>>>`.",
                               name);
            }
        }
    }
    return false;
}

/* How students call a number of bytes of shared memory. */
static const char *const shared_names[] = {"shared",     "shared_bytes", "sharedBytes",
                                           "smem",       "smem_bytes",   "sharedMem",
                                           "shared_mem", "bytes",        NULL};

static bool argument_has(const struct look *look, size_t open, unsigned index,
                         const char *const *names)
{
    size_t from, to;
    if (!gs_code_argument(look->source, open, index, &from, &to))
        return false;
    for (size_t i = from; i < to; i++) {
        if (is_among(token_at(look, i)->text, names))
            return true;
    }
    return false;
}

/* The bytes where CUDA takes the threads of a block, and the threads where it takes the bytes. */
static bool say_occupancy_swapped(const struct look *look)
{
    static const char *const call = "cudaOccupancyMaxActiveBlocksPerMultiprocessor";
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        if (!is(look, i, call) || !is(look, i + 1, "(") ||
            !argument_has(look, i + 1, 2, shared_names) ||
            argument_has(look, i + 1, 2, block_names) || !argument_has(look, i + 1, 3, block_names))
            continue;
        return say(look, i, "arguments-swapped",
                   "the last two arguments of %s() are exchanged: the threads of a block come "
                   "first, and then the bytes of shared memory.",
                   call);
    }
    return false;
}

/* `cudaMemcpy(total, 0, ...)`, of who means a zero. */
static bool say_zero_as_source(const struct look *look)
{
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        size_t from, to;
        if (!is(look, i, "cudaMemcpy") || !is(look, i + 1, "(") ||
            !gs_code_argument(look->source, i + 1, 1, &from, &to) || to != from + 1 ||
            !is(look, from, "0"))
            continue;
        return say(look, i, "zero-as-address",
                   "the second argument is where the value lies, and 0 is no place. To set memory "
                   "to 0 call `cudaMemset(pointer, 0, bytes)`, or copy from a variable of the "
                   "host, from its address.");
    }
    return false;
}

/* The expression of a variable's that is set once; false: it is not. */
static bool find_value(const struct look *look, const char *name, size_t *from, size_t *to)
{
    size_t found = 0;
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        if (!is(look, i, name) || !is(look, i + 1, "="))
            continue;
        if (found != 0)
            return false;
        found = i + 2;
    }
    *from = *to = found;
    while (found != 0 && *to < look->function->end && !is(look, *to, ";") && !is(look, *to, ","))
        *to = is(look, *to, "(") ? token_at(look, *to)->match + 1 : *to + 1;
    return found != 0;
}

/* Names that stand for sums of names, and so on, would take time without end. */
static bool may_seek(const struct look *look)
{
    enum { MOST_SOUGHT = 200 };
    return ++*look->sought <= MOST_SOUGHT;
}

/* The expression is made of the exercise's sizes, which count elements, and of nothing that may be
 * the bytes of one. */
static bool counts_elements(const struct look *look, size_t from, size_t to, unsigned depth)
{
    enum { MOST_DEPTH = 4 };
    static const char *const harmless[] = {"size_t", "unsigned", "int", "long",
                                           "std",    "min",      "max", NULL};
    bool counted = false;
    for (size_t i = from; i < to; i++) {
        const struct gs_token *token = token_at(look, i);
        const struct gs_array *number = parameter_of(look->seen->exercise, token->text);
        size_t begin, end;
        if (is(look, i, "[") ||
            (token->kind == GS_TOKEN_NUMBER && strtoul(token->text, NULL, 0) > 2))
            return false;
        if (token->kind != GS_TOKEN_WORD || is_among(token->text, harmless))
            continue;
        if (number != NULL ? number->role != GS_NUMBER || gs_dtype_is_float(number->dtype)
                           : depth >= MOST_DEPTH || !may_seek(look) ||
                                 !find_value(look, token->text, &begin, &end) ||
                                 !counts_elements(look, begin, end, depth + 1))
            return false;
        counted = true;
    }
    return counted;
}

/* Whether the elements of any array of the exercise are single bytes: then both are one. */
static bool has_bytes(const struct gs_exercise *exercise)
{
    for (size_t k = 0; exercise->parameters[k].name != NULL; k++) {
        if (gs_dtype_bytes(exercise->parameters[k].dtype) == 1)
            return true;
    }
    return false;
}

/* The program has arrays of single bytes, or of whatever, so that a number of elements may be one
 * of bytes: `char *`, `bool *`, `void *dst`. */
static bool declares_bytes(const struct look *look)
{
    static const char *const types[] = {"char", "uint8_t", "int8_t", "bool", "void", NULL};
    for (size_t i = 0; i + 1 < look->source->compiled.count; i++) {
        if (token_at(look, i)->line != 0 && is(look, i + 1, "*") &&
            is_among(token_at(look, i)->text, types) && !is(look, i + 2, ")"))
            return true;
    }
    return false;
}

/* Argument 2 of `cudaMemcpyToSymbol(w, ...)` is how many elements w has; a number is one. */
static bool counts_symbol(const struct look *look, size_t open)
{
    size_t name, end, from, to, declared, given;
    return may_seek(look) && gs_code_argument(look->source, open, 0, &name, &end) &&
           end == name + 1 && gs_code_argument(look->source, open, 2, &from, &to) &&
           gs_number_of_elements(look->source, token_at(look, name)->text, &declared) &&
           gs_number_of_tokens(look->source, from, to, &given) && given == declared;
}

/* The type of the elements of all arrays of the exercise, as it is written; NULL: of more than one.
 */
static const char *type_of_arrays(const struct gs_exercise *exercise)
{
    const char *type = NULL;
    for (size_t k = 0; exercise->parameters[k].name != NULL; k++) {
        const struct gs_array *array = &exercise->parameters[k];
        if (array->role == GS_NUMBER)
            continue;
        if (type != NULL && type != gs_dtype_c_name(array->dtype))
            return NULL;
        type = gs_dtype_c_name(array->dtype);
    }
    return type;
}

static bool say_count_of_elements(const struct look *look, size_t at, const char *call, size_t from,
                                  size_t to)
{
    const struct gs_code_text given = gs_code_write(look->source, from, to);
    const char *type = type_of_arrays(look->seen->exercise);
    char example[80] = "";
    if (type != NULL)
        snprintf(example, sizeof example, ", as in `n * sizeof(%s)`", type);
    return say(look, at, "elements-for-bytes",
               "%s() counts bytes, and `%s` is a number of elements, so only a part is copied: "
               "multiply it by the bytes of one element%s.",
               call, given.text, example);
}

/* `cudaMemcpyToSymbol(w, x, 7)`, of elements that are larger than a byte. */
static bool say_elements_as_bytes(const struct look *look)
{
    static const struct {
        const char *name;
        unsigned argument;
    } calls[] = {{"cudaMemcpyToSymbol", 2},   {"cudaMemcpyToSymbolAsync", 2},
                 {"cudaMemcpyFromSymbol", 2}, {"cudaMemcpyFromSymbolAsync", 2},
                 {"cudaMemcpy", 2},           {"cudaMemcpyAsync", 2},
                 {"cudaMemcpyPeer", 4},       {"cudaMemcpyPeerAsync", 4},
                 {"cudaMemcpy2D", 4},         {"cudaMemcpy2DAsync", 4}};
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
            size_t from, to;
            if (!is(look, i, calls[k].name) || !is(look, i + 1, "(") ||
                has_bytes(look->seen->exercise) || declares_bytes(look) ||
                !gs_code_argument(look->source, i + 1, calls[k].argument, &from, &to) ||
                !(counts_elements(look, from, to, 0) ||
                  (strstr(calls[k].name, "Symbol") != NULL && counts_symbol(look, i + 1))))
                continue;
            return say_count_of_elements(look, i, calls[k].name, from, to);
        }
    }
    return false;
}

/* The number of bytes in a cudaMemset() is one of elements. */
static bool is_number_of_elements(const struct look *look, size_t open)
{
    size_t from, to;
    return gs_code_argument(look->source, open, 2, &from, &to) &&
           counts_elements(look, from, to, 0);
}

/* A number that one byte does not hold, or a 1, which would be one in each byte. */
static bool is_no_byte(const struct look *look, size_t open)
{
    size_t from, to;
    if (!gs_code_argument(look->source, open, 1, &from, &to) || to != from + 1)
        return false;
    const struct gs_token *value = token_at(look, from);
    const unsigned long long number = strtoull(value->text, NULL, 0);
    return value->kind == GS_TOKEN_NUMBER &&
           (number == 1 || number > UINT8_MAX ||
            (strchr(value->text, '.') != NULL && strtod(value->text, NULL) != 0));
}

/* `cudaMemset(totals, bytes, 0)` */
static bool sets_no_byte(const struct look *look, size_t open)
{
    size_t from, to;
    return gs_code_argument(look->source, open, 2, &from, &to) && to == from + 1 &&
           is(look, from, "0");
}

/* `cudaMemset(totals, 0, count)`, and `cudaMemset(lowest, INT_MAX, sizeof(int))`. */
static bool say_memset(const struct look *look)
{
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        const char *name = look->seen->array != NULL ? look->seen->array : "";
        const struct gs_array *array = parameter_of(look->seen->exercise, name);
        size_t from, to;
        if ((!is(look, i, "cudaMemset") && !is(look, i, "cudaMemsetAsync")) ||
            !is(look, i + 1, "(") || array == NULL || gs_dtype_bytes(array->dtype) == 1 ||
            !gs_code_argument(look->source, i + 1, 0, &from, &to) || !is(look, to - 1, name))
            continue;
        if (sets_no_byte(look, i + 1))
            return say(look, i, "not-zeroed",
                       "cudaMemset() takes the value first and then the number of bytes, and here "
                       "that is 0: so nothing of `%s` is set. Exchange the last two arguments.",
                       name);
        if (is_number_of_elements(look, i + 1))
            return say(look, i, "not-zeroed",
                       "cudaMemset() counts bytes, and an element of `%s` has %zu: so only a part "
                       "of it is set. Multiply by `sizeof *%s`.",
                       name, gs_dtype_bytes(array->dtype), name);
        if (is_no_byte(look, i + 1))
            return say(look, i, "wrong-value",
                       "cudaMemset() sets each byte, to the lowest 8 bits of its second argument, "
                       "and an element of `%s` has %zu bytes: it becomes another number. Let a "
                       "kernel store that number, or copy it from a variable of the host.",
                       name, gs_dtype_bytes(array->dtype));
    }
    return false;
}

/* ---- streams, events and graphs -------------------------------------------------------------- */

/* What a function declares without a value, and what makes it and takes it away. */
static const struct {
    const char *type, *makes, *destroys;
} handles[] = {
    {"cudaStream_t", "cudaStreamCreate", "cudaStreamDestroy"},
    {"cudaEvent_t", "cudaEventCreate", "cudaEventDestroy"},
    {"cudaGraphExec_t", "cudaGraphInstantiate", "cudaGraphExecDestroy"},
    {"cudaGraph_t", "cudaStreamEndCapture", "cudaGraphDestroy"},
};

/* The comma or bracket at `at` is in a call of the program's own, which may take a reference. */
static bool is_handed_to_own(const struct look *look, size_t at)
{
    size_t open = at;
    while (open > look->function->body && !is(look, open, "(") && !is(look, open, ";"))
        open = is(look, open, ")") ? token_at(look, open)->match - 1 : open - 1;
    for (size_t i = 0; is(look, open, "(") && i < look->source->function_count; i++) {
        if (is(look, open - 1, look->source->functions[i].name))
            return !look->source->functions[i].global;
    }
    return false;
}

/* Whether something gives the variable a value: a call that gets its address, or an `=`. */
static bool is_made(const struct look *look, const char *name)
{
    for (size_t i = look->function->body; i + 2 < look->function->end; i++) {
        if (is(look, i + 1, name) && (is(look, i, "&") || is(look, i + 2, "=") ||
                                      is(look, i + 2, "{") || is(look, i + 2, "[")))
            return true;
        if (is(look, i + 1, name) && (is(look, i, "(") || is(look, i, ",")) &&
            is_handed_to_own(look, i))
            return true;
    }
    return false;
}

/* The first use of the variable behind the call that destroys it, in the same block of the code: a
 * lambda or a branch that destroys it need not have run; 0: there is none. */
static size_t use_behind(const struct look *look, const char *name, const char *destroys)
{
    size_t gone = 0;
    for (size_t i = look->function->body; i + 3 < look->function->end; i++) {
        if (gone != 0 && is(look, i, name) && !is(look, i - 1, "&"))
            return i;
        if (is(look, i, "return") || (is(look, i, "}") && token_at(look, i)->match < gone))
            gone = 0;
        if (is(look, i, destroys) && is(look, i + 1, "(") && is(look, i + 2, name)) {
            gone = i;
            i += 2;
        }
    }
    return 0;
}

/* `cudaStream_t one;`, and nothing creates it, or it is used when it is destroyed. */
static bool say_handle(const struct look *look, size_t at, size_t kind)
{
    const char *name = token_at(look, at)->text;
    if (!is_made(look, name))
        return say(look, at, "no-value",
                   "`%s` is declared, and nothing makes it: call `%s()` with `&%s` before it is "
                   "used.",
                   name, handles[kind].makes, name);
    const size_t use = use_behind(look, name, handles[kind].destroys);
    return use != 0 && say(look, use, "use-after-free",
                           "`%s` is used here, and it has been destroyed before. Call `%s()` "
                           "behind its last use.",
                           name, handles[kind].destroys);
}

static bool say_handles(const struct look *look)
{
    for (size_t i = look->function->body; i + 2 < look->function->end; i++) {
        for (size_t k = 0; k < sizeof handles / sizeof handles[0]; k++) {
            if (!is(look, i, handles[k].type))
                continue;
            for (size_t at = i + 1; is(look, at + 1, ",") || is(look, at + 1, ";"); at += 2) {
                if (say_handle(look, at, k))
                    return true;
                if (is(look, at + 1, ";"))
                    break;
            }
        }
    }
    return false;
}

/* In what a stream captures: a launch in the default stream, or a wait. */
static bool say_capture(const struct look *look)
{
    static const char *const waits[] = {"cudaStreamSynchronize", "cudaDeviceSynchronize",
                                        "cudaStreamQuery", "cudaMemcpy", NULL};
    const size_t end = look->function->end;
    const size_t begin = gs_code_find(look->source, look->function, 0, "cudaStreamBeginCapture");
    const size_t close = gs_code_find(look->source, look->function, begin, "cudaStreamEndCapture");
    struct gs_code_launch launch = {.at = 0};
    size_t from, to;
    if (begin >= end || (close >= end && gs_source_find(look->source, "cudaStreamEndCapture") != 0))
        return false;
    if (close >= end)
        return say(look, begin, "cuda-error",
                   "a capture begins here, and never ends: cudaStreamEndCapture() ends it, and "
                   "makes the graph.");
    for (size_t i = begin; i < close; i++) {
        if (is_among(token_at(look, i)->text, waits) && is(look, i + 1, "("))
            return say(look, i, "cuda-error",
                       "`%s()` waits, and while a stream is captured it runs nothing that could be "
                       "waited for. Wait behind the launch of the graph.",
                       token_at(look, i)->text);
    }
    for (size_t at = begin; gs_code_next_launch(look->source, at, &launch) && launch.at < close;
         at = launch.open) {
        if (!launch_number(look, &launch, 3, &from, &to))
            return say(look, launch.at, "cuda-error",
                       "this launch is in the default stream, which is not the one that is "
                       "captured. Hand it that stream, as the fourth number in <<< >>>.");
    }
    return false;
}

/* ---- variables of the device ----------------------------------------------------------------- */

/* `cudaMemcpyToSymbol(&w, ...)`, and the kind of the copy where the offset stands. */
static bool say_symbol(const struct look *look)
{
    static const char *const calls[] = {"cudaMemcpyToSymbol", "cudaMemcpyFromSymbol", NULL};
    static const char *const kinds[] = {"cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                        "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault", NULL};
    for (size_t i = look->function->body; i + 3 < look->function->end; i++) {
        const unsigned symbol = is(look, i, calls[0]) ? 0 : 1;
        size_t from, to;
        if (!is_among(token_at(look, i)->text, calls) || !is(look, i + 1, "("))
            continue;
        if (gs_code_argument(look->source, i + 1, symbol, &from, &to) && is(look, from, "&") &&
            to == from + 2)
            return say(look, i, "copy-kind",
                       "`%s()` takes the variable itself, and not its address, which only the "
                       "device knows: write `%s`, without the `&`.",
                       token_at(look, i)->text, token_at(look, from + 1)->text);
        if (gs_code_argument(look->source, i + 1, 3, &from, &to) && to == from + 1 &&
            is_among(token_at(look, from)->text, kinds))
            return say(look, i, "copy-kind",
                       "the fourth argument of `%s()` is where in the variable the copy begins, a "
                       "number of bytes, and `%s` stands there. Leave it out, or write a 0 before "
                       "it.",
                       token_at(look, i)->text, token_at(look, from)->text);
    }
    return false;
}

/* ---- indices --------------------------------------------------------------------------------- */

/* Where a kernel's index is made of the numbers of thread and block in another way than as
 * `blockIdx.x * blockDim.x + threadIdx.x`. */
#define OWN_NUMBER " Each thread of the grid needs a number of its own."
#define SAME_FOR_TWO "gives thread 1 of block 0 and thread 0 of block 1 the same number." OWN_NUMBER
#define ALL_ZERO "is 0 for all threads of block 0." OWN_NUMBER
#define GRID_FOR_BLOCK "counts gridDim.x threads a block, and a block has blockDim.x." OWN_NUMBER
#define EXCHANGED                                                                                  \
    "leaves blockDim.x - 1 elements between the threads of a block: threadIdx.x and blockIdx.x "   \
    "are exchanged. The number of the block is what blockDim.x multiplies."
static const struct {
    const char *code, *not_before, *meaning;
} indices[] = {
    {"blockIdx . x * threadIdx . x", "", ALL_ZERO},
    {"threadIdx . x * blockIdx . x", "", ALL_ZERO},
    {"blockIdx . x * ( blockDim . x + threadIdx . x )", "", ALL_ZERO},
    {"blockIdx . x + threadIdx . x", "*", SAME_FOR_TWO},
    {"threadIdx . x + blockIdx . x ;", "*", SAME_FOR_TWO},
    {"blockIdx . x * gridDim . x + threadIdx . x", "", GRID_FOR_BLOCK},
    {"threadIdx . x + blockIdx . x * gridDim . x", "", GRID_FOR_BLOCK},
    {"threadIdx . x * blockDim . x + blockIdx . x", "", EXCHANGED},
    {"blockDim . x * threadIdx . x + blockIdx . x", "", EXCHANGED},
    {"blockIdx . x + threadIdx . x * blockDim . x", "", EXCHANGED},
    {"blockIdx . x + blockDim . x * threadIdx . x", "", EXCHANGED},
};

/* Whether more is multiplied or divided there: what stands before it is then no whole term. */
static bool is_factor(const struct look *look, size_t at)
{
    return is(look, at, "*") || is(look, at, "/") || is(look, at, "%");
}

/* The kernel asks which thread of its block it is, so that some have work and others have none; or
 * it has threads along y, and a block has fewer of them along x than in all. */
static bool picks_threads(const struct look *look)
{
    static const char *const asking[] = {"threadIdx . x <", "threadIdx . x <=", "threadIdx . x ==",
                                         "threadIdx . x %", "threadIdx . y",    "threadIdx . z"};
    for (size_t i = look->function->body; i < look->function->end; i++) {
        for (size_t k = 0; k < sizeof asking / sizeof asking[0]; k++) {
            if (gs_code_is(look->source, i, asking[k]))
                return true;
        }
    }
    return false;
}

/* `blockIdx.x * 512 + threadIdx.x`, of blocks of 256. Where a thread takes several elements, or
 * some threads of a block have none, a number may be another one. */
static bool say_other_block(const struct look *look)
{
    const size_t block = look->seen->block;
    if (block == 0 || gs_code_has(look->source, look->function, "for") ||
        gs_code_has(look->source, look->function, "while") || picks_threads(look))
        return false;
    for (size_t i = look->function->body; i < look->function->end; i++) {
        const bool numbered = gs_code_is(look->source, i, "blockIdx . x *") &&
                              token_at(look, i + 4)->kind == GS_TOKEN_NUMBER &&
                              gs_code_is(look->source, i + 5, "+ threadIdx . x");
        const size_t number = numbered ? strtoul(token_at(look, i + 4)->text, NULL, 0) : 0;
        if (number == 0 || number == block)
            continue;
        for (size_t k = i + 9; k < look->function->end; k++) {
            if (leads_to_another(look, k))
                return false;
        }
        return say(look, i, "wrong-index",
                   "`%s` counts %zu threads a block, and the launch has blocks of %zu. blockDim.x "
                   "is always the number that the launch has.",
                   gs_code_write(look->source, i, i + 9).text, number, block);
    }
    return false;
}

/* Behind the tokens of the text, from `at` on, between which casts as `(size_t)` may stand; 0: they
 * are others. */
static size_t end_of_code(const struct look *look, size_t at, const char *text)
{
    const size_t begin = at;
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        if (at > begin && is(look, at, "(") && is(look, at + 2, ")") &&
            is_among(token_at(look, at + 1)->text, number_types))
            at += 3;
        const char *token = token_at(look, at++)->text;
        if (strlen(token) != length || strncmp(token, text, length) != 0)
            return 0;
        text += length;
        text += strspn(text, " ");
    }
    return at;
}

static bool say_index(const struct look *look)
{
    for (size_t i = look->function->body; i < look->function->end; i++) {
        for (size_t k = 0; k < sizeof indices / sizeof indices[0]; k++) {
            size_t end = end_of_code(look, i, indices[k].code);
            if (end == 0 || is_factor(look, end) ||
                (indices[k].not_before[0] != '\0' && is(look, i - 1, indices[k].not_before)))
                continue;
            end -= is(look, end - 1, ";");
            return say(look, i, "wrong-index", "`%s` %s", gs_code_write(look->source, i, end).text,
                       indices[k].meaning);
        }
    }
    return false;
}

static const char axes[] = "xyz";

/* Whether the tokens at `at` are `name . axis`. */
static bool is_place(const struct look *look, size_t at, const char *name, char axis)
{
    return is(look, at, name) && is(look, at + 1, ".") && token_at(look, at + 2)->text[0] == axis &&
           token_at(look, at + 2)->text[1] == '\0';
}

static bool has_place(const struct look *look, size_t from, size_t to, const char *name, char axis)
{
    bool found = false;
    for (size_t i = from; i < to; i++)
        found |= is_place(look, i, name, axis);
    return found;
}

/* The axis of `i += blockDim.x` at the token of the sign; 0: something else stands there. */
static char axis_of_step(const struct look *look, size_t at)
{
    size_t by = at + 1;
    if (!is(look, at, "+="))
        return '\0';
    if (is(look, by, "(") && is(look, by + 2, ")"))
        by += 3;
    for (size_t k = 0; axes[k] != '\0'; k++) {
        if (is_place(look, by, "blockDim", axes[k]) && !is_factor(look, by + 3))
            return axes[k];
    }
    return '\0';
}

/* A thread begins at its number in the grid, and goes on by the threads of its block. */
static bool say_step_of_block(const struct look *look)
{
    for (size_t i = look->function->body + 1; i + 4 < look->function->end; i++) {
        const char axis = axis_of_step(look, i);
        const char *name = token_at(look, i - 1)->text;
        size_t from, to;
        if (axis == '\0' || !find_value(look, name, &from, &to) ||
            !has_place(look, from, to, "threadIdx", axis) ||
            !has_place(look, from, to, "blockDim", axis) ||
            !has_place(look, from, to, "blockIdx", axis) ||
            gs_get_element(look->seen->launch, "grid", (size_t)(axis - 'x')) < 2)
            continue;
        return say(look, i, "wrong-index",
                   "`%s` begins with the number of the thread in the whole grid, and goes on by "
                   "blockDim.%c, where the threads of the next block have begun. The grid has "
                   "gridDim.%c * blockDim.%c threads along %c: go on by so many.",
                   name, axis, axis, axis, axis);
    }
    return false;
}

/* `z = threadIdx.z + blockIdx.y * blockDim.z`, and blockIdx.z, of several blocks, is nowhere. */
static bool say_block_of_other_axis(const struct look *look)
{
    const size_t begin = look->function->body, end = look->function->end;
    for (size_t i = begin; i + 12 < end; i++) {
        for (size_t k = 0; k < 9; k++) {
            const char own = axes[k / 3], other = axes[k % 3];
            const bool block_first = is_place(look, i, "blockIdx", other);
            const size_t thread = block_first ? i + 8 : i;
            const size_t block = block_first ? i : i + 4;
            if (own == other || !is_place(look, block, "blockIdx", other) ||
                !is_place(look, thread, "threadIdx", own) ||
                !is(look, block_first ? i + 7 : i + 3, "+") || !is(look, block + 3, "*") ||
                !is(look, block + 4, "blockDim") ||
                gs_get_element(look->seen->launch, "grid", (size_t)(own - 'x')) < 2 ||
                has_place(look, begin, end, "blockIdx", own))
                continue;
            return say(look, i, "wrong-index",
                       "`%s` takes the number of the block along %c. This launch has several "
                       "blocks along %c, and blockIdx.%c is used nowhere.",
                       gs_code_write(look->source, i, i + 11).text, other, own, own);
        }
    }
    return false;
}

/* A lane's number goes up to 31, and a thread's to that of the threads in its block. */
static bool say_taken_for_lane(const struct look *look)
{
    enum { WARP = 32 };
    static const char *const ends[] = {
        [GS_LANE_NAMED] = "is the number of the thread in its block",
        [GS_LANE_SHIFTED] = "takes the number of the thread in its block for that of a bit, of "
                            "which a mask has 32, one for each lane of the warp",
        [GS_LANE_INDEX] = "has 32 places for the 32 lanes of a warp, and takes the number of the "
                          "thread in its block",
    };
    struct gs_taken_for_lane of;
    return look->seen->block > WARP && gs_find_taken_for_lane(look->source, look->function, &of) &&
           say(look, of.at, "thread-for-lane",
               "`%s` %s: it goes up to %zu. The lane of a thread is threadIdx.x %% 32.",
               gs_code_write(look->source, of.at, of.end).text, ends[of.use],
               look->seen->block - 1);
}

/* Votes are masked by the number of a lane. */
static bool say_lane_for_mask(const struct look *look)
{
    size_t from, to;
    return gs_find_lane_for_mask(look->source, look->function, &from, &to) &&
           say(look, from, "wrong-index",
               "`%s` takes the bits of the lane's number, and not those of the lanes before it. "
               "The mask of the lanes before a lane is (1u << lane) - 1.",
               gs_code_write(look->source, from, to).text);
}

/* `threadIdx.y`, of launches whose threads all lie along x. */
static bool say_other_axis(const struct look *look)
{
    const size_t count = look->source->compiled.count;
    if (!look->function->global || gs_source_find(look->source, "dim3") != 0)
        return false;
    for (size_t i = look->function->body; i < look->function->end && i + 2 < count; i++) {
        if (!gs_code_is(look->source, i, "threadIdx . y") &&
            !gs_code_is(look->source, i, "threadIdx . z") &&
            !gs_code_is(look->source, i, "blockIdx . y") &&
            !gs_code_is(look->source, i, "blockIdx . z"))
            continue;
        /* A number for the thread of a block of whatever shape: `threadIdx.y * blockDim.x + ...` */
        if (is(look, i + 3, "*") || is(look, i - 1, "*"))
            continue;
        return say(look, i, "other-axis",
                   "`%s` is 0 for every thread: <<<blocks, threads>>> of two numbers counts along "
                   "x, in `%s.x`.",
                   gs_code_write(look->source, i, i + 3).text, token_at(look, i)->text);
    }
    return false;
}

/* Types that hold no number of a large grid, with and without a sign. */
static const struct {
    const char *name;
    size_t most, most_unsigned;
} narrow_types[] = {
    {"char", 127, 255},      {"int8_t", 127, 127},      {"uint8_t", 255, 255},
    {"short", 32767, 65535}, {"int16_t", 32767, 32767}, {"uint16_t", 65535, 65535},
};

/* The largest number that a variable of the type at `at` holds; 0: it is no narrow one. */
static size_t most_of(const struct look *look, size_t at)
{
    for (size_t k = 0; k < sizeof narrow_types / sizeof narrow_types[0]; k++) {
        if (is(look, at, narrow_types[k].name))
            return is(look, at - 1, "unsigned") ? narrow_types[k].most_unsigned
                                                : narrow_types[k].most;
    }
    return 0;
}

/* `unsigned char i = blockIdx.x * blockDim.x + threadIdx.x;` of more threads than that. */
static bool say_narrow_index(const struct look *look)
{
    for (size_t i = look->function->body; i + 2 < look->function->end; i++) {
        const size_t most = most_of(look, i), name = i + (is(look, i + 1, "int") ? 2 : 1);
        bool of_thread = false, is_part = false;
        if (most == 0 || look->seen->threads <= most || !is(look, name + 1, "="))
            continue;
        for (size_t k = name; k < look->function->end && !is(look, k, ";"); k++) {
            of_thread |=
                is(look, k, "blockIdx") || (is(look, k, "threadIdx") && look->seen->block > most);
            is_part |=
                is(look, k, "%") || is(look, k, "/") || is(look, k, "&") || is(look, k, ">>");
        }
        if (of_thread && !is_part)
            return say(look, i, "narrow-index",
                       "the type of `%s` holds no number above %zu, and the launch has %zu "
                       "threads: larger numbers become others. Make it a `size_t`.",
                       token_at(look, name)->text, most, look->seen->threads);
    }
    return false;
}

/* Threads are told apart: by their numbers, which a function may look at for the kernel, or by what
 * each of them takes from a variable that all share. */
static bool tells_threads_apart(const struct look *look)
{
    for (size_t i = 0; i < look->source->function_count; i++) {
        const struct gs_source_function *function = &look->source->functions[i];
        if ((function == look->function || !function->global) &&
            (gs_code_has(look->source, function, "threadIdx") ||
             gs_code_has(look->source, function, "thread_rank")))
            return true;
    }
    for (size_t i = 0; i + 1 < look->source->compiled.count; i++) {
        if (token_at(look, i)->line == 0 ||
            (!is(look, i, "__device__") && !is(look, i, "__managed__")))
            continue;
        size_t end = i;
        while (end < look->source->compiled.count && !is(look, end, ";") && !is(look, end, "=") &&
               !is(look, end, "[") && !is(look, end, "("))
            end++;
        if (!is(look, end, "(") &&
            gs_code_has(look->source, look->function, token_at(look, end - 1)->text))
            return true;
    }
    return false;
}

/* Each launch of the kernel has one thread. */
static bool is_of_one_thread(const struct look *look)
{
    struct gs_code_launch launch = {.at = 0};
    bool any = false;
    for (size_t at = 0; gs_code_next_launch(look->source, at, &launch); at = launch.open) {
        size_t from, to;
        if (!is(look, launch.at, look->function->name))
            continue;
        for (unsigned k = 0; k < 2; k++) {
            if (!launch_number(look, &launch, k, &from, &to) || to != from + 1 ||
                !is(look, from, "1"))
                return false;
        }
        any = true;
    }
    return any;
}

/* No thread asks which one it is, so all do the same. */
static bool say_all_do_all(const struct look *look)
{
    const bool of_block = gs_code_has(look->source, look->function, "blockIdx");
    if (!look->function->global || look->seen->exercise->each_does_all ||
        look->seen->threads == 1 || (of_block && look->seen->block == 1) ||
        tells_threads_apart(look) || is_of_one_thread(look))
        return false;
    if (of_block)
        return say(look, look->function->head, "same-work",
                   "the kernel `%s` never looks at threadIdx, so all threads of a block do the "
                   "same work. Give each thread an index of its own.",
                   look->function->name);
    return say(look, look->function->head, "same-work",
               "the kernel `%s` never looks at threadIdx, so every thread does all of the work. "
               "Give each thread an index of its own.",
               look->function->name);
}

/* ---- arrays that nobody reads ---------------------------------------------------------------- */

/* The first array from parameter *index on that a kernel is given to read and does not name; NULL:
 * there is none. */
static const char *unused_input(const struct look *look, unsigned *index)
{
    size_t from, to;
    for (; gs_code_argument(look->source, look->function->parameters, *index, &from, &to);
         ++*index) {
        const char *name = token_at(look, to - 1)->text;
        bool is_input = false;
        for (size_t i = from; i + 1 < to; i++)
            is_input |= is(look, i, "const") &&
                        gs_code_find(look->source, look->function, 0, name) >= look->function->end;
        if (is_input && is_pointer(look, name))
            return name;
    }
    return NULL;
}

static bool say_unused_input(const struct look *look)
{
    unsigned index = 0;
    const char *first = look->function->global ? unused_input(look, &index) : NULL;
    index++;
    const char *second = first != NULL ? unused_input(look, &index) : NULL;
    if (second != NULL)
        return say(look, look->function->head, "unused-input",
                   "the kernel `%s` is given `%s` and `%s`, and reads neither of them.",
                   look->function->name, first, second);
    return first != NULL &&
           say(look, look->function->head, "unused-input",
               "the kernel `%s` is given `%s`, and never reads it.", look->function->name, first);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* The name at `at` is that of the array whose bounds were left, here or in the kernel, or may be:
 * what a function that kernels call is handed has another name there. Of a matrix the name stands
 * before another index. */
static bool is_array_seen(const struct look *look, size_t at)
{
    while (is(look, at, "]"))
        at = token_at(look, at)->match - 1;
    for (size_t i = look->function->parameters; !look->function->global && i < look->function->body;
         i++) {
        if (is(look, i, token_at(look, at)->text))
            return true;
    }
    return is(look, at, look->seen->array) ||
           is(look, at, gs_code_name_in_kernel(look->source, look->function, look->seen->array));
}

/* `a[i + 1]` in the line that was seen: the index is past the end before the number is. */
static bool is_index_moved(const struct look *look)
{
    for (size_t i = look->function->body + 1; i + 2 < look->function->end; i++) {
        if ((int)token_at(look, i)->line == look->out->line && is(look, i - 1, "+") &&
            token_at(look, i)->kind == GS_TOKEN_NUMBER && is(look, i + 1, "]") &&
            is_array_seen(look, token_at(look, i + 1)->match - 1))
            return true;
    }
    return false;
}

static bool say_end_let_through(const struct look *look)
{
    const struct gs_code_guard guard =
        gs_code_guard(look->source, look->function, look->seen->exercise);
    if (!look->seen->at_the_end || !guard.lets_end_through ||
        (is_index_moved(look) && !look->seen->by_thread_n))
        return false;
    look->out->line = guard.line;
    return gs_say(look->out, "off-by-one",
                  "%s Line %d: `%s` treats the number just past the last one like those before it, "
                  "and they begin at 0. %s",
                  look->seen->words, guard.line, guard.text.text,
                  strchr(guard.text.text, '=') != NULL ? "Take the `=` out." : "Add a `=`.");
}

/* What is past the end is to become the last one, and becomes the one behind it. */
static bool say_end_given(const struct look *look)
{
    const struct gs_code_guard guard =
        gs_code_end_as_index(look->source, look->function, look->seen->exercise, look->out->line);
    if (!look->seen->at_the_end || guard.line == 0)
        return false;
    look->out->line = guard.line;
    return gs_say(look->out, "off-by-one",
                  "%s Line %d: by `%s` the number may become the one just past the last, for they "
                  "begin at 0. The last one is less by 1.",
                  look->seen->words, guard.line, guard.text.text);
}

/* `a[i + 1]`, which the last one does not have. */
static bool reads_neighbour(const struct look *look)
{
    for (size_t i = look->function->body; i < look->function->end; i++) {
        if (gs_code_is(look->source, i, "+ 1 ]"))
            return true;
    }
    return false;
}

/* `i < n - 1`, and the last element is missing. */
static bool say_end_left_out(const struct look *look)
{
    const struct gs_code_guard guard =
        gs_code_guard(look->source, look->function, look->seen->exercise);
    if (!look->seen->at_the_end || !guard.leaves_end_out)
        return false;
    look->out->line = guard.line;
    if (reads_neighbour(look))
        return gs_say(look->out, "off-by-one",
                      "%s Line %d: `%s` leaves out the last one. Which line stores that one?",
                      look->seen->words, guard.line, guard.text.text);
    return gs_say(look->out, "off-by-one",
                  "%s Line %d: `%s` leaves out the last one. They begin at 0, so the last one is "
                  "less than the number of all. Take the `- 1` out.",
                  look->seen->words, guard.line, guard.text.text);
}

/* `for (int k = 0; k <= COUNT; k++)`, and `[k]` of that array in the line that was seen. */
static bool say_loop_too_far(const struct look *look)
{
    if (!look->seen->at_the_end)
        return false;
    for (size_t i = look->function->body; i + 1 < look->function->end; i++) {
        if (!is(look, i, "for") || !is(look, i + 1, "("))
            continue;
        const size_t close = token_at(look, i + 1)->match;
        size_t test = i + 2;
        while (test < close && !is(look, test, "<="))
            test++;
        if (test >= close || !is(look, test - 2, ";") || !is(look, test + 2, ";"))
            continue;
        for (size_t k = close; k + 2 < end_of_statement(look, close + 1); k++) {
            if (is(look, k, "[") && is(look, k + 1, token_at(look, test - 1)->text) &&
                is(look, k + 2, "]") && (int)token_at(look, k)->line == look->out->line &&
                is_array_seen(look, k - 1))
                return say(look, test, "off-by-one",
                           "`%s` lets the loop go on once too often: the elements begin at 0. "
                           "Take the `=` out.",
                           gs_code_write(look->source, test - 1, test + 2).text);
        }
    }
    return false;
}

/* `if (a < rows && b < columns) out[a * rows + b] = ...` */
static bool say_bounds_turned(const struct look *look)
{
    size_t at;
    const struct gs_code_guard guard =
        gs_code_turned_bounds(look->source, look->function, look->seen->exercise, &at);
    if (guard.line == 0)
        return false;
    const char *rows = token_at(look, at + 3)->text, *column = token_at(look, at + 5)->text;
    look->out->line = guard.line;
    return gs_say(look->out, "bounds-swapped",
                  "%s Line %d: in the index `%s` a row has `%s` elements, so `%s` is to stay below "
                  "that, and the test `%s` has it the other way round. Exchange the two numbers "
                  "there.",
                  look->seen->words, guard.line, gs_code_write(look->source, at + 1, at + 6).text,
                  rows, column, guard.whole.text);
}

/* `if (row < columns && column < rows)` */
static bool say_bounds_swapped(const struct look *look)
{
    const struct gs_exercise *exercise = look->seen->exercise;
    const struct gs_code_guard guard =
        gs_code_swapped_bounds(look->source, look->function, exercise);
    if (guard.line == 0)
        return say_bounds_turned(look);
    look->out->line = guard.line;
    return gs_say(look->out, "bounds-swapped",
                  "%s Line %d: the test `%s` compares the row with the number of columns, and the "
                  "column with the number of rows. Exchange the two numbers there.",
                  look->seen->words, guard.line, guard.whole.text);
}

/* `a[column * columns + row]`, with the row from y and a test that knows which is which. */
static bool say_index_swapped(const struct look *look)
{
    const size_t at = gs_code_swapped_index(look->source, look->function, look->seen->exercise);
    if (at == 0)
        return false;
    const struct gs_code_text index = gs_code_write(look->source, at + 1, at + 6);
    return say(look, at, "wrong-index",
               "the index `%s` takes the row for the column, and the column for the row: the row "
               "is what is multiplied by the number of columns.",
               index.text);
}

/* ---- two bounds ------------------------------------------------------------------------------ */

/* One comparison of a condition, as tokens: [from, at) and [at + 1, to). */
struct comparison {
    size_t from, at, to;
    bool below; /* the left side is the smaller one */
};

/* The comparison that stands between two tokens, with brackets around it or without. */
static bool read_comparison(const struct look *look, size_t from, size_t to, struct comparison *out)
{
    static const char *const below[] = {"<", "<=", NULL}, *const above[] = {">", ">=", NULL};
    if (is(look, from, "(") && token_at(look, from)->match == to - 1) {
        from++;
        to--;
    }
    *out = (struct comparison){.from = from, .to = to};
    for (size_t i = from; i < to; i++) {
        out->below = is_among(token_at(look, i)->text, below);
        if (out->below || is_among(token_at(look, i)->text, above)) {
            out->at = i;
            return i > from && i + 1 < to;
        }
        if ((is(look, i, "(") || is(look, i, "[")) && token_at(look, i)->match < to)
            i = token_at(look, i)->match;
    }
    return false;
}

static bool are_same(const struct look *look, size_t a, size_t a_end, size_t b, size_t b_end)
{
    for (; a < a_end && b < b_end; a++, b++) {
        if (strcmp(token_at(look, a)->text, token_at(look, b)->text) != 0)
            return false;
    }
    return a == a_end && b == b_end;
}

/* `x >= y`, and `x <= -y`. */
static bool excludes(const struct look *look, struct comparison above, struct comparison below)
{
    return !above.below && below.below &&
           are_same(look, above.from, above.at, below.from, below.at) &&
           is(look, below.at + 1, "-") &&
           are_same(look, above.at + 1, above.to, below.at + 2, below.to);
}

/* Where the part of a condition ends that begins at `at`; step -1: where it begins that ends there.
 */
static size_t end_of_part(const struct look *look, size_t at, int step)
{
    static const char *const ends[] = {"&", "|", ";", "?", "=", "return", "{", "}", ",", NULL};
    const char *opens = step > 0 ? "(" : ")", *closes = step > 0 ? ")" : "(";
    int depth = 0;
    while (at > look->function->body && at < look->function->end) {
        if (depth == 0 && (is(look, at, closes) || is_among(token_at(look, at)->text, ends)))
            break;
        depth += is(look, at, opens) - is(look, at, closes);
        at = step > 0 ? at + 1 : at - 1;
    }
    return step > 0 ? at : at + 1;
}

/* `if (x >= threshold && x <= -threshold)` */
static bool say_never_both(const struct look *look)
{
    for (size_t i = look->function->body + 1; i + 1 < look->function->end; i++) {
        struct comparison left, right;
        if (!gs_code_is(look->source, i, "& &"))
            continue;
        const size_t from = end_of_part(look, i - 1, -1), to = end_of_part(look, i + 2, 1);
        if (!read_comparison(look, from, i, &left) || !read_comparison(look, i + 2, to, &right) ||
            !(excludes(look, left, right) || excludes(look, right, left)))
            continue;
        return say(look, i, "wrong-value",
                   "`%s` is never true, for no number is both at once. Is there an `&&` where it "
                   "must be `||`?",
                   gs_code_write(look->source, from, to).text);
    }
    return false;
}

/* ---- all together ---------------------------------------------------------------------------- */

enum where { IN_KERNEL, ON_HOST, ANYWHERE };

static const struct {
    bool (*say)(const struct look *look);
    enum where where;
    unsigned symptoms;
} mistakes[] = {
    {say_no_shared, IN_KERNEL, GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_JUNK | GS_SEEN_RACE},
    {say_barrier_not_called, IN_KERNEL,
     GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_JUNK | GS_SEEN_RACE},
    {say_no_value, ANYWHERE,
     GS_SEEN_BOUNDS | GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_ENDLESS},
    {say_lock_given_back, IN_KERNEL, GS_SEEN_RACE},
    {say_lock_in_steps, IN_KERNEL, GS_SEEN_RACE | GS_SEEN_WRONG},
    {say_atomic_inc, IN_KERNEL, GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_other_atomic, IN_KERNEL, GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_end_given, IN_KERNEL, GS_SEEN_BOUNDS},
    {say_end_let_through, IN_KERNEL, GS_SEEN_BOUNDS},
    {say_end_left_out, IN_KERNEL, GS_SEEN_MISSING},
    {say_loop_too_far, ANYWHERE, GS_SEEN_BOUNDS},
    {say_narrow_index, IN_KERNEL,
     GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_BOUNDS | GS_SEEN_ENDLESS},
    {say_bounds_swapped, IN_KERNEL,
     GS_SEEN_BOUNDS | GS_SEEN_MISSING | GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_JUNK},
    {say_index_swapped, IN_KERNEL,
     GS_SEEN_BOUNDS | GS_SEEN_MISSING | GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_JUNK},
    {say_guard_inverted, IN_KERNEL, GS_SEEN_BOUNDS | GS_SEEN_MISSING},
    {say_guard_turned, IN_KERNEL, GS_SEEN_BOUNDS},
    {say_launch_swapped, ON_HOST,
     GS_SEEN_LAUNCH | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_BOUNDS | GS_SEEN_RACE},
    {say_blocks_of_other_size, ON_HOST, GS_SEEN_MISSING | GS_SEEN_WRONG},
    {say_stream_as_bytes, ON_HOST, GS_SEEN_LAUNCH},
    {say_symbol, ON_HOST, GS_SEEN_COPY | GS_SEEN_ERROR | GS_SEEN_WRONG},
    {say_handles, ON_HOST, GS_SEEN_ERROR | GS_SEEN_STREAMS | GS_SEEN_LAUNCH},
    {say_capture, ON_HOST, GS_SEEN_ERROR | GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_zero_as_source, ON_HOST, GS_SEEN_COPY},
    {say_memset, ON_HOST, GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_never_both, ANYWHERE, GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_float_as_whole, ANYWHERE, GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_NUMBERS},
    {say_copy_swapped, ON_HOST,
     GS_SEEN_COPY | GS_SEEN_MISSING | GS_SEEN_CHANGED | GS_SEEN_JUNK | GS_SEEN_WRONG},
    {say_elements_as_bytes, ON_HOST, GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_input_left_out, ON_HOST, GS_SEEN_WRONG},
    {say_other_axis, IN_KERNEL, GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_BOUNDS},
    {say_other_block, IN_KERNEL, GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_BOUNDS},
    {say_index, IN_KERNEL, GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_BOUNDS},
    {say_step_of_block, IN_KERNEL, GS_SEEN_RACE | GS_SEEN_WRONG},
    {say_block_of_other_axis, IN_KERNEL,
     GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_BOUNDS},
    {say_taken_for_lane, IN_KERNEL,
     GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_BOUNDS | GS_SEEN_JUNK},
    {say_lane_for_mask, IN_KERNEL, GS_SEEN_RACE | GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_occupancy_swapped, ON_HOST, GS_SEEN_ERROR | GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_all_do_all, IN_KERNEL, GS_SEEN_RACE | GS_SEEN_ENDLESS | GS_SEEN_NUMBERS},
    {say_added_to_junk, ANYWHERE, GS_SEEN_WRONG | GS_SEEN_MISSING},
    {say_set_each_turn, IN_KERNEL, GS_SEEN_NUMBERS},
    {say_size_of_pointer, ANYWHERE,
     GS_SEEN_JUNK | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_COPY | GS_SEEN_BOUNDS},
    {say_arguments_swapped, ON_HOST,
     GS_SEEN_CHANGED | GS_SEEN_WRONG | GS_SEEN_MISSING | GS_SEEN_JUNK | GS_SEEN_BOUNDS},
    {say_lost_result, ON_HOST, GS_SEEN_NUMBERS},
    {say_unused_input, IN_KERNEL, GS_SEEN_NUMBERS | GS_SEEN_JUNK},
};

/* The kernel in which it was seen, and what kernels call; or what the host runs. */
static bool fits(enum where where, const struct gs_source_function *function,
                 const struct gs_seen *seen)
{
    const bool of_another =
        function->global && seen->kernel[0] != '\0' && strcmp(function->name, seen->kernel) != 0;
    const bool on_host = !function->global && (function->host || !function->device);
    if (of_another && where != ON_HOST)
        return false;
    return where == ANYWHERE || (where == ON_HOST) == on_host;
}

/* What the compiler warned of, in the function in which it was seen, or in what the host runs. */
static bool say_warning(const struct gs_seen *seen, struct gs_saying *out)
{
    for (size_t i = 0; i < json_array_size(seen->remarks); i++) {
        const json_t *remark = json_array_get(seen->remarks, i);
        const int line = gs_line_of(remark);
        const struct gs_source_function *function =
            gs_source_function_at(seen->source, (unsigned)line);
        if (!gs_has_text(remark, "kind", "warning") ||
            json_is_true(json_object_get(remark, "aside")) || function == NULL ||
            (seen->not_unset && json_is_true(json_object_get(remark, "unset"))) ||
            (function->global && !fits(IN_KERNEL, function, seen)))
            continue;
        const char *sentence = gs_get_text(remark, "sentence");
        out->line = line;
        return gs_say(out, "warned", "%s Line %d: %c%s", seen->words, line,
                      tolower((unsigned char)sentence[0]), sentence[0] != '\0' ? sentence + 1 : "");
    }
    return false;
}

bool gs_say_source_mistake(const struct gs_seen *seen, struct gs_saying *out)
{
    const struct gs_source *source = seen->source;
    unsigned sought = 0;
    for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++) {
        for (size_t i = 0; (mistakes[k].symptoms & seen->symptom) && i < source->function_count;
             i++) {
            const struct look look = {seen, source, &source->functions[i], out, &sought};
            /* What a header holds is no student's. */
            if (source->compiled.items[look.function->head].line != 0 &&
                fits(mistakes[k].where, look.function, seen) && mistakes[k].say(&look))
                return true;
        }
    }
    /* A launch is refused for what CUDA says, whatever else the compiler warned of. */
    return seen->symptom != GS_SEEN_LAUNCH && say_warning(seen, out);
}
