/* Images of modules: their text, and the shared object in it. */
#include "module.h"

#include <errno.h>
#include <simt/module_image.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { looked_at = 4096, first_room = 1 << 16, most_bytes = 1 << 30 };

/* ---- what is no image of simt-cc's ---- */

static bool begins_with(const char *image, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (image[i] != bytes[i])
            return false;
    return true;
}

/* Whether it may be PTX: text with a .version near its begin. */
static bool is_ptx(const char *image)
{
    static const char word[] = ".version";

    for (size_t i = 0; i < looked_at && image[i]; i++)
        if (begins_with(image + i, word, sizeof(word) - 1))
            return true;
    return false;
}

/* The error for what nvcc or nobody has made. */
static CUresult refuse(const char *image)
{
    bool binary = begins_with(image, "\177ELF", 4) || begins_with(image, "\x50\xed\x55\xba", 4);

    if (!binary && !is_ptx(image))
        return CUDA_ERROR_INVALID_IMAGE;
    (void)fputs(
        "simt: this module was made for a GPU: compile its source with simt-cc -ptx, -cubin "
        "or -fatbin\n",
        stderr);
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

/* ---- images ---- */

/* Where the digits begin, and of how many bytes; null: it is no image. */
static const char *find_digits(const char *image, size_t *bytes)
{
    static const char first[] = SIMT_MODULE_FIRST_LINE, second[] = SIMT_MODULE_SIZE_LINE;
    const char *at = image + sizeof(first) - 1;
    char *end;
    unsigned long long count;

    if (!begins_with(image, first, sizeof(first) - 1) ||
        !begins_with(at, second, sizeof(second) - 1))
        return NULL;
    at += sizeof(second) - 1;
    count = strtoull(at, &end, 10);
    if (end == at || *end != '\n' || !count || count > most_bytes)
        return NULL;
    *bytes = (size_t)count;
    return end + 1;
}

/* -1: it is no digit. */
static int digit_of(char letter)
{
    static const char digits[] = SIMT_MODULE_DIGITS;
    const char *found = letter ? strchr(digits, letter) : NULL;

    return found ? (int)(found - digits) : -1;
}

/* Reads `bytes` bytes into `to`, if it is not null. The end of their text; null: they are not all
 * there. */
static const char *read_digits(const char *at, size_t bytes, unsigned char *to)
{
    size_t done = 0;

    while (done < bytes) {
        uint32_t group = 0;

        while (*at == '\n')
            at++;
        for (size_t i = 0; i < 4; i++) {
            int digit = digit_of(at[i]);

            if (digit < 0 && !(at[i] == '=' && i > 1 && i > bytes - done))
                return NULL;
            group = group << 6 | (uint32_t)(digit < 0 ? 0 : digit);
        }
        at += 4;
        for (size_t i = 0; i < 3 && done < bytes; i++, done++)
            if (to)
                to[done] = (unsigned char)(group >> (16 - 8 * i));
    }
    return at + (*at == '\n');
}

void *simt_module_decode(const char *image, size_t *bytes, CUresult *result)
{
    const char *digits = find_digits(image, bytes);
    unsigned char *object;

    *result = CUDA_ERROR_INVALID_IMAGE;
    if (!digits) {
        *result = refuse(image);
        return NULL;
    }
    if (!read_digits(digits, *bytes, NULL))
        return NULL;
    object = malloc(*bytes);
    *result = object ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    if (object)
        (void)read_digits(digits, *bytes, object);
    return object;
}

size_t simt_module_length(const char *image)
{
    size_t bytes;
    const char *digits = find_digits(image, &bytes);
    const char *end = digits ? read_digits(digits, bytes, NULL) : NULL;

    return end ? (size_t)(end - image) : 0;
}

/* ---- files ---- */

static char *read_all(FILE *file)
{
    char *text = NULL, *more;
    size_t length = 0, room = 0, got;

    do {
        room = room ? 2 * room : first_room;
        more = realloc(text, room + 1);
        if (!more) {
            free(text);
            return NULL;
        }
        text = more;
        got = fread(text + length, 1, room - length, file);
        length += got;
    } while (length == room);
    text[length] = '\0';
    return text;
}

char *simt_module_read(const char *name, CUresult *result)
{
    FILE *file = fopen(name, "rbe");
    char *text;

    if (!file) {
        *result = CUDA_ERROR_FILE_NOT_FOUND;
        return NULL;
    }
    text = read_all(file);
    *result = !text          ? CUDA_ERROR_OUT_OF_MEMORY
              : ferror(file) ? CUDA_ERROR_FILE_NOT_FOUND
                             : CUDA_SUCCESS;
    (void)fclose(file);
    if (*result != CUDA_SUCCESS) {
        free(text);
        text = NULL;
    }
    return text;
}
