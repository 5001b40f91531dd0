// Races in shared memory between warps of one block.
#include "corpus.h"

#include <cub/cub.cuh>

// case: reverse_without_barrier
// The block reads what its other warps write, without a barrier between.
__global__ void reverse_block(int *a)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 128 + t];       // fault: race-shared
    a[blockIdx.x * 128 + t] = s[127 - t]; // fault: race-shared [uninitialised]
}

CASE(reverse_without_barrier)
{
    int *a = device_numbers<int>(40 * 128);
    reverse_block<<<40, 128>>>(a);
    LAUNCHED();
    release(a);
}

// case: tiles_without_second_barrier
// The next tile is loaded while slower warps still multiply with this one.
__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[16][16], tb[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        ta[y][x] = a[row * n + k + x];      // fault: race-shared [race-warp]
        tb[y][x] = b[(k + y) * n + column]; // fault: race-shared [race-warp]
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += ta[y][j] * tb[j][x]; // fault: race-shared [race-warp]
    }
    c[row * n + column] = sum;
}

CASE(tiles_without_second_barrier)
{
    const int n = 48;
    float *a = device_numbers<float>(n * n), *b = device_numbers<float>(n * n);
    float *c = device_zeros<float>(n * n);
    multiply<<<dim3(3, 3), dim3(16, 16)>>>(a, b, c, n);
    LAUNCHED();
    release(a, b, c);
}

// case: reduction_without_barrier
// The levels of the tree are not separated by a barrier.
__global__ void sum_tree(const int *a, int *sums)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int half = 128; half >= 32; half /= 2) {
        if (t < half)
            s[t] += s[t + half]; // fault: race-shared
    }
    __syncthreads();
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

CASE(reduction_without_barrier)
{
    int *a = device_numbers<int>(8 * 256), *sums = device_zeros<int>(8);
    sum_tree<<<8, 256>>>(a, sums);
    LAUNCHED();
    release(a, sums);
}

// case: arrays_carved_overlapping
// The second array in dynamic shared memory begins before the first one ends.
__global__ void two_arrays(const int *a, int *out)
{
    extern __shared__ int dynamic[];
    int t = threadIdx.x, n = blockDim.x;
    int *first = dynamic, *second = dynamic + n / 2;
    first[t] = a[t];      // fault: race-shared
    second[t] = a[t] * 2; // fault: race-shared
    __syncthreads();
    out[t] = first[t] + second[t];
}

CASE(arrays_carved_overlapping)
{
    int *a = device_numbers<int>(128), *out = device_zeros<int>(128);
    two_arrays<<<1, 128, 2 * 128 * sizeof(int)>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: shared_histogram_without_atomic
// Threads of several warps increment bins in shared memory by plain accesses.
__global__ void block_histogram(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned local[16];
    int t = threadIdx.x;
    if (t < 16)
        local[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        local[text[i] % 16]++; // fault: race-shared [race-warp race-same-value]
    __syncthreads();
    if (t < 16)
        bins[t] = local[t];
}

CASE(shared_histogram_without_atomic)
{
    unsigned char *text = device_numbers<unsigned char>(1000);
    unsigned *bins = device_zeros<unsigned>(16);
    block_histogram<<<1, 160>>>(text, 1000, bins);
    LAUNCHED();
    release(text, bins);
}

// case: scan_in_one_buffer
// Each step of the scan overwrites cells that other warps still have to read.
__global__ void scan_single_buffer(int *a)
{
    __shared__ int s[96];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = 32; d < 96; d *= 2) {
        if (t >= d)
            s[t] += s[t - d]; // fault: race-shared
        __syncthreads();
    }
    a[t] = s[t];
}

CASE(scan_in_one_buffer)
{
    int *a = device_numbers<int>(96);
    scan_single_buffer<<<1, 96>>>(a);
    LAUNCHED();
    release(a);
}

// case: broadcast_without_barrier
// One thread computes a number for the block, which the others read at once.
__global__ void scale_by_first(float *a)
{
    __shared__ float factor;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == blockDim.x - 1)
        factor = a[i] + 1; // fault: race-shared
    __syncwarp();
    a[i] *= factor; // fault: race-shared [uninitialised]
}

CASE(broadcast_without_barrier)
{
    float *a = device_filled<float>(10 * 80, 2.0f);
    scale_by_first<<<10, 80>>>(a);
    LAUNCHED();
    release(a);
}

