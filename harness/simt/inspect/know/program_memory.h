/* Memory of the program itself: what of it the host has at an address, and constants that kernels
 * reach. */
#ifndef SIMT_INSPECT_PROGRAM_MEMORY_H
#define SIMT_INSPECT_PROGRAM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum simt_host_memory { SIMT_HOST_NOWHERE, SIMT_HOST_VARIABLE, SIMT_HOST_STACK, SIMT_HOST_HEAP };

/* Of the host's memory, which the address is in. */
enum simt_host_memory simt_host_memory_of(uintptr_t address);

/* Read-only data of the program that holds the address: constants in the text of kernels, where
 * compilers put tables and strings. False: there is none. */
bool simt_program_constants(uintptr_t address, uintptr_t *base, size_t *bytes);

/* What the answers take can be had from now on without opening a file. */
void simt_host_memory_keep(void);

#endif
