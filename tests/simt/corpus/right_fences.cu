// Blocks and warps that pass data to each other in the right way: flags, fences, locks, tickets.
#include "corpus.h"

#include <cuda/atomic>

__device__ void wait_until(volatile int *flag, int value)
{
    while (*flag != value)
        __nanosleep(100);
}

// case: fence_and_flag
// Data, fence, flag; flag, fence, data.
__global__ void pass(int *data, volatile int *flag, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        __threadfence();
        out[blockIdx.x] = *data;
    }
}

CASE(fence_and_flag)
{
    int *data = device_zeros<int>(1), *flag = device_zeros<int>(1), *out = device_zeros<int>(60);
    pass<<<60, 32>>>(data, flag, out);
    LAUNCHED();
    CHECK(host_copy(out, 60)[1] == 42 && host_copy(out, 60)[59] == 42);
    release(data, flag, out);
}

// case: block_passes_array
// All threads write, a barrier, then one thread fences and raises the flag for all of them.
__global__ void pass_array(float *data, int *flag, float *out)
{
    int t = threadIdx.x, n = blockDim.x;
    if (blockIdx.x == 0) {
        data[t] = t + 0.5f;
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        if (t == 0) {
            while (atomicAdd(flag, 0) == 0)
                ;
            __threadfence();
        }
        __syncthreads();
        out[blockIdx.x * n + t] = data[n - 1 - t];
    }
}

CASE(block_passes_array)
{
    float *data = device_zeros<float>(72), *out = device_zeros<float>(40 * 72);
    int *flag = device_zeros<int>(1);
    pass_array<<<40, 72>>>(data, flag, out);
    LAUNCHED();
    CHECK(host_copy(out, 40 * 72)[72] == 71.5f);
    release(data, out);
    release(flag);
}

// case: every_thread_fences
// Each thread fences what it wrote itself, then the block meets and one raises the flag.
__global__ void pass_fenced_by_all(int *data, volatile int *flag, int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = t * t;
        __threadfence();
        __syncthreads();
        if (t == 0)
            *flag = 1;
    } else {
        wait_until(flag, 1);
        __threadfence();
        out[blockIdx.x * blockDim.x + t] = data[t];
    }
}

CASE(every_thread_fences)
{
    int *data = device_zeros<int>(50), *flag = device_zeros<int>(1);
    int *out = device_zeros<int>(12 * 50);
    pass_fenced_by_all<<<12, 50>>>(data, flag, out);
    LAUNCHED();
    CHECK(host_copy(out, 600)[599] == 49 * 49);
    release(data, flag, out);
}

// case: last_block_sums
// As in the CUDA programming guide: part, fence, counter; the last block sums the parts.
__device__ unsigned int n_done;

__global__ void sum_by_last_block(const float *a, int n, float *parts, float *sum)
{
    __shared__ bool last;
    __shared__ float s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0) {
        parts[blockIdx.x] = s[0];
        __threadfence();
        unsigned int done = atomicInc(&n_done, gridDim.x);
        last = done == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float total = 0;
        for (unsigned b = 0; b < gridDim.x; b++)
            total += parts[b];
        *sum = total;
        n_done = 0;
    }
}

CASE(last_block_sums)
{
    float *a = device_filled<float>(3000, 1), *parts = device_zeros<float>(47);
    float *sum = device_zeros<float>(1);
    for (int k = 0; k < 2; k++) {
        sum_by_last_block<<<47, 64>>>(a, 3000, parts, sum);
        LAUNCHED();
        CHECK(host_copy(sum, 1)[0] == 3000);
    }
    release(a, parts, sum);
}

// case: last_block_reads_with_all_threads
// The counting thread saw the counter; the barrier hands that on to its block.
__global__ void maximum_by_last_block(const int *a, volatile int *parts, unsigned *count, int *out)
{
    __shared__ unsigned ticket;
    int t = threadIdx.x, b = blockIdx.x, n = blockDim.x;
    parts[b * n + t] = a[b * n + t] * 2;
    __threadfence();
    __syncthreads();
    if (t == 0)
        ticket = atomicAdd(count, 1u);
    __syncthreads();
    if (ticket == gridDim.x - 1) {
        __threadfence();
        int best = 0;
        for (unsigned k = 0; k < gridDim.x; k++)
            best = max(best, parts[k * n + t]);
        out[t] = best;
    }
}

