#include "explain_pattern.h"

#include "exercise_tools.h"
#include "numbers.h"

#include <math.h>
#include <stdio.h>

enum { FEWEST = 3 };

static bool is_real(const struct gs_wrong *wrong)
{
    return gs_dtype_is_float(wrong->exercise->parameters[wrong->parameter].dtype);
}

static long double got_at(const struct gs_wrong *wrong, size_t i)
{
    return gs_dtype_get(wrong->exercise->parameters[wrong->parameter].dtype, wrong->got, i);
}

static long double want_at(const struct gs_wrong *wrong, size_t i)
{
    const enum gs_dtype dtype = wrong->exercise->parameters[wrong->parameter].dtype;
    return gs_dtype_get(is_real(wrong) ? GS_F64 : dtype, wrong->want, i);
}

static bool is_same(const struct gs_wrong *wrong, long double a, long double b)
{
    return is_real(wrong) ? fabsl(a - b) <= 1e-5L * fmaxl(fabsl(a), fabsl(b)) : a == b;
}

static const char *name_of(const struct gs_wrong *wrong)
{
    return wrong->exercise->parameters[wrong->parameter].name;
}

/* What is asked of a wrong element; `by`: what it is asked with. */
typedef bool (*question)(const struct gs_wrong *wrong, size_t i, long double by);

static bool is_so_of_all(const struct gs_wrong *wrong, question asks, long double by)
{
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        if (wrong->states[i] != 0 && !asks(wrong, i, by))
            return false;
    }
    return true;
}

/* ---- what they hold -------------------------------------------------------------------------- */

static bool is_number(const struct gs_wrong *wrong, size_t i, long double number)
{
    return got_at(wrong, i) == number;
}

static bool is_index(const struct gs_wrong *wrong, size_t i, long double by)
{
    (void)by;
    return got_at(wrong, i) == (long double)i;
}

static bool is_negative(const struct gs_wrong *wrong, size_t i, long double by)
{
    (void)by;
    return want_at(wrong, i) != 0 && is_same(wrong, got_at(wrong, i), -want_at(wrong, i));
}

static bool is_further(const struct gs_wrong *wrong, size_t i, long double by)
{
    const long double at = (long double)i + by;
    return at >= 0 && at < (long double)wrong->count &&
           is_same(wrong, got_at(wrong, i), want_at(wrong, (size_t)at));
}

static bool is_more(const struct gs_wrong *wrong, size_t i, long double by)
{
    return is_same(wrong, got_at(wrong, i), want_at(wrong, i) + by);
}

/* The right values of the wrong elements are not one number, so that what is said of them could
 * not be said of whatever they hold. */
static bool differ(const struct gs_wrong *wrong)
{
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        if (wrong->states[i] != 0 &&
            !is_same(wrong, want_at(wrong, i), want_at(wrong, wrong->first)))
            return true;
    }
    return false;
}

static int tell_further(const struct gs_wrong *wrong, char *words, size_t size)
{
    static const int steps[] = {1, -1, 2, -2, 32, -32, 256, -256};
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        if (is_so_of_all(wrong, is_further, steps[k]))
            return snprintf(words, size,
                            " Each of the wrong ones holds what belongs %d place%s %s: %s[%zu] has "
                            "what is right for %s[%lld].",
                            steps[k] < 0 ? -steps[k] : steps[k],
                            steps[k] == 1 || steps[k] == -1 ? "" : "s",
                            steps[k] < 0 ? "before it" : "behind it", name_of(wrong), wrong->first,
                            name_of(wrong), (long long)wrong->first + steps[k]);
    }
    return 0;
}

/* The element of an input, with all its digits, that a wrong one holds; SIZE_MAX: it is none. */
static size_t place_in(const struct gs_wrong *wrong, unsigned parameter, size_t i)
{
    const enum gs_dtype dtype = wrong->exercise->parameters[parameter].dtype;
    const size_t count = gs_exercise_count(wrong->exercise, wrong->shape, parameter);
    const long double got = got_at(wrong, i);
    for (size_t k = 0; got != 0 && k < count; k++) {
        if (gs_dtype_get(dtype, wrong->arrays[parameter], k) == got)
            return k;
    }
    return SIZE_MAX;
}

