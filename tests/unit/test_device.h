/* The device of a group of tests: the simulator's, or a GPU's, whichever the program is linked
 * with. */
#ifndef GS_TEST_DEVICE_H
#define GS_TEST_DEVICE_H

#include "device.h"

#include <stdio.h>
#include <stdlib.h>

/* Under a sanitizer one block size must do: kernels are compiled without it, and the simulator that
 * runs them takes its time with it. */
#if defined(__SANITIZE_ADDRESS__)
enum { GS_TEST_EVERY_BLOCK = 0 };
#else
enum { GS_TEST_EVERY_BLOCK = 1 };
#endif

/* Leaves the device in *state. Without one the whole program is skipped, and says why. */
static inline int gs_test_open_device(void **state)
{
    struct gs_error error = {0};
    struct gs_device *device;
    if (gs_device_open(2, &device, &error) != GS_OK) {
        printf("skipped: %s\n", error.text);
        exit(77);
    }
    *state = device;
    return 0;
}

static inline int gs_test_close_device(void **state)
{
    gs_device_close(*state);
    return 0;
}

#endif
