/* What a student's program printed, made safe to show. */
#ifndef GS_PRINTED_H
#define GS_PRINTED_H

#include <jansson.h>

/*
 * Of a file that holds stdout and stderr: {"text": "its beginning", "left_out": 0, "end": ""}.
 * Where there is more than a reader can bear, "end" is the end of it, and "left_out" the number of
 * lines between. The text is UTF-8, with line ends and tabs; whatever else drives a terminal, turns
 * the direction of writing or is no text is '?' in it. NULL: nothing was printed. The caller's.
 */
json_t *gs_printed_read(int fd);

#endif
