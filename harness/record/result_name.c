#include "result_name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a name begins: before a lesson's number, before a slug. */
static const char *const of_lesson[] = {
    [GS_RESULT_RUN] = "lesson", [GS_RESULT_PEERS] = "peers", [GS_RESULT_VERIFY] = "verify"};
static const char *const of_kernel[] = {
    [GS_RESULT_RUN] = "kernel-", [GS_RESULT_PEERS] = "peers-", [GS_RESULT_VERIFY] = "verify-"};
enum { KINDS = sizeof of_lesson / sizeof of_lesson[0] };

void gs_result_name_format(const struct gs_result_name *name, char text[static GS_RESULT_NAME])
{
    if (name->slug[0] == '\0')
        snprintf(text, GS_RESULT_NAME, "%s%u", of_lesson[name->kind], name->lesson);
    else
        snprintf(text, GS_RESULT_NAME, "%s%s", of_kernel[name->kind], name->slug);
}

static const char *behind(const char *text, const char *begin)
{
    size_t length = strlen(begin);
    return strncmp(text, begin, length) == 0 ? text + length : NULL;
}

static bool read_number(const char *text, struct gs_result_name *out)
{
    char *end;
    if (!isdigit((unsigned char)text[0]))
        return false;
    unsigned long number = strtoul(text, &end, 10);
    out->lesson = (unsigned)number;
    return number < 1000 && strcmp(end, ".json") == 0;
}

static bool read_slug(const char *text, struct gs_result_name *out)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (length == 0 || length >= sizeof out->slug || strcmp(text + length, ".json") != 0)
        return false;
    snprintf(out->slug, sizeof out->slug, "%.*s", (int)length, text);
    return true;
}

bool gs_result_name_parse(const char *path, struct gs_result_name *out)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path, *rest;
    for (int kind = 0; kind < KINDS; kind++) {
        *out = (struct gs_result_name){.kind = (enum gs_result_kind)kind};
        if ((rest = behind(name, of_kernel[kind])) != NULL)
            return read_slug(rest, out);
        if ((rest = behind(name, of_lesson[kind])) != NULL)
            return read_number(rest, out);
    }
    return false;
}
