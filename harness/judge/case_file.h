/*
 * What the judge and the program that runs a student's function hand each other: two files in
 * memory, laid out alike. The judge fills the first and only reads the second; the program cannot
 * write to the first. Both are on one machine and of one build.
 */
#ifndef GS_CASE_FILE_H
#define GS_CASE_FILE_H

#include "exercise.h"
#include "status.h"

/* The program's descriptors. */
enum { GS_CASE_FD = 3, GS_ANSWER_FD = 4, GS_REPORT_FD = 5, GS_SOURCE_FD = 6 };

enum {
    GS_CASE_MAGIC = 0x67736331,
    GS_MOST_ROUNDS = 2,        /* calls in one process, each with other values */
    GS_MOST_TIMED_CALLS = 101, /* of a timing */
};

/* Which inputs kernels are to find others of. */
enum gs_stand_in { GS_NOTHING_STANDS_IN, GS_ARRAYS_STAND_IN, GS_NUMBERS_STAND_IN };

/* Which threads are left out; as enum simt_unit. */
enum gs_left_out { GS_NONE_LEFT_OUT, GS_BLOCKS_LEFT_OUT, GS_WARPS_LEFT_OUT, GS_LANES_LEFT_OUT };

struct gs_case_parameter {
    uint32_t role, home, dtype; /* as in gs_array */
    uint32_t device;            /* that has it */
    char name[24], type[16];    /* as C calls them */
    uint64_t count;             /* elements; 1 of a number */
    uint64_t bytes;             /* of them all */
    uint64_t offset;            /* of its bytes in a round, in either file; aligned to 64 */
};

struct gs_case_file {
    uint32_t magic;
    uint32_t parameters;
    uint32_t rounds;
    uint32_t devices;         /* that it needs */
    uint32_t samples;         /* > 0: the call is timed as often, on a GPU */
    uint32_t times_bus;       /* 1: and so are copies between page-locked memory and the device */
    uint32_t stands_in;       /* enum gs_stand_in; not 0: behind the rounds come other inputs, which
                               * kernels are to see in place of those that the host has */
    uint32_t traced_blocks;   /* > 0: so many blocks of each launch run, what they ask of a GPU is
                               * in the report, and there is no answer */
    uint32_t left_out;        /* enum gs_left_out: what of each launch does nothing, */
    uint32_t left_out_number; /* and which of them, counted round */
    uint64_t round_bytes;     /* of a round's arrays; the first begins at GS_CASE_ARRAYS */
    struct gs_case_parameter parameter[GS_MOST_PARAMETERS];
};

/* Its exit status where it cannot go on itself. The student's function may end with the same one,
 * but only while it runs: GS_STAGE_CALLED. */
enum { GS_EXIT_RUNNER = 70 };

/* How far the program came. */
enum gs_stage { GS_STAGE_START, GS_STAGE_CALLED, GS_STAGE_RETURNED, GS_STAGE_DONE };

/* Whether the program ended itself, before the function had returned. */
enum gs_leaving { GS_STAYS, GS_LEAVES_BY_EXIT, GS_LEAVES_BY_ABORT };

struct gs_answer_file {
    uint32_t stage;     /* enum gs_stage */
    uint32_t round;     /* that it is in */
    int32_t cuda_error; /* after the call and the wait for it; 0: none */
    char cuda_name[64], cuda_text[160];
    double call_s[GS_MOST_ROUNDS]; /* how long each call took */
    uint32_t leaving;              /* enum gs_leaving; on the simulator alone */
    int32_t leaving_status;        /* what exit() was given */
    char assertion[128];           /* the text of the first assert() that failed; "": none did */
    char assertion_file[64];
    uint32_t assertion_line;
    uint32_t stack_full; /* 1: a function of the host had no room left on the stack */
    uint32_t changed;    /* bit k: input k was not what it had been, after the call */
    uint32_t overrun;    /* bit k: written to beside array k */
    uint32_t gone;       /* bit k: array k cannot be read any more: it has been freed */
    uint32_t capability_major, capability_minor; /* of the GPU; 0, 0: it ran on the simulator */
    uint32_t sample_count;
    float sample_us[GS_MOST_TIMED_CALLS];
    char device[256];
    float peak_gb_s; /* of a copy on the device, in the same process; 0: not measured */
    float bus_in_gb_s, bus_out_gb_s; /* of copies to the device and back, likewise */
};

enum { GS_CASE_ARRAYS = 4096 }; /* where the first round's arrays begin, in either file */

_Static_assert(sizeof(struct gs_case_file) <= GS_CASE_ARRAYS, "a case's head fits");
_Static_assert(sizeof(struct gs_answer_file) <= GS_CASE_ARRAYS, "an answer's head fits");

#endif
