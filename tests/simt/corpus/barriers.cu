// Threads of a block that wait at different barriers, and programs that never end.
#include "corpus.h"

// case: barrier_in_both_branches
// Each branch has its own barrier, so the two halves of the block never wait at the same one.
__global__ void phases_in_branches(int *a)
{
    int t = threadIdx.x;
    if (t < 32) {
        a[t] = 1;
        __syncthreads(); // fault: barrier-divergence
        a[t] += 1;
    } else {
        a[t] = 2;
        __syncthreads(); // fault: barrier-divergence
        a[t] += 2;
    }
}

CASE(barrier_in_both_branches)
{
    int *a = device_zeros<int>(64);
    phases_in_branches<<<1, 64>>>(a);
    LAUNCHED();
    release(a);
}

// case: barrier_within_one_warp
// Only the lower lanes of the warp meet the first barrier; the others go on to the second.
__global__ void wait_in_half(float *a)
{
    int t = threadIdx.x;
    if (t % 32 < 16)
        __syncthreads(); // fault: barrier-divergence
    a[blockIdx.x * blockDim.x + t] = 1;
    __syncthreads(); // fault: barrier-divergence
    a[blockIdx.x * blockDim.x + t] += 1;
}

CASE(barrier_within_one_warp)
{
    float *a = device_zeros<float>(3 * 64);
    wait_in_half<<<3, 64>>>(a);
    LAUNCHED();
    release(a);
}

// case: barrier_in_uneven_loop
// With n no multiple of the block, some warps turn once more and wait inside the loop.
__global__ void strided_sum(const int *a, int n, int *out)
{
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        sum += a[i];
        __syncthreads(); // fault: barrier-divergence
    }
    out[threadIdx.x] = sum;
    __syncthreads(); // fault: barrier-divergence
    out[threadIdx.x] += 1;
}

CASE(barrier_in_uneven_loop)
{
    int *a = device_numbers<int>(320), *out = device_zeros<int>(128);
    strided_sum<<<1, 128>>>(a, 320, out);
    LAUNCHED();
    release(a, out);
}

// case: barrier_in_helper
// The helper waits for the whole block but is called by some of its threads.
__device__ int shared_total;

template <typename T> __device__ void add_together(T *total, T value)
{
    atomicAdd(total, value);
    __syncthreads(); // fault: barrier-divergence
}

__global__ void total_of_positive(const int *a, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] > 0)
        add_together(&shared_total, a[i]);
    out[i] = a[i];
    __syncthreads(); // fault: barrier-divergence
    out[i] += 1;
}

CASE(barrier_in_helper)
{
    std::vector<int> host(96);
    for (int i = 0; i < 96; i++)
        host[i] = i % 5 - 2;
    int *a = device_zeros<int>(96), *out = device_zeros<int>(96);
    CUDA(cudaMemcpy(a, host.data(), 96 * sizeof(int), cudaMemcpyHostToDevice));
    total_of_positive<<<2, 48>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: barrier_skipped_by_continue
// Some threads skip the barrier of one turn and reach the one behind the loop too soon.
__global__ void relax(float *a, int rounds)
{
    int t = threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        if (t < 32 && k == 2)
            continue;
        a[t] += 1;
        __syncthreads(); // fault: barrier-divergence
    }
    a[t] *= 2;
    __syncthreads(); // fault: barrier-divergence
    a[t] -= 1;
}

CASE(barrier_skipped_by_continue)
{
    float *a = device_zeros<float>(80);
    relax<<<1, 80>>>(a, 4);
    LAUNCHED();
    release(a);
}

// case: counting_barrier_apart
// One part of the block counts at its barrier while the other waits at a plain one.
__global__ void count_apart(const int *a, int *out)
{
    int t = threadIdx.x, many = 0;
    if (a[t / 32 * 32] == 0)
        many = __syncthreads_count(a[t] > 3); // fault: barrier-divergence
    else
        __syncthreads(); // fault: barrier-divergence
    out[t] = many;
}

