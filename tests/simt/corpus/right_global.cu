// Right uses of global memory that look like races.
#include "corpus.h"

// case: atomic_sum
// All threads add to one cell, atomically.
__global__ void sum_atomic(const int *a, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, a[i]);
}

CASE(atomic_sum)
{
    int *a = device_filled<int>(1999, 2), *sum = device_zeros<int>(1);
    sum_atomic<<<21, 96>>>(a, 1999, sum);
    LAUNCHED();
    CHECK(host_copy(sum, 1)[0] == 2 * 1999);
    release(a, sum);
}

// case: grid_stride_loop
// The stride is the whole grid, so no two threads meet the same cell.
template <typename T> __global__ void scale_all(T *a, int n, T factor)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] *= factor;
}

CASE(grid_stride_loop)
{
    double *a = device_filled<double>(3001, 1.5);
    scale_all<double><<<7, 72>>>(a, 3001, 2.0);
    LAUNCHED();
    std::vector<double> got = host_copy(a, 3001);
    CHECK(got[0] == 3 && got[1500] == 3 && got[3000] == 3);
    release(a);
}

// case: same_cells_in_two_launches
// Different blocks write the same cells, but in different launches.
__global__ void write_shifted(int *a, int n, int shift)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x + shift) % n;
    a[i] = a[i] * 2 + shift;
}

CASE(same_cells_in_two_launches)
{
    const int n = 60 * 40;
    int *a = device_zeros<int>(n);
    write_shifted<<<60, 40>>>(a, n, 1);
    write_shifted<<<60, 40>>>(a, n, 777);
    write_shifted<<<60, 40>>>(a, n, 40);
    LAUNCHED();
    CHECK(host_copy(a, n)[123] == (1 * 2 + 777) * 2 + 40);
    release(a);
}

// case: ping_pong_between_launches
// Each launch reads one array and writes the other, then they change places.
__global__ void diffuse(const float *from, float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float left = i > 0 ? from[i - 1] : 0, right = i < n - 1 ? from[i + 1] : 0;
    to[i] = 0.25f * left + 0.5f * from[i] + 0.25f * right;
}

CASE(ping_pong_between_launches)
{
    const int n = 900;
    float *a = device_filled<float>(n, 1), *b = device_zeros<float>(n);
    for (int step = 0; step < 4; step++) {
        diffuse<<<(n + 63) / 64, 64>>>(a, b, n);
        std::swap(a, b);
    }
    LAUNCHED();
    CHECK(host_copy(a, n)[450] == 1);
    release(a, b);
}

// case: neighbouring_chars
// Threads next to each other write bytes of one word, each its own.
__global__ void to_upper(char *text, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z')
        text[i] = static_cast<char>(text[i] - 'a' + 'A');
}

CASE(neighbouring_chars)
{
    char *text = device_filled<char>(1003, 'q');
    to_upper<<<34, 30>>>(text, 1003);
    LAUNCHED();
    CHECK(host_copy(text, 1003)[1002] == 'Q');
    release(text);
}

// case: bytes_of_a_word_from_two_warps
// Two warps write the odd and the even bytes, so every word is shared but no byte.
__global__ void interleave(const unsigned char *a, const unsigned char *b, unsigned char *out)
{
    int t = threadIdx.x;
    if (t < 32)
        out[2 * t] = a[t];
    else
        out[2 * (t - 32) + 1] = b[t - 32];
}

CASE(bytes_of_a_word_from_two_warps)
{
    unsigned char *a = device_filled<unsigned char>(32, 1);
    unsigned char *b = device_filled<unsigned char>(32, 2), *out = device_zeros<unsigned char>(64);
    interleave<<<1, 64>>>(a, b, out);
    LAUNCHED();
    std::vector<unsigned char> got = host_copy(out, 64);
    CHECK(got[62] == 1 && got[63] == 2);
    release(a, b, out);
}

// case: shorts_at_block_edges
// The shorts of neighbouring blocks share a word at the edge.
__global__ void number_shorts(short *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = static_cast<short>(a[i] + i);
}

CASE(shorts_at_block_edges)
{
    short *a = device_zeros<short>(33 * 50);
    number_shorts<<<50, 33>>>(a);
    LAUNCHED();
    CHECK(host_copy(a, 1650)[1649] == 1649);
    release(a);
}

// case: reads_its_own_writes
// A thread reads again what it has written itself, several times.
__global__ void iterate_own(unsigned *a, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    for (int k = 0; k < rounds; k++)
        a[i] = a[i] * 1664525u + 1013904223u;
    a[i] ^= a[i] >> 16;
}

CASE(reads_its_own_writes)
{
    unsigned *a = device_zeros<unsigned>(80 * 20);
    iterate_own<<<80, 20>>>(a, 5);
    LAUNCHED();
    CHECK(host_copy(a, 1)[0] != 0);
    release(a);
}

// case: all_read_one_cell
// Every thread reads the same cells, and nobody writes them.
__global__ void add_offset(const int *a, const int *offset, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + __ldg(offset) + __ldg(&offset[1]);
}

