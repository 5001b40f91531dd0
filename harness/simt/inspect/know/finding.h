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

/* What of a kind it is, for who reads findings by a program: sentences are for people and change.
 */
enum simt_why {
    SIMT_WHY_NONE, /* the kind says all */

    /* Races, by what the two do to one element; next-turn: a barrier between their lines orders
     * them within one turn of a loop only. */
    SIMT_WHY_LOST_UPDATE,
    SIMT_WHY_TWO_WRITES,
    SIMT_WHY_READ_AND_WRITE,
    SIMT_WHY_ATOMIC_AND_PLAIN,
    SIMT_WHY_NEXT_TURN,
    /* missing-fence */
    SIMT_WHY_BEFORE_FLAG_IS_WRITTEN,
    SIMT_WHY_AFTER_FLAG_IS_READ,
    /* syncwarp-mask */
    SIMT_WHY_OWN_LANE,
    SIMT_WHY_ABSENT_LANE,
    SIMT_WHY_WAITING_LANE,
    /* barrier-divergence */
    SIMT_WHY_TWO_BARRIERS,
    SIMT_WHY_BARRIER_AND_WARP,
    /* out-of-bounds; copy and fill: by the host, with the bytes in `given` and `most` */
    SIMT_WHY_PAST_END,
    SIMT_WHY_BEFORE_BEGIN,
    SIMT_WHY_CONSTANT_MEMORY,
    SIMT_WHY_OTHER_BLOCK,
    SIMT_WHY_NULL_POINTER,
    SIMT_WHY_NO_MEMORY,
    SIMT_WHY_COPY,
    SIMT_WHY_FILL,
    /* index-overflow: in arithmetic that was seen, or as the index shows */
    SIMT_WHY_ARITHMETIC,
    SIMT_WHY_WRAPPED_SIGNED,
    SIMT_WHY_WRAPPED_UNSIGNED,
    /* host-pointer, of a copy */
    SIMT_WHY_VARIABLE_NAME,
    SIMT_WHY_SWAPPED_SIDES,
    SIMT_WHY_HOST_SIDE,
    SIMT_WHY_HOST_FILL,
    /* invalid-free */
    SIMT_WHY_OTHER_FUNCTION,
    SIMT_WHY_INSIDE_ALLOCATION,
    SIMT_WHY_OTHER_MEMORY,
    SIMT_WHY_UNKNOWN_POINTER,
    /* invalid-launch; with `given` and `most` where they are counted */
    SIMT_WHY_EMPTY_GRID,
    SIMT_WHY_GRID_X,
    SIMT_WHY_GRID_Y,
    SIMT_WHY_GRID_Z,
    SIMT_WHY_EMPTY_BLOCK,
    SIMT_WHY_BLOCK,
    SIMT_WHY_BLOCK_Z,
    SIMT_WHY_SHARED,
    SIMT_WHY_SHARED_OPT_IN,
    SIMT_WHY_STREAM,
    SIMT_WHY_COOPERATIVE,
    SIMT_WHY_OTHER,
    /* never-ends, unchecked-error: what it was */
    SIMT_WHY_KERNEL,
    SIMT_WHY_HOST,
    SIMT_WHY_LAUNCH,
    SIMT_WHY_CALL,
    SIMT_WHYS /* how many there are */
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
    enum simt_why why;
    /* How many were asked for of how many that there may be; 0: nothing to count. */
    unsigned long long given, most;
    bool names_first;   /* the sentence names the first party */
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

/* The names in JSON and tests, as "race-global" and "lost-update"; null: SIMT_WHY_NONE. */
const char *simt_finding_name(enum simt_finding_kind kind);
const char *simt_why_name(enum simt_why why);

/* How many different findings there are. */
unsigned simt_finding_count(void);

/* The findings in the order of their first appearance, from 0. Null: beyond the last. Valid until
 * the next one is entered. */
const struct simt_finding_record *simt_finding_get(unsigned index);

#endif
