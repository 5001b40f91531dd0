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

/* What finding there is, and its name in JSON and tests. */
#define SIMT_FINDING_NAMES(X)                                                                      \
    X(RACE_GLOBAL, "race-global")                                                                  \
    X(RACE_SHARED, "race-shared")                                                                  \
    X(RACE_WARP, "race-warp")                                                                      \
    X(RACE_SAME_VALUE, "race-same-value")                                                          \
    X(RACE_STREAMS, "race-streams")                                                                \
    X(RACE_HOST, "race-host")                                                                      \
    X(MISSING_FENCE, "missing-fence")                                                              \
    X(SYNCWARP_MASK, "syncwarp-mask")                                                              \
    X(BARRIER_DIVERGENCE, "barrier-divergence")                                                    \
    X(BARRIER_AFTER_EXIT, "barrier-after-exit")                                                    \
    X(OUT_OF_BOUNDS, "out-of-bounds")                                                              \
    X(MISALIGNED, "misaligned")                                                                    \
    X(USE_AFTER_FREE, "use-after-free")                                                            \
    X(DOUBLE_FREE, "double-free")                                                                  \
    X(INVALID_FREE, "invalid-free")                                                                \
    X(HOST_POINTER, "host-pointer")                                                                \
    X(DEVICE_POINTER, "device-pointer")                                                            \
    X(COMPUTED_CALL, "computed-call")                                                              \
    X(UNINITIALISED, "uninitialised")                                                              \
    X(INDEX_OVERFLOW, "index-overflow")                                                            \
    X(INVALID_LAUNCH, "invalid-launch")                                                            \
    X(UNCHECKED_ERROR, "unchecked-error")                                                          \
    X(COPY_KIND, "copy-kind")                                                                      \
    X(LEAK, "leak")                                                                                \
    X(NEVER_ENDS, "never-ends")                                                                    \
    X(KERNEL_FAILED, "kernel-failed")

/* What of its kind it is, for who reads findings by a program: sentences are for people and change.
 * A race is named by what the two do to one element; next-turn: a barrier between their lines
 * orders them within one turn of a loop only. Limits of launches come with `given` and `most`, if
 * they are counted, and so do copies and fills by the host, in bytes. */
