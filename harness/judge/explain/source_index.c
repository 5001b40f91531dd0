#include "source_index.h"

#include "source_number.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the value of an expression -------------------------------------------------------------- */

/* The one name whose value is not known, and a value to try. */
struct guess {
    const char *name; /* NULL: none yet */
    long long value;
    bool tries; /* `value` is tried; else a name is looked for */
};

enum { MOST_DEPTH = 8, MOST_NAMES = 200 };

struct reading {
    const struct gs_indexed *access;
    const struct gs_source_function *function; /* in which the names stand */
    struct guess *guess;                       /* NULL: all has to be known */
    size_t at, to;
    unsigned depth, *names;
};

static bool is(const struct gs_indexed *access, size_t at, const char *text)
{
    return gs_token_is(&access->source->compiled, at, text);
}

static const struct gs_token *token_at(const struct gs_indexed *access, size_t at)
{
    return &access->source->compiled.items[at];
}

static bool read_sum(struct reading *r, long long *value);

static bool read_inner(const struct reading *r, const struct gs_source_function *function,
                       size_t from, size_t to, long long *value)
{
    struct reading inner = {r->access, function, r->guess, from, to, r->depth + 1, r->names};
    return inner.depth <= MOST_DEPTH && ++*r->names <= MOST_NAMES && read_sum(&inner, value) &&
           inner.at == inner.to;
}

