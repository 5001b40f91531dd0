#ifndef SIMT_FUNCTION_H
#define SIMT_FUNCTION_H

#include <stddef.h>

/* The most dynamic shared memory a launch of the kernel may ask for, in bytes: 48 KiB, or what
 * cudaFuncSetAttribute() has set. Of a kernel that is not known (null): the most of any. */
size_t simt_function_dynamic_limit(const void *function);

/* The most threads that a block of the kernel may have: as many as the device can, or what the
 * kernel's __launch_bounds__ says. */
unsigned simt_function_block_limit(const void *function);

#endif
