#include "status.h"

#include <stdarg.h>
#include <stdio.h>

enum gs_status gs_fail(struct gs_error *error, enum gs_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return status;
}

enum gs_status gs_out_of_memory(struct gs_error *error)
{
    return gs_fail(error, GS_FAILED, "out of memory");
}
