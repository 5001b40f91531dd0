/* CUDA arrays: memory of the device, row after row, that is addressed by elements. */
#ifndef SIMT_CUDA_ARRAY_H
#define SIMT_CUDA_ARRAY_H

#include "handle.h"

#include <driver_types.h>

struct cudaArray {
    struct simt_handle handle; /* first */
    struct cudaChannelFormatDesc desc;
    struct cudaExtent extent; /* elements, as asked for: 0 where there is no such dimension */
    unsigned flags;
    void *base;
    size_t element_bytes;
};

bool simt_array_valid(cudaArray_const_t array);

/* Bytes of an element with these channels; 0: there is no such element. */
size_t simt_channel_bytes(const struct cudaChannelFormatDesc *desc);

/* The array's memory; its ysize counts rows. */
struct cudaPitchedPtr simt_array_memory(cudaArray_const_t array);

/* Gives the sides of a copy that are arrays as memory, in bytes. The error: one is no array, or the
 * copy does not lie in it. */
cudaError_t simt_array_resolve(struct cudaMemcpy3DParms *copy);

#endif
