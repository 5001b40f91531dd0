// Memory that is gone, was never device memory, or has nothing in it yet.
#include "corpus.h"
#include <cstdlib>
#include <sstream>

// case: freed_before_the_kernel
// The array is freed before the kernel that writes it.
__global__ void write_freed(int *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1; // fault: use-after-free
}

CASE(freed_before_the_kernel)
{
    int *a = device_zeros<int>(256);
    release(a);
    write_freed<<<4, 64>>>(a);
    LAUNCHED();
}

// case: pointer_kept_in_struct
// A copy of the pointer in a structure outlives the memory.
struct vector {
    float *cells;
    int length;
};

__device__ float cell(const vector &v, int i)
{
    return v.cells[i]; // fault: use-after-free
}

__global__ void sum_vector(vector v, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.length)
        atomicAdd(sum, cell(v, i));
}

CASE(pointer_kept_in_struct)
{
    vector v = {device_numbers<float>(100), 100};
    float *sum = device_zeros<float>(1);
    sum_vector<<<4, 32>>>(v, sum);
    LAUNCHED();
    release(v.cells);
    sum_vector<<<4, 32>>>(v, sum);
    LAUNCHED();
    release(sum);
}

// case: old_pointer_after_growing
// The array moved when it grew; the kernel still gets the old address.
__global__ void append(double *a, int at, double value)
{
    if (threadIdx.x == 0)
        a[at] = value; // fault: use-after-free
}

CASE(old_pointer_after_growing)
{
    double *a = device_zeros<double>(10), *old = a, *larger = device_zeros<double>(5000);
    CUDA(cudaMemcpy(larger, a, 10 * sizeof(double), cudaMemcpyDeviceToDevice));
    release(a);
    a = larger;
    append<<<1, 32>>>(old, 9, 0.5);
    LAUNCHED();
    release(a);
}

// case: table_of_pointers_outlived
// A table on the device holds the address of a row that has been freed.
__global__ void sum_rows(int *const *rows, int n, int *sums)
{
    int row = blockIdx.x, t = threadIdx.x;
    if (t < n)
        atomicAdd(&sums[row], rows[row][t]); // fault: use-after-free
}

CASE(table_of_pointers_outlived)
{
    int *rows[3], **table = device_filled<int *>(3, nullptr), *sums = device_zeros<int>(3);
    for (int *&row : rows)
        row = device_numbers<int>(50);
    CUDA(cudaMemcpy(table, rows, sizeof rows, cudaMemcpyHostToDevice));
    release(rows[1]);
    sum_rows<<<3, 64>>>(table, 50, sums);
    LAUNCHED();
    release(rows[0], rows[2], sums);
    release(table);
}

// case: freed_in_stream
// The memory is freed in the stream ahead of the kernel that uses it.
__global__ void scale_in_stream(float *a, float factor)
{
    a[threadIdx.x] *= factor; // fault: use-after-free
}

CASE(freed_in_stream)
{
    cudaStream_t stream;
    float *a = nullptr;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaMallocAsync(&a, 96 * sizeof(float), stream));
    CUDA(cudaMemsetAsync(a, 0, 96 * sizeof(float), stream));
    CUDA(cudaFreeAsync(a, stream));
    scale_in_stream<<<1, 96, 0, stream>>>(a, 2.0f);
    LAUNCHED();
    CUDA(cudaStreamDestroy(stream));
}

// case: freed_twice
// The same array is freed a second time.
__global__ void fill(int *a, int value)
{
    a[threadIdx.x] = value;
}

CASE(freed_twice)
{
    int *a = device_zeros<int>(64);
    fill<<<1, 64>>>(a, 3);
    LAUNCHED();
    CUDA(cudaFree(a));
    CUDA(cudaFree(a)); // fault: double-free
}

// case: freed_through_two_names
// Two pointers name one array, and both are freed.
CASE(freed_through_two_names)
{
    float *input = device_zeros<float>(1000), *best = input;
    float *other = device_zeros<float>(1000);
    CUDA(cudaFree(input));
    CUDA(cudaFree(other));
    CUDA(cudaFree(best)); // fault: double-free
}

