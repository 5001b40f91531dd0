/* What other parts of the runtime ask about memory. */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include <driver_types.h>
#include <stdbool.h>
#include <stddef.h>

/* Where an address lies ("16 bytes past the end of a 400-byte allocation", with ", " in front), or
 * an empty text if nothing is known of it. */
void simt_memory_describe(const void *address, char *text, size_t size);

/* As cudaMalloc() and cudaFree(), for a call of the program's at `site`. */
cudaError_t simt_memory_allocate(void **memory, size_t bytes, const void *site);
cudaError_t simt_memory_release(void *memory, const void *site);

/* Whether the address is the begin of what cuMemAddressReserve() has reserved: that is for
 * cuMemAddressFree() alone. */
bool simt_memory_is_reserved(const void *base);

/* A reset of the device: nothing is reserved or mapped any more. */
void simt_memory_forget_reserved(void);

/* From the pool of a device, in a stream. */
cudaError_t simt_memory_allocate_in(void **memory, size_t bytes, int device, cudaStream_t stream,
                                    const void *site);

#endif
