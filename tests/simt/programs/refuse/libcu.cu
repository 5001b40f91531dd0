#include <cuda/atomic> // REFUSED: libcu++

__global__ void kernel(cuda::atomic<int> *counter)
{
    counter->fetch_add(1);
}
