// Catches what the process writes to a standard descriptor, as printf and assert in kernels do.
#ifndef SIMT_CAPTURE_H
#define SIMT_CAPTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct capture {
    int descriptor, saved;
    FILE *file;
};

// Until capture_end, what goes to the descriptor (1 or 2) goes to a temporary file.
static inline struct capture capture_begin(int descriptor)
{
    fflush(NULL);
    struct capture c = {descriptor, dup(descriptor), tmpfile()};
    if (c.saved < 0 || !c.file || dup2(fileno(c.file), descriptor) < 0) {
        perror("cannot capture output");
        exit(1);
    }
    return c;
}

// Gives the descriptor back and leaves what was caught in text, cut to size and ended by a zero.
static inline void capture_end(struct capture *c, char *text, size_t size)
{
    fflush(NULL);
    dup2(c->saved, c->descriptor);
    close(c->saved);
    rewind(c->file);
    text[fread(text, 1, size - 1, c->file)] = '\0';
    fclose(c->file);
}

#endif
