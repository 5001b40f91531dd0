/* What the inspector found, told at the end of the program: as text on stderr and as JSON.
 *
 * The environment chooses: SIMT_INSPECT_FORMAT=short prints a line a finding, "file:line: kind:
 * sentence", and =none prints nothing; SIMT_INSPECT_JSON=FILE writes all findings and counts to a
 * file (of /proc/self/fd/N into that open file itself); NO_COLOR=1 leaves colours away, which only
 * a terminal gets.
 *
 * The JSON is {"version", "program", "launches", "seed", "resident", "findings": [...], "counts"
 * (margin.h), "totals", "crossings", "operations", "operation_count" (operations_json.h)},
 * and "traced" where launches are. A finding has
 *
 *   "kind", "sentence", "count"    as printed
 *   "report"                       all that is printed of it, in lines, without colours
 *   "file", "line", "text"         of the place; line 0: unknown. "other_..." of a second place
 *   "path"                         where that file can be opened; null: unknown
 *   "first", "second"              who: {"by": "thread", "block", "thread"} or {"by": "host"}, with
 *                                  its "name", as "thread 3 of block 1", and with
 *                                  "access" and "bytes" where it accesses memory
 *   "launch"                       null, or {"kernel", "grid", "block", "shared_bytes", "file",
 *                                  "line", "number"}
 *   "subject"                      the memory in words; and where it is known, of simt_finding_cell
 *                                  in finding.h: "memory", "array", "elements", "element_type",
 *                                  "element_bytes", "index"
 *   "race"                         whether it is a data race, of whichever kind
 *   "why"                          what of its kind it is: the names of enum simt_why; null where
 *                                  the kind says all. With some "given" and "most", see there */
#ifndef SIMT_INSPECT_REPORT_H
#define SIMT_INSPECT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Of a program whose launches are traced (trace/trace_json.h): gives what the report has as
 * "traced". Null: nothing is traced. */
extern json_t *(*simt_report_traced)(void);

/* What was run. */
struct simt_report_run {
    const char *program;
    unsigned launches;
    uint64_t seed;
    unsigned resident_blocks;
};

/* Reports all findings; the first call does, later ones do nothing, so that every way out of the
 * program may call it. False: the JSON file could not be written, which a line on stderr says. */
bool simt_report_print(const struct simt_report_run *run);

/* Whether what was found also goes to a file, as the environment says. */
bool simt_report_is_kept(void);

#endif
