/* What the environment says of the simulator: SIMT_SEED, SIMT_RESIDENT_BLOCKS, SIMT_TIMEOUT,
 * SIMT_MEMORY, SIMT_MULTIPROCESSORS, SIMT_CAPABILITY and SIMT_DEVICES. Included by the runtime, and
 * by programs that look at it before they begin. */
#ifndef SIMT_ENVIRONMENT_H
#define SIMT_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIMT_MOST_RESIDENT_BLOCKS = 1024, SIMT_MOST_DEVICES = 8 };

struct gs_multiprocessor;

struct simt_environment {
    uint64_t seed;            /* of the order in lockstep launches; 1 */
    unsigned resident_blocks; /* that run at a time in those; 8 */
    double timeout_seconds;   /* of CPU time that a block may take; 60, and 0: no limit */
    size_t memory_bytes;      /* of the device; 0: nothing is said */
    unsigned multiprocessors; /* that the device says it has; 0: nothing is said */
    unsigned devices;         /* how many there are; 1 */
    /* The limits of each multiprocessor: those of a compute capability; 9.0 */
    const struct gs_multiprocessor *limits;
};

/* False where a variable has a value that it cannot have; `why` is then a line without its end. */
bool simt_environment_read(struct simt_environment *out, char *why, size_t size);

/* The same, read once; a bad value ends the program with that line and exit status 2. */
const struct simt_environment *simt_environment(void);

#endif