// case: freed_twice_in_loop
// The loop over the rows frees the first one, which had been freed before.
CASE(freed_twice_in_loop)
{
    short *rows[4];
    for (short *&row : rows)
        row = device_zeros<short>(30);
    release(rows[0]);
    for (short *row : rows)
        CUDA(cudaFree(row)); // fault: double-free
}

// case: freed_in_the_middle
// The pointer had been moved along the array before it was freed.
CASE(freed_in_the_middle)
{
    int *a = device_zeros<int>(1024), *p = a;
    p += 512;
    CUDA(cudaFree(p)); // fault: invalid-free
    CUDA(cudaFree(a));
}

// case: host_memory_freed_as_device
// Memory of the host's heap is given to cudaFree().
CASE(host_memory_freed_as_device)
{
    std::vector<int> host(100, 1);
    int *a = device_zeros<int>(100);
    CUDA(cudaMemcpy(a, host.data(), 100 * sizeof(int), cudaMemcpyHostToDevice));
    CUDA(cudaFree(host.data())); // fault: invalid-free
    CUDA(cudaFree(a));
}

// case: device_variable_freed
// The address of a __device__ variable was never allocated, so it cannot be freed.
__device__ int table_of_program[32];

CASE(device_variable_freed)
{
    void *address = nullptr;
    CUDA(cudaGetSymbolAddress(&address, table_of_program));
    CUDA(cudaMemset(address, 0, sizeof table_of_program));
    CUDA(cudaFree(address)); // fault: invalid-free
}

// case: host_array_in_kernel
// The kernel is given the address of an array on the host's heap.
__global__ void increment(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i]++; // fault: host-pointer
}

CASE(host_array_in_kernel)
{
    std::vector<int> host(100, 1);
    increment<<<2, 64>>>(host.data(), 100);
    LAUNCHED();
}

// case: host_result_in_kernel
// The kernel writes its result to a variable on the host's stack.
__global__ void count_in_host_variable(const int *a, int *result)
{
    if (a[threadIdx.x] > 10)
        atomicAdd(result, 1); // fault: host-pointer
}

CASE(host_result_in_kernel)
{
    int result = 0, *a = device_numbers<int>(32);
    count_in_host_variable<<<1, 32>>>(a, &result);
    LAUNCHED();
    release(a);
}

// case: struct_with_host_pointer
// The structure was copied to the device, but not the array that it points to.
struct image {
    int width, height;
    unsigned char *pixels;
};

__global__ void invert(const image *im)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < im->width * im->height) {
        unsigned char *pixel = im->pixels + i;
        *pixel = static_cast<unsigned char>(255 - *pixel); // fault: host-pointer
    }
}

CASE(struct_with_host_pointer)
{
    std::vector<unsigned char> pixels(24 * 20, 100);
    image im = {24, 20, pixels.data()}, *on_device = device_filled<image>(1, im);
    invert<<<8, 64>>>(on_device);
    LAUNCHED();
    release(on_device);
}

// case: host_global_in_kernel
// A kernel follows a pointer to a global variable of the host.
static float host_scale = 2.0f;

__global__ void scale_by(float *a, const float *factor)
{
    a[threadIdx.x] *= *factor; // fault: host-pointer
}

CASE(host_global_in_kernel)
{
    float *a = device_numbers<float>(64);
    scale_by<<<1, 64>>>(a, &host_scale);
    LAUNCHED();
    release(a);
}

// case: host_global_beside_registered_memory
// A kernel uses a variable of the host that lies just behind memory that was registered.
static struct {
    int registered[2];
    int step;
} host_variables = {{0, 0}, 3};

__global__ void step_by(int *a, const int *step)
{
    a[threadIdx.x] += *step; // fault: host-pointer
}

CASE(host_global_beside_registered_memory)
{
    int *a = device_numbers<int>(64);
    cudaHostRegister(host_variables.registered, sizeof host_variables.registered,
                     cudaHostRegisterDefault);
    step_by<<<1, 64>>>(a, &host_variables.step);
    LAUNCHED();
    cudaHostUnregister(host_variables.registered);
    release(a);
}

// case: host_reads_device_memory
// The host looks at the result without copying it back.
__global__ void set_answer(int *answer)
{
    *answer = 42;
}

