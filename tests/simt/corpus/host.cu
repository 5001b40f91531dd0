// The host's side: launches that CUDA refuses, errors that nobody asks for, memory never freed.
#include "corpus.h"

#include <cooperative_groups.h>
#include <cstdlib>
#include <cuda.h>

__global__ void fill(int *a, int n, int value)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = value;
}

__global__ void fill_matrix(float *a, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        a[y * width + x] = 1;
}

__global__ void fill_volume(float *a)
{
    a[threadIdx.z] = 1;
}

__global__ void sum_dynamic(const float *a, float *sum, int n)
{
    extern __shared__ float s[];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = a[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < n; i++)
            *sum += s[i];
    }
}

// case: block_of_2048
// A block has at most 1024 threads.
CASE(block_of_2048)
{
    int *a = device_zeros<int>(2048);
    fill<<<1, 2048>>>(a, 2048, 1); // fault: invalid-launch
    LAUNCHED();
    release(a);
}

// case: square_block_too_large
// Each side of the block is small enough, but their product is 33 * 33.
CASE(square_block_too_large)
{
    float *a = device_zeros<float>(66 * 66);
    dim3 block(33, 33), grid(2, 2);
    fill_matrix<<<grid, block>>>(a, 66, 66); // fault: invalid-launch
    LAUNCHED();
    release(a);
}

// case: block_over_its_bounds
// The kernel says __launch_bounds__(64), and the block has 65 threads.
__global__ void __launch_bounds__(64) bounded(int *a, int n)
{
    int i = threadIdx.x;
    if (i < n)
        a[i] = i;
}
CASE(block_over_its_bounds)
{
    int *a = device_zeros<int>(65);
    bounded<<<1, 64>>>(a, 65);
    bounded<<<1, 65>>>(a, 65); // fault: invalid-launch
    LAUNCHED();
    release(a);
}

// case: block_too_deep
// The third dimension of a block ends at 64.
CASE(block_too_deep)
{
    float *a = device_zeros<float>(65);
    fill_volume<<<1, dim3(1, 1, 65)>>>(a); // fault: invalid-launch
    LAUNCHED();
    release(a);
}

// case: empty_grid
// For no elements, the number of blocks is computed as zero.
CASE(empty_grid)
{
    int *a = device_zeros<int>(1);
    const int n = 0;
    fill<<<(n + 255) / 256, 256>>>(a, n, 1); // fault: invalid-launch
    LAUNCHED();
    release(a);
}

// case: rows_in_grid_y
// The second dimension of a grid ends at 65535.
CASE(rows_in_grid_y)
{
    float *a = device_zeros<float>(70000);
    fill_matrix<<<dim3(1, 70000), dim3(1, 1)>>>(a, 1, 70000); // fault: invalid-launch
    LAUNCHED();
    release(a);
}

// case: shared_memory_over_the_limit
// Over 48 KiB of dynamic shared memory has to be allowed for the kernel first.
CASE(shared_memory_over_the_limit)
{
    const int n = 16 * 1024;
    float *a = device_numbers<float>(n), *sum = device_zeros<float>(1);
    sum_dynamic<<<1, 64, n * sizeof(float)>>>(a, sum, n); // fault: invalid-launch
    LAUNCHED();
    release(a, sum);
}

// case: block_of_minus_one
// The size of the block was looked up, not found, and taken as it came.
static int block_size_of(const char *name)
{
    return strcmp(name, "default") == 0 ? 128 : -1;
}

CASE(block_of_minus_one)
{
    int *a = device_zeros<int>(100);
    fill<<<1, block_size_of("fast")>>>(a, 100, 1); // fault: invalid-launch
    LAUNCHED();
    release(a);
}

// case: refused_launch_unnoticed
// The launch is refused, and nobody asks whether it went well.
CASE(refused_launch_unnoticed)
{
    int *a = device_zeros<int>(64);
    fill<<<1, 1056>>>(a, 64, 1); // fault: invalid-launch, unchecked-error
    release(a);
}

