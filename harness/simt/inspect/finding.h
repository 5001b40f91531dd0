/* Findings: what is wrong, told once for each place in the source.
 *
 * A check first asks whether its finding is known (simt_finding_known), which is cheap, and only
 * then finds words for it. Findings of one kind whose lines are the same are one finding. Of the
 * races between two lines the widest is kept: one between warps tells all that one within a warp
 * does, and one of different values all that one of the same value does. */
#ifndef SIMT_INSPECT_FINDING_H
#define SIMT_INSPECT_FINDING_H

#include "source.h"
#include "types.h"

enum simt_finding_kind {
    SIMT_FINDING_RACE_GLOBAL,
    SIMT_FINDING_RACE_SHARED,
    SIMT_FINDING_RACE_WARP,
    SIMT_FINDING_RACE_SAME_VALUE,
    SIMT_FINDING_MISSING_FENCE,
    SIMT_FINDING_SYNCWARP_MASK,
    SIMT_FINDING_BARRIER_DIVERGENCE,
    SIMT_FINDING_OUT_OF_BOUNDS,
    SIMT_FINDING_MISALIGNED,
    SIMT_FINDING_USE_AFTER_FREE,
    SIMT_FINDING_DOUBLE_FREE,
    SIMT_FINDING_INVALID_FREE,
    SIMT_FINDING_HOST_POINTER,
    SIMT_FINDING_DEVICE_POINTER,
    SIMT_FINDING_UNINITIALISED,
    SIMT_FINDING_INDEX_OVERFLOW,
    SIMT_FINDING_INVALID_LAUNCH,
    SIMT_FINDING_UNCHECKED_ERROR,
    SIMT_FINDING_LEAK,
    SIMT_FINDING_NEVER_ENDS,
    SIMT_FINDING_KERNEL_FAILED,
    SIMT_FINDING_KINDS /* how many there are */
};

/* One of the two threads of a finding, and what it did. */
struct simt_party {
    const void *site; /* null: unknown */
    bool is_thread;   /* false: the host */
    struct simt_thread_id thread;
    enum simt_access_kind access; /* of memory, where has_access */
    bool has_access;
    uint32_t bytes;
};

/* The memory that a finding is about, for who reads the report by a program. */
struct simt_finding_cell {
    const char *memory; /* "device", "managed", "pinned", "registered", "heap", "variable",
                         * "constant", "shared"; null: nothing is known */
    char array[64];     /* "": no name is known */
    size_t elements;
    char type[48];          /* of them; "": unknown */
    unsigned element_bytes; /* where the type is unknown, those of the access */
    bool has_index;
    long long index;
};

struct simt_finding {
    enum simt_finding_kind kind;
    struct simt_party first;  /* whom the line is of */
    struct simt_party second; /* site null: there is none */
    const char *file;         /* instead of first.site: where a launch is written; null: the site */
    int line;
    char subject[160]; /* the memory: "b[1025], 1 past the end of b (1024 floats, allocated at
                        * x.cu:12)"; empty: none */
    struct simt_finding_cell cell;
    /* What was broken, and how many were asked for of how many that there may be (0: nothing to
     * count). Of invalid-launch: "empty-grid", "grid-x", "grid-y", "grid-z", "empty-block",
     * "block", "block-z", "shared", "shared-opt-in", "stream", "cooperative" or "other". Of
     * out-of-bounds by the host: "copy" or "fill", in bytes. Of never-ends: "kernel" or "host".
     * Null: none. */
    const char *reason;
    unsigned long long given, most;
    char sentence[640]; /* plain sentences: what is wrong and what to do. The report names the
                         * lines, the subject, and threads that are not named here beside it, and
                         * adds a full stop that lacks. */
};

/* A finding that was entered, its places looked up. */
struct simt_finding_record {
    struct simt_finding finding;
    struct simt_position first, second;   /* line 0: unknown, or there is none */
    const char *first_text, *second_text; /* of the lines; null: unknown */
    struct simt_launch_info launch;       /* its text is kept; number 0: there is none */
    uint64_t count;                       /* how often it was seen */
};

/* True if a finding of that kind at these sites (in either order) is known; counts it again. False
 * for two null sites, which tell nothing. */
bool simt_finding_known(enum simt_finding_kind kind, const void *site, const void *other);

/* Enters a finding, with the launch it is of (null: none); copies both. One that is known counts
 * again. */
void simt_finding_add(const struct simt_finding *finding, const struct simt_launch_info *launch);

/* The name in JSON and tests, as "race-global". */
const char *simt_finding_name(enum simt_finding_kind kind);

/* How many different findings there are. */
unsigned simt_finding_count(void);

/* The findings in the order of their first appearance, from 0. Null: beyond the last. Valid until
 * the next one is entered. */
const struct simt_finding_record *simt_finding_get(unsigned index);

#endif
