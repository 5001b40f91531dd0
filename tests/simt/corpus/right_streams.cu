// Streams and the host, right: what looks as if a wait were missing, and needs none.
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

// case: chunks_of_one_array
// Each stream has a chunk of its own, of an odd number of bytes.
__global__ void brighten(unsigned char *image, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        image[i] += 1;
}
CASE(chunks_of_one_array)
{
    two_streams two;
    const int half = 101, n = 203;
    unsigned char *image = device_zeros<unsigned char>(n), *host;
    CUDA(cudaMallocHost(&host, n));
    memset(host, 5, n);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(image, host, half, cudaMemcpyHostToDevice, two.s));
    CUDA(cudaMemcpyAsync(image + half, host + half, n - half, cudaMemcpyHostToDevice, two.t));
    brighten<<<1, N, 0, two.s>>>(image, half);
    brighten<<<1, N, 0, two.t>>>(image + half, n - half);
    CUDA(cudaMemcpyAsync(host, image, half, cudaMemcpyDeviceToHost, two.s));
    CUDA(cudaMemcpyAsync(host + half, image + half, n - half, cudaMemcpyDeviceToHost, two.t));
    CUDA(cudaStreamSynchronize(two.s));
    CHECK(host[half - 1] == 6);
    CUDA(cudaStreamSynchronize(two.t));
    CHECK(host[half] == 6);
    two.end();
    CUDA(cudaFreeHost(host));
    release(image);
}

// case: even_and_odd
// The streams' elements take turns.
__global__ void every_other(int *a, int first)
{
    a[2 * threadIdx.x + first] += 1;
}
CASE(even_and_odd)
{
    two_streams two;
    int *a = device_zeros<int>(2 * N);
    CUDA(cudaDeviceSynchronize());
    every_other<<<1, N, 0, two.s>>>(a, 0);
    every_other<<<1, N, 0, two.t>>>(a, 1);
    two.end();
    release(a);
}

