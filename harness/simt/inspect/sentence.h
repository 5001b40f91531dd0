/* Words for findings: who did it, and what is wrong between two threads. */
#ifndef SIMT_INSPECT_SENTENCE_H
#define SIMT_INSPECT_SENTENCE_H

#include "finding.h"
#include "order.h"
#include "types.h"

/* Writes "thread (3) of block (1,2)": indices as in threadIdx and blockIdx, without those of
 * trailing dimensions of extent 1. Without a launch (null) they are linear. */
void simt_thread_words(const struct simt_launch_info *launch, struct simt_thread_id id, char *text,
                       size_t size);

/* What the sentence of a race is made from, beside the finding's kind and parties. */
struct simt_race_facts {
    enum simt_ordered order; /* of a missing fence: which one it is */
    const char *value;       /* that both write, as "1"; null: unknown */
};

/* Writes the sentence of a finding of kind race-... or missing-fence, of which `first` is the
 * access that is made now and `second` the earlier one, both threads of one launch. It names both
 * lines and says what to do; the report names the threads. */
void simt_finding_race_sentence(struct simt_finding *finding, const struct simt_race_facts *facts);

#endif