// case: warp_barrier_for_block
// __syncwarp() stands where the whole block has to wait.
template <int N> __global__ void rotate(int *a, int by)
{
    __shared__ int s[N];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * N + t]; // fault: race-shared
    __syncwarp();
    a[blockIdx.x * N + t] = s[(t + by) % N]; // fault: race-shared [uninitialised]
}

CASE(warp_barrier_for_block)
{
    int *a = device_numbers<int>(6 * 72);
    rotate<72><<<6, 72>>>(a, 40);
    LAUNCHED();
    release(a);
}

// case: counter_zeroed_late
// No barrier stands between the zeroing of the counter and the atomic additions to it.
__global__ void count_odd(const int *a, int *counts)
{
    __shared__ int count;
    int t = threadIdx.x;
    if (t == 32)
        count = 0; // fault: race-shared [race-warp]
    if (a[blockIdx.x * 64 + t] % 2 == 1)
        atomicAdd(&count, 1); // fault: race-shared [uninitialised race-warp]
    __syncthreads();
    if (t == 0)
        counts[blockIdx.x] = count;
}

CASE(counter_zeroed_late)
{
    int *a = device_numbers<int>(30 * 64), *counts = device_zeros<int>(30);
    count_odd<<<30, 64>>>(a, counts);
    LAUNCHED();
    release(a, counts);
}

// case: counter_read_early
// The total is read while other warps may still add to it.
__global__ void total_of_block(const int *a, int *totals)
{
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0)
        total = 0;
    __syncthreads();
    if (t % 32 == 1)
        atomicAdd(&total, a[blockIdx.x * blockDim.x + t]); // fault: race-shared
    __syncwarp();
    if (t == 0)
        totals[blockIdx.x] = total; // fault: race-shared
}

CASE(counter_read_early)
{
    int *a = device_numbers<int>(12 * 100), *totals = device_zeros<int>(12);
    total_of_block<<<12, 100>>>(a, totals);
    LAUNCHED();
    release(a, totals);
}

// case: neighbouring_bytes
// Each thread writes its byte and the one after it, which at the edge is another warp's.
__global__ void mark_bytes(unsigned char *out)
{
    __shared__ unsigned char marks[65];
    int t = threadIdx.x;
    marks[t] = 1; // fault: race-shared
    __syncwarp();
    if (t % 32 == 31)
        marks[t + 1] = 2; // fault: race-shared
    __syncthreads();
    out[t] = marks[t];
}

CASE(neighbouring_bytes)
{
    unsigned char *out = device_zeros<unsigned char>(64);
    mark_bytes<<<1, 64>>>(out);
    LAUNCHED();
    release(out);
}

// case: helper_used_twice
// The helper's shared array is written again while other warps still read the first result.
__device__ int block_max(int value)
{
    __shared__ int parts[4];
    int warp = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2)
        value = max(value, __shfl_xor_sync(FULL, value, d));
    if (threadIdx.x % 32 == 0)
        parts[warp] = value; // fault: race-shared [race-warp]
    __syncthreads();
    int best = parts[0]; // fault: race-shared [race-warp]
    for (int w = 1; w < 4; w++)
        best = max(best, parts[w]); // fault: race-shared [race-warp]
    return best;
}

__global__ void range_of_block(const int *a, int *out)
{
    int value = a[blockIdx.x * 128 + threadIdx.x];
    int highest = block_max(value);
    int lowest = -block_max(-value);
    if (threadIdx.x == 0)
        out[blockIdx.x] = highest - lowest;
}

CASE(helper_used_twice)
{
    int *a = device_numbers<int>(10 * 128), *out = device_zeros<int>(10);
    range_of_block<<<10, 128>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: transpose_tile_without_barrier
// Columns of the tile are read before all of its rows have been written.
__global__ void transpose_tile(const float *a, float *b, int n)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        tile[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x]; // fault: race-shared [race-warp]
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        b[(y + k) * n + x] =
            tile[threadIdx.x][threadIdx.y + k]; // fault: race-shared [uninitialised race-warp]
}

CASE(transpose_tile_without_barrier)
{
    const int n = 64;
    float *a = device_numbers<float>(n * n), *b = device_zeros<float>(n * n);
    transpose_tile<<<dim3(2, 2), dim3(32, 8)>>>(a, b, n);
    LAUNCHED();
    release(a, b);
}

// case: halo_loaded_after_barrier
// The halo is loaded behind the barrier that was meant to wait for it.
__global__ void three_point(const int *a, int *b, int n)
{
    __shared__ int s[66];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t + 1] = a[i];
    __syncthreads();
    if (t == 0)
        s[65] = i + 64 < n ? a[i + 64] : 0; // fault: race-shared
    if (t == 63)
        s[0] = i - 64 >= 0 ? a[i - 64] : 0; // fault: race-shared
    b[i] = s[t] + 2 * s[t + 1] + s[t + 2];  // fault: race-shared [uninitialised]
}

