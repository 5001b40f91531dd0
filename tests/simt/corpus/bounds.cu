// Accesses past the ends of arrays, misaligned ones, and indices that overflow.
#include "corpus.h"

// case: loop_bound_off_by_one
// The guard lets one thread too many through.
__global__ void add_one(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        a[i] += 1; // fault: out-of-bounds
}

CASE(loop_bound_off_by_one)
{
    float *a = device_zeros<float>(1000);
    add_one<<<8, 128>>>(a, 1000);
    LAUNCHED();
    release(a);
}

// case: no_guard
// The grid is rounded up to whole blocks and nothing stops the threads past the end.
__global__ void copy_all(const int *from, int *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i]; // fault: out-of-bounds
}

CASE(no_guard)
{
    const int n = 1000;
    int *from = device_numbers<int>(1024), *to = device_zeros<int>(n);
    copy_all<<<(n + 255) / 256, 256>>>(from, to);
    LAUNCHED();
    release(from, to);
}

// case: read_before_the_start
// The first thread reads the cell before the array.
__global__ void differences(const int *a, int *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] = a[i] - a[i - 1]; // fault: out-of-bounds
}

CASE(read_before_the_start)
{
    int *a = device_numbers<int>(300), *d = device_zeros<int>(300);
    differences<<<3, 100>>>(a, d, 300);
    LAUNCHED();
    release(a, d);
}

// case: bytes_where_elements_are_meant
// The size is given in elements where cudaMalloc() wants bytes.
__global__ void fill_squares(int *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = i * i; // fault: out-of-bounds
}

CASE(bytes_where_elements_are_meant)
{
    int *a = nullptr;
    CUDA(cudaMalloc(&a, 900));
    fill_squares<<<4, 64>>>(a, 900);
    LAUNCHED();
    release(a);
}

// case: one_byte_past_the_end
// A thread writes the byte after the last one, where the allocation is padded.
__global__ void terminate(char *text, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length)
        text[i] = 'x';
    if (i == length)
        text[i] = '\0'; // fault: out-of-bounds
}

CASE(one_byte_past_the_end)
{
    char *text = device_zeros<char>(1001);
    terminate<<<11, 96>>>(text, 1001);
    LAUNCHED();
    release(text);
}

// case: float4_over_the_tail
// The number of floats is no multiple of four: the last float4 is only half inside.
__global__ void scale_by_four(float4 *a, int n, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        float4 v = a[i]; // fault: out-of-bounds
        v.x *= factor;
        v.y *= factor;
        v.z *= factor;
        v.w *= factor;
        a[i] = v; // fault: out-of-bounds
    }
}

CASE(float4_over_the_tail)
{
    float *a = device_numbers<float>(1022);
    scale_by_four<<<2, 128>>>(reinterpret_cast<float4 *>(a), 1022, 3);
    LAUNCHED();
    release(a);
}

// case: rows_for_columns
// In two dimensions, the guards compare each index with the other side.
__global__ void fill_matrix(float *m, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < columns && column < rows)
        m[row * columns + column] = 1.0f; // fault: out-of-bounds
}

CASE(rows_for_columns)
{
    const int rows = 20, columns = 50;
    float *m = device_zeros<float>(rows * columns);
    fill_matrix<<<dim3(4, 7), dim3(16, 8)>>>(m, rows, columns);
    LAUNCHED();
    release(m);
}

// case: bin_past_the_last
// The value 1.0 falls into a bin that does not exist.
__global__ void bin_values(const float *a, int n, int *bins, int n_bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[static_cast<int>(a[i] * n_bins)], 1); // fault: out-of-bounds
}

CASE(bin_past_the_last)
{
    std::vector<float> host(500);
    for (int i = 0; i < 500; i++)
        host[i] = i / 499.0f;
    float *a = device_zeros<float>(500);
    CUDA(cudaMemcpy(a, host.data(), 500 * sizeof(float), cudaMemcpyHostToDevice));
    int *bins = device_zeros<int>(10);
    bin_values<<<4, 125>>>(a, 500, bins, 10);
    LAUNCHED();
    release(a);
    release(bins);
}

// case: struct_past_the_end
// A device function follows a link that leads behind the last node.
struct link {
    int value, next;
};

template <typename T> __device__ int second_value(const T *nodes, int first)
{
    return nodes[nodes[first].next].value; // fault: out-of-bounds
}

__global__ void follow(const link *nodes, int n, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = second_value(nodes, i);
}

