// Right uses of shared memory and barriers that look suspicious.
#include "corpus.h"

// case: reverse_with_barrier
// The block reads what its other warps wrote before the barrier.
__global__ void reverse_block(int *a)
{
    __shared__ int s[100];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 100 + t];
    __syncthreads();
    a[blockIdx.x * 100 + t] = s[99 - t];
}

CASE(reverse_with_barrier)
{
    int *a = device_numbers<int>(60 * 100);
    reverse_block<<<60, 100>>>(a);
    LAUNCHED();
    CHECK(host_copy(a, 100)[0] == 99);
    release(a);
}

// case: tiled_multiplication
// Two barriers in each turn: the tiles are complete, and nobody reads them any more.
__global__ void multiply(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[8][8], tb[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 8) {
        ta[y][x] = a[row * n + k + x];
        tb[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < 8; j++)
            sum += ta[y][j] * tb[j][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

CASE(tiled_multiplication)
{
    const int n = 40;
    float *a = device_filled<float>(n * n, 2), *b = device_filled<float>(n * n, 3);
    float *c = device_zeros<float>(n * n);
    multiply<<<dim3(5, 5), dim3(8, 8)>>>(a, b, c, n);
    LAUNCHED();
    CHECK(host_copy(c, n * n)[n * n - 1] == 6 * n);
    release(a, b, c);
}

// case: tree_reduction
// The active threads of each level read cells that only idle ones wrote last.
template <int N> __global__ void sum_tree(const int *a, int n, int *sums)
{
    __shared__ int s[N];
    int t = threadIdx.x, i = blockIdx.x * N + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

CASE(tree_reduction)
{
    const int n = 1000;
    int *a = device_filled<int>(n, 1), *sums = device_zeros<int>(8);
    sum_tree<128><<<8, 128>>>(a, n, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 8)[0] == 128 && host_copy(sums, 8)[7] == 1000 - 7 * 128);
    release(a, sums);
}

// case: reduction_of_any_size
// The halves are rounded up, for blocks that are no power of two.
__global__ void sum_any(const int *a, int *sums)
{
    extern __shared__ int s[];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
    for (int n = blockDim.x; n > 1;) {
        int half = (n + 1) / 2;
        __syncthreads();
        if (t < n / 2)
            s[t] += s[t + half];
        n = half;
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

CASE(reduction_of_any_size)
{
    int *a = device_filled<int>(50 * 77, 2), *sums = device_zeros<int>(50);
    sum_any<<<50, 77, 77 * sizeof(int)>>>(a, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 50)[49] == 154);
    release(a, sums);
}

// case: scan_double_buffered
// Hillis and Steele: each step reads one half of the buffer and writes the other.
__global__ void scan_double(int *a)
{
    __shared__ int s[2][96];
    int t = threadIdx.x, from = 0;
    s[0][t] = a[blockIdx.x * 96 + t];
    __syncthreads();
    for (int d = 1; d < 96; d *= 2) {
        s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        from = 1 - from;
        __syncthreads();
    }
    a[blockIdx.x * 96 + t] = s[from][t];
}

CASE(scan_double_buffered)
{
    int *a = device_filled<int>(10 * 96, 1);
    scan_double<<<10, 96>>>(a);
    LAUNCHED();
    std::vector<int> got = host_copy(a, 960);
    CHECK(got[0] == 1 && got[95] == 96 && got[959] == 96);
    release(a);
}

// case: scan_in_place_two_barriers
// One buffer, but a barrier between the reading and the writing of each step.
__global__ void scan_single(int *a)
{
    __shared__ int s[80];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < 80; d *= 2) {
        int before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    a[t] = s[t];
}

CASE(scan_in_place_two_barriers)
{
    int *a = device_filled<int>(80, 1);
    scan_single<<<1, 80>>>(a);
    LAUNCHED();
    CHECK(host_copy(a, 80)[79] == 80);
    release(a);
}

// case: blelloch_scan
// Up the tree and down again, each level on its own cells.
__global__ void scan_tree(int *a)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[2 * t] = a[2 * t];
    s[2 * t + 1] = a[2 * t + 1];
    int stride = 1;
    for (int d = 64; d > 0; d /= 2, stride *= 2) {
        __syncthreads();
        if (t < d)
            s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
    }
    if (t == 0)
        s[127] = 0;
    for (int d = 1; d <= 64; d *= 2) {
        stride /= 2;
        __syncthreads();
        if (t < d) {
            int left = stride * (2 * t + 1) - 1, right = left + stride, kept = s[left];
            s[left] = s[right];
            s[right] += kept;
        }
    }
    __syncthreads();
    a[2 * t] = s[2 * t];
    a[2 * t + 1] = s[2 * t + 1];
}

CASE(blelloch_scan)
{
    int *a = device_filled<int>(128, 1);
    scan_tree<<<1, 64>>>(a);
    LAUNCHED();
    std::vector<int> got = host_copy(a, 128);
    CHECK(got[0] == 0 && got[77] == 77 && got[127] == 127);
    release(a);
}

// case: stencil_with_halo
// Some threads load two cells, and all wait before anybody reads.
__global__ void five_point(const float *a, float *b, int n)
{
    __shared__ float s[64 + 4];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t + 2] = i < n ? a[i] : 0;
    if (t < 2)
        s[t] = i >= 2 ? a[i - 2] : 0;
    else if (t >= 62)
        s[t + 4] = i + 2 < n ? a[i + 2] : 0;
    __syncthreads();
    if (i < n)
        b[i] = s[t] + s[t + 1] + s[t + 2] + s[t + 3] + s[t + 4];
}

CASE(stencil_with_halo)
{
    const int n = 1001;
    float *a = device_filled<float>(n, 1), *b = device_zeros<float>(n);
    five_point<<<16, 64>>>(a, b, n);
    LAUNCHED();
    std::vector<float> got = host_copy(b, n);
    CHECK(got[0] == 3 && got[64] == 5 && got[1000] == 3);
    release(a, b);
}

// case: bitonic_sort
// In each step, a thread swaps the cells of a pair that is its own.
__global__ void sort_block(int *a)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 128 + t];
    __syncthreads();
    for (int size = 2; size <= 128; size *= 2) {
        for (int d = size / 2; d > 0; d /= 2) {
            int other = t ^ d;
            if (other > t && (s[t] > s[other]) == ((t & size) == 0)) {
                int kept = s[t];
                s[t] = s[other];
                s[other] = kept;
            }
            __syncthreads();
        }
    }
    a[blockIdx.x * 128 + t] = s[t];
}

