#include "occupancy.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

enum {
    REGISTERS_UNIT = 256, /* a warp's registers are handed out in these */
    PARTITIONS = 4        /* of a multiprocessor, each with its own registers and warps */
};

/*
 * The limits of a multiprocessor: CUDA C++ Programming Guide, "Compute Capabilities", the table of
 * technical specifications; how registers and shared memory are handed out, by the CUDA toolkit's
 * calculator, cuda_occupancy.h, with which a test compares.
 */
static const struct gs_multiprocessor multiprocessors[] = {
    {"7.5", "T4, RTX 2080", 1024, 16, 65536, 64 << 10, 0, 256},
    {"8.0", "A100, A30", 2048, 32, 65536, 164 << 10, 1024, 128},
    {"8.6", "A10, A40, RTX 3090", 1536, 16, 65536, 100 << 10, 1024, 128},
    {"8.9", "L4, L40, RTX 4090", 1536, 24, 65536, 100 << 10, 1024, 128},
    {"9.0", "H100, H200", 2048, 32, 65536, 228 << 10, 1024, 128},
    {"10.0", "B200", 2048, 32, 65536, 228 << 10, 1024, 128},
    {"12.0", "RTX 5090", 1536, 24, 65536, 100 << 10, 1024, 128},
};

enum { KNOWN = sizeof multiprocessors / sizeof multiprocessors[0] };

const struct gs_multiprocessor *gs_multiprocessor_at(size_t index)
{
    return index < KNOWN ? &multiprocessors[index] : NULL;
}

/* Whether `name` is one of a list between commas, in capital or small letters. */
static int is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);
    while (length > 0) {
        const size_t item = strcspn(list, ",");
        if (item == length && strncasecmp(list, name, length) == 0)
            return 1;
        if (list[item] == '\0')
            return 0;
        list += item + strspn(list + item, ", ");
    }
    return 0;
}

const struct gs_multiprocessor *gs_multiprocessor_find(const char *name)
{
    for (size_t i = 0; i < KNOWN; i++) {
        if (strcmp(multiprocessors[i].capability, name) == 0 ||
            is_listed(multiprocessors[i].gpus, name))
            return &multiprocessors[i];
    }
    return NULL;
}

size_t gs_multiprocessor_block_shared_bytes(const struct gs_multiprocessor *sm)
{
    return sm->shared_bytes - sm->shared_reserved_bytes;
}

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* Threads come in whole warps, and registers to each of those. */
struct gs_block_needs gs_occupancy_takes(const struct gs_multiprocessor *sm,
                                         const struct gs_block_needs *needs)
{
    const size_t threads = round_up(needs->threads, GS_WARP_THREADS);
    const size_t warp = round_up((size_t)needs->registers * GS_WARP_THREADS, REGISTERS_UNIT);
    return (struct gs_block_needs){
        .threads = (unsigned)threads,
        .registers = (unsigned)(warp * (threads / GS_WARP_THREADS)),
        .shared_bytes =
            round_up(needs->shared_bytes + sm->shared_reserved_bytes, sm->shared_unit_bytes)};
}

/* A partition's registers serve whole warps. A block that is alone has to fit as if its warps were
 * spread evenly over the partitions: that is what a launch tests. */
static unsigned by_registers(const struct gs_multiprocessor *sm, const struct gs_block_needs *needs,
                             const struct gs_block_needs *takes)
{
    const unsigned warps = takes->threads / GS_WARP_THREADS;
    if (takes->registers == 0)
        return UINT_MAX;
    const unsigned warp = takes->registers / warps;
    if (needs->registers > GS_MOST_THREAD_REGISTERS ||
        warp * round_up(warps, PARTITIONS) > sm->registers)
        return 0;
    return sm->registers / PARTITIONS / warp * PARTITIONS / warps;
}

static unsigned by_shared(const struct gs_multiprocessor *sm, const struct gs_block_needs *needs,
                          const struct gs_block_needs *takes)
{
    if (needs->shared_bytes > gs_multiprocessor_block_shared_bytes(sm))
        return 0;
    return takes->shared_bytes == 0 ? UINT_MAX : (unsigned)(sm->shared_bytes / takes->shared_bytes);
}

struct gs_occupancy gs_occupancy_of(const struct gs_multiprocessor *sm,
                                    const struct gs_block_needs *needs)
{
    struct gs_occupancy out = {.most_warps = sm->threads / GS_WARP_THREADS};
    if (needs->threads == 0 || needs->threads > GS_MOST_BLOCK_THREADS)
        return out;
    const struct gs_block_needs takes = gs_occupancy_takes(sm, needs);
    out.by[GS_OCCUPANCY_BY_THREADS] = sm->threads / takes.threads;
    out.by[GS_OCCUPANCY_BY_BLOCKS] = sm->blocks;
    out.by[GS_OCCUPANCY_BY_REGISTERS] = by_registers(sm, needs, &takes);
    out.by[GS_OCCUPANCY_BY_SHARED] = by_shared(sm, needs, &takes);
    for (int limit = 0; limit < GS_OCCUPANCY_LIMITS; limit++) {
        if (out.by[limit] < out.by[out.limit])
            out.limit = (enum gs_occupancy_limit)limit;
    }
    out.blocks = out.by[out.limit];
    out.warps = out.blocks * (takes.threads / GS_WARP_THREADS);
    return out;
}
