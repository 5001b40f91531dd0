// Right uses of warps: __syncwarp(), masks, shuffles and votes.
#include "corpus.h"

#include <cuda/atomic>

// case: neighbour_lane_with_syncwarp
// The warp waits between writing and reading.
__global__ void add_neighbour_lane(int *a)
{
    __shared__ int s[96];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    s[t] = a[blockIdx.x * 96 + t];
    __syncwarp();
    a[blockIdx.x * 96 + t] += s[warp * 32 + (lane + 1) % 32];
}

CASE(neighbour_lane_with_syncwarp)
{
    int *a = device_filled<int>(40 * 96, 1);
    add_neighbour_lane<<<40, 96>>>(a);
    LAUNCHED();
    CHECK(host_copy(a, 40 * 96)[95] == 2);
    release(a);
}

// case: warp_reduction_with_syncwarp
// The last levels of the tree read, wait, write and wait.
__global__ void sum_block(const int *a, int *sums)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) {
        int value = s[t];
        for (int d = 32; d > 0; d /= 2) {
            value += s[t + d];
            __syncwarp();
            s[t] = value;
            __syncwarp();
        }
        if (t == 0)
            sums[blockIdx.x] = s[0];
    }
}

CASE(warp_reduction_with_syncwarp)
{
    int *a = device_filled<int>(50 * 64, 1), *sums = device_zeros<int>(50);
    sum_block<<<50, 64>>>(a, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 50)[49] == 64);
    release(a, sums);
}

// case: reduction_of_active_lanes
// Fewer and fewer lanes add, but all of them wait after each level.
__global__ void sum_warp_narrowing(const float *a, float *sum)
{
    __shared__ float s[32];
    int lane = threadIdx.x;
    s[lane] = a[lane];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        if (lane < d)
            s[lane] += s[lane + d];
        __syncwarp();
    }
    if (lane == 0)
        *sum = s[0];
}

CASE(reduction_of_active_lanes)
{
    float *a = device_numbers<float>(32), *sum = device_zeros<float>(1);
    sum_warp_narrowing<<<1, 32>>>(a, sum);
    LAUNCHED();
    CHECK(host_copy(sum, 1)[0] == 496);
    release(a, sum);
}

// case: shuffles_without_barriers
// Sums by shuffles need no barrier, for they touch no memory.
__global__ void sum_by_shuffle(const int *a, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, value = a[i];
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_down_sync(FULL, value, d);
    if (threadIdx.x % 32 == 0)
        sums[i / 32] = value;
}

CASE(shuffles_without_barriers)
{
    int *a = device_filled<int>(640, 1), *sums = device_zeros<int>(20);
    sum_by_shuffle<<<5, 128>>>(a, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 20)[19] == 32);
    release(a, sums);
}

// case: scan_by_shuffle
// shfl_up gives the lowest lanes their own number back, which they do not use.
__global__ void scan_warp(const int *a, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, value = a[i];
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(FULL, value, d);
        if (lane >= d)
            value += below;
    }
    out[i] = value;
}

CASE(scan_by_shuffle)
{
    int *a = device_filled<int>(192, 2), *out = device_zeros<int>(192);
    scan_warp<<<3, 64>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 192)[191] == 64);
    release(a, out);
}

// case: halves_that_meet_apart
// Each half of the warp has its own mask and its own cells.
__global__ void reverse_halves(int *a)
{
    __shared__ int s[32];
    int lane = threadIdx.x, half = lane / 16;
    unsigned mask = half == 0 ? 0x0000ffffu : 0xffff0000u;
    s[lane] = a[lane];
    __syncwarp(mask);
    a[lane] = s[half * 16 + 15 - lane % 16];
}

CASE(halves_that_meet_apart)
{
    int *a = device_numbers<int>(32);
    reverse_halves<<<1, 32>>>(a);
    LAUNCHED();
    std::vector<int> got = host_copy(a, 32);
    CHECK(got[0] == 15 && got[31] == 16);
    release(a);
}

// case: branches_with_partial_masks
// Lower and upper lanes shuffle in different branches, each with the mask of its branch.
__global__ void max_or_min(const int *a, int *out)
{
    int lane = threadIdx.x, value = a[lane];
    if (lane < 16) {
        for (int d = 8; d > 0; d /= 2)
            value = max(value, __shfl_xor_sync(0x0000ffff, value, d));
    } else {
        for (int d = 8; d > 0; d /= 2)
            value = min(value, __shfl_xor_sync(0xffff0000, value, d));
    }
    out[lane] = value;
}

