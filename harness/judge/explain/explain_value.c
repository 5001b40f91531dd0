#include "explain_value.h"

#include "exercise_tools.h"
#include "explain_index.h"
#include "explain_pattern.h"
#include "known_mistake.h"
#include "numbers.h"
#include "source_code.h"
#include "source_index.h"
#include "source_mistake.h"
#include "source_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the last launch, from the inspector's list of what the host did ------------------------- */

struct launch {
    bool known;
    const json_t *operation;
    int line;
    size_t block, threads;   /* of a block, and in all */
    size_t block_x, grid_x;  /* along x: threads of a block, and blocks */
    size_t along_x, along_y; /* threads of the grid */
};

static struct launch last_launch(const json_t *report)
{
    struct launch launch = {0};
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!gs_has_text(operation, "do", "launch"))
            continue;
        const size_t block_x = (size_t)gs_get_element(operation, "block", 0);
        const size_t grid_x = (size_t)gs_get_element(operation, "grid", 0);
        const long long along_y =
            gs_get_element(operation, "block", 1) * gs_get_element(operation, "grid", 1);
        launch = (struct launch){true,
                                 operation,
                                 gs_line_of(operation),
                                 gs_block_threads(operation),
                                 gs_launch_threads(operation),
                                 block_x,
                                 grid_x,
                                 block_x * grid_x,
                                 (size_t)along_y};
    }
    return launch;
}

/* ---- values ---------------------------------------------------------------------------------- */

struct value {
    char text[48];
};

static struct value real(double number, enum gs_dtype dtype)
{
    struct value v;
    snprintf(v.text, sizeof v.text, "%s", gs_decimal(number, dtype == GS_F32 ? 8 : 16).text);
    return v;
}

static struct value value_at(const void *array, enum gs_dtype dtype, size_t i)
{
    struct value v;
    long double value = gs_dtype_get(dtype, array, i);
    if (isnan(value)) /* the sign of which is chance */
        snprintf(v.text, sizeof v.text, "NaN");
    else if (gs_dtype_is_float(dtype))
        return real((double)value, dtype);
    else
        snprintf(v.text, sizeof v.text, "%.0Lf", value);
    return v;
}

static struct value wanted(const struct gs_wrong *wrong, size_t i)
{
    enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    if (!gs_dtype_is_float(dtype))
        return value_at(wrong->want, dtype, i);
    return real(((const double *)wrong->want)[i], dtype);
}

/* ---- elements that nobody wrote -------------------------------------------------------------- */

/* A wrong answer that is told. */
struct telling {
    const struct gs_wrong *wrong;
    const struct gs_source *source;
    const json_t *remarks; /* of the compiler */
    struct launch launch;
    const char *name;  /* of the array */
    const char *known; /* what is said of the known mistake whose values these are; NULL: of none */
    bool first_wrong;  /* all sizes before it were right */
    struct gs_saying *out;
};

/* All wrong elements stand at the end, and none of them was written. */
static bool is_short(const struct gs_wrong *wrong)
{
    return wrong->untouched == wrong->wrong && wrong->last == wrong->count - 1 &&
           wrong->wrong == wrong->count - wrong->first;
}

/* "n / 256": the source divides the number of elements. */
static bool divides(const struct gs_source *source, const char *n)
{
    for (size_t i = 0; i < source->compiled.count; i++) {
        if (gs_token_is(&source->compiled, i, n) && gs_token_is(&source->compiled, i + 1, "/"))
            return true;
    }
    return false;
}

/* `n / 4`, of which nothing remains: the division drops nothing. */
static bool divides_evenly(const struct telling *t, const char *division)
{
    const char *by = strrchr(division, ' ');
    const size_t number = by != NULL ? strtoul(by, NULL, 0) : 0;
    const char *n = t->wrong->exercise->n_name;
    const bool of_n = strncmp(division, n, strlen(n)) == 0 && division[strlen(n)] == ' ';
    return number > 0 && (of_n ? t->wrong->shape->n : t->wrong->shape->m) % number == 0;
}

/* As many elements have a value as threads have one each, or several, or as there are blocks. */
static bool is_one_share_missing(const struct telling *t)
{
    const size_t written = t->wrong->count - t->wrong->untouched, threads = t->launch.threads;
    const size_t blocks = t->launch.block > 0 ? threads / t->launch.block : 0;
    return written > 0 && (written % threads == 0 || threads % written == 0 || written == blocks);
}

/* There are fewer threads than elements, and the source drops the remainder of a division. */
static bool say_rounded(const struct telling *t, const char *words)
{
    const struct gs_exercise *exercise = t->wrong->exercise;
    int line = 0;
    const struct gs_code_text division = gs_code_division(t->source, exercise, &line);
    return line != 0 && !divides_evenly(t, division.text) && t->launch.threads > 0 &&
           t->launch.threads < t->wrong->count && is_one_share_missing(t) &&
           gs_say(t->out, "rounded-down",
                  "%s The launch has %zu thread%s for them: `%s` in line %d drops the remainder.",
                  words, t->launch.threads, t->launch.threads == 1 ? "" : "s", division.text, line);
}

static bool is_copied_back(const struct gs_exercise *exercise, unsigned parameter)
{
    return !exercise->on_host && exercise->parameters[parameter].home != GS_HOME_DEVICE;
}

