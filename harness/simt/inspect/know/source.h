/* Lines of the program's source, from its debugging information (elfutils libdw). */
#ifndef SIMT_INSPECT_SOURCE_H
#define SIMT_INSPECT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simt_position {
    const char *file;     /* as the compiler was told it; "?" where unknown; kept to the end */
    const char *path;     /* where it can be opened; null: unknown */
    int line;             /* 0: unknown */
    const char *function; /* kept to the end; null: unknown */
};

/* The line that a return address belongs to: the innermost of the inlined calls that is not in a
 * header of the simulator or of the C++ library. Cached; the first call takes some milliseconds. */
struct simt_position simt_source_find(const void *site);

/* True of a line of such a header: no inlined call leads out of it. */
bool simt_source_is_hidden(const struct simt_position *position);

/* Where a file can be opened that the program's text names, as __FILE__ does: from the current
 * folder, or from one that the program was compiled in. Null: nowhere. Kept to the end. */
const char *simt_source_path(const char *file);

/* True if both are known and are the same line of the same file. */
bool simt_source_same_line(const struct simt_position *a, const struct simt_position *b);

/* The name of the function at an address, as it is called: without its result, parameters and
 * namespaces, "add<float>". Null: unknown. Kept to the end. */
const char *simt_source_function(const void *address);

/* The text of a line, without its end; null: there is none, or the file cannot be read. Kept to the
 * end. */
const char *simt_source_whole_line(const char *path, int line);

/* The same without leading blanks. */
const char *simt_source_line(const char *path, int line);

/* The same of the line that a return address belongs to. */
const char *simt_source_text(const void *site);

/* Reads what is needed to find positions, so that no file needs to be opened after. */
void simt_source_keep(void);

/* The same for the shared object that the address lies in. */
void simt_source_keep_object(uintptr_t address);

/* From here on, no file of source text is opened: all are as ones that cannot be read. */
void simt_source_leave_unread(void);

#endif
