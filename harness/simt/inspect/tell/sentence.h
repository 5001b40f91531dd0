/* Words for findings: who did it, and what is wrong between two threads. */
#ifndef SIMT_INSPECT_SENTENCE_H
#define SIMT_INSPECT_SENTENCE_H

#include "finding.h"
#include "types.h"

/* Writes "thread (3) of block (1,2)": indices as in threadIdx and blockIdx, without those of
 * trailing dimensions of extent 1. Without a launch (null) they are linear. */
void simt_thread_words(const struct simt_launch_info *launch, struct simt_thread_id id, char *text,
                       size_t size);

/* Writes the value that two threads wrote, of that many bytes, and returns the text; null: it is no
 * number that one could read. */
const char *simt_value_words(const void *address, uint32_t bytes, char *text, size_t size);

/* Writes the sentence of a finding of kind race-... or missing-fence, of which `first` is the
 * access that is made now and `second` the earlier one, both threads of one launch; its `why` is
 * known. `value`: that both write, as "1"; null: unknown. It names both lines and says what to do;
 * the report names the threads. */
void simt_say_race(struct simt_finding *finding, const char *value);

#endif