/* The last copy that may have brought the result: to the host, where it lies there. */
static const json_t *last_copy(const struct telling *t)
{
    const json_t *operations = gs_inspected_operations(t->wrong->report), *copy = NULL;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_has_text(operation, "do", "copy") &&
            gs_has_text(operation, "to", "host") ==
                is_copied_back(t->wrong->exercise, t->wrong->parameter))
            copy = operation;
    }
    return copy;
}

/* It brings fewer bytes than there are to be, and up to there all is written. */
static bool say_short_copy(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    const enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    const json_t *copy = last_copy(t);
    const size_t bytes = copy != NULL ? (size_t)gs_get_number(copy, "bytes") : 0;
    if (copy == NULL)
        return is_copied_back(wrong->exercise, wrong->parameter) &&
               wrong->untouched == wrong->count &&
               gs_say(t->out, "never-written",
                      "%s It lies on the host, and your function copies nothing to the host: where "
                      "a kernel has its results is memory of the device.",
                      words);
    if (bytes >= wrong->count * gs_dtype_bytes(dtype) ||
        (bytes + gs_dtype_bytes(dtype) - 1) / gs_dtype_bytes(dtype) != wrong->untouched_first ||
        wrong->last != wrong->count - 1 ||
        wrong->untouched != wrong->count - wrong->untouched_first)
        return false;
    t->out->line = gs_line_of(copy);
    return gs_say(t->out, "never-written",
                  "%s The copy in line %d brings %zu bytes, and %s has %zu elements of %zu bytes "
                  "each: a copy counts bytes, elements times `sizeof(element)`.",
                  words, t->out->line, bytes, t->name, wrong->count, gs_dtype_bytes(dtype));
}

/* The exercise asks for fewer threads than there are elements. */
static bool is_to_stride(const struct gs_wrong *wrong)
{
    struct gs_budget most = {0};
    gs_exercise_budget(wrong->exercise, wrong->shape, &most);
    return most.threads > 0 && most.threads < wrong->count;
}

/* The launch has as many threads as there are elements before those that are missing. */
static bool say_too_few_threads(const struct telling *t)
{
    const struct gs_wrong *wrong = t->wrong;
    const char *n = wrong->exercise->n_name;
    /* What a division drops is less than a block. */
    const bool rounds = divides(t->source, n) && wrong->wrong < t->launch.block;
    char last[96];
    if (!is_short(wrong) || t->launch.threads == 0 || t->launch.threads != wrong->first)
        return false;
    if (wrong->wrong == 1)
        snprintf(last, sizeof last, "the last element, %.32s[%zu], has", t->name, wrong->first);
    else
        snprintf(last, sizeof last, "the last %zu elements, from %.32s[%zu] on, have", wrong->wrong,
                 t->name, wrong->first);
    if (rounds)
        return gs_say(t->out, "rounded-down",
                      "The launch has %zu thread%s, and %s has %zu elements: %s none. `%s / B` "
                      "drops the remainder.",
                      t->launch.threads, t->launch.threads == 1 ? "" : "s", t->name, wrong->count,
                      last, n);
    return gs_say(t->out, "too-few-threads",
                  "The launch has %zu thread%s, and %s has %zu elements: %s none. %s",
                  t->launch.threads, t->launch.threads == 1 ? "" : "s", t->name, wrong->count, last,
                  is_to_stride(wrong) ? "Let each thread go on to further elements, in a loop."
                                      : "Launch as many blocks as all elements need, the last of "
                                        "them for what is left over.");
}

/* A kernel numbers the threads of the grid, so that each has an element of its own. */
static bool numbers_threads(const struct gs_source *source)
{
    for (size_t i = 0; i < source->compiled.count; i++) {
        if (gs_code_is(source, i, "blockIdx . x * blockDim . x") ||
            gs_code_is(source, i, "blockDim . x * blockIdx . x"))
            return true;
    }
    return false;
}

/* As many elements have a value as the launch has blocks. A single one may be chance. */
static bool say_too_few_blocks(const struct telling *t)
{
    const struct gs_wrong *wrong = t->wrong;
    const size_t blocks = t->launch.block > 0 ? t->launch.threads / t->launch.block : 0;
    return is_short(wrong) && blocks == wrong->first && blocks > 1 && t->launch.block > 1 &&
           !numbers_threads(t->source) &&
           gs_say(t->out, "too-few-blocks",
                  "The launch has %zu block%s, and as many elements of %s have a value: the other "
                  "%zu have none. Where each block makes one element, launch a block for each.",
                  blocks, blocks == 1 ? "" : "s", t->name, wrong->wrong);
}

/* The source changes an element by what it held: `counts[i] += ...`. */
static bool changes_in_place(const struct telling *t)
{
    static const char *const changes[] = {"+=", "-=", "*=", "/=", "|=", "&=", "^="};
    const struct gs_source *source = t->source;
    for (size_t f = 0; f < source->function_count; f++) {
        const struct gs_source_function *function = &source->functions[f];
        const char *name =
            function->global ? gs_code_name_in_kernel(source, function, t->name) : t->name;
        for (size_t i = function->body; i + 1 < function->end; i++) {
            const size_t close = gs_token_is(&source->compiled, i, name) &&
                                         gs_token_is(&source->compiled, i + 1, "[")
                                     ? source->compiled.items[i + 1].match
                                     : SIZE_MAX - 1;
            for (size_t k = 0; k < sizeof changes / sizeof changes[0]; k++) {
                if (close < function->end && gs_token_is(&source->compiled, close + 1, changes[k]))
                    return true;
            }
        }
    }
    return false;
}

