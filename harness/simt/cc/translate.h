#ifndef SIMT_TRANSLATE_H
#define SIMT_TRANSLATE_H

#include "buffer.h"
#include "sides.h"

#include <stdbool.h>

struct simt_how {
    bool lockstep; /* static shared memory is made known to the runtime, which then keeps a copy for
                    * each of the blocks that share an OS thread */
    bool relaxed_constexpr; /* kernels may call constexpr functions of the host */
    bool relocatable;       /* variables of the device are for all files */
    bool guarded; /* nothing runs ahead of main(): the runtime does not hear of __launch_bounds__ */
    bool module;  /* kernels are to be known by their names when the file is loaded */
    bool warned;  /* the compiler is to warn of floats that become integers unasked */
    enum simt_mark mark; /* functions that are marked, for simt_sides_refuse() */
};

/* Translates preprocessed CUDA C++ (`length` bytes, line markers included) into the C++ that the
 * simulator's headers and runtime understand: kernel launches, shared memory and the markers that
 * the headers leave for __global__, __shared__ and the rest. Everything else, system headers above
 * all, passes unchanged, and every line stays where it was. Appends to `output`. Returns false when
 * the text is refused or cannot be read; then `error` holds one line, "file:line: error: simt-cc:
 * what", and `output` is of no use. The buffers belong to the caller. Where `description` is not
 * NULL, simt_describe() of what was read is added to it, refused or not. */
bool simt_translate(const char *text, size_t length, struct simt_how how,
                    struct simt_buffer *output, struct simt_buffer *description,
                    struct simt_buffer *error);

#endif
