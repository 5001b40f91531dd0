// Right accesses that come close to an end, are wide, or reinterpret what they touch.
#include "corpus.h"

// case: exact_guard
// The last thread inside the guard writes the last cell.
__global__ void fill(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

CASE(exact_guard)
{
    int *a = nullptr;
    CUDA(cudaMalloc(&a, 1001 * sizeof(int)));
    fill<<<(1001 + 95) / 96, 96>>>(a, 1001);
    LAUNCHED();
    CHECK(host_copy(a, 1001)[1000] == 1000);
    release(a);
}

// case: every_byte_of_the_allocation
// An odd number of bytes, of which the last one is written too.
__global__ void write_bytes(char *text, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length - 1)
        text[i] = 'x';
    if (i == length - 1)
        text[i] = '\0';
}

CASE(every_byte_of_the_allocation)
{
    char *text = device_zeros<char>(1001);
    write_bytes<<<11, 96>>>(text, 1001);
    LAUNCHED();
    CHECK(host_copy(text, 1001)[999] == 'x' && host_copy(text, 1001)[1000] == '\0');
    release(text);
}

// case: float4_with_scalar_tail
// Whole float4s first, and the last two floats one by one.
__global__ void scale_wide(float *a, int n, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) {
        float4 *wide = reinterpret_cast<float4 *>(a) + i;
        float4 v = *wide;
        *wide = make_float4(v.x * factor, v.y * factor, v.z * factor, v.w * factor);
    } else {
        for (int k = 4 * i; k < n; k++)
            a[k] *= factor;
    }
}

CASE(float4_with_scalar_tail)
{
    float *a = device_filled<float>(1022, 2);
    scale_wide<<<2, 128>>>(a, 1022, 4);
    LAUNCHED();
    CHECK(host_copy(a, 1022)[0] == 8 && host_copy(a, 1022)[1021] == 8);
    release(a);
}

// case: clamped_neighbours
// The index of the neighbour is clamped, so the ends read their own cell.
__global__ void clamp_and_sum(const int *a, int *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        b[i] = a[max(i - 1, 0)] + a[min(i + 1, n - 1)];
}

CASE(clamped_neighbours)
{
    int *a = device_numbers<int>(300), *b = device_zeros<int>(300);
    clamp_and_sum<<<10, 32>>>(a, b, 300);
    LAUNCHED();
    CHECK(host_copy(b, 300)[0] == 1 && host_copy(b, 300)[299] == 298 + 299);
    release(a, b);
}

// case: pointer_past_the_end_not_followed
// A pointer to behind the last cell is compared with, but never followed.
__global__ void sum_range(const int *first, const int *last, int *sum)
{
    for (const int *p = first + threadIdx.x; p < last; p += blockDim.x)
        atomicAdd(sum, *p);
}

CASE(pointer_past_the_end_not_followed)
{
    int *a = device_filled<int>(256, 1), *sum = device_zeros<int>(1);
    sum_range<<<1, 96>>>(a, a + 256, sum);
    LAUNCHED();
    CHECK(host_copy(sum, 1)[0] == 256);
    release(a, sum);
}

// case: negative_index_from_the_middle
// The base points into the middle of the array, so negative indices are inside.
__global__ void mirror(const float *middle, float *out, int half)
{
    int t = threadIdx.x;
    if (t <= half)
        out[t] = middle[t] + middle[-t];
}

CASE(negative_index_from_the_middle)
{
    float *a = device_numbers<float>(101), *out = device_zeros<float>(51);
    mirror<<<1, 64>>>(a + 50, out, 50);
    LAUNCHED();
    CHECK(host_copy(out, 51)[50] == 100);
    release(a, out);
}

// case: shared_array_of_exact_size
// Both shared arrays are used up to their last cells, which lie side by side.
__global__ void fill_both(int *out)
{
    __shared__ int a[40];
    __shared__ int b[40];
    int t = threadIdx.x;
    a[39 - t] = t;
    b[t] = -t;
    __syncthreads();
    out[blockIdx.x * 40 + t] = a[t] + b[39 - t];
}