CASE(halo_loaded_after_barrier)
{
    const int n = 20 * 64;
    int *a = device_numbers<int>(n), *b = device_zeros<int>(n);
    three_point<<<20, 64>>>(a, b, n);
    LAUNCHED();
    release(a, b);
}

// case: size_written_by_all_threads
// All threads write the same number to one shared variable.
__global__ void shared_size(int *out, int n)
{
    __shared__ int size;
    size = n; // fault: race-same-value
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = size;
}

CASE(size_written_by_all_threads)
{
    int *out = device_zeros<int>(3 * 200);
    shared_size<<<3, 200>>>(out, 200);
    LAUNCHED();
    release(out);
}

// case: double_buffer_not_swapped
// The index of the buffer never changes: the next load overwrites what is being read.
__global__ void pipeline(const int *a, int *sums, int steps)
{
    __shared__ int buffer[2][64];
    int t = threadIdx.x, now = 0, sum = 0;
    buffer[now][t] = a[t];
    __syncthreads();
    for (int k = 1; k <= steps; k++) {
        int next = now;
        if (k < steps)
            buffer[next][t] = a[k * 64 + t]; // fault: race-shared
        sum += buffer[now][(t + 32) % 64];   // fault: race-shared
        __syncthreads();
        now = next;
    }
    sums[t] = sum;
}

CASE(double_buffer_not_swapped)
{
    int *a = device_numbers<int>(8 * 64), *sums = device_zeros<int>(64);
    pipeline<<<1, 64>>>(a, sums, 8);
    LAUNCHED();
    release(a, sums);
}

// case: memory_reused_as_other_type
// The integers in dynamic shared memory are overwritten by floats while others read them.
__global__ void two_phases(const int *a, float *out)
{
    extern __shared__ unsigned char raw[];
    int *numbers = reinterpret_cast<int *>(raw);
    float *parts = reinterpret_cast<float *>(raw);
    int t = threadIdx.x, n = blockDim.x;
    numbers[t] = a[blockIdx.x * n + t];
    __syncthreads();
    int other = numbers[n - 1 - t]; // fault: race-shared
    parts[t] = other * 0.5f + 1;    // fault: race-shared
    __syncthreads();
    out[blockIdx.x * n + t] = parts[t];
}

