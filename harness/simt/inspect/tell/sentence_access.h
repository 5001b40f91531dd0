/* Words for an access of a kernel that is wrong by itself. */
#ifndef SIMT_INSPECT_SENTENCE_ACCESS_H
#define SIMT_INSPECT_SENTENCE_ACCESS_H

#include "finding.h"
#include "overflow.h"
#include "place.h"
#include "program_memory.h"

/* What they are made from, beside the finding's kind and why. */
struct simt_access_facts {
    const struct simt_access *access;
    struct simt_thread_id thread;
    const struct simt_launch_info *launch;
    struct simt_place place;              /* object null: in or near nothing */
    const struct simt_overflow *overflow; /* of the index; null: none was noted */
    enum simt_host_memory on_host;        /* of a host pointer */
};

/* Writes the finding's sentence, which names the thread, and its subject and cell. */
void simt_say_access(struct simt_finding *finding, const struct simt_access_facts *facts);

#endif