CASE(branches_with_partial_masks)
{
    int *a = device_numbers<int>(32), *out = device_zeros<int>(32);
    max_or_min<<<1, 32>>>(a, out);
    LAUNCHED();
    std::vector<int> got = host_copy(out, 32);
    CHECK(got[3] == 15 && got[30] == 16);
    release(a, out);
}

// case: tail_with_ballot_mask
// The mask of the last warp comes from a ballot of the whole warp, ahead of the branch.
__global__ void sum_tail(const int *a, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned mask = __ballot_sync(FULL, i < n);
    if (i < n) {
        int value = a[i], count = __popc(mask);
        for (int d = 16; d > 0; d /= 2) {
            int from = lane + d < count ? lane + d : lane;
            int other = __shfl_sync(mask, value, from);
            if (lane + d < count)
                value += other;
        }
        if (lane == 0)
            atomicAdd(sum, value);
    }
}

CASE(tail_with_ballot_mask)
{
    int *a = device_filled<int>(333, 1), *sum = device_zeros<int>(1);
    sum_tail<<<6, 64>>>(a, 333, sum);
    LAUNCHED();
    CHECK(host_copy(sum, 1)[0] == 333);
    release(a, sum);
}

// case: zero_for_threads_past_the_end
// Threads past the end take part in the shuffles with zero.
__global__ void sum_padded(const float *a, int n, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = i < n ? a[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_xor_sync(FULL, value, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, value);
}

CASE(zero_for_threads_past_the_end)
{
    float *a = device_filled<float>(201, 1), *sum = device_zeros<float>(1);
    sum_padded<<<4, 96>>>(a, 201, sum);
    LAUNCHED();
    CHECK(host_copy(sum, 1)[0] == 201);
    release(a, sum);
}

// case: partial_warp_of_sixteen
// Blocks of 48: the shuffles of the last, half warp stay within groups of sixteen.
__global__ void sum_sixteens(const int *a, int *sums)
{
    int t = threadIdx.x, value = a[blockIdx.x * 48 + t];
    unsigned mask = t < 32 ? FULL : 0x0000ffffu;
    for (int d = 8; d > 0; d /= 2)
        value += __shfl_down_sync(mask, value, d, 16);
    if (t % 16 == 0)
        sums[blockIdx.x * 3 + t / 16] = value;
}

CASE(partial_warp_of_sixteen)
{
    int *a = device_filled<int>(20 * 48, 3), *sums = device_zeros<int>(60);
    sum_sixteens<<<20, 48>>>(a, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 60)[59] == 48);
    release(a, sums);
}

// case: syncwarp_in_partial_warp
// The mask of a whole warp may name lanes that the block does not have.
__global__ void swap_pairs(int *a)
{
    __shared__ int s[50];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 50 + t];
    __syncwarp();
    a[blockIdx.x * 50 + t] = s[t ^ 1];
}

CASE(syncwarp_in_partial_warp)
{
    int *a = device_numbers<int>(500);
    swap_pairs<<<10, 50>>>(a);
    LAUNCHED();
    std::vector<int> got = host_copy(a, 500);
    CHECK(got[0] == 1 && got[499] == 498);
    release(a);
}

// case: warp_aggregated_atomics
// The active lanes choose a leader, who adds for all of them.
__device__ int take_place(int *count)
{
    unsigned mask = __activemask();
    int lane = threadIdx.x % 32, leader = __ffs(mask) - 1, first = 0;
    if (lane == leader)
        first = atomicAdd(count, __popc(mask));
    first = __shfl_sync(mask, first, leader);
    return first + __popc(mask & ((1u << lane) - 1));
}

__global__ void keep_multiples(const int *a, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % 3 == 0)
        out[take_place(count)] = a[i];
}

CASE(warp_aggregated_atomics)
{
    int *a = device_numbers<int>(900), *out = device_zeros<int>(300), *count = device_zeros<int>(1);
    keep_multiples<<<9, 100>>>(a, 900, out, count);
    LAUNCHED();
    long sum = 0;
    for (int value : host_copy(out, 300))
        sum += value;
    CHECK(host_copy(count, 1)[0] == 300 && sum == 3l * 299 * 300 / 2);
    release(a, out, count);
}

