/* Where a submission's code may jump to: its own functions, and those that it names. The program
 * looks at each call through a pointer (simt/runtime/indirect.c); what the object file can tell of
 * it ahead is here. */
#ifndef GS_CALL_TARGETS_H
#define GS_CALL_TARGETS_H

#include "symbols.h"

/* For the linker, beside the text below: the submission's code between two names. */
extern const char gs_call_targets_script[];

/* Functions of libraries that have one of the runner's around them: the linker is to wrap each.
 * Ends with NULL. */
extern const char *const gs_wrapped_by_runner[];

/* For the linker, of one object. To be freed, both. */
struct gs_call_targets {
    /* An assembler's source: the addresses of all that the object names and does not define, first
     * those that a kernel may call by a pointer. And a function in the place of each one of a
     * library's that it calls, which lets none of its kernels through (x86-64). */
    char *source;
    char *options; /* that put these functions there, one a line */
};

/* A call of a name plus an offset becomes a remark ("not-allowed"). Fails where the file cannot be
 * read. Release `targets` in any case. */
enum gs_status gs_call_targets(const struct gs_object *object, json_t *remarks,
                               struct gs_call_targets *targets, struct gs_error *error);
void gs_call_targets_release(struct gs_call_targets *targets);

#endif
