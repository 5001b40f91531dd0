/*
 * What exercises share, and the sentences about them: saying a mistake, reading the inspector's
 * report, the usual sizes and budget, answers of questions.
 */
#ifndef GS_EXERCISE_TOOLS_H
#define GS_EXERCISE_TOOLS_H

#include "exercise.h"
#include "json_get.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- saying a mistake ------------------------------------------------------------------------ */

/* Sets kind and sentence, and leaves the line. Always true, as a hook returns that said something.
 */
__attribute__((format(printf, 3, 4))) bool gs_say(struct gs_saying *out, const char *kind,
                                                  const char *format, ...);

/* ---- the inspector's report ------------------------------------------------------------------ */

/* Of its "totals". */
long long gs_inspected_total(const json_t *report, const char *name);

/* "accesses" or "copies" of its "counts"; an array. */
const json_t *gs_inspected_counts(const json_t *report, const char *what);

/* What the host did, by order; an array. */
const json_t *gs_inspected_operations(const json_t *report);

/* Of a block, and of all blocks, of a launch: an operation, or a finding's; and its blocks. 0 of
 * NULL. */
size_t gs_block_threads(const json_t *launch);
size_t gs_launch_threads(const json_t *launch);
size_t gs_launch_blocks(const json_t *launch);

/* The launch with most threads, an operation; NULL: there is none. */
const json_t *gs_inspected_largest_launch(const json_t *report);

/* Its threads, 0 where there is none; *line is its, where not NULL. */
size_t gs_inspected_threads(const json_t *report, int *line);

/* Whether kernels access an array of that name in that way: "store" or "atomic". (Of the arrays
 * that a line loads from, the report names one.) */
bool gs_inspected_accesses(const json_t *report, const char *array, const char *kind);

bool gs_finding_is(const json_t *finding, const char *kind);
bool gs_is_race(const json_t *finding); /* of whichever kind */

/* What of its kind it is: a name of enum simt_why (simt/inspect), as "lost-update". */
bool gs_finding_why(const json_t *finding, const char *why);

/* What stands in the source of its kernel: `blockIdx.x * blockDim.x`, of the number of a thread in
 * the grid; `gridDim.x * blockDim.x`, of all threads; and a comparison with one of the exercise's
 * numbers, "i < n": "", where there is none. */
bool gs_kernel_numbers_threads(const json_t *finding);
bool gs_kernel_strides_by_grid(const json_t *finding);
const char *gs_kernel_guard(const json_t *finding);
int gs_kernel_guard_line(const json_t *finding);

/* Its element: "part[3]", "tile[3][32]", or "hits" of a variable in shared memory. */
struct gs_cell {
    char text[80];
};
struct gs_cell gs_finding_cell(const json_t *finding);

/* One of the one or two threads that a finding names. */
struct gs_party {
    size_t block[3], thread[3];
    size_t x, y; /* of the whole grid */
    int line;
    bool reads, writes, adds; /* writes: plainly; adds: by an atomic function */
    char name[96];            /* "thread 3 of block 1", with all coordinates that there are */
};

/* `which`: "first" or "second". */
struct gs_party gs_party_of(const json_t *finding, const char *which);

/* ---- sizes and cost -------------------------------------------------------------------------- */

/* For n elements: around a warp, around a block of 256, and many blocks with a remainder. */
extern const struct gs_shape gs_shapes_around_256[];

/* For gs_exercise.count: every array has n elements. */
size_t gs_count_n(const struct gs_shape *shape, unsigned parameter);

/* Two launches at most, whose accesses are coalesced, that load and store so many bytes. */
void gs_budget_one_pass(struct gs_budget *most, size_t bytes);

/* ---- waveforms ------------------------------------------------------------------------------- */

/* The tops of 23 waves over n samples, 0.7 high; between them 0. */
enum { GS_PULSES = 23 };
double gs_pulse_at(size_t i, size_t n);

/* Of a normal distribution around 0, with a standard deviation of 1. */
double gs_random_normal(uint64_t seed, unsigned array, size_t index);

/* ---- questions ------------------------------------------------------------------------------- */

/* Answers of a question: one value, or all that are as near to it as that part of it. */
struct gs_answer gs_answer_exactly(double value);
struct gs_answer gs_answer_about(double value, double part);

/* For gs_question.explain; always true. */
__attribute__((format(printf, 3, 4))) bool gs_reply(char *sentence, size_t size, const char *format,
                                                    ...);

#endif
