// Several host threads use the device at once, each with its own stream, memory and last error.
#include "check.h"
#include <future>
#include <thread>

enum { THREADS = 4, ROUNDS = 30, N = 3000 };

__global__ void accumulate(int *data, int who)
{
    __shared__ int cells[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cells[threadIdx.x] = who;
    __syncthreads();
    if (i < N) {
        data[i] += cells[127 - threadIdx.x];
    }
}

struct result {
    cudaError_t first_error; // of a call that ought to succeed
    int missed_errors;       // bad launches not reported to the thread that made them
    int foreign_errors;      // errors of others seen here
    int wrong;               // elements
};

static void expect_success(struct result *r, cudaError_t status)
{
    if (r->first_error == cudaSuccess) {
        r->first_error = status;
    }
}

// Every other thread makes a bad launch each round.
static void work(int who, struct result *r)
{
    int *host = NULL, *device = NULL;
    cudaStream_t stream;
    expect_success(r, cudaMallocHost((void **)&host, N * sizeof(int)));
    expect_success(r, cudaMalloc((void **)&device, N * sizeof(int)));
    expect_success(r, cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    expect_success(r, cudaMemsetAsync(device, 0, N * sizeof(int), stream));
    for (int round = 0; round < ROUNDS; round++) {
        accumulate<<<(N + 127) / 128, 128, 0, stream>>>(device, who);
        if (who % 2 == 0) {
            accumulate<<<1, 2048, 0, stream>>>(device, who);
            r->missed_errors += cudaGetLastError() != cudaErrorInvalidValue;
        }
        r->foreign_errors += cudaGetLastError() != cudaSuccess;
    }
    expect_success(r,
                   cudaMemcpyAsync(host, device, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    expect_success(r, cudaStreamSynchronize(stream));
    for (int i = 0; i < N; i++) {
        r->wrong += host[i] != who * ROUNDS;
    }
    expect_success(r, cudaStreamDestroy(stream));
    expect_success(r, cudaFree(device));
    expect_success(r, cudaFreeHost(host));
}

// A thread hands its result to another by std::promise, which is in the library of C++ as variables
// of each thread are.
static void check_promise(void)
{
    std::promise<int> promise;
    std::future<int> wrong = promise.get_future();
    std::thread thread([&promise] {
        struct result r = {};
        work(1, &r);
        promise.set_value(r.first_error == cudaSuccess ? r.wrong : -1);
    });
    CHECK_EQ(wrong.get(), 0);
    thread.join();
}

int main(void)
{
    std::thread threads[THREADS];
    struct result results[THREADS] = {};
    for (int t = 0; t < THREADS; t++) {
        threads[t] = std::thread(work, t + 1, &results[t]);
    }
    for (int t = 0; t < THREADS; t++) {
        threads[t].join();
        CHECK_CUDA(results[t].first_error);
        CHECK_EQ_AT(results[t].missed_errors, 0, t);
        CHECK_EQ_AT(results[t].foreign_errors, 0, t);
        CHECK_EQ_AT(results[t].wrong, 0, t);
    }
    check_promise();
    CHECK_CUDA(cudaGetLastError());
    return check_end();
}