CASE(bitonic_sort)
{
    std::vector<int> host(256);
    for (int i = 0; i < 256; i++)
        host[i] = i * 37 % 128;
    int *a = device_zeros<int>(256);
    CUDA(cudaMemcpy(a, host.data(), 256 * sizeof(int), cudaMemcpyHostToDevice));
    sort_block<<<2, 128>>>(a);
    LAUNCHED();
    host = host_copy(a, 256);
    for (int i = 0; i < 256; i++)
        CHECK(host[i] == i % 128);
    release(a);
}

// case: double_buffered_tiles
// One barrier a turn is enough, since loading and reading use different halves.
__global__ void pipeline(const int *a, int *sums, int steps)
{
    __shared__ int buffer[2][64];
    int t = threadIdx.x, sum = 0;
    buffer[0][t] = a[t];
    for (int k = 0; k < steps; k++) {
        __syncthreads();
        if (k + 1 < steps)
            buffer[(k + 1) % 2][t] = a[(k + 1) * 64 + t];
        sum += buffer[k % 2][63 - t];
    }
    sums[t] = sum;
}

CASE(double_buffered_tiles)
{
    int *a = device_filled<int>(9 * 64, 1), *sums = device_zeros<int>(64);
    pipeline<<<1, 64>>>(a, sums, 9);
    LAUNCHED();
    CHECK(host_copy(sums, 64)[63] == 9);
    release(a, sums);
}

// case: barrier_in_uniform_branch
// The barrier stands in a branch that the whole block takes, or does not.
__global__ void shift_even_blocks(int *a)
{
    __shared__ int s[48];
    int t = threadIdx.x, i = blockIdx.x * 48 + t;
    if (blockIdx.x % 2 == 0) {
        s[t] = a[i];
        __syncthreads();
        a[i] = s[(t + 5) % 48];
    } else {
        a[i] = -a[i];
    }
}

CASE(barrier_in_uniform_branch)
{
    int *a = device_numbers<int>(70 * 48);
    shift_even_blocks<<<70, 48>>>(a);
    LAUNCHED();
    std::vector<int> got = host_copy(a, 96);
    CHECK(got[0] == 5 && got[95] == -95);
    release(a);
}

