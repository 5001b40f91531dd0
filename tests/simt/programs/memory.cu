// Kinds of memory: pinned, mapped, registered, managed, stream-ordered; what the runtime knows of a
// pointer; how much memory there is.
#include "check.h"

enum { N = 5000 };

__global__ void twice(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] = 2 * data[i] + 1;
    }
}

static void fill(int *data)
{
    for (int i = 0; i < N; i++) {
        data[i] = i;
    }
}

static void check_doubled(const int *data)
{
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(data[i], 2 * i + 1, i);
    }
}

static enum cudaMemoryType type_of(const void *p)
{
    struct cudaPointerAttributes attributes;
    memset(&attributes, 0xFF, sizeof(attributes));
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, p));
    return attributes.type;
}

static void check_pinned(unsigned flags)
{
    int *host = NULL, *mapped = NULL;
    unsigned seen = 0;
    CHECK_CUDA(cudaHostAlloc((void **)&host, N * sizeof(int), flags | cudaHostAllocMapped));
    CHECK_CUDA(cudaHostGetFlags(&seen, host));
    CHECK((seen & cudaHostAllocMapped) != 0);
    CHECK_EQ(type_of(host), cudaMemoryTypeHost);
    CHECK_CUDA(cudaHostGetDevicePointer((void **)&mapped, host, 0));
    fill(host);
    twice<<<(N + 255) / 256, 256>>>(mapped, N); // the kernel works in host memory
    CHECK_LAUNCH();
    check_doubled(host);
    CHECK_CUDA(cudaFreeHost(host));
}

static void check_registered(void)
{
    int *host = (int *)malloc(N * sizeof(int)), *mapped = NULL;
    CHECK_EQ(type_of(host), cudaMemoryTypeUnregistered);
    CHECK_CUDA(cudaHostRegister(host, N * sizeof(int), cudaHostRegisterMapped));
    CHECK_ERROR(cudaHostRegister(host, N * sizeof(int), cudaHostRegisterDefault),
                cudaErrorHostMemoryAlreadyRegistered);
    CHECK_ERROR(cudaGetLastError(), cudaErrorHostMemoryAlreadyRegistered);
    CHECK_EQ(type_of(host), cudaMemoryTypeHost);
    CHECK_CUDA(cudaHostGetDevicePointer((void **)&mapped, host, 0));
    fill(host);
    twice<<<(N + 63) / 64, 64>>>(mapped, N);
    CHECK_LAUNCH();
    check_doubled(host);
    CHECK_CUDA(cudaHostUnregister(host));
    CHECK_EQ(type_of(host), cudaMemoryTypeUnregistered);
    CHECK_ERROR(cudaHostUnregister(host), cudaErrorHostMemoryNotRegistered);
    CHECK_ERROR(cudaGetLastError(), cudaErrorHostMemoryNotRegistered);
    free(host);
}

static void check_managed(void)
{
    int *data = NULL;
    CHECK_CUDA(cudaMallocManaged((void **)&data, N * sizeof(int)));
    CHECK_EQ(type_of(data), cudaMemoryTypeManaged);
    fill(data);
    twice<<<(N + 127) / 128, 128>>>(data, N);
    CHECK_LAUNCH();
    check_doubled(data);
    CHECK_CUDA(cudaMemset(data, 0, 4));
    CHECK_CUDA(cudaDeviceSynchronize());
    CHECK_EQ(data[0], 0);
    CHECK_EQ(data[1], 3);
    CHECK_CUDA(cudaFree(data));
}

static void check_stream_ordered(void)
{
    static int host[N];
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    for (int repeat = 0; repeat < 20; repeat++) {
        int *data = NULL;
        fill(host);
        CHECK_CUDA(cudaMallocAsync((void **)&data, N * sizeof(int), stream));
        CHECK_CUDA(cudaMemcpyAsync(data, host, sizeof(host), cudaMemcpyHostToDevice, stream));
        twice<<<(N + 255) / 256, 256, 0, stream>>>(data, N);
        CHECK_CUDA(cudaMemcpyAsync(host, data, sizeof(host), cudaMemcpyDeviceToHost, stream));
        CHECK_CUDA(cudaFreeAsync(data, stream));
        CHECK_CUDA(cudaStreamSynchronize(stream));
        check_doubled(host);
    }
    CHECK_CUDA(cudaStreamDestroy(stream));
}

static void check_attributes(void)
{
    char *device = NULL;
    struct cudaPointerAttributes attributes;
    CHECK_CUDA(cudaMalloc((void **)&device, 1000));
    CHECK_CUDA(cudaPointerGetAttributes(&attributes, device + 500));
    CHECK_EQ(attributes.type, cudaMemoryTypeDevice);
    CHECK_EQ(attributes.device, 0);
    CHECK((char *)attributes.devicePointer == device + 500);
    CHECK(attributes.hostPointer == NULL);
    CHECK_CUDA(cudaFree(device));
}

// Many allocations of many sizes, freed in another order: aligned, apart, and usable whole.
static void check_many(void)
{
    enum { COUNT = 200 };
    unsigned char *blocks[COUNT], byte;
    size_t sizes[COUNT];
    uint64_t seed = 4;
    for (int i = 0; i < COUNT; i++) {
        sizes[i] = 1 + check_random(&seed) % (i % 10 == 0 ? 1 << 20 : 3000);
        CHECK_CUDA(cudaMalloc((void **)&blocks[i], sizes[i]));
        CHECK_EQ_AT((size_t)blocks[i] % 256, (size_t)0, i);
        CHECK_CUDA(cudaMemset(blocks[i], i, sizes[i]));
    }
    for (int k = 0; k < COUNT; k++) {
        int i = k * 77 % COUNT;
        CHECK_CUDA(cudaMemcpy(&byte, blocks[i], 1, cudaMemcpyDeviceToHost));
        CHECK_EQ_AT((int)byte, i, i);
        CHECK_CUDA(cudaMemcpy(&byte, blocks[i] + sizes[i] - 1, 1, cudaMemcpyDeviceToHost));
        CHECK_EQ_AT((int)byte, i, i);
        CHECK_CUDA(cudaFree(blocks[i]));
    }
}

static void check_amount(void)
{
    size_t before = 0, during = 0, after = 0, total = 0, size = (size_t)64 << 20;
    void *p = NULL;
    CHECK_CUDA(cudaMemGetInfo(&before, &total));
    CHECK(before > 0 && before <= total);
    CHECK_CUDA(cudaMalloc(&p, size));
    CHECK_CUDA(cudaMemGetInfo(&during, &total));
    CHECK(during + size <= before);
    CHECK_CUDA(cudaFree(p));
    CHECK_CUDA(cudaMemGetInfo(&after, &total));
    CHECK(after >= during + size);
    CHECK_ERROR(cudaMalloc(&p, total + 1), cudaErrorMemoryAllocation);
    CHECK_ERROR(cudaGetLastError(), cudaErrorMemoryAllocation);
}

int main(void)
{
    check_pinned(cudaHostAllocDefault);
    check_pinned(cudaHostAllocPortable);
    check_pinned(cudaHostAllocWriteCombined);
    check_registered();
    check_managed();
    check_stream_ordered();
    check_attributes();
    check_many();
    check_amount();
    return check_end();
}
