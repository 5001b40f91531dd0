/* Arrays of the host's that stand in for others: kernels are to see the others. What the host
 * computes from its own then shows, by whichever way it comes to the device. */
#ifndef SIMT_INSPECT_STAND_IN_H
#define SIMT_INSPECT_STAND_IN_H

#include <stdbool.h>
#include <stddef.h>

/* The host sees `shown`, and kernels are to see `real`. Both stay where they are; the pages of what
 * is real may be hidden as long as the program runs, and are again after each look. */
void simt_stand_in_add(const void *shown, const void *real, size_t bytes);

/* The same for a number, which may come to the device also among the arguments of a launch. */
void simt_stand_in_add_number(const void *shown, const void *real, size_t bytes);

/* An argument of a launch that is about to begin: one of 4 bytes may be a half of a number. */
void simt_stand_in_argument(void *value, size_t bytes);

/* Whether kernels were given any of the numbers. */
bool simt_stand_in_gave_number(void);

/* A row of a copy has been made: where it brought what is shown, or runs of it, from the host to
 * the device, there stands now what is real. */
void simt_stand_in_row(void *dst, const void *src, size_t bytes, const void *site);

/* The same for memory that kernels share with the host, as long as a launch runs. */
void simt_stand_in_launch_begins(void);
void simt_stand_in_launch_ends(void);

/* The words that copies brought to the device, or that kernels shared with the host, and that are
 * neither shown nor 0. */
size_t simt_stand_in_other_words(void);

/* The place of the copy that brought most such words; null: none. */
const void *simt_stand_in_other(void);

#endif
