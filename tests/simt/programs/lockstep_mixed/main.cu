// Objects compiled for lockstep and others in one program: each launch is of the kind that it was
// compiled as, in any order.
#include "../check.h"
#include "racy.cuh"

int count_in_lockstep(int *cell, bool by_pointer);

int main(void)
{
    int *cell = check_device<int>(1);
    for (int by_pointer = 0; by_pointer < 2; by_pointer++) {
        for (int repeat = 0; repeat < 2; repeat++) {
            CHECK_EQ(count(cell, by_pointer != 0), 32);
            CHECK_EQ(count_in_lockstep(cell, by_pointer != 0), 1);
        }
    }
    CHECK_CUDA(cudaFree(cell));
    return check_end();
}
