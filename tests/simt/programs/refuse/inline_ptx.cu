// Not refused: the words asm and texture in a comment or in a string, and an instruction that is
// known.
const char *text = "asm(\"mov\")";

__device__ unsigned lane(void)
{
    unsigned id, two;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %1, 0;" : "=r"(two) : "r"(id)); // REFUSED: PTX
    return two;
}
