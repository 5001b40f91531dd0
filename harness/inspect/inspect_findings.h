/* What the inspector found in several runs of one program, each finding once. */
#ifndef GS_INSPECT_FINDINGS_H
#define GS_INSPECT_FINDINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Adds the findings of one report to an array of those known so far. Findings of one kind with the
 * same lines are one, and so are races between the same lines, of which the widest is kept. Each
 * has, beside the inspector's members, "seen" (in how many runs) and "run" (the number of the
 * first).
 */
void gs_findings_add(json_t *findings, const json_t *report, unsigned run);

/* The same of what are no more than remarks, which gs_findings_add() leaves out. */
void gs_remarks_add(json_t *remarks, const json_t *report, unsigned run);

/* Takes out what is of use to these functions alone: "last_run" and "report". */
void gs_findings_finish(json_t *findings);

/* Whether a finding is the same fault as another: one kind, the same lines; what never ends may be
 * stopped in any line. */
bool gs_finding_same(const json_t *a, const json_t *b);

/* A race of any kind. */
bool gs_finding_is_race(const json_t *finding);

/* The finding in words; where there were several runs, in how many it was seen. */
void gs_finding_print(const json_t *finding, unsigned runs, FILE *out);

/* "thread 0 of block 3 and thread 0 of block 7, line 14" */
void gs_finding_parties(const json_t *finding, FILE *out);

#endif