CASE(memory_reused_as_other_type)
{
    int *a = device_numbers<int>(9 * 64);
    float *out = device_zeros<float>(9 * 64);
    two_phases<<<9, 64, 64 * sizeof(int)>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: last_flag_without_barrier
// The block's other warps read the flag of the first one without waiting for it.
__global__ void skip_empty(const int *a, int *out)
{
    __shared__ bool empty;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        empty = true;
    __syncthreads();
    if (t == 33 && a[i] != 0)
        empty = false; // fault: race-shared
    __syncwarp();
    if (!empty) // fault: race-shared
        out[i] = a[i];
}

CASE(last_flag_without_barrier)
{
    int *a = device_numbers<int>(15 * 70), *out = device_zeros<int>(15 * 70);
    skip_empty<<<15, 70>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: struct_read_while_written
// A whole structure is copied from shared memory while another warp changes one member.
struct particle {
    float x, y, z, mass;
};

__global__ void move_particles(particle *p)
{
    __shared__ particle near[64];
    int t = threadIdx.x;
    near[t] = p[t];
    __syncthreads();
    particle other = near[(t + 32) % 64]; // fault: race-shared
    near[t].mass = other.x + 1;           // fault: race-shared
    __syncthreads();
    p[t] = near[t];
}

CASE(struct_read_while_written)
{
    particle *p = device_filled<particle>(64, particle{1, 2, 3, 4});
    move_particles<<<1, 64>>>(p);
    LAUNCHED();
    release(p);
}

// case: bytes_of_a_shared_word
// Two warps write the first byte of each word, and a third one the second byte meanwhile.
__global__ void write_one_byte(char *out)
{
    __shared__ char bytes[32][4];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    if (warp == 1)
        bytes[lane][1] = 5;
    else
        bytes[lane][0] = static_cast<char>(warp); // fault: race-shared
    __syncthreads();
    if (t < 32)
        out[t] = static_cast<char>(bytes[t][0] + bytes[t][1]);
}

CASE(bytes_of_a_shared_word)
{
    char *out = device_zeros<char>(32);
    write_one_byte<<<1, 96>>>(out);
    LAUNCHED();
    release(out);
}

// case: volatile_flag_without_fence
// Between two warps, a volatile flag says that the cells are filled, but no fence or barrier.
__global__ void pass_in_block(const int *a, int *out)
{
    __shared__ int cell;
    __shared__ volatile int ready;
    int t = threadIdx.x;
    if (t == 0) {
        ready = 0;
        cell = 0;
    }
    __syncthreads();
    if (t == 0) {
        cell = a[blockIdx.x]; // fault: race-shared|missing-fence
        ready = 1;
    } else if (t == 32) {
        while (ready == 0)
            __nanosleep(20);
        out[blockIdx.x] = cell; // fault: race-shared|missing-fence
    }
}

CASE(volatile_flag_without_fence)
{
    int *a = device_numbers<int>(20), *out = device_zeros<int>(20);
    pass_in_block<<<20, 64>>>(a, out);
    LAUNCHED();
    release(a, out);
}

// case: barrier_in_half_of_the_turns
// The barrier is reached in every other turn only, the buffer written in each.
__global__ void sum_neighbours(const int *a, int *out, int turns)
{
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    s[t] = 0;
    __syncthreads();
    for (int k = 0; k < turns; k++) {
        s[t] = a[k * 64 + t]; // fault: race-shared
        if (k % 2 == 0)
            __syncthreads();
        sum += s[(t + 32) % 64]; // fault: race-shared
        if (k % 2 == 0)
            __syncthreads();
    }
    out[t] = sum;
}

CASE(barrier_in_half_of_the_turns)
{
    int *a = device_numbers<int>(256), *out = device_zeros<int>(64);
    sum_neighbours<<<1, 64>>>(a, out, 4);
    LAUNCHED();
    release(a, out);
}

// case: copy_of_a_large_struct
// Another warp reads the structure while the first one still copies it.
struct settings {
    float weights[20];
    int count;
};

__global__ void apply(const settings *from, float *out)
{
    __shared__ settings s;
    int t = threadIdx.x;
    if (t == 0)
        s = *from; // fault: race-shared [race-warp]
    __syncwarp();
    out[t] = s.weights[t % 20]; // fault: race-shared [uninitialised race-warp]
}

CASE(copy_of_a_large_struct)
{
    settings *from = device_filled<settings>(1, settings{{1, 2, 3}, 3});
    float *out = device_zeros<float>(64);
    apply<<<1, 64>>>(from, out);
    LAUNCHED();
    release(from);
    release(out);
}

// case: bins_zeroed_without_barrier
// Some warps count already while others still set the bins to zero.
__global__ void count_before_zero(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned local[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        local[b] = 0; // fault: race-shared [race-warp]
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&local[text[i] % 64], 1u); // fault: race-shared [race-warp uninitialised]
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

CASE(bins_zeroed_without_barrier)
{
    unsigned char *text = device_numbers<unsigned char>(1000);
    unsigned *bins = device_zeros<unsigned>(64);
    count_before_zero<<<12, 40>>>(text, 1000, bins);
    LAUNCHED();
    release(text);
    release(bins);
}

// case: bins_read_without_barrier
// Bins are added to the result while other warps may still count into them.
__global__ void add_before_end(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned local[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&local[text[i] % 64], 1u); // fault: race-shared [race-warp]
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], local[b]); // fault: race-shared [race-warp]
}

CASE(bins_read_without_barrier)
{
    unsigned char *text = device_numbers<unsigned char>(1000);
    unsigned *bins = device_zeros<unsigned>(64);
    add_before_end<<<12, 40>>>(text, 1000, bins);
    LAUNCHED();
    release(text);
    release(bins);
}

// case: cub_storage_used_again
// CUB's storage is used a second time, and nothing says that thread 0 has read it.
__global__ void sum_twice(const int *a, int *sums)
{
    typedef cub::BlockReduce<int, 64> reduce;
    __shared__ typename reduce::TempStorage storage;
    int value = a[blockIdx.x * 64 + threadIdx.x];
    int sum = reduce(storage).Sum(value);             // fault: race-shared [race-warp]
    int squares = reduce(storage).Sum(value * value); // fault: race-shared [race-warp]
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum + squares;
}

CASE(cub_storage_used_again)
{
    int *a = device_numbers<int>(5 * 64), *sums = device_zeros<int>(5);
    sum_twice<<<5, 64>>>(a, sums);
    LAUNCHED();
    release(a, sums);
}
