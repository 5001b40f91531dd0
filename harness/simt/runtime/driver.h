/* What the parts of the driver API ask of each other. */
#ifndef SIMT_DRIVER_H
#define SIMT_DRIVER_H

#include <simt/driver_api_types.h>
#include <stdbool.h>

/* Whether a call may be made now that needs nothing but the driver, one about that device, or one
 * that needs a context. */
CUresult simt_driver_check_begun(void);
CUresult simt_driver_check_device(CUdevice device);
CUresult simt_driver_check(void);

/* What a call returns that does not go through the runtime API: the inspector is told of an error.
 */
#define simt_driver_return(result) simt_driver_return_at(result, __builtin_return_address(0))
CUresult simt_driver_return_at(CUresult result, const void *site);

#endif
