/* What each line of a kernel costs, counted as the hardware counts it: requests, sectors,
 * wavefronts, idle lanes, and copies that moved nothing new. */
#ifndef SIMT_INSPECT_COUNTS_H
#define SIMT_INSPECT_COUNTS_H

#include "objects.h"
#include "types.h"

/* ---- what happens is told ---- */

/* One request: lanes of one warp that access memory by one instruction. lanes[i] is valid where bit
 * i of `active` is set. `live`: the lanes that have not ended. `object` that the first active lane
 * accesses; null: unknown, and nothing is counted. `first`: that lane's thread. Accesses that no
 * instruction is wide enough for, as copies of a struct, count as several requests, as on a GPU.
 * Writes to device memory are taken notice of: simt_counts_device_wrote() need not be called. */
void simt_counts_request(const struct simt_access lanes[SIMT_WARP_SIZE], uint32_t active,
                         uint32_t live, const struct simt_object *object,
                         struct simt_thread_id first, const struct simt_launch_info *launch);

/* A thread has loaded and stored so many bytes of global memory by now. */
void simt_counts_thread(uint64_t bytes);

/* Threads of the device have loaded and stored so many bytes more. */
void simt_counts_device(int device, uint64_t bytes);
uint64_t simt_counts_busiest_device(void);
uint64_t simt_counts_moved(void); /* of all devices */

/* A thread has gone through so many places of its block's shared memory by now. */
void simt_counts_places(uint64_t places);

/* A block is over whose threads ran so many basic blocks each. */
void simt_counts_steps(const uint64_t steps[], unsigned threads);

/* A block is over whose threads waited so often, as simt_order_waits() has it. */
void simt_counts_waits(uint64_t waits);

/* A block has come to its end. `busy`: threads of it that accessed global or shared memory, or came
 * to a warp function; `idle`: none of them loaded from global memory or stored there, but by atomic
 * functions. */
void simt_counts_block(unsigned busy, bool idle);

/* A barrier or warp function that a warp's lanes in `active` came to. */
void simt_counts_sync(const void *site, bool barrier, uint32_t active, uint32_t live,
                      const struct simt_launch_info *launch);

/* A copy between host and device that is valid and about to be made: what is at the destination is
 * compared with what comes. `to_device`, else to the host. */
void simt_counts_copy(const void *dst, const void *src, size_t bytes, bool to_device,
                      const void *site);

/* The device wrote (a fill, a copy within the device), or the memory was allocated or freed: what
 * came there by copies is no longer there. */
void simt_counts_device_wrote(const void *address, size_t bytes);

/* Forgets all, and counts again. What simt_counts_get() gave is gone. */
void simt_counts_reset(void);

/* Counts no more. */
void simt_counts_stop(void);

/* ---- what was counted ---- */

enum simt_count_space {
    SIMT_COUNT_GLOBAL,
    SIMT_COUNT_SHARED,
    SIMT_COUNT_CONSTANT,
    SIMT_COUNT_NO_SPACE, /* of barriers and warp functions */
};

enum simt_count_kind {
    SIMT_COUNT_LOAD,
    SIMT_COUNT_STORE,
    SIMT_COUNT_ATOMIC,
    SIMT_COUNT_BARRIER,
    SIMT_COUNT_WARP_FUNCTION,
};

/* "global", "load". */
const char *simt_count_space_name(enum simt_count_space space);
const char *simt_count_kind_name(enum simt_count_kind kind);

/* Sums over requests. */
struct simt_tally {
    uint64_t requests;
    uint64_t active_lanes;
    uint64_t idle_lanes;       /* alive, but elsewhere */
    uint64_t bytes;            /* asked for, by all lanes */
    uint64_t distinct_bytes;   /* the same without those that another lane asked for too */
    uint64_t sectors;          /* global memory: of 32 bytes, that hold any of these */
    uint64_t ideal_sectors;    /* that the distinct bytes would fill */
    uint64_t wavefronts;       /* shared memory: passes through its 32 banks; constant memory:
                                * distinct addresses */
    uint64_t ideal_wavefronts; /* without conflicts */
    uint64_t atomic_serial;    /* most lanes whose atomics hit one address, which take turns */
};

/* The first request of the first warp. */
struct simt_first_request {
    struct simt_thread_id thread; /* of its first active lane */
    uint32_t active, live;
    uint32_t bytes; /* of a lane */
    uintptr_t addresses[SIMT_WARP_SIZE];
    uintptr_t base;         /* of the object */
    bool host;              /* it is page-locked memory of the host, reached across the bus */
    char name[48];          /* of the object; "": unknown */
    const void *allocated;  /* where the object was; null: unknown */
    char type[32];          /* of its elements; "": unknown */
    unsigned element_bytes; /* 0: unknown */
};

/* What one kernel's accesses to one memory from one place in the program cost. */
struct simt_count {
    const char *kernel; /* one pointer for all sites of a kernel */
    const void *site;
    enum simt_count_space space;
    enum simt_count_kind kind;
    struct simt_tally tally;
    unsigned launch;                 /* that the first request is of */
    struct simt_first_request first; /* not of barriers and warp functions */
};

/* Copies from one place in the program. */
struct simt_copy_count {
    const void *site;
    bool to_device;
    uint64_t copies, bytes;
    /* Those that moved nothing new: to the device what had been copied there before and was there
     * still; to the host what was there already and what the device had not written. */
    uint64_t redundant, redundant_bytes;
};

/* In the order of their first requests; null: index is past the last. */
const struct simt_count *simt_counts_get(size_t index);
const struct simt_copy_count *simt_counts_get_copy(size_t index);

/* How often a kernel was launched, of launches that made requests. */
unsigned simt_counts_launches(const char *kernel);

/* The most bytes of global memory that one thread loaded and stored. */
uint64_t simt_counts_busiest_thread(void);

/* The most places of shared memory that one thread went through. */
uint64_t simt_counts_most_places(void);

/* The basic blocks that all threads ran; the most that one thread did; and all again, where a block
 * in which one thread alone runs twice as much as any other counts as if all its threads did. */
uint64_t simt_counts_all_steps(void);
uint64_t simt_counts_busiest_steps(void);
uint64_t simt_counts_block_steps(void);

/* Of all threads. */
uint64_t simt_counts_all_waits(void);

/* Of the blocks that came to their end: how many there were, how many of them neither loaded from
 * global memory nor stored there, but by atomic functions, and the threads that did anything, as
 * simt_counts_block() has them. */
struct simt_block_counts {
    uint64_t blocks, idle_blocks, busy_threads;
};
struct simt_block_counts simt_counts_blocks(void);

/* ---- one request ---- */

/* Lanes of a warp that access `width` bytes each: 1, 2, 4, 8 or 16. */
struct simt_warp_request {
    uint32_t active;
    unsigned width;
    uintptr_t addresses[SIMT_WARP_SIZE]; /* valid where active */
};

/* Distinct sectors; *distinct_bytes: of the request. */
unsigned simt_warp_request_sectors(const struct simt_warp_request *request,
                                   unsigned *distinct_bytes);

/* Wavefronts of shared memory; *ideal: without conflicts. *banks, if not null: distinct words that
 * each bank gives in the wavefronts' worst part. */
unsigned simt_warp_request_wavefronts(const struct simt_warp_request *request, unsigned *ideal,
                                      uint8_t (*banks)[32]);

/* Most lanes with one address; *distinct: how many addresses there are. */
unsigned simt_warp_request_collisions(const struct simt_warp_request *request, unsigned *distinct);

#endif
