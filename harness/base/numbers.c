#include "numbers.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 4096 };

/* A position in the text, and what to say when it cannot be read. */
struct scanner {
    const char *option;
    const char *text;
    const char *at;
    struct gs_error *error;
    const char *ranges; /* how to write them, where they may stand */
};

static enum gs_status refuse(const struct scanner *s, const char *why)
{
    return gs_fail(s->error, GS_USAGE,
                   "%s: cannot read \"%s\": %s; write numbers like 1000, 64Ki, 2^24+11%s",
                   s->option, s->text, why, s->ranges);
}

static const char too_large[] = "a number is over 2^64 - 1";

static enum gs_status scan_digits(struct scanner *s, size_t *out)
{
    *out = 0;
    if (*s->at == '-')
        return refuse(s, "a number is negative");
    if (!isdigit((unsigned char)*s->at))
        return refuse(s, *s->at == '\0' ? "a number is missing" : "not a number");
    size_t value = 0;
    for (; isdigit((unsigned char)*s->at); s->at++) {
        if (__builtin_mul_overflow(value, (size_t)10, &value) ||
            __builtin_add_overflow(value, (size_t)(*s->at - '0'), &value))
            return refuse(s, too_large);
    }
    *out = value;
    return GS_OK;
}

/* value := value * base^exponent */
static bool scale(size_t *value, size_t base, size_t exponent)
{
    for (; exponent > 0 && *value > 0; exponent--) {
        if (__builtin_mul_overflow(*value, base, value))
            return false;
    }
    return true;
}

/* Digits with an optional ^, e, or Ki/Mi/Gi/Ti behind them. */
static enum gs_status scan_term(struct scanner *s, size_t *out)
{
    enum gs_status status = scan_digits(s, out);
    if (status != GS_OK)
        return status;
    static const char prefixes[] = "KMGT";
    const char *prefix = *s->at == '\0' ? NULL : strchr(prefixes, *s->at);
    bool fits = true;
    if (prefix != NULL && s->at[1] == 'i') {
        s->at += 2;
        fits = scale(out, 1024, (size_t)(prefix - prefixes) + 1);
    } else if (*s->at == '^' || *s->at == 'e') {
        bool power = *s->at++ == '^';
        size_t exponent = 0, base = power ? *out : 10;
        status = scan_digits(s, &exponent);
        if (status != GS_OK)
            return status;
        if (power)
            *out = base == 0 && exponent > 0 ? 0 : 1;
        fits = base <= 1 || scale(out, base, exponent);
    }
    return fits ? GS_OK : refuse(s, too_large);
}

/* A term, and perhaps + or - another: 2^24+11. */
static enum gs_status scan_number(struct scanner *s, size_t *out)
{
    enum gs_status status = scan_term(s, out);
    if (status != GS_OK || (*s->at != '+' && *s->at != '-'))
        return status;
    bool plus = *s->at++ == '+';
    size_t term = 0;
    status = scan_term(s, &term);
    if (status != GS_OK)
        return status;
    bool overflow =
        plus ? __builtin_add_overflow(*out, term, out) : __builtin_sub_overflow(*out, term, out);
    if (overflow)
        return refuse(s, plus ? too_large : "a number is negative");
    return GS_OK;
}

static enum gs_status append(const struct scanner *s, struct gs_sizes *sizes, size_t value)
{
    for (size_t i = 0; i < sizes->count; i++) {
        char twice[32];
        if (sizes->values[i] != value)
            continue;
        gs_size_format(value, twice);
        return gs_fail(s->error, GS_USAGE, "%s: %s stands twice in \"%.200s\"; give it once",
                       s->option, twice, s->text);
    }
    if (sizes->count == MOST_VALUES)
        return refuse(s, "it makes over 4096 values");
    sizes->values[sizes->count++] = value;
    return GS_OK;
}

/* What follows "start:" - "end:*factor" or "end:+step". */
static enum gs_status scan_range(struct scanner *s, size_t start, struct gs_sizes *sizes)
{
    size_t end = 0, step = 0;
    enum gs_status status = scan_number(s, &end);
    if (status != GS_OK)
        return status;
    if (s->at[0] != ':' || (s->at[1] != '*' && s->at[1] != '+'))
        return refuse(s, "a range needs its step, :*4 or :+100");
    bool multiply = s->at[1] == '*';
    s->at += 2;
    status = scan_number(s, &step);
    if (status != GS_OK)
        return status;
    if (start > end)
        return refuse(s, "a range ends before it starts");
    if (multiply ? step < 2 || start == 0 : step < 1)
        return refuse(s, "a range never reaches its end");
    for (size_t value = start; value <= end;) {
        status = append(s, sizes, value);
        if (status != GS_OK)
            return status;
        if (multiply ? __builtin_mul_overflow(value, step, &value)
                     : __builtin_add_overflow(value, step, &value))
            break;
    }
    return GS_OK;
}

static enum gs_status scan_list(struct scanner *s, struct gs_sizes *sizes)
{
    for (;;) {
        size_t value = 0;
        enum gs_status status = scan_number(s, &value);
        if (status != GS_OK)
            return status;
        if (*s->at == ':') {
            s->at++;
            status = scan_range(s, value, sizes);
        } else {
            status = append(s, sizes, value);
        }
        if (status != GS_OK || *s->at == '\0')
            return status;
        if (*s->at++ != ',')
            return refuse(s, "something follows a number");
    }
}