CASE(last_block_reads_with_all_threads)
{
    int *a = device_numbers<int>(30 * 40), *parts = device_zeros<int>(30 * 40);
    int *out = device_zeros<int>(40);
    unsigned *count = device_zeros<unsigned>(1);
    maximum_by_last_block<<<30, 40>>>(a, parts, count, out);
    LAUNCHED();
    CHECK(host_copy(out, 40)[39] == 2 * 1199);
    release(a, parts, out);
    release(count);
}

// case: lock_with_fences
// A lock taken by atomicCAS(), a fence, the work, a fence, and the lock given back.
struct account {
    int balance, n_changes;
};

__device__ void change(account *a, int by)
{
    a->balance += by;
    a->n_changes++;
}

__global__ void change_under_lock(account *a, int *lock)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    change(a, blockIdx.x);
    __threadfence();
    atomicExch(lock, 0);
}

CASE(lock_with_fences)
{
    account *a = device_filled<account>(1, account{0, 0});
    int *lock = device_zeros<int>(1);
    change_under_lock<<<64, 32>>>(a, lock);
    LAUNCHED();
    account end = host_copy(a, 1)[0];
    CHECK(end.balance == 63 * 32 && end.n_changes == 64);
    release(a);
    release(lock);
}

// case: lock_taken_by_every_lane
// Each lane does its work inside the loop that takes the lock, so no lane waits for another's.
__global__ void count_under_lock(int *lock, int *count)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

CASE(lock_taken_by_every_lane)
{
    int *lock = device_zeros<int>(1), *count = device_zeros<int>(1);
    count_under_lock<<<4, 40>>>(lock, count);
    LAUNCHED();
    CHECK(host_copy(count, 1)[0] == 160);
    release(lock, count);
}

// case: locks_of_rows
// Many locks, each of which protects its own row.
__global__ void add_to_rows(const int *keys, int *locks, float *rows, int width)
{
    int row = keys[blockIdx.x];
    if (threadIdx.x == 0) {
        while (atomicExch(&locks[row], 1) != 0)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        rows[row * width + i] += 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicExch(&locks[row], 0);
    }
}

CASE(locks_of_rows)
{
    std::vector<int> host(60);
    for (int b = 0; b < 60; b++)
        host[b] = b * b % 4;
    int *keys = device_zeros<int>(60), *locks = device_zeros<int>(4);
    float *rows = device_zeros<float>(4 * 50);
    CUDA(cudaMemcpy(keys, host.data(), 60 * sizeof(int), cudaMemcpyHostToDevice));
    add_to_rows<<<60, 36>>>(keys, locks, rows, 50);
    LAUNCHED();
    CHECK(host_copy(rows, 200)[49] == 30 && host_copy(rows, 200)[99] == 30);
    release(keys, locks);
    release(rows);
}

// case: chained_scan
// Decoupled look-back: blocks take tickets, and each waits for the one before.
__global__ void scan_by_tickets(const int *a, int *prefix, int *ready, unsigned *tickets, int *out)
{
    __shared__ unsigned ticket;
    __shared__ int before;
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t == 0)
        ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    int b = ticket, value = a[b * 32 + t], sum = value;
    s[t] = value;
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(FULL, sum, d);
        if (t >= d)
            sum += below;
    }
    if (t == 31) {
        int previous = 0;
        if (b > 0) {
            while (atomicAdd(&ready[b - 1], 0) == 0)
                ;
            __threadfence();
            previous = prefix[b - 1];
        }
        prefix[b] = previous + sum;
        __threadfence();
        atomicExch(&ready[b], 1);
        before = previous;
    }
    __syncthreads();
    out[b * 32 + t] = before + sum - s[t];
}

