/* The two files in memory that a case is handed over in, made and read by the judge. */
#ifndef GS_CASE_MEMORY_H
#define GS_CASE_MEMORY_H

#include "case_file.h"

struct gs_memory {
    int case_fd, answer_fd;
    size_t bytes;                           /* of each file */
    struct gs_case_file *c;                 /* NULL: not mapped */
    struct gs_answer_file *answer;          /* shared with the program: anything may stand there */
    const struct gs_multiprocessor *device; /* that the case runs on; NULL: it is not known */
    unsigned char *junk;                    /* what outputs held before the call: of all rounds */
    void *arrays[GS_MOST_ROUNDS][GS_MOST_PARAMETERS]; /* as filled; outputs: NULL */
    unsigned char *states; /* as in gs_wrong, of the array that was compared last */
    /* What a reference computed of these inputs, as in gs_expected; NULL: it was not asked. */
    void *known[GS_MOST_ROUNDS][GS_MOST_PARAMETERS];
    double known_scale;             /* as gs_expected's */
    void *want[GS_MOST_PARAMETERS]; /* of the round that was compared last */
};

/* How many devices its arrays lie on. */
unsigned gs_case_devices(const struct gs_exercise *exercise);

/* Whether kernels can be given another number than the host has: a seed, which has all 64 bits. A
 * quantity is smaller, and hosts count on with it: `first + n`. These are its values in two rounds.
 */
bool gs_case_is_seed(uint64_t one, uint64_t other);

/* What is to be done with them. */
struct gs_case_calls {
    unsigned rounds;
    unsigned samples;           /* > 0: the call is to be timed */
    bool times_bus;             /* and the bus */
    enum gs_stand_in stands_in; /* of one round: kernels are to see other inputs than the host has,
                                 * and those are arrays[1] */
    unsigned traced_blocks;     /* as in the case's file */
    enum gs_left_out left_out;  /* as in the case's file */
    unsigned left_out_number;
    bool other_arrays; /* other inputs than the seed's in all arrays; the numbers are the same */
};

/* Makes both, with inputs from the seed and junk in the outputs. Release it also after a failure.
 */
enum gs_status gs_memory_make(const struct gs_exercise *exercise, const struct gs_shape *shape,
                              uint64_t seed, const struct gs_case_calls *calls,
                              struct gs_memory *memory, struct gs_error *error);

/* The same case, which takes long to fill, with an answer of its own, for a second program that
 * runs beside the first: of one that no program has had yet. It can be run, and not be compared.
 * Release it also after a failure. */
enum gs_status gs_memory_share(const struct gs_memory *memory, struct gs_memory *out,
                               struct gs_error *error);

void gs_memory_release(struct gs_memory *memory);

#endif
