/* Where a submission's code may jump to: its own functions, and those that it names. The program
 * looks at each call through a pointer (simt/runtime/indirect.c); what the object file can tell of
 * it ahead is here. */
#ifndef GS_CALL_TARGETS_H
#define GS_CALL_TARGETS_H

#include "symbols.h"

/* For the linker, beside the text below: the submission's code between two names. */
extern const char gs_call_targets_script[];

/*
 * An assembler's source with the addresses of all that the object names and does not define, first
 * those that a kernel may call by a pointer. To be freed. A call of a name plus an offset becomes a
 * remark ("not-allowed"). Of another processor's object only the source is made. Fails where the
 * file cannot be read.
 */
enum gs_status gs_call_targets(const struct gs_object *object, json_t *remarks, char **source,
                               struct gs_error *error);

#endif
