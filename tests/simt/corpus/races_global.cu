// Races in global memory between threads of different warps.
#include "corpus.h"

// case: sum_without_atomic
// Every thread adds to one cell with a plain read and a plain write.
__global__ void sum_plain(const int *a, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *sum += a[i]; // fault: race-global [race-warp race-same-value]
}

CASE(sum_without_atomic)
{
    const int n = 2000;
    int *a = device_numbers<int>(n), *sum = device_zeros<int>(1);
    sum_plain<<<(n + 127) / 128, 128>>>(a, n, sum);
    LAUNCHED();
    release(a, sum);
}

// case: histogram_without_atomic
// Threads that meet the same value increment the same bin with plain accesses.
__global__ void histogram_plain(const unsigned char *text, int n, unsigned *bins)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        bins[text[i]]++; // fault: race-global [race-warp race-same-value]
}

CASE(histogram_without_atomic)
{
    const int n = 3000;
    unsigned char *text = device_numbers<unsigned char>(n);
    unsigned *bins = device_zeros<unsigned>(256);
    histogram_plain<<<6, 96>>>(text, n, bins);
    LAUNCHED();
    release(text, bins);
}

// case: block_sums_without_atomic
// One thread of each block adds the block's part to the result with a plain read and write.
__global__ void add_block_sums(const float *a, float *sum)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = a[blockIdx.x * 64 + t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        *sum = *sum + part[0]; // fault: race-global
}

CASE(block_sums_without_atomic)
{
    float *a = device_numbers<float>(40 * 64), *sum = device_zeros<float>(1);
    add_block_sums<<<40, 64>>>(a, sum);
    LAUNCHED();
    release(a, sum);
}

// case: stencil_in_place
// The threads at the edges of a block read cells that the neighbouring block overwrites.
__global__ void smooth_in_place(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = i > 0 && i < n - 1;
    float mean = 0;
    if (inside)
        mean = (a[i - 1] + a[i] + a[i + 1]) / 3; // fault: race-global
    __syncthreads();
    if (inside)
        a[i] = mean + 1; // fault: race-global
}

CASE(stencil_in_place)
{
    const int n = 1000;
    float *a = device_numbers<float>(n);
    smooth_in_place<<<(n + 95) / 96, 96>>>(a, n);
    LAUNCHED();
    release(a);
}

// case: neighbour_block_result
// A block reads what the block before it writes in the same launch.
__global__ void add_neighbour(const int *a, int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i] * 3; // fault: race-global
    __syncthreads();
    if (i < n) {
        int from = (i + n - static_cast<int>(blockDim.x)) % n;
        c[i] = b[from]; // fault: race-global
    }
}

CASE(neighbour_block_result)
{
    const int n = 50 * 32;
    int *a = device_numbers<int>(n), *b = device_zeros<int>(n), *c = device_zeros<int>(n);
    add_neighbour<<<50, 32>>>(a, b, c, n);
    LAUNCHED();
    release(a, b, c);
}

// case: counter_read_plainly
// The counter is changed by atomics but read by a plain load to see whether it is full.
__global__ void take_if_room(unsigned *count, unsigned limit, int *taken)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 32 == 0) {
        if (*count < limit) {     // fault: race-global
            atomicAdd(count, 1u); // fault: race-global
            taken[i / 32] = 1;
        }
    }
}

CASE(counter_read_plainly)
{
    unsigned *count = device_zeros<unsigned>(1);
    int *taken = device_zeros<int>(30);
    take_if_room<<<10, 96>>>(count, 12, taken);
    LAUNCHED();
    release(count, taken);
}

// case: progress_reset_plainly
// One block resets the counter by a plain store while others still add to it.
__global__ void count_and_reset(const int *a, int n, int *hits, int every)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % every == 0)
        atomicAdd(hits, 1); // fault: race-global [race-warp]
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1)
        *hits = 0; // fault: race-global [race-warp]
}

CASE(progress_reset_plainly)
{
    const int n = 1536;
    int *a = device_numbers<int>(n), *hits = device_zeros<int>(1);
    count_and_reset<<<12, 128>>>(a, n, hits, 32);
    LAUNCHED();
    release(a, hits);
}

// case: block_scope_across_blocks
// atomicAdd_block() is atomic within a block only, but all blocks add to one cell.
__global__ void count_in_block_scope(const int *a, int *even)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] % 2 == 0)
        atomicAdd_block(even, 1); // fault: race-global
}

CASE(block_scope_across_blocks)
{
    int *a = device_numbers<int>(20 * 64), *even = device_zeros<int>(1);
    count_in_block_scope<<<20, 64>>>(a, even);
    LAUNCHED();
    release(a, even);
}