enum gs_status gs_sizes_parse(const char *option, const char *text, struct gs_sizes *out,
                              struct gs_error *error)
{
    struct scanner s = {option, text, text, error, ", and ranges like 1Ki:1Gi:*4"};
    *out = (struct gs_sizes){.values = malloc(MOST_VALUES * sizeof *out->values)};
    if (out->values == NULL)
        return gs_out_of_memory(error);
    enum gs_status status = scan_list(&s, out);
    if (status != GS_OK)
        gs_sizes_release(out);
    return status;
}

void gs_sizes_release(struct gs_sizes *sizes)
{
    free(sizes->values);
    *sizes = (struct gs_sizes){0};
}

enum gs_status gs_number_parse(const char *option, const char *text, size_t *out,
                               struct gs_error *error)
{
    struct scanner s = {option, text, text, error, ""};
    enum gs_status status = scan_number(&s, out);
    if (status == GS_OK && *s.at != '\0')
        return refuse(&s, "something follows the number");
    return status;
}

enum gs_status gs_real_parse(const char *option, const char *text,
                             const struct gs_real_range *range, double *out, struct gs_error *error)
{
    /* strtod() also takes blanks, signs, hexadecimal numbers, inf and nan. */
    bool decimal = strspn(text, "0123456789.e+-") == strlen(text);
    bool begins = isdigit((unsigned char)text[0]) || text[0] == '.';
    char *end = NULL;
    double value = decimal && begins ? strtod(text, &end) : -1;
    if (end == NULL || end == text || *end != '\0')
        return gs_fail(error, GS_USAGE,
                       "%s: \"%.200s\" is no number of %s; write one from %s to %s, as in %s 2.5",
                       option, text, range->unit, gs_decimal(range->least, 4).text,
                       gs_decimal(range->most, 4).text, option);
    if (!(value >= range->least && value <= range->most))
        return gs_fail(error, GS_USAGE, "%s: %.200s is not from %s to %s %s", option, text,
                       gs_decimal(range->least, 4).text, gs_decimal(range->most, 4).text,
                       range->unit);
    *out = value;
    return GS_OK;
}

void gs_size_format(size_t n, char text[static 32])
{
    static const char *const prefixes[] = {"", "Ki", "Mi", "Gi", "Ti"};
    size_t prefix = 0, value = n;
    for (; value > 0 && value % 1024 == 0 && prefix < 4; prefix++)
        value /= 1024;
    if (prefix > 0) {
        snprintf(text, 32, "%zu%s", value, prefixes[prefix]);
        return;
    }
    /* A power of two and a little more is the shape of sizes that catch a missing bounds check. */
    for (unsigned exponent = 63; exponent >= 10; exponent--) {
        size_t power = (size_t)1 << exponent;
        if (n > power && n - power < 1000) {
            char sum[32];
            snprintf(sum, sizeof sum, "2^%u+%zu", exponent, n - power);
            snprintf(text, 32, "%zu", n);
            if (strlen(sum) < strlen(text))
                memcpy(text, sum, sizeof sum);
            return;
        }
    }
    snprintf(text, 32, "%zu", n);
}

/* "1e+06" is written 1e6. */
static void shorten_exponent(char *text)
{
    char *e = strchr(text, 'e');
    if (e == NULL)
        return;
    char *from = e + 1 + (e[1] == '+'), *to = e + 1;
    if (*from == '-')
        *to++ = *from++;
    while (from[0] == '0' && from[1] != '\0')
        from++;
    memmove(to, from, strlen(from) + 1);
}

struct gs_decimal gs_decimal(double value, int digits)
{
    struct gs_decimal decimal;
    double size = fabs(value);
    bool whole = size < 1e15 && size >= pow(10, digits - 1);
    if (whole)
        snprintf(decimal.text, sizeof decimal.text, "%.0f", value);
    else
        snprintf(decimal.text, sizeof decimal.text, "%.*g", digits, value);
    shorten_exponent(decimal.text);
    return decimal;
}

void gs_size_round(double n, int digits, char text[static 32])
{
    static const char *const units[] = {"", "Ki", "Mi", "Gi", "Ti"};
    size_t unit = 0;
    for (; n >= 1024 && unit < sizeof units / sizeof units[0] - 1; unit++)
        n /= 1024;
    if (n >= 99.5) /* from 1000 on %g would write an exponent */
        snprintf(text, 32, "%.0f%s", n, units[unit]);
    else
        snprintf(text, 32, "%.*g%s", digits, n, units[unit]);
}

void gs_size_format_short(size_t n, char text[static 32])
{
    char power[32];
    gs_size_format(n, text);
    if (n < 10000 || n % 1024 == 0)
        return;
    size_t largest = (size_t)1 << (63 - __builtin_clzl(n)), more = n - largest;
    gs_size_format(largest, power);
    if (more < 1000)
        snprintf(text, 32, "%.20s+%zu", power, more);
    else
        gs_size_round((double)n, 3, text);
}