CASE(counting_barrier_apart)
{
    int *a = device_numbers<int>(96), *out = device_zeros<int>(96);
    count_apart<<<1, 96>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: barrier_in_switch
// The cases of the switch have different barriers, chosen by the number of the warp.
__global__ void by_role(int *a)
{
    int t = threadIdx.x;
    switch (t / 32) {
    case 0:
        a[t] = 10;
        __syncthreads(); // fault: barrier-divergence
        break;
    case 1:
        a[t] = 20;
        __syncthreads(); // fault: barrier-divergence
        break;
    default:
        a[t] = 30;
        __syncthreads(); // fault: barrier-divergence
    }
    a[t] += 1;
}

CASE(barrier_in_switch)
{
    int *a = device_zeros<int>(100);
    by_role<<<1, 100>>>(a);
    LAUNCHED();
    release(a);
}

// case: barrier_behind_short_circuit
// The voting barrier is skipped where the condition ahead of it is false.
__global__ void vote_if_inside(const int *a, int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool any = i < n && __syncthreads_or(a[i] == 7); // fault: barrier-divergence
    if (i < n)
        out[i] = any;
    __syncthreads(); // fault: barrier-divergence
    if (i < n)
        out[i] += 1;
}

CASE(barrier_behind_short_circuit)
{
    int *a = device_numbers<int>(90), *out = device_zeros<int>(90);
    vote_if_inside<<<2, 64>>>(a, 90, out);
    LAUNCHED();
    release(a, out);
}

// case: barrier_while_data_lasts
// Each thread waits as often as its own number says.
__global__ void count_down(int *a)
{
    int t = threadIdx.x, n = a[t];
    while (n-- > 0) {
        a[t] = n;
        __syncthreads(); // fault: barrier-divergence
    }
    __syncthreads(); // fault: barrier-divergence
    a[t] += 1;
}

CASE(barrier_while_data_lasts)
{
    int *a = device_numbers<int>(40);
    count_down<<<1, 40>>>(a);
    LAUNCHED();
    release(a);
}

// case: flag_that_never_comes
// The kernel waits for a flag that nobody raises.
__global__ void wait_for_nobody(volatile int *flag, int *out)
{
    if (threadIdx.x == 0) {
        while (*flag == 0) // fault: never-ends
            ;
    }
    __syncthreads(); // fault: [never-ends]
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

CASE(flag_that_never_comes)
{
    int *flag = device_zeros<int>(1), *out = device_zeros<int>(2 * 64);
    wait_for_nobody<<<2, 64>>>(flag, out);
    LAUNCHED();
    release(flag, out);
}

// case: lock_never_released
// A block that finds nothing to do returns with the lock in its hand.
__global__ void return_with_lock(const int *a, int *lock, int *sum)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(lock, 0, 1) != 0) // fault: never-ends
        ;
    __threadfence();
    if (a[blockIdx.x] % 4 == 0)
        return;
    *sum += a[blockIdx.x];
    __threadfence();
    atomicExch(lock, 0);
}

CASE(lock_never_released)
{
    int *a = device_numbers<int>(6), *lock = device_zeros<int>(1), *sum = device_zeros<int>(1);
    return_with_lock<<<6, 32>>>(a, lock, sum);
    LAUNCHED();
    release(a, lock, sum);
}

// case: locks_in_opposite_order
// Two blocks take two locks in opposite order, each waiting for what the other holds.
__global__ void transfer(int *locks, int *holding, int *accounts)
{
    if (threadIdx.x != 0)
        return;
    int mine = blockIdx.x % 2, other = 1 - mine;
    while (atomicCAS(&locks[mine], 0, 1) != 0)
        ;
    atomicAdd(holding, 1);
    while (atomicAdd(holding, 0) < 2) // fault: [never-ends]
        ;
    while (atomicCAS(&locks[other], 0, 1) != 0) // fault: never-ends
        ;
    atomicAdd(&accounts[mine], 5);
    atomicAdd(&accounts[other], -5);
    atomicExch(&locks[other], 0);
    atomicExch(&locks[mine], 0);
}

CASE(locks_in_opposite_order)
{
    int *locks = device_zeros<int>(2), *holding = device_zeros<int>(1);
    int *accounts = device_zeros<int>(2);
    transfer<<<2, 32>>>(locks, holding, accounts);
    LAUNCHED();
    release(locks, holding, accounts);
}

// case: waits_for_thread_behind_barrier
// One thread waits for what another does only behind the barrier.
__global__ void wait_across_barrier(int *out)
{
    __shared__ int ready;
    int t = threadIdx.x;
    if (t == 0)
        ready = 0;
    __syncthreads();
    if (t == 0) {
        while (atomicAdd(&ready, 0) == 0) // fault: never-ends
            ;
    }
    __syncthreads(); // fault: [never-ends]
    if (t == 32)
        atomicExch(&ready, 1);
    out[t] = t;
}

CASE(waits_for_thread_behind_barrier)
{
    int *out = device_zeros<int>(64);
    wait_across_barrier<<<1, 64>>>(out);
    LAUNCHED();
    release(out);
}

// case: grid_barrier_of_too_many_blocks
// All blocks wait for all others, but more of them are launched than fit at once.
__global__ void meet_all(int *arrived, int *out)
{
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < static_cast<int>(gridDim.x)) // fault: never-ends
            ;
    }
    __syncthreads(); // fault: [never-ends]
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

CASE(grid_barrier_of_too_many_blocks)
{
    int *arrived = device_zeros<int>(1), *out = device_zeros<int>(100 * 32);
    meet_all<<<100, 32>>>(arrived, out);
    LAUNCHED();
    release(arrived, out);
}

// case: zero_never_reaches_one
// The loop does not end for the number zero, and touches no memory meanwhile.
__global__ void collatz(const unsigned *a, int *steps)
{
    unsigned x = a[threadIdx.x];
    int n = 0;
    while (x != 1) {                        // fault: never-ends
        x = x % 2 == 1 ? 3 * x + 1 : x / 2; // fault: never-ends
        n++;                                // fault: never-ends
    }
    steps[threadIdx.x] = n;
}