// case: block_scope_meets_device_scope
// Some blocks use atomicMax_block() on the cell that others change by atomicMax().
__global__ void max_in_two_scopes(const int *a, int *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x % 2 == 0)
        atomicMax(best, a[i]); // fault: race-global
    else
        atomicMax_block(best, a[i]); // fault: race-global
}

CASE(block_scope_meets_device_scope)
{
    int *a = device_numbers<int>(16 * 48), *best = device_zeros<int>(1);
    max_in_two_scopes<<<16, 48>>>(a, best);
    LAUNCHED();
    release(a, best);
}

// case: found_flag_written_by_all
// All threads that find a negative number set the flag, though to the same value.
__global__ void any_negative(const int *a, int n, int *found)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] < 0)
        *found = 1; // fault: race-same-value
}

CASE(found_flag_written_by_all)
{
    int *a = device_filled<int>(777, -5), *found = device_zeros<int>(1);
    any_negative<<<7, 128>>>(a, 777, found);
    LAUNCHED();
    release(a, found);
}

// case: size_written_by_each_block
// The first thread of every block writes the same size to one cell.
struct header {
    int rows, columns;
};

__global__ void write_header(header *h, int rows, int columns, float *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (threadIdx.x == 0) {
        h->rows = rows;       // fault: race-same-value
        h->columns = columns; // fault: race-same-value
    }
}

CASE(size_written_by_each_block)
{
    header *h = device_zeros<header>(1);
    float *a = device_zeros<float>(33 * 33);
    write_header<<<33, 33>>>(h, 33, 33, a);
    LAUNCHED();
    release(h, a);
}

// case: grid_stride_too_short
// The stride of the loop is one block instead of the whole grid: blocks redo each other's cells.
__global__ void double_in_place(float *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        a[i] *= 2; // fault: race-global [race-same-value]
}

CASE(grid_stride_too_short)
{
    float *a = device_filled<float>(1024, 1.5f);
    double_in_place<<<8, 64>>>(a, 1024);
    LAUNCHED();
    release(a);
}

// case: grid_stride_too_short_same_values
// As above, but each cell gets the same value from all who write it.
template <typename T> __global__ void scale(const T *in, T *out, T factor, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
        out[i] = factor * in[i]; // fault: race-same-value
}

CASE(grid_stride_too_short_same_values)
{
    double *in = device_numbers<double>(600), *out = device_zeros<double>(600);
    scale<double><<<5, 50>>>(in, out, 3.0, 600);
    LAUNCHED();
    release(in, out);
}

// case: rows_overlap
// The rows are laid out with the height in place of the width: they overlap.
__global__ void fill_rows(int *a, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        a[y * height + x] = y * 1000 + x; // fault: race-global
}

CASE(rows_overlap)
{
    const int width = 64, height = 40;
    int *a = device_zeros<int>(width * height);
    dim3 block(32, 4), grid(width / 32, height / 4);
    fill_rows<<<grid, block>>>(a, width, height);
    LAUNCHED();
    release(a);
}

// case: device_variable_counter
// A __device__ variable is incremented by plain accesses of many blocks.
__device__ unsigned long long n_visits;

__device__ void visit()
{
    n_visits++; // fault: race-global [race-same-value]
}

__global__ void visit_once_per_block()
{
    if (threadIdx.x == 5)
        visit();
}

CASE(device_variable_counter)
{
    visit_once_per_block<<<60, 40>>>();
    LAUNCHED();
}

// case: bits_of_one_word
// Two warps set bits of the same 64-bit word by reading and writing the whole word.
__global__ void set_bits(const int *a, unsigned long long *words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 32 == 3 && a[i] > 0)
        words[i / 64] |= 1ull << (i % 64); // fault: race-global
}

CASE(bits_of_one_word)
{
    int *a = device_numbers<int>(1024);
    unsigned long long *words = device_zeros<unsigned long long>(16);
    set_bits<<<4, 256>>>(a, words);
    LAUNCHED();
    release(a, words);
}

// case: best_so_far
// The best value is compared and replaced without an atomic operation.
__global__ void keep_best(const int *score, int n, int *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 32 == 0) {
        if (score[i] > *best) // fault: race-global
            *best = score[i]; // fault: race-global
    }
}

CASE(best_so_far)
{
    int *score = device_numbers<int>(1100), *best = nullptr;
    CUDA(cudaMallocManaged(&best, sizeof(int)));
    *best = 0;
    keep_best<<<11, 100>>>(score, 1100, best);
    LAUNCHED();
    release(score, best);
}

// case: list_push_without_exchange
// Nodes are put ahead of a list by reading and writing its head plainly: nodes get lost.
struct node {
    int value, next;
};

