/* The name that a program gives memory. */
#ifndef SIMT_INSPECT_NAME_H
#define SIMT_INSPECT_NAME_H

#include "counts.h"
#include "objects.h"

/* As in the source, "d_a", "p[i]", "s.field": looked for there, the first time, in the text of the
 * call that allocates it. Null: unknown. */
const char *simt_object_name(struct simt_object *object);

/* The same of the object that a request went to, freed or not; "": unknown. */
const char *simt_first_request_name(const struct simt_first_request *first);

#endif