// case: allocation_unnoticed
// The allocation fails for want of memory, which its result would have said.
CASE(allocation_unnoticed)
{
    int *a = nullptr;
    cudaMalloc(&a, static_cast<size_t>(1) << 50); // fault: unchecked-error
    if (a != nullptr)
        release(a);
}

// case: copy_unnoticed
// The copy is refused because it is longer than the array: that is told, not that nobody asked.
CASE(copy_unnoticed)
{
    int host[100] = {0}, *a = device_zeros<int>(50);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice); // fault: out-of-bounds
    release(a);
}

// case: symbol_copy_unnoticed
// More bytes are copied to the symbol than it has.
__constant__ float weights[8];

CASE(symbol_copy_unnoticed)
{
    const float host[16] = {1};
    cudaMemcpyToSymbol(weights, host, sizeof host); // fault: out-of-bounds
}

// case: module_unnoticed
// The file is not there, which the driver API says in its result alone.
CASE(module_unnoticed)
{
    int *a = device_zeros<int>(1);
    CUmodule module;
    cuModuleLoad(&module, "none.fatbin"); // fault: unchecked-error
    release(a);
}

// case: attribute_unnoticed
// No block can have as much shared memory, but the answer of the call is lost.
CASE(attribute_unnoticed)
{
    const cudaFuncAttribute what = cudaFuncAttributeMaxDynamicSharedMemorySize;
    float *a = device_zeros<float>(10), *sum = device_zeros<float>(1);
    cudaFuncSetAttribute(sum_dynamic, what, 1 << 20); // fault: unchecked-error
    sum_dynamic<<<1, 32, 10 * sizeof(float)>>>(a, sum, 10);
    release(a, sum);
}

// case: never_freed
// The result array is not freed.
CASE(never_freed)
{
    int *a = nullptr;
    CUDA(cudaMalloc(&a, 1000 * sizeof(int))); // fault: leak
    fill<<<4, 64>>>(a, 1000, 2);
    LAUNCHED();
}

// case: overwritten_in_loop
// Each turn of the loop forgets the array of the turn before.
CASE(overwritten_in_loop)
{
    int *a = nullptr;
    for (int n = 32; n <= 128; n *= 2) {
        CUDA(cudaMalloc(&a, n * sizeof(int))); // fault: leak
        fill<<<1, 32>>>(a, n, n);
        LAUNCHED();
    }
    release(a);
}

// case: forgotten_on_early_return
// A function that returns early does not free its scratch memory.
static bool all_positive(const std::vector<int> &values)
{
    int *scratch = nullptr;
    CUDA(cudaMalloc(&scratch, values.size() * sizeof(int))); // fault: leak
    for (int value : values) {
        if (value <= 0)
            return false;
    }
    release(scratch);
    return true;
}

CASE(forgotten_on_early_return)
{
    CHECK(!all_positive({3, 2, 1, 0}));
}

// case: managed_never_freed
// Managed memory has to be freed, too.
CASE(managed_never_freed)
{
    int *a = nullptr;
    CUDA(cudaMallocManaged(&a, 64 * sizeof(int))); // fault: leak
    fill<<<1, 64>>>(a, 64, 9);
    LAUNCHED();
    CHECK(a[63] == 9);
}

// case: pitched_never_freed
// Of two images, one is forgotten.
CASE(pitched_never_freed)
{
    float *a = nullptr, *b = nullptr;
    size_t pitch = 0;
    CUDA(cudaMallocPitch(&a, &pitch, 100 * sizeof(float), 10));
    CUDA(cudaMallocPitch(&b, &pitch, 100 * sizeof(float), 10)); // fault: leak
    fill_matrix<<<dim3(4, 2), dim3(32, 8)>>>(a, 100, 10);
    LAUNCHED();
    release(a);
}

// case: freed_by_the_wrong_heap
// The wrapper that owns the memory gives back its own cell but not the device's.
struct owner {
    int *cells = nullptr;
};

CASE(freed_by_the_wrong_heap)
{
    owner *o = new owner;
    CUDA(cudaMalloc(&o->cells, 256)); // fault: leak
    fill<<<1, 64>>>(o->cells, 64, 1);
    LAUNCHED();
    delete o;
}

