/* Functions of C's library that take pointers, as the program's own code calls them under simt-cc
 * --inspect: a kernel's accesses by them are announced, and what it prints goes past stdout, whose
 * room the host could look at or choose. For host code they are what they are. */
#define _GNU_SOURCE /* sincos */
#include "library.h"

#include "fault.h"
#include "fiber.h"
#include "lockstep.h"
#include "own_call.h"
#include "worker.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SITE __builtin_return_address(0)

/* ---- mathematics ---- */

static void announce_write(const void *address, size_t bytes, const void *site)
{
    simt_lockstep_range(address, (uint32_t)bytes, SIMT_ACCESS_WRITE, site);
}

static void announce_text(const char *text, size_t most, const void *site)
{
    size_t length = text ? strnlen(text, most) : 0;

    if (simt_on_device && text)
        simt_lockstep_range(text, (uint32_t)(length < most ? length + 1 : length), SIMT_ACCESS_READ,
                            site);
}

#define SPLIT(name, type, part)                                                                    \
    type simt_##name(type x, part *out);                                                           \
    type simt_##name(type x, part *out)                                                            \
    {                                                                                              \
        announce_write(out, sizeof(*out), SITE);                                                   \
        return name(x, out);                                                                       \
    }
SPLIT(modf, double, double)
SPLIT(modff, float, float)
SPLIT(modfl, long double, long double)
SPLIT(frexp, double, int)
SPLIT(frexpf, float, int)
SPLIT(frexpl, long double, int)

#define REMAINDER(name, type)                                                                      \
    type simt_##name(type x, type y, int *bits);                                                   \
    type simt_##name(type x, type y, int *bits)                                                    \
    {                                                                                              \
        announce_write(bits, sizeof(*bits), SITE);                                                 \
        return name(x, y, bits);                                                                   \
    }
REMAINDER(remquo, double)
REMAINDER(remquof, float)
REMAINDER(remquol, long double)

#define BOTH(name, type)                                                                           \
    void simt_##name(type x, type *sine, type *cosine);                                            \
    void simt_##name(type x, type *sine, type *cosine)                                             \
    {                                                                                              \
        announce_write(sine, sizeof(*sine), SITE);                                                 \
        announce_write(cosine, sizeof(*cosine), SITE);                                             \
        name(x, sine, cosine);                                                                     \
    }
BOTH(sincos, double)
BOTH(sincosf, float)
BOTH(sincosl, long double)

#define NOT_A_NUMBER(name, type)                                                                   \
    type simt_##name(const char *digits);                                                          \
    type simt_##name(const char *digits)                                                           \
    {                                                                                              \
        announce_text(digits, PTRDIFF_MAX, SITE);                                                  \
        return name(digits);                                                                       \
    }
NOT_A_NUMBER(nan, double)
NOT_A_NUMBER(nanf, float)
NOT_A_NUMBER(nanl, long double)

/* ---- text and bytes ---- */

size_t simt_strlen(const char *text);
int simt_memcmp(const void *a, const void *b, size_t bytes);

size_t simt_strlen(const char *text)
{
    announce_text(text, PTRDIFF_MAX, SITE);
    return strlen(text);
}

int simt_memcmp(const void *a, const void *b, size_t bytes)
{
    const uint32_t length = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;

    if (simt_on_device && length) {
        simt_lockstep_range(a, length, SIMT_ACCESS_READ, SITE);
        simt_lockstep_range(b, length, SIMT_ACCESS_READ, SITE);
    }
    return memcmp(a, b, bytes);
}

/* ---- printing ---- */

enum { room_bytes = 64 * 1024 };

/* What kernels of a program that is not trusted have printed in this launch. */
static struct {
    char text[room_bytes];
    size_t length;
} printed;

void simt_library_flush(void)
{
    const char *at = printed.text, *end = at + printed.length;

    if (!printed.length)
        return;
    (void)fflush(stdout);
    while (at < end) {
        long written = write(STDOUT_FILENO, at, (size_t)(end - at));

        if (written <= 0)
            break;
        at += written;
    }
    memset(printed.text, 0, printed.length);
    printed.length = 0;
}

