/* Text of any bytes, and extents, as JSON. */
#ifndef SIMT_INSPECT_JSON_TEXT_H
#define SIMT_INSPECT_JSON_TEXT_H

#include <jansson.h>

/* A string, in which bytes that are no UTF-8 become question marks; null of null. The caller's;
 * null: no memory. */
json_t *simt_json_text(const char *text);

/* [x, y, z] of a grid or block. */
struct dim3;
json_t *simt_json_extent(const struct dim3 *extent);

#endif
