/* What g++ calls for -fsanitize=signed-integer-overflow -fsanitize-recover, after the operation and
 * before the use of its wrapped result. Names and layouts are the compiler's. */
#include "overflow.h"

#include "inspect.h"
#include "objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- notes ---- */

struct note {
    struct simt_thread_id thread;
    bool used;
    struct simt_overflow overflow;
};

/* More than there are threads at a time. Where two collide, the earlier note is lost: then an index
 * is told to be out of bounds, and not why. */
enum { note_bits = 17, n_notes = 1 << note_bits };

static struct note *notes; /* null: none yet, or no memory */

static struct note *note_of(struct simt_thread_id thread)
{
    uint64_t number = thread.block * SIMT_MAX_BLOCK + thread.thread;

    return notes ? &notes[number * 0x9e3779b97f4a7c15U >> (64 - note_bits)] : NULL;
}

void simt_space_launch(void)
{
    free(notes);
    notes = NULL;
}

void simt_space_overflowed(struct simt_thread_id thread, const struct simt_overflow *overflow)
{
    struct note *note;

    if (!notes)
        notes = calloc(n_notes, sizeof(*notes));
    note = note_of(thread);
    if (note)
        *note = (struct note){thread, true, *overflow};
}

bool simt_overflow_take(struct simt_thread_id thread, struct simt_overflow *overflow)
{
    struct note *note = note_of(thread);

    if (!note || !note->used || note->thread.block != thread.block ||
        note->thread.thread != thread.thread)
        return false;
    note->used = false;
    *overflow = note->overflow;
    return true;
}

/* ---- words ---- */

long long simt_overflow_wrapped(const struct simt_overflow *overflow)
{
    unsigned long long a = (unsigned long long)overflow->a, b = (unsigned long long)overflow->b;
    unsigned long long result = 0 - b;
    unsigned unused = overflow->bits < 64 ? 64 - overflow->bits : 0;

    if (*overflow->operation == '+')
        result = a + b;
    else if (*overflow->operation == '-')
        result = a - b;
    else if (*overflow->operation == '*')
        result = a * b;
    else if (*overflow->operation == '/')
        result = 0 - a;
    return (long long)(result << unused) >> unused;
}

void simt_overflow_describe(const struct simt_overflow *overflow, char *text, size_t size)
{
    const char *article = strchr("aeiou", overflow->type[0]) ? "an" : "a";
    char left[32] = "";

    if (*overflow->operation)
        (void)snprintf(left, sizeof(left), "%lld %s ", overflow->a, overflow->operation);
    else
        (void)snprintf(left, sizeof(left), "-");
    (void)snprintf(text, size,
                   overflow->b < 0 ? "%s(%lld) does not fit %s %s" : "%s%lld does not fit %s %s",
                   left, overflow->b, article, overflow->type);
}

/* ---- the compiler's calls ---- */

#if !defined(SIMT_OVERFLOW_IS_SANITIZED)

struct overflow_data {
    const char *file;
    uint32_t line, column;
    const struct {
        uint16_t kind; /* 0: an integer */
        uint16_t info; /* bit 0: signed; above it, the logarithm of its bits */
        char name[];   /* as "'int'" */
    } * type;
};

/* Operands of up to 64 bits come as they are, with their sign; wider ones by their address. */
static long long operand(const struct overflow_data *data, uintptr_t value)
{
    long long low;

    if (data->type->info >> 1 <= 6)
        return (long long)value;
    memcpy(&low, (const void *)value, sizeof(low));
    return low;
}

static void note(const struct overflow_data *data, const char *operation, uintptr_t a, uintptr_t b)
{
    struct simt_thread_id thread;
    char type[64];
    size_t length = strlen(data->type->name);

    if (!simt_inspect_thread(&thread))
        return;
    (void)snprintf(type, sizeof(type), "%.*s", length > 2 ? (int)length - 2 : 0,
                   data->type->name + 1);
    struct simt_overflow overflow = {
        .operation = operation,
        .a = *operation ? operand(data, a) : 0,
        .b = operand(data, b),
        .type = simt_objects_keep(type),
        .bits = 1U << (data->type->info >> 1),
        .file = data->file,
        .line = (int)data->line,
    };
    if (overflow.type)
        simt_space_overflowed(thread, &overflow);
}

#define HANDLER(name, operation)                                                                   \
    void __ubsan_handle_##name##_overflow(const struct overflow_data *data, uintptr_t a,           \
                                          uintptr_t b);                                            \
    void __ubsan_handle_##name##_overflow(const struct overflow_data *data, uintptr_t a,           \
                                          uintptr_t b)                                             \
    {                                                                                              \
        note(data, operation, a, b);                                                               \
    }
HANDLER(add, "+")
HANDLER(sub, "-")
HANDLER(mul, "*")
HANDLER(divrem, "/") /* the least number by -1 */

void __ubsan_handle_negate_overflow(const struct overflow_data *data, uintptr_t value);
void __ubsan_handle_negate_overflow(const struct overflow_data *data, uintptr_t value)
{
    note(data, "", 0, value);
}

#endif