/* What an element held before the call may have been stored there anew, where it is given to the
 * function, or what is stored is made of it. Of other elements junk tells that nobody wrote it. */
static void see_missing(const struct telling *t, char *words, size_t size)
{
    const struct gs_wrong *wrong = t->wrong;
    const bool may_be_stored = wrong->exercise->parameters[wrong->parameter].role == GS_UPDATED ||
                               changes_in_place(t) ||
                               gs_inspected_accesses(wrong->report, t->name, "atomic");
    if (wrong->untouched == wrong->count)
        snprintf(words, size, "No element of %s has a new value.", t->name);
    else if (may_be_stored && wrong->untouched == 1)
        snprintf(words, size, "%s[%zu] still holds what it held before the call%s.", t->name,
                 wrong->untouched_first, wrong->wrong == 1 ? "; all others are right" : "");
    else if (may_be_stored)
        snprintf(words, size,
                 "%s[%zu] still holds what it held before the call, as do others: %zu of %zu "
                 "elements.",
                 t->name, wrong->untouched_first, wrong->untouched, wrong->count);
    else if (wrong->untouched == 1)
        snprintf(words, size, "%s[%zu] was never written%s.", t->name, wrong->untouched_first,
                 wrong->wrong == 1 ? ", all others were" : "");
    else
        snprintf(words, size,
                 "%s[%zu] was never written, nor were others: of %zu elements %zu are missing.",
                 t->name, wrong->untouched_first, wrong->count, wrong->untouched);
}

/* NaN plus a number is the same NaN. */
static bool say_added_to_junk(const struct telling *t)
{
    const struct gs_wrong *wrong = t->wrong;
    const struct gs_array *parameter = &wrong->exercise->parameters[wrong->parameter];
    return parameter->role == GS_OUTPUT && gs_dtype_is_float(parameter->dtype) &&
           wrong->wrong == wrong->count &&
           gs_inspected_accesses(wrong->report, t->name, "atomic") &&
           gs_say(t->out, "not-zeroed",
                  "No element of %s is right. An atomic function adds to what %s holds before the "
                  "call, and that is junk: set the elements to 0 first, or store each result once.",
                  t->name, t->name);
}

/* Of the last atomic function that comes to the array; NULL: none does. */
static const json_t *atomic_access(const struct telling *t)
{
    const json_t *accesses = gs_inspected_counts(t->wrong->report, "accesses");
    const json_t *atomic = NULL;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "array", t->name) && gs_has_text(access, "kind", "atomic"))
            atomic = access;
    }
    return atomic;
}

/* Each element is what is right, on top of what it held before: an atomic function may have added
 * 0 to it. */
static bool say_right_on_junk(const struct telling *t, const char *words)
{
    const json_t *atomic = atomic_access(t);
    if (!t->wrong->added_to_junk || atomic == NULL)
        return false;
    t->out->line = gs_line_of(atomic);
    return gs_say(t->out, "not-zeroed",
                  "%s Each element of %s is what is right plus what it held before the call, and "
                  "that is junk: the atomic function in line %d adds to it. Set all elements to 0 "
                  "first, or store the result where no other thread adds to it.",
                  words, t->name, t->out->line);
}

/* The one fill of the program, as cudaMemset() is; NULL: there is none, or there are several. */
static const json_t *only_fill(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report), *fill = NULL;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!gs_has_text(operation, "do", "fill"))
            continue;
        if (fill != NULL)
            return NULL;
        fill = operation;
    }
    return fill;
}

/* It sets as many bytes as there are elements. */
static bool say_elements_filled(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    const size_t element = gs_dtype_bytes(wrong->exercise->parameters[wrong->parameter].dtype);
    const json_t *fill = only_fill(wrong->report);
    if (fill == NULL || element == 1 || (size_t)gs_get_number(fill, "bytes") != wrong->count)
        return false;
    t->out->line = gs_line_of(fill);
    return gs_say(t->out, "not-zeroed",
                  "%s Line %d sets %zu bytes, and %s has %zu elements of %zu bytes: cudaMemset() "
                  "counts bytes, so the others hold the junk of before, and an atomic function "
                  "adds to that. Multiply by `sizeof *%s`.",
                  words, t->out->line, wrong->count, t->name, wrong->count, element, t->name);
}

/* Counts, as of values: atomic functions alone come to the array, and an element to which none
 * came would be right if it had been 0. */
static bool say_not_set_to_0(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    const json_t *atomic = atomic_access(t);
    if (wrong->exercise->parameters[wrong->parameter].role != GS_OUTPUT || atomic == NULL ||
        gs_inspected_accesses(wrong->report, t->name, "store") ||
        strcmp(wanted(wrong, wrong->untouched_first).text, "0") != 0)
        return false;
    if (say_elements_filled(t, words))
        return true;
    t->out->line = gs_line_of(atomic);
    return gs_say(t->out, "never-written",
                  "%s %s holds junk before the call, and the atomic function in line %d adds to "
                  "it: set all elements to 0 first.",
                  words, t->name, t->out->line);
}

