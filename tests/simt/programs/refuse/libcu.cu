#include <cuda/latch> // REFUSED: libcu++

__global__ void kernel(cuda::latch *latch)
{
    latch->arrive_and_wait();
}
