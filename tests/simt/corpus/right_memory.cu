// Right uses of allocations, launches and errors that look suspicious.
#include "corpus.h"
#include <cstdlib>

__global__ void fill(int *a, int n, int value)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = value;
}

__global__ void add(const int *a, int *b, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        b[i] += a[i];
}

// case: freed_and_allocated_again
// The memory is freed and allocated again, perhaps at the same address, and written before use.
CASE(freed_and_allocated_again)
{
    for (int k = 0; k < 5; k++) {
        int *a = nullptr;
        CUDA(cudaMalloc(&a, 600 * sizeof(int)));
        fill<<<3, 64>>>(a, 600, k);
        LAUNCHED();
        CHECK(host_copy(a, 600)[599] == k);
        release(a);
    }
}

// case: nothing_freed
// cudaFree() of a null pointer does nothing.
CASE(nothing_freed)
{
    int *a = nullptr;
    CUDA(cudaFree(a));
    CUDA(cudaMalloc(&a, 4));
    CUDA(cudaFree(a));
    a = nullptr;
    CUDA(cudaFree(a));
}

// case: memset_then_added
// cudaMemset() gives every byte of the array its first value.
CASE(memset_then_added)
{
    int *a = device_numbers<int>(333), *b = nullptr;
    CUDA(cudaMalloc(&b, 333 * sizeof(int)));
    CUDA(cudaMemset(b, 0, 333 * sizeof(int)));
    add<<<4, 40>>>(a, b, 333);
    LAUNCHED();
    CHECK(host_copy(b, 333)[332] == 332);
    release(a, b);
}

// case: copied_on_the_device
// The array gets its first values from another one, and a part of them from the host.
CASE(copied_on_the_device)
{
    const int host[20] = {7, 7, 7};
    int *a = device_filled<int>(200, 5), *b = nullptr;
    CUDA(cudaMalloc(&b, 200 * sizeof(int)));
    CUDA(cudaMemcpy(b, a, 180 * sizeof(int), cudaMemcpyDeviceToDevice));
    CUDA(cudaMemcpy(b + 180, host, sizeof host, cudaMemcpyHostToDevice));
    add<<<2, 96>>>(a, b, 200);
    LAUNCHED();
    std::vector<int> got = host_copy(b, 200);
    CHECK(got[179] == 10 && got[180] == 12 && got[199] == 5);
    release(a, b);
}

// case: written_by_kernel_then_read
// One launch writes what the next one reads; nobody set it before.
CASE(written_by_kernel_then_read)
{
    int *a = nullptr, *b = nullptr;
    CUDA(cudaMalloc(&a, 1000 * sizeof(int)));
    CUDA(cudaMalloc(&b, 1000 * sizeof(int)));
    fill<<<8, 96>>>(a, 1000, 4);
    fill<<<5, 33>>>(b, 1000, 3);
    add<<<70, 16>>>(a, b, 1000);
    LAUNCHED();
    CHECK(host_copy(b, 1000)[999] == 7);
    release(a, b);
}

// case: part_never_written_nor_read
// The second half of the array is neither written nor read.
CASE(part_never_written_nor_read)
{
    int *a = nullptr, *b = device_zeros<int>(500);
    CUDA(cudaMalloc(&a, 1000 * sizeof(int)));
    fill<<<4, 64>>>(a, 500, 6);
    add<<<4, 64>>>(a, b, 500);
    LAUNCHED();
    CHECK(host_copy(b, 500)[499] == 6);
    release(a, b);
}

// case: shared_tail_filled_with_zero
// Threads past the end fill their shared cell with zero before all are summed.
__global__ void sum_padded(const int *a, int n, int *sums)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

CASE(shared_tail_filled_with_zero)
{
    int *a = device_filled<int>(1000, 1), *sums = device_zeros<int>(16);
    sum_padded<<<16, 64>>>(a, 1000, sums);
    LAUNCHED();
    CHECK(host_copy(sums, 16)[15] == 40);
    release(a, sums);
}

// case: shared_half_written_half_read
// Only the cells that were written are read.
__global__ void every_second(const int *a, int *b)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[2 * t] = a[t];
    __syncthreads();
    b[t] = s[2 * ((t + 1) % 64)];
}

