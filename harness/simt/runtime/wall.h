/* The wall between host code and the device's memory: while host code runs, no instruction of it
 * can read or write that memory, whoever compiled it. It stands in programs that are inspected; in
 * all others these functions do nothing, but that a copy waits for the launches of other threads
 * where there are several devices (devices.h).
 *
 * What is behind it: what cudaMalloc() and its relatives gave, and __device__ and __constant__
 * variables; and what the runtime itself keeps of them and of threads (own_memory.h). Whole pages
 * of them cannot be touched. The bytes of a variable that share a page with something else are out
 * of the way, and others in their place. */
#ifndef SIMT_WALL_H
#define SIMT_WALL_H

#include <stdbool.h>
#include <stddef.h>

/* Puts it up; before the program has allocated anything on the device. */
void simt_wall_raise(void);

/* A variable of the device's, from now on behind the wall. */
void simt_wall_add_variable(void *base, size_t bytes);

/* Opens all of it, and closes it again. They nest; it is open as long as any thread wants it so. */
void simt_wall_open(void);
void simt_wall_close(void);

/* The same for the allocations and variables that these two addresses lie in; null: for none. In
 * between, the thread may call nothing of the program's. */
void simt_wall_open_for(const void *one, const void *other);
void simt_wall_close_for(const void *one, const void *other);

/* The same for the runtime's own structures alone. */
void simt_wall_open_structures(void);
void simt_wall_close_structures(void);

/* Whether this thread has opened all of it. Also from a handler of a signal. */
bool simt_wall_holds(void);

/* Whether it has been put up. */
bool simt_wall_is_raised(void);

/* Whether new memory of the device's is to be closed. */
bool simt_wall_is_closed(void);

#endif
