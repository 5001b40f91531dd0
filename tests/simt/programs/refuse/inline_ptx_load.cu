__global__ void kernel(const unsigned *p, unsigned *out)
{
    unsigned a, b;
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(a) : "l"(p) : "memory");
    asm volatile("ld.acquire.u32 %0, [%1];" : "=r"(b) : "l"(p) : "memory"); // REFUSED: ld.acquire.u32
    *out = a + b;
}