CASE(shared_half_written_half_read)
{
    int *a = device_numbers<int>(64), *b = device_zeros<int>(64);
    every_second<<<1, 64>>>(a, b);
    LAUNCHED();
    CHECK(host_copy(b, 64)[63] == 0);
    release(a, b);
}

// case: bytes_written_one_by_one
// Four threads write the bytes of a word that a later launch reads as a whole.
__global__ void write_bytes(unsigned char *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = static_cast<unsigned char>(i);
}

__global__ void sum_words(const unsigned *a, unsigned *sum)
{
    atomicAdd(sum, a[threadIdx.x] >> 24);
}

CASE(bytes_written_one_by_one)
{
    unsigned char *a = nullptr;
    unsigned *sum = device_zeros<unsigned>(1);
    CUDA(cudaMalloc(&a, 160));
    write_bytes<<<4, 40>>>(a);
    sum_words<<<1, 40>>>(reinterpret_cast<unsigned *>(a), sum);
    LAUNCHED();
    CHECK(host_copy(sum, 1)[0] == 3240);
    release(a);
    release(sum);
}

// case: managed_memory_on_both_sides
// The host fills managed memory, the device changes it, the host reads it.
CASE(managed_memory_on_both_sides)
{
    int *a = nullptr, *b = nullptr;
    CUDA(cudaMallocManaged(&a, 99 * sizeof(int)));
    CUDA(cudaMallocManaged(&b, 99 * sizeof(int)));
    for (int i = 0; i < 99; i++)
        a[i] = b[i] = i;
    add<<<3, 33>>>(a, b, 99);
    LAUNCHED();
    CHECK(b[98] == 196);
    release(a, b);
}

// case: pinned_memory_in_kernel
// Pinned host memory is mapped: the device may follow its address.
CASE(pinned_memory_in_kernel)
{
    int *a = nullptr, *on_device = nullptr;
    CUDA(cudaHostAlloc(&a, 64 * sizeof(int), cudaHostAllocMapped));
    CUDA(cudaHostGetDevicePointer(&on_device, a, 0));
    fill<<<2, 32>>>(on_device, 64, 11);
    LAUNCHED();
    CHECK(a[0] == 11 && a[63] == 11);
    CUDA(cudaFreeHost(a));
}

// case: device_struct_with_device_pointer
// The structure and the array that it points to are both on the device.
struct image {
    int n;
    int *pixels;
};

__global__ void invert(const image *im)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < im->n)
        im->pixels[i] = 255 - im->pixels[i];
}

CASE(device_struct_with_device_pointer)
{
    image im = {500, device_filled<int>(500, 100)}, *on_device = device_filled<image>(1, im);
    invert<<<8, 64>>>(on_device);
    LAUNCHED();
    CHECK(host_copy(im.pixels, 500)[499] == 155);
    release(im.pixels);
    release(on_device);
}

// case: table_of_rows
// A table of device pointers, each row of which is allocated on its own.
__global__ void fill_rows(int *const *rows, int n)
{
    int t = threadIdx.x;
    if (t < n)
        rows[blockIdx.x][t] = blockIdx.x;
}

CASE(table_of_rows)
{
    int *rows[6], **table = nullptr;
    for (int *&row : rows)
        row = device_zeros<int>(37);
    CUDA(cudaMalloc(&table, sizeof rows));
    CUDA(cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice));
    fill_rows<<<6, 64>>>(table, 37);
    LAUNCHED();
    CHECK(host_copy(rows[5], 37)[36] == 5);
    for (int *row : rows)
        release(row);
    release(table);
}

// case: host_computes_with_device_addresses
// The host compares and subtracts device addresses, but never follows them.
CASE(host_computes_with_device_addresses)
{
    int *a = device_zeros<int>(100), *last = &a[99], *best = a;
    for (int *p = a; p <= last; p += 33)
        best = p > best ? p : best;
    CHECK(best - a == 99 && last == best);
    fill<<<1, 32>>>(a + 50, 50, 1);
    LAUNCHED();
    CHECK(host_copy(best, 1)[0] == 1);
    release(a);
}