CASE(struct_past_the_end)
{
    std::vector<link> host(90);
    for (int i = 0; i < 90; i++)
        host[i] = {i, i + 1};
    link *nodes = device_zeros<link>(90);
    CUDA(cudaMemcpy(nodes, host.data(), 90 * sizeof(link), cudaMemcpyHostToDevice));
    int *out = device_zeros<int>(90);
    follow<<<3, 32>>>(nodes, 90, out);
    LAUNCHED();
    release(nodes);
    release(out);
}

// case: managed_past_the_end
// Managed memory has an end as well.
__global__ void raise_all(double *a, int n)
{
    int i = n - blockIdx.x * blockDim.x - threadIdx.x;
    if (i > 0)
        a[i] += 0.5; // fault: out-of-bounds
}

CASE(managed_past_the_end)
{
    double *a = nullptr;
    CUDA(cudaMallocManaged(&a, 64 * sizeof(double)));
    for (int i = 0; i < 64; i++)
        a[i] = i;
    raise_all<<<2, 40>>>(a, 64);
    LAUNCHED();
    release(a);
}

// case: shared_into_the_neighbour
// The loop runs past the first shared array into the second.
__global__ void clear_too_far(int *out, int n)
{
    __shared__ int a[64];
    __shared__ int b[64];
    int t = threadIdx.x;
    b[t] = 5;
    __syncthreads();
    if (t == 0) {
        for (int i = 0; i <= n; i++)
            a[i] = 0; // fault: out-of-bounds
    }
    __syncthreads();
    out[t] = a[t] + b[t];
}

CASE(shared_into_the_neighbour)
{
    volatile int n = 64; // or the compiler sees the fault
    int *out = device_zeros<int>(64);
    clear_too_far<<<1, 64>>>(out, n);
    LAUNCHED();
    release(out);
}

// case: shared_before_the_start
// The first thread of a block reads the cell ahead of the shared array.
__global__ void difference_in_block(const int *a, int *d)
{
    __shared__ int before[48], s[48];
    int t = threadIdx.x, i = blockIdx.x * 48 + t;
    before[t] = 1;
    s[t] = a[i];
    __syncthreads();
    d[i] = s[t] - s[t - 1]; // fault: out-of-bounds
    d[i] += before[t];
}

CASE(shared_before_the_start)
{
    int *a = device_numbers<int>(480), *d = device_zeros<int>(480);
    difference_in_block<<<10, 48>>>(a, d);
    LAUNCHED();
    release(a, d);
}

// case: shared_halo_too_short
// The shared array has room for one halo cell, but two are written.
__global__ void load_halo(const float *a, float *b, int n)
{
    __shared__ float s[65];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t + 1] = a[i];
    if (t == 0) {
        s[0] = i > 0 ? a[i - 1] : 0;
        s[blockDim.x + 1] = i + 64 < n ? a[i + 64] : 0; // fault: out-of-bounds
    }
    __syncthreads();
    if (t < 63)
        b[i] = s[t] + s[t + 1] + s[t + 2];
}

CASE(shared_halo_too_short)
{
    float *a = device_numbers<float>(256), *b = device_zeros<float>(256);
    load_halo<<<4, 64>>>(a, b, 256);
    LAUNCHED();
    release(a, b);
}

// case: dynamic_shared_too_small
// The launch asks for one byte a thread, but the kernel stores an integer each.
__global__ void stage(const int *a, int *b)
{
    extern __shared__ int staged[];
    int t = threadIdx.x;
    staged[t] = a[blockIdx.x * blockDim.x + t]; // fault: out-of-bounds
    __syncthreads();
    b[blockIdx.x * blockDim.x + t] = staged[t]; // fault: out-of-bounds
}

CASE(dynamic_shared_too_small)
{
    int *a = device_numbers<int>(512), *b = device_zeros<int>(512);
    stage<<<4, 128, 128>>>(a, b);
    LAUNCHED();
    release(a, b);
}

// case: dynamic_shared_not_asked_for
// The kernel has dynamic shared memory, but the launch gives it none.
__global__ void use_unasked(float *a)
{
    extern __shared__ float buffer[];
    if (threadIdx.x == 7)
        buffer[0] = a[blockIdx.x]; // fault: out-of-bounds
}

CASE(dynamic_shared_not_asked_for)
{
    float *a = device_zeros<float>(6);
    use_unasked<<<6, 33>>>(a);
    LAUNCHED();
    release(a);
}

