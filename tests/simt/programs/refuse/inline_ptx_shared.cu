__global__ void kernel(unsigned *out)
{
    __shared__ unsigned cell;
    unsigned a;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "l"(&cell) : "memory"); // REFUSED: ld.shared
    *out = a;
}
