/* The program's __device__ and __constant__ variables. */
#ifndef SIMT_INSPECT_VARIABLES_H
#define SIMT_INSPECT_VARIABLES_H

#include <stdint.h>

/* Tells space.h of all of them. simt-cc puts each into a section of its own, simt_device.NAME,
 * simt_constant.NAME or simt_managed.NAME, so they are found in the program's file by its symbols.
 * Does nothing where that file cannot be read, or has been stripped of its symbols. */
void simt_variables_find(void);

/* The same of a shared object, which was moved so far from the addresses in its file. */
void simt_variables_find_in(const char *path, uintptr_t bias);

#endif