// case: fault_in_kernel_unnoticed
// The kernel writes past its array, and nobody asks how it ended.
__global__ void fill_too_far(int *a, int n)
{
    int i = threadIdx.x;
    if (i <= n)
        a[i] = 1; // fault: out-of-bounds
}

CASE(fault_in_kernel_unnoticed)
{
    int *a = device_zeros<int>(64);
    fill_too_far<<<1, 96>>>(a, 64); // fault: [unchecked-error]
}

// case: stream_memory_never_freed
// Memory allocated in a stream is not freed with the stream.
CASE(stream_memory_never_freed)
{
    cudaStream_t stream;
    int *a = nullptr;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaMallocAsync(&a, 64 * sizeof(int), stream)); // fault: leak
    fill<<<1, 64, 0, stream>>>(a, 64, 9);
    CUDA(cudaStreamSynchronize(stream));
    CUDA(cudaStreamDestroy(stream));
}

// case: copy_too_long
// The copy is as long as the host's array; the program asks for the error and goes on.
CASE(copy_too_long)
{
    int host[128] = {0}, *a = device_zeros<int>(64);
    cudaError_t error =
        cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice); // fault: out-of-bounds
    CHECK(error == cudaErrorInvalidValue);
    release(a);
}

// case: copy_back_too_long
// The copy begins in the middle of the array, and is as long as all of it.
CASE(copy_back_too_long)
{
    int host[64], *a = device_zeros<int>(64);
    cudaError_t error =
        cudaMemcpy(host, a + 32, sizeof host, cudaMemcpyDeviceToHost); // fault: out-of-bounds
    CHECK(error == cudaErrorInvalidValue);
    release(a);
}

// case: fill_too_long
// The array has as many bytes as the call is given elements.
CASE(fill_too_long)
{
    char *a = device_zeros<char>(100);
    cudaError_t error = cudaMemset(a, 0, 100 * sizeof(int)); // fault: out-of-bounds
    CHECK(error == cudaErrorInvalidValue);
    release(a);
}

// case: rows_too_long
// The rows of the copy are one more than those of the array.
CASE(rows_too_long)
{
    const std::vector<float> host(11 * 100, 1.0f);
    const size_t width = 100 * sizeof(float);
    float *a = nullptr;
    size_t pitch = 0;
    CUDA(cudaMallocPitch(&a, &pitch, width, 10));
    cudaError_t error =
        cudaMemcpy2D(a, pitch, host.data(), width, width, 11, // fault: out-of-bounds
                     cudaMemcpyHostToDevice);                 // fault: [out-of-bounds]
    CHECK(error == cudaErrorInvalidValue);
    release(a);
}

// case: copy_of_freed_memory
// The array is freed before its result is copied back.
CASE(copy_of_freed_memory)
{
    int host[64], *a = device_zeros<int>(64);
    fill<<<1, 64>>>(a, 64, 3);
    LAUNCHED();
    release(a);
    cudaError_t error =
        cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost); // fault: use-after-free
    CHECK(error == cudaErrorInvalidValue);
}

// case: copy_with_swapped_arguments
// The destination comes first.
CASE(copy_with_swapped_arguments)
{
    int host[64] = {1}, *a = device_zeros<int>(64);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyHostToDevice); // fault: host-pointer
    release(a);
}

// case: fill_of_host_memory
// cudaMemset() fills memory of the device alone.
CASE(fill_of_host_memory)
{
    int host[64] = {1};
    cudaError_t error = cudaMemset(host, 0, sizeof host); // fault: host-pointer
    CHECK(error == cudaErrorInvalidValue && host[0] == 1);
}

// case: copy_to_the_name_of_a_variable
// The name of a __device__ variable is no address in host code.
__device__ float factors[8];

CASE(copy_to_the_name_of_a_variable)
{
    const float host[8] = {1};
    cudaError_t error =
        cudaMemcpy(factors, host, sizeof host, cudaMemcpyHostToDevice); // fault: host-pointer
    CHECK(error == cudaErrorInvalidValue);
}

// case: copy_to_a_null_pointer
// The array was never allocated.
CASE(copy_to_a_null_pointer)
{
    int host[4] = {1}, *a = nullptr;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice); // fault: out-of-bounds
}