CASE(all_read_one_cell)
{
    int *a = device_numbers<int>(640), *offset = device_filled<int>(2, 10);
    int *out = device_zeros<int>(640);
    add_offset<<<10, 64>>>(a, offset, out);
    LAUNCHED();
    CHECK(host_copy(out, 640)[639] == 659);
    release(a, offset, out);
}

// case: one_writer_of_the_result
// One thread of the whole grid writes the cell that looks like everybody's.
__global__ void write_size(int *size, int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *size = n;
    if (i < n)
        a[i] = 1;
}

CASE(one_writer_of_the_result)
{
    int *size = device_zeros<int>(1), *a = device_zeros<int>(100);
    write_size<<<4, 32>>>(size, a, 100);
    LAUNCHED();
    CHECK(host_copy(size, 1)[0] == 100);
    release(size, a);
}

// case: global_cells_handed_on_by_barrier
// Threads of a block pass numbers to each other by way of global memory and a barrier.
__global__ void reverse_through_global(const int *a, int *scratch, int *out)
{
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    scratch[first + t] = a[first + t];
    __syncthreads();
    out[first + t] = scratch[first + n - 1 - t];
    __syncthreads();
    scratch[first + t] = -1;
}

CASE(global_cells_handed_on_by_barrier)
{
    int *a = device_numbers<int>(45 * 70), *scratch = device_zeros<int>(45 * 70);
    int *out = device_zeros<int>(45 * 70);
    reverse_through_global<<<45, 70>>>(a, scratch, out);
    LAUNCHED();
    CHECK(host_copy(out, 70)[0] == 69);
    release(a, scratch, out);
}

// case: counter_read_by_an_atomic
// The counter is read by an atomic addition of zero while others change it.
__global__ void count_up_to(unsigned *count, unsigned limit, unsigned *taken)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (atomicAdd(count, 0u) < limit) {
        unsigned place = atomicAdd(count, 1u);
        if (place < limit)
            taken[place] = i + 1;
    }
}

CASE(counter_read_by_an_atomic)
{
    unsigned *count = device_zeros<unsigned>(1), *taken = device_zeros<unsigned>(50);
    count_up_to<<<20, 50>>>(count, 50, taken);
    LAUNCHED();
    CHECK(host_copy(taken, 50)[49] != 0);
    release(count, taken);
}

// case: counter_read_in_the_next_launch
// Atomics in one launch, plain reads of the same counter in the next.
__global__ void count_odd(const int *a, int *count)
{
    if (a[blockIdx.x * blockDim.x + threadIdx.x] % 2 == 1)
        atomicAdd(count, 1);
}

__global__ void share_out(const int *count, int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = *count / 2;
}

CASE(counter_read_in_the_next_launch)
{
    int *a = device_numbers<int>(480), *count = device_zeros<int>(1), *out = device_zeros<int>(480);
    count_odd<<<10, 48>>>(a, count);
    share_out<<<10, 48>>>(count, out);
    LAUNCHED();
    CHECK(host_copy(out, 480)[479] == 120);
    release(a, count, out);
}

// case: compaction_with_atomic
// The place in the output comes from an atomic counter, so each is taken once.
__global__ void compact(const int *a, int n, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % 3 == 0) {
        int place = atomicAdd(count, 1);
        out[place] = a[i];
    }
}

CASE(compaction_with_atomic)
{
    int *a = device_numbers<int>(999), *out = device_zeros<int>(333), *count = device_zeros<int>(1);
    compact<<<8, 128>>>(a, 999, out, count);
    LAUNCHED();
    long sum = 0;
    for (int value : host_copy(out, 333))
        sum += value;
    CHECK(host_copy(count, 1)[0] == 333 && sum == 3l * 332 * 333 / 2);
    release(a, out, count);
}

// case: float_maximum_by_compare_and_swap
// The maximum of floats is kept by a loop of atomicCAS() on its bits.
__device__ void atomic_max(float *address, float value)
{
    int *bits = reinterpret_cast<int *>(address), old = atomicAdd(bits, 0), expected;
    do {
        expected = old;
        if (__int_as_float(expected) >= value)
            return;
        old = atomicCAS(bits, expected, __float_as_int(value));
    } while (old != expected);
}

__global__ void find_maximum(const float *a, int n, float *best)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(best, a[i]);
}

CASE(float_maximum_by_compare_and_swap)
{
    float *a = device_numbers<float>(700), *best = device_zeros<float>(1);
    find_maximum<<<14, 50>>>(a, 700, best);
    LAUNCHED();
    CHECK(host_copy(best, 1)[0] == 699);
    release(a, best);
}

// case: block_scope_within_one_block
// atomicAdd_block() is enough where each cell belongs to one block.
__global__ void count_per_block(const int *a, int *counts)
{
    if (a[blockIdx.x * blockDim.x + threadIdx.x] % 5 == 0)
        atomicAdd_block(&counts[blockIdx.x], 1);
}