/* What is made of junk is no ordinary number: as a float, junk is NaN or far larger than any. */
static bool has_numbers(const struct gs_wrong *wrong)
{
    const enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    const long double most = 1e30L;
    for (size_t i = 0; wrong->states != NULL && i < wrong->count; i++) {
        if (wrong->states[i] != 1 && fabsl(gs_dtype_get(dtype, wrong->got, i)) < most)
            return true;
    }
    return false;
}

/* A kernel stores to it, and no element is right: what it makes of junk is junk, and sometimes the
 * same. */
static bool say_made_of_junk(const struct telling *t)
{
    const struct gs_wrong *wrong = t->wrong;
    const struct gs_array *parameter = &wrong->exercise->parameters[wrong->parameter];
    return parameter->role == GS_OUTPUT && gs_dtype_is_float(parameter->dtype) &&
           wrong->wrong == wrong->count && !has_numbers(wrong) &&
           gs_inspected_accesses(wrong->report, t->name, "store") &&
           gs_say(t->out, "never-written",
                  "No element of %s is right: some hold still what they held before the call, as "
                  "%s[%zu]. The kernel stores to %s: is it made of the junk that %s held, as `+=` "
                  "does, and not set?",
                  t->name, t->name, wrong->untouched_first, t->name, t->name);
}

/* Nothing was changed. Elements that are right as they were, in an array that is both read and
 * written, do not speak for a kernel. */
static bool is_without_kernel(const struct telling *t)
{
    return !t->wrong->exercise->on_host && !t->launch.known &&
           t->wrong->untouched == t->wrong->wrong;
}

/* Of an array that holds still what it held before. */
static void say_nothing_written(const struct telling *t, const char *words)
{
    t->out->line = 0; /* the launch may be right */
    if (t->wrong->exercise->on_host)
        gs_say(t->out, "never-written",
               "%s Does your function store its result, and in that array? Does the loop come to "
               "that line?",
               words);
    else if (!t->launch.known && t->wrong->shape->n == 0)
        gs_say(t->out, "no-kernel",
               "%s Your function launched no kernel. With %s = 0 there is something to store all "
               "the same: does it return before that?",
               words, t->wrong->exercise->n_name);
    else if (!t->launch.known)
        gs_say(t->out, "no-kernel", "%s Your function launched no kernel.", words);
    else if (gs_inspected_accesses(t->wrong->report, t->name, "store"))
        gs_say(t->out, "never-written", "%s The kernel stores to it what was there before.", words);
    else
        gs_say(t->out, "never-written",
               "%s Does your kernel store its result, and in that array? Does a thread come to "
               "that line?",
               words);
}

/* What was written is every second element, or every fourth: the step; 0: it is not. */
static size_t step_of_written(const struct gs_wrong *wrong)
{
    size_t step = 1;
    while (wrong->states != NULL && step < wrong->count && wrong->states[step] == 1)
        step++;
    for (size_t i = 0; wrong->states != NULL && i < wrong->count; i++) {
        if ((wrong->states[i] == 1) != (i % step != 0))
            return 0;
    }
    return step > 1 && step < wrong->count ? step : 0;
}

enum { WARP = 32 };

/* A kernel divides the number of a thread by 32: its warps are numbered. */
static bool numbers_warps(const struct gs_source *source)
{
    for (size_t f = 0; f < source->function_count; f++) {
        const struct gs_source_function *kernel = &source->functions[f];
        for (size_t i = kernel->body; kernel->global && i < kernel->end; i++) {
            if (gs_code_is(source, i, "/ 32") || gs_code_is(source, i, "/ warpSize") ||
                gs_code_is(source, i, ">> 5"))
                return true;
        }
    }
    return false;
}

/* A warp makes each element, and there are fewer warps than elements. */
static bool say_too_few_warps(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    return numbers_warps(t->source) && is_short(wrong) &&
           t->launch.threads == WARP * wrong->first &&
           gs_say(t->out, "too-few-threads",
                  "%s The launch has %zu threads, which are %zu warps, and %s has %zu elements. "
                  "Where a warp makes each element, launch 32 times as many threads as there are "
                  "elements.",
                  words, t->launch.threads, wrong->first, t->name, wrong->count);
}

static bool say_every_other(const struct telling *t, const char *words)
{
    const size_t step = step_of_written(t->wrong);
    if (step != 0 && t->launch.block == WARP * step)
        return gs_say(t->out, "never-written",
                      "%s Written are %s[0], %s[%zu], %s[%zu] and so on, and a block has %zu "
                      "warps: does only the first warp of each block store? The number of a lane "
                      "is threadIdx.x %% 32.",
                      words, t->name, t->name, step, t->name, 2 * step, step);
    return step != 0 &&
           gs_say(t->out, "never-written",
                  "%s Written are %s[0], %s[%zu], %s[%zu] and so on, every %s: is an index "
                  "multiplied by %zu? It counts elements, not bytes.",
                  words, t->name, t->name, step, t->name, 2 * step,
                  step == 2   ? "second one"
                  : step == 4 ? "fourth one"
                              : "so many",
                  step);
}