// case: freed_in_stream_after_use
// Allocation, use and freeing follow each other in one stream.
CASE(freed_in_stream_after_use)
{
    cudaStream_t stream;
    int *a = nullptr, last = 0;
    CUDA(cudaStreamCreate(&stream));
    for (int k = 1; k <= 3; k++) {
        CUDA(cudaMallocAsync(&a, 128 * sizeof(int), stream));
        fill<<<1, 64, 0, stream>>>(a, 128, k);
        CUDA(cudaMemcpyAsync(&last, a + 127, sizeof last, cudaMemcpyDeviceToHost, stream));
        CUDA(cudaFreeAsync(a, stream));
        CUDA(cudaStreamSynchronize(stream));
        CHECK(last == k);
    }
    LAUNCHED();
    CUDA(cudaStreamDestroy(stream));
}

// case: error_asked_for_and_handled
// Too large an allocation fails; the program asks, and takes a smaller one.
CASE(error_asked_for_and_handled)
{
    int *a = nullptr;
    size_t n = static_cast<size_t>(1) << 48;
    while (n > 64 && cudaMalloc(&a, n * sizeof(int)) != cudaSuccess) {
        (void)cudaGetLastError();
        n = 64;
    }
    if (n == 64)
        CUDA(cudaMalloc(&a, n * sizeof(int)));
    fill<<<1, 64>>>(a, 64, 5);
    LAUNCHED();
    CHECK(host_copy(a, 64)[63] == 5);
    release(a);
}

// case: launch_of_the_largest_block
// 1024 threads are allowed, in any shape.
CASE(launch_of_the_largest_block)
{
    int *a = device_zeros<int>(2048);
    fill<<<2, 1024>>>(a, 2048, 1);
    fill<<<1, dim3(1, 16, 64)>>>(a, 0, 2);
    LAUNCHED();
    CHECK(host_copy(a, 2048)[2047] == 1 && host_copy(a, 2048)[0] == 1);
    release(a);
}

// case: empty_input_not_launched
// For no elements, nothing is launched and nothing copied.
CASE(empty_input_not_launched)
{
    const int n = 0;
    int *a = nullptr;
    CUDA(cudaMalloc(&a, n * sizeof(int)));
    if (n > 0)
        fill<<<(n + 63) / 64, 64>>>(a, n, 1);
    CUDA(cudaMemset(a, 0, n * sizeof(int)));
    LAUNCHED();
    release(a);
}

// case: device_reset_instead_of_freeing
// cudaDeviceReset() gives back all that was allocated.
CASE(device_reset_instead_of_freeing)
{
    int *a = device_zeros<int>(64);
    fill<<<1, 64>>>(a, 64, 3);
    LAUNCHED();
    CHECK(host_copy(a, 64)[63] == 3);
    CUDA(cudaDeviceReset());
}

// case: allocated_by_a_global_owner
// The memory belongs to a cache that is emptied ahead of the end.
struct cache {
    std::vector<int *> arrays;
    int *get(int n)
    {
        arrays.push_back(device_zeros<int>(n));
        return arrays.back();
    }
    void clear()
    {
        for (int *array : arrays)
            release(array);
        arrays.clear();
    }
};

static cache arrays_of_program;

CASE(allocated_by_a_global_owner)
{
    for (int n = 10; n <= 40; n += 10)
        fill<<<1, 32>>>(arrays_of_program.get(n), n, n);
    LAUNCHED();
    arrays_of_program.clear();
}

// case: copy_back_of_written_part
// Only the part that the kernel wrote is copied back.
CASE(copy_back_of_written_part)
{
    int *a = nullptr;
    CUDA(cudaMalloc(&a, 4096 * sizeof(int)));
    fill<<<2, 50>>>(a, 100, 9);
    LAUNCHED();
    CHECK(host_copy(a, 100)[99] == 9);
    release(a);
}

// case: struct_with_padding
// The members are written one by one; copies of the whole read the padding along with them.
struct sample {
    double value;
    int weight; // four bytes of padding follow
};

__global__ void make_samples(sample *s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[i].value = i * 0.25;
    s[i].weight = i;
}

