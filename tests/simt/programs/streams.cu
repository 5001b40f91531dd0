// Streams and events: work of one stream runs in order, events order streams among each other and
// measure time, host functions run in their turn, and queries say when all is done.
#include "check.h"

enum { N = 1 << 16, BYTES = N * sizeof(unsigned) };

__global__ void step(unsigned *data, unsigned factor, unsigned addend)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
        data[i] = data[i] * factor + addend;
    }
}

__global__ void add_into(unsigned *to, const unsigned *from)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
        to[i] += from[i];
    }
}

// A kernel, a copy in, a kernel, a copy out: any other order gives other numbers.
static void check_order(cudaStream_t stream)
{
    unsigned *device = NULL, *pinned = NULL;
    CHECK_CUDA(cudaMalloc((void **)&device, BYTES));
    CHECK_CUDA(cudaMallocHost((void **)&pinned, BYTES));
    for (unsigned i = 0; i < N; i++) {
        pinned[i] = i;
    }
    CHECK_CUDA(cudaMemsetAsync(device, 0, BYTES, stream));
    CHECK_CUDA(cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, stream));
    for (unsigned k = 1; k <= 10; k++) {
        step<<<32, 128, 0, stream>>>(device, k, k + 1);
    }
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaMemcpyAsync(pinned, device, BYTES, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_CUDA(cudaStreamQuery(stream));
    for (unsigned i = 0; i < N; i++) {
        unsigned expected = i;
        for (unsigned k = 1; k <= 10; k++) {
            expected = expected * k + k + 1;
        }
        CHECK_EQ_AT(pinned[i], expected, i);
    }
    CHECK_CUDA(cudaFree(device));
    CHECK_CUDA(cudaFreeHost(pinned));
}

