// Races between lanes of one warp, and warp functions with the wrong mask.
#include "corpus.h"

// case: neighbour_lane_without_syncwarp
// A lane reads the cell of its neighbour, which nothing says has been written.
__global__ void add_neighbour_lane(int *a)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = a[lane];             // fault: race-warp
    a[lane] += s[(lane + 1) % 32]; // fault: race-warp [uninitialised]
}

CASE(neighbour_lane_without_syncwarp)
{
    int *a = device_numbers<int>(32);
    add_neighbour_lane<<<1, 32>>>(a);
    LAUNCHED();
    release(a);
}

// case: warp_reduction_without_syncwarp
// The last levels of the tree rely on a warp in lockstep.
__device__ void reduce_last_warp(float *s, int t)
{
    s[t] += s[t + 16]; // fault: race-warp
    s[t] += s[t + 8];  // fault: race-warp
    s[t] += s[t + 4];  // fault: race-warp
    s[t] += s[t + 2];  // fault: race-warp
    s[t] += s[t + 1];  // fault: race-warp
}

__global__ void sum_block(const float *a, float *sums)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        __syncwarp();
        reduce_last_warp(s, t);
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

CASE(warp_reduction_without_syncwarp)
{
    float *a = device_numbers<float>(20 * 64), *sums = device_zeros<float>(20);
    sum_block<<<20, 64>>>(a, sums);
    LAUNCHED();
    release(a, sums);
}

// case: volatile_warp_reduction
// volatile does not order the lanes: what was common on GPUs before Volta is a race.
__global__ void sum_warp_volatile(const int *a, int *sums)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 64 + t];
    __syncthreads();
    if (t < 32) {
        for (int d = 32; d > 0; d /= 2)
            s[t] = s[t] + s[t + d]; // fault: race-warp
        if (t == 0)
            sums[blockIdx.x] = s[0];
    }
}

CASE(volatile_warp_reduction)
{
    int *a = device_numbers<int>(10 * 64), *sums = device_zeros<int>(10);
    sum_warp_volatile<<<10, 64>>>(a, sums);
    LAUNCHED();
    release(a, sums);
}

// case: shuffle_is_no_barrier
// A shuffle makes the lanes meet but does not order their memory accesses.
__global__ void reverse_with_shuffle(int *a)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = 0;
    __syncwarp();
    s[lane] = a[lane]; // fault: race-warp
    int first = __shfl_sync(FULL, a[lane], 0);
    a[lane] = s[31 - lane] + first; // fault: race-warp
}

CASE(shuffle_is_no_barrier)
{
    int *a = device_numbers<int>(32);
    reverse_with_shuffle<<<1, 32>>>(a);
    LAUNCHED();
    release(a);
}

// case: vote_is_no_barrier
// A ballot makes the lanes meet but does not order their memory accesses.
__global__ void pass_on(const int *a, int *through, int *out)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    through[i] = a[i]; // fault: race-warp
    unsigned odd = __ballot_sync(FULL, a[i] & 1);
    out[i] = through[i ^ 1] + __popc(odd); // fault: race-warp
}

CASE(vote_is_no_barrier)
{
    int *a = device_numbers<int>(640), *through = device_zeros<int>(640);
    int *out = device_zeros<int>(640);
    pass_on<<<20, 32>>>(a, through, out);
    LAUNCHED();
    release(a, through, out);
}

// case: half_warp_synchronised
// Each half of the warp synchronises with itself, then reads what the other half wrote.
__global__ void swap_halves(int *a)
{
    __shared__ int s[4][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    s[warp][lane] = 0;
    __syncthreads();
    s[warp][lane] = a[threadIdx.x]; // fault: race-warp
    __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
    a[threadIdx.x] = s[warp][(lane + 16) % 32]; // fault: race-warp
}

CASE(half_warp_synchronised)
{
    int *a = device_numbers<int>(128);
    swap_halves<<<1, 128>>>(a);
    LAUNCHED();
    release(a);
}

// case: in_place_shift
// Each lane reads its neighbour's cell and overwrites its own with nothing between.
__global__ void shift_left(float *a, int n)
{
    int i = threadIdx.x;
    if (i < n - 1) {
        float next = a[i + 1]; // fault: race-warp
        a[i] = next * 2;       // fault: race-warp
    }
}

CASE(in_place_shift)
{
    float *a = device_numbers<float>(32);
    shift_left<<<1, 32>>>(a, 32);
    LAUNCHED();
    release(a);
}

// case: loop_with_one_syncwarp
// The warp waits after writing but not after reading: the next turn overwrites too early.
__global__ void spread(int *a, int rounds)
{
    __shared__ int s[32];
    int lane = threadIdx.x, value = a[lane];
    for (int k = 1; k <= rounds; k++) {
        s[lane] = value; // fault: race-warp
        __syncwarp();
        value += s[(lane + k) % 32]; // fault: race-warp
    }
    a[lane] = value;
}

CASE(loop_with_one_syncwarp)
{
    int *a = device_numbers<int>(32);
    spread<<<1, 32>>>(a, 4);
    LAUNCHED();
    release(a);
}

// case: lanes_write_one_cell
// All lanes write their own number to the same cell of shared memory.
__global__ void choose_any(int *out)
{
    __shared__ int chosen;
    chosen = threadIdx.x; // fault: race-warp
    __syncwarp();
    if (threadIdx.x == 3)
        out[blockIdx.x] = chosen;
}

CASE(lanes_write_one_cell)
{
    int *out = device_zeros<int>(44);
    choose_any<<<44, 32>>>(out);
    LAUNCHED();
    release(out);
}

// case: bits_of_one_byte
// Eight lanes set bits of one byte of global memory by reading and writing all of it.
__global__ void set_flags(const int *a, unsigned char *flags)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] % 3 != 0)
        flags[i / 8] |= static_cast<unsigned char>(1 << (i % 8)); // fault: race-warp
}