CASE(host_reads_device_memory)
{
    int *answer = device_zeros<int>(1);
    set_answer<<<1, 1>>>(answer);
    LAUNCHED();
    int seen = *answer; // fault: device-pointer
    CHECK(seen == 42);
    release(answer);
}

// case: host_fills_device_memory
// The host writes the input straight into device memory.
CASE(host_fills_device_memory)
{
    float *a = nullptr;
    CUDA(cudaMalloc(&a, 50 * sizeof(float)));
    for (int i = 0; i < 50; i++)
        a[i] = 0.5f * static_cast<float>(i); // fault: device-pointer
    release(a);
}

// case: host_follows_device_struct
// The host reads a member through a pointer to device memory.
struct queue {
    int head, tail;
    int *cells;
};

CASE(host_follows_device_struct)
{
    queue *q = device_filled<queue>(1, queue{0, 5, nullptr});
    int length = q->tail - q->head; // fault: device-pointer
    CHECK(length == 5);
    release(q);
}

// case: host_function_on_device_memory
// A library function of the host gets a device pointer.
CASE(host_function_on_device_memory)
{
    char *text = device_filled<char>(20, 'a'), copy[20];
    memcpy(copy, text, sizeof copy); // fault: device-pointer
    CHECK(copy[19] == 'a');
    release(text);
}

// case: library_reads_device_memory
// Code of a library that nobody has instrumented reads it.
CASE(library_reads_device_memory)
{
    char *text = device_filled<char>(20, 'a');
    std::stringstream stream;
    stream.write(text, 20); // fault: device-pointer
    CHECK(stream.str()[19] == 'a');
    release(text);
}

// case: library_writes_device_memory
// The same, and it writes.
CASE(library_writes_device_memory)
{
    char *text = device_filled<char>(20, 'a');
    std::stringstream stream("device memory");
    stream.read(text, 13); // fault: device-pointer
    release(text);
}

// case: library_reads_device_variable
// Of a variable of the device's, too.
__device__ char device_text[20000];

__global__ void fill_device_text()
{
    device_text[10000 + threadIdx.x] = 'b';
}

CASE(library_reads_device_variable)
{
    fill_device_text<<<1, 32>>>();
    LAUNCHED();
    char *text = nullptr;
    CUDA(cudaGetSymbolAddress((void **)&text, device_text));
    std::stringstream stream;
    stream.write(text + 10000, 20); // fault: device-pointer
    CHECK(stream.str()[19] == 'b');
}

// case: sum_never_zeroed
// The cell that the kernel adds to was never given a first value.
__global__ void add_to_sum(const int *a, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, a[i]); // fault: uninitialised
}

CASE(sum_never_zeroed)
{
    int *a = device_numbers<int>(200), *sum = nullptr;
    CUDA(cudaMalloc(&sum, sizeof(int)));
    add_to_sum<<<4, 50>>>(a, 200, sum);
    LAUNCHED();
    release(a, sum);
}

// case: input_never_copied
// Of two inputs, only one is copied to the device.
__global__ void add_vectors(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i]; // fault: uninitialised
}

CASE(input_never_copied)
{
    float *a = device_numbers<float>(1500), *b = nullptr, *c = nullptr;
    CUDA(cudaMalloc(&b, 1500 * sizeof(float)));
    CUDA(cudaMalloc(&c, 1500 * sizeof(float)));
    add_vectors<<<12, 128>>>(a, b, c, 1500);
    LAUNCHED();
    release(a, b, c);
}

// case: memset_of_elements
// cudaMemset() is told the number of elements, not of bytes: three quarters stay as they were.
__global__ void count_values(const int *values, int n, int *counts)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&counts[values[i] % 64], 1); // fault: uninitialised
}

CASE(memset_of_elements)
{
    int *values = device_numbers<int>(640), *counts = nullptr;
    CUDA(cudaMalloc(&counts, 64 * sizeof(int)));
    CUDA(cudaMemset(counts, 0, 64));
    count_values<<<3, 70>>>(values, 640, counts);
    LAUNCHED();
    release(values, counts);
}

// case: border_never_written
// The kernel before wrote the inner cells only; this one reads the border too.
__global__ void fill_inner(double *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        a[i] = i;
}