// case: columns_by_two_copies
// Rows of a matrix, the left half by one stream, the right half by the other.
CASE(columns_by_two_copies)
{
    two_streams two;
    const size_t width = 64, height = 8;
    char *a = device_zeros<char>(width * height), *host;
    CUDA(cudaMallocHost(&host, width * height));
    memset(host, 1, width * height);
    CUDA(cudaDeviceSynchronize());
    CUDA(
        cudaMemcpy2DAsync(a, width, host, width, width / 2, height, cudaMemcpyHostToDevice, two.s));
    CUDA(cudaMemcpy2DAsync(a + width / 2, width, host + width / 2, width, width / 2, height,
                           cudaMemcpyHostToDevice, two.t));
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: ordered_by_an_event
// There and back.
CASE(ordered_by_an_event)
{
    two_streams two;
    cudaEvent_t there, back;
    CUDA(cudaEventCreate(&there));
    CUDA(cudaEventCreate(&back));
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    add<<<1, N, 0, two.s>>>(a, N, 1);
    CUDA(cudaEventRecord(there, two.s));
    CUDA(cudaStreamWaitEvent(two.t, there, 0));
    add<<<1, N, 0, two.t>>>(a, N, 2);
    CUDA(cudaEventRecord(back, two.t));
    CUDA(cudaStreamWaitEvent(two.s, back, 0));
    add<<<1, N, 0, two.s>>>(a, N, 3);
    two.end();
    CUDA(cudaEventDestroy(there));
    CUDA(cudaEventDestroy(back));
    release(a);
}

// case: by_way_of_a_third_stream
// What the third stream waits for, who waits for the third waits for as well.
CASE(by_way_of_a_third_stream)
{
    two_streams two;
    cudaStream_t third;
    cudaEvent_t first, second;
    CUDA(cudaStreamCreate(&third));
    CUDA(cudaEventCreate(&first));
    CUDA(cudaEventCreate(&second));
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    add<<<1, N, 0, two.s>>>(a, N, 1);
    CUDA(cudaEventRecord(first, two.s));
    CUDA(cudaStreamWaitEvent(third, first, 0));
    CUDA(cudaEventRecord(second, third));
    CUDA(cudaStreamWaitEvent(two.t, second, 0));
    add<<<1, N, 0, two.t>>>(a, N, 1);
    two.end();
    CUDA(cudaStreamDestroy(third));
    CUDA(cudaEventDestroy(first));
    CUDA(cudaEventDestroy(second));
    release(a);
}

// case: default_stream_between
// Blocking streams wait for the default stream, and it for them.
CASE(default_stream_between)
{
    two_streams two(cudaStreamDefault);
    int *a = device_zeros<int>(N);
    add<<<1, N, 0, two.s>>>(a, N, 1);
    add<<<1, N>>>(a, N, 2);
    add<<<1, N, 0, two.t>>>(a, N, 3);
    CHECK(host_copy(a, N)[7] == 6);
    two.end();
    release(a);
}

// case: host_waits_between
// The host waits for the first stream before it gives work to the second.
CASE(host_waits_between)
{
    two_streams two;
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    add<<<1, N, 0, two.s>>>(a, N, 1);
    while (cudaStreamQuery(two.s) == cudaErrorNotReady)
        ;
    add<<<1, N, 0, two.t>>>(a, N, 2);
    two.end();
    release(a);
}

// case: both_read
// Nobody writes.
__global__ void read_only(const int *a, int *b)
{
    b[threadIdx.x] = a[threadIdx.x];
}
CASE(both_read)
{
    two_streams two;
    int *a = device_numbers<int>(N), *b = device_zeros<int>(N), *c = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    read_only<<<1, N, 0, two.s>>>(a, b);
    read_only<<<1, N, 0, two.t>>>(a, c);
    two.end();
    release(a, b, c);
}

// case: one_counter_by_atomics
// Atomic functions of two kernels may meet.
__global__ void count_all(int *counter)
{
    atomicAdd(counter, 1);
}
CASE(one_counter_by_atomics)
{
    two_streams two;
    int *counter = device_zeros<int>(1);
    CUDA(cudaDeviceSynchronize());
    count_all<<<2, N, 0, two.s>>>(counter);
    count_all<<<2, N, 0, two.t>>>(counter);
    two.end();
    CHECK(host_copy(counter, 1)[0] == 4 * N);
    release(counter);
}

// case: two_buffers_in_turn
// A buffer is copied into when the kernel that reads it is done.
__global__ void sum_up(const int *a, int *sum)
{
    atomicAdd(sum, a[threadIdx.x]);
}
CASE(two_buffers_in_turn)
{
    two_streams two;
    cudaEvent_t ready[2], consumed[2];
    int *buffers[2], *sum = device_zeros<int>(1), *host;
    CUDA(cudaMallocHost(&host, 6 * N * sizeof *host));
    for (int i = 0; i < 6 * N; i++)
        host[i] = 1;
    for (int i = 0; i < 2; i++) {
        CUDA(cudaEventCreate(&ready[i]));
        CUDA(cudaEventCreate(&consumed[i]));
        buffers[i] = device_zeros<int>(N);
    }
    CUDA(cudaDeviceSynchronize());
    for (int turn = 0; turn < 6; turn++) {
        int i = turn % 2;
        CUDA(cudaStreamWaitEvent(two.s, consumed[i], 0));
        CUDA(cudaMemcpyAsync(buffers[i], host + turn * N, BYTES, IN, two.s));
        CUDA(cudaEventRecord(ready[i], two.s));
        CUDA(cudaStreamWaitEvent(two.t, ready[i], 0));
        sum_up<<<1, N, 0, two.t>>>(buffers[i], sum);
        CUDA(cudaEventRecord(consumed[i], two.t));
    }
    two.end();
    CHECK(host_copy(sum, 1)[0] == 6 * N);
    for (int i = 0; i < 2; i++) {
        CUDA(cudaEventDestroy(ready[i]));
        CUDA(cudaEventDestroy(consumed[i]));
        release(buffers[i]);
    }
    CUDA(cudaFreeHost(host));
    release(sum);
}

// case: host_reads_after_the_event
// An event is enough to wait for.
CASE(host_reads_after_the_event)
{
    two_streams two;
    cudaEvent_t copied;
    CUDA(cudaEventCreate(&copied));
    int *a = device_zeros<int>(N), *host;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(host, a, BYTES, OUT, two.s));
    CUDA(cudaEventRecord(copied, two.s));
    add<<<1, N, 0, two.s>>>(a, N, 1);
    CUDA(cudaEventSynchronize(copied));
    CHECK(host[3] == 0);
    two.end();
    CUDA(cudaEventDestroy(copied));
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: host_reads_its_half
// The host uses the half of managed memory that the kernel does not.
CASE(host_reads_its_half)
{
    int *a;
    CUDA(cudaMallocManaged(&a, 2 * N * sizeof *a));
    memset(a, 0, 2 * N * sizeof *a);
    add<<<1, N>>>(a, N, 7);
    for (int i = N; i < 2 * N; i++)
        a[i] = i;
    CUDA(cudaDeviceSynchronize());
    CHECK(a[0] == 7 && a[N] == N);
    release(a);
}

// case: host_reads_what_is_copied_in
// Both read.
CASE(host_reads_what_is_copied_in)
{
    two_streams two;
    int *a = device_zeros<int>(N), *host, sum = 0;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    memset(host, 0, N * sizeof *host);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(a, host, BYTES, IN, two.s));
    for (int i = 0; i < N; i++)
        sum += host[i];
    CHECK(sum == 0);
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: pageable_memory
// Copies of pageable memory are staged: the host may go on with it.
CASE(pageable_memory)
{
    two_streams two;
    std::vector<int> host(N, 1);
    int *a = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpyAsync(a, host.data(), BYTES, IN, two.s));
    host[0] = 2;
    CUDA(cudaMemcpyAsync(host.data(), a, BYTES, OUT, two.s));
    CHECK(host[0] == 1);
    two.end();
    release(a);
}

