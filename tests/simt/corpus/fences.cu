// Blocks that pass data to each other, and what is missing on the way.
#include "corpus.h"

#include <cuda/atomic>

__device__ void wait_until(volatile int *flag, int value)
{
    while (*flag != value)
        __nanosleep(100);
}

// case: flag_without_writer_fence
// Nothing keeps the flag from being seen before the data that it announces.
__global__ void pass_without_writer_fence(int *data, volatile int *flag, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = t + 1; // fault: missing-fence
        __syncthreads();
        if (t == 0)
            *flag = 1;
    } else {
        if (t == 0)
            wait_until(flag, 1);
        __syncthreads();
        __threadfence();
        out[blockIdx.x * blockDim.x + t] = data[t]; // fault: missing-fence
    }
}

CASE(flag_without_writer_fence)
{
    int *data = device_zeros<int>(64), *flag = device_zeros<int>(1);
    int *out = device_zeros<int>(10 * 64);
    pass_without_writer_fence<<<10, 64>>>(data, flag, out);
    LAUNCHED();
    release(data, flag, out);
}

// case: flag_without_reader_fence
// The reader may have loaded the data before it saw the flag.
__global__ void pass_without_reader_fence(float *data, volatile int *flag, float *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 2.5f; // fault: missing-fence
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        out[blockIdx.x] = *data; // fault: missing-fence
    }
}

CASE(flag_without_reader_fence)
{
    float *data = device_zeros<float>(1), *out = device_zeros<float>(2);
    int *flag = device_zeros<int>(1);
    pass_without_reader_fence<<<2, 32>>>(data, flag, out);
    LAUNCHED();
    release(data, flag, out);
}

// case: last_block_without_fence
// The last block may count all others and still not see their sums.
__device__ unsigned int n_done;

__global__ void sum_without_fence(const float *a, float *parts, float *sum)
{
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) {
        float part = 0;
        for (int k = 0; k < 40; k++)
            part += a[blockIdx.x * 40 + k];
        parts[blockIdx.x] = part; // fault: missing-fence
        last = atomicInc(&n_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float total = 0;
        for (unsigned b = 0; b < gridDim.x; b++)
            total += parts[b]; // fault: missing-fence
        *sum = total;
    }
}

CASE(last_block_without_fence)
{
    float *a = device_numbers<float>(30 * 40), *parts = device_zeros<float>(30);
    float *sum = device_zeros<float>(1);
    sum_without_fence<<<30, 40>>>(a, parts, sum);
    LAUNCHED();
    release(a, parts, sum);
}

// case: fence_after_counter
// The fence stands behind the counting instead of ahead of it.
__global__ void count_then_fence(const int *a, int *parts, unsigned *count, int *sum)
{
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        parts[b] = a[b] + a[b + gridDim.x]; // fault: missing-fence
        unsigned ticket = atomicAdd(count, 1u);
        __threadfence();
        if (ticket == gridDim.x - 1) {
            for (unsigned k = 0; k < gridDim.x; k++)
                *sum += parts[k]; // fault: missing-fence
        }
    }
}

CASE(fence_after_counter)
{
    int *a = device_numbers<int>(100), *parts = device_zeros<int>(50), *sum = device_zeros<int>(1);
    unsigned *count = device_zeros<unsigned>(1);
    count_then_fence<<<50, 20>>>(a, parts, count, sum);
    LAUNCHED();
    release(a, parts, sum, count);
}

// case: block_fence_between_blocks
// __threadfence_block() orders the writes for this block only; another block reads them.
__global__ void pass_with_block_fence(int *data, int *flag, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = 100 + t; // fault: missing-fence
        __threadfence_block();
        __syncthreads();
        if (t == 0)
            atomicExch(flag, 1);
    } else {
        if (t == 0) {
            while (atomicAdd(flag, 0) == 0)
                ;
        }
        __syncthreads();
        __threadfence_block();
        out[t] = data[t]; // fault: missing-fence
    }
}

CASE(block_fence_between_blocks)
{
    int *data = device_zeros<int>(96), *flag = device_zeros<int>(1), *out = device_zeros<int>(96);
    pass_with_block_fence<<<2, 96>>>(data, flag, out);
    LAUNCHED();
    release(data, flag, out);
}

// case: fence_of_another_thread
// One thread fences, but the writes are another's, and no barrier joins the two.
__global__ void fence_in_wrong_thread(int *data, volatile int *flag, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        if (t == 32) {
            *data = 77; // fault: missing-fence
            *flag = 1;
        } else {
            __threadfence();
        }
    } else if (t == 0) {
        wait_until(flag, 1);
        __threadfence();
        *out = *data; // fault: missing-fence
    }
}

CASE(fence_of_another_thread)
{
    int *data = device_zeros<int>(1), *flag = device_zeros<int>(1), *out = device_zeros<int>(1);
    fence_in_wrong_thread<<<2, 64>>>(data, flag, out);
    LAUNCHED();
    release(data, flag, out);
}

