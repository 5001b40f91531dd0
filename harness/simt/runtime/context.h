/* Which context, and so which device, an OS thread calls for. */
#ifndef SIMT_CONTEXT_H
#define SIMT_CONTEXT_H

#include <simt/driver_api_types.h>
#include <stdbool.h>

/* Of this thread: a context is current. */
extern __thread bool simt_context_is_bound;

/* Of a thread without one that uses the runtime API: its device's primary context becomes current.
 */
void simt_context_bind(void);

/* cudaSetDevice(): the device's primary context takes the place of the current one. */
void simt_context_choose(int device);

/* Null: none is current. */
CUcontext simt_context_current(void);

bool simt_context_is_alive(CUcontext context);

#endif
