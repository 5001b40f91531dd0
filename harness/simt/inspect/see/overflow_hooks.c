/* What g++ calls for -fsanitize=signed-integer-overflow -fsanitize-recover, after the operation and
 * before the use of its wrapped result. Names and layouts are the compiler's. */
#include "inspect.h"
#include "objects.h"
#include "overflow.h"

#include <stdio.h>
#include <string.h>

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
        simt_overflow_note(thread, &overflow);
}

#define HANDLER(name, operation)                                                                   \
    void __ubsan_handle_##name##_overflow(const struct overflow_data *data, uintptr_t a,           \
                                          uintptr_t b)                                             \
    {                                                                                              \
        note(data, operation, a, b);                                                               \
    }
HANDLER(add, "+")
HANDLER(sub, "-")
HANDLER(mul, "*")
HANDLER(divrem, "/") /* the least number by -1 */

void __ubsan_handle_negate_overflow(const struct overflow_data *data, uintptr_t value)
{
    note(data, "", 0, value);
}

#endif