/* Whether the elements of a matrix that are missing are those of all columns from `from` on. */
static bool misses_columns(const struct gs_wrong *wrong, size_t from)
{
    const size_t columns = wrong->shape->m;
    for (size_t i = 0; wrong->states != NULL && i < wrong->count; i++) {
        if ((wrong->states[i] == 1) != (i % columns >= from))
            return false;
    }
    return wrong->states != NULL;
}

/* A matrix by x and y, and more columns than threads along x, though there are enough in all. */
static bool say_too_few_along(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    const struct launch *launch = &t->launch;
    const size_t columns = wrong->shape->m;
    return columns > 0 && wrong->count == wrong->shape->n * columns && launch->along_y > 1 &&
           launch->along_x > 0 && launch->along_x < columns &&
           misses_columns(wrong, launch->along_x) &&
           gs_say(t->out, "too-few-threads",
                  "%s A row has %zu elements, and the launch has %zu threads along x: %zu block%s "
                  "that %s %zu wide there. Is the number of blocks made for blocks of that shape?",
                  words, columns, launch->along_x, launch->grid_x, launch->grid_x == 1 ? "" : "s",
                  launch->grid_x == 1 ? "is" : "are", launch->block_x);
}

static const char axes[] = {'x', 'y', 'z'};

/* The blocks of a matrix's tiles lie the other way round than the kernel takes them. */
static bool say_exchanged_grid(const struct telling *t, const char *words)
{
    const struct gs_party nobody = {.x = 0};
    struct gs_short_axis of = {.name = NULL};
    const struct gs_indexed access = {
        .source = t->source,
        .kernel = gs_code_kernel(t->source, gs_get_text(t->launch.operation, "kernel")),
        .exercise = t->wrong->exercise,
        .shape = t->wrong->shape,
        .launch = t->launch.operation,
        .thread = &nobody};
    if (t->launch.operation == NULL || access.kernel == NULL ||
        !gs_find_exchanged_grid(&access, &of))
        return false;
    t->out->line = t->launch.line;
    return gs_say(
        t->out, "grid-swapped",
        "%s In the kernel `%s` is made of blockIdx.%c. This launch has %lld block%s along "
        "%c, so that it stays below %zu, and line %d lets it go up to %lld, for `%s` is "
        "%lld. Along %c there are blocks enough for that: exchange the two numbers of "
        "the grid.",
        words, of.name, axes[of.axis], gs_get_element(t->launch.operation, "grid", of.axis),
        gs_get_element(t->launch.operation, "grid", of.axis) == 1 ? "" : "s", axes[of.axis],
        of.threads, of.line, of.most - 1, of.below.text, of.most, axes[1 - of.axis]);
}

/* A number that tells a thread from others along x or y is to be larger than there are threads. */
static bool say_short_axis(const struct telling *t, const char *words)
{
    struct gs_party last = {.x = 0};
    struct gs_short_axis of = {.name = NULL};
    const struct gs_source_function *kernel =
        gs_code_kernel(t->source, gs_get_text(t->launch.operation, "kernel"));
    const struct gs_indexed access = {.source = t->source,
                                      .kernel = kernel,
                                      .exercise = t->wrong->exercise,
                                      .shape = t->wrong->shape,
                                      .launch = t->launch.operation,
                                      .thread = &last};
    for (unsigned d = 0; d < 3; d++) {
        last.block[d] = (size_t)gs_get_element(t->launch.operation, "grid", d) - 1;
        last.thread[d] = (size_t)gs_get_element(t->launch.operation, "block", d) - 1;
    }
    if (kernel == NULL || !gs_find_short_axis(&access, &of))
        return false;
    t->out->line = of.line;
    return gs_say(t->out, "too-few-threads",
                  "%s `%s` numbers the threads along %c, of which this launch has %zu, and line %d "
                  "lets it go up to %lld, for `%s` is %lld. Is `%s` to be made of another axis, or "
                  "are there too few blocks along %c?",
                  words, of.name, axes[of.axis], of.threads, of.line, of.most - 1, of.below.text,
                  of.most, of.name, axes[of.axis]);
}

/* `i < n`, which each element passes whose number is i. */
static bool is_plain(const struct gs_code_guard *guard)
{
    return !guard->lets_end_through && !guard->leaves_end_out && !guard->sends_away &&
           !guard->lets_beyond && strcmp(guard->text.text, guard->whole.text) == 0 &&
           strpbrk(guard->text.text, "+-*/%&|!=") == NULL;
}

/* A kernel asks in another line than that of the guard, too. */
static bool asks_elsewhere(const struct gs_source *source, const struct gs_code_guard *guard)
{
    const struct gs_source_function *kernel = gs_code_any_kernel(source);
    for (size_t i = kernel->body; i < kernel->end; i++) {
        if (gs_token_is(&source->compiled, i, "if") &&
            (int)source->compiled.items[i].line != guard->line)
            return true;
    }
    return false;
}

/* There are threads enough: which of them has the first element that is missing? */
static void say_by_thread(const struct telling *t, const char *words,
                          const struct gs_code_guard *guard)
{
    const size_t i = t->wrong->untouched_first, block = t->launch.block;
    char test[240] = "";
    t->out->line = guard->line;
    if (!is_plain(guard))
        snprintf(test, sizeof test, ", and does the test in line %d, `%s`, let it through",
                 guard->line, guard->whole.text);
    else if (asks_elsewhere(t->source, guard))
        snprintf(test, sizeof test, ", and does each `if` on its way let it through");
    gs_say(t->out, "never-written",
           "%s The launch has %zu threads, enough for all. By its number in the grid thread %zu "
           "of block %zu has %s[%zu]: is that the index which your kernel makes for it%s?",
           words, t->launch.threads, i % block, i / block, t->name, i, test);
}

