#ifndef SIMT_LAUNCH_H
#define SIMT_LAUNCH_H

#include "edits.h"

/* Whether the `<<<` of a kernel launch begins at token `index`. */
bool simt_launch_opens(const struct simt_source *source, size_t index);

/* Rewrites the launch KERNEL<<<CONFIGURATION>>>(ARGUMENTS) whose `<<<` begins at token `open` into
 *     ::simt_cpp::launch(::simt_cpp::config(CONFIGURATION), LAMBDA, ARGUMENTS)
 * where each simulated thread calls LAMBDA, which calls KERNEL. Where KERNEL is a plain name,
 * .named(…) tells CONFIGURATION which kernel it is, what its parameters are, and how it is called
 * by address where literals are among its arguments. A generic lambda,
 * so that template arguments are deduced, overloads resolved and default arguments filled in as in
 * the original call, and so that every launch has a thread loop of its own, into which the kernel
 * is inlined. `outside`: in the initialiser of a variable outside of functions, where lambdas
 * capture nothing. Returns false with one line in `error`. */
bool simt_launch_rewrite(const struct simt_source *source, size_t open, bool outside,
                         struct simt_edits *edits, struct simt_buffer *error);

/* Where `index` names cudaLaunchKernel() or cudaLaunchCooperativeKernel(): takes a cast to a void
 * pointer off its first argument, for the kernel's type says what its parameters are. */
void simt_launch_keep_type(const struct simt_source *source, size_t index,
                           struct simt_edits *edits);

/* Where the kernel's name at `index` is cast to a void pointer, but not for such a call: writes
 *     ::simt_cpp::kernel_address(KERNEL)
 * for it, which tells the runtime what the kernel's parameters are. */
void simt_launch_take_address(const struct simt_source *source, size_t index,
                              struct simt_edits *edits);

#endif