// case: barrier_missing_ahead_of_counter
// One thread fences and counts while other warps of its block still write.
__global__ void count_too_early(const int *a, int *b, unsigned *count, int *out)
{
    __shared__ bool last;
    int t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t;
    b[i] = a[i] * 2; // fault: race-global|missing-fence
    if (t == 0) {
        __threadfence();
        last = atomicAdd(count, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        for (unsigned k = 0; k < gridDim.x; k++)
            out[t] += b[k * n + t]; // fault: race-global|missing-fence
    }
}

CASE(barrier_missing_ahead_of_counter)
{
    const int n = 8 * 64;
    int *a = device_numbers<int>(n), *b = device_zeros<int>(n), *out = device_zeros<int>(64);
    unsigned *count = device_zeros<unsigned>(1);
    count_too_early<<<8, 64>>>(a, b, count, out);
    LAUNCHED();
    release(a, b, out, count);
}

// case: look_back_without_fence
// Each block publishes its prefix and raises its flag with no fence between.
__global__ void chained_scan(const int *a, int *prefix, int *ready, unsigned *tickets, int *out)
{
    if (threadIdx.x != 0)
        return;
    unsigned b = atomicAdd(tickets, 1u);
    int before = 0;
    if (b > 0) {
        while (atomicAdd(&ready[b - 1], 0) == 0)
            ;
        __threadfence();
        before = prefix[b - 1]; // fault: missing-fence
    }
    prefix[b] = before + a[b]; // fault: missing-fence
    atomicExch(&ready[b], 1);
    out[b] = before;
}

CASE(look_back_without_fence)
{
    const int n = 64;
    int *a = device_numbers<int>(n), *prefix = device_zeros<int>(n);
    int *ready = device_zeros<int>(n), *out = device_zeros<int>(n);
    unsigned *tickets = device_zeros<unsigned>(1);
    chained_scan<<<n, 32>>>(a, prefix, ready, tickets, out);
    LAUNCHED();
    release(a, prefix, ready, out, tickets);
}

// case: lock_without_fences
// The lock is taken and given back by atomics, but nothing orders what it protects.
__global__ void add_under_lock(const int *a, int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *sum += a[blockIdx.x]; // fault: missing-fence|race-global
        atomicExch(lock, 0);
    }
}

CASE(lock_without_fences)
{
    int *a = device_numbers<int>(40), *lock = device_zeros<int>(1), *sum = device_zeros<int>(1);
    add_under_lock<<<40, 32>>>(a, lock, sum);
    LAUNCHED();
    release(a, lock, sum);
}

// case: lock_released_plainly
// The lock is given back by a plain store, which races with the atomics of those who wait.
__global__ void release_plainly(const int *a, int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) // fault: race-global
            ;
        __threadfence();
        *sum += a[blockIdx.x]; // fault: [missing-fence race-global]
        __threadfence();
        *lock = 0; // fault: race-global
    }
}

CASE(lock_released_plainly)
{
    int *a = device_numbers<int>(24), *lock = device_zeros<int>(1), *sum = device_zeros<int>(1);
    release_plainly<<<24, 48>>>(a, lock, sum);
    LAUNCHED();
    release(a, lock, sum);
}

// case: flag_stored_plainly
// The flag is polled by an atomic but raised by a plain store.
__global__ void raise_plainly(double *data, int *flag, double *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 1.25; // fault: [missing-fence race-global]
        __threadfence();
        *flag = 1; // fault: race-global
    } else {
        while (atomicAdd(flag, 0) == 0) // fault: race-global
            ;
        __threadfence();
        out[blockIdx.x] = *data; // fault: [missing-fence race-global]
    }
}

CASE(flag_stored_plainly)
{
    double *data = device_zeros<double>(1), *out = device_zeros<double>(5);
    int *flag = device_zeros<int>(1);
    raise_plainly<<<5, 32>>>(data, flag, out);
    LAUNCHED();
    release(data, flag, out);
}

// case: struct_published_without_fence
// A message of several members is announced by a counter without a fence.
struct message {
    int from, length;
    float body[4];
};

__global__ void send(message *box, int *n_messages, float *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x < 3) {
        message m = {static_cast<int>(blockIdx.x), 4, {1, 2, 3, 4}};
        box[blockIdx.x] = m; // fault: missing-fence
        atomicAdd(n_messages, 1);
    } else {
        while (atomicAdd(n_messages, 0) < 3)
            ;
        __threadfence();
        for (int k = 0; k < 3; k++)
            out[blockIdx.x] += box[k].body[k]; // fault: missing-fence
    }
}

CASE(struct_published_without_fence)
{
    message *box = device_zeros<message>(3);
    int *n_messages = device_zeros<int>(1);
    float *out = device_zeros<float>(20);

    send<<<20, 10>>>(box, n_messages, out);
    LAUNCHED();
    release(box);
    release(n_messages);
    release(out);
}

// case: grid_barrier_without_fence
// Blocks meet at a counter, then read each other's cells, which no fence has made visible.
__device__ void meet(int *arrived)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x))
            ;
    }
    __syncthreads();
}

__global__ void two_phases(int *a, int *b, int *arrived)
{
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i; // fault: missing-fence
    meet(arrived);
    b[i] = a[n - 1 - i]; // fault: missing-fence
}

