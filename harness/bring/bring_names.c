#include "bring_parts.h"

#include "name_rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last part of a path, without the slashes behind it. */
static const char *last_part(const char *path, size_t *length)
{
    size_t end = strlen(path), from;
    while (end > 1 && path[end - 1] == '/')
        end--;
    for (from = end; from > 0 && path[from - 1] != '/';)
        from--;
    *length = end - from;
    return path + from;
}

void gs_bring_slug(const char *path, char slug[static GS_BRING_SLUG])
{
    size_t length, used = 0;
    const char *base = last_part(path, &length);
    char *real = strspn(base, ".") == length ? realpath(path, NULL) : NULL; /* "." has no name */
    if (real != NULL)
        base = last_part(real, &length);
    bool is_cuda = length > 3 && strncmp(base + length - 3, ".cu", 3) == 0;
    const char *end = base + length - (is_cuda ? 3 : 0);
    size_t digits = strspn(base, "0123456789");
    if (digits > 0 && base[digits] == '_') /* "vecadd" of lessons/03_vecadd */
        base += digits + 1;
    for (; base < end && used < GS_BRING_SLUG - 1; base++)
        slug[used++] = isalnum((unsigned char)*base) ? (char)tolower((unsigned char)*base) : '_';
    slug[used] = '\0';
    if (used == 0)
        snprintf(slug, GS_BRING_SLUG, "kernel");
    free(real);
}

bool gs_bring_variant_name(const char *written, char name[static GS_BRING_NAME])
{
    static const char prefix[] = "launch_";
    size_t used = 0, length = sizeof prefix - 1;
    if (strncmp(written, prefix, length) == 0 && written[length] != '\0')
        written += length;
    for (const char *at = written; *at != '\0' && used < GS_BRING_NAME - 2; at++) {
        bool begins = isupper((unsigned char)*at) && at > written && islower((unsigned char)at[-1]);
        if (begins)
            name[used++] = '_';
        name[used++] = (char)tolower((unsigned char)*at);
    }
    name[used] = '\0';
    return strlen(written) < GS_BRING_NAME - 2 && gs_name_fits(GS_NAME_IN_LESSON, name);
}
