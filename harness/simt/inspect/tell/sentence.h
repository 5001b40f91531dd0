/* Words that several sentences share: which thread it was, and which value. */
#ifndef SIMT_INSPECT_SENTENCE_H
#define SIMT_INSPECT_SENTENCE_H

#include "finding.h"
#include "types.h"

/* Writes "thread 3 of block (1,2)": indices as in threadIdx and blockIdx, without those of
 * trailing dimensions of extent 1. Without a launch (null) they are linear. */
void simt_thread_words(const struct simt_launch_info *launch, struct simt_thread_id id, char *text,
                       size_t size);

/* Writes the value that two threads wrote, of that many bytes, and returns the text; null: it is no
 * number that one could read. */
const char *simt_value_words(const void *address, uint32_t bytes, char *text, size_t size);

#endif
