#include "status.h"

#include "visible.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A text that was cut within a character ends before it. */
static void drop_half_character(char *text)
{
    size_t length = strlen(text), begin = length;
    uint32_t number;
    while (begin > 0 && length - begin < 3 && ((unsigned char)text[begin - 1] & 0xc0) == 0x80)
        begin--;
    if (begin > 0 && ((unsigned char)text[begin - 1] & 0xc0) == 0xc0 &&
        gs_character_read(text + begin - 1, length - begin + 1, &number) == 0)
        text[begin - 1] = '\0';
}

enum gs_status gs_fail(struct gs_error *error, enum gs_status status, const char *format, ...)
{
    char said[sizeof error->text];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(said, sizeof said, format, args);
    va_end(args);
    if (length >= (int)sizeof said)
        drop_half_character(said);
    gs_visible_copy(said, error->text, sizeof error->text); /* names in it may hold any byte */
    return status;
}

enum gs_status gs_out_of_memory(struct gs_error *error)
{
    return gs_fail(error, GS_SYSTEM_FAILED, "out of memory");
}
