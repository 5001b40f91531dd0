#include "data_expression.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Numbers of sizes and bytes stay far below, and no product of two that are is undefined. */
static const long long most_value = 1LL << 62;

struct reading {
    const char *at;
    const struct gs_size_names *names;
    const struct gs_shape *shape;
    char *why; /* "": nothing is wrong so far */
    size_t size;
    int depth; /* of brackets */
};

static long long sum(struct reading *r);

/* What is quoted of the text stands between the two. */
static long long wrong_at(struct reading *r, const char *before, const char *quoted, size_t length,
                          const char *after)
{
    if (r->why[0] == '\0')
        (void)snprintf(r->why, r->size, "%s%.*s%s", before, (int)(length < 40 ? length : 40),
                       quoted, after);
    r->at += strlen(r->at); /* nothing is read any more */
    return 1;
}

static long long wrong(struct reading *r, const char *why)
{
    return wrong_at(r, why, "", 0, "");
}

static void skip_blanks(struct reading *r)
{
    r->at += strspn(r->at, " \t\n");
}

static bool take(struct reading *r, char sign)
{
    skip_blanks(r);
    if (*r->at != sign)
        return false;
    r->at++;
    return true;
}

static long long checked(struct reading *r, bool overflows, long long value)
{
    if (overflows || value > most_value || value < -most_value)
        return wrong(r, "is too large a number");
    return value;
}

static long long number(struct reading *r)
{
    long long value = 0;
    while (isdigit((unsigned char)*r->at)) {
        long long next = 0;
        bool overflows = __builtin_mul_overflow(value, 10, &next) ||
                         __builtin_add_overflow(next, *r->at++ - '0', &next);
        value = checked(r, overflows, next);
    }
    return value;
}

static long long name(struct reading *r)
{
    const char *begin = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    size_t length = (size_t)(r->at - begin);
    if (strlen(r->names->n) == length && strncmp(begin, r->names->n, length) == 0)
        return checked(r, r->shape->n > (size_t)most_value, (long long)r->shape->n);
    if (r->names->m != NULL && strlen(r->names->m) == length &&
        strncmp(begin, r->names->m, length) == 0)
        return checked(r, r->shape->m > (size_t)most_value, (long long)r->shape->m);
    return wrong_at(r, "has \"", begin, length, "\", which is no size of this exercise");
}

static long long factor(struct reading *r)
{
    enum { MOST_BRACKETS = 16 };
    skip_blanks(r);
    if (isdigit((unsigned char)*r->at))
        return number(r);
    if (isalpha((unsigned char)*r->at) || *r->at == '_')
        return name(r);
    if (*r->at == '\0')
        return wrong(r, "ends where a number should be");
    if (!take(r, '('))
        return wrong_at(r, "has \"", r->at, 1, "\" where a number should be");
    if (++r->depth > MOST_BRACKETS)
        return wrong(r, "has too many brackets");
    long long value = sum(r);
    r->depth--;
    return take(r, ')') ? value : wrong(r, "has a ( without its )");
}

static long long product(struct reading *r)
{
    long long value = factor(r);
    for (;;) {
        if (take(r, '*')) {
            long long result = 0;
            bool overflows = __builtin_mul_overflow(value, factor(r), &result);
            value = checked(r, overflows, result);
        } else if (take(r, '/')) {
            long long by = factor(r);
            value = by != 0 ? value / by : wrong(r, "divides by 0");
        } else {
            return value;
        }
    }
}

static long long sum(struct reading *r)
{
    long long value = product(r);
    for (;;) {
        if (take(r, '+')) {
            long long result = 0;
            bool overflows = __builtin_add_overflow(value, product(r), &result);
            value = checked(r, overflows, result);
        } else if (take(r, '-')) {
            long long result = 0;
            bool overflows = __builtin_sub_overflow(value, product(r), &result);
            value = checked(r, overflows, result);
        } else {
            return value;
        }
    }
}

bool gs_expression_value(const char *text, const struct gs_size_names *names,
                         const struct gs_shape *shape, long long *value, char *why, size_t size)
{
    struct reading r = {.at = text, .names = names, .shape = shape, .why = why, .size = size};
    why[0] = '\0';
    if (strlen(text) > GS_MOST_EXPRESSION)
        (void)wrong(&r, "is longer than 120 characters");
    *value = why[0] == '\0' ? sum(&r) : 0;
    skip_blanks(&r);
    if (why[0] == '\0' && *r.at != '\0')
        (void)wrong_at(&r, "has \"", r.at, 1, "\" where its end should be");
    return why[0] == '\0';
}
