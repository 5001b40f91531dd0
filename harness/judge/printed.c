#include "printed.h"

#include "visible.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { MOST_BEGIN = 4000, MOST_END = 1000, MOST_BINARY_PERCENT = 10 };

/* ---- characters ------------------------------------------------------------------------------ */

static bool is_harmful(uint32_t c)
{
    return gs_character_is_harmful(c) && c != '\n' && c != '\t';
}

/* Copies what is harmless; returns the bytes that it took. *strange: those that are no text. */
static size_t copy_text(const unsigned char *from, size_t length, char *to, size_t *strange)
{
    char *begin = to;
    for (size_t i = 0, bytes; i < length; i += bytes) {
        uint32_t number = 0;
        bytes = gs_character_read((const char *)from + i, length - i, &number);
        bool line_end = number == '\r' && bytes == 1;
        bool begins_line = to == begin || to[-1] == '\n';
        if (line_end && (begins_line || (i + 1 < length && from[i + 1] == '\n')))
            continue;
        if (line_end) {
            *to++ = '\n';
        } else if (bytes == 0 || is_harmful(number)) {
            *to++ = '?';
            bytes = bytes > 0 ? bytes : 1;
            *strange += number == 0;
        } else {
            memcpy(to, from + i, bytes);
            to += bytes;
        }
    }
    return (size_t)(to - begin);
}

/* ---- its beginning and its end --------------------------------------------------------------- */

/* The bytes up to the last line end within `most`, or up to a whole character where a line is
 * longer. */
static size_t begin_of(const unsigned char *text, size_t most)
{
    const unsigned char *last = memrchr(text, '\n', most);
    if (last != NULL)
        return (size_t)(last - text) + 1;
    while (most > 0 && (text[most] & 0xc0) == 0x80)
        most--;
    return most;
}

/* Where the last bytes begin, likewise. */
static size_t end_of(const unsigned char *text, size_t length, size_t most)
{
    size_t at = length - most;
    const unsigned char *line = memchr(text + at, '\n', most);
    if (line != NULL && line + 1 < text + length)
        return (size_t)(line - text) + 1;
    while (at < length && (text[at] & 0xc0) == 0x80)
        at++;
    return at;
}

static size_t count_lines(const unsigned char *text, size_t length)
{
    size_t count = 0;
    for (const unsigned char *at = text, *end = text + length; at < end; count++) {
        const unsigned char *line = memchr(at, '\n', (size_t)(end - at));
        at = line != NULL ? line + 1 : end;
    }
    return count;
}

static json_t *describe(const unsigned char *text, size_t length)
{
    char begin[MOST_BEGIN + MOST_END], end[MOST_END];
    bool whole = length <= MOST_BEGIN + MOST_END;
    size_t first = whole ? length : begin_of(text, MOST_BEGIN);
    size_t last = whole ? length : end_of(text, length, MOST_END), strange = 0;
    size_t begin_bytes = copy_text(text, first, begin, &strange);
    size_t end_bytes = copy_text(text + last, length - last, end, &strange);
    if (strange * 100 > (first + length - last) * MOST_BINARY_PERCENT) {
        snprintf(begin, sizeof begin, "(%zu byte%s that are mostly no text)\n", length,
                 length == 1 ? "" : "s");
        return json_pack("{s:s, s:i, s:s}", "text", begin, "left_out", 0, "end", "");
    }
    return json_pack("{s:o, s:I, s:o}", "text", json_stringn(begin, begin_bytes), "left_out",
                     (json_int_t)count_lines(text + first, last - first), "end",
                     json_stringn(end, end_bytes));
}

json_t *gs_printed_read(int fd)
{
    struct stat facts;
    if (fstat(fd, &facts) != 0 || facts.st_size <= 0)
        return NULL;
    size_t length = (size_t)facts.st_size;
    void *map = mmap(NULL, length, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED)
        return NULL;
    json_t *printed = describe(map, length);
    munmap(map, length);
    return printed;
}
