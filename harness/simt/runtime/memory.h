/* What other parts of the runtime ask about memory. */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include <stddef.h>

/* Where an address lies ("16 bytes past the end of a 400-byte allocation", with ", " in front), or
 * an empty text if nothing is known of it. */
void simt_memory_describe(const void *address, char *text, size_t size);

#endif