__global__ void push(node *nodes, int *head)
{
    int i = blockIdx.x;
    if (threadIdx.x == 0) {
        nodes[i].value = i * i;
        nodes[i].next = *head; // fault: race-global
        *head = i;             // fault: race-global
    }
}

CASE(list_push_without_exchange)
{
    node *nodes = device_zeros<node>(25);
    int *head = device_filled<int>(1, -1);
    push<<<25, 17>>>(nodes, head);
    LAUNCHED();
    release(nodes, head);
}

// case: compaction_without_atomic
// The place in the output is taken by a plain read of the count, which several threads may do.
__global__ void compact(const int *a, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 64 == 7 && a[i] > 0) {
        int place = *count; // fault: race-global
        out[place] = a[i];  // fault: [race-global]
        *count = place + 1; // fault: race-global [race-same-value]
    }
}

CASE(compaction_without_atomic)
{
    int *a = device_numbers<int>(1024), *out = device_zeros<int>(1024);
    int *count = device_zeros<int>(1);
    compact<<<16, 64>>>(a, out, count);
    LAUNCHED();
    release(a, out, count);
}

// case: wide_store_over_scalar
// A float4 store of one block covers the scalar that the next block stores.
__global__ void store_wide_and_narrow(float *a)
{
    int b = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    if (b % 2 == 0) {
        float4 four = make_float4(1, 2, 3, 4);
        reinterpret_cast<float4 *>(a)[b / 2] = four; // fault: race-global
    } else {
        a[b / 2 * 4 + 2] = 9; // fault: race-global
    }
}

CASE(wide_store_over_scalar)
{
    float *a = device_zeros<float>(64);
    store_wide_and_narrow<<<32, 32>>>(a);
    LAUNCHED();
    release(a);
}

// case: one_byte_too_many
// Each thread of the one kind stores two bytes as a short, of which the other kind stores one.
__global__ void store_bytes(unsigned char *a, int n)
{
    int i = threadIdx.x;
    if (i < 32)
        reinterpret_cast<unsigned short *>(a)[i] = 0x0102; // fault: race-global
    else if (2 * (i - 32) + 1 < n)
        a[2 * (i - 32) + 1] = 7; // fault: race-global
}

CASE(one_byte_too_many)
{
    unsigned char *a = device_zeros<unsigned char>(64);
    store_bytes<<<1, 64>>>(a, 64);
    LAUNCHED();
    release(a);
}

// case: transpose_in_place
// Pairs of blocks swap tiles through the same cells with nothing between reads and writes.
__global__ void transpose_square(float *a, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float other = a[x * n + y]; // fault: race-global [race-warp]
    a[y * n + x] = other;       // fault: race-global [race-warp]
}

CASE(transpose_in_place)
{
    const int n = 48;
    float *a = device_numbers<float>(n * n);
    transpose_square<<<dim3(n / 16, n / 8), dim3(16, 8)>>>(a, n);
    LAUNCHED();
    release(a);
}

// case: one_unordered_reader_among_many
// The last block waits for its own readers before it writes, but not for those of other blocks.
__global__ void read_then_clear(int *mode, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = *mode; // fault: race-global
    __syncthreads();
    out[i] += *mode * 2; // fault: race-global
    __syncthreads();
    if (i == 0)
        *mode = 7; // fault: race-global
}

CASE(one_unordered_reader_among_many)
{
    int *mode = device_filled<int>(1, 3), *out = device_zeros<int>(6 * 96);
    read_then_clear<<<6, 96>>>(mode, out);
    LAUNCHED();
    release(mode, out);
}

// case: byte_between_two_writers
// Two warps write the first byte of each word, and a third one the second byte meanwhile.
__global__ void write_one_byte(unsigned char *a)
{
    int t = threadIdx.x, warp = t / 32, i = t % 32;
    if (warp != 1)
        a[4 * i] = static_cast<unsigned char>(warp + 1); // fault: race-global
    else
        a[4 * i + 1] = 9;
}

CASE(byte_between_two_writers)
{
    unsigned char *a = device_zeros<unsigned char>(128);
    write_one_byte<<<1, 96>>>(a);
    LAUNCHED();
    release(a);
}

// case: zeroed_by_the_first_block
// The first block sets the counter to zero while others may be adding already.
__global__ void zero_and_count(const int *a, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *count = 0; // fault: race-global [race-warp]
    __syncthreads();
    if (a[i] % 3 == 0)
        atomicAdd(count, 1); // fault: race-global [race-warp]
}

CASE(zeroed_by_the_first_block)
{
    int *a = device_numbers<int>(20 * 48), *count = device_zeros<int>(1);
    zero_and_count<<<20, 48>>>(a, count);
    LAUNCHED();
    release(a, count);
}