// One stream waits for the other's event before it uses the other's result.
static void check_wait(void)
{
    static unsigned got[N];
    cudaStream_t first, second;
    cudaEvent_t ready;
    CHECK_CUDA(cudaStreamCreate(&first));
    CHECK_CUDA(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    CHECK_CUDA(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
    unsigned *a = check_device<unsigned>(N), *b = check_device<unsigned>(N);
    CHECK_CUDA(cudaMemset(a, 0, BYTES));
    CHECK_CUDA(cudaMemset(b, 0, BYTES));
    CHECK_CUDA(cudaDeviceSynchronize());
    for (unsigned k = 0; k < 20; k++) {
        step<<<32, 128, 0, first>>>(a, 3, k);
    }
    CHECK_CUDA(cudaEventRecord(ready, first));
    CHECK_CUDA(cudaStreamWaitEvent(second, ready, 0));
    step<<<32, 128, 0, second>>>(b, 0, 7);
    add_into<<<32, 128, 0, second>>>(b, a);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaStreamSynchronize(second));
    CHECK_CUDA(cudaEventQuery(ready));
    check_take(got, b, N);
    unsigned expected = 0;
    for (unsigned k = 0; k < 20; k++) {
        expected = expected * 3 + k;
    }
    for (unsigned i = 0; i < N; i++) {
        CHECK_EQ_AT(got[i], expected + 7, i);
    }
    CHECK_CUDA(cudaFree(a));
    CHECK_CUDA(cudaEventDestroy(ready));
    CHECK_CUDA(cudaStreamDestroy(first));
    CHECK_CUDA(cudaStreamDestroy(second));
}

static void check_events(void)
{
    cudaEvent_t start, stop, untimed;
    float ms = -1;
    unsigned *device = check_device<unsigned>(N);
    CHECK_CUDA(cudaEventCreate(&start));
    CHECK_CUDA(cudaEventCreate(&stop));
    CHECK_CUDA(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    CHECK_CUDA(cudaEventQuery(start)); // never recorded: nothing to wait for
    CHECK_CUDA(cudaEventSynchronize(start));
    CHECK_ERROR(cudaEventElapsedTime(&ms, start, stop), cudaErrorInvalidResourceHandle);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    CHECK_CUDA(cudaEventRecord(start));
    step<<<32, 128>>>(device, 2, 1);
    CHECK_CUDA(cudaEventRecord(stop, 0));
    CHECK_CUDA(cudaEventRecord(untimed, 0));
    CHECK_CUDA(cudaEventSynchronize(stop));
    CHECK_CUDA(cudaEventElapsedTime(&ms, start, stop));
    CHECK(ms >= 0 && ms < 60e3f);
    CHECK_CUDA(cudaEventElapsedTime(&ms, start, start));
    CHECK_EQ(ms, 0.0f);
    CHECK_CUDA(cudaEventSynchronize(untimed));
    CHECK_ERROR(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidResourceHandle);
    CHECK_CUDA(cudaEventDestroy(start));
    CHECK_CUDA(cudaEventDestroy(stop));
    CHECK_CUDA(cudaEventDestroy(untimed));
    CHECK_CUDA(cudaFree(device));
}

struct log {
    int n;
    int order[8];
    unsigned seen;
    const unsigned *pinned;
    cudaError_t status;
};

struct entry {
    struct log *log;
    int id;
};

static void CUDART_CB note(void *data)
{
    struct entry *entry = (struct entry *)data;
    entry->log->order[entry->log->n++] = entry->id;
    entry->log->seen = *entry->log->pinned;
}

static void CUDART_CB note_status(cudaStream_t stream, cudaError_t status, void *data)
{
    (void)stream;
    note(data);
    ((struct entry *)data)->log->status = status;
}

static void check_host_functions(void)
{
    unsigned *pinned = NULL, *device = check_device<unsigned>(N);
    cudaStream_t stream;
    CHECK_CUDA(cudaMallocHost((void **)&pinned, sizeof(*pinned)));
    *pinned = 0;
    struct log log = {0, {0}, 0, pinned, cudaErrorUnknown};
    struct entry entries[3] = {{&log, 1}, {&log, 2}, {&log, 3}};
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaLaunchHostFunc(stream, note, &entries[0]));
    step<<<32, 128, 0, stream>>>(device, 0, 99);
    CHECK_CUDA(cudaMemcpyAsync(pinned, device, sizeof(*pinned), cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaLaunchHostFunc(stream, note, &entries[1]));
    CHECK_CUDA(cudaStreamAddCallback(stream, note_status, &entries[2], 0));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(log.n, 3);
    for (int i = 0; i < 3; i++) {
        CHECK_EQ_AT(log.order[i], i + 1, i);
    }
    CHECK_EQ(log.seen, 99u);
    CHECK_CUDA(log.status);
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaFreeHost(pinned));
    CHECK_CUDA(cudaFree(device));
}

// Four streams, each with its slice: in, compute, out.
static void check_pipeline(void)
{
    enum { STREAMS = 4, SLICE = N / STREAMS };
    cudaStream_t streams[STREAMS];
    unsigned *pinned = NULL, *device = check_device<unsigned>(2 * N);
    CHECK_CUDA(cudaHostAlloc((void **)&pinned, BYTES, cudaHostAllocDefault));
    for (unsigned i = 0; i < N; i++) {
        pinned[i] = i * i;
    }
    for (int s = 0; s < STREAMS; s++) {
        CHECK_CUDA(cudaStreamCreateWithPriority(&streams[s], cudaStreamNonBlocking, 0));
        unsigned *part = device + s * SLICE;
        size_t bytes = SLICE * sizeof(*part);
        CHECK_CUDA(
            cudaMemcpyAsync(part, pinned + s * SLICE, bytes, cudaMemcpyHostToDevice, streams[s]));
        CHECK_CUDA(cudaMemcpyAsync(device + N + s * SLICE, part, bytes, cudaMemcpyDeviceToDevice,
                                   streams[s]));
        CHECK_CUDA(cudaMemcpyAsync(pinned + s * SLICE, device + N + s * SLICE, bytes,
                                   cudaMemcpyDefault, streams[s]));
    }
    CHECK_CUDA(cudaDeviceSynchronize());
    for (int s = 0; s < STREAMS; s++) {
        CHECK_CUDA(cudaStreamQuery(streams[s]));
        CHECK_CUDA(cudaStreamDestroy(streams[s]));
    }
    for (unsigned i = 0; i < N; i++) {
        CHECK_EQ_AT(pinned[i], i * i, i);
    }
    CHECK_CUDA(cudaFreeHost(pinned));
    CHECK_CUDA(cudaFree(device));
}

int main(void)
{
    cudaStream_t stream;
    int least = -1, greatest = 1;
    CHECK_CUDA(cudaStreamCreate(&stream));
    check_order(stream);
    check_order(0);
    check_order(cudaStreamLegacy);
    check_order(cudaStreamPerThread);
    CHECK_CUDA(cudaStreamDestroy(stream));
    CHECK_CUDA(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(greatest <= least);
    check_wait();
    check_events();
    check_host_functions();
    check_pipeline();
    return check_end();
}
