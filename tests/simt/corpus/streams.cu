// Operations of streams, and the host, that meet at one place in memory without a wait between.
#include "corpus.h"

enum { N = 256, BYTES = N * sizeof(int) };
const cudaMemcpyKind IN = cudaMemcpyHostToDevice, OUT = cudaMemcpyDeviceToHost;

__global__ void add(int *a, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += value;
}

struct two_streams {
    cudaStream_t s, t;
    explicit two_streams(unsigned flags = cudaStreamNonBlocking)
    {
        CUDA(cudaStreamCreateWithFlags(&s, flags));
        CUDA(cudaStreamCreateWithFlags(&t, flags));
    }
    void end()
    {
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaStreamDestroy(s));
        CUDA(cudaStreamDestroy(t));
    }
};

// case: two_kernels_one_array
// Kernels of two streams change one array.
__global__ void change(int *a)
{
    a[threadIdx.x] *= 3; // fault: race-streams
}
CASE(two_kernels_one_array)
{
    two_streams two(cudaStreamDefault);
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    add<<<1, N, 0, two.s>>>(a, N, 1); // fault: race-streams
    change<<<1, N, 0, two.t>>>(a);
    two.end();
    release(a);
}

// case: copied_out_in_other_stream
// The copy does not wait for the kernel.
CASE(copied_out_in_other_stream)
{
    two_streams two;
    int *a = device_zeros<int>(N), *host;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    CUDA(cudaDeviceSynchronize());
    add<<<1, N, 0, two.s>>>(a, N, 1);                  // fault: race-streams
    CUDA(cudaMemcpyAsync(host, a, BYTES, OUT, two.t)); // fault: race-streams
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: event_recorded_too_early
// The event comes before the kernel that it is to announce.
__global__ void double_each(const int *a, int *b)
{
    b[threadIdx.x] = 2 * a[threadIdx.x]; // fault: race-streams
}
CASE(event_recorded_too_early)
{
    two_streams two;
    cudaEvent_t done;
    CUDA(cudaEventCreate(&done));
    int *a = device_zeros<int>(N), *b = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaEventRecord(done, two.s));
    add<<<1, N, 0, two.s>>>(a, N, 1); // fault: race-streams
    CUDA(cudaStreamWaitEvent(two.t, done, 0));
    double_each<<<1, N, 0, two.t>>>(a, b);
    two.end();
    CUDA(cudaEventDestroy(done));
    release(a, b);
}

// case: wait_before_record
// A wait for an event that has not been recorded waits for nothing.
__global__ void halve_each(const int *a, int *b)
{
    b[threadIdx.x] = a[threadIdx.x] / 2; // fault: race-streams
}
CASE(wait_before_record)
{
    two_streams two;
    cudaEvent_t done;
    CUDA(cudaEventCreate(&done));
    int *a = device_zeros<int>(N), *b = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamWaitEvent(two.t, done, 0));
    add<<<1, N, 0, two.s>>>(a, N, 1); // fault: race-streams
    CUDA(cudaEventRecord(done, two.s));
    halve_each<<<1, N, 0, two.t>>>(a, b);
    two.end();
    CUDA(cudaEventDestroy(done));
    release(a, b);
}

// case: default_stream_does_not_wait
// The default stream waits for blocking streams only.
__global__ void negate(int *a)
{
    a[threadIdx.x] = -a[threadIdx.x]; // fault: race-streams
}
CASE(default_stream_does_not_wait)
{
    two_streams two;
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    add<<<1, N, 0, two.s>>>(a, N, 1); // fault: race-streams
    negate<<<1, N>>>(a);
    two.end();
    release(a);
}

// case: overwritten_while_read
// The next input comes while the kernel still reads the one before.
__global__ void sum_up(const int *a, int *sum)
{
    atomicAdd(sum, a[threadIdx.x]);
}
CASE(overwritten_while_read)
{
    two_streams two;
    int *a = device_zeros<int>(N), *sum = device_zeros<int>(1), *host;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    memset(host, 0, N * sizeof *host);
    CUDA(cudaDeviceSynchronize());
    sum_up<<<1, N, 0, two.s>>>(a, sum);               // fault: race-streams
    CUDA(cudaMemcpyAsync(a, host, BYTES, IN, two.t)); // fault: race-streams
    two.end();
    CUDA(cudaFreeHost(host));
    release(a, sum);
}

// case: filled_in_other_stream
// The kernel does not wait for the zeros.
__global__ void count(int *counts)
{
    atomicAdd(&counts[threadIdx.x % 8], 1); // fault: race-streams
}
CASE(filled_in_other_stream)
{
    two_streams two;
    int *counts = device_zeros<int>(8);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemsetAsync(counts, 0, 8 * sizeof *counts, two.s)); // fault: race-streams
    count<<<1, N, 0, two.t>>>(counts);
    two.end();
    release(counts);
}

