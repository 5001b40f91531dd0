// NCCL's calls on two devices of one process (SIMT_DEVICES=2): they take their turn in streams like
// any other work. A right one is here, too.
#include "corpus.h"

#include <cstdlib>
#include <nccl.h>

enum { N = 256 };

#define NCCL(call) CHECK((call) == ncclSuccess)

__global__ void set(float *a, float value)
{
    a[threadIdx.x] = value;
}

struct two_ranks {
    ncclComm_t comms[2];
    cudaStream_t streams[2], others[2];
    float *a[2];
    two_ranks()
    {
        setenv("SIMT_DEVICES", "2", 1);
        NCCL(ncclCommInitAll(comms, 2, nullptr));
        for (int i = 0; i < 2; i++) {
            CUDA(cudaSetDevice(i));
            CUDA(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
            CUDA(cudaStreamCreateWithFlags(&others[i], cudaStreamNonBlocking));
            a[i] = device_zeros<float>(N);
            CUDA(cudaDeviceSynchronize());
        }
    }
    void end()
    {
        for (int i = 0; i < 2; i++) {
            CUDA(cudaSetDevice(i));
            CUDA(cudaDeviceSynchronize());
            NCCL(ncclCommDestroy(comms[i]));
            CUDA(cudaStreamDestroy(streams[i]));
            CUDA(cudaStreamDestroy(others[i]));
            CUDA(cudaFree(a[i]));
        }
    }
};

// case: sum_does_not_wait
// The kernel that makes what is added up is in another stream.
CASE(sum_does_not_wait)
{
    two_ranks two;
    set<<<1, N, 0, two.others[1]>>>(two.a[1], 2); // fault: race-streams
    NCCL(ncclGroupStart());
    for (int i = 0; i < 2; i++) {
        ncclComm_t comm = two.comms[i];
        float *a = two.a[i];
        cudaStream_t stream = two.streams[i];
        NCCL(ncclAllReduce(a, a, N, ncclFloat, ncclSum, comm, stream)); // fault: race-streams
    }
    NCCL(ncclGroupEnd());
    two.end();
}

// case: halves_exchanged
// What is sent was made in the same stream, and what comes is used there.
CASE(halves_exchanged)
{
    two_ranks two;
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(i));
        set<<<1, N / 2, 0, two.streams[i]>>>(two.a[i], static_cast<float>(i));
    }
    NCCL(ncclGroupStart());
    for (int i = 0; i < 2; i++) {
        float *a = two.a[i];
        NCCL(ncclSend(a, N / 2, ncclFloat, 1 - i, two.comms[i], two.streams[i]));
        NCCL(ncclRecv(a + N / 2, N / 2, ncclFloat, 1 - i, two.comms[i], two.streams[i]));
    }
    NCCL(ncclGroupEnd());
    for (int i = 0; i < 2; i++) {
        CUDA(cudaSetDevice(i));
        set<<<1, N, 0, two.streams[i]>>>(two.a[i], 1);
    }
    two.end();
}
