// cuda::barrier, cuda::pipeline, the primitives of asynchronous copies, and copies by groups.
#include "check.h"

#pragma nv_diag_suppress static_var_with_dynamic_init // a barrier in shared memory

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

enum { BLOCK = 128, TILES = 9, N = BLOCK * TILES };

// What a thread wrote before it arrived, the others read when the phase is over.
__global__ void by_barrier(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[BLOCK];
    int me = threadIdx.x, sum = 0;
    if (me == 0) {
        init(&bar, blockDim.x);
    }
    __syncthreads();
    for (int t = 0; t < TILES; t++) {
        tile[me] = in[t * BLOCK + me];
        auto token = bar.arrive();
        sum += t; // work that needs nobody
        bar.wait(std::move(token));
        sum += tile[BLOCK - 1 - me];
        bar.arrive_and_wait();
    }
    out[me] = sum;
}

// Half of the threads leave after the first phase.
__global__ void by_fewer(int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int count;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        count = 0;
    }
    __syncthreads();
    atomicAdd(&count, 1);
    if (threadIdx.x % 2) {
        bar.arrive_and_drop();
        return;
    }
    bar.arrive_and_wait();
    atomicAdd(&count, 1000);
    bar.arrive_and_wait();
    out[threadIdx.x / 2] = count;
}

// Copies that a barrier waits for.
__global__ void copy_by_barrier(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ alignas(16) int tile[BLOCK];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) {
        init(&bar, block.size());
    }
    block.sync();
    cuda::memcpy_async(block, tile, in, sizeof(tile), bar);
    bar.arrive_and_wait();
    out[threadIdx.x] = tile[BLOCK - 1 - threadIdx.x];
}

// Each thread copies ahead for itself.
__global__ void by_own_pipeline(const int *in, int *out)
{
    __shared__ int tile[2][BLOCK];
    int me = threadIdx.x, sum = 0;
    auto pipe = cuda::make_pipeline();
    const auto one = cuda::aligned_size_t<sizeof(int)>(sizeof(int));
    for (int t = 0; t <= TILES; t++) {
        if (t < TILES) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[t % 2][me], &in[t * BLOCK + me], one, pipe);
            pipe.producer_commit();
        }
        if (t > 0) {
            if (t < TILES) {
                cuda::pipeline_consumer_wait_prior<1>(pipe);
            } else {
                cuda::pipeline_consumer_wait_prior<0>(pipe);
            }
            sum += tile[(t - 1) % 2][me];
            pipe.consumer_release();
        }
    }
    out[me] = sum;
}

// The first half of the block copies, the other half adds up.
__global__ void by_roles(const int *in, int *out)
{
    constexpr int stages = 3, half = BLOCK / 2;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    __shared__ int tile[stages][half];
    auto block = cg::this_thread_block();
    bool produces = block.thread_rank() < half;
    auto pipe = cuda::make_pipeline(
        block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int me = threadIdx.x % half, sum = 0;
    for (int t = 0; t < 2 * TILES; t++) {
        if (produces) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[t % stages][me], &in[t * half + me], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += tile[t % stages][half - 1 - me];
            pipe.consumer_release();
        }
    }
    if (!produces) {
        out[me] = sum;
    }
}

__global__ void by_primitives(const int *in, int *out)
{
    __shared__ alignas(16) int tile[BLOCK];
    int me = threadIdx.x;
    __pipeline_memcpy_async(&tile[me], &in[me], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[me] = tile[BLOCK - 1 - me];
}

__global__ void by_group(const int *in, int *out)
{
    __shared__ alignas(16) int tile[BLOCK];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(tile));
    cg::wait(block);
    out[threadIdx.x] = tile[BLOCK - 1 - threadIdx.x];
}

int main(void)
{
    static int host[N], got[BLOCK];
    int *in = nullptr, *out = nullptr;
    for (int i = 0; i < N; i++) {
        host[i] = (i * 37) % 1009;
    }
    CHECK_CUDA(cudaMalloc(&in, sizeof(host)));
    CHECK_CUDA(cudaMalloc(&out, sizeof(got)));
    CHECK_CUDA(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
    auto fetch = [&] {
        CHECK_LAUNCH();
        CHECK_CUDA(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    };

    by_barrier<<<1, BLOCK>>>(in, out);
    fetch();
    for (int i = 0; i < BLOCK; i++) {
        int sum = TILES * (TILES - 1) / 2;
        for (int t = 0; t < TILES; t++) {
            sum += host[t * BLOCK + BLOCK - 1 - i];
        }
        CHECK_EQ_AT(got[i], sum, i);
    }
    by_fewer<<<1, BLOCK>>>(out);
    fetch();
    for (int i = 0; i < BLOCK / 2; i++) {
        CHECK_EQ_AT(got[i], BLOCK + 1000 * BLOCK / 2, i);
    }
    by_own_pipeline<<<1, BLOCK>>>(in, out);
    fetch();
    for (int i = 0; i < BLOCK; i++) {
        int sum = 0;
        for (int t = 0; t < TILES; t++) {
            sum += host[t * BLOCK + i];
        }
        CHECK_EQ_AT(got[i], sum, i);
    }
    by_roles<<<1, BLOCK>>>(in, out);
    fetch();
    for (int i = 0; i < BLOCK / 2; i++) {
        int sum = 0;
        for (int t = 0; t < 2 * TILES; t++) {
            sum += host[t * BLOCK / 2 + BLOCK / 2 - 1 - i];
        }
        CHECK_EQ_AT(got[i], sum, i);
    }
    void (*const copies[])(const int *, int *) = {copy_by_barrier, by_primitives, by_group};
    for (auto copy : copies) {
        CHECK_CUDA(cudaMemset(out, 0, sizeof(got)));
        copy<<<1, BLOCK>>>(in, out);
        fetch();
        for (int i = 0; i < BLOCK; i++) {
            CHECK_EQ_AT(got[i], host[BLOCK - 1 - i], i);
        }
    }
    CHECK_CUDA(cudaFree(in));
    CHECK_CUDA(cudaFree(out));
    return check_end();
}
