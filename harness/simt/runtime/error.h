/* The last error of each host thread, and the error that sticks to the device. */
#ifndef SIMT_ERROR_H
#define SIMT_ERROR_H

#include <driver_types.h>
#include <stdbool.h>

/* The error that sticks, or cudaSuccess. */
cudaError_t simt_sticky_error(void);

/* What an API function returns: the sticky error if there is one, else `error`, which is left for
 * cudaGetLastError() unless it is cudaSuccess. `site` is where the program called the function. */
cudaError_t simt_return_at(cudaError_t error, const void *site);

/* The same, written in the API function itself. */
#define simt_return(error) simt_return_at(error, __builtin_return_address(0))

/* The same for the few calls that work on a device that has failed: `error`. */
cudaError_t simt_return_query(cudaError_t error);

/* Makes an error stick; the first one stays. */
void simt_set_sticky(cudaError_t error);

/* Around a call of the driver API, which returns its error and leaves none for cudaGetLastError().
 */
void simt_driver_begin(void);
void simt_driver_end(void);

/* Whether the program uses the runtime API, which begins the driver for it. A call of the driver
 * API is no such use. */
bool simt_runtime_is_used(void);

/* The thread uses the runtime API on its device, whose primary context becomes current where none
 * is. A reset of the device ends that use, for all threads. */
void simt_runtime_note_use(void);
bool simt_runtime_uses(int device);
void simt_runtime_forget_use(int device);

/* A reset of the device: as on a GPU, one that has failed does not come back in this process. */
void simt_reset_errors(void);

#endif
