/* says: too-many-operations: The check looks at 2000 at most */
/* A launch for each element: what one thread does, and thousands of times. */
#include "add_half.h"

__global__ void add(float *a)
{
    a[0] += 0.5f;
}

void add_half(float *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add<<<1, 1>>>(a + i);
}