// case: barrier_in_uniform_loop
// The loop turns as often for all threads of a block, though not for all blocks.
__global__ void bubble(int *a)
{
    __shared__ int s[40];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 40 + t];
    __syncthreads();
    for (unsigned k = 0; k <= blockIdx.x % 3; k++) {
        int next = s[(t + 1) % 40];
        __syncthreads();
        s[t] = next;
        __syncthreads();
    }
    a[blockIdx.x * 40 + t] = s[t];
}

CASE(barrier_in_uniform_loop)
{
    int *a = device_numbers<int>(43 * 40);
    bubble<<<43, 40>>>(a);
    LAUNCHED();
    std::vector<int> got = host_copy(a, 120);
    CHECK(got[0] == 1 && got[40] == 42 && got[80] == 83);
    release(a);
}

// case: loop_ended_by_vote
// The block leaves the loop together, by __syncthreads_or() over its threads.
__global__ void halve_until_small(int *a, int *rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = 0;
    while (__syncthreads_or(a[i] > 10)) {
        if (a[i] > 10)
            a[i] /= 2;
        n++;
    }
    rounds[i] = n;
}

CASE(loop_ended_by_vote)
{
    int *a = device_numbers<int>(320), *rounds = device_zeros<int>(320);
    halve_until_small<<<4, 80>>>(a, rounds);
    LAUNCHED();
    CHECK(host_copy(rounds, 320)[240] == 5);
    release(a, rounds);
}

// case: counter_zeroed_and_read_with_barriers
// Zeroed by one thread, added to by all, read by one: a barrier after each.
__global__ void count_in_block(const int *a, int *counts)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (a[blockIdx.x * blockDim.x + threadIdx.x] % 2 == 0)
        atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        counts[blockIdx.x] = count;
}

CASE(counter_zeroed_and_read_with_barriers)
{
    int *a = device_numbers<int>(90 * 50), *counts = device_zeros<int>(90);
    count_in_block<<<90, 50>>>(a, counts);
    LAUNCHED();
    CHECK(host_copy(counts, 90)[89] == 25);
    release(a, counts);
}

// case: shared_histogram
// Bins in shared memory, by atomics, are added to those in global memory, by atomics.
__global__ void histogram(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned local[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[text[i] % 64], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], local[b]);
}

CASE(shared_histogram)
{
    unsigned char *text = device_numbers<unsigned char>(2560);
    unsigned *bins = device_zeros<unsigned>(64);
    histogram<<<12, 40>>>(text, 2560, bins);
    LAUNCHED();
    CHECK(host_copy(bins, 64)[63] == 40);
    release(text);
    release(bins);
}

// case: helper_that_ends_with_barrier
// The helper's array can be used again at once, for it waits behind its last read.
__device__ int block_sum(int value)
{
    __shared__ int parts[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_down_sync(FULL, value, d);
    if (lane == 0)
        parts[warp] = value;
    __syncthreads();
    int sum = 0;
    for (unsigned w = 0; w < blockDim.x / 32; w++)
        sum += parts[w];
    __syncthreads();
    return sum;
}

__global__ void variance(const int *a, int *out)
{
    int value = a[blockIdx.x * blockDim.x + threadIdx.x];
    int sum = block_sum(value), squares = block_sum(value * value);
    if (threadIdx.x == 0)
        out[blockIdx.x] = squares * static_cast<int>(blockDim.x) - sum * sum;
}

CASE(helper_that_ends_with_barrier)
{
    int *a = device_filled<int>(10 * 96, 3), *out = device_filled<int>(10, 7);
    variance<<<10, 96>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 10)[9] == 0);
    release(a, out);
}

// case: arrays_carved_exactly
// Three arrays of different types in one piece of dynamic shared memory, with nothing to spare.
__global__ void carve(double *out)
{
    extern __shared__ double dynamic[];
    int n = blockDim.x, t = threadIdx.x;
    double *d = dynamic;
    int *i = reinterpret_cast<int *>(d + n);
    char *c = reinterpret_cast<char *>(i + n);
    d[t] = t * 0.5;
    i[n - 1 - t] = t;
    c[(t + 7) % n] = static_cast<char>(t % 2);
    __syncthreads();
    out[blockIdx.x * n + t] = d[n - 1 - t] + i[t] + c[t];
}

