/* __device__ and __constant__ variables. Each device has its own, and a program has one place for
 * each, which kernels and copies use: it holds the instance of one device at a time, and those of
 * the others are kept aside. With one device nothing ever moves. */
#ifndef SIMT_VARIABLE_H
#define SIMT_VARIABLE_H

#include <stddef.h>

/* Puts the instances of the device in their places, to stay there until another one's are. For who
 * keeps others from launches and copies (simt_devices_lock()); all memory can be touched. Aborts
 * where there is no memory for the others. */
void simt_variables_show(int device);

/* The same for the variable that holds the address, if any; that one can be touched. */
void simt_variables_show_at(const void *address, int device);

/* The device's instances have their first values again, from their next use on. */
void simt_variables_reset(int device);

#endif
