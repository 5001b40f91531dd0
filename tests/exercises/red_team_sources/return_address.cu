/* says: `__builtin_return_address` */
/* Where the harness goes on. */
#include "vecadd.h"
void *site()
{
    return __builtin_return_address(0);
}
