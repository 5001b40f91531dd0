#include "module.h"

#include "../include/simt/module_image.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Adds 1 to 3 bytes as four digits. */
static void add_group(const unsigned char *bytes, size_t count, struct simt_buffer *text)
{
    uint32_t group = (uint32_t)bytes[0] << 16 | (count > 1 ? (uint32_t)bytes[1] << 8 : 0) |
                     (count > 2 ? bytes[2] : 0);
    char digits[4];
    for (size_t i = 0; i < sizeof digits; i++)
        digits[i] = SIMT_MODULE_DIGITS[group >> (18 - 6 * i) & 63];
    memset(digits + count + 1, '=', sizeof digits - count - 1);
    simt_buffer_add(text, digits, sizeof digits);
}

static void add_image(const struct simt_buffer *object, struct simt_buffer *text)
{
    const unsigned char *bytes = (const unsigned char *)object->text;
    simt_buffer_format(text, "%s%s%zu\n", SIMT_MODULE_FIRST_LINE, SIMT_MODULE_SIZE_LINE,
                       object->length);
    for (size_t i = 0; i < object->length; i += 3) {
        size_t left = object->length - i;
        add_group(bytes + i, left < 3 ? left : 3, text);
        if (left <= 3 || (i + 3) / 3 * 4 % SIMT_MODULE_LINE_DIGITS == 0)
            simt_buffer_add_string(text, "\n");
    }
}

bool simt_module_write(const char *object, const char *path, struct simt_buffer *error)
{
    struct simt_buffer bytes = {0}, text = {0};
    bool good = simt_buffer_add_file(&bytes, object);
    if (good)
        add_image(&bytes, &text);
    FILE *out = good && !text.failed && !bytes.failed ? fopen(path, "w") : NULL;
    good = out != NULL && fwrite(text.text, 1, text.length, out) == text.length;
    if (out != NULL && fclose(out) != 0)
        good = false;
    if (!good)
        simt_buffer_format(error, "simt-cc: cannot write %s: %s", path, strerror(errno));
    simt_buffer_release(&bytes);
    simt_buffer_release(&text);
    return good;
}
