/* What the parts of the driver API ask of each other. */
#ifndef SIMT_DRIVER_H
#define SIMT_DRIVER_H

#include <simt/driver_api_types.h>

/* Whether a call that needs a context may be made now. */
CUresult simt_driver_check(void);

#endif