CASE(shared_array_of_exact_size)
{
    int *out = device_filled<int>(80 * 40, 1);
    fill_both<<<80, 40>>>(out);
    LAUNCHED();
    CHECK(host_copy(out, 80 * 40)[80 * 40 - 1] == 0);
    release(out);
}

// case: dynamic_shared_of_exact_size
// The launch asks for as many bytes as the kernel uses, a number that is no multiple of four.
__global__ void stage_bytes(const char *a, char *b)
{
    extern __shared__ char staged[];
    int t = threadIdx.x, n = blockDim.x;
    staged[n - 1 - t] = a[blockIdx.x * n + t];
    __syncthreads();
    b[blockIdx.x * n + t] = staged[t];
}

CASE(dynamic_shared_of_exact_size)
{
    char *a = device_numbers<char>(75 * 4), *b = device_zeros<char>(75 * 4);
    stage_bytes<<<4, 75, 75>>>(a, b);
    LAUNCHED();
    CHECK(host_copy(b, 75)[0] == 74);
    release(a, b);
}

// case: dynamic_shared_of_two_launches
// The same kernel is launched with different amounts of shared memory.
__global__ void fill_dynamic(int *out, int n)
{
    extern __shared__ int cells[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        cells[i] = i;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = cells[n - 1 - i];
}

CASE(dynamic_shared_of_two_launches)
{
    int *out = device_zeros<int>(5000);
    fill_dynamic<<<1, 64, 100 * sizeof(int)>>>(out, 100);
    fill_dynamic<<<1, 64, 5000 * sizeof(int)>>>(out, 5000);
    fill_dynamic<<<1, 64, 30 * sizeof(int)>>>(out, 30);
    LAUNCHED();
    CHECK(host_copy(out, 5000)[0] == 29 && host_copy(out, 5000)[4999] == 0);
    release(out);
}

// case: more_shared_memory_allowed
// Over 48 KiB of dynamic shared memory, after it has been allowed for the kernel.
CASE(more_shared_memory_allowed)
{
    const int n = 20 * 1024, bytes = n * static_cast<int>(sizeof(int));
    int *out = device_zeros<int>(n);
    CUDA(cudaFuncSetAttribute(fill_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    fill_dynamic<<<1, 256, bytes>>>(out, n);
    LAUNCHED();
    CHECK(host_copy(out, n)[0] == n - 1);
    release(out);
}

// case: constant_table
// The whole table in constant memory is read, in any order.
struct tap {
    int offset;
    float weight;
};

__constant__ tap taps[5];
__constant__ int n_taps;

__global__ void filter(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n_taps; k++) {
        tap one = taps[(k + i) % 5];
        int from = i + one.offset;
        if (from >= 0 && from < n)
            sum += one.weight * a[from];
    }
    if (i < n)
        b[i] = sum;
}

CASE(constant_table)
{
    const tap host[5] = {{-2, 1}, {-1, 2}, {0, 4}, {1, 2}, {2, 1}};
    const int count = 5;
    float *a = device_filled<float>(200, 1), *b = device_zeros<float>(200);
    CUDA(cudaMemcpyToSymbol(taps, host, sizeof host));
    CUDA(cudaMemcpyToSymbol(n_taps, &count, sizeof count));
    filter<<<5, 48>>>(a, b, 200);
    LAUNCHED();
    CHECK(host_copy(b, 200)[100] == 10 && host_copy(b, 200)[199] == 7);
    release(a, b);
}

// case: device_variables
// __device__ arrays with and without an initialiser, written by one launch and read by the next.
__device__ int powers[6] = {1, 10, 100, 1000, 10000, 100000};
__device__ int digits[6];

__global__ void split(int number)
{
    int t = threadIdx.x;
    if (t < 6)
        digits[t] = number / powers[t] % 10;
}

__global__ void join(int *number)
{
    int t = threadIdx.x;
    if (t < 6)
        atomicAdd(number, digits[t] * powers[5 - t]);
}

CASE(device_variables)
{
    int *number = device_zeros<int>(1);
    split<<<1, 32>>>(123456);
    join<<<1, 32>>>(number);
    LAUNCHED();
    CHECK(host_copy(number, 1)[0] == 654321);
    release(number);
}

// case: pitched_rows
// Rows lie at the distance that cudaMallocPitch() chose.
__global__ void fill_pitched(char *base, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        reinterpret_cast<float *>(base + y * pitch)[x] = static_cast<float>(x * y);
}

CASE(pitched_rows)
{
    const int width = 45, height = 30;
    char *base = nullptr;
    size_t pitch = 0;
    std::vector<float> host(width * height);
    CUDA(cudaMallocPitch(&base, &pitch, width * sizeof(float), height));
    fill_pitched<<<dim3(3, 8), dim3(16, 4)>>>(base, pitch, width, height);
    LAUNCHED();
    CUDA(cudaMemcpy2D(host.data(), width * sizeof(float), base, pitch, width * sizeof(float),
                      height, cudaMemcpyDeviceToHost));
    CHECK(host[width * height - 1] == 44 * 29);
    release(base);
}

// case: three_dimensions
// Blocks and grid of three dimensions, whose sizes do not divide the volume.
__global__ void fill_volume(int *a, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz)
        a[(z * ny + y) * nx + x] = x + y + z;
}

CASE(three_dimensions)
{
    int *a = device_zeros<int>(13 * 11 * 7);
    fill_volume<<<dim3(3, 4, 3), dim3(5, 3, 3)>>>(a, 13, 11, 7);
    LAUNCHED();
    CHECK(host_copy(a, 1001)[1000] == 12 + 10 + 6);
    release(a);
}

// case: struct_copies
// Whole structures are copied to and from shared memory.
struct particle {
    float position[3], speed[3];
    int kind;
};

__global__ void advance(particle *particles, float time)
{
    __shared__ particle near[36];
    int t = threadIdx.x;
    near[t] = particles[blockIdx.x * 36 + t];
    __syncthreads();
    particle mine = near[(t + 1) % 36];
    for (int k = 0; k < 3; k++)
        mine.position[k] += time * mine.speed[k];
    particles[blockIdx.x * 36 + t] = mine;
}

CASE(struct_copies)
{
    particle *particles = device_filled<particle>(360, particle{{1, 2, 3}, {4, 5, 6}, 7});
    advance<<<10, 36>>>(particles, 0.5f);
    LAUNCHED();
    particle last = host_copy(particles, 360)[359];
    CHECK(last.position[0] == 3 && last.position[2] == 6 && last.kind == 7);
    release(particles);
}

// case: unions
// One member of a union is written, and its bytes are read through another.
union word {
    unsigned number;
    unsigned char bytes[4];
};

__global__ void swap_bytes(word *words)
{
    word &w = words[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned char first = w.bytes[0];
    w.bytes[0] = w.bytes[3];
    w.bytes[3] = first;
    w.number ^= 1;
}

CASE(unions)
{
    word *words = device_filled<word>(330, word{0x01020304u});
    swap_bytes<<<10, 33>>>(words);
    LAUNCHED();
    CHECK(host_copy(words, 330)[329].number == 0x04020300u);
    release(words);
}

// case: aligned_float4_in_the_middle
// An array of floats is taken as float4 from its 16th float on, which is aligned.
__global__ void copy_four(const float *a, float4 *b)
{
    int t = threadIdx.x;
    b[t] = *reinterpret_cast<const float4 *>(a + 16 + 4 * t);
}

CASE(aligned_float4_in_the_middle)
{
    float *a = device_numbers<float>(16 + 4 * 32);
    float4 *b = device_filled<float4>(32, make_float4(0, 0, 0, 0));
    copy_four<<<1, 32>>>(a, b);
    LAUNCHED();
    CHECK(host_copy(b, 32)[31].w == 143);
    release(a);
    release(b);
}

// case: packed_record_by_memcpy
// Integers at odd addresses are read byte by byte.
__global__ void read_lengths(const unsigned char *records, int size, int *lengths)
{
    int t = threadIdx.x, length = 0;
    for (int k = 0; k < 4; k++)
        length |= records[t * size + 1 + k] << (8 * k);
    lengths[t] = length;
}

CASE(packed_record_by_memcpy)
{
    unsigned char *records = device_filled<unsigned char>(64 * 7, 1);
    int *lengths = device_zeros<int>(64);
    read_lengths<<<1, 64>>>(records, 7, lengths);
    LAUNCHED();
    CHECK(host_copy(lengths, 64)[63] == 0x01010101);
    release(records);
    release(lengths);
}

// case: index_in_64_bits
// The index passes two thousand million, and is computed in 64 bits.
__global__ void mark_row(unsigned char *a, size_t width, size_t first_row)
{
    size_t row = first_row + blockIdx.x, column = threadIdx.x;
    a[row * width + column] = 1;
}

CASE(index_in_64_bits)
{
    const size_t width = 65536, rows = 32769;
    unsigned char *a = nullptr, last = 0;
    CUDA(cudaMalloc(&a, width * rows));
    mark_row<<<2, 64>>>(a, width, rows - 2);
    LAUNCHED();
    CUDA(cudaMemcpy(&last, a + (rows - 1) * width + 63, 1, cudaMemcpyDeviceToHost));
    CHECK(last == 1);
    release(a);
}

// case: hash_in_unsigned
// The product wraps around, as unsigned numbers may, and the index stays inside.
__global__ void insert(const int *keys, int n, unsigned *table, unsigned size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&table[keys[i] * 2654435761u % size], 1u);
}

CASE(hash_in_unsigned)
{
    int *keys = device_numbers<int>(2000);
    unsigned *table = device_zeros<unsigned>(701), total = 0;
    insert<<<16, 128>>>(keys, 2000, table, 701);
    LAUNCHED();
    for (unsigned count : host_copy(table, 701))
        total += count;
    CHECK(total == 2000);
    release(keys);
    release(table);
}

// case: wrapped_number_is_no_index
// A signed generator overflows on purpose through unsigned arithmetic; only its low bits index.
__global__ void walk(const int *a, int *out)
{
    int t = threadIdx.x;
    unsigned state = 12345u + t;
    for (int k = 0; k < 20; k++)
        state = state * 1103515245u + 12345u;
    out[t] = a[state >> 16 & 63];
}

CASE(wrapped_number_is_no_index)
{
    int *a = device_filled<int>(64, 8), *out = device_zeros<int>(50);
    walk<<<1, 50>>>(a, out);
    LAUNCHED();
    CHECK(host_copy(out, 50)[49] == 8);
    release(a, out);
}

// case: local_arrays
// Each thread sorts a small array of its own.
__global__ void median_of_five(const int *a, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v[5];
    for (int k = 0; k < 5; k++)
        v[k] = a[(i + k) % n];
    for (int k = 1; k < 5; k++) {
        for (int j = k; j > 0 && v[j - 1] > v[j]; j--) {
            int kept = v[j];
            v[j] = v[j - 1];
            v[j - 1] = kept;
        }
    }
    out[i] = v[2];
}

CASE(local_arrays)
{
    int *a = device_numbers<int>(450), *out = device_zeros<int>(450);
    median_of_five<<<45, 11>>>(a, out, 450);
    LAUNCHED();
    CHECK(host_copy(out, 450)[0] == 2);
    release(a, out);
}