__global__ void smooth(const double *a, double *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        b[i] = (a[i - 1] + a[i + 1]) / 2; // fault: uninitialised
}

CASE(border_never_written)
{
    double *a = nullptr, *b = nullptr;
    CUDA(cudaMalloc(&a, 300 * sizeof(double)));
    CUDA(cudaMalloc(&b, 300 * sizeof(double)));
    fill_inner<<<5, 64>>>(a, 300);
    LAUNCHED();
    smooth<<<5, 64>>>(a, b, 300);
    LAUNCHED();
    release(a, b);
}

// case: member_never_set
// One member of the structures is never written but read.
struct body {
    float x, v, mass;
};

__global__ void place(body *bodies)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bodies[i].x = i;
    bodies[i].v = 0;
}

__global__ void momentum(const body *bodies, float *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = bodies[i].v * bodies[i].mass; // fault: uninitialised
}

CASE(member_never_set)
{
    body *bodies = nullptr;
    float *p = device_zeros<float>(128);
    CUDA(cudaMalloc(&bodies, 128 * sizeof(body)));
    place<<<2, 64>>>(bodies);
    LAUNCHED();
    momentum<<<2, 64>>>(bodies, p);
    LAUNCHED();
    release(bodies);
    release(p);
}

// case: shared_counter_never_zeroed
// Shared memory does not begin as zero.
__global__ void count_in_block(const int *a, int *counts)
{
    __shared__ int count;
    if (a[blockIdx.x * blockDim.x + threadIdx.x] % 3 == 0)
        atomicAdd(&count, 1); // fault: uninitialised
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count;
}

CASE(shared_counter_never_zeroed)
{
    int *a = device_numbers<int>(70 * 40), *counts = device_zeros<int>(70);
    count_in_block<<<70, 40>>>(a, counts);
    LAUNCHED();
    release(a, counts);
}

