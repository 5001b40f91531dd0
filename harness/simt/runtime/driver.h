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

#endif
