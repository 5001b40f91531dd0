// Not refused: the words asm and texture in a comment or in a string.
const char *text = "asm(\"mov\")";

__device__ unsigned lane(void)
{
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id)); // REFUSED: PTX
    return id;
}
