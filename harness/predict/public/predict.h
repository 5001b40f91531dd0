/*
 * What a kernel would take on a GPU: from what its launches ask for, counted on the simulator, and
 * from what the GPU can do, as its profile has it. docs/prediction.md explains the model. A
 * prediction is never a measurement, and says so wherever it shows.
 */
#ifndef GS_PREDICT_H
#define GS_PREDICT_H

#include "gpu_profile.h"
#include "status.h"

#include <jansson.h>
#include <stdbool.h>

/* What a launch waits for. The longest of those behind the first decides, as they overlap; but
 * where blocks have barriers, theirs are a sum. */
enum gs_term {
    GS_TERM_LAUNCH, /* of a kernel, and its first load from memory; nothing overlaps with it */
    GS_TERM_BLOCKS,
    GS_TERM_MEMORY,
    GS_TERM_L2,
    GS_TERM_SHARED,
    GS_TERM_BARRIERS,
    GS_TERM_ATOMICS,
    GS_TERM_ARITHMETIC,
    GS_TERM_INSTRUCTIONS,
    GS_TERM_LATENCY,
    GS_TERMS
};

struct gs_term_name {
    const char *key;
    const char *about;
};
extern const struct gs_term_name gs_terms[GS_TERMS];

/* What the accesses of one line take of the time. */
struct gs_predicted_line {
    char file[128];
    int line;
    double seconds;
};
enum { GS_PREDICTED_LINES = 32 };

struct gs_prediction {
    double seconds;
    /* The range that is said with it: divided by this, and multiplied by it. Nine of ten times of
     * kernels that the model was not made with lie within (docs/prediction.md). It is wider where
     * threads wait for each other, or a cache may have what is loaded again. */
    double factor;
    double of[GS_TERMS];  /* seconds of it, by what decided in each launch */
    enum gs_term binding; /* the greatest of them */
    unsigned launches;
    double bytes; /* that they load and store, of each array at most all of its own a launch */
    /* Where accesses decide: memory and its latency by the sectors of each line, shared memory by
     * its wavefronts, atomic functions by their turns. The greatest comes first. What no line
     * accounts for (starting kernels, arithmetic, barriers) is in none. */
    struct gs_predicted_line lines[GS_PREDICTED_LINES];
    unsigned line_count; /* further ones are left out */
};

/*
 * `launches` is an array as gridstride-inspect writes it (simt/trace/trace.h). `cold`: no cache
 * holds anything when the first begins, and the GPU is idle; else the same launches ran just
 * before. Fails, with a sentence, where the profile lacks a number that is needed, or a kernel does
 * what the model knows nothing of.
 */
enum gs_status gs_predict(const json_t *launches, const struct gs_gpu_profile *profile, bool cold,
                          struct gs_prediction *out, struct gs_error *error);

#endif
