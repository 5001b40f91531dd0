// NCCL's calls on two devices of one process: in groups of one thread, and from a thread for each.
#include "check.h"

#include <chrono>
#include <cuda.h>
#include <nccl.h>
#include <thread>

enum { N = 1003, DEVICES = 2 };

static ncclComm_t comms[DEVICES];
static cudaStream_t streams[DEVICES];

#define CHECK_NCCL(call) CHECK_EQ(call, ncclSuccess)

// An array for each device.
template <class T> struct arrays {
    T *on[DEVICES];
    explicit arrays(size_t n)
    {
        for (int d = 0; d < DEVICES; d++) {
            CHECK_CUDA(cudaSetDevice(d));
            CHECK_CUDA(cudaMalloc(&on[d], n * sizeof(T)));
        }
    }
    ~arrays()
    {
        for (T *array : on)
            CHECK_CUDA(cudaFree(array));
    }
    // Element i of device d is (d + 1) * (i % 100).
    void number(size_t n)
    {
        for (int d = 0; d < DEVICES; d++) {
            T *host = new T[n];
            for (size_t i = 0; i < n; i++)
                host[i] = (T)(float)((d + 1) * (int)(i % 100));
            CHECK_CUDA(cudaMemcpyAsync(on[d], host, n * sizeof(T), cudaMemcpyDefault, streams[d]));
            CHECK_CUDA(cudaStreamSynchronize(streams[d]));
            delete[] host;
        }
    }
    float at(int device, size_t i) const
    {
        T value;
        CHECK_CUDA(cudaStreamSynchronize(streams[device]));
        CHECK_CUDA(cudaMemcpy(&value, on[device] + i, sizeof value, cudaMemcpyDefault));
        return (float)value;
    }
};

template <class F> static void in_group(F call)
{
    CHECK_NCCL(ncclGroupStart());
    for (int d = 0; d < DEVICES; d++)
        CHECK_NCCL(call(d));
    CHECK_NCCL(ncclGroupEnd());
}

template <class T> static void test_all_reduce(ncclDataType_t type)
{
    const struct {
        ncclRedOp_t op;
        float expected; // of 7 and 14
    } cases[] = {{ncclSum, 21}, {ncclProd, 98}, {ncclMax, 14}, {ncclMin, 7}};
    arrays<T> a(N);
    for (auto c : cases) {
        a.number(N);
        in_group([&](int d) { // in place
            return ncclAllReduce(a.on[d], a.on[d], N, type, c.op, comms[d], streams[d]);
        });
        for (int d = 0; d < DEVICES; d++) {
            CHECK_EQ(a.at(d, 7), c.expected);
            CHECK_EQ(a.at(d, N - 1), a.at(0, N - 1));
        }
    }
}

static void test_average()
{
    arrays<float> a(N), b(N);
    a.number(N);
    in_group([&](int d) {
        return ncclAllReduce(a.on[d], b.on[d], N, ncclFloat, ncclAvg, comms[d], streams[d]);
    });
    CHECK_EQ(b.at(0, 7), 10.5f);
    CHECK_EQ(b.at(1, N - 1), b.at(0, N - 1));
    CHECK_EQ(a.at(1, 7), 14.0f);
}

static void test_others()
{
    arrays<int> a(N), b(2 * N);
    a.number(N);
    in_group([&](int d) {
        return ncclBroadcast(a.on[d], b.on[d], N, ncclInt, 1, comms[d], streams[d]);
    });
    CHECK_EQ(b.at(0, 7), 14.0f);
    CHECK_EQ(b.at(1, 7), 14.0f);
    in_group(
        [&](int d) { return ncclAllGather(a.on[d], b.on[d], N, ncclInt, comms[d], streams[d]); });
    CHECK_EQ(b.at(0, N + 7), 14.0f);
    CHECK_EQ(b.at(1, 7), 7.0f);
    in_group([&](int d) {
        return ncclReduceScatter(b.on[d], a.on[d], N, ncclInt, ncclSum, comms[d], streams[d]);
    });
    CHECK_EQ(a.at(0, 7), 14.0f);
    CHECK_EQ(a.at(1, 7), 28.0f);
    in_group([&](int d) {
        return ncclReduce(a.on[d], d == 0 ? a.on[d] : nullptr, N, ncclInt, ncclSum, 0, comms[d],
                          streams[d]);
    });
    CHECK_EQ(a.at(0, 7), 42.0f);
    CHECK_EQ(a.at(1, 7), 28.0f);
}

// Each sends the other its own, in one group.
static void test_exchange()
{
    arrays<double> a(N), b(N);
    a.number(N);
    CHECK_NCCL(ncclGroupStart());
    for (int d = 0; d < DEVICES; d++) {
        CHECK_NCCL(ncclSend(a.on[d], N, ncclDouble, 1 - d, comms[d], streams[d]));
        CHECK_NCCL(ncclRecv(b.on[d], N, ncclDouble, 1 - d, comms[d], streams[d]));
    }
    CHECK_NCCL(ncclGroupEnd());
    CHECK_EQ(b.at(0, 7), 14.0f);
    CHECK_EQ(b.at(1, 7), 7.0f);
}

