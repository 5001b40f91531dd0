#include <cuda/barrier> // REFUSED: libcu++

__global__ void kernel(cuda::barrier<cuda::thread_scope_block> *barrier)
{
    barrier->arrive_and_wait();
}
