#ifndef SIMT_CC_PTX_H
#define SIMT_CC_PTX_H

#include "edits.h"

/* Rewrites the `asm` at `index`, in device code, as calls of <simt/ptx.hpp>. Returns its closing
 * parenthesis, or SIMT_NO_MATCH with one line in `error`: it has an instruction or an operand that
 * the simulator does not know. */
size_t simt_ptx_rewrite(const struct simt_source *source, size_t index, struct simt_edits *edits,
                        struct simt_buffer *error);

#endif