__global__ void copy_samples(const sample *from, sample *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

CASE(struct_with_padding)
{
    sample *a = nullptr, *b = nullptr;
    CUDA(cudaMalloc(&a, 96 * sizeof(sample)));
    CUDA(cudaMalloc(&b, 96 * sizeof(sample)));
    make_samples<<<3, 32>>>(a);
    copy_samples<<<2, 48>>>(a, b);
    LAUNCHED();
    CHECK(host_copy(b, 96)[95].weight == 95);
    release(a, b);
}

// case: partly_filled_array_copied
// Both the filled and the empty part are copied on the device, but only the filled one is read.
CASE(partly_filled_array_copied)
{
    int *a = nullptr, *b = nullptr, *c = device_zeros<int>(100);
    CUDA(cudaMalloc(&a, 200 * sizeof(int)));
    CUDA(cudaMalloc(&b, 200 * sizeof(int)));
    fill<<<2, 32>>>(a, 100, 8);
    CUDA(cudaMemcpy(b, a, 200 * sizeof(int), cudaMemcpyDeviceToDevice));
    add<<<2, 32>>>(b, c, 100);
    LAUNCHED();
    CHECK(host_copy(c, 100)[99] == 8);
    release(a, b, c);
}

// case: filled_by_memcpy_in_the_kernel
// Threads fill their pieces by memcpy() and memset(), which write as stores do.
__global__ void fill_pieces(const char *from, char *to, int piece)
{
    char *mine = to + (blockIdx.x * blockDim.x + threadIdx.x) * piece;
    memcpy(mine, from, piece - 2);
    memset(mine + piece - 2, 'z', 2);
}

__global__ void count_letter(const char *text, int n, char letter, int *count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (text[i] == letter)
            atomicAdd(count, 1);
}

CASE(filled_by_memcpy_in_the_kernel)
{
    char *from = device_filled<char>(17, 'a'), *to = nullptr;
    int *count = device_zeros<int>(1);
    CUDA(cudaMalloc(&to, 40 * 19));
    fill_pieces<<<4, 10>>>(from, to, 19);
    count_letter<<<3, 64>>>(to, 40 * 19, 'z', count);
    LAUNCHED();
    CHECK(host_copy(count, 1)[0] == 80);
    release(from, to);
    release(count);
}

// case: rows_copied_in_two_dimensions
// cudaMemcpy2D() and cudaMemset2D() fill the rows, and leave the gaps between them alone.
__global__ void sum_rows(const int *base, size_t pitch, int width, int *sums)
{
    const char *row = reinterpret_cast<const char *>(base) + blockIdx.x * pitch;
    if (static_cast<int>(threadIdx.x) < width)
        atomicAdd(&sums[blockIdx.x], reinterpret_cast<const int *>(row)[threadIdx.x]);
}

CASE(rows_copied_in_two_dimensions)
{
    const int width = 21, height = 6;
    std::vector<int> host(width * height / 2, 2);
    int *base = nullptr, *sums = device_zeros<int>(height);
    size_t pitch = 0, bytes = width * sizeof(int);
    CUDA(cudaMallocPitch(&base, &pitch, bytes, height));
    CUDA(cudaMemset2D(base, pitch, 0, bytes, height / 2));
    CUDA(cudaMemcpy2D(reinterpret_cast<char *>(base) + height / 2 * pitch, pitch, host.data(),
                      bytes, bytes, height / 2, cudaMemcpyHostToDevice));
    sum_rows<<<height, 32>>>(base, pitch, width, sums);
    LAUNCHED();
    CHECK(host_copy(sums, height)[0] == 0 && host_copy(sums, height)[5] == 42);
    release(base, sums);
}

// case: managed_variable
// A __managed__ variable is used by its name on both sides.
__managed__ int total = 5;

__global__ void add_to_total(int by)
{
    atomicAdd(&total, by);
}

CASE(managed_variable)
{
    total += 1;
    add_to_total<<<10, 33>>>(2);
    LAUNCHED();
    CHECK(total == 666);
}

// case: heap_of_the_device
// Each thread builds a list with new, sums it up in scratch memory, and gives both back.
struct entry {
    int value;
    entry *next;
    __device__ entry(int v, entry *n) : value(v), next(n)
    {
    }
    __device__ ~entry()
    {
        value = -1;
    }
};

__global__ void sum_lists(int *sums)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int *sum = static_cast<int *>(malloc(sizeof(int)));
    entry *list = nullptr;
    for (int i = 0; i <= t % 7; i++)
        list = new entry(i, list);
    memset(sum, 0, sizeof *sum);
    while (list != nullptr) {
        entry *next = list->next;
        *sum += list->value;
        delete list;
        list = next;
    }
    sums[t] = *sum;
    free(sum);
    free(nullptr);
}

