/* The name that a program gives an allocation, from the text of the call. */
#ifndef SIMT_INSPECT_NAME_H
#define SIMT_INSPECT_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* What the call at `site` allocates, as in cudaMalloc(&NAME, bytes): "d_a", "p[i]", "s.field".
 * Several such calls may stand on a line: this is number `order` of them, from 0. False: the text
 * cannot be read, or shows no name. */
bool simt_name_find(const void *site, unsigned order, char *name, size_t size);

#endif
