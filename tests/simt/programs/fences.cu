// Order between blocks: the last block to finish sums what the others left, blocks take their work
// from a counter, and one block waits for a flag that an earlier one raises.
#include "check.h"

__device__ unsigned blocks_done; // wraps back to zero by itself

template <typename T>
__global__ void sum_last_block(T *result, volatile T *partial, const T *in, int n)
{
    __shared__ T cells[128];
    __shared__ bool last;
    T sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        sum += in[i];
    }
    cells[threadIdx.x] = sum;
    for (unsigned width = 64; width > 0; width /= 2) {
        __syncthreads();
        if (threadIdx.x < width) {
            cells[threadIdx.x] += cells[threadIdx.x + width];
        }
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = cells[0];
        __threadfence();
        last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        T total = 0;
        for (unsigned b = 0; b < gridDim.x; b++) {
            total += partial[b];
        }
        *result = total;
    }
}

template <typename T> static void check_last_block(int n, int blocks)
{
    static T in[CHECK_SIZE_MAX + 1];
    T expected = 0, got;
    uint64_t seed = (uint64_t)n;
    for (int i = 0; i < n; i++) {
        in[i] = (T)(check_random(&seed) % 100);
        expected += in[i];
    }
    T *device = check_upload(in, (size_t)n + 1), *partial = check_device<T>((size_t)blocks);
    T *result = check_device<T>(1);
    for (int repeat = 0; repeat < 3; repeat++) {
        sum_last_block<T><<<blocks, 128>>>(result, partial, device, n);
        CHECK_LAUNCH();
        CHECK_CUDA(cudaMemcpy(&got, result, sizeof(got), cudaMemcpyDeviceToHost));
        CHECK_EQ(got, expected);
    }
    CHECK_CUDA(cudaFree(device));
    CHECK_CUDA(cudaFree(partial));
    CHECK_CUDA(cudaFree(result));
}

// Blocks number themselves in the order in which they start, so a block may wait for those before
// it.
__global__ void chained_scan(int *out, const int *in, int *sums, volatile int *ready, int *ticket)
{
    __shared__ int mine, before;
    if (threadIdx.x == 0) {
        mine = atomicAdd(ticket, 1);
        int sum = 0;
        for (unsigned i = 0; i < blockDim.x; i++) {
            sum += in[mine * blockDim.x + i];
        }
        before = 0;
        if (mine > 0) {
            while (ready[mine - 1] == 0) {
            }
            __threadfence();
            before = *(volatile int *)&sums[mine - 1];
        }
        sums[mine] = before + sum;
        __threadfence();
        ready[mine] = 1;
    }
    __syncthreads();
    int sum = before;
    for (unsigned i = 0; i <= threadIdx.x; i++) {
        sum += in[mine * blockDim.x + i];
    }
    out[mine * blockDim.x + threadIdx.x] = sum;
}

static void check_chained_scan(int blocks)
{
    static int in[200 * 64], got[200 * 64];
    int n = blocks * 64, sum = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 31 % 17;
    }
    int *device = check_upload(in, (size_t)n), *out = check_device<int>((size_t)n);
    int *state = check_device<int>(2 * (size_t)blocks + 1);
    CHECK_CUDA(cudaMemset(state, 0, (2 * (size_t)blocks + 1) * sizeof(int)));
    chained_scan<<<blocks, 64>>>(out, device, state, state + blocks, state + 2 * blocks);
    CHECK_LAUNCH();
    check_take(got, out, (size_t)n);
    CHECK_CUDA(cudaFree(device));
    CHECK_CUDA(cudaFree(state));
    for (int i = 0; i < n; i++) {
        sum += in[i];
        CHECK_EQ_AT(got[i], sum, i);
    }
}

// A queue: blocks fetch items until none is left; every item is done once.
__global__ void work_queue(int *done, int *next, int items)
{
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0) {
            item = atomicAdd(next, 1);
            __threadfence_block();
        }
        __syncthreads();
        int current = item;
        __syncthreads();
        if (current >= items) {
            return;
        }
        if (threadIdx.x == current % blockDim.x) {
            atomicAdd(&done[current], 1);
            __threadfence_system();
        }
    }
}

static void check_work_queue(int items)
{
    static int got[1000];
    int zero = 0, *next = check_upload(&zero, 1), *done = check_device<int>(1000);
    CHECK_CUDA(cudaMemset(done, 0, sizeof(got)));
    work_queue<<<13, 40>>>(done, next, items);
    CHECK_LAUNCH();
    check_take(got, done, 1000);
    CHECK_CUDA(cudaFree(next));
    for (int i = 0; i < 1000; i++) {
        CHECK_EQ_AT(got[i], (int)(i < items), i);
    }
}

int main(void)
{
    for (int n : check_sizes) {
        check_last_block<int>(n, 1);
        check_last_block<double>(n, 57);
    }
    check_chained_scan(1);
    check_chained_scan(200);
    check_work_queue(0);
    check_work_queue(1);
    check_work_queue(1000);
    return check_end();
}