CASE(bits_of_one_byte)
{
    int *a = device_numbers<int>(64 * 8);
    unsigned char *flags = device_zeros<unsigned char>(64);
    set_flags<<<8, 64>>>(a, flags);
    LAUNCHED();
    release(a, flags);
}

// case: branch_without_syncwarp
// Odd lanes read behind the branch in which even lanes wrote.
__global__ void pair_sums(const short *a, short *out)
{
    __shared__ short s[32];
    int lane = threadIdx.x;
    s[lane] = 0;
    __syncwarp();
    if (lane % 2 == 0) {
        s[lane] = a[lane]; // fault: race-warp
    } else {
        out[lane] = static_cast<short>(a[lane] + s[lane - 1]); // fault: race-warp
    }
}

CASE(branch_without_syncwarp)
{
    short *a = device_numbers<short>(32), *out = device_zeros<short>(32);
    pair_sums<<<1, 32>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: matrix_column_of_warp
// A warp writes rows of its small matrix and reads columns without __syncwarp().
template <int N> struct square {
    float cell[N][N + 1];
};

__global__ void transpose_in_warp(const float *a, float *b)
{
    __shared__ square<32> m;
    int lane = threadIdx.x;
    for (int row = 0; row < 32; row++)
        m.cell[row][lane] = a[row * 32 + lane]; // fault: race-warp
    for (int row = 0; row < 32; row++)
        b[row * 32 + lane] = m.cell[lane][row]; // fault: race-warp [uninitialised]
}

CASE(matrix_column_of_warp)
{
    float *a = device_numbers<float>(1024), *b = device_zeros<float>(1024);
    transpose_in_warp<<<1, 32>>>(a, b);
    LAUNCHED();
    release(a, b);
}

// case: syncwarp_without_caller
// Upper lanes call __syncwarp() with a mask that names the lower lanes only.
__global__ void sync_lower_half(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    __syncwarp(0x0000ffff); // fault: syncwarp-mask
    a[i] += 1;
}

CASE(syncwarp_without_caller)
{
    int *a = device_zeros<int>(128);
    sync_lower_half<<<2, 64>>>(a);
    LAUNCHED();
    release(a);
}

// case: shuffle_without_caller
// All lanes shuffle, but the mask was written for half a warp.
__global__ void half_sum(const int *a, int *sums)
{
    int t = threadIdx.x, value = a[blockIdx.x * 32 + t];
    for (int d = 8; d > 0; d /= 2)
        value += __shfl_down_sync(0x0000ffff, value, d, 16); // fault: syncwarp-mask
    if (t == 0)
        sums[blockIdx.x] = value;
}

CASE(shuffle_without_caller)
{
    int *a = device_numbers<int>(320), *sums = device_zeros<int>(10);
    half_sum<<<10, 32>>>(a, sums);
    LAUNCHED();
    release(a, sums);
}

// case: ballot_mask_one_lane_short
// The mask leaves out the highest lane, which calls all the same.
__global__ void count_positive(const int *a, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(0x7fffffff, a[i] > 0); // fault: syncwarp-mask
    if (threadIdx.x % 32 == 0)
        counts[i / 32] = __popc(votes);
}

CASE(ballot_mask_one_lane_short)
{
    int *a = device_numbers<int>(192), *counts = device_zeros<int>(6);
    count_positive<<<2, 96>>>(a, counts);
    LAUNCHED();
    release(a, counts);
}

// case: shuffle_from_lane_outside_mask
// The lower lanes read a register of lane 20, which takes no part.
__global__ void take_from_outside(int *a)
{
    int lane = threadIdx.x, value = a[lane];
    if (lane < 16)
        a[lane] = __shfl_sync(0x0000ffff, value, 20); // fault: syncwarp-mask
}

CASE(shuffle_from_lane_outside_mask)
{
    int *a = device_numbers<int>(32);
    take_from_outside<<<1, 32>>>(a);
    LAUNCHED();
    release(a);
}

// case: block_of_48_sums_full_warps
// The second warp has 16 lanes, and the first step of its sum reads lanes that do not exist.
__global__ void sum_of_48(const int *a, int *sums)
{
    __shared__ int parts[2];
    int t = threadIdx.x, value = a[blockIdx.x * 48 + t];
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_down_sync(FULL, value, d); // fault: syncwarp-mask
    if (t % 32 == 0)
        parts[t / 32] = value;
    __syncthreads();
    if (t == 0)
        sums[blockIdx.x] = parts[0] + parts[1];
}

CASE(block_of_48_sums_full_warps)
{
    int *a = device_numbers<int>(12 * 48), *sums = device_zeros<int>(12);
    sum_of_48<<<12, 48>>>(a, sums);
    LAUNCHED();
    release(a, sums);
}

// case: tail_lanes_returned
// Threads past the end have returned when their registers are read by a shuffle.
__global__ void sum_with_tail(const float *a, int n, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = a[i];
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_xor_sync(FULL, value, d); // fault: syncwarp-mask
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, value);
}

