/* What stands in the source of a right answer, and is a mistake all the same. */
#ifndef GS_SOURCE_AUDIT_H
#define GS_SOURCE_AUDIT_H

#include "exercise.h"
#include "source_text.h"

/* A question whether the device is done, to which nobody listens, where a wait is needed. */
bool gs_say_unheard_query(const struct gs_source *source, const json_t *report,
                          struct gs_saying *out);

/* A shift of 32 bits by 32 or more, of which a GPU makes 0, and the CPU something else. */
bool gs_say_shift_by_thread(const struct gs_source *source, const json_t *report,
                            struct gs_saying *out);

/* A bound on the blocks of a launch, whose kernel has no loop: what lies behind it is left out. */
bool gs_say_capped_grid(const struct gs_source *source, const json_t *report,
                        struct gs_saying *out);

/* A loop over chunks that copies one array of the exercise by chunks and as much of another one
 * from its beginning in each turn, or all of them from their beginnings, or that goes on by bytes
 * where elements are counted: right only where one chunk takes all, as the report of the largest
 * size shows. */
bool gs_say_chunk_from_beginning(const struct gs_source *source, const struct gs_exercise *exercise,
                                 const json_t *report, struct gs_saying *out);

/* Divisions by what is no plain number, and roots, in kernels and what they call; *line is the
 * first's. */
size_t gs_count_divisions(const struct gs_source *source, int *line);

/* The line of a root in a kernel that all threads take, of what is no element of the kernel's
 * arguments; 0: there is none. */
int gs_line_of_root_by_all(const struct gs_source *source);

#endif
