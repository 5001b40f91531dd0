// cuda::atomic_ref and cuda::atomic: each operation in each scope gives what it must, and a lock
// made of one keeps the others out.
#include "check.h"

#include <cuda/atomic>

enum { BLOCKS = 20, BLOCK = 96, N = BLOCKS * BLOCK };

template <class T, cuda::thread_scope scope> __global__ void add_ones(T *cell, int *returned)
{
    cuda::atomic_ref<T, scope> ref(*cell);
    T old = ref.fetch_add(T(1), cuda::memory_order_relaxed);
    atomicAdd(&returned[(int)old], 1);
}

template <class T> static void check_add(void)
{
    static int returned[N];
    T zero = 0, last;
    T *cell = check_upload(&zero, 1);
    int *device = check_device<int>(N);
    CHECK_CUDA(cudaMemset(device, 0, N * sizeof(int)));
    add_ones<T, cuda::thread_scope_device><<<BLOCKS, BLOCK>>>(cell, device);
    CHECK_LAUNCH();
    check_take(&last, cell, 1);
    check_take(returned, device, N);
    CHECK_EQ(last, (T)N);
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(returned[i], 1, i);
    }
}

// One thread, so that each result is known.
__global__ void one_after_another(int *out)
{
    int cell = 12, expected = 5;
    cuda::atomic_ref<int, cuda::thread_scope_thread> ref(cell);
    out[0] = ref.fetch_sub(2);
    out[1] = ref.fetch_and(6);
    out[2] = ref.fetch_or(1);
    out[3] = ref.fetch_xor(5);
    out[4] = ref.fetch_max(40);
    out[5] = ref.fetch_min(7);
    out[6] = ref.exchange(9);
    out[7] = ref.compare_exchange_strong(expected, 1);
    out[8] = expected;
    out[9] = ref.compare_exchange_strong(expected, 1, cuda::memory_order_acq_rel,
                                         cuda::memory_order_relaxed);
    out[10] = ++ref;
    out[11] = ref++;
    out[12] = ref -= 3;
    out[13] = ref += 10;
    ref.store(77);
    out[14] = ref;
    out[15] = ref = 78;
}

static void check_each(void)
{
    static const int want[] = {12, 10, 2, 3, 6, 40, 7, 0, 9, 1, 2, 2, 0, 10, 77, 78};
    enum { RESULTS = sizeof(want) / sizeof(want[0]) };
    int got[RESULTS];
    int *out = check_device<int>(RESULTS);
    one_after_another<<<1, 1>>>(out);
    CHECK_LAUNCH();
    check_take(got, out, RESULTS);
    for (int i = 0; i < RESULTS; i++) {
        CHECK_EQ_AT(got[i], want[i], i);
    }
}

// Plain updates behind a lock: one is lost where two threads are within.
__global__ void locked(int *lock, int *count)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ref(*lock);
    if (threadIdx.x % 32 != 0)
        return;
    int open = 0;
    while (!ref.compare_exchange_weak(open, 1, cuda::memory_order_acquire)) {
        open = 0;
    }
    *(volatile int *)count = *(volatile int *)count + 1;
    ref.store(0, cuda::memory_order_release);
}

static void check_lock(void)
{
    int zeros[2] = {0}, got[2];
    int *cells = check_upload(zeros, 2);
    locked<<<BLOCKS, BLOCK>>>(cells, cells + 1);
    CHECK_LAUNCH();
    check_take(got, cells, 2);
    CHECK_EQ(got[1], BLOCKS * BLOCK / 32);
}

// An atomic that is a variable of its own.
__global__ void count_in_block(int *counts)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
    if (threadIdx.x == 0)
        count.store(0);
    __syncthreads();
    count.fetch_add(1, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count.load();
}

static void check_variable(void)
{
    int got[BLOCKS];
    int *counts = check_device<int>(BLOCKS);
    count_in_block<<<BLOCKS, BLOCK>>>(counts);
    CHECK_LAUNCH();
    check_take(got, counts, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        CHECK_EQ_AT(got[i], BLOCK, i);
    }
}

static void check_volatile(void)
{
    cuda::atomic<int> plain(3);
    volatile cuda::atomic<int> *count = &plain;
    CHECK_EQ(count->load(cuda::memory_order_acquire), 3);
    count->store(4, cuda::memory_order_release);
    CHECK_EQ(plain.load(), 4);
}

int main(void)
{
    check_volatile();
    check_add<int>();
    check_add<unsigned long long>();
    check_add<float>();
    check_each();
    check_lock();
    check_variable();
    return check_end();
}
