#ifndef SIMT_SIDES_H
#define SIMT_SIDES_H

#include "declarations.h"
#include "edits.h"

/*
 * Who calls whom across the border of host and device. Which function a call means only a compiler
 * knows: overloads, templates, conversions. So the functions of one side are marked deprecated in a
 * copy of the program, and the compiler's warnings tell where they are used.
 */
/* SIMT_MARK_CONSTANTS: see constants.h. */
enum simt_mark { SIMT_MARK_NONE, SIMT_MARK_HOST, SIMT_MARK_DEVICE, SIMT_MARK_CONSTANTS };

struct simt_sides {
    struct simt_source source;
    struct simt_declarations declarations;
    bool relaxed; /* kernels may call constexpr functions of the host */
};

/* Reads a preprocessed program. Returns false where it cannot be read. Release in any case. */
bool simt_sides_read(struct simt_sides *sides, const char *text, size_t length);
void simt_sides_release(struct simt_sides *sides);

/* Whether the names in the program leave it open that the other side uses a function with `mark`.
 */
bool simt_sides_are_mixed(const struct simt_sides *sides, enum simt_mark mark);

/* Whether the token at `index` stands in code that runs on the device alone. */
bool simt_sides_is_devices(const struct simt_sides *sides, size_t index);

/* Marks these functions. */
void simt_sides_mark(const struct simt_source *source, const struct simt_declarations *declarations,
                     bool relaxed, enum simt_mark mark, struct simt_edits *edits);

/* Of the compiler's warnings on the program so marked: whether one is of a use from the other side,
 * which nvcc refuses. Then adds one line to `error`. */
bool simt_sides_refuse(const struct simt_sides *sides, enum simt_mark mark, const char *warnings,
                       struct simt_buffer *error);

#endif