CASE(arrays_carved_exactly)
{
    double *out = device_zeros<double>(20 * 50);
    carve<<<20, 50, 50 * (8 + 4 + 1)>>>(out);
    LAUNCHED();
    CHECK(host_copy(out, 1000)[999] == 0 + 0 + 0);
    release(out);
}

// case: memory_reused_after_barrier
// The same dynamic shared memory holds integers, then floats, with a barrier between.
__global__ void two_phases(const int *a, float *out)
{
    extern __shared__ unsigned char raw[];
    int *numbers = reinterpret_cast<int *>(raw);
    float *parts = reinterpret_cast<float *>(raw);
    int t = threadIdx.x, n = blockDim.x;
    numbers[t] = a[blockIdx.x * n + t];
    __syncthreads();
    int other = numbers[n - 1 - t];
    __syncthreads();
    parts[t] = other * 0.5f;
    __syncthreads();
    out[blockIdx.x * n + t] = parts[(t + 1) % n];
}

CASE(memory_reused_after_barrier)
{
    int *a = device_numbers<int>(90);
    float *out = device_zeros<float>(90);
    two_phases<<<2, 45, 45 * sizeof(int)>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 45)[0] == 21.5f);
    release(a);
    release(out);
}

// case: own_cell_without_barrier
// Each thread uses its own cell of shared memory only: nobody has to wait.
__global__ void own_stack(const int *a, int *out)
{
    __shared__ int stack[72][9];
    int t = threadIdx.x, depth = 0;
    for (int v = a[blockIdx.x * 72 + t] % 8; v >= 0; v--)
        stack[t][depth++] = v;
    int sum = 0;
    while (depth > 0)
        sum += stack[t][--depth];
    out[blockIdx.x * 72 + t] = sum;
}

CASE(own_cell_without_barrier)
{
    int *a = device_filled<int>(144, 7), *out = device_zeros<int>(144);
    own_stack<<<2, 72>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 144)[143] == 28);
    release(a, out);
}

// case: producer_and_consumer_warps
// One warp fills the buffer that the others empty, by turns between barriers.
__global__ void serve(const int *a, int *sums, int rounds)
{
    __shared__ int buffer[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    for (int k = 0; k < rounds; k++) {
        if (warp == 0)
            buffer[lane] = a[k * 32 + lane];
        __syncthreads();
        if (warp != 0)
            sum += buffer[(lane + warp) % 32];
        __syncthreads();
    }
    if (warp != 0)
        sums[(warp - 1) * 32 + lane] = sum;
}

CASE(producer_and_consumer_warps)
{
    int *a = device_filled<int>(5 * 32, 4), *sums = device_zeros<int>(64);
    serve<<<1, 96>>>(a, sums, 5);
    LAUNCHED();
    CHECK(host_copy(sums, 64)[63] == 20);
    release(a, sums);
}

// case: neighbouring_shared_bytes
// Bytes and shorts of one word belong to different threads.
__global__ void mix_bytes(unsigned char *out)
{
    __shared__ unsigned char bytes[66];
    __shared__ short shorts[66];
    int t = threadIdx.x;
    bytes[t] = static_cast<unsigned char>(t);
    shorts[65 - t] = static_cast<short>(t);
    __syncthreads();
    out[t] = static_cast<unsigned char>(bytes[65 - t] + shorts[t]);
}

CASE(neighbouring_shared_bytes)
{
    unsigned char *out = device_zeros<unsigned char>(66);
    mix_bytes<<<1, 66>>>(out);
    LAUNCHED();
    CHECK(host_copy(out, 66)[0] == 130);
    release(out);
}

// case: barrier_from_two_call_sites
// All threads call the helper with the barrier from either of two uniform places.
__device__ void publish(int *cell, int value, bool mine)
{
    if (mine)
        *cell = value;
    __syncthreads();
}

__global__ void choose(const int *a, int *out)
{
    __shared__ int chosen;
    int t = threadIdx.x;
    if (a[blockIdx.x] > 5)
        publish(&chosen, a[blockIdx.x], t == 40);
    else
        publish(&chosen, -1, t == 3);
    out[blockIdx.x * blockDim.x + t] = chosen;
}

CASE(barrier_from_two_call_sites)
{
    int *a = device_numbers<int>(12), *out = device_zeros<int>(12 * 41);
    choose<<<12, 41>>>(a, out);
    LAUNCHED();
    std::vector<int> got = host_copy(out, 12 * 41);
    CHECK(got[0] == -1 && got[12 * 41 - 1] == 11);
    release(a, out);
}

// case: shared_passed_to_helpers
// Helpers get pieces of shared memory by address, and the caller's barriers order them.
struct span {
    float *cells;
    int length;
};

__device__ void load(span s, const float *from)
{
    for (int i = threadIdx.x; i < s.length; i += blockDim.x)
        s.cells[i] = from[i];
}

template <typename F> __device__ float fold(span s, float value, F combine)
{
    for (int i = 0; i < s.length; i++)
        value = combine(value, s.cells[i]);
    return value;
}

__global__ void range(const float *a, float *out)
{
    __shared__ float cells[90];
    span whole = {cells, 90}, tail = {cells + 45, 45};
    load(whole, a + 90 * blockIdx.x);
    __syncthreads();
    float most = fold(whole, 0.0f, [](float x, float y) { return x > y ? x : y; });
    float sum = fold(tail, 0.0f, [](float x, float y) { return x + y; });
    __syncthreads();
    load(tail, a);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = most + sum + cells[89 - threadIdx.x];
}

CASE(shared_passed_to_helpers)
{
    float *a = device_filled<float>(900, 1), *out = device_zeros<float>(10 * 40);
    range<<<10, 40>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 400)[399] == 47);
    release(a, out);
}