CASE(chained_scan)
{
    const int n = 70;
    int *a = device_filled<int>(n * 32, 1), *out = device_zeros<int>(n * 32);
    int *prefix = device_zeros<int>(n), *ready = device_zeros<int>(n);
    unsigned *tickets = device_zeros<unsigned>(1);
    scan_by_tickets<<<n, 32>>>(a, prefix, ready, tickets, out);
    LAUNCHED();
    CHECK(host_copy(out, n * 32)[n * 32 - 1] == n * 32 - 1);
    release(a, out, prefix, ready);
    release(tickets);
}

// case: flag_and_number_in_one_word
// The flag travels in the same 64-bit word as the number: no fence is needed.
__global__ void chain_words(volatile unsigned long long *words, unsigned *out)
{
    if (threadIdx.x != 0)
        return;
    unsigned b = blockIdx.x, sum = b;
    if (b > 0) {
        unsigned long long word = words[b - 1];
        while (word >> 32 == 0)
            word = words[b - 1];
        sum += static_cast<unsigned>(word);
    }
    words[b] = 1ull << 32 | sum;
    out[b] = sum;
}

CASE(flag_and_number_in_one_word)
{
    unsigned long long *words = device_zeros<unsigned long long>(40);
    unsigned *out = device_zeros<unsigned>(40);
    chain_words<<<40, 8>>>(words, out);
    LAUNCHED();
    CHECK(host_copy(out, 40)[39] == 780);
    release(words);
    release(out);
}

// case: token_passed_with_fences
// Blocks change one cell in turn, the turn being passed on behind a fence.
__global__ void take_turns(int *cell, volatile int *turn)
{
    if (threadIdx.x == 0) {
        wait_until(turn, blockIdx.x);
        __threadfence();
        *cell = *cell * 3 % 1000 + 1;
        __threadfence();
        *turn = blockIdx.x + 1;
    }
}

CASE(token_passed_with_fences)
{
    int *cell = device_zeros<int>(1), *turn = device_zeros<int>(1), expected = 0;
    take_turns<<<50, 32>>>(cell, turn);
    LAUNCHED();
    for (int b = 0; b < 50; b++)
        expected = expected * 3 % 1000 + 1;
    CHECK(host_copy(cell, 1)[0] == expected);
    release(cell, turn);
}

// case: message_with_system_fence
// __threadfence_system() does all that __threadfence() does.
struct message {
    int from, length;
    float body[4];
};

__global__ void send(message *box, int *n_messages, float *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        message m = {0, 4, {1, 2, 3, 4}};
        *box = m;
        __threadfence_system();
        atomicAdd(n_messages, 1);
    } else {
        while (atomicAdd(n_messages, 0) < 1)
            ;
        __threadfence_system();
        message m = *box;
        out[blockIdx.x] = m.body[0] + m.body[m.length - 1];
    }
}

CASE(message_with_system_fence)
{
    message *box = device_zeros<message>(1);
    int *n_messages = device_zeros<int>(1);
    float *out = device_zeros<float>(20);
    send<<<20, 10>>>(box, n_messages, out);
    LAUNCHED();
    CHECK(host_copy(out, 20)[19] == 5);
    release(box);
    release(n_messages);
    release(out);
}

// case: one_flag_for_each_thread
// Each thread waits for the thread of the same number in the block before.
__global__ void relay(int *cells, volatile int *flags, int *out)
{
    int n = blockDim.x, t = threadIdx.x, i = blockIdx.x * n + t, value = t;
    if (blockIdx.x > 0) {
        wait_until(&flags[i - n], 1);
        __threadfence();
        value = cells[i - n] + 1;
    }
    cells[i] = value;
    __threadfence();
    flags[i] = 1;
    out[i] = value;
}

CASE(one_flag_for_each_thread)
{
    int *cells = device_zeros<int>(9 * 33), *flags = device_zeros<int>(9 * 33);
    int *out = device_zeros<int>(9 * 33);
    relay<<<9, 33>>>(cells, flags, out);
    LAUNCHED();
    CHECK(host_copy(out, 9 * 33)[9 * 33 - 1] == 32 + 8);
    release(cells, flags, out);
}