CASE(tail_lanes_returned)
{
    float *a = device_numbers<float>(108), *sum = device_zeros<float>(1);
    sum_with_tail<<<2, 64>>>(a, 108, sum);
    LAUNCHED();
    release(a, sum);
}

// case: shuffle_in_divergent_branch
// The lower half names the whole warp, while the upper half waits at the block's barrier.
__global__ void shuffle_half(int *a)
{
    int t = threadIdx.x, value = a[t];
    if (t % 32 < 16)
        value += __shfl_sync(FULL, value, 0); // fault: syncwarp-mask
    __syncthreads();                          // fault: [syncwarp-mask barrier-divergence]
    a[t] = value;
}

CASE(shuffle_in_divergent_branch)
{
    int *a = device_numbers<int>(64);
    shuffle_half<<<1, 64>>>(a);
    LAUNCHED();
    release(a);
}

// case: masks_that_disagree
// The two halves meet apart, but the mask of the lower one names a lane of the upper one.
__global__ void meet_apart(int *a)
{
    int lane = threadIdx.x;
    if (lane < 16) {
        a[lane] += 1;
        __syncwarp(0x0001ffff); // fault: syncwarp-mask
    } else {
        a[lane] += 2;
        __syncwarp(0xffff0000); // fault: [syncwarp-mask]
    }
    __syncthreads(); // fault: [syncwarp-mask barrier-divergence]
}

CASE(masks_that_disagree)
{
    int *a = device_numbers<int>(32);
    meet_apart<<<1, 32>>>(a);
    LAUNCHED();
    release(a);
}

// case: tail_mask_for_every_warp
// The mask of the last, partial warp is used by the full warps too.
__global__ void count_matches(const int *a, int n, int wanted, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = (1u << (n % 32)) - 1;
    if (i < n) {
        unsigned votes = __ballot_sync(mask, a[i] == wanted); // fault: syncwarp-mask
        if (threadIdx.x % 32 == 0)
            atomicAdd(count, __popc(votes));
    }
}

CASE(tail_mask_for_every_warp)
{
    int *a = device_filled<int>(150, 6), *count = device_zeros<int>(1);
    count_matches<<<3, 64>>>(a, 150, 6, count);
    LAUNCHED();
    release(a, count);
}

// case: shuffle_up_from_idle_lanes
// Only odd lanes shuffle, and read from the even lanes below them.
__global__ void take_from_even(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2 == 1) {
        int below = __shfl_up_sync(0xaaaaaaaa, a[i], 1); // fault: syncwarp-mask
        a[i] = below;
    }
}

CASE(shuffle_up_from_idle_lanes)
{
    int *a = device_numbers<int>(5 * 96);
    take_from_even<<<5, 96>>>(a);
    LAUNCHED();
    release(a);
}

// case: syncwarp_in_both_branches
// The halves of a warp go separate ways, and each mask names both.
__global__ void two_ways(int *a)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 16) {
        __syncwarp(); // fault: syncwarp-mask
        a[t] = s[t ^ 1];
    } else {
        __syncwarp(); // fault: syncwarp-mask
        a[t] = s[t ^ 2];
    }
}

CASE(syncwarp_in_both_branches)
{
    int *a = device_zeros<int>(32);
    two_ways<<<1, 32>>>(a);
    LAUNCHED();
    release(a);
}

// case: volatile_reduction_in_global
// The same habit in global memory: volatile orders the lanes there no more than in shared memory.
__global__ void sum_rows_volatile(volatile int *rows)
{
    volatile int *row = rows + blockIdx.x * 32;
    int lane = threadIdx.x;
    for (int d = 16; d > 0; d /= 2)
        if (lane < d)
            row[lane] = row[lane] + row[lane + d]; // fault: race-warp
}

CASE(volatile_reduction_in_global)
{
    int *rows = device_numbers<int>(5 * 32);
    sum_rows_volatile<<<5, 32>>>(rows);
    LAUNCHED();
    release(rows);
}
