/* All types of the runtime API. */
#ifndef SIMT_BUILTIN_TYPES_H
#define SIMT_BUILTIN_TYPES_H

#pragma GCC system_header

#include <driver_types.h>
#include <vector_types.h>

#endif