// case: large_struct_in_shared
// One thread copies the whole structure, the block waits, all read it.
struct settings {
    float weights[20];
    int count;
};

__global__ void apply(const settings *from, float *out)
{
    __shared__ settings s;
    int t = threadIdx.x;
    if (t == 0)
        s = *from;
    __syncthreads();
    out[blockIdx.x * 64 + t] = s.weights[t % s.count];
}

CASE(large_struct_in_shared)
{
    settings *from = device_filled<settings>(1, settings{{1, 2, 3}, 3});
    float *out = device_zeros<float>(50 * 64);
    apply<<<50, 64>>>(from, out);
    LAUNCHED();
    CHECK(host_copy(out, 3200)[3199] == 1);
    release(from);
    release(out);
}

// case: bytes_of_a_word_in_turn
// Warps write different bytes of one word, then, behind a barrier, each other's.
__global__ void swap_bytes(char *out)
{
    __shared__ char bytes[32][4];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    bytes[lane][warp] = static_cast<char>(warp);
    __syncthreads();
    bytes[lane][3 - warp] = static_cast<char>(10 + warp);
    __syncthreads();
    out[t] = bytes[lane][warp];
}

CASE(bytes_of_a_word_in_turn)
{
    char *out = device_zeros<char>(128);
    swap_bytes<<<1, 128>>>(out);
    LAUNCHED();
    CHECK(host_copy(out, 128)[0] == 13 && host_copy(out, 128)[127] == 10);
    release(out);
}

// case: read_by_many_then_written
// All of the block read the cell, wait, and one of them writes it, many times over.
__global__ void count_turns(int *out, int turns)
{
    __shared__ int now;
    int t = threadIdx.x, sum = 0;
    if (t == 0)
        now = 0;
    __syncthreads();
    while (now < turns) {
        sum += now;
        __syncthreads();
        if (t == sum % 70)
            now++;
        __syncthreads();
    }
    out[blockIdx.x * 70 + t] = sum;
}

CASE(read_by_many_then_written)
{
    int *out = device_zeros<int>(24 * 70);
    count_turns<<<24, 70>>>(out, 6);
    LAUNCHED();
    CHECK(host_copy(out, 24 * 70)[24 * 70 - 1] == 15);
    release(out);
}

// case: blocks_and_threads_that_return
// A block without work returns as a whole, and a thread returns behind its last barrier: no barrier
// misses anybody.
__global__ void sums_of_blocks(const int *a, int n, int *sums)
{
    __shared__ int s[96];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if ((int)(blockIdx.x * blockDim.x) >= n)
        return;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 48; half >= 3; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t > 0)
        return;
    sums[blockIdx.x] = s[0] + s[1] + s[2];
}

CASE(blocks_and_threads_that_return)
{
    int *a = device_numbers<int>(150), *sums = device_zeros<int>(3);
    sums_of_blocks<<<3, 96>>>(a, 150, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 2)[1] == (96 + 149) * 54 / 2);
    release(a, sums);
}