// case: warps_of_a_block_by_flag
// Between warps of one block, a volatile flag in shared memory and fences of the block are enough.
__global__ void pass_in_block(const int *a, int *out)
{
    __shared__ int cells[32];
    __shared__ volatile int ready;
    int t = threadIdx.x, lane = t % 32;
    if (t == 0)
        ready = 0;
    __syncthreads();
    if (t < 32) {
        cells[lane] = a[blockIdx.x * 32 + lane];
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            ready = 1;
    } else {
        while (ready == 0)
            __nanosleep(20);
        __threadfence_block();
        out[blockIdx.x * 32 + lane] = cells[31 - lane];
    }
}

CASE(warps_of_a_block_by_flag)
{
    int *a = device_numbers<int>(20 * 32), *out = device_zeros<int>(20 * 32);
    pass_in_block<<<20, 64>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 32)[0] == 31);
    release(a, out);
}

// case: tickets_of_a_work_queue
// Blocks fetch their work by tickets until there is none left.
__global__ void work(const int *items, int n, int *queue, int *done)
{
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0)
            item = atomicAdd(queue, 1);
        __syncthreads();
        int mine = item;
        __syncthreads();
        if (mine >= n)
            return;
        if (threadIdx.x == 0)
            done[mine] += items[mine] + 1;
    }
}

CASE(tickets_of_a_work_queue)
{
    int *items = device_numbers<int>(100), *queue = device_zeros<int>(1);
    int *done = device_zeros<int>(100);
    work<<<24, 48>>>(items, 100, queue, done);
    LAUNCHED();
    CHECK(host_copy(done, 100)[99] == 100 && host_copy(done, 100)[0] == 1);
    release(items, queue, done);
}

// case: numbers_passed_by_atomics_alone
// What is written and read by atomics only needs no fence, since nothing else hangs on it.
__global__ void offer_best(const int *a, int *best, int *seen)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int before = atomicMax(best, a[i]);
    atomicMin(seen, before);
    if (atomicAdd(best, 0) < a[i])
        atomicExch(seen, -1);
}

CASE(numbers_passed_by_atomics_alone)
{
    int *a = device_numbers<int>(640), *best = device_zeros<int>(1);
    int *seen = device_filled<int>(1, 1000);
    offer_best<<<20, 32>>>(a, best, seen);
    LAUNCHED();
    CHECK(host_copy(best, 1)[0] == 639 && host_copy(seen, 1)[0] == 0);
    release(a, best, seen);
}

// case: tree_of_arrivals
// Of the two blocks below a node, the second to arrive goes up and reads what the first left.
__global__ void climb(const int *a, int *sums, int *arrivals, int n)
{
    if (threadIdx.x != 0)
        return;
    int node = n + blockIdx.x;
    sums[node] = a[blockIdx.x];
    while (node > 1) {
        __threadfence();
        node /= 2;
        if (atomicAdd(&arrivals[node], 1) == 0)
            return;
        __threadfence();
        sums[node] = sums[2 * node] + sums[2 * node + 1];
    }
}

CASE(tree_of_arrivals)
{
    const int n = 64;
    int *a = device_numbers<int>(n), *sums = device_zeros<int>(2 * n);
    int *arrivals = device_zeros<int>(n);
    climb<<<n, 16>>>(a, sums, arrivals, n);
    LAUNCHED();
    CHECK(host_copy(sums, 2)[1] == n * (n - 1) / 2);
    release(a, sums, arrivals);
}

// case: index_published_by_exchange
// The node is filled and fenced before an exchange makes its number known.
__global__ void publish_node(int *values, int *newest, int *out)
{
    if (threadIdx.x != 0)
        return;
    int b = blockIdx.x;
    values[b] = b * 10;
    __threadfence();
    int before = atomicExch(newest, b);
    __threadfence();
    out[b] = before >= 0 ? values[before] : -1;
}

CASE(index_published_by_exchange)
{
    int *values = device_zeros<int>(55), *newest = device_filled<int>(1, -1);
    int *out = device_zeros<int>(55);
    publish_node<<<55, 32>>>(values, newest, out);
    LAUNCHED();
    int n_first = 0;
    for (int value : host_copy(out, 55))
        n_first += value == -1;
    CHECK(n_first == 1);
    release(values, newest, out);
}

