/* make_cuda*(): values of the API's small structures. */
#ifndef SIMT_DRIVER_FUNCTIONS_H
#define SIMT_DRIVER_FUNCTIONS_H

#pragma GCC system_header

#include <driver_types.h>

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize,
                                                        size_t ysize)
{
    struct cudaPitchedPtr value = {ptr, pitch, xsize, ysize};
    return value;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
    struct cudaPos value = {x, y, z};
    return value;
}

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
    struct cudaExtent value = {width, height, depth};
    return value;
}

#endif
