#ifndef SIMT_CC_MODULE_H
#define SIMT_CC_MODULE_H

#include "buffer.h"

#include <stdbool.h>

/* Writes the shared object at `object` as a module for cuModuleLoad(), see simt/module_image.h, to
 * `path`. Returns false with one line in `error`. */
bool simt_module_write(const char *object, const char *path, struct simt_buffer *error);

#endif