/* There are threads enough, and a test makes a bound of its own, as `columns / 2`. */
static void say_by_test(const struct telling *t, const char *words,
                        const struct gs_code_guard *guard)
{
    t->out->line = guard->line;
    gs_say(t->out, "never-written",
           "%s The launch has %zu threads, enough for all. Which thread is to compute it, and does "
           "the test in line %d, `%s`, let that thread through?",
           words, t->launch.threads, guard->line, guard->whole.text);
}

/* The line in which kernels store to the array; 0: none, or several do. */
static int line_of_store(const struct telling *t)
{
    const json_t *accesses = gs_inspected_counts(t->wrong->report, "accesses");
    int line = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (!gs_has_text(access, "array", t->name) || !gs_has_text(access, "kind", "store"))
            continue;
        if (line != 0 && line != gs_line_of(access))
            return 0;
        line = gs_line_of(access);
    }
    return line;
}

/* The elements that a block makes together begin at the index of its first thread: those of each
 * block behind those of the block before it. 0: it is not certain. */
static long long elements_of_block(const struct telling *t)
{
    const struct gs_party first = {.x = 0}, second = {.block = {1}};
    struct gs_indexed access = {
        .source = t->source,
        .kernel = gs_code_kernel(t->source, gs_get_text(t->launch.operation, "kernel")),
        .exercise = t->wrong->exercise,
        .shape = t->wrong->shape,
        .launch = t->launch.operation,
        .thread = &first};
    size_t from, to;
    long long begin, next;
    if (access.kernel == NULL ||
        !gs_find_index(t->source, access.kernel, t->name, line_of_store(t), &from, &to) ||
        !gs_value_of(&access, from, to, &begin) || begin != 0)
        return 0;
    access.thread = &second;
    return gs_value_of(&access, from, to, &next) && next > 0 ? next : 0;
}

/* A block makes a row, and the launch has fewer blocks than there are rows. */
static bool say_rows_without_block(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    const size_t rows = wrong->shape->n;
    const size_t blocks = t->launch.block > 0 ? t->launch.threads / t->launch.block : 0;
    if (t->launch.operation == NULL || !is_short(wrong) || blocks == 0 || t->launch.block < 2 ||
        blocks >= rows || wrong->first % blocks != 0 ||
        wrong->first / blocks * rows != wrong->count)
        return false;
    const size_t each = wrong->first / blocks;
    if (elements_of_block(t) != (long long)each)
        return false;
    char made[64];
    snprintf(made, sizeof made, "%zu element%s", each, each == 1 ? "" : "s");
    t->out->line = t->launch.line;
    return gs_say(t->out, "too-few-blocks",
                  "%s The launch has %zu block%s, and in line %d each block makes %s of %s: "
                  "%s = %zu needs %zu blocks.",
                  words, blocks, blocks == 1 ? "" : "s", line_of_store(t), made, t->name,
                  wrong->exercise->n_name, rows, rows);
}

/* No launch and no test is known to be at fault, and none is named. */
static void say_no_thread(const struct telling *t, const char *words)
{
    const int line = line_of_store(t);
    t->out->line = 0;
    if (t->wrong->exercise->on_host)
        gs_say(t->out, "never-written", "%s Which turn of the loop is to compute it?", words);
    else if (line == 0)
        gs_say(t->out, "never-written", "%s Which thread is to compute it?", words);
    else
        gs_say(t->out, "never-written",
               "%s Line %d stores to %s. Which thread is to come there with the index %zu, and "
               "which index does it have instead?",
               words, line, t->name, t->wrong->untouched_first);
}

/* What is asked of a thread, with n, is asked of an element of that array, too. A result may have
 * the elements of two arrays, and a matrix room behind its rows. */
static bool counts_as_many(const struct gs_wrong *wrong)
{
    const struct gs_shape *shape = wrong->shape;
    return wrong->count == shape->n || wrong->count == shape->n + shape->m ||
           (shape->m > 0 && wrong->count >= shape->n * shape->m);
}

static void say_untouched(const struct telling *t, const char *words)
{
    const struct gs_code_guard guard =
        gs_code_guard(t->source, gs_code_any_kernel(t->source), t->wrong->exercise);
    t->out->line = t->launch.line;
    if ((t->wrong->wrong > t->wrong->untouched || t->wrong->untouched == t->wrong->count) &&
        (say_added_to_junk(t) || say_made_of_junk(t)))
        return;
    if (say_not_set_to_0(t, words))
        return;
    if (!t->wrong->exercise->on_host && t->launch.known && say_short_copy(t, words))
        return;
    if (t->wrong->untouched == t->wrong->count || is_without_kernel(t))
        say_nothing_written(t, words);
    else if (say_too_few_threads(t) || say_too_few_blocks(t) || say_too_few_warps(t, words) ||
             say_too_few_along(t, words) || say_rounded(t, words) || say_every_other(t, words) ||
             (t->launch.operation != NULL && say_short_axis(t, words)))
        return;
    else if (t->launch.threads >= t->wrong->count && guard.line != 0 && t->wrong->shape->m == 0 &&
             t->launch.block > 0 && numbers_threads(t->source) &&
             strstr(guard.text.text, t->wrong->exercise->n_name) != NULL &&
             counts_as_many(t->wrong) && !t->wrong->exercise->each_does_all)
        say_by_thread(t, words, &guard);
    else if (t->launch.threads >= t->wrong->count && guard.line != 0 &&
             strpbrk(guard.whole.text, "+-*/%") != NULL && counts_as_many(t->wrong) &&
             !t->wrong->exercise->each_does_all)
        say_by_test(t, words, &guard);
    else
        say_no_thread(t, words);
}

