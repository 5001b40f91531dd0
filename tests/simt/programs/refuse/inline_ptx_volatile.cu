__global__ void kernel(const int *p)
{
    __asm__ volatile("membar.gl; prefetch.L2 [%0];" ::"l"(p)); // REFUSED: prefetch
}
