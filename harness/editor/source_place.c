#include "source_place.h"

#include "files.h"

#include <stdlib.h>
#include <string.h>

static int characters(const char *text, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80; /* not within a character */
    return count;
}

/* Where the line begins; NULL: the text has fewer. */
static const char *find_line(const char *text, int line)
{
    for (int i = 1; text != NULL && i < line; i++) {
        text = strchr(text, '\n');
        text = text != NULL ? text + 1 : NULL;
    }
    return text;
}

struct gs_source_place gs_source_place(const char *path, int line)
{
    struct gs_source_place place = {.column = 1};
    char *text = line > 0 ? gs_file_text(path) : NULL;
    const char *begin = find_line(text, line);
    if (begin != NULL) {
        size_t length = strcspn(begin, "\r\n"), blanks = strspn(begin, " \t");
        while (length > blanks && strchr(" \t", begin[length - 1]) != NULL)
            length--;
        place.text = strndup(begin + blanks, length > blanks ? length - blanks : 0);
        place.column = blanks < length ? characters(begin, blanks) + 1 : 1;
        place.end = characters(begin, length) + 1;
    }
    free(text);
    return place;
}