// case: votes_and_matches
// Lanes learn from each other by votes and matches alone.
__global__ void vote(const int *a, int *out)
{
    int i = blockIdx.x * 32 + threadIdx.x, value = a[i] % 4;
    unsigned same = __match_any_sync(FULL, value), low = __ballot_sync(FULL, value < 2);
    int all = __all_sync(FULL, value < 4), any = __any_sync(FULL, value > 3);
    out[i] = __popc(same) * 1000 + __popc(low) * 10 + all - any;
}

CASE(votes_and_matches)
{
    int *a = device_numbers<int>(320), *out = device_zeros<int>(320);
    vote<<<10, 32>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 320)[319] == 8161);
    release(a, out);
}

// case: transpose_in_warp
// A warp turns its own matrix of 32 by 32, padded by a column, with one __syncwarp().
__global__ void transpose(const float *a, float *b)
{
    __shared__ float m[32][33];
    int lane = threadIdx.x, first = blockIdx.x * 1024;
    for (int row = 0; row < 32; row++)
        m[row][lane] = a[first + row * 32 + lane];
    __syncwarp();
    for (int row = 0; row < 32; row++)
        b[first + row * 32 + lane] = m[lane][row];
}

CASE(transpose_in_warp)
{
    float *a = device_numbers<float>(3 * 1024), *b = device_zeros<float>(3 * 1024);
    transpose<<<3, 32>>>(a, b);
    LAUNCHED();
    CHECK(host_copy(b, 1024)[33 * 5 + 1] == 6 * 32 + 5);
    release(a, b);
}

// case: loop_with_two_syncwarps
// The warp waits after writing and after reading, in each turn.
__global__ void spread(int *a, int rounds)
{
    __shared__ int s[64];
    int t = threadIdx.x, first = t / 32 * 32, lane = t % 32, value = a[t];
    for (int k = 1; k <= rounds; k++) {
        s[t] = value;
        __syncwarp();
        value += s[first + (lane + k) % 32];
        __syncwarp();
    }
    a[t] = value;
}

CASE(loop_with_two_syncwarps)
{
    int *a = device_filled<int>(64, 1);
    spread<<<1, 64>>>(a, 4);
    LAUNCHED();
    CHECK(host_copy(a, 64)[63] == 16);
    release(a);
}

// case: global_cells_between_lanes
// Lanes pass numbers through global memory, with __syncwarp() between.
__global__ void pass_on(const int *a, int *through, int *out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    through[i] = a[i];
    __syncwarp();
    out[i] = through[i ^ 31];
}

CASE(global_cells_between_lanes)
{
    int *a = device_numbers<int>(64 * 32), *through = device_zeros<int>(64 * 32);
    int *out = device_zeros<int>(64 * 32);
    pass_on<<<64, 32>>>(a, through, out);
    LAUNCHED();
    CHECK(host_copy(out, 64 * 32)[0] == 31);
    release(a, through, out);
}

// case: branch_then_syncwarp
// Even lanes write in a branch, and the warp waits behind it.
__global__ void pair_sums(const short *a, short *out)
{
    __shared__ short s[32];
    int lane = threadIdx.x;
    if (lane % 2 == 0)
        s[lane] = a[lane];
    __syncwarp();
    if (lane % 2 == 1)
        out[lane] = static_cast<short>(a[lane] + s[lane - 1]);
}

CASE(branch_then_syncwarp)
{
    short *a = device_numbers<short>(32), *out = device_zeros<short>(32);
    pair_sums<<<1, 32>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 32)[31] == 61);
    release(a, out);
}

// case: lanes_return_before_syncwarp
// Lanes that have returned need not come to a __syncwarp() that names them.
__global__ void first_ones(int *a, int n)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    if (lane >= n)
        return;
    s[lane] = a[lane];
    __syncwarp();
    a[lane] = s[n - 1 - lane];
}

CASE(lanes_return_before_syncwarp)
{
    int *a = device_numbers<int>(32);
    first_ones<<<1, 32>>>(a, 11);
    LAUNCHED();
    CHECK(host_copy(a, 32)[0] == 10 && host_copy(a, 32)[11] == 11);
    release(a);
}

// case: queue_of_each_warp
// Each warp fills its own part of shared memory in places found by a ballot.
__global__ void sort_by_sign(const int *a, int *out)
{
    __shared__ int s[4][32];
    int t = threadIdx.x, warp = t / 32, lane = t % 32, value = a[blockIdx.x * 128 + t];
    unsigned negative = __ballot_sync(FULL, value < 0), below = (1u << lane) - 1;
    int place = value < 0 ? __popc(negative & below) : __popc(negative) + __popc(~negative & below);
    s[warp][place] = value;
    __syncwarp();
    out[blockIdx.x * 128 + t] = s[warp][lane];
}