// case: chunks_overlap
// Each stream has a chunk, and one chunk is an element too long.
__global__ void add_chunk(int *a, int n)
{
    if (static_cast<int>(threadIdx.x) < n)
        a[threadIdx.x] += 1; // fault: race-streams
}
CASE(chunks_overlap)
{
    two_streams two;
    int *a = device_zeros<int>(2 * N);
    CUDA(cudaDeviceSynchronize());
    add_chunk<<<1, 2 * N, 0, two.s>>>(a, N + 1); // fault: race-streams
    add_chunk<<<1, 2 * N, 0, two.t>>>(a + N, N);
    two.end();
    release(a);
}

// case: host_reads_before_the_copy_is_done
// Only the other stream is waited for.
CASE(host_reads_before_the_copy_is_done)
{
    two_streams two;
    int *a = device_zeros<int>(N), *host, sum = 0;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(host, a, BYTES, OUT, two.s)); // fault: race-host
    CUDA(cudaStreamSynchronize(two.t));
    for (int i = 0; i < N; i++)
        sum += host[i]; // fault: race-host
    CHECK(sum == 0);
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: host_reuses_its_buffer
// The buffer is filled again while it is still copied.
CASE(host_reuses_its_buffer)
{
    two_streams two;
    int *a = device_zeros<int>(2 * N), *host;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++)
        host[i] = i;
    CUDA(cudaMemcpyAsync(a, host, BYTES, IN, two.s)); // fault: race-host
    for (int i = 0; i < N; i++)
        host[i] = N + i;                                  // fault: race-host
    CUDA(cudaMemcpyAsync(a + N, host, BYTES, IN, two.s)); // fault: race-host
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: managed_memory_read_too_early
// The kernel's result is read before the kernel is done.
CASE(managed_memory_read_too_early)
{
    int *a;
    CUDA(cudaMallocManaged(&a, N * sizeof *a));
    memset(a, 0, N * sizeof *a);
    add<<<1, N>>>(a, N, 7); // fault: race-host
    int first = a[0];       // fault: race-host
    CHECK(first == 7);
    CUDA(cudaDeviceSynchronize());
    release(a);
}

// case: mapped_memory_read_too_early
// Host memory that a kernel writes itself.
CASE(mapped_memory_read_too_early)
{
    int *host, *device;
    CUDA(cudaHostAlloc(&host, N * sizeof *host, cudaHostAllocMapped));
    memset(host, 0, N * sizeof *host);
    CUDA(cudaHostGetDevicePointer(&device, host, 0));
    add<<<1, N>>>(device, N, 7); // fault: race-host
    CHECK(host[N - 1] == 7);     // fault: race-host
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaFreeHost(host));
}

// case: event_of_an_earlier_turn
// Two buffers in turn: the event that is waited for is that of the other one.
__global__ void consume(const int *a, int *sum)
{
    atomicAdd(sum, a[threadIdx.x]); // fault: race-streams
}
CASE(event_of_an_earlier_turn)
{
    two_streams two;
    cudaEvent_t ready[2];
    int *buffers[2], *sum = device_zeros<int>(1), *host;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    memset(host, 0, N * sizeof *host);
    for (int i = 0; i < 2; i++) {
        CUDA(cudaEventCreate(&ready[i]));
        buffers[i] = device_zeros<int>(N);
    }
    CUDA(cudaDeviceSynchronize());
    for (int turn = 0; turn < 2; turn++) {
        CUDA(cudaMemcpyAsync(buffers[turn], host, BYTES, IN, two.s)); // fault: race-streams
        CUDA(cudaEventRecord(ready[turn], two.s));
        CUDA(cudaStreamWaitEvent(two.t, ready[0], 0));
        consume<<<1, N, 0, two.t>>>(buffers[turn], sum);
    }
    two.end();
    for (int i = 0; i < 2; i++) {
        CUDA(cudaEventDestroy(ready[i]));
        release(buffers[i]);
    }
    CUDA(cudaFreeHost(host));
    release(sum);
}

// case: more_urgent_is_no_order
// A stream of high priority may come first, and need not.
__global__ void fill_urgent(int *a)
{
    a[threadIdx.x] = 1;
}
__global__ void read_later(int *b, const int *a)
{
    b[threadIdx.x] = a[threadIdx.x]; // fault: race-streams
}
CASE(more_urgent_is_no_order)
{
    int least, greatest, *a = device_zeros<int>(N), *b = device_zeros<int>(N);
    cudaStream_t urgent, later;
    CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CUDA(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
    CUDA(cudaStreamCreateWithPriority(&later, cudaStreamNonBlocking, least));
    CUDA(cudaDeviceSynchronize());
    fill_urgent<<<1, N, 0, urgent>>>(a); // fault: race-streams
    read_later<<<1, N, 0, later>>>(b, a);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaStreamDestroy(urgent));
    CUDA(cudaStreamDestroy(later));
    release(a, b);
}
