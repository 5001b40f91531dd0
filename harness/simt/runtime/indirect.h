/* What a program that is sealed may call through a pointer; see indirect.c. */
#ifndef SIMT_INDIRECT_H
#define SIMT_INDIRECT_H

#include <stdbool.h>
#include <stdint.h>

/* A function of the program's begins there; before the next. */
void simt_indirect_function(uintptr_t begin);

/* From now on calls are looked at. */
void simt_indirect_seal(void);

/* Whether it is one that code of the program's may call; always before simt_indirect_seal(). */
bool simt_indirect_allowed(const void *function);

/* The same of a kernel that was kept in memory which the program can change; ends it if not. */
void simt_indirect_check_kept(const void *function, const void *site);

#endif