// case: read_in_a_callback
// A stream calls it when what came before is done.
static void check_in_callback(void *data)
{
    CHECK(static_cast<int *>(data)[5] == 1);
}
CASE(read_in_a_callback)
{
    two_streams two;
    int *a = device_zeros<int>(N), *host;
    CUDA(cudaMallocHost(&host, N * sizeof *host));
    CUDA(cudaDeviceSynchronize());
    add<<<1, N, 0, two.s>>>(a, N, 1);
    CUDA(cudaMemcpyAsync(host, a, BYTES, OUT, two.s));
    CUDA(cudaLaunchHostFunc(two.s, check_in_callback, host));
    two.end();
    CUDA(cudaFreeHost(host));
    release(a);
}

// case: memory_of_the_pool
// What one stream gives back may serve another at once: the pool sees to the order.
CASE(memory_of_the_pool)
{
    two_streams two;
    int *a, *b;
    CUDA(cudaMallocAsync(&a, N * sizeof *a, two.s));
    CUDA(cudaMemsetAsync(a, 0, N * sizeof *a, two.s));
    add<<<1, N, 0, two.s>>>(a, N, 1);
    CUDA(cudaFreeAsync(a, two.s));
    CUDA(cudaMallocAsync(&b, N * sizeof *b, two.t));
    CUDA(cudaMemsetAsync(b, 0, N * sizeof *b, two.t));
    add<<<1, N, 0, two.t>>>(b, N, 1);
    CUDA(cudaFreeAsync(b, two.t));
    two.end();
}

// case: a_fill_of_managed_memory
// cudaMemset() of memory that the host can reach is done when it returns.
CASE(a_fill_of_managed_memory)
{
    int *a;
    CUDA(cudaMallocManaged(&a, N * sizeof *a));
    CUDA(cudaMemset(a, 0, N * sizeof *a));
    CHECK(a[N - 1] == 0);
    release(a);
}

// case: more_launches_than_are_kept
// Many operations of two streams, none of which meet.
CASE(more_launches_than_are_kept)
{
    two_streams two;
    int *a = device_zeros<int>(N), *b = device_zeros<int>(N);
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < 200; i++) {
        add<<<1, 32, 0, two.s>>>(a, 32, 1);
        add<<<1, 32, 0, two.t>>>(b, 32, 1);
    }
    two.end();
    CHECK(host_copy(a, N)[0] == 200);
    release(a, b);
}
