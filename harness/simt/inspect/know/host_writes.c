#include "host_writes.h"

#include "operations.h"

/* The last ones; more than programs have under way, and of an older one a mistake may be missed. */
enum { kept = 64 };

static struct simt_host_write writes[kept];
static unsigned count;                                /* of all there were */
static const struct simt_host_write *unordered[kept]; /* with the running launch */
static unsigned n_unordered;

void simt_host_writes_add(const struct simt_host_write *write, struct simt_stream_name stream)
{
    struct simt_host_write *entry = &writes[count++ % kept];

    *entry = *write;
    entry->stream = stream.number;
    entry->piece = simt_pending_last(&simt_submitted, stream);
}

void simt_host_writes_launch(struct simt_stream_name stream)
{
    n_unordered = 0;
    for (unsigned i = 0; i < kept && i < count; i++)
        if (simt_pending_unordered(&simt_submitted, writes[i].piece, stream))
            unordered[n_unordered++] = &writes[i];
}

const struct simt_host_write *simt_host_writes_find(uintptr_t address, size_t bytes)
{
    for (unsigned i = 0; i < n_unordered; i++)
        if (address < unordered[i]->begin + unordered[i]->bytes &&
            unordered[i]->begin < address + bytes)
            return unordered[i];
    return NULL;
}
