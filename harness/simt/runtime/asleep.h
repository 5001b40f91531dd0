/* Whether a process can go on by itself. */
#ifndef SIMT_ASLEEP_H
#define SIMT_ASLEEP_H

#include <stdbool.h>

/* True: all other threads of the process wait at the same time, each until another one wakes it,
 * however long that takes. So nothing happens in the process until the calling thread does
 * something, at whatever speed the machine runs. False: they do not, or the system does not tell.
 */
bool simt_others_are_asleep(void);

#endif
