/* The messages of a compiler, one by one. */
#ifndef GS_COMPILE_DIAGNOSTIC_H
#define GS_COMPILE_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>

enum gs_severity { GS_SAYS_ERROR, GS_SAYS_WARNING, GS_SAYS_NOTE };

struct gs_diagnostic {
    enum gs_severity severity;
    unsigned line,
        column;         /* in the student's file: of the message, or of what led to it; 0: none */
    bool own;           /* the message itself is about the student's file */
    bool simulator;     /* simt-cc says it, or a header of its: a sentence for students */
    char message[1024]; /* names in it are quoted 'so', whichever the compiler */
    const char *text;   /* where it stands in the output: its own lines, those of the notes that
                         * follow it, the end */
    const char *notes, *end;
};

/* The next one that is no note, from *at on, which moves behind it; false: there is none. */
bool gs_diagnostic_next(const char **at, const char *file, struct gs_diagnostic *diagnostic);

/*
 * Its lines as they stand there, and of its notes those about `file` and `header`; at most 10
 * lines, without the path of `folder`.
 */
void gs_diagnostic_detail(const struct gs_diagnostic *diagnostic, const char *file,
                          const char *header, const char *folder, char *text, size_t size);

#endif
