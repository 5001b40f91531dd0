/* What was counted, line by line: in the margin of the source, in one line, and as JSON. */
#ifndef SIMT_INSPECT_MARGIN_H
#define SIMT_INSPECT_MARGIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* The source of each kernel that ran, with what its lines cost and, below those that cost much more
 * than they must, why; and the copies. Above it, what the numbers mean, if `legend`. 80 to 100
 * columns, as the terminal has. Ends with an empty line. Nothing where nothing was counted. */
void simt_margin_print(FILE *stream, bool legend);

/* One line: how many lines cost more than they must, and how many copies moved nothing new. Nothing
 * where none did. */
void simt_margin_summary(FILE *stream);

/* {"accesses": [{"kernel", "file", "line", "function", "space", "kind", "requests", "active_lanes",
 * "idle_lanes", "bytes", "distinct_bytes", "sectors", "ideal_sectors", "wavefronts",
 * "ideal_wavefronts", "atomic_serial", "notes": [...], "array", "host", "element_type",
 * "lane_bytes", "stride_bytes", "ways"}], "copies": [{"file", "line", "direction", "copies",
 * "bytes", "redundant", "redundant_bytes"}]}. All accesses of one kind in a line are one entry. The
 * last six are of accesses alone, and but for "ways" of the first warp's first request: the array,
 * whether it is the host's, reached across the bus, and its type (null: unknown), the bytes of a
 * lane, those from each lane's address to the next lane's (0: they differ), and wavefronts over the
 * fewest possible. The caller's; null: no memory. */
json_t *simt_counts_json(void);

#endif