/* ---- wrong values ---------------------------------------------------------------------------- */

/* ", where a[5] is 1 and b[5] is 2": inputs with as many elements. */
static void add_inputs(const struct gs_wrong *wrong, size_t i, struct gs_saying *out)
{
    const struct gs_array *parameters = wrong->exercise->parameters;
    const char *before = " There ";
    size_t length = strlen(out->sentence);
    for (unsigned k = 0; parameters[k].name != NULL; k++) {
        if (parameters[k].role == GS_NUMBER || wrong->arrays[k] == NULL ||
            gs_exercise_count(wrong->exercise, wrong->shape, k) != wrong->count || length > 600)
            continue;
        length += (size_t)snprintf(out->sentence + length, sizeof out->sentence - length,
                                   "%s%s[%zu] was %s", before, parameters[k].name, i,
                                   value_at(wrong->arrays[k], parameters[k].dtype, i).text);
        before = ", and ";
    }
    if (before[0] == ',')
        snprintf(out->sentence + length, sizeof out->sentence - length, ".");
}

static void see_wrong(const struct telling *t, char *words, size_t size)
{
    const struct gs_wrong *wrong = t->wrong;
    const struct gs_array *parameter = &wrong->exercise->parameters[wrong->parameter];
    char share[64] = "";
    if (wrong->count > 1)
        snprintf(share, sizeof share, "; %zu of %zu elements %s wrong", wrong->wrong, wrong->count,
                 wrong->wrong == 1 ? "is" : "are");
    snprintf(words, size, "%s[%zu] is %s, and %s is right%s.", t->name, wrong->first,
             value_at(wrong->got, parameter->dtype, wrong->first).text,
             wanted(wrong, wrong->first).text, share);
}

/* All elements are the same multiple of what is right, which is not the same for all: then any
 * constant would be one. */
static bool say_multiple(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    const enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    const double *want = wrong->want;
    enum { FEWEST = 8 };
    if (!gs_dtype_is_float(dtype) || wrong->count < FEWEST || wrong->wrong < wrong->count)
        return false;
    const double times = (double)gs_dtype_get(dtype, wrong->got, 0) / want[0];
    bool differ = false;
    for (size_t i = 0; i < wrong->count; i++) {
        const double got = (double)gs_dtype_get(dtype, wrong->got, i);
        if (!(fabs(got - times * want[i]) <= 1e-4 * fabs(times * want[i])) || want[i] == 0)
            return false;
        differ |= fabs(want[i] - want[0]) > 1e-3 * fabs(want[0]);
    }
    return times != 0 && differ &&
           gs_say(t->out, "wrong-factor",
                  "%s All of them are %s times what is right: is a factor wrong or missing, here "
                  "or in what they are made of?",
                  words, gs_decimal(times, 5).text);
}

/* Whole numbers, as counts are, each so many times what is right: by threads that all do all. */
static bool say_times_threads(const struct telling *t, const char *words)
{
    const struct gs_wrong *wrong = t->wrong;
    const enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    const long double block = (long double)t->launch.block;
    size_t telling = 0;
    if (gs_dtype_is_float(dtype) || t->launch.block < 2)
        return false;
    for (size_t i = 0; i < wrong->count; i++) {
        const long double want = gs_dtype_get(dtype, wrong->want, i);
        if (gs_dtype_get(dtype, wrong->got, i) != block * want)
            return false;
        telling += want != 0;
    }
    return telling > 1 &&
           gs_say(t->out, "same-work",
                  "%s All of them are %zu times what is right, and a block has %zu threads: does "
                  "each thread do all of the work of its block? Let each begin at an element of "
                  "its own, and go on by the number of threads.",
                  words, t->launch.block, t->launch.block);
}

/* ---- all together ---------------------------------------------------------------------------- */

/* The last element has no value, alone or with the last of each row: no two that have none stand
 * side by side, as where a block is missing. */
static bool misses_last(const struct gs_wrong *wrong)
{
    if (wrong->untouched == 0 || wrong->states == NULL || wrong->states[wrong->count - 1] != 1)
        return false;
    for (size_t i = 1; i < wrong->count; i++)
        if (wrong->states[i] == 1 && wrong->states[i - 1] == 1)
            return false;
    return true;
}

/* `n % 256`, used as a number and compared with nothing, as who asks whether it is 0 does: the
 * first one of the size that the exercise calls n, where no such test stands in the file; 0: there
 * is none. *by: the number behind the sign. */
