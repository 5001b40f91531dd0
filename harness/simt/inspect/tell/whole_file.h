/* Files that appear whole or not at all. */
#ifndef SIMT_INSPECT_WHOLE_FILE_H
#define SIMT_INSPECT_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes what it is given; false: it could not, errno says why. */
typedef bool simt_writer(FILE *file, const void *what);

/* Of /proc/self/fd/N into that open file itself; what is no regular file (a pipe) is written as it
 * is. Returns 0 or an error number. */
int simt_write_file(const char *path, simt_writer *write, const void *what);

#endif
