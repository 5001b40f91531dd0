/* What a test harness tells the inspector about a program that it calls functions of. In a program
 * without an inspector, none of these does anything. */
#ifndef SIMT_LABEL_H
#define SIMT_LABEL_H

#pragma GCC system_header

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* An array that cudaMalloc() or cudaMallocHost() gave is to be called `name`, of elements of
 * `type`, a type of C as "float" or "int64_t". Reports then neither say where it was allocated nor
 * ask why it was not freed. Nothing happens for memory that CUDA did not give. Both are copied. */
void simt_label(const void *base, const char *name, const char *type);

/* Begins the operations, the counts and the totals of the report anew. What the device was given to
 * do before counts as done. */
void simt_operations_reset(void);

/* Nothing that comes after is among them; findings still are. */
void simt_operations_stop(void);

/* From here on, at most so many blocks of each launch run (spread over the grid), and what they ask
 * of a GPU is counted: the report has it as "traced". What was counted before is forgotten. Nothing
 * is checked any more, and what kernels compute is incomplete. False: nothing has changed, as there
 * is no disassembler here. */
bool simt_trace_begin(uint64_t most_blocks);

/* Of each launch from now on one block of 16, one warp of each block, or one lane of each warp does
 * nothing: `number` says which. Launches that have no second one, and
 * cooperative ones where blocks are left out, run as they are. Shared memory holds zeros at first.
 * An answer that stays the same tells that what these threads do is in vain. */
enum simt_unit { SIMT_UNIT_NONE, SIMT_UNIT_BLOCK, SIMT_UNIT_WARP, SIMT_UNIT_LANE };
void simt_leave_out(enum simt_unit unit, unsigned number);

/* From now on kernels find `real` wherever the program brings what the host has at `shown`, or runs
 * of it, to the device: an answer that was computed from `shown` was computed by the host. Both
 * must stay where they are, `real` in pages of its own that are hidden as long as the program runs.
 */
void simt_stand_in(const void *shown, const void *real, size_t bytes);

/* The same for a number of 8 bytes that the program is given, and brings to the device by copies,
 * in memory that kernels reach or as an argument of a launch. */
void simt_stand_in_number(const void *shown, const void *real, size_t bytes);

/* The program leaves results in these bytes of the host's memory; to be said before
 * simt_operations_stop(). The report then says how many of them never came from the device. */
void simt_results_left(const void *base, size_t bytes);

/* Whether a GPU might still be at work: there was a launch, a fill or a copy that the host has not
 * waited for. */
bool simt_work_is_pending(void);

/* The number of the launch that runs under the inspector; 0: none does. Also from a handler of a
 * signal. */
uint64_t simt_launch_running(void);

/* The program has done nothing for so many seconds, and is about to be ended by SIGXCPU: the
 * inspector is to say that. Also from a handler of a signal. */
void simt_did_nothing(int seconds);

/* Adds {"do": what, "pending": pending} to the operations, with the line of `site`, the address
 * where a call of the program's returns to, and the times between which it was done: `begun_ns`, of
 * simt_clock_ns(), and now. `what` is copied. In a kernel nothing is added. */
void simt_operation_note(const char *what, bool pending, long long begun_ns, const void *site);

/* What this thread gives to streams from now on belongs to that line of the program, which a header
 * does it for; null: no more. Not copied. */
void simt_work_is_at(const char *file, int line);

/* A function of the C library, which nobody has instrumented, is about to read these bytes for the
 * call of the program's that returns to `site`. */
void simt_host_reads(const void *from, size_t bytes, const void *site);

#if defined(__cplusplus)
}
#endif

#endif
