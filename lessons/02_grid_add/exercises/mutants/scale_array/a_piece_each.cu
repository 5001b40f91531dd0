/* says: uncoalesced: Let neighbouring threads take neighbouring elements */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t piece = (n + threads - 1) / threads;
    size_t first = piece * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    for (size_t i = first; i < first + piece && i < n; i++)
        a[i] *= factor; /* here */
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