CASE(zero_never_reaches_one)
{
    unsigned *a = device_numbers<unsigned>(32);
    int *steps = device_zeros<int>(32);
    collatz<<<1, 32>>>(a, steps);
    LAUNCHED();
    release(a);
    release(steps);
}

// case: list_with_a_ring
// The last node of the list points back to the first: whoever walks along never arrives.
struct node {
    int value, next;
};

__global__ void sum_list(const node *nodes, int *sum)
{
    int total = 0;
    for (int i = 0; i >= 0; i = nodes[i].next) // fault: never-ends
        total += nodes[i].value;               // fault: never-ends
    *sum = total;
}

CASE(list_with_a_ring)
{
    const node host[3] = {{5, 1}, {6, 2}, {7, 0}};
    node *nodes = device_zeros<node>(3);
    int *sum = device_zeros<int>(1);
    CUDA(cudaMemcpy(nodes, host, sizeof host, cudaMemcpyHostToDevice));
    sum_list<<<1, 1>>>(nodes, sum);
    LAUNCHED();
    release(nodes);
    release(sum);
}

// case: consumer_waits_for_full_queue
// The producer block makes one item fewer than the consumer waits for.
__global__ void produce_and_consume(int *queue, int *n_items, int n, int *sum)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
        for (int k = 1; k < n; k++) {
            queue[k] = k;
            __threadfence();
            atomicAdd(n_items, 1);
        }
    } else {
        while (atomicAdd(n_items, 0) < n) // fault: never-ends
            __nanosleep(50);              // fault: never-ends
        __threadfence();
        for (int k = 0; k < n; k++)
            *sum += queue[k];
    }
}

CASE(consumer_waits_for_full_queue)
{
    int *queue = device_zeros<int>(16), *n_items = device_zeros<int>(1),
        *sum = device_zeros<int>(1);
    produce_and_consume<<<2, 32>>>(queue, n_items, 16, sum);
    LAUNCHED();
    release(queue, n_items, sum);
}

// case: barrier_against_warp_barrier
// One lane waits for the block, the others of its warp for the warp.
__global__ void leader_waits_for_block(int *a)
{
    int t = threadIdx.x;
    if (t % 32 == 0)
        __syncthreads(); // fault: barrier-divergence|syncwarp-mask
    __syncwarp();        // fault: barrier-divergence|syncwarp-mask
    a[t] = t;
}

CASE(barrier_against_warp_barrier)
{
    int *a = device_zeros<int>(64);
    leader_waits_for_block<<<1, 64>>>(a);
    LAUNCHED();
    release(a);
}

// case: barrier_after_some_left_the_loop
// Warps leave the loop as their data say, and wait behind it for those still inside.
__global__ void until_small(float *a)
{
    int t = threadIdx.x;
    for (;;) {
        if (a[t / 32 * 32] < 1)
            break;
        __syncwarp();
        a[t] /= 2;
        __syncthreads(); // fault: barrier-divergence
    }
    __syncthreads(); // fault: barrier-divergence
    a[t] = 0;
}

CASE(barrier_after_some_left_the_loop)
{
    float *a = device_numbers<float>(128);
    until_small<<<1, 128>>>(a);
    LAUNCHED();
    release(a);
}

// case: return_before_barrier
// Threads past the end have returned: GPUs go on with those that are left, and CUDA's rule forbids
// it.
__global__ void rotate_within(const int *a, int *b, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i >= n)
        return;
    int count = min(64, n - static_cast<int>(blockIdx.x) * 64);
    s[t] = a[i];
    __syncthreads(); // fault: barrier-after-exit
    b[i] = s[(t + 1) % count];
}

CASE(return_before_barrier)
{
    const int n = 500;
    int *a = device_numbers<int>(n), *b = device_zeros<int>(n);
    rotate_within<<<8, 64>>>(a, b, n);
    LAUNCHED();
    CHECK(host_copy(b, n)[n - 1] == 448);
    release(a, b);
}

// case: warps_leave_one_by_one
// Whole warps return at different times, and the barrier goes on with those that are left.
__global__ void shrink(int *a)
{
    int t = threadIdx.x, warp = t / 32;
    for (int k = 0; k < 4; k++) {
        if (warp == 3 - k)
            return;
        __syncthreads(); // fault: barrier-after-exit
        a[t] += 1;
    }
}

CASE(warps_leave_one_by_one)
{
    int *a = device_zeros<int>(128);
    shrink<<<1, 128>>>(a);
    LAUNCHED();
    std::vector<int> got = host_copy(a, 128);
    CHECK(got[0] == 3 && got[64] == 1 && got[127] == 0);
    release(a);
}

// case: barrier_in_last_branch
// The barrier is in the branch, and the threads that do not take it end without any.
__global__ void reverse_in_branch(int *a, int n)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = a[t];
        __syncthreads(); // fault: barrier-divergence
        a[t] = s[n - 1 - t];
    }
}

CASE(barrier_in_last_branch)
{
    int *a = device_numbers<int>(64);
    reverse_in_branch<<<1, 128>>>(a, 64);
    LAUNCHED();
    release(a);
}
