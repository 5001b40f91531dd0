/* says: `__builtin_frame_address` */
/* What the caller keeps on its stack. */
#include "vecadd.h"
void *above()
{
    return __builtin_frame_address(1);
}
