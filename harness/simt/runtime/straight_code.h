/* How long the code is that runs without a branch. */
#ifndef SIMT_STRAIGHT_CODE_H
#define SIMT_STRAIGHT_CODE_H

/* What a step counts for, from the address behind the call that the compiler puts before each basic
 * block: 1, and 1 more for each KiB of code up to the next such call. Else one thread could do the
 * work of all in a few steps, each of them thousands of instructions long. Where the code cannot be
 * read so, on other processors than x86-64 or in a library, it is 1. */
unsigned simt_straight_steps(const void *site);

#endif