// A thread for each rank, without groups: each call waits for the other thread's.
static void test_threads()
{
    ncclUniqueId id;
    arrays<float> a(N);
    a.number(N);
    CHECK_NCCL(ncclGetUniqueId(&id));
    auto work = [&](int rank) {
        ncclComm_t comm;
        int ranks = 0, device = -1;
        bool right = cudaSetDevice(rank) == cudaSuccess &&
                     ncclCommInitRank(&comm, DEVICES, id, rank) == ncclSuccess &&
                     ncclCommCount(comm, &ranks) == ncclSuccess && ranks == DEVICES &&
                     ncclCommCuDevice(comm, &device) == ncclSuccess && device == rank;
        for (int i = 0; right && i < 5; i++)
            right = ncclAllReduce(a.on[rank], a.on[rank], N, ncclFloat, ncclMax, comm,
                                  streams[rank]) == ncclSuccess;
        return right && ncclCommDestroy(comm) == ncclSuccess;
    };
    bool right[DEVICES];
    std::thread one([&] { right[0] = work(0); }), other([&] { right[1] = work(1); });
    one.join();
    other.join();
    CHECK(right[0] && right[1]);
    CHECK_EQ(a.at(0, 7), 14.0f);
    CHECK_EQ(a.at(1, 7), 14.0f);
}

// The context of the driver API that was current before is current after.
static void test_context()
{
    arrays<int> a(N);
    CUcontext mine = nullptr, now = nullptr;
    a.number(N);
    CHECK_EQ(cuCtxCreate(&mine, nullptr, 0, 1), CUDA_SUCCESS);
    in_group([&](int d) {
        return ncclAllReduce(a.on[d], a.on[d], N, ncclInt, ncclSum, comms[d], streams[d]);
    });
    CHECK_EQ(cuCtxGetCurrent(&now), CUDA_SUCCESS);
    CHECK(now == mine);
    CHECK_EQ(a.at(0, 7), 21.0f);
    CHECK_EQ(cuCtxDestroy(mine), CUDA_SUCCESS);
}

// What the program's own calls have left counts for none of NCCL's, and stays.
static void test_older_error()
{
    arrays<int> a(N);
    a.number(N);
    CHECK_CUDA(cudaSetDevice(0));
    CHECK_CUDA(cudaDeviceEnablePeerAccess(1, 0));
    CHECK_ERROR(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    in_group([&](int d) {
        return ncclAllReduce(a.on[d], a.on[d], N, ncclInt, ncclSum, comms[d], streams[d]);
    });
    CHECK_EQ(a.at(0, 7), 21.0f);
    in_group([&](int d) {
        return d ? ncclSend(a.on[d], N, ncclInt, 0, comms[d], streams[d])
                 : ncclRecv(a.on[d], N, ncclInt, 1, comms[d], streams[d]);
    });
    CHECK_EQ(cudaGetLastError(), cudaErrorPeerAccessAlreadyEnabled);
    CHECK_CUDA(cudaDeviceDisablePeerAccess(1));
}

static void test_misuse()
{
    ncclComm_t none[3];
    const int twice[] = {0, 0};
    CHECK_EQ(ncclCommInitAll(none, 3, nullptr), ncclInvalidArgument);
    CHECK_EQ(ncclCommInitAll(none, 2, twice), ncclInvalidUsage);
    CHECK_EQ(ncclAllReduce(none, none, 1, ncclInt, ncclSum, nullptr, nullptr), ncclInvalidArgument);
    CHECK_EQ(ncclGroupEnd(), ncclInvalidUsage);
    CHECK_EQ(strcmp(ncclGetErrorString(ncclInvalidUsage), "invalid usage"), 0);
    // The ranks do not agree.
    arrays<int> a(N);
    CHECK_NCCL(ncclGroupStart());
    for (int d = 0; d < DEVICES; d++)
        CHECK_NCCL(ncclAllReduce(a.on[d], a.on[d], (size_t)(N - d), ncclInt, ncclSum, comms[d],
                                 streams[d]));
    CHECK_EQ(ncclGroupEnd(), ncclInvalidUsage);
}

// The time limit is one for all calls of a group.
static void test_nobody_comes()
{
    arrays<int> a(N);
    const auto begin = std::chrono::steady_clock::now();
    setenv("SIMT_TIMEOUT", "0.4", 1);
    CHECK_NCCL(ncclGroupStart());
    for (int i = 0; i < 10; i++)
        CHECK_NCCL(ncclBroadcast(a.on[0], a.on[0], N, ncclInt, 0, comms[0], streams[0]));
    CHECK_EQ(ncclGroupEnd(), ncclInvalidUsage);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
    unsetenv("SIMT_TIMEOUT");
    in_group([&](int d) {
        return ncclBroadcast(a.on[d], a.on[d], N, ncclInt, 0, comms[d], streams[d]);
    });
}

int main()
{
    setenv("SIMT_DEVICES", "2", 1);
    CHECK_NCCL(ncclCommInitAll(comms, DEVICES, nullptr));
    for (int d = 0; d < DEVICES; d++) {
        CHECK_CUDA(cudaSetDevice(d));
        CHECK_CUDA(cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking));
    }
    test_all_reduce<int>(ncclInt);
    test_all_reduce<double>(ncclDouble);
    test_all_reduce<__half>(ncclHalf);
    test_average();
    test_others();
    test_exchange();
    test_threads();
    test_context();
    test_older_error();
    test_misuse();
    test_nobody_comes();
    for (int d = 0; d < DEVICES; d++) {
        CHECK_NCCL(ncclCommDestroy(comms[d]));
        CHECK_CUDA(cudaStreamDestroy(streams[d]));
    }
    return check_end();
}