static size_t find_remainder(const struct gs_source *source, const char *n, size_t *by)
{
    static const char *const tests[] = {"!", "=", ">", "<", "?", "!=", "==", ">=", "&", "|"};
    size_t found = 0;
    for (size_t i = 2; i + 4 < source->compiled.count; i++) {
        size_t number, end = i + 3;
        if (!gs_token_is(&source->compiled, i, n) || !gs_token_is(&source->compiled, i + 1, "%") ||
            !gs_number_of_tokens(source, i + 2, end, &number) || number < 2)
            continue;
        end += gs_token_is(&source->compiled, end, ")");
        for (size_t k = 0; k < sizeof tests / sizeof tests[0]; k++) {
            if (gs_token_is(&source->compiled, end, tests[k]))
                return 0;
        }
        if (gs_code_is(source, i - 2, "if (") || gs_code_is(source, i - 2, "! (") ||
            gs_token_is(&source->compiled, i - 1, "!") ||
            gs_token_is(&source->compiled, i - 1, ">"))
            return 0;
        *by = found == 0 ? number : *by;
        found = found == 0 ? i : found;
    }
    return found;
}

/* It is right where something remains, and wrong where nothing does. */
static bool say_no_remainder(const struct telling *t, const char *words)
{
    const struct gs_shape *shape = t->wrong->shape;
    size_t by = 1;
    const size_t at = find_remainder(t->source, t->wrong->exercise->n_name, &by);
    if (at == 0 || !t->first_wrong || shape->n == 0 || shape->n % by != 0)
        return false;
    for (const struct gs_shape *before = t->wrong->exercise->shapes; before != shape; before++) {
        if (before->n % by == 0 || before->n == 0)
            continue;
        t->out->line = (int)t->source->compiled.items[at].line;
        return gs_say(t->out, "rounded-down",
                      "%s With %s = %zu it is right. Line %d: with %s = %zu `%s` is 0, for nothing "
                      "remains. Is the last piece, which is whole then, taken for an empty one?",
                      words, t->wrong->exercise->n_name, before->n, t->out->line,
                      t->wrong->exercise->n_name, shape->n,
                      gs_code_write(t->source, at, at + 3).text);
    }
    return false;
}

static void say_first_call(const struct telling *t)
{
    struct gs_seen seen = {.symptom = t->wrong->untouched > 0 ? GS_SEEN_MISSING : GS_SEEN_WRONG,
                           .exercise = t->wrong->exercise,
                           .source = t->source,
                           .remarks = t->remarks,
                           .kernel = "",
                           .threads = t->launch.threads,
                           .block = t->launch.block,
                           .launch = t->launch.operation,
                           .array = t->name,
                           .not_unset = t->wrong->untouched == 0,
                           .at_the_end = misses_last(t->wrong)};
    if (t->wrong->untouched > 0)
        see_missing(t, seen.words, sizeof seen.words);
    else
        see_wrong(t, seen.words, sizeof seen.words);
    if (t->known != NULL && gs_say(t->out, "known-mistake", "%s %s", seen.words, t->known))
        return;
    if (say_no_remainder(t, seen.words) ||
        gs_say_shift_too_far(t->source, t->wrong->exercise, t->wrong->shape, t->launch.operation,
                             seen.words, t->out))
        return;
    /* Where something is set, how that is done may be the mistake. */
    if (gs_source_find(t->source, "cudaMemset") == 0 && say_right_on_junk(t, seen.words))
        return;
    if (gs_say_source_mistake(&seen, t->out) || say_right_on_junk(t, seen.words) ||
        (t->wrong->untouched > 0 &&
         (say_exchanged_grid(t, seen.words) || say_rows_without_block(t, seen.words))) ||
        gs_exercise_explain(t->wrong, t->out))
        return;
    if (t->wrong->untouched > 0) {
        say_untouched(t, seen.words);
        return;
    }
    seen.symptom = GS_SEEN_NUMBERS;
    seen.not_unset = false;
    if (!gs_say_source_mistake(&seen, t->out) && !say_multiple(t, seen.words) &&
        !say_times_threads(t, seen.words)) {
        char pattern[400];
        gs_tell_pattern(t->wrong, pattern, sizeof pattern);
        gs_say(t->out, "wrong-value", "%s%s", seen.words, pattern);
        add_inputs(t->wrong, t->wrong->first, t->out);
    }
}

void gs_say_value(const struct gs_case_run *run, const struct gs_case_outcome *outcome,
                  const struct gs_source *source, struct gs_saying *out)
{
    const struct gs_wrong *wrong = &outcome->wrong;
    const struct telling t = {.wrong = wrong,
                              .source = source,
                              .remarks = run->remarks,
                              .launch = last_launch(outcome->report),
                              .name = run->exercise->parameters[wrong->parameter].name,
                              .known = outcome->known != NULL ? outcome->known->says : NULL,
                              .first_wrong = !run->is_known_wrong,
                              .out = out};
    say_first_call(&t);
    /* A time is another one in each call: that one call was in its bounds says nothing. */
    if (outcome->round > 0 && !wrong->is_time) {
        char sentence[sizeof out->sentence];
        snprintf(sentence, sizeof sentence, "%s", out->sentence);
        gs_say(out, "second-call",
               "The first call was right, the second one in the same program was not. Is something "
               "kept from the first, as in a static variable or in memory of the device? %.600s",
               sentence);
    }
}
