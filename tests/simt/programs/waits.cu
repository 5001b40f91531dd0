// Threads that wait in a loop for another thread: locks, and flags of threads of the same block
// that come later. Each way of waiting that CUDA programs use leads to the end.
#include "check.h"

enum { WARPS = 8 };

// One thread of each warp; the last warp goes first.
template <typename Wait> __global__ void in_reverse(int *order, int *turn, Wait wait)
{
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0) {
        wait(turn, WARPS - 1 - warp);
        order[WARPS - 1 - warp] = warp;
        __threadfence();
        atomicAdd(turn, 1);
    }
}

struct wait_add {
    __device__ void operator()(int *turn, int mine) const
    {
        while (atomicAdd(turn, 0) != mine) {
        }
    }
};

struct wait_or {
    __device__ void operator()(int *turn, int mine) const
    {
        while (atomicOr(turn, 0) != mine) {
        }
    }
};

struct wait_swap {
    __device__ void operator()(int *turn, int mine) const
    {
        while (atomicCAS(turn, mine, mine) != mine) {
        }
    }
};

struct wait_fence {
    __device__ void operator()(int *turn, int mine) const
    {
        while (*(volatile int *)turn != mine) {
            __threadfence();
        }
    }
};

struct wait_sleep {
    __device__ void operator()(int *turn, int mine) const
    {
        while (*(volatile int *)turn != mine) {
            __nanosleep(100);
        }
    }
};

template <typename Wait> static void check_order(Wait wait)
{
    int got[WARPS], zero = 0;
    int *order = check_device<int>(WARPS), *turn = check_upload(&zero, 1);
    in_reverse<<<1, 32 * WARPS>>>(order, turn, wait);
    CHECK_LAUNCH();
    check_take(got, order, WARPS);
    CHECK_CUDA(cudaFree(turn));
    for (int i = 0; i < WARPS; i++) {
        CHECK_EQ_AT(got[i], WARPS - 1 - i, i);
    }
}

// A lock held across a barrier of the warp: the other warps find it taken.
__global__ void locked(int *lock, int *count)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicExch(lock, 1) != 0) {
        }
        __threadfence();
    }
    __syncwarp();
    atomicAdd(count, 1);
    int mine = *(volatile int *)(count + 1);
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        *(volatile int *)(count + 1) = mine + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

static void check_lock(void)
{
    int zeros[3] = {0}, got[3];
    int *cells = check_upload(zeros, 3);
    locked<<<20, 256>>>(cells, cells + 1);
    CHECK_LAUNCH();
    check_take(got, cells, 3);
    CHECK_EQ(got[0], 0);
    CHECK_EQ(got[1], 20 * 256);
    CHECK_EQ(got[2], 20 * 8);
}

int main(void)
{
    check_order(wait_add());
    check_order(wait_or());
    check_order(wait_swap());
    check_order(wait_fence());
    check_order(wait_sleep());
    check_lock();
    return check_end();
}
