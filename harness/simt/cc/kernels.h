#ifndef SIMT_KERNELS_H
#define SIMT_KERNELS_H

#include "declarations.h"

/* Whether what the launch whose <<< is at `open` starts is known to be no kernel: a function
 * without __global__, or a lambda of the host. Then adds one line to `error`. `outer`: the first
 * token of the function around it, or of the class of that. */
bool simt_refuse_launch(const struct simt_source *source,
                        const struct simt_declarations *declarations, size_t open, size_t outer,
                        struct simt_buffer *error);

/* Whether the name at `index`, which is that of a kernel, is called there like an ordinary
 * function. */
bool simt_is_plain_call(const struct simt_source *source,
                        const struct simt_declarations *declarations, size_t index, size_t outer);

/* Whether the token at `index` is in a template that the program nowhere uses: what stands there is
 * not compiled. */
bool simt_is_in_unused_template(const struct simt_source *source,
                                const struct simt_declarations *declarations, size_t index);

/* Whether it is in a template or in a class that is one. */
bool simt_is_in_template(const struct simt_declarations *declarations, size_t index);

/* Whether the function whose __global__ or __device__ marker is at `marker` cannot be one, as nvcc
 * has it. Then adds one line to `error`. */
bool simt_refuse_function(const struct simt_source *source,
                          const struct simt_declarations *declarations, size_t marker,
                          struct simt_buffer *error);

/* The function whose specifiers the marker at `marker` is one of, or NULL. */
const struct simt_declaration *simt_marked_function(const struct simt_declarations *declarations,
                                                    size_t marker);

/* Where the specifiers of the declaration with the marker begin, behind a template's header;
 * `first` where it is in a function. */
size_t simt_specifiers_of(const struct simt_declarations *declarations, size_t marker,
                          size_t first);

#endif
