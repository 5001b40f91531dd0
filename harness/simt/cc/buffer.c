#include "buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *simt_buffer_reserve(struct simt_buffer *buffer, size_t extra)
{
    if (buffer->failed)
        return NULL;
    size_t needed = buffer->length + extra + 1;
    if (needed > buffer->capacity) {
        size_t capacity = needed + needed / 2 + 64;
        char *text = realloc(buffer->text, capacity);
        if (text == NULL) {
            buffer->failed = true;
            return NULL;
        }
        buffer->text = text;
        buffer->capacity = capacity;
    }
    return buffer->text + buffer->length;
}

void simt_buffer_add(struct simt_buffer *buffer, const char *text, size_t length)
{
    char *end = simt_buffer_reserve(buffer, length);
    if (end == NULL)
        return;
    if (length > 0)
        memcpy(end, text, length);
    end[length] = '\0';
    buffer->length += length;
}

void simt_buffer_add_string(struct simt_buffer *buffer, const char *text)
{
    simt_buffer_add(buffer, text, strlen(text));
}

void simt_buffer_format(struct simt_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *end = length < 0 ? NULL : simt_buffer_reserve(buffer, (size_t)length);
    if (end == NULL) {
        buffer->failed = true;
        return;
    }
    va_start(arguments, format);
    vsnprintf(end, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
}

bool simt_buffer_add_file(struct simt_buffer *buffer, const char *path)
{
    enum { CHUNK_BYTES = 1 << 16 };
    FILE *in = fopen(path, "r");
    char *end;
    size_t got = 1;
    while (in != NULL && got > 0 && (end = simt_buffer_reserve(buffer, CHUNK_BYTES)) != NULL) {
        got = fread(end, 1, CHUNK_BYTES, in);
        end[got] = '\0';
        buffer->length += got;
    }
    bool good = in != NULL && ferror(in) == 0 && !buffer->failed;
    if (in != NULL)
        fclose(in);
    return good;
}

void simt_buffer_release(struct simt_buffer *buffer)
{
    free(buffer->text);
    *buffer = (struct simt_buffer){0};
}

void *simt_grow(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    size_t larger = *capacity * 2 + 64;
    if (larger > SIZE_MAX / size)
        return NULL;
    void *moved = realloc(items, larger * size);
    if (moved != NULL)
        *capacity = larger;
    return moved;
}
