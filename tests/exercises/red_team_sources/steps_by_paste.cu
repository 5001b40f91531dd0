/* says: `__sanitizer_cov` */
/* The same, by a name that a macro puts together. */
#include "vecadd.h"
#define JOIN(a, b) a##b
extern "C" void JOIN(__sanitizer_cov, _trace_pc)()
{
}
