/* System calls that the runtime makes by an instruction of its own. In a program that is sealed
 * (seal.c), it is the only one that may change the protection of the device's memory or write a
 * report: by its address the kernel tells it from those of libraries, which host code can call. */
#ifndef SIMT_OWN_CALL_H
#define SIMT_OWN_CALL_H

#include <stddef.h>

/* Where that instruction returns to. */
extern const char simt_own_call_site[];

/* As mprotect(), mmap() without a file at a fixed address, and madvise(), for memory of the
 * runtime's own. */
int simt_own_protect(void *address, size_t bytes, int how);
int simt_own_map(void *address, size_t bytes, int how, int flags);
int simt_own_advise(void *address, size_t bytes, int advice);

/* As simt_own_protect(), where the program cannot go on without it: memory of the device that host
 * code could reach, say. */
void simt_own_protect_or_end(void *address, size_t bytes, int how);

/* Puts the bytes in the place of what the descriptor's file holds, or, where it is no file but a
 * pipe, behind. 0, or an error number. */
int simt_own_write(int descriptor, const void *from, size_t bytes);

#endif