// case: result_never_written
// The kernel writes one array, and the host copies the other one back.
CASE(result_never_written)
{
    int host[64], *a = nullptr, *b = nullptr;
    CUDA(cudaMalloc(&a, sizeof host));
    CUDA(cudaMalloc(&b, sizeof host));
    fill<<<1, 64>>>(a, 64, 3);
    LAUNCHED();
    CUDA(cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost)); // fault: uninitialised
    release(a, b);
}

// case: freed_by_the_hosts_free
// Memory of the device is no memory of the host's heap.
CASE(freed_by_the_hosts_free)
{
    int *a = device_zeros<int>(64);
    free(a); // fault: invalid-free
}

// case: stream_and_event_kept
// Both are made and never destroyed.
CASE(stream_and_event_kept)
{
    cudaStream_t stream, kept;
    cudaEvent_t event;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaStreamCreateWithFlags(&kept, cudaStreamNonBlocking)); // fault: leak
    CUDA(cudaEventCreate(&event));                                 // fault: leak
    CUDA(cudaEventRecord(event, kept));
    CUDA(cudaStreamSynchronize(kept));
    CUDA(cudaStreamDestroy(stream));
}

// case: copies_of_another_kind
// CUDA copies all the same, for it knows where the pointers point; the kinds say something else.
CASE(copies_of_another_kind)
{
    int host[4] = {1, 2, 3, 4}, *a = device_numbers<int>(4), *b = nullptr, *pinned = nullptr;
    CUDA(cudaMalloc(&b, sizeof host));
    CUDA(cudaMallocHost(&pinned, sizeof host));
    CUDA(cudaMemcpy(b, a, sizeof host, cudaMemcpyHostToDevice));      // fault: copy-kind
    CUDA(cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToHost));     // fault: copy-kind
    CUDA(cudaMemcpy(pinned, b, sizeof host, cudaMemcpyHostToDevice)); // fault: copy-kind
    CUDA(cudaMemcpyAsync(b, a, sizeof host, cudaMemcpyDeviceToHost)); // fault: copy-kind
    CUDA(cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(b, host, sizeof host, cudaMemcpyDefault));
    CUDA(cudaFreeHost(pinned));
    release(a, b);
}

// case: asks_on_and_on_after_a_reset
// What has failed is asked for long, but not for so long that the program must be ended: it is told
// that nobody has looked at the error.
__global__ void fill_beyond(int *a)
{
    a[threadIdx.x] = 1; // fault: out-of-bounds
}
CASE(asks_on_and_on_after_a_reset)
{
    int *a = device_zeros<int>(8);
    fill_beyond<<<1, 32>>>(a); // fault: unchecked-error
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 6000; i++)
            (void)cudaStreamQuery(nullptr);
        CUDA(cudaDeviceReset());
    }
}

// case: fault_that_is_asked_for
// After the program has asked how the kernel ended, all calls return the same error.
__global__ void fill_one_more(int *a, int n)
{
    int i = threadIdx.x;
    if (i <= n)
        a[i] = 2; // fault: out-of-bounds
}

CASE(fault_that_is_asked_for)
{
    int *a = device_zeros<int>(64);
    fill_one_more<<<1, 96>>>(a, 64);
    (void)cudaDeviceSynchronize();
    if (cudaGetLastError() != cudaSuccess)
        cudaFree(a);
}

// case: cooperative_launch_after_a_fault
// On a device that has failed it fails too, and not for its size.
__global__ void fill_through_null(int *a)
{
    a[threadIdx.x] = 3; // fault: out-of-bounds
}
__global__ void wait_for_all()
{
    cooperative_groups::this_grid().sync();
}

CASE(cooperative_launch_after_a_fault)
{
    fill_through_null<<<1, 32>>>(nullptr);
    (void)cudaDeviceSynchronize();
    if (cudaGetLastError() != cudaSuccess)
        (void)cudaLaunchCooperativeKernel(wait_for_all, dim3(2), dim3(32), nullptr, 0, 0);
    (void)cudaGetLastError();
}