// case: bit_fields_share_a_word
// Two members are bit fields of one word: writing one reads and writes the other too.
struct flags {
    unsigned low : 12, high : 20;
};

__global__ void set_fields(flags *f)
{
    int t = threadIdx.x;
    if (t < 32)
        f[t].low = t; // fault: race-global
    else
        f[t - 32].high = t * 3; // fault: race-global
}

CASE(bit_fields_share_a_word)
{
    flags *f = device_filled<flags>(32, flags{0, 0});
    set_fields<<<1, 64>>>(f);
    LAUNCHED();
    release(f);
}

// case: whole_struct_over_member
// A large structure is copied whole while another warp writes one of its members.
struct block_of_data {
    double values[24];
    int version;
};

__global__ void copy_or_change(const block_of_data *from, block_of_data *to)
{
    if (threadIdx.x == 0)
        to[blockIdx.x] = *from; // fault: race-global
    if (threadIdx.x == 64)
        to[blockIdx.x].version = 8; // fault: race-global
}

CASE(whole_struct_over_member)
{
    block_of_data *from = device_filled<block_of_data>(1, block_of_data{{1, 2}, 3});
    block_of_data *to = device_filled<block_of_data>(5, block_of_data{{0}, 0});
    copy_or_change<<<5, 70>>>(from, to);
    LAUNCHED();
    release(from);
    release(to);
}

// case: memcpy_overlaps
// Each block copies one element more than is its own by memcpy().
__global__ void copy_pieces(const int *a, int *b, int piece, int n)
{
    if (threadIdx.x == 0) {
        int first = blockIdx.x * piece, count = min(piece + 1, n - first);
        memcpy(&b[first], &a[first], count * sizeof(int)); // fault: race-same-value|race-global
        b[first] += blockIdx.x;                            // fault: [race-global race-same-value]
    }
}

CASE(memcpy_overlaps)
{
    int *a = device_numbers<int>(100), *b = device_zeros<int>(100);
    copy_pieces<<<10, 32>>>(a, b, 10, 100);
    LAUNCHED();
    release(a, b);
}

// case: list_beside_racing_labels
// The counter gives out places in a list. It announces nothing, so no fence is what lacks.
__global__ void lower_labels(int *label, int *list, int *length)
{
    int v = threadIdx.x % 7, smaller = blockIdx.x;
    for (int round = 0; round < 3; round++) {
        if (label[v] > smaller) // fault: race-global
            label[v] = smaller; // fault: race-global [race-same-value]
        list[atomicAdd(length, 1)] = v;
    }
}

CASE(list_beside_racing_labels)
{
    int *label = device_filled<int>(7, 100), *list = device_zeros<int>(10 * 64 * 3);
    int *length = device_zeros<int>(1);
    lower_labels<<<10, 64>>>(label, list, length);
    LAUNCHED();
    release(label, list, length);
}

// case: place_beside_an_atomic_maximum
// What a thread writes after the atomic function is not what the function announces.
__global__ void largest(const int *a, int *most, int *place)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] > atomicMax(most, a[i]))
        *place = i; // fault: race-global [race-warp race-same-value]
}

CASE(place_beside_an_atomic_maximum)
{
    int *a = device_numbers<int>(8 * 64), *most = device_filled<int>(1, -1);
    int *place = device_zeros<int>(1);
    largest<<<8, 64>>>(a, most, place);
    LAUNCHED();
    release(a, most, place);
}

// case: counter_beside_a_histogram
// Nobody asks what the bins were: they announce nothing, with fences and without.
__global__ void count_twice(const int *a, int *bins, int *all)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < 4; round++) {
        ++*all; // fault: race-global [race-warp race-same-value]
        __threadfence();
        atomicAdd(&bins[a[i] % 3], 1);
        __threadfence();
    }
}

CASE(counter_beside_a_histogram)
{
    int *a = device_numbers<int>(6 * 32), *bins = device_zeros<int>(3), *all = device_zeros<int>(1);
    count_twice<<<6, 32>>>(a, bins, all);
    LAUNCHED();
    release(a, bins, all);
}

// case: read_after_a_counter_that_nobody_asks
// Block 1 counts itself, but does not look whether block 0 has been counted.
__global__ void count_and_read(int *data, int *count, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0)
        *data = 5; // fault: race-global
    __threadfence();
    atomicAdd(count, 1);
    __threadfence();
    if (blockIdx.x == 1)
        *out = *data; // fault: race-global
}

CASE(read_after_a_counter_that_nobody_asks)
{
    int *data = device_zeros<int>(1), *count = device_zeros<int>(1), *out = device_zeros<int>(1);
    count_and_read<<<2, 32>>>(data, count, out);
    LAUNCHED();
    release(data, count, out);
}