CASE(block_scope_within_one_block)
{
    int *a = device_numbers<int>(50 * 80), *counts = device_zeros<int>(50);
    count_per_block<<<50, 80>>>(a, counts);
    LAUNCHED();
    CHECK(host_copy(counts, 50)[49] == 16);
    release(a, counts);
}

// case: two_scopes_within_one_block
// Scopes are mixed on one cell, but all threads that use it are of one block.
__global__ void sum_in_two_scopes(const int *a, int *sums)
{
    int t = threadIdx.x;
    if (t % 2 == 0)
        atomicAdd_block(&sums[blockIdx.x], a[t]);
    else
        atomicAdd(&sums[blockIdx.x], a[t]);
}

CASE(two_scopes_within_one_block)
{
    int *a = device_filled<int>(100, 1), *sums = device_zeros<int>(12);
    sum_in_two_scopes<<<12, 100>>>(a, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 12)[11] == 100);
    release(a, sums);
}

// case: list_push_with_exchange
// Nodes are put ahead of a list by one atomic exchange of its head.
struct node {
    int value, next;
};

__global__ void push(node *nodes, int *head)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    nodes[i].value = i;
    nodes[i].next = atomicExch(head, i);
}

CASE(list_push_with_exchange)
{
    const int n = 15 * 20;
    node *nodes = device_zeros<node>(n);
    int *head = device_filled<int>(1, -1);
    push<<<15, 20>>>(nodes, head);
    LAUNCHED();
    std::vector<node> list = host_copy(nodes, n);
    int length = 0;
    for (int at = host_copy(head, 1)[0]; at >= 0 && length <= n; at = list[at].next)
        length++;
    CHECK(length == n);
    release(nodes);
    release(head);
}

// case: bits_set_atomically
// Bits of one word are set by atomicOr(), many threads a word.
__global__ void set_bits(const int *a, unsigned *words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a[i] % 2 == 0)
        atomicOr(&words[i / 32], 1u << (i % 32));
}

CASE(bits_set_atomically)
{
    int *a = device_numbers<int>(33 * 32);
    unsigned *words = device_zeros<unsigned>(33);
    set_bits<<<32, 33>>>(a, words);
    LAUNCHED();
    CHECK(host_copy(words, 33)[32] == 0x55555555u);
    release(a);
    release(words);
}

// case: transpose_of_tiles
// Blocks write columns of the result that lie between those of other blocks.
__global__ void transpose(const float *a, float *b, int rows, int columns)
{
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < columns && y < rows)
        tile[threadIdx.y][threadIdx.x] = a[y * columns + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    if (x < rows && y < columns)
        b[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

CASE(transpose_of_tiles)
{
    const int rows = 37, columns = 50;
    float *a = device_numbers<float>(rows * columns), *b = device_zeros<float>(rows * columns);
    transpose<<<dim3(4, 3), dim3(16, 16)>>>(a, b, rows, columns);
    LAUNCHED();
    CHECK(host_copy(b, rows * columns)[49 * rows + 36] == 36 * columns + 49);
    release(a, b);
}

// case: struct_members_of_two_threads
// Two threads write different members of one structure.
struct pair {
    int first;
    short second, third;
};

__global__ void fill_pairs(pair *pairs)
{
    int t = threadIdx.x, i = t % 32;
    if (t < 32)
        pairs[i].first = i;
    else if (t < 64)
        pairs[i].second = static_cast<short>(-i);
    else
        pairs[i].third = 3;
}

CASE(struct_members_of_two_threads)
{
    pair *pairs = device_filled<pair>(32, pair{0, 0, 0});
    fill_pairs<<<1, 96>>>(pairs);
    LAUNCHED();
    pair last = host_copy(pairs, 32)[31];
    CHECK(last.first == 31 && last.second == -31 && last.third == 3);
    release(pairs);
}

// case: host_between_launches
// The host changes managed memory between two launches.
__global__ void add_to_all(int *a, const int *by)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += *by;
}

CASE(host_between_launches)
{
    int *a = nullptr, *by = nullptr;
    CUDA(cudaMallocManaged(&a, 128 * sizeof(int)));
    CUDA(cudaMallocManaged(&by, sizeof(int)));
    for (int i = 0; i < 128; i++)
        a[i] = i;
    for (*by = 1; *by <= 3; ++*by) {
        add_to_all<<<2, 64>>>(a, by);
        LAUNCHED();
    }
    CHECK(a[100] == 106);
    release(a, by);
}

// case: streams_on_apart_halves
// Two streams work on the two halves of one array.
__global__ void fill_half(int *half, int value)
{
    half[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

CASE(streams_on_apart_halves)
{
    cudaStream_t streams[2];
    int *a = device_zeros<int>(512);
    for (int k = 0; k < 2; k++) {
        CUDA(cudaStreamCreate(&streams[k]));
        fill_half<<<4, 64, 0, streams[k]>>>(a + 256 * k, k + 1);
    }
    LAUNCHED();
    for (cudaStream_t stream : streams)
        CUDA(cudaStreamDestroy(stream));
    std::vector<int> got = host_copy(a, 512);
    CHECK(got[255] == 1 && got[256] == 2);
    release(a);
}