// case: constant_past_the_end
// The filter in constant memory has nine taps, the loop takes eleven.
__constant__ float taps[9];

__global__ void filter(const float *a, float *b, int n, int n_taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n_taps && i + k < n; k++)
        sum += taps[k] * a[i + k]; // fault: out-of-bounds
    if (i < n)
        b[i] = sum;
}

CASE(constant_past_the_end)
{
    const float host[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1};
    float *a = device_numbers<float>(200), *b = device_zeros<float>(200);
    CUDA(cudaMemcpyToSymbol(taps, host, sizeof host));
    volatile int n_taps = 11; // or the compiler sees the fault
    filter<<<4, 50>>>(a, b, 200, n_taps);
    LAUNCHED();
    release(a, b);
}

// case: device_array_past_the_end
// Each warp has a cell of a __device__ array, which is made for eight warps.
__device__ int warp_sums[8];

__global__ void sum_by_warp(const int *a)
{
    int t = threadIdx.x;
    if (t % 32 == 0)
        warp_sums[t / 32] = a[t]; // fault: out-of-bounds
}

CASE(device_array_past_the_end)
{
    int *a = device_numbers<int>(288), sums[8];
    sum_by_warp<<<1, 288>>>(a);
    LAUNCHED();
    CUDA(cudaMemcpyFromSymbol(sums, warp_sums, sizeof sums));
    release(a);
}

// case: misaligned_float4
// The array is taken as float4 from its second float on.
__global__ void copy_four(const float *a, float4 *b, int n)
{
    int i = threadIdx.x;
    if (i < n)
        b[i] = *reinterpret_cast<const float4 *>(a + 4 * i + 1); // fault: misaligned
}

CASE(misaligned_float4)
{
    float *a = device_numbers<float>(132);
    float4 *b = device_filled<float4>(32, make_float4(0, 0, 0, 0));
    copy_four<<<1, 32>>>(a, b, 32);
    LAUNCHED();
    release(a);
    release(b);
}

// case: misaligned_integer_in_record
// The records are packed, so that their lengths lie at odd addresses.
__global__ void read_lengths(const unsigned char *records, int size, int *lengths)
{
    int i = threadIdx.x;
    lengths[i] = *reinterpret_cast<const int *>(records + i * size + 1); // fault: misaligned
}

CASE(misaligned_integer_in_record)
{
    unsigned char *records = device_numbers<unsigned char>(64 * 7);
    int *lengths = device_zeros<int>(64);
    read_lengths<<<1, 64>>>(records, 7, lengths);
    LAUNCHED();
    release(records);
    release(lengths);
}

// case: misaligned_double_in_shared
// Doubles are stored behind an odd number of floats in dynamic shared memory.
__global__ void mixed_shared(const double *a, double *b, int n_floats)
{
    extern __shared__ double raw[];
    float *floats = reinterpret_cast<float *>(raw);
    double *doubles = reinterpret_cast<double *>(floats + n_floats);
    int t = threadIdx.x;
    if (t < n_floats)
        floats[t] = 1;
    doubles[t] = a[t]; // fault: misaligned
    __syncthreads();
    b[t] = doubles[t]; // fault: misaligned
}

CASE(misaligned_double_in_shared)
{
    double *a = device_numbers<double>(40), *b = device_zeros<double>(40);
    mixed_shared<<<1, 40, 40 * 8 + 8 * 4>>>(a, b, 7);
    LAUNCHED();
    release(a, b);
}

// case: misaligned_atomic
// The counters are packed behind a header of two bytes.
__global__ void count_packed(unsigned char *bytes)
{
    unsigned *counters = reinterpret_cast<unsigned *>(bytes + 2);
    atomicAdd(&counters[threadIdx.x % 4], 1u); // fault: misaligned
}

CASE(misaligned_atomic)
{
    unsigned char *bytes = device_zeros<unsigned char>(20);
    count_packed<<<3, 32>>>(bytes);
    LAUNCHED();
    release(bytes);
}

// case: row_times_width_overflows
// The product of row and width does not fit an integer: the index becomes negative.
__global__ void mark_row(unsigned char *a, int width, int first_row)
{
    int row = first_row + blockIdx.x, column = threadIdx.x;
    a[row * width + column] = 1; // fault: index-overflow
}

