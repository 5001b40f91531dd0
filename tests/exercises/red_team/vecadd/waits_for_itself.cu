/* says: never-ends: did nothing. It waits here for what does not come */
/* The host waits for a lock that it has. */
#include "vecadd.h"

#include <mutex>

static std::mutex door;

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    (void)c;
    (void)a;
    (void)b;
    (void)n;
    door.lock();
    door.lock();
}
