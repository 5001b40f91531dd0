#define _GNU_SOURCE /* asprintf */
#include "whole_file.h"

#include "runtime/own_call.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_stream(FILE *file, simt_writer *write, const void *what)
{
    int error = write(file, what) ? 0 : errno;
    if (fclose(file) != 0 && error == 0)
        error = errno;
    return error;
}

/* The number N of a path as /proc/self/fd/N; -1: it is another path. */
static int descriptor_of(const char *path)
{
    static const char *const folders[] = {"/proc/self/fd/", "/dev/fd/"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t length = strlen(folders[i]);
        if (strncmp(path, folders[i], length) != 0 || !isdigit((unsigned char)path[length]))
            continue;
        char *end;
        long number = strtol(path + length, &end, 10);
        return *end == '\0' && number <= INT_MAX ? (int)number : -1;
    }
    return -1;
}

/* Into a file that is open already, in the place of what it holds. It may have no name, and no
 * folder to put another one beside it. */
static int write_descriptor(int descriptor, simt_writer *write, const void *what)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&text, &bytes);
    if (memory == NULL)
        return errno;
    int error = write_stream(memory, write, what);
    if (error == 0)
        error = simt_own_write(descriptor, text, bytes);
    free(text);
    return error;
}

int simt_write_file(const char *path, simt_writer *write, const void *what)
{
    struct stat status;
    int open_already = descriptor_of(path);
    if (open_already >= 0)
        return write_descriptor(open_already, write, what);
    bool direct = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    char *beside = NULL;
    if (!direct && asprintf(&beside, "%s.%ld.tmp", path, (long)getpid()) < 0)
        return ENOMEM;
    const char *written = direct ? path : beside;
    int flags = direct ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC;
    int descriptor = open(written, flags | O_CLOEXEC, 0666);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    int error = file != NULL ? write_stream(file, write, what) : errno;
    if (error == 0 && !direct && rename(beside, path) != 0)
        error = errno;
    if (error != 0 && !direct)
        (void)unlink(beside);
    free(beside);
    return error;
}