CASE(grid_barrier_without_fence)
{
    int *a = device_zeros<int>(100), *b = device_zeros<int>(100), *arrived = device_zeros<int>(1);
    two_phases<<<2, 50>>>(a, b, arrived);
    LAUNCHED();
    release(a, b, arrived);
}

// case: token_without_fence
// Blocks take turns by a token, but the cell that they change in turn is not fenced.
__global__ void take_turns(float *cell, volatile int *turn)
{
    if (threadIdx.x == 0) {
        wait_until(turn, blockIdx.x);
        *cell = *cell * 0.5f + 1; // fault: missing-fence
        *turn = blockIdx.x + 1;
    }
}

CASE(token_without_fence)
{
    float *cell = device_zeros<float>(1);
    int *turn = device_zeros<int>(1);
    take_turns<<<20, 32>>>(cell, turn);
    LAUNCHED();
    release(cell);
    release(turn);
}

// case: relay_without_fence
// The block in the middle passes the word on without a fence: what the first wrote need not come.
__global__ void relay(int *data, int *first, int *second, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 5; // fault: missing-fence|race-global
        __threadfence();
        atomicExch(first, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(first, 0) == 0)
            ;
        atomicExch(second, 1);
    } else {
        while (atomicAdd(second, 0) == 0)
            ;
        __threadfence();
        out[blockIdx.x] = *data; // fault: missing-fence|race-global
    }
}

CASE(relay_without_fence)
{
    int *data = device_zeros<int>(1), *flags = device_zeros<int>(2), *out = device_zeros<int>(3);
    relay<<<3, 32>>>(data, flags, flags + 1, out);
    LAUNCHED();
    release(data, flags, out);
}

// case: waits_for_the_wrong_flag
// The block waits for its own flag, which it has raised itself, instead of its neighbour's.
__global__ void wait_for_own_flag(int *prefix, int *ready, int *out)
{
    if (threadIdx.x != 0)
        return;
    int b = blockIdx.x;
    prefix[b] = b + 1; // fault: race-global|missing-fence
    __threadfence();
    atomicExch(&ready[b], 1);
    if (b > 0) {
        while (atomicAdd(&ready[b], 0) == 0)
            ;
        __threadfence();
        out[b] = prefix[b - 1]; // fault: race-global|missing-fence
    }
}

CASE(waits_for_the_wrong_flag)
{
    int *prefix = device_zeros<int>(20), *ready = device_zeros<int>(20);
    int *out = device_zeros<int>(20);
    wait_for_own_flag<<<20, 32>>>(prefix, ready, out);
    LAUNCHED();
    release(prefix, ready, out);
}

// case: flag_left_from_the_launch_before
// The flag is still raised from the first launch, so nobody waits in the second.
__global__ void pass_again(int *data, int *flag, int *out, int value)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = value; // fault: race-global|missing-fence
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence();
        out[blockIdx.x] = *data; // fault: race-global|missing-fence
    }
}

CASE(flag_left_from_the_launch_before)
{
    int *data = device_zeros<int>(1), *flag = device_zeros<int>(1), *out = device_zeros<int>(9);
    pass_again<<<9, 32>>>(data, flag, out, 1);
    LAUNCHED();
    pass_again<<<9, 32>>>(data, flag, out, 2);
    LAUNCHED();
    release(data, flag, out);
}

// case: counter_in_block_scope
// The blocks count each other by atomicAdd_block(), which orders nothing between blocks.
__global__ void count_in_block_scope(const int *a, int *parts, unsigned *count, int *sum)
{
    if (threadIdx.x != 0)
        return;
    int b = blockIdx.x;
    parts[b] = a[b] * 2; // fault: [race-global missing-fence]
    __threadfence();
    if (atomicAdd_block(count, 1u) == gridDim.x - 1) { // fault: race-global
        __threadfence();
        for (unsigned k = 0; k < gridDim.x; k++)
            *sum += parts[k]; // fault: [race-global missing-fence]
    }
}

CASE(counter_in_block_scope)
{
    int *a = device_numbers<int>(16), *parts = device_zeros<int>(16), *sum = device_zeros<int>(1);
    unsigned *count = device_zeros<unsigned>(1);
    count_in_block_scope<<<16, 40>>>(a, parts, count, sum);
    LAUNCHED();
    release(a, parts, sum);
    release(count);
}

// case: atomic_ref_relaxed_flag
// The flag is an atomic of the library, but relaxed: it orders nothing that was written before.
__global__ void hand_over_relaxed(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        *data = 42; // fault: missing-fence|race-global
        ready.store(1, cuda::memory_order_relaxed);
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        while (ready.load(cuda::memory_order_relaxed) == 0) {
        }
        *out = *data; // fault: missing-fence|race-global
    }
}

CASE(atomic_ref_relaxed_flag)
{
    int *data = device_zeros<int>(1), *flag = device_zeros<int>(1), *out = device_zeros<int>(1);
    hand_over_relaxed<<<2, 32>>>(data, flag, out);
    LAUNCHED();
    release(data, flag, out);
}
