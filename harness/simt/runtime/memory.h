/* What other parts of the runtime ask about memory. */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include "region.h"

#include <driver_types.h>
#include <stdbool.h>
#include <stddef.h>

/* Where an address lies ("16 bytes past the end of a 400-byte allocation", with ", " in front), or
 * an empty text if nothing is known of it. */
void simt_memory_describe(const void *address, char *text, size_t size);

/* As cudaMalloc() and cudaFree(), for a call of the program's at `site`. */
cudaError_t simt_memory_allocate(void **memory, size_t bytes, const void *site);
cudaError_t simt_memory_release(void *memory, const void *site);

/* The same for addresses that are reserved: those are for cuMemAddressFree() alone. */
cudaError_t simt_memory_reserve(void **memory, size_t bytes, const void *site);
bool simt_memory_is_reserved(const void *base);

/* What is mapped at a reserved address, as a device sees it. False: nothing is. */
struct simt_mapped {
    int device;     /* whose memory it is */
    bool is_closed; /* cuMemSetAccess() has not let that one in */
};
bool simt_memory_mapped(const void *address, int device, struct simt_mapped *mapped);

/* Calls `each` for all such memory within [base, base + bytes) that is closed to the device. */
void simt_memory_each_closed(int device, uintptr_t base, size_t bytes,
                             void (*each)(uintptr_t base, size_t bytes, bool open), bool open);

/* Whose memory the address is, which lies in the region: a variable's is the current device's. */
int simt_memory_device(const struct simt_region *region, const void *address);

/* From the pool of a device, in a stream. */
cudaError_t simt_memory_allocate_in(void **memory, size_t bytes, int device, cudaStream_t stream,
                                    const void *site);

#endif
