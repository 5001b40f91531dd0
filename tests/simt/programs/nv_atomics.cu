// The atomic functions with an order and a scope, __nv_atomic_...(): each of them, on the types
// that it takes. Many threads update one cell; and data that a flag announces is seen behind it.
#include "check.h"

enum { BLOCKS = 8, BLOCK = 64, N = BLOCKS * BLOCK };

// ---- updates of one cell ----

template <typename T> struct cells {
    T add, sub, min, max, sum, difference, least, most;
};

template <typename T> __global__ void update(cells<T> *c)
{
    T i = (T)(blockIdx.x * BLOCK + threadIdx.x + 1);
    T before = __nv_atomic_fetch_add(&c->add, (T)2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    // What is added leaves none of its kind behind: each thread has another value before.
    __nv_atomic_add(&c->sum, before, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
    before = __nv_atomic_fetch_sub(&c->sub, (T)1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_sub(&c->difference, before, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_min(&c->min, i, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_min(&c->least, i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(&c->max, i, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_max(&c->most, i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

template <typename T> static void check_updates()
{
    // Sums of 0, 2, ... and of N, N - 1, ...
    const T all = (T)((uint64_t)N * (N - 1)), down = (T)((uint64_t)N * (N + 1) / 2);
    cells<T> first = {0, (T)N, (T)1000, (T)5, 0, down, (T)3, (T)100000}, last;
    cells<T> *device = check_upload(&first, 1);
    update<<<BLOCKS, BLOCK>>>(device);
    CHECK_LAUNCH();
    check_take(&last, device, 1);
    CHECK_EQ(last.add, (T)(2 * N));
    CHECK_EQ(last.sum, all);
    CHECK_EQ(last.sub, (T)0);
    CHECK_EQ(last.difference, (T)0);
    CHECK_EQ(last.min, (T)1);
    CHECK_EQ(last.least, (T)1);
    CHECK_EQ(last.max, (T)N);
    CHECK_EQ(last.most, (T)100000);
}

template <typename T> struct bit_cells {
    T all, none, flips, and_old, any, odd;
};

template <typename T> __global__ void change_bits(bit_cells<T> *c)
{
    T bit = (T)1 << (threadIdx.x % 32);
    __nv_atomic_fetch_and(&c->all, (T)~bit, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_and(&c->and_old, (T)~bit, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_or(&c->none, bit, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_or(&c->any, bit, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_xor(&c->flips, bit, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    if (threadIdx.x < 32) {
        __nv_atomic_xor(&c->odd, bit, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    }
}

template <typename T> static void check_bits()
{
    const T ones = (T) ~(T)0, low = (T)0xffffffffu;
    bit_cells<T> first = {ones, 0, 0, ones, 0, 0}, last;
    bit_cells<T> *device = check_upload(&first, 1);
    change_bits<<<BLOCKS, BLOCK>>>(device); // each bit an even number of times
    CHECK_LAUNCH();
    check_take(&last, device, 1);
    CHECK_EQ(last.all, (T)(ones & ~low));
    CHECK_EQ(last.and_old, (T)(ones & ~low));
    CHECK_EQ(last.none, low);
    CHECK_EQ(last.any, low);
    CHECK_EQ(last.flips, (T)0);
    CHECK_EQ(last.odd, (T)0); // once in each of an even number of blocks
}

// ---- loads, stores, exchanges ----

template <typename T> struct moved {
    T cell, chain, taken[N], swaps, seen, seen_n;
    int successes, failures, wrong_expected;
};

template <typename T> __global__ void move(moved<T> *m)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    T mine = (T)(i + 1), taken;
    __nv_atomic_exchange(&m->chain, &mine, &taken, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
    m->taken[i] = taken;
    // Adds 1 by compare and exchange.
    __nv_atomic_load(&m->swaps, &taken, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    T next = taken + (T)1;
    while (!__nv_atomic_compare_exchange(&m->swaps, &taken, &next, true, __NV_ATOMIC_SEQ_CST,
                                         __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE)) {
        next = taken + (T)1;
    }
    if (i == 0) {
        T value = (T)77, got = (T)0, expected = (T)5;
        __nv_atomic_store(&m->cell, &value, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
        __nv_atomic_load(&m->cell, &got, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);
        m->seen = got;
        m->failures =
            !__nv_atomic_compare_exchange(&m->cell, &expected, &mine, false, __NV_ATOMIC_RELEASE,
                                          __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
        m->wrong_expected = expected != (T)77;
        m->successes =
            __nv_atomic_compare_exchange(&m->cell, &expected, &mine, false, __NV_ATOMIC_RELAXED,
                                         __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_THREAD);
    }
}

template <typename T> static void check_moves()
{
    static moved<T> last;
    static bool seen[N + 1];
    moved<T> *device = check_device<moved<T>>(1);
    CHECK_CUDA(cudaMemset(device, 0, sizeof(*device)));
    move<<<BLOCKS, BLOCK>>>(device);
    CHECK_LAUNCH();
    check_take(&last, device, 1);
    memset(seen, 0, sizeof(seen));
    for (int i = 0; i < N; i++) { // each value was taken once, but for the last one
        int value = (int)last.taken[i];
        CHECK(value >= 0 && value <= N && !seen[value]);
        seen[value] = true;
    }
    CHECK(!seen[(int)last.chain]);
    CHECK_EQ(last.swaps, (T)N);
    CHECK_EQ(last.seen, (T)77);
    CHECK_EQ(last.failures, 1);
    CHECK_EQ(last.wrong_expected, 0);
    CHECK_EQ(last.successes, 1);
    CHECK_EQ(last.cell, (T)1);
}

// The forms that take and return values, which are for integers.
template <typename T> __global__ void move_n(moved<T> *m)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    m->taken[i] = __nv_atomic_exchange_n(&m->chain, (T)(i + 1), __NV_ATOMIC_RELAXED,
                                         __NV_THREAD_SCOPE_DEVICE);
    T taken = __nv_atomic_load_n(&m->swaps, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    while (!__nv_atomic_compare_exchange_n(&m->swaps, &taken, (T)(taken + 1), false,
                                           __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE,
                                           __NV_THREAD_SCOPE_DEVICE)) {
    }
    if (i == 0) {
        __nv_atomic_store_n(&m->cell, (T)78, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
        m->seen_n = __nv_atomic_load_n(&m->cell, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
    }
}

template <typename T> static void check_moves_n()
{
    static moved<T> last;
    static bool seen[N + 1];
    moved<T> *device = check_device<moved<T>>(1);
    CHECK_CUDA(cudaMemset(device, 0, sizeof(*device)));
    move_n<<<BLOCKS, BLOCK>>>(device);
    CHECK_LAUNCH();
    check_take(&last, device, 1);
    memset(seen, 0, sizeof(seen));
    for (int i = 0; i < N; i++) {
        int value = (int)last.taken[i];
        CHECK(value >= 0 && value <= N && !seen[value]);
        seen[value] = true;
    }
    CHECK(!seen[(int)last.chain]);
    CHECK_EQ(last.swaps, (T)N);
    CHECK_EQ(last.seen_n, (T)78);
}

// ---- order ----

struct message {
    int data[BLOCK], flag, wrong, fenced, fence_wrong;
};

// Two blocks: the first writes, and the second waits for its flag.
__global__ void announce(message *m)
{
    if (blockIdx.x == 0) {
        m->data[threadIdx.x] = threadIdx.x + 1;
        __syncthreads();
        if (threadIdx.x == 0) {
            __nv_atomic_store_n(&m->flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
            __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
            __nv_atomic_store_n(&m->fenced, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        }
        return;
    }
    while (__nv_atomic_load_n(&m->flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    if (m->data[threadIdx.x] != (int)threadIdx.x + 1) {
        __nv_atomic_add(&m->wrong, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    }
    while (__nv_atomic_load_n(&m->fenced, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) == 0) {
    }
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    if (m->data[threadIdx.x] != (int)threadIdx.x + 1) {
        __nv_atomic_add(&m->fence_wrong, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    }
}

static void check_order()
{
    message last;
    message *device = check_device<message>(1);
    CHECK_CUDA(cudaMemset(device, 0, sizeof(*device)));
    announce<<<2, BLOCK>>>(device);
    CHECK_LAUNCH();
    check_take(&last, device, 1);
    CHECK_EQ(last.wrong, 0);
    CHECK_EQ(last.fence_wrong, 0);
    CHECK_EQ(last.flag, 1);
}

int main()
{
    check_updates<int>();
    check_updates<unsigned>();
    check_updates<unsigned long long>();
    check_bits<unsigned>();
    check_bits<unsigned long long>();
    check_moves<int>();
    check_moves<unsigned long long>();
    check_moves<float>();
    check_moves<double>();
    check_moves_n<int>();
    check_moves_n<unsigned long long>();
    check_order();
    return check_end();
}
