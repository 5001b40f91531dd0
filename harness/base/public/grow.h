/* Arrays that grow by one element at a time. */
#ifndef GS_GROW_H
#define GS_GROW_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Room for one more element behind `count` of them, of `size` bytes each, in an array that has been
 * filled by calls of this alone: it is full at every power of two, and then doubled. `array` points
 * to the pointer to it. False when out of memory: the array is as it was.
 */
bool gs_grow(void *array, size_t count, size_t size);

#endif
