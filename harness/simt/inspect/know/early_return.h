/* How a barrier came to be missed, as the source shows it. */
#ifndef SIMT_INSPECT_EARLY_RETURN_H
#define SIMT_INSPECT_EARLY_RETURN_H

#include "source.h"

/* True where the statement stands in no branch of its function, and a `return` comes before it:
 * threads that missed it have returned. False also where the source cannot be read. */
bool simt_is_after_return(const struct simt_position *statement);

#endif