#define SIMT_WHY_NAMES(X)                                                                          \
    /* races */                                                                                    \
    X(LOST_UPDATE, "lost-update")                                                                  \
    X(TWO_WRITES, "two-writes")                                                                    \
    X(READ_AND_WRITE, "read-and-write")                                                            \
    X(ATOMIC_AND_PLAIN, "atomic-and-plain")                                                        \
    X(NEXT_TURN, "next-turn")                                                                      \
    /* missing-fence */                                                                            \
    X(BEFORE_FLAG_IS_WRITTEN, "before-flag-is-written")                                            \
    X(AFTER_FLAG_IS_READ, "after-flag-is-read")                                                    \
    /* syncwarp-mask */                                                                            \
    X(OWN_LANE, "own-lane")                                                                        \
    X(ABSENT_LANE, "absent-lane")                                                                  \
    X(WAITING_LANE, "waiting-lane")                                                                \
    X(TWO_PLACES, "two-places")                                                                    \
    /* barrier-divergence, and the last of barrier-after-exit */                                   \
    X(TWO_BARRIERS, "two-barriers")                                                                \
    X(BARRIER_AND_WARP, "barrier-and-warp")                                                        \
    X(ENDED_THREADS, "ended-threads")                                                              \
    /* out-of-bounds; the last two by the host */                                                  \
    X(PAST_END, "past-end")                                                                        \
    X(BEFORE_BEGIN, "before-begin")                                                                \
    X(CONSTANT_MEMORY, "constant-memory")                                                          \
    X(OTHER_BLOCK, "other-block")                                                                  \
    X(OTHER_DEVICE, "other-device")                                                                \
    X(NULL_POINTER, "null-pointer")                                                                \
    X(NO_MEMORY, "no-memory")                                                                      \
    X(COPY, "copy")                                                                                \
    X(FILL, "fill")                                                                                \
    /* index-overflow: in arithmetic that was seen, or as the index shows */                       \
    X(ARITHMETIC, "arithmetic")                                                                    \
    X(WRAPPED_SIGNED, "wrapped-signed")                                                            \
    X(WRAPPED_UNSIGNED, "wrapped-unsigned")                                                        \
    /* host-pointer, of a copy */                                                                  \
    X(VARIABLE_NAME, "variable-name")                                                              \
    X(SWAPPED_SIDES, "swapped-sides")                                                              \
    X(HOST_SIDE, "host-side")                                                                      \
    X(HOST_FILL, "host-fill")                                                                      \
    /* invalid-free */                                                                             \
    X(OTHER_FUNCTION, "other-function")                                                            \
    X(INSIDE_ALLOCATION, "inside-allocation")                                                      \
    X(OTHER_MEMORY, "other-memory")                                                                \
    X(UNKNOWN_POINTER, "unknown-pointer")                                                          \
    /* invalid-launch */                                                                           \
    X(EMPTY_GRID, "empty-grid")                                                                    \
    X(GRID_X, "grid-x")                                                                            \
    X(LAUNCH_BOUNDS, "launch-bounds")                                                              \
    X(GRID_Y, "grid-y")                                                                            \
    X(GRID_Z, "grid-z")                                                                            \
    X(EMPTY_BLOCK, "empty-block")                                                                  \
    X(BLOCK, "block")                                                                              \
    X(BLOCK_Z, "block-z")                                                                          \
    X(SHARED, "shared")                                                                            \
    X(SHARED_OPT_IN, "shared-opt-in")                                                              \
    X(STREAM, "stream")                                                                            \
    X(STREAM_DEVICE, "stream-device")                                                              \
    X(COOPERATIVE, "cooperative")                                                                  \
    X(OTHER, "other")                                                                              \
    /* copy-kind: the side that is of another kind of memory than is said */                       \
    X(SOURCE, "source")                                                                            \
    X(DESTINATION, "destination")                                                                  \
    X(BOTH_SIDES, "both-sides")                                                                    \
    /* race-streams: both are nodes of one graph, which runs them in either order */               \
    X(ONE_GRAPH, "one-graph")                                                                      \
    /* leak: what was made, if it is no memory */                                                  \
    X(STREAM_MADE, "stream-made")                                                                  \
    X(EVENT_MADE, "event-made")                                                                    \
    /* never-ends, unchecked-error: what it was */                                                 \
    X(KERNEL, "kernel")                                                                            \
    X(HOST, "host")                                                                                \
    X(LAUNCH, "launch")                                                                            \
    X(CALL, "call")

#define SIMT_FINDING_MEMBER(member, name) SIMT_FINDING_##member,
#define SIMT_WHY_MEMBER(member, name) SIMT_WHY_##member,
enum simt_finding_kind {
    SIMT_FINDING_NAMES(SIMT_FINDING_MEMBER) SIMT_FINDING_KINDS /* how many there are */
};
enum simt_why {
    SIMT_WHY_NONE, /* the kind says all */
    SIMT_WHY_NAMES(SIMT_WHY_MEMBER)
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
    const char *second_file; /* the same for second.site */
    int second_line;
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

/* Whether it is a data race, of whichever memory. */
bool simt_finding_is_race(enum simt_finding_kind kind);

/* Whether it is no more than a remark: outside of the rules, and works on all GPUs of today. */
bool simt_finding_is_remark(enum simt_finding_kind kind);

/* The names in JSON and tests, as "race-global" and "lost-update"; null: SIMT_WHY_NONE. */
const char *simt_finding_name(enum simt_finding_kind kind);
const char *simt_why_name(enum simt_why why);

/* How many different findings there are, and how many of them are more than remarks. */
unsigned simt_finding_count(void);
unsigned simt_finding_faults(void);

/* The findings in the order of their first appearance, from 0. Null: beyond the last. Valid until
 * the next one is entered. */
const struct simt_finding_record *simt_finding_get(unsigned index);

#endif