// case: hand_made_grid_barrier
// Two blocks meet by a counter with a fence on either side.
__device__ void meet(int *arrived, int n)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < n)
            ;
        __threadfence();
    }
    __syncthreads();
}

__global__ void three_phases(int *a, int *b, int *arrived)
{
    int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    meet(arrived, gridDim.x);
    b[i] = a[n - 1 - i];
    meet(arrived, 2 * gridDim.x);
    a[i] = b[(i + 1) % n] + 1;
}

CASE(hand_made_grid_barrier)
{
    int *a = device_zeros<int>(100), *b = device_zeros<int>(100), *arrived = device_zeros<int>(1);
    three_phases<<<2, 50>>>(a, b, arrived);
    LAUNCHED();
    CHECK(host_copy(a, 100)[0] == 99 && host_copy(a, 100)[99] == 100);
    release(a, b, arrived);
}

// case: ping_pong_of_two_blocks
// Two blocks hand one cell to and fro, by a turn that is passed on behind a fence.
__global__ void ping_pong(int *cell, volatile int *turn, int rounds)
{
    if (threadIdx.x != 0)
        return;
    for (int k = 0; k < rounds; k++) {
        wait_until(turn, 2 * k + blockIdx.x);
        __threadfence();
        *cell = *cell * 2 + blockIdx.x;
        __threadfence();
        *turn = 2 * k + blockIdx.x + 1;
    }
}

CASE(ping_pong_of_two_blocks)
{
    int *cell = device_zeros<int>(1), *turn = device_zeros<int>(1);
    ping_pong<<<2, 32>>>(cell, turn, 6);
    LAUNCHED();
    CHECK(host_copy(cell, 1)[0] == 0x555);
    release(cell, turn);
}

// case: counter_passed_through_another_block
// A block with nothing to say adds to the counter in between; the word of the first still comes.
__global__ void count_to_three(int *data, int *count, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 6;
        __threadfence();
        atomicAdd(count, 1);
    } else if (blockIdx.x < 3) {
        while (atomicCAS(count, blockIdx.x, blockIdx.x + 1) != static_cast<int>(blockIdx.x))
            ;
    } else {
        while (atomicAdd(count, 0) != 3)
            ;
        __threadfence();
        out[blockIdx.x] = *data;
    }
}

CASE(counter_passed_through_another_block)
{
    int *data = device_zeros<int>(1), *count = device_zeros<int>(1), *out = device_zeros<int>(9);
    count_to_three<<<9, 32>>>(data, count, out);
    LAUNCHED();
    CHECK(host_copy(out, 9)[8] == 6);
    release(data, count, out);
}

// case: relay_with_fences
// The block in the middle fences between what it has seen and what it says.
__global__ void relay_on(int *data, int *first, volatile int *second, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = 5;
        __threadfence();
        atomicExch(first, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(first, 0) == 0)
            ;
        __threadfence();
        *second = 1;
    } else {
        wait_until(second, 1);
        __threadfence();
        out[blockIdx.x] = *data;
    }
}

CASE(relay_with_fences)
{
    int *data = device_zeros<int>(1), *flags = device_zeros<int>(2), *out = device_zeros<int>(30);
    relay_on<<<30, 32>>>(data, flags, flags + 1, out);
    LAUNCHED();
    CHECK(host_copy(out, 30)[29] == 5);
    release(data, flags, out);
}

