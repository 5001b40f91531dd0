/* says: race: one went on to where the other was. The next element of a thread */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i++)
        a[i] *= factor; /* here */
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
