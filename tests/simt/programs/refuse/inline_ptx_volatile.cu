__global__ void kernel(void)
{
    __asm__ volatile("membar.gl;" ::: "memory"); // REFUSED: PTX
}
