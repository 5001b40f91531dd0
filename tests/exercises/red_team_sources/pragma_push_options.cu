/* says: Line 4 */
/* Code without instrumentation. */
#include "vecadd.h"
#pragma GCC push_options
#pragma GCC optimize("no-sanitize-coverage")
