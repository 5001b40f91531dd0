/* says: not-allowed: uses a part of a library */
/* Thrust has the kernel. */
#include "vecadd.h"
#include <thrust/device_ptr.h>
#include <thrust/transform.h>
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    thrust::device_ptr<const float> x(a), y(b);
    thrust::device_ptr<float> z(c);
    thrust::transform(x, x + n, y, z, thrust::plus<float>());
}