/* Whether something there may give the name at `at` another value. */
static bool is_changed_at(const struct gs_indexed *access, size_t at)
{
    static const char *const behind[] = {
        "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "+ +", "- -"};
    bool changed = is(access, at - 1, "++") || is(access, at - 1, "--") ||
                   (is(access, at - 1, "&") && !is(access, at - 2, "&")) ||
                   gs_code_is(access->source, at - 2, "+ +") ||
                   gs_code_is(access->source, at - 2, "- -");
    for (size_t k = 0; k < sizeof behind / sizeof behind[0]; k++)
        changed |= gs_code_is(access->source, at + 1, behind[k]);
    return changed;
}

/* Behind the `=` of the one assignment of a name that the function has, and nothing else changes
 * it; 0: there is none. *assigned: there is one, or more. */
static size_t only_value_of(const struct gs_indexed *access,
                            const struct gs_source_function *function, const char *name,
                            bool *assigned)
{
    size_t found = 0;
    bool other = false;
    for (size_t i = function->body + 1; i + 1 < function->end; i++) {
        if (!is(access, i, name))
            continue;
        if (is_changed_at(access, i) || (is(access, i + 1, "=") && found != 0))
            other = true;
        else if (is(access, i + 1, "="))
            found = i + 2;
    }
    *assigned = other || found != 0;
    return other ? 0 : found;
}

static size_t end_of_value(const struct gs_indexed *access, size_t at)
{
    while (at < access->source->compiled.count && !is(access, at, ",") && !is(access, at, ";") &&
           !is(access, at, ")"))
        at = is(access, at, "(") ? token_at(access, at)->match + 1 : at + 1;
    return at;
}

/* Which parameter of a function has that name; false: none. */
static bool parameter_of(const struct gs_indexed *access, const struct gs_source_function *function,
                         const char *name, unsigned *index)
{
    size_t from, to;
    for (*index = 0; gs_code_argument(access->source, function->parameters, *index, &from, &to);
         ++*index) {
        if (is(access, to - 1, name))
            return true;
    }
    return false;
}

/* The one launch of the kernel that the source has, and in which function; NULL: there is none, or
 * there are several. */
static const struct gs_source_function *launching(const struct gs_indexed *access,
                                                  struct gs_code_launch *launch)
{
    const struct gs_source *source = access->source;
    struct gs_code_launch one = {.at = 0};
    size_t count = 0;
    for (size_t at = 0; gs_code_next_launch(source, at, &one); at = one.open) {
        if (!is(access, one.at, access->kernel->name))
            continue;
        *launch = one;
        count++;
    }
    for (size_t i = 0; count == 1 && i < source->function_count; i++) {
        if (source->functions[i].body < launch->at && launch->at < source->functions[i].end)
            return &source->functions[i];
    }
    return NULL;
}

/* What the host hands over for a parameter of the kernel. */
static bool read_parameter(const struct reading *r, unsigned index, long long *value)
{
    struct gs_code_launch launch;
    const struct gs_source_function *host = launching(r->access, &launch);
    size_t from, to;
    return host != NULL && r->function == r->access->kernel &&
           gs_code_argument(r->access->source, launch.open, index, &from, &to) &&
           read_inner(r, host, from, to, value);
}

/* A number that the exercise's function is given. */
static bool read_size(const struct reading *r, const char *name, long long *value)
{
    const struct gs_exercise *exercise = r->access->exercise;
    const struct gs_shape *shape = r->access->shape;
    const bool is_n = exercise->n_name != NULL && strcmp(name, exercise->n_name) == 0;
    const bool is_m = exercise->m_name != NULL && strcmp(name, exercise->m_name) == 0;
    *value = (long long)(is_n ? shape->n : shape->m);
    return (is_n || is_m) && exercise->entry != NULL &&
           strcmp(r->function->name, exercise->entry) == 0;
}

/* A constant of the file: no function gives the name a value. */
static bool read_constant(const struct reading *r, long long *value)
{
    const struct gs_source *source = r->access->source;
    const char *name = token_at(r->access, r->at)->text;
    size_t number = 0;
    for (size_t i = 0; i < source->function_count; i++) {
        bool assigned;
        unsigned index;
        (void)only_value_of(r->access, &source->functions[i], name, &assigned);
        if (assigned || parameter_of(r->access, &source->functions[i], name, &index))
            return false;
    }
    if (!gs_number_of_tokens(source, r->at, r->at + 1, &number))
        return false;
    *value = (long long)number;
    return true;
}

static bool read_known_name(const struct reading *r, long long *value)
{
    const char *name = token_at(r->access, r->at)->text;
    bool assigned;
    unsigned index;
    const size_t found = only_value_of(r->access, r->function, name, &assigned);
    if (found != 0)
        return read_inner(r, r->function, found, end_of_value(r->access, found), value);
    if (assigned)
        return false;
    if (parameter_of(r->access, r->function, name, &index))
        return read_size(r, name, value) || read_parameter(r, index, value);
    return read_constant(r, value);
}

/* What is not known may be what is looked for. */
static bool read_name(struct reading *r, long long *value)
{
    const char *name = token_at(r->access, r->at)->text;
    struct guess *guess = r->guess;
    bool known = false;
    if (guess != NULL && guess->name != NULL && strcmp(guess->name, name) == 0) {
        *value = guess->value;
        known = true;
    } else {
        known = read_known_name(r, value);
    }
    if (!known && guess != NULL && !guess->tries && r->depth == 0 && guess->name == NULL) {
        guess->name = name;
        *value = guess->value;
        known = true;
    }
    r->at++;
    return known;
}

/* `threadIdx.x` */
static bool read_place(struct reading *r, long long *value)
{
    static const char *const axes[] = {"x", "y", "z"};
    const struct gs_indexed *access = r->access;
    for (size_t d = 0; d < 3; d++) {
        if (!is(access, r->at + 1, ".") || !is(access, r->at + 2, axes[d]) ||
            r->function != access->kernel)
            continue;
        if (is(access, r->at, "threadIdx"))
            *value = (long long)access->thread->thread[d];
        else if (is(access, r->at, "blockIdx"))
            *value = (long long)access->thread->block[d];
        else if (is(access, r->at, "blockDim"))
            *value = gs_get_element(access->launch, "block", d);
        else if (is(access, r->at, "gridDim"))
            *value = gs_get_element(access->launch, "grid", d);
        else
            return false;
        r->at += 3;
        return true;
    }
    return false;
}

/* Behind `(size_t)`, where a cast stands at `at`; `at`: none does. */
static size_t behind_cast(const struct gs_indexed *access, size_t at)
{
    static const char *const types[] = {"int",     "unsigned", "long",     "short",
                                        "size_t",  "int64_t",  "uint64_t", "uint32_t",
                                        "int32_t", "const",    "uint16_t", "int16_t"};
    const size_t close = is(access, at, "(") ? token_at(access, at)->match : at;
    for (size_t i = at + 1; i < close; i++) {
        bool is_type = false;
        for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
            is_type |= is(access, i, types[k]);
        if (!is_type)
            return at;
    }
    return close > at + 1 && close < access->source->compiled.count ? close + 1 : at;
}

/* A number, a name, or something in brackets. */
static bool read_factor(struct reading *r, long long *value)
{
    r->at = behind_cast(r->access, r->at);
    if (r->at >= r->to)
        return false;
    const struct gs_token *token = token_at(r->access, r->at);
    if (token->kind == GS_TOKEN_NUMBER) {
        char *end;
        *value = (long long)strtoull(token->text, &end, 0);
        r->at++;
        return strspn(end, "uUlL") == strlen(end);
    }
    if (token->kind == GS_TOKEN_WORD)
        return is(r->access, r->at + 1, ".")
                   ? read_place(r, value)
                   : !is(r->access, r->at + 1, "(") && !is(r->access, r->at + 1, "[") &&
                         read_name(r, value);
    if (!is(r->access, r->at, "(") || token->match >= r->to)
        return false;
    struct reading inner = {r->access,    r->function, r->guess, r->at + 1,
                            token->match, r->depth,    r->names};
    r->at = token->match + 1;
    return ++*r->names <= MOST_NAMES && read_sum(&inner, value) && inner.at == inner.to;
}

enum { MOST_VALUE = 1 << 30 };

static bool is_small(long long value)
{
    return value > -MOST_VALUE && value < MOST_VALUE;
}

static bool read_product(struct reading *r, long long *value)
{
    if (!read_factor(r, value))
        return false;
    while (r->at < r->to &&
           (is(r->access, r->at, "*") || is(r->access, r->at, "/") || is(r->access, r->at, "%"))) {
        const char sign = token_at(r->access, r->at++)->text[0];
        long long other;
        if (!read_factor(r, &other) || !is_small(*value) || !is_small(other) ||
            (sign != '*' && other <= 0))
            return false;
        *value = sign == '*' ? *value * other : sign == '/' ? *value / other : *value % other;
    }
    return true;
}

static bool read_sum(struct reading *r, long long *value)
{
    if (!read_product(r, value))
        return false;
    while (r->at < r->to && (is(r->access, r->at, "+") || is(r->access, r->at, "-"))) {
        const bool less = is(r->access, r->at++, "-");
        long long other;
        if (!read_product(r, &other) || !is_small(*value) || !is_small(other))
            return false;
        *value = less ? *value - other : *value + other;
    }
    return true;
}

/* The value of the kernel's tokens [from, to). */
static bool value_of(const struct gs_indexed *access, size_t from, size_t to, struct guess *guess,
                     long long *value)
{
    unsigned names = 0;
    struct reading r = {access, access->kernel, guess, from, to, 0, &names};
    return from < to && read_sum(&r, value) && r.at == to;
}

bool gs_value_of(const struct gs_indexed *access, size_t from, size_t to, long long *value)
{
    return access->kernel != NULL && value_of(access, from, to, NULL, value);
}

/* ---- the index in the source ----------------------------------------------------------------- */

/* `from[k]`, where `from` is `x + row * columns`. */
struct place {
    size_t base, base_end;   /* tokens of what the pointer is moved by; none where both are 0 */
    size_t index, index_end; /* in the [ ] */
    const char *pointer;     /* NULL: it is the array's own name */
    size_t pointer_value;    /* the first token of what the pointer is set to */
};

/* Of all parts together. */
static bool value_of_place(const struct gs_indexed *access, const struct place *place,
                           struct guess *guess, long long *value)
{
    long long base = 0, index = 0;
    if ((place->base_end != 0 && !value_of(access, place->base, place->base_end, guess, &base)) ||
        !value_of(access, place->index, place->index_end, guess, &index))
        return false;
    *value = base + index;
    return true;
}

/* Finds the value of the one name that is not known: the only one that makes the index. */
static bool solve(const struct gs_indexed *access, const struct place *place, struct guess *guess)
{
    enum { MOST_TRIES = 1 << 14 };
    long long value;
    size_t found = 0;
    *guess = (struct guess){.name = NULL};
    if (value_of_place(access, place, guess, &value) && guess->name == NULL)
        return value == access->index;
    if (guess->name == NULL)
        return false;
    struct guess trial = {.name = guess->name, .tries = true};
    for (trial.value = 0; trial.value < MOST_TRIES; trial.value++) {
        if (!value_of_place(access, place, &trial, &value) || value != access->index)
            continue;
        guess->value = trial.value;
        found++;
    }
    guess->tries = true;
    return found == 1;
}

/* Whether the launches hand the array over as it is, or the kernel names it itself. */
static bool is_handed_over(const struct gs_indexed *access, const char *name)
{
    struct gs_code_launch launch;
    size_t from, to;
    unsigned index;
    return launching(access, &launch) != NULL &&
           parameter_of(access, access->kernel, name, &index) &&
           gs_code_argument(access->source, launch.open, index, &from, &to) && to == from + 1 &&
           is(access, from, access->array);
}

/* Of a pointer that the kernel sets once, to the array or to a place in it. */
static bool place_of_pointer(const struct gs_indexed *access, const char *pointer, const char *name,
                             struct place *place)
{
    bool assigned;
    const size_t value = only_value_of(access, access->kernel, pointer, &assigned);
    *place = (struct place){.pointer = pointer, .pointer_value = value};
    if (value == 0 || !is(access, value, name) || !is(access, value + 1, "+"))
        return false;
    place->base = value + 2;
    place->base_end = end_of_value(access, value + 2);
    return true;
}

/* The place of an access whose name stands at `at`; false: it is no access to the array. */
static bool place_at(const struct gs_indexed *access, size_t at, const char *name,
                     struct place *place)
{
    const char *called = token_at(access, at)->text;
    if ((int)token_at(access, at)->line != access->line || !is(access, at + 1, "["))
        return false;
    *place = (struct place){.base = 0};
    if (strcmp(called, name) != 0 && !place_of_pointer(access, called, name, place))
        return false;
    place->index = at + 2;
    place->index_end = token_at(access, at + 1)->match;
    const bool stores = is(access, place->index_end + 1, "=");
    return place->index < place->index_end && place->index_end < access->source->compiled.count &&
           !(stores && access->thread->reads && !access->thread->writes);
}

static bool is_same(const struct gs_indexed *access, const struct place *x, const struct place *y)
{
    const struct gs_code_text a = gs_code_write(access->source, x->index, x->index_end);
    const struct gs_code_text b = gs_code_write(access->source, y->index, y->index_end);
    return strcmp(a.text, b.text) == 0 && x->pointer_value == y->pointer_value;
}

/* The access in the line; of several the one whose value is the index. */
static bool find_place(const struct gs_indexed *access, const char *name, struct place *out,
                       struct guess *guess)
{
    struct place one;
    size_t kinds = 0;
    bool assigned, exact = false;
    if (only_value_of(access, access->kernel, name, &assigned) != 0 || assigned ||
        !is_handed_over(access, name))
        return false;
    for (size_t i = access->kernel->body + 1; i + 1 < access->kernel->end; i++) {
        struct guess own;
        if (!place_at(access, i, name, &one) || (kinds > 0 && is_same(access, &one, out)))
            continue;
        const bool fits = solve(access, &one, &own) && own.name == NULL;
        if (exact && fits)
            return false; /* two that are written in two ways have one value */
        if (!exact && (kinds++ == 0 || fits))
            *out = one;
        exact = exact || fits;
    }
    if (kinds == 0 || (kinds > 1 && !exact))
        return false;
    if (!solve(access, out, guess))
        guess->name = ""; /* no value can be told */
    return true;
}

static bool is_same_text(const struct gs_source *source, size_t one, size_t one_end, size_t other,
                         size_t other_end)
{
    return strcmp(gs_code_write(source, one, one_end).text,
                  gs_code_write(source, other, other_end).text) == 0;
}

bool gs_find_index(const struct gs_source *source, const struct gs_source_function *kernel,
                   const char *array, int line, size_t *from, size_t *to)
{
    const char *name = gs_code_name_in_kernel(source, kernel, array);
    bool found = false;
    for (size_t i = kernel->body; i + 2 < kernel->end; i++) {
        const struct gs_token *token = &source->compiled.items[i];
        if (!gs_token_is(&source->compiled, i, name))
            continue;
        if (gs_token_is(&source->compiled, i + 1, "=") ||
            gs_token_is(&source->compiled, i + 1, "+="))
            return false;
        if ((int)token->line != line || !gs_token_is(&source->compiled, i + 1, "["))
            continue;
        const size_t begin = i + 2, end = source->compiled.items[i + 1].match;
        if (end >= kernel->end || (found && !is_same_text(source, begin, end, *from, *to)))
            return false;
        *from = begin;
        *to = end;
        found = true;
    }
    return found;
}

/* ---- in words -------------------------------------------------------------------------------- */

struct words {
    char *text;
    size_t length, size;
};

static void add(struct words *words, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct words *words, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length =
        vsnprintf(words->text + words->length, words->size - words->length, format, args);
    va_end(args);
    words->length += length > 0 ? (size_t)length : 0;
    if (words->length >= words->size)
        words->length = words->size - 1;
}

/* The tokens of a name that has a value of its own: 1, 3 of `threadIdx.x`, 0 of none. */
static size_t name_at(const struct gs_indexed *access, size_t at, size_t to)
{
    const struct gs_token *token = token_at(access, at);
    if (token->kind != GS_TOKEN_WORD || (at > 0 && is(access, at - 1, ".")) ||
        behind_cast(access, at - 1) > at)
        return 0;
    return at + 2 < to && is(access, at + 1, ".") ? 3 : 1;
}

enum { MOST_TOLD = 4 };

struct told {
    size_t from, to;
    long long value;
};

/* Adds the names of [from, to) and their values to those that are told; SIZE_MAX: too many, or one
 * is not known. */
static size_t tell_names(const struct gs_indexed *access, size_t from, size_t to,
                         struct guess *guess, struct told *told, size_t count)
{
    for (size_t i = from; i < to; i++) {
        const size_t length = name_at(access, i, to);
        bool is_told = length == 0;
        for (size_t k = 0; !is_told && k < count; k++)
            is_told = strcmp(gs_code_write(access->source, i, i + length).text,
                             gs_code_write(access->source, told[k].from, told[k].to).text) == 0;
        if (is_told)
            continue;
        long long value;
        if (count == MOST_TOLD || !value_of(access, i, i + length, guess, &value))
            return SIZE_MAX;
        told[count++] = (struct told){i, i + length, value};
    }
    return count;
}

static void add_values(const struct gs_indexed *access, const struct place *place,
                       struct guess *guess, struct words *words)
{
    struct told told[MOST_TOLD];
    size_t count = 0;
    if (guess->name != NULL && guess->name[0] == '\0')
        return;
    if (place->base_end != 0)
        count = tell_names(access, place->base, place->base_end, guess, told, 0);
    if (count != SIZE_MAX)
        count = tell_names(access, place->index, place->index_end, guess, told, count);
    if (count == SIZE_MAX || count == 0)
        return;
    if (place->base_end == 0 && count == 1 &&
        told[0].to - told[0].from == place->index_end - place->index)
        return; /* it is the index itself */
    for (size_t k = 0; k < count; k++)
        add(words, "%s `%s` is %lld",
            k == 0           ? "; there"
            : k + 1 == count ? " and"
                             : ",",
            gs_code_write(access->source, told[k].from, told[k].to).text, told[k].value);
}

/* ---- what follows of it ---------------------------------------------------------------------- */

/* The index is a name that a test keeps below a number, which is more than the array has. */
static bool add_bound(const struct gs_indexed *access, const struct place *place,
                      struct words *words)
{
    struct gs_code_bound bound;
    long long most;
    if (place->base_end != 0 || place->index_end != place->index + 1 ||
        token_at(access, place->index)->kind != GS_TOKEN_WORD ||
        !gs_code_bound_of(access->source, access->kernel, token_at(access, place->index)->text,
                          access->line, &bound) ||
        !value_of(access, bound.from, bound.to, NULL, &most) || most <= access->elements)
        return false;
    const char *name = token_at(access, place->index)->text;
    const struct gs_code_text below = gs_code_write(access->source, bound.from, bound.to);
    if (token_at(access, bound.from)->kind == GS_TOKEN_NUMBER && bound.to == bound.from + 1)
        add(words, " Line %d keeps `%s` below %s: are there so many elements in %s?", bound.line,
            name, below.text, access->array);
    else
        add(words,
            " Line %d keeps `%s` below `%s`, which is %lld here: is that the number of elements of "
            "%s?",
            bound.line, name, below.text, most, access->array);
    return true;
}

/* `row * columns + column`, in whichever order: the tokens of each. */
struct matrix {
    size_t row, columns, column, column_end;
};

static bool is_word(const struct gs_indexed *access, size_t at)
{
    return token_at(access, at)->kind == GS_TOKEN_WORD && !is(access, at + 1, "(") &&
           !is(access, at + 1, "[") && !is(access, at + 1, ".");
}

/* The product that begins at `at` is `row * columns` and ends at `end`. */
static bool is_row(const struct gs_indexed *access, size_t at, size_t end, struct matrix *matrix)
{
    if (end != at + 3 || !is_word(access, at) || !is(access, at + 1, "*") ||
        !is_word(access, at + 2))
        return false;
    matrix->row = at;
    matrix->columns = at + 2;
    return true;
}

static bool is_matrix(const struct gs_indexed *access, const struct place *place,
                      struct matrix *matrix)
{
    const size_t at = place->index;
    matrix->column_end = place->index_end;
    if (place->base_end != 0) {
        matrix->column = at;
        return is_row(access, place->base, place->base_end, matrix);
    }
    matrix->column = at + 4;
    return place->index_end == at + 5 && is(access, at + 3, "+") && is_word(access, at + 4) &&
           is_row(access, at, at + 3, matrix);
}

/* The column is past the end of its row, or the row past the last one, if rows are as long as they
 * are taken to be. */
static bool add_row(const struct gs_indexed *access, const struct place *place, struct guess *guess,
                    struct words *words)
{
    struct matrix matrix;
    long long row, columns, column;
    if ((guess->name != NULL && guess->name[0] == '\0') || !is_matrix(access, place, &matrix) ||
        !value_of(access, matrix.row, matrix.row + 1, guess, &row) ||
        !value_of(access, matrix.columns, matrix.columns + 1, guess, &columns) ||
        !value_of(access, matrix.column, matrix.column_end, guess, &column) || columns <= 0)
        return false;
    const char *length = token_at(access, matrix.columns)->text;
    const struct gs_code_text name =
        gs_code_write(access->source, matrix.column, matrix.column_end);
    if (column >= columns) {
        add(words, " In a row of `%s` elements the last one has the number %lld: `%s` is past it.",
            length, columns - 1, name.text);
        return true;
    }
    const long long rows = access->elements / columns;
    if (access->elements % columns != 0 || row < rows || rows == 0)
        return false;
    add(words,
        " In rows of %lld elements %s has %lld row%s, and the last one is row %lld. Is `%s` how "
        "long a row of %s is? If it is, what keeps `%s` below %lld?",
        columns, access->array, rows, rows == 1 ? "" : "s", rows - 1, length, access->array,
        token_at(access, matrix.row)->text, rows);
    return true;
}

/* "The index is `k`; there ..." */
static void add_index(const struct gs_indexed *access, const struct place *place,
                      struct guess *guess, struct words *words)
{
    const struct gs_code_text index = gs_code_write(access->source, place->index, place->index_end);
    if (place->pointer != NULL)
        add(words, "`%s` is `%s`, and its index is `%s`", place->pointer,
            gs_code_write(access->source, place->pointer_value, place->base_end).text, index.text);
    else
        add(words, "The index is `%s`", index.text);
    add_values(access, place, guess, words);
    add(words, ".");
}

/* The result, from which a thread reads what nobody was to store for it. */
static bool add_result(const struct gs_indexed *access, struct words *words)
{
    for (const struct gs_array *array = access->exercise->parameters; array->name != NULL;
         array++) {
        if (array->role == GS_OUTPUT && access->thread->reads &&
            strcmp(array->name, access->array) == 0) {
            add(words, " %s is for the results: is it to be read here?", access->array);
            return true;
        }
    }
    return false;
}

static bool find(const struct gs_indexed *access, struct place *place, struct guess *guess)
{
    return access->kernel != NULL &&
           find_place(access, gs_code_name_in_kernel(access->source, access->kernel, access->array),
                      place, guess);
}

bool gs_tell_index(const struct gs_indexed *access, char *text, size_t size)
{
    struct words words = {text, 0, size};
    struct place place;
    struct guess guess;
    if (!find(access, &place, &guess))
        return false;
    text[0] = '\0';
    add_index(access, &place, &guess, &words);
    if (!add_result(access, &words) && !add_bound(access, &place, &words) &&
        !add_row(access, &place, &guess, &words))
        add(&words, "%s",
            access->tested ? " Is that the element that you mean?"
                           : " Is that what you mean, and does something ask whether it is within "
                             "the array?");
    return true;
}

bool gs_tell_values(const struct gs_indexed *access, char *text, size_t size)
{
    struct words words = {text, 0, size};
    struct place place;
    struct guess guess;
    if (!find(access, &place, &guess))
        return false;
    text[0] = '\0';
    add_index(access, &place, &guess, &words);
    return strstr(text, "; there ") != NULL;
}

/* Whether an element of the array that a parameter of the kernel points to is read at `at`. */
static bool is_read_of_parameter(const struct gs_indexed *access, size_t at)
{
    unsigned index;
    const size_t close = is(access, at + 1, "[") ? token_at(access, at + 1)->match : 0;
    return close != 0 && (int)token_at(access, at)->line == access->line &&
           !is(access, close + 1, "=") &&
           parameter_of(access, access->kernel, token_at(access, at)->text, &index);
}

/* The launch hands the array over from a place on, as `device + begin`. */
static bool is_moved_into(const struct gs_indexed *access, size_t at, char *text, size_t size)
{
    struct gs_code_launch launch;
    unsigned index;
    size_t from, to;
    if (launching(access, &launch) == NULL ||
        !parameter_of(access, access->kernel, token_at(access, at)->text, &index) ||
        !gs_code_argument(access->source, launch.open, index, &from, &to))
        return false;
    const size_t close = token_at(access, at + 1)->match;
    for (size_t i = from; i < to; i++) {
        if (!is(access, i, access->array))
            continue;
        (void)snprintf(text, size,
                       "The launch hands over `%s` as `%s`, so that `%s` counts from there. How "
                       "many elements come behind that place, and does the kernel know it?",
                       gs_code_write(access->source, from, to).text, token_at(access, at)->text,
                       gs_code_write(access->source, at, close + 1).text);
        return true;
    }
    return false;
}

bool gs_tell_other_array(const struct gs_indexed *access, char *text, size_t size)
{
    size_t found = 0;
    if (access->kernel == NULL || !access->thread->reads || access->thread->writes)
        return false;
    const char *name = gs_code_name_in_kernel(access->source, access->kernel, access->array);
    for (size_t i = access->kernel->body + 1; i + 1 < access->kernel->end; i++) {
        if (!is_read_of_parameter(access, i))
            continue;
        if (is(access, i, name) || found != 0)
            return false;
        found = i;
    }
    if (found == 0)
        return false;
    const size_t close = token_at(access, found + 1)->match;
    if (is_moved_into(access, found, text, size))
        return true;
    (void)snprintf(text, size,
                   "That line reads `%s`, and nothing of %s: an index that is below 0, or far past "
                   "the end of `%s`, leads there. Is `%s` what you mean, and can it become so "
                   "large that its type does not hold it?",
                   gs_code_write(access->source, found, close + 1).text, access->array,
                   token_at(access, found)->text,
                   gs_code_write(access->source, found + 2, close).text);
    return true;
}

/* ---- too few threads along an axis ----------------------------------------------------------- */

/* The axis of the threads that the tokens [from, to) name; 3: none, or several. */
static unsigned axis_of(const struct gs_indexed *access, size_t from, size_t to)
{
    static const char *const threads[] = {"threadIdx . x", "threadIdx . y", "threadIdx . z"};
    unsigned axis = 3;
    for (size_t i = from; i < to; i++) {
        for (unsigned d = 0; d < 3; d++) {
            if (!gs_code_is(access->source, i, threads[d]))
                continue;
            if (axis != 3 && axis != d)
                return 3;
            axis = d;
        }
    }
    return axis;
}

/* `blockIdx.x * 32 + ...` of the tokens [from, to), once: the axis, and how many numbers the blocks
 * of the launch share there; 3: it is something else. */
static unsigned axis_of_tiles(const struct gs_indexed *last, size_t from, size_t to, size_t *tile)
{
    static const char *const blocks[] = {"blockIdx . x *", "blockIdx . y *"};
    unsigned axis = 3;
    long long size = 0;
    for (size_t i = from; i + 5 < to; i++) {
        for (unsigned d = 0; d < 2; d++) {
            if (!gs_code_is(last->source, i, blocks[d]) || !is(last, i + 5, "+"))
                continue;
            if (axis != 3 || !value_of(last, i + 4, i + 5, NULL, &size) || size <= 0)
                return 3;
            axis = d;
        }
    }
    *tile = (size_t)size;
    return axis;
}

/* Whether it is a place in the tile of a block, of which the launch has too few along that axis,
 * and enough along the other one. */
static bool is_exchanged(const struct gs_indexed *last, size_t from, size_t to,
                         const struct gs_code_bound *bound, struct gs_short_axis *out)
{
    size_t tile = 0;
    out->axis = axis_of_tiles(last, from, to, &tile);
    if (out->axis == 3 || !value_of(last, bound->from, bound->to, NULL, &out->most))
        return false;
    const size_t most = (size_t)out->most;
    out->threads = tile * (size_t)gs_get_element(last->launch, "grid", out->axis);
    out->exchanged = true;
    return out->most > 0 && out->threads < most &&
           tile * (size_t)gs_get_element(last->launch, "grid", 1 - out->axis) >= most;
}

/* Another place in the tiles of that axis stays below another number, which the grid may be made
 * for: then the kernel takes the axes the other way round in one of the two. */
static bool has_other_bound(const struct gs_indexed *last, const struct gs_short_axis *found)
{
    for (size_t i = last->kernel->body + 1; i + 2 < last->kernel->end; i++) {
        struct gs_code_bound bound;
        size_t tile;
        bool assigned;
        long long most;
        if (token_at(last, i)->kind != GS_TOKEN_WORD ||
            !gs_code_bound_at(last->source, last->kernel, i, &bound) ||
            !value_of(last, bound.from, bound.to, NULL, &most) || most == found->most)
            continue;
        const size_t from = only_value_of(last, last->kernel, token_at(last, i)->text, &assigned);
        if (from != 0 && axis_of_tiles(last, from, end_of_value(last, from), &tile) == found->axis)
            return true;
    }
    return false;
}

bool gs_find_exchanged_grid(const struct gs_indexed *last, struct gs_short_axis *out)
{
    for (size_t i = last->kernel->body + 1; i + 2 < last->kernel->end; i++) {
        struct gs_code_bound bound;
        bool assigned;
        if (token_at(last, i)->kind != GS_TOKEN_WORD ||
            !gs_code_bound_at(last->source, last->kernel, i, &bound))
            continue;
        out->name = token_at(last, i)->text;
        out->line = bound.line;
        out->below = gs_code_write(last->source, bound.from, bound.to);
        const size_t from = only_value_of(last, last->kernel, out->name, &assigned);
        if (from != 0 && is_exchanged(last, from, end_of_value(last, from), &bound, out))
            return !has_other_bound(last, out);
    }
    return false;
}

/* Whether the one value of the name at `at` is the thread's number along an axis. */
static bool is_number_along(const struct gs_indexed *last, size_t at, struct gs_short_axis *out)
{
    bool assigned;
    const char *name = token_at(last, at)->text;
    const size_t from = only_value_of(last, last->kernel, name, &assigned);
    const size_t to = from != 0 ? end_of_value(last, from) : 0;
    long long most;
    out->name = name;
    out->axis = axis_of(last, from, to);
    out->exchanged = false;
    if (from == 0 || out->axis == 3)
        return false;
    out->threads = (size_t)(gs_get_element(last->launch, "block", out->axis) *
                            gs_get_element(last->launch, "grid", out->axis));
    return value_of(last, from, to, NULL, &most) && most + 1 == (long long)out->threads;
}

bool gs_find_short_axis(const struct gs_indexed *last, struct gs_short_axis *out)
{
    for (size_t i = last->kernel->body + 1; i + 2 < last->kernel->end; i++) {
        struct gs_code_bound bound;
        if (token_at(last, i)->kind != GS_TOKEN_WORD ||
            !gs_code_bound_at(last->source, last->kernel, i, &bound) ||
            !is_number_along(last, i, out) ||
            !value_of(last, bound.from, bound.to, NULL, &out->most) ||
            out->most <= (long long)out->threads)
            continue;
        out->below = gs_code_write(last->source, bound.from, bound.to);
        out->line = bound.line;
        return true;
    }
    return false;
}
