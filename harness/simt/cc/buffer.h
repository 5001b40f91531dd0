#ifndef SIMT_BUFFER_H
#define SIMT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* Growing text, always zero-terminated once something was added. A zeroed buffer is empty and
 * valid. When memory runs out, `failed` is set, the text stays as it was and later additions do
 * nothing: check it once, at the end. */
struct simt_buffer {
    char *text;
    size_t length;
    size_t capacity;
    bool failed;
};

void simt_buffer_add(struct simt_buffer *buffer, const char *text, size_t length);
void simt_buffer_add_string(struct simt_buffer *buffer, const char *text);
void simt_buffer_format(struct simt_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds what is in the file. False: not all of it could be read; errno says why. */
bool simt_buffer_add_file(struct simt_buffer *buffer, const char *path);

/* Makes room for `extra` bytes after the text and returns where they go, or NULL; the caller
 * advances `length`. */
char *simt_buffer_reserve(struct simt_buffer *buffer, size_t extra);

void simt_buffer_release(struct simt_buffer *buffer);

/* For arrays that grow by one: makes `items` (of `size` bytes each) hold at least `count + 1`,
 * moving it when needed. Returns the array to use, or NULL when memory ran out (the old one is
 * still valid then). */
void *simt_grow(void *items, size_t count, size_t *capacity, size_t size);

#endif
