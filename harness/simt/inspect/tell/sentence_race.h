/* Sentences about races: what is wrong between two threads. */
#ifndef SIMT_INSPECT_SENTENCE_RACE_H
#define SIMT_INSPECT_SENTENCE_RACE_H

#include "finding.h"

/* Writes the sentence of a finding of kind race-... or missing-fence, of which `first` is the
 * access that is made now and `second` the earlier one, both threads of one launch; its `why` is
 * known. `value`: that both write, as "1"; null: unknown. It names both lines and says what to do;
 * the report names the threads. */
void simt_say_race(struct simt_finding *finding, const char *value);

#endif
