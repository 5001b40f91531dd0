#ifndef SIMT_LINKAGE_H
#define SIMT_LINKAGE_H

#include "lexer.h"

/* Whether the marker at token `marker` (__device__, __constant__ or __managed__), in a declaration
 * at namespace scope that begins at token `first`, is the first marker of a variable that nvcc
 * keeps to its own file: variables of the device do not meet those of the same name elsewhere. A
 * variable that is `extern` anywhere in the text is shared with other files. */
bool simt_is_file_variable(const struct simt_source *source, size_t first, size_t marker);

/* The name that a declaration of a variable of the device declares first, with `first` and `marker`
 * as above and any linkage; SIMT_NO_MATCH: it declares no variable, a member, or one of a template.
 */
size_t simt_device_variable(const struct simt_source *source, size_t first, size_t marker);

/* The name that the same declaration declares after the one at `name`; SIMT_NO_MATCH: none. */
size_t simt_next_variable(const struct simt_source *source, size_t name);

/* The semicolon that ends the declaration of the name. */
size_t simt_declaration_end(const struct simt_source *source, size_t name);

#endif
