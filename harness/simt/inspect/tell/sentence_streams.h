/* Words for operations of streams, and the host, that meet at one place in memory. */
#ifndef SIMT_INSPECT_SENTENCE_STREAMS_H
#define SIMT_INSPECT_SENTENCE_STREAMS_H

#include "finding.h"
#include "touches.h"

/* `work` meets `other`, of another stream, which was made before; `writes`: `other` does. */
void simt_say_stream_race(struct simt_finding *finding, const struct simt_work *work,
                          const struct simt_work *other, bool writes);

/* The host meets `other`. */
void simt_say_host_race(struct simt_finding *finding, const struct simt_work *other, bool writes);

#endif
