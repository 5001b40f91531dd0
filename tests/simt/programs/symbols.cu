// Variables of the device: __constant__, __device__ and __managed__ symbols, copied to and from by
// name, whole and in part, at once and in a stream.
#include "check.h"

struct settings {
    int n;
    double weights[3];
};

__constant__ float filter[64];
__constant__ struct settings settings;
__constant__ int initialised[4] = {10, 20, 30, 40};
__device__ int counter;
__device__ double table[100];
__device__ int preset = 5;
static __device__ unsigned char bytes[16];
__managed__ int managed = 3;
namespace inner
{
__device__ int counter = 9;
}
__device__ const int lookup[3] = {2, 4, 8};

__global__ void filter_sum(float *out)
{
    float sum = 0;
    for (int i = 0; i < 64; i++) {
        sum += filter[i];
    }
    *out = sum;
}

__global__ void use_settings(double *out)
{
    *out = settings.n * (settings.weights[0] + settings.weights[1] + settings.weights[2]);
}

__global__ void change(void)
{
    atomicAdd(&counter, 1);
    if (blockIdx.x == 0) {
        table[threadIdx.x] = 2 * threadIdx.x + initialised[threadIdx.x % 4];
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        preset *= 2;
        inner::counter += lookup[2];
        managed += 4;
        bytes[3] = 77;
    }
}

__global__ void through_pointer(int *pointer)
{
    *pointer += 1000;
}

static void check_constant(void)
{
    float host[64], back[64], got, *out = check_device<float>(1);
    for (int i = 0; i < 64; i++) {
        host[i] = i * 0.25f;
    }
    CHECK_CUDA(cudaMemcpyToSymbol(filter, host, sizeof(host)));
    filter_sum<<<1, 1>>>(out);
    CHECK_CUDA(cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK_EQ(got, 504.0f);
    // the second half only
    float ones[32];
    for (int i = 0; i < 32; i++) {
        ones[i] = 1;
    }
    CHECK_CUDA(cudaMemcpyToSymbol(filter, ones, sizeof(ones), 32 * sizeof(float)));
    filter_sum<<<1, 1>>>(out);
    CHECK_LAUNCH();
    check_take(&got, out, 1);
    CHECK_EQ(got, 124.0f + 32.0f);
    CHECK_CUDA(cudaMemcpyFromSymbol(back, filter, sizeof(back)));
    for (int i = 0; i < 64; i++) {
        CHECK_EQ_AT(back[i], i < 32 ? host[i] : 1.0f, i);
    }

    struct settings values = {3, {0.5, 0.25, 0.125}};
    double product, *device = check_device<double>(1);
    CHECK_CUDA(cudaMemcpyToSymbol(settings, &values, sizeof(values)));
    use_settings<<<1, 1>>>(device);
    CHECK_LAUNCH();
    check_take(&product, device, 1);
    CHECK_EQ(product, 2.625);
}

static void check_device_symbols(void)
{
    int zero = 0, number = -1;
    double part[10];
    unsigned char byte = 0;
    CHECK_CUDA(cudaMemcpyToSymbol(counter, &zero, sizeof(zero)));
    change<<<30, 100>>>();
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpyFromSymbol(&number, counter, sizeof(number)));
    CHECK_EQ(number, 3000);
    CHECK_CUDA(cudaMemcpyFromSymbol(&number, preset, sizeof(number)));
    CHECK_EQ(number, 10);
    CHECK_CUDA(cudaMemcpyFromSymbol(&number, inner::counter, sizeof(number)));
    CHECK_EQ(number, 17);
    CHECK_CUDA(cudaMemcpyFromSymbol(&byte, bytes, 1, 3));
    CHECK_EQ((int)byte, 77);
    CHECK_EQ(managed, 7);
    managed = 100;
    change<<<1, 100>>>();
    CHECK_LAUNCH();
    CHECK_EQ(managed, 104);
    CHECK_CUDA(cudaMemcpyFromSymbol(part, table, sizeof(part), 90 * sizeof(double),
                                    cudaMemcpyDeviceToHost));
    for (int i = 0; i < 10; i++) {
        CHECK_EQ_AT(part[i], 2.0 * (90 + i) + 10 * ((90 + i) % 4 + 1), i);
    }
}

static void check_addresses(void)
{
    int value = 1, got = 0, *address = NULL;
    size_t size = 0;
    CHECK_CUDA(cudaGetSymbolAddress((void **)&address, counter));
    CHECK_CUDA(cudaGetSymbolSize(&size, table));
    CHECK_EQ(size, sizeof(double) * 100);
    CHECK_CUDA(cudaMemcpy(address, &value, sizeof(value), cudaMemcpyHostToDevice));
    through_pointer<<<1, 1>>>(address);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpyFromSymbol(&got, counter, sizeof(got)));
    CHECK_EQ(got, 1001);

    // from device memory to a symbol and back
    int *device = check_upload(&value, 1);
    CHECK_CUDA(cudaMemcpyToSymbol(preset, device, sizeof(int), 0, cudaMemcpyDeviceToDevice));
    through_pointer<<<1, 1>>>(device);
    CHECK_CUDA(cudaMemcpyFromSymbol(&got, preset, sizeof(int), 0, cudaMemcpyDefault));
    CHECK_EQ(got, 1);
    CHECK_CUDA(cudaFree(device));

    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    value = 41;
    CHECK_CUDA(
        cudaMemcpyToSymbolAsync(counter, &value, sizeof(value), 0, cudaMemcpyHostToDevice, stream));
    through_pointer<<<1, 1, 0, stream>>>(address);
    CHECK_CUDA(
        cudaMemcpyFromSymbolAsync(&got, counter, sizeof(got), 0, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    CHECK_EQ(got, 1041);
    CHECK_CUDA(cudaStreamDestroy(stream));
}

// What does not fit the symbol is refused and changes nothing.
static void check_refusals(void)
{
    int values[64] = {0}, got[4];
    CHECK_ERROR(cudaMemcpyToSymbol(initialised, values, sizeof(values)), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpyToSymbol(initialised, values, 8, 12), cudaErrorInvalidValue);
    CHECK_ERROR(cudaGetLastError(), cudaErrorInvalidValue);
    CHECK_ERROR(cudaMemcpyToSymbol(initialised, values, 4, 0, cudaMemcpyDeviceToHost),
                cudaErrorInvalidMemcpyDirection);
    CHECK_ERROR(cudaMemcpyFromSymbol(values, initialised, 4, 0, cudaMemcpyHostToDevice),
                cudaErrorInvalidMemcpyDirection);
    CHECK_CUDA(cudaMemcpyFromSymbol(got, initialised, sizeof(got)));
    for (int i = 0; i < 4; i++) {
        CHECK_EQ_AT(got[i], 10 * (i + 1), i);
    }
}

int main(void)
{
    check_constant();
    check_device_symbols();
    check_addresses();
    check_refusals();
    return check_end();
}
