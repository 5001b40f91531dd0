/* What the inspector found, told at the end of the program: as text on stderr and as JSON.
 *
 * The environment chooses: SIMT_INSPECT_FORMAT=short prints a line a finding, "file:line: kind:
 * sentence"; SIMT_INSPECT_JSON=FILE writes all findings and counts to a file; NO_COLOR=1 leaves
 * colours away, which only a terminal gets. */
#ifndef SIMT_INSPECT_REPORT_H
#define SIMT_INSPECT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
