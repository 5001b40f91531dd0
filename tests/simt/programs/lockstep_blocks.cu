// Lockstep only: several blocks are on the way at a time, on one OS thread, and none sees another's
// shared memory; there are more of them than can be resident.
#include "check.h"

enum { BLOCKS = 100, THREADS = 64 };

__device__ int *helper_memory(void)
{
    __shared__ int memory[THREADS];
    return memory;
}

// Between any two uses of shared memory there are loads from global memory, so that other blocks
// have their turns.
__global__ void shared_is_private(const int *global, int *wrong)
{
    __shared__ int own[THREADS];
    __shared__ struct {
        char odd;
        double number;
    } record, *pointer;
    extern __shared__ int dynamic[];
    int t = threadIdx.x, next = (t + 1) % THREADS, mine = blockIdx.x * THREADS;
    own[t] = mine + t;
    mine += global[t];
    dynamic[t] = -(mine + t);
    mine += global[next];
    helper_memory()[t] = 2 * (mine + t);
    if (t == 0) {
        record.odd = (char)(blockIdx.x % 128);
        record.number = blockIdx.x + 0.5;
        pointer = &record;
    }
    for (int turn = 0; turn < 5; turn++) {
        __syncthreads();
        mine += global[turn];
        if (own[next] != mine + next || dynamic[next] != -(mine + next) ||
            helper_memory()[next] != 2 * (mine + next) || record.odd != (int)(blockIdx.x % 128) ||
            pointer != &record || pointer->number != blockIdx.x + 0.5) {
            atomicAdd(wrong, 1);
        }
    }
}

static void check_shared(void)
{
    int wrong = 0;
    int *global = check_device<int>(THREADS), *device_wrong = check_upload(&wrong, 1);
    CHECK_CUDA(cudaMemset(global, 0, THREADS * sizeof(int)));
    shared_is_private<<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(global, device_wrong);
    CHECK_LAUNCH();
    check_take(&wrong, device_wrong, 1);
    CHECK_EQ(wrong, 0);
    CHECK_CUDA(cudaFree(global));
}

// A block that waits for a later one, with plain reads: it comes to its end since both are
// resident.
__global__ void wait_for_later(volatile int *arrived)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x % 2 == 0) {
            while (arrived[blockIdx.x + 1] == 0) {
            }
        }
        arrived[blockIdx.x] = 1;
    }
}

static void check_residents(void)
{
    int got[BLOCKS];
    int *arrived = check_device<int>(BLOCKS);
    CHECK_CUDA(cudaMemset(arrived, 0, BLOCKS * sizeof(int)));
    wait_for_later<<<BLOCKS, THREADS>>>(arrived);
    CHECK_LAUNCH();
    check_take(got, arrived, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_EQ_AT(got[i], 1, i);
    }
}

// All lanes read what their neighbour had before any of them writes; warps and blocks drift apart.
__global__ void rotate(int *cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, first = i - i % 32;
    for (int turn = 0; turn < 3; turn++) {
        cells[i] = cells[first + (i + 1) % 32];
    }
}

static void check_lockstep(void)
{
    static int got[BLOCKS * THREADS];
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        got[i] = i;
    }
    int *cells = check_upload(got, BLOCKS * THREADS);
    rotate<<<BLOCKS, THREADS>>>(cells);
    CHECK_LAUNCH();
    check_take(got, cells, BLOCKS * THREADS);
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        CHECK_EQ_AT(got[i], i - i % 32 + (i + 3) % 32, i);
    }
}

int main(void)
{
    check_shared();
    check_residents();
    check_lockstep();
    return check_end();
}
