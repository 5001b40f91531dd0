/* The threads of this process. */
#ifndef GS_OTHER_THREADS_H
#define GS_OTHER_THREADS_H

#include <stddef.h>

size_t gs_threads_count(void);

/* Gives other threads their time: a thread that is about to be woken needs microseconds and gets 2
 * ms; while there are more than `before`, they are waited for, for at most a second. */
void gs_threads_settle(size_t before);

#endif