/* Of some of the wrong ones, that it takes no time. */
static bool are_of(const struct gs_wrong *wrong, unsigned parameter)
{
    enum { MOST = 16 };
    size_t asked = 0;
    for (size_t i = wrong->first; i <= wrong->last && asked < MOST; i++) {
        if (wrong->states[i] == 0)
            continue;
        if (place_in(wrong, parameter, i) == SIZE_MAX)
            return false;
        asked++;
    }
    return true;
}

/* Random floats are the same number by no chance. */
static int tell_element(const struct gs_wrong *wrong, char *words, size_t size)
{
    const struct gs_array *parameters = wrong->exercise->parameters;
    for (unsigned k = 0; is_real(wrong) && parameters[k].name != NULL; k++) {
        if (parameters[k].role == GS_NUMBER || wrong->arrays[k] == NULL ||
            !gs_dtype_is_float(parameters[k].dtype) || !are_of(wrong, k))
            continue;
        return snprintf(words, size,
                        " The wrong ones hold an element of %s each: %s[%zu] is what "
                        "%s[%zu] was.",
                        parameters[k].name, name_of(wrong), wrong->first, parameters[k].name,
                        place_in(wrong, k, wrong->first));
    }
    return 0;
}

static int tell_held(const struct gs_wrong *wrong, char *words, size_t size)
{
    const long double first = got_at(wrong, wrong->first);
    const long double more = first - want_at(wrong, wrong->first);
    if (is_so_of_all(wrong, is_number, first))
        return snprintf(words, size, " All that are wrong hold the same number.");
    if (is_so_of_all(wrong, is_index, 0))
        return snprintf(words, size, " Each of the wrong ones holds its own index.");
    if (is_so_of_all(wrong, is_negative, 0))
        return snprintf(words, size, " The sign of all of them is the other one.");
    const int further = tell_further(wrong, words, size);
    if (further != 0)
        return further;
    if (is_so_of_all(wrong, is_more, more) && fabsl(more) > 1e-3L * fabsl(first))
        return snprintf(words, size, " Each of the wrong ones is %s by the same number, %s.",
                        more > 0 ? "too large" : "too small",
                        gs_decimal((double)fabsl(more), is_real(wrong) ? 6 : 15).text);
    return tell_element(wrong, words, size);
}

/* ---- where they stand ------------------------------------------------------------------------ */

static bool has_rest(const struct gs_wrong *wrong, size_t i, long double by)
{
    return i % (size_t)by == wrong->first % (size_t)by;
}

static void tell_place(const struct gs_wrong *wrong, char *words, size_t size)
{
    const size_t columns = wrong->shape->m;
    const bool is_matrix = columns > 1 && wrong->count == wrong->shape->n * columns;
    const bool is_run = wrong->last - wrong->first + 1 == wrong->wrong;
    if (is_matrix && is_so_of_all(wrong, has_rest, (long double)columns))
        (void)snprintf(words, size, " All that are wrong are in column %zu.",
                       wrong->first % columns);
    else if (is_matrix && wrong->first / columns == wrong->last / columns)
        (void)snprintf(words, size, " All that are wrong are in row %zu.", wrong->first / columns);
    else if (is_run && wrong->first > 0 && wrong->last == wrong->count - 1)
        (void)snprintf(words, size, " All before %s[%zu] are right.", name_of(wrong), wrong->first);
    else if (is_run && wrong->last < wrong->count - 1)
        (void)snprintf(words, size, " All behind %s[%zu] are right%s.", name_of(wrong), wrong->last,
                       wrong->first > 0 ? ", and so are those before the wrong ones" : "");
    else if (is_so_of_all(wrong, has_rest, 256))
        (void)snprintf(words, size, " Of each 256 elements number %zu alone is wrong.",
                       wrong->first % 256);
    else if (is_so_of_all(wrong, has_rest, 32))
        (void)snprintf(words, size, " Of each 32 elements number %zu alone is wrong.",
                       wrong->first % 32);
    else if (is_so_of_all(wrong, has_rest, 2))
        (void)snprintf(words, size, " All that are wrong have an %s index.",
                       wrong->first % 2 == 0 ? "even" : "odd");
}

void gs_tell_pattern(const struct gs_wrong *wrong, char *words, size_t size)
{
    words[0] = '\0';
    if (wrong->states == NULL || wrong->untouched > 0 || wrong->wrong < FEWEST)
        return;
    const int told = differ(wrong) ? tell_held(wrong, words, size) : 0;
    if (wrong->wrong < wrong->count && told >= 0 && (size_t)told < size)
        tell_place(wrong, words + told, size - (size_t)told);
}