// case: initialised_once
// The first to come fills the table, the others wait until it is full.
__global__ void use_table(int *state, int *table, int *out)
{
    __shared__ bool mine;
    int t = threadIdx.x;
    if (t == 0)
        mine = atomicCAS(state, 0, 1) == 0;
    __syncthreads();
    if (mine) {
        table[t] = t * 3;
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(state, 2);
    } else {
        if (t == 0) {
            while (atomicCAS(state, 2, 2) != 2)
                ;
            __threadfence();
        }
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = table[blockDim.x - 1 - t];
}

CASE(initialised_once)
{
    int *state = device_zeros<int>(1), *table = device_zeros<int>(45);
    int *out = device_zeros<int>(45 * 40);
    use_table<<<40, 45>>>(state, table, out);
    LAUNCHED();
    CHECK(host_copy(out, 45)[0] == 132 && host_copy(out, 45 * 40)[45 * 40 - 1] == 0);
    release(state, table, out);
}

// case: flag_counts_the_launches
// The flag is never lowered, but each launch waits for its own number.
__global__ void pass_numbered(int *data, int *flag, int *out, int launch)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        *data = launch * 11;
        __threadfence();
        atomicExch(flag, launch);
    } else {
        while (atomicAdd(flag, 0) != launch)
            ;
        __threadfence();
        out[blockIdx.x] += *data;
    }
}

CASE(flag_counts_the_launches)
{
    int *data = device_zeros<int>(1), *flag = device_zeros<int>(1), *out = device_zeros<int>(20);
    for (int launch = 1; launch <= 3; launch++)
        pass_numbered<<<20, 32>>>(data, flag, out, launch);
    LAUNCHED();
    CHECK(host_copy(out, 20)[19] == 66);
    release(data, flag, out);
}

// case: atomic_ref_counts
// The library's atomic: what it adds to is added to by all blocks at once, and a flag of it, with
// release and acquire, hands over what was written before.
__global__ void count_and_hand_over(int *counts, const int *values, int *data, int *flag, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> count(counts[values[i] % 7]);
    count.fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (i == 0) {
        *data = 42;
        ready.store(1, cuda::memory_order_release);
    }
    if (i == 100) {
        while (ready.load(cuda::memory_order_acquire) == 0) {
        }
        *out = *data;
    }
}

CASE(atomic_ref_counts)
{
    int *counts = device_zeros<int>(7), *values = device_numbers<int>(128);
    int *data = device_zeros<int>(1), *flag = device_zeros<int>(1), *out = device_zeros<int>(1);
    count_and_hand_over<<<2, 64>>>(counts, values, data, flag, out);
    LAUNCHED();
    CHECK(host_copy(out, 1)[0] == 42);
    CHECK(host_copy(counts, 7)[0] == 19);
    release(counts, values, data, flag, out);
}

// case: results_that_pass_through_functions
// What an atomic function returns is looked at elsewhere, or only whether it has swapped.
__device__ __noinline__ bool take(int *lock)
{
    return atomicExch(lock, 1) == 0;
}

__device__ bool enter(int *lock)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ref(*lock);
    int free = 0;
    return ref.compare_exchange_strong(free, 1, cuda::memory_order_acquire);
}

__device__ __noinline__ float count(float *counter)
{
    return atomicAdd(counter, 1.0f);
}

__global__ void hold_and_count(int *locks, int *sums, float *counter, int *out)
{
    if (threadIdx.x != 0)
        return;
    while (!take(&locks[0]))
        ;
    __threadfence();
    sums[0] += blockIdx.x;
    __threadfence();
    atomicExch(&locks[0], 0);
    while (!enter(&locks[1]))
        ;
    sums[1] += blockIdx.x;
    __threadfence();
    atomicAnd(&locks[1], 0);
    sums[2 + blockIdx.x] = 1;
    __threadfence();
    float before = count(counter);
    __threadfence();
    if (before != gridDim.x - 1)
        return;
    for (unsigned b = 0; b < gridDim.x; b++)
        *out += sums[2 + b];
}

CASE(results_that_pass_through_functions)
{
    int *locks = device_zeros<int>(2), *sums = device_zeros<int>(2 + 9);
    int *out = device_zeros<int>(1);
    float *counter = device_zeros<float>(1);
    hold_and_count<<<9, 32>>>(locks, sums, counter, out);
    LAUNCHED();
    CHECK(host_copy(sums, 2)[0] == 36 && host_copy(sums, 2)[1] == 36);
    CHECK(host_copy(out, 1)[0] == 9);
    release(locks, sums, out, counter);
}
