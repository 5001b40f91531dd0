#include <stdio.h>

#include <cooperative_groups.h> // REFUSED: cooperative_groups

__global__ void kernel(void)
{
    cooperative_groups::this_thread_block().sync();
}
