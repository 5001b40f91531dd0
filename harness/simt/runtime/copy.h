/* Copies and fills that nodes of graphs make, and libraries of CUDA's. */
#ifndef SIMT_COPY_H
#define SIMT_COPY_H

#include <driver_types.h>

/* As cudaMemcpy3DAsync(), for a call of the program's at `site`. */
cudaError_t simt_copy_run(const struct cudaMemcpy3DParms *parms, cudaStream_t stream,
                          const void *site);

/* Fills rows with elements of 1, 2 or 4 bytes. */
cudaError_t simt_fill_run(const struct cudaMemsetParams *params, cudaStream_t stream,
                          const void *site);

/* What makes the bytes of a fill. */
typedef void simt_make_fn(void *first, size_t bytes, void *what);

/* As cudaMemsetAsync(), with bytes that a function makes, at once. Not for graphs: refused in a
 * stream that is captured. */
cudaError_t simt_fill_by(void *first, size_t bytes, simt_make_fn *make, void *what,
                         cudaStream_t stream, const void *site);

#endif