CASE(queue_of_each_warp)
{
    std::vector<int> host(256);
    for (int i = 0; i < 256; i++)
        host[i] = i % 2 == 0 ? i : -i;
    int *a = device_zeros<int>(256), *out = device_zeros<int>(256);
    CUDA(cudaMemcpy(a, host.data(), 256 * sizeof(int), cudaMemcpyHostToDevice));
    sort_by_sign<<<2, 128>>>(a, out);
    LAUNCHED();
    std::vector<int> got = host_copy(out, 256);
    CHECK(got[15] == -31 && got[16] == 0 && got[255] == 254);
    release(a, out);
}

// case: broadcast_through_shared
// One lane writes, the warp waits, all read, the warp waits, and so on.
__global__ void broadcast(const int *a, int *out)
{
    __shared__ int cell[2];
    int t = threadIdx.x, warp = t / 32, sum = 0;
    for (int lane = 0; lane < 32; lane += 9) {
        if (t % 32 == lane)
            cell[warp] = a[t];
        __syncwarp();
        sum += cell[warp];
        __syncwarp();
    }
    out[t] = sum;
}

CASE(broadcast_through_shared)
{
    int *a = device_numbers<int>(64), *out = device_zeros<int>(64);
    broadcast<<<1, 64>>>(a, out);
    LAUNCHED();
    std::vector<int> got = host_copy(out, 64);
    CHECK(got[0] == 54 && got[63] == 54 + 4 * 32);
    release(a, out);
}

// case: block_of_one_thread
// A warp of one lane: all of this holds for it as well.
__global__ void alone(int *a)
{
    __shared__ int s;
    s = a[blockIdx.x];
    __syncwarp();
    __syncthreads();
    a[blockIdx.x] = s + __popc(__activemask()) + __shfl_sync(1u, s, 0);
}

CASE(block_of_one_thread)
{
    int *a = device_numbers<int>(70);
    alone<<<70, 1>>>(a);
    LAUNCHED();
    CHECK(host_copy(a, 70)[69] == 139);
    release(a);
}

// case: syncwarp_of_each_half
// Each branch has the mask of its lanes.
__global__ void halves_apart(int *a)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 16) {
        __syncwarp(0x0000ffffu);
        a[t] = s[t ^ 1];
    } else {
        __syncwarp(0xffff0000u);
        a[t] = s[t ^ 2];
    }
}

CASE(syncwarp_of_each_half)
{
    int *a = device_zeros<int>(32);
    halves_apart<<<1, 32>>>(a);
    LAUNCHED();
    CHECK(host_copy(a, 32)[16] == 18);
    release(a);
}

// case: volatile_flag_in_a_warp
// One lane waits for another in global memory, and fences stand on both sides.
__global__ void pass_in_a_warp(int *data, volatile int *flags, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x == 5) {
        data[b] = 7;
        __threadfence();
        flags[b] = 1;
    } else if (threadIdx.x == 9) {
        while (flags[b] == 0)
            ;
        __threadfence();
        out[b] = data[b];
    }
}

CASE(volatile_flag_in_a_warp)
{
    int *data = device_zeros<int>(6), *flags = device_zeros<int>(6), *out = device_zeros<int>(6);
    pass_in_a_warp<<<6, 32>>>(data, flags, out);
    LAUNCHED();
    release(data, flags, out);
}

// case: atomic_objects_in_a_warp
// Lanes load and store atomic objects in shared memory: these never race, whoever comes first.
__global__ void count_up(int *out)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> highest;
    int lane = threadIdx.x;
    if (lane == 0)
        highest.store(0, cuda::memory_order_relaxed);
    __syncwarp();
    if (highest.load(cuda::memory_order_relaxed) < lane)
        highest.store(lane, cuda::memory_order_relaxed);
    __syncwarp();
    if (lane == 3)
        out[blockIdx.x] = highest.load(cuda::memory_order_relaxed) > 0;
}

CASE(atomic_objects_in_a_warp)
{
    int *out = device_zeros<int>(4);
    count_up<<<4, 32>>>(out);
    LAUNCHED();
    CHECK(host_copy(out, 4)[3] == 1);
    release(out);
}
