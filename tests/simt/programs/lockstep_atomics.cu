// Lockstep only: with atomic functions no update is lost, however many warps and blocks take turns.
#include "check.h"

enum { BLOCKS = 40, THREADS = 256, ALL = BLOCKS * THREADS, BINS = 8 };

struct totals {
    int count, least, bins[BINS];
    unsigned long long wide;
    float single;
    double real, by_swap;
    unsigned wrapped;
};

// Adds as CUDA's own guide does where there is no such atomic function.
__device__ void add_by_swap(double *cell, double value)
{
    unsigned long long *bits = (unsigned long long *)cell, seen = *bits, before;
    do {
        before = seen;
        seen = atomicCAS(bits, before,
                         (unsigned long long)__double_as_longlong(
                             value + __longlong_as_double((long long)before)));
    } while (seen != before);
}

__global__ void add(struct totals *t)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&t->count, 1);
    atomicMin(&t->least, -i);
    atomicAdd(&t->bins[i % BINS], i);
    atomicAdd(&t->wide, 1ull << 32);
    atomicAdd(&t->single, 0.5f);
    atomicAdd(&t->real, 0.25);
    atomicInc(&t->wrapped, 9);
    if (threadIdx.x == 0) {
        add_by_swap(&t->by_swap, 1.5);
    }
}

// A lock around a plain addition. Only one thread of a warp may wait for it.
__global__ void add_with_lock(int *lock, int *count)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        *count += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main(void)
{
    struct totals t = {};
    struct totals *device = check_upload(&t, 1);
    add<<<BLOCKS, THREADS>>>(device);
    CHECK_LAUNCH();
    check_take(&t, device, 1);
    CHECK_EQ(t.count, (int)ALL);
    CHECK_EQ(t.least, 1 - (int)ALL);
    for (int bin = 0; bin < BINS; bin++) {
        CHECK_EQ_AT(t.bins[bin], ALL / BINS * bin + ALL * (ALL / BINS - 1) / 2, bin);
    }
    CHECK_EQ(t.wide, (unsigned long long)ALL << 32);
    CHECK_EQ(t.single, ALL * 0.5f);
    CHECK_EQ(t.real, ALL * 0.25);
    CHECK_EQ(t.by_swap, BLOCKS * 1.5);
    CHECK_EQ(t.wrapped, ALL % 10);

    int cells[2] = {0, 0};
    int *locked = check_upload(cells, 2);
    add_with_lock<<<BLOCKS, THREADS>>>(locked, locked + 1);
    CHECK_LAUNCH();
    check_take(cells, locked, 2);
    CHECK_EQ(cells[0], 0);
    CHECK_EQ(cells[1], BLOCKS * THREADS / 32);
    return check_end();
}