// case: shared_tail_never_loaded
// In the last block, the threads past the end load nothing, but their cells are summed.
__global__ void sum_with_hole(const float *a, int n, float *sums)
{
    __shared__ float s[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (i < n)
        s[t] = a[i];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half]; // fault: uninitialised
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

CASE(shared_tail_never_loaded)
{
    float *a = device_numbers<float>(1000), *sums = device_zeros<float>(8);
    sum_with_hole<<<8, 128>>>(a, 1000, sums);
    LAUNCHED();
    release(a, sums);
}

// case: dynamic_shared_never_written
// Half of the dynamic shared memory is filled, all of it is read.
__global__ void reverse_dynamic(const int *a, int *b, int n)
{
    extern __shared__ int cells[];
    int t = threadIdx.x;
    if (t < n / 2)
        cells[t] = a[t];
    __syncthreads();
    if (t < n)
        b[t] = cells[n - 1 - t]; // fault: uninitialised
}

CASE(dynamic_shared_never_written)
{
    int *a = device_numbers<int>(64), *b = device_zeros<int>(64);
    reverse_dynamic<<<1, 64, 64 * sizeof(int)>>>(a, b, 64);
    LAUNCHED();
    release(a, b);
}

// case: result_of_block_before
// The blocks after the first expect in shared memory what an earlier block left there.
__global__ void load_once(const int *a, int *b)
{
    __shared__ int factor;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        factor = a[0] + 2;
    __syncthreads();
    b[blockIdx.x * blockDim.x + threadIdx.x] = factor; // fault: uninitialised
}

CASE(result_of_block_before)
{
    int *a = device_numbers<int>(1), *b = device_zeros<int>(45 * 32);
    load_once<<<45, 32>>>(a, b);
    LAUNCHED();
    release(a, b);
}

// case: address_given_to_another_array
// The freed array's place may go to the next one, whose cells the old pointer then changes.
__global__ void write_through_old(int *old, int value)
{
    old[threadIdx.x] = value; // fault: use-after-free
}

CASE(address_given_to_another_array)
{
    int *a = device_zeros<int>(128);
    release(a);
    int *b = device_zeros<int>(128);
    write_through_old<<<1, 128>>>(a, 5);
    LAUNCHED();
    release(b);
}

// case: copied_from_uninitialised
// The input was copied from an array on the device that nobody had filled.
__global__ void double_all(const int *a, int *b)
{
    b[threadIdx.x] = 2 * a[threadIdx.x]; // fault: uninitialised
}

CASE(copied_from_uninitialised)
{
    int *a = nullptr, *b = nullptr, *c = device_zeros<int>(64);
    CUDA(cudaMalloc(&a, 64 * sizeof(int)));
    CUDA(cudaMalloc(&b, 64 * sizeof(int)));
    CUDA(cudaMemcpy(b, a, 64 * sizeof(int), cudaMemcpyDeviceToDevice));
    double_all<<<1, 64>>>(b, c);
    LAUNCHED();
    release(a, b, c);
}

// case: fresh_memory_at_an_old_address
// What a freed array held is not what a new one holds, even at the same address.
__global__ void sum_all(const int *a, int *sum)
{
    atomicAdd(sum, a[threadIdx.x]); // fault: uninitialised
}

CASE(fresh_memory_at_an_old_address)
{
    int *a = device_zeros<int>(64), *sum = device_zeros<int>(1);
    release(a);
    CUDA(cudaMalloc(&a, 64 * sizeof(int)));
    sum_all<<<1, 64>>>(a, sum);
    LAUNCHED();
    release(a, sum);
}

// case: heap_of_the_device_past_its_end
// A thread allocates as many cells as it has neighbours, and forgets its own.
__global__ void count_in_scratch(int *counts)
{
    int t = threadIdx.x, *scratch = static_cast<int *>(malloc(t * sizeof(int)));
    for (int i = 0; i <= t; i++)
        scratch[i] = i; // fault: out-of-bounds
    counts[t] = scratch[t / 2];
    free(scratch);
}

CASE(heap_of_the_device_past_its_end)
{
    int *counts = device_zeros<int>(40);
    count_in_scratch<<<1, 40>>>(counts);
    LAUNCHED();
    release(counts);
}

// case: heap_of_the_device_used_after_free
// The list's next element is read from the one that has just been deleted.
struct link {
    int value;
    link *next;
};

__global__ void sum_list(int n, int *sum)
{
    link *list = nullptr;
    for (int i = 0; i < n; i++)
        list = new link{i, list};
    for (; list != nullptr; list = list->next) { // fault: use-after-free
        *sum += list->value;
        delete list;
    }
}

CASE(heap_of_the_device_used_after_free)
{
    int *sum = device_zeros<int>(1);
    sum_list<<<1, 1>>>(5, sum);
    LAUNCHED();
    release(sum);
}

// case: heap_of_the_device_freed_twice
// Each thread of the block frees what one has allocated.
__global__ void share_scratch(int *result)
{
    __shared__ int *scratch;
    if (threadIdx.x == 0)
        scratch = new int[64];
    __syncthreads();
    scratch[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    result[threadIdx.x] = scratch[63 - threadIdx.x];
    __syncthreads();
    delete[] scratch; // fault: double-free
}

CASE(heap_of_the_device_freed_twice)
{
    int *result = device_zeros<int>(64);
    share_scratch<<<1, 64>>>(result);
    LAUNCHED();
    release(result);
}

// case: heap_of_the_device_read_before_it_is_written
// The sum begins with what new left in the cell.
__global__ void sum_on_heap(const int *a, int n, int *result)
{
    int *sum = new int;
    for (int i = 0; i < n; i++)
        *sum += a[i]; // fault: uninitialised
    *result = *sum;
    delete sum;
}

CASE(heap_of_the_device_read_before_it_is_written)
{
    int *a = device_numbers<int>(10), *result = device_zeros<int>(1);
    sum_on_heap<<<1, 1>>>(a, 10, result);
    LAUNCHED();
    release(a, result);
}

// case: host_array_freed_in_a_kernel
// free() in a kernel cannot free what cudaMalloc() gave.
__global__ void fill_and_free(int *a)
{
    a[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        free(a); // fault: invalid-free
}

CASE(host_array_freed_in_a_kernel)
{
    int *a = device_zeros<int>(64);
    fill_and_free<<<1, 64>>>(a);
    LAUNCHED();
    release(a);
}