CASE(row_times_width_overflows)
{
    const int width = 65536, rows = 32769;
    unsigned char *a = nullptr;
    CUDA(cudaMalloc(&a, static_cast<size_t>(width) * rows));
    mark_row<<<2, 64>>>(a, width, rows - 2);
    LAUNCHED();
    release(a);
}

// case: hash_overflows
// The hash overflows to a negative number, whose remainder is a negative index.
__global__ void insert(const int *keys, int n, int *table, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int slot = (keys[i] * 196613 + 7) % size;
        atomicAdd(&table[slot], 1); // fault: index-overflow
    }
}

CASE(hash_overflows)
{
    int *keys = device_numbers<int>(20000), *table = device_zeros<int>(701);
    insert<<<157, 128>>>(keys, 20000, table, 701);
    LAUNCHED();
    release(keys, table);
}

// case: square_overflows
// The index of the triangular matrix goes by way of i squared, which overflows.
__device__ long triangle(int i)
{
    return i * (i + 1) / 2;
}

__global__ void diagonal(unsigned char *a, int first)
{
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    a[triangle(i)] = 1; // fault: index-overflow
}

CASE(square_overflows)
{
    const size_t n = 46400;
    unsigned char *a = nullptr;
    CUDA(cudaMalloc(&a, n * (n + 1) / 2));
    diagonal<<<1, 64>>>(a, n - 64);
    LAUNCHED();
    release(a);
}

// case: unsigned_index_below_zero
// Below zero, an unsigned index wraps around to four thousand million.
__global__ void shift_right(const float *a, float *b, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[i - 1]; // fault: index-overflow|out-of-bounds
}

CASE(unsigned_index_below_zero)
{
    float *a = device_numbers<float>(100), *b = device_zeros<float>(100);
    shift_right<<<4, 32>>>(a, b, 100);
    LAUNCHED();
    release(a, b);
}

// case: memcpy_past_the_end
// The last piece that memcpy() copies is as long as the others, though less is left.
__global__ void copy_pieces(const char *a, char *b, int piece)
{
    if (threadIdx.x == 0)
        memcpy(b + blockIdx.x * piece, a + blockIdx.x * piece, piece); // fault: out-of-bounds
}

CASE(memcpy_past_the_end)
{
    char *a = device_zeros<char>(1024), *b = device_zeros<char>(1000);
    copy_pieces<<<16, 32>>>(a, b, 64);
    LAUNCHED();
    release(a, b);
}

// case: large_struct_past_the_end
// The structure after the last one is read as a whole.
struct block_of_data {
    double values[30];
    int version;
};

__global__ void copy_next(const block_of_data *from, block_of_data *to, int n)
{
    int i = threadIdx.x;
    if (i < n)
        to[i] = from[i + 1]; // fault: out-of-bounds
}

CASE(large_struct_past_the_end)
{
    block_of_data *from = device_filled<block_of_data>(10, block_of_data{{1}, 2});
    block_of_data *to = device_filled<block_of_data>(10, block_of_data{{0}, 0});
    copy_next<<<1, 32>>>(from, to, 10);
    LAUNCHED();
    release(from, to);
}

// case: row_before_the_first
// Blocks of the first row read the row above, ahead of the image.
__global__ void blur(const unsigned char *image, unsigned char *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height - 1) {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++)
            sum += image[(y + dy) * width + x]; // fault: out-of-bounds
        out[y * width + x] = static_cast<unsigned char>(sum / 3);
    }
}

CASE(row_before_the_first)
{
    unsigned char *image = device_filled<unsigned char>(33 * 21, 9);
    unsigned char *out = device_zeros<unsigned char>(33 * 21);
    blur<<<dim3(3, 3), dim3(16, 8)>>>(image, out, 33, 21);
    LAUNCHED();
    release(image, out);
}

// case: shared_atomic_past_the_end
// The bin of the largest value lies behind the bins in shared memory.
__global__ void bin_in_shared(const float *a, int n, int *bins)
{
    __shared__ int local[10];
    int t = threadIdx.x;
    if (t < 10)
        local[t] = 0;
    __syncthreads();
    if (t < n)
        atomicAdd(&local[static_cast<int>(a[t] * 10)], 1); // fault: out-of-bounds
    __syncthreads();
    if (t < 10)
        bins[t] = local[t];
}

CASE(shared_atomic_past_the_end)
{
    float *a = device_filled<float>(64, 1.0f);
    int *bins = device_zeros<int>(10);
    bin_in_shared<<<1, 64>>>(a, 64, bins);
    LAUNCHED();
    release(a);
    release(bins);
}