/* Announces what a conversion reads or writes by its pointer, and takes its argument. */
static void announce_argument(va_list *arguments, char conversion, int longs, int precision,
                              const void *site)
{
    /* NOLINTBEGIN(bugprone-branch-clone): each takes an argument of another type */
    if (strchr("eEfFgGaA", conversion)) {
        if (longs > 2)
            (void)va_arg(*arguments, long double);
        else
            (void)va_arg(*arguments, double);
    } else if (conversion == 's') {
        announce_text(va_arg(*arguments, const char *),
                      precision < 0 ? PTRDIFF_MAX : (size_t)precision, site);
    } else if (conversion == 'n') {
        announce_write(va_arg(*arguments, void *), longs ? sizeof(long) : sizeof(int), site);
    } else if (longs || conversion == 'p') {
        (void)va_arg(*arguments, long);
    } else if (conversion != '%') {
        (void)va_arg(*arguments, int);
    }
    /* NOLINTEND(bugprone-branch-clone) */
}

/* The number after a point; -1: it is an argument. */
static int precision_of(const char *digits)
{
    return *digits == '*' ? -1 : (int)strtol(digits, NULL, 10);
}

/* Whether it names its arguments by numbers (%1$d), which no printf() of a GPU knows. */
static bool has_numbers(const char *format)
{
    while ((format = strchr(format, '%'))) {
        format++;
        format += strspn(format, "-+ #0123456789.*'hlLqjzt");
        if (*format == '$')
            return true;
        format += *format == '%';
    }
    return false;
}

/* The pointers of a format's conversions. */
static void announce_arguments(const char *format, va_list given, const void *site)
{
    va_list arguments;

    va_copy(arguments, given);
    announce_text(format, PTRDIFF_MAX, site);
    while ((format = strchr(format, '%'))) {
        int longs = 0, precision = -1, stars = 0;

        for (format++; *format && strchr("-+ #0123456789.*'hlLqjzt", *format); format++) {
            if (*format == '*')
                stars = va_arg(arguments, int);
            if (*format == '.')
                precision = precision_of(format + 1);
            else if (*format == '*' && format[-1] == '.')
                precision = stars;
            longs += strchr("lqjzt", *format) ? 1 : 0;
            longs += *format == 'L' ? 3 : 0;
        }
        if (!*format)
            break;
        announce_argument(&arguments, *format++, longs, precision, site);
    }
    va_end(arguments);
}

static int print(const char *format, va_list arguments, const void *site)
{
    va_list again;
    int length;
    size_t left;

    if (!simt_on_device)
        return vprintf(format, arguments);
    if (has_numbers(format))
        simt_fault(cudaErrorUnknown, "printf() of a kernel has no arguments by numbers (%%1$d)");
    announce_arguments(format, arguments, site);
    if (!simt_fiber_hides())
        return vprintf(format, arguments);
    va_copy(again, arguments);
    left = room_bytes - printed.length;
    length = vsnprintf(printed.text + printed.length, left, format, arguments);
    if (length >= 0 && (size_t)length >= left) {
        simt_library_flush();
        length = vsnprintf(printed.text, room_bytes, format, again);
    }
    va_end(again);
    if (length > 0)
        printed.length += (size_t)length < room_bytes ? (size_t)length : (size_t)room_bytes - 1;
    return length;
}

int simt_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int simt_puts(const char *line);
int simt_putchar(int letter);

int simt_printf(const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = print(format, arguments, SITE);
    va_end(arguments);
    return length;
}

static int print_at(const void *site, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static int print_at(const void *site, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = print(format, arguments, site);
    va_end(arguments);
    return length;
}

/* Compilers make these of some calls of printf(). */
int simt_puts(const char *line)
{
    return simt_on_device ? print_at(SITE, "%s\n", line) : puts(line);
}

int simt_putchar(int letter)
{
    return simt_on_device ? print_at(SITE, "%c", letter) : putchar(letter);
}