CASE(heap_of_the_device)
{
    int *sums = device_zeros<int>(200);
    sum_lists<<<4, 50>>>(sums);
    LAUNCHED();
    CHECK(host_copy(sums, 200)[6] == 21);
    release(sums);
}

// case: heap_of_the_device_between_launches
// One launch allocates, the next one uses it and frees; classes have constructors and functions.
struct shape {
    virtual __device__ float area() const = 0;
    virtual __device__ ~shape()
    {
    }
};

struct square : shape {
    float side;
    __device__ explicit square(float s = 3) : side(s)
    {
    }
    __device__ float area() const override
    {
        return side * side;
    }
};

__global__ void make_shapes(shape **shapes, square **arrays)
{
    shapes[threadIdx.x] = new square(threadIdx.x);
    arrays[threadIdx.x] = new square[threadIdx.x + 1];
}

__global__ void measure_shapes(shape **shapes, square **arrays, float *areas)
{
    int t = threadIdx.x;
    areas[t] = shapes[t]->area() + arrays[t][t].area();
    delete shapes[t];
    delete[] arrays[t];
}

CASE(heap_of_the_device_between_launches)
{
    shape **shapes = device_zeros<shape *>(48);
    square **arrays = device_zeros<square *>(48);
    float *areas = device_zeros<float>(48);
    make_shapes<<<1, 48>>>(shapes, arrays);
    measure_shapes<<<1, 48>>>(shapes, arrays, areas);
    LAUNCHED();
    CHECK(host_copy(areas, 48)[4] == 25);
    release(areas);
    release(shapes);
    release(arrays);
}

// case: copies_that_just_fit
// Up to the last byte, from within an array, of rows, and by cudaMemcpyDefault.
__device__ short letters[26];

CASE(copies_that_just_fit)
{
    short host[26] = {0}, back[26] = {0};
    int numbers[10] = {0}, *a = device_numbers<int>(100);
    CUDA(cudaMemcpy(numbers, a + 90, sizeof numbers, cudaMemcpyDeviceToHost));
    CHECK(numbers[9] == 99);
    CUDA(cudaMemcpy(a + 99, numbers, sizeof(int), cudaMemcpyDefault));
    CUDA(cudaMemset(a + 50, 0, 50 * sizeof(int)));
    CUDA(cudaMemset2D(a, 10 * sizeof(int), 1, 5 * sizeof(int), 10));
    host[25] = 'z';
    CUDA(cudaMemcpyToSymbol(letters, host, sizeof host));
    CUDA(cudaMemcpyFromSymbol(back, letters, sizeof(short), 25 * sizeof(short)));
    CHECK(back[0] == 'z');
    release(a);
}

// case: partly_written_result_copied
// Only every second cell is written; the host copies all, and looks at those.
__global__ void fill_every_second(int *a)
{
    a[2 * threadIdx.x] = threadIdx.x;
}

CASE(partly_written_result_copied)
{
    int *a = nullptr;
    CUDA(cudaMalloc(&a, 100 * sizeof(int)));
    fill_every_second<<<1, 50>>>(a);
    LAUNCHED();
    CHECK(host_copy(a, 100)[98] == 49);
    release(a);
}

// case: hosts_own_heap
// malloc(), new and what they give are the host's as ever, also between launches.
CASE(hosts_own_heap)
{
    int *a = device_zeros<int>(64), *host = static_cast<int *>(malloc(64 * sizeof(int)));
    fill<<<1, 64>>>(a, 64, 5);
    LAUNCHED();
    int *more = new int[64];
    CUDA(cudaMemcpy(host, a, 64 * sizeof(int), cudaMemcpyDeviceToHost));
    memcpy(more, host, 64 * sizeof(int));
    CHECK(more[63] == 5);
    free(host);
    delete[] more;
    release(a);
}
