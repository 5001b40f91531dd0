#include "unwritten.h"

enum { capacity = 64, most_of_a_site = 4 };

static struct {
    struct simt_finding finding;
    struct simt_moment moment;
    uintptr_t address;
    uint32_t bytes;
    bool shared;
} reads[capacity];
static unsigned n_reads;

static void report(unsigned i, const struct simt_launch_info *launch)
{
    const struct simt_finding *finding = &reads[i].finding;

    if (!simt_finding_known(finding->kind, finding->first.site, NULL))
        simt_finding_add(finding, launch);
}

void simt_unwritten_note(const struct simt_finding *finding, const struct simt_access *access,
                         struct simt_moment now, bool is_shared)
{
    unsigned of_site = 0;

    for (unsigned i = 0; i < n_reads; i++)
        of_site += reads[i].finding.first.site == finding->first.site;
    if (n_reads == capacity || of_site == most_of_a_site)
        return;
    reads[n_reads].finding = *finding;
    reads[n_reads].address = access->address;
    reads[n_reads].bytes = access->bytes;
    reads[n_reads].moment = now;
    reads[n_reads].shared = is_shared;
    n_reads++;
}

bool simt_unwritten_any(void)
{
    return n_reads > 0;
}

void simt_unwritten_written(const struct simt_access *access, const struct simt_order_block *block,
                            unsigned thread, const struct simt_launch_info *launch)
{
    for (unsigned i = n_reads; i-- > 0;) {
        if (access->address + access->bytes <= reads[i].address ||
            reads[i].address + reads[i].bytes <= access->address)
            continue;
        if (simt_order_check(block, thread, &reads[i].moment) == SIMT_ORDERED)
            report(i, launch);
        reads[i] = reads[--n_reads];
    }
}

void simt_unwritten_block_ends(uint64_t block, const struct simt_launch_info *launch)
{
    for (unsigned i = n_reads; i-- > 0;) {
        if (!reads[i].shared || reads[i].moment.block != block)
            continue;
        report(i, launch);
        reads[i] = reads[--n_reads];
    }
}

void simt_unwritten_launch_ends(const struct simt_launch_info *launch)
{
    for (unsigned i = n_reads; i-- > 0;)
        report(i, launch);
    n_reads = 0;
}
