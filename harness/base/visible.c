#include "visible.h"

#include <stdio.h>
#include <string.h>

size_t gs_character_read(const char *text, size_t length, uint32_t *number)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t bytes = at[0] < 0x80             ? 1
                   : (at[0] & 0xe0) == 0xc0 ? 2
                   : (at[0] & 0xf0) == 0xe0 ? 3
                   : (at[0] & 0xf8) == 0xf0 ? 4
                                            : 0;
    if (bytes == 0 || bytes > length)
        return 0;
    *number = bytes == 1 ? at[0] : at[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *number = *number << 6 | (at[i] & 0x3fu);
    }
    bool surrogate = *number >= 0xd800 && *number < 0xe000;
    return *number < least[bytes] || *number > 0x10ffff || surrogate ? 0 : bytes;
}

bool gs_character_is_harmful(uint32_t number)
{
    static const uint32_t ranges[][2] = {
        {0, 0x1f},        {0x7f, 0x9f},                       /* controls */
        {0x2028, 0x2029},                                     /* line ends */
        {0x61c, 0x61c},   {0x200e, 0x200f}, {0x202a, 0x202e}, /* which turn the direction */
        {0x2066, 0x206f}, {0xfdd0, 0xfdef}, {0xfeff, 0xfeff}, /* and what is no character */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (number >= ranges[i][0] && number <= ranges[i][1])
            return true;
    }
    return (number & 0xfffe) == 0xfffe;
}

/* What the character that begins there is shown as, in `form` where it has to be another; the bytes
 * that it takes of the text. */
static size_t read_shown(const char *text, size_t left, char form[static 16], size_t *length)
{
    static const char names[] = "\a\b\t\n\v\f\r", letters[] = "abtnvfr";
    uint32_t number = 0;
    size_t bytes = gs_character_read(text, left, &number);
    const char *named = bytes == 1 ? strchr(names, text[0]) : NULL;
    *length = bytes;
    if (bytes > 0 && !gs_character_is_harmful(number))
        memcpy(form, text, bytes);
    else if (named != NULL)
        *length = (size_t)snprintf(form, 16, "\\%c", letters[named - names]);
    else if (bytes < 2)
        *length = (size_t)snprintf(form, 16, "\\x%02x", (unsigned)(unsigned char)text[0]);
    else
        *length = (size_t)snprintf(form, 16, number > 0xffff ? "\\U%08x" : "\\u%04x", number);
    return bytes > 0 ? bytes : 1;
}

bool gs_is_visible(const char *text)
{
    uint32_t number = 0;
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        bytes = gs_character_read(text, left, &number);
        if (bytes == 0 || gs_character_is_harmful(number))
            return false;
    }
    return true;
}

void gs_visible_copy(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (size_t left = strlen(text), bytes, length; left > 0; text += bytes, left -= bytes) {
        char form[16];
        bytes = read_shown(text, left, form, &length);
        if (used + length >= size)
            break;
        memcpy(out + used, form, length);
        used += length;
    }
    if (size > 0)
        out[used] = '\0';
}

size_t gs_visible_length(const char *text)
{
    size_t used = 0;
    for (size_t left = strlen(text), bytes, length; left > 0; text += bytes, left -= bytes) {
        char form[16];
        bytes = read_shown(text, left, form, &length);
        used += length;
    }
    return used;
}

struct gs_visible gs_visible(const char *text)
{
    struct gs_visible shown;
    shown.text[0] = '\0';
    gs_visible_copy(text, shown.text, sizeof shown.text);
    return shown;
}
