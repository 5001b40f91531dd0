#include "profile_probes.h"

#include <cuda_runtime.h>

__global__ void nothing()
{
}

extern "C" int gs_probe_blocks(unsigned grid, unsigned block, void *stream)
{
    nothing<<<grid, block, 0, (cudaStream_t)stream>>>();
    return cudaGetLastError();
}

/* ---- latency --------------------------------------------------------------------------------- */

/* A linear congruential generator modulo a power of two visits each number once where its factor is
 * 1 modulo 4 and its addend is odd (Knuth, The Art of Computer Programming 2, 3.2.1.2). */
__global__ void make_ring(char *memory, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        *(size_t *)(memory + i * GS_CHASE_CELL) = (i * 1664525 + 1013904223) & (count - 1);
}

extern "C" int gs_probe_make_ring(void *memory, size_t count, void *stream)
{
    unsigned block = 256, grid = (unsigned)((count + block - 1) / block);
    make_ring<<<grid, block, 0, (cudaStream_t)stream>>>((char *)memory, count);
    return cudaGetLastError();
}

__global__ void chase(char *memory, unsigned steps)
{
    unsigned long long at = 0;
    for (unsigned k = 0; k < steps; k++)
        at = __ldcg((unsigned long long *)(memory + at * GS_CHASE_CELL));
    if (at == ~0ull) /* never: a ring has no such number */
        *(unsigned long long *)memory = 0;
}

extern "C" int gs_probe_chase(void *memory, unsigned steps, void *stream)
{
    chase<<<1, 1, 0, (cudaStream_t)stream>>>((char *)memory, steps);
    return cudaGetLastError();
}

/* ---- traffic --------------------------------------------------------------------------------- */

__device__ unsigned folded(unsigned value)
{
    return value;
}

__device__ unsigned folded(uint4 value)
{
    return value.x | value.y | value.z | value.w;
}

__device__ void fill(unsigned &value, unsigned with)
{
    value = with;
}

__device__ void fill(uint4 &value, unsigned with)
{
    value = make_uint4(with, with, with, with);
}

template <typename T, int DEPTH, gs_traffic KIND>
__device__ unsigned move_one(T *to, T *from, size_t first, size_t stride)
{
    T value[DEPTH];
    unsigned seen = 0;
#pragma unroll
    for (int d = 0; d < DEPTH; d++) {
        if (KIND == GS_TRAFFIC_WRITE)
            fill(value[d], (unsigned)first);
        else
            value[d] = __ldcg(from + first + d * stride);
    }
#pragma unroll
    for (int d = 0; d < DEPTH; d++) {
        if (KIND == GS_TRAFFIC_READ)
            seen |= folded(value[d]);
        else
            (KIND == GS_TRAFFIC_UPDATE ? from : to)[first + d * stride] = value[d];
    }
    return seen;
}

/* The loop is not unrolled, or there would be more under way than DEPTH says. */
template <typename T, int DEPTH, gs_traffic KIND>
__global__ void traffic(T *to, T *from, size_t count, unsigned passes)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t begin = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seen = 0;
    for (unsigned pass = 0; pass < passes; pass++) {
#pragma unroll 1
        for (size_t i = begin; i + (DEPTH - 1) * stride < count; i += DEPTH * stride) {
            unsigned one = move_one<T, DEPTH, KIND>(to, from, i, stride);
            if (KIND == GS_TRAFFIC_READ && one == 0xdeadbeefu) /* waits for the load */
                seen++;
        }
    }
    if (KIND == GS_TRAFFIC_READ && seen == 0xffffffffu)
        fill(from[0], seen);
}

template <typename T, int DEPTH> static int launch_traffic(const gs_traffic_probe *p, void *stream)
{
    T *to = (T *)p->to, *from = (T *)p->from;
    size_t count = p->bytes / sizeof(T);
    cudaStream_t s = (cudaStream_t)stream;
    switch (p->kind) {
    case GS_TRAFFIC_READ:
        traffic<T, DEPTH, GS_TRAFFIC_READ><<<p->grid, p->block, 0, s>>>(to, from, count, p->passes);
        break;
    case GS_TRAFFIC_WRITE:
        traffic<T, DEPTH, GS_TRAFFIC_WRITE>
            <<<p->grid, p->block, 0, s>>>(to, from, count, p->passes);
        break;
    case GS_TRAFFIC_MOVE:
        traffic<T, DEPTH, GS_TRAFFIC_MOVE><<<p->grid, p->block, 0, s>>>(to, from, count, p->passes);
        break;
    case GS_TRAFFIC_UPDATE:
        traffic<T, DEPTH, GS_TRAFFIC_UPDATE>
            <<<p->grid, p->block, 0, s>>>(to, from, count, p->passes);
        break;
    }
    return cudaGetLastError();
}

extern "C" int gs_probe_traffic(const struct gs_traffic_probe *probe, void *stream)
{
    if (probe->width == 4)
        return launch_traffic<unsigned, 1>(probe, stream);
    if (probe->depth == 4)
        return launch_traffic<uint4, 4>(probe, stream);
    return probe->depth == 2 ? launch_traffic<uint4, 2>(probe, stream)
                             : launch_traffic<uint4, 1>(probe, stream);
}

/* ---- within a block -------------------------------------------------------------------------- */

template <gs_step STEP> __global__ void steps(unsigned *sink, int rounds)
{
    extern __shared__ volatile unsigned cells[]; /* one a thread */
    unsigned mine = threadIdx.x, chain[4] = {mine, mine + 1, mine + 2, mine + 3};
    cells[threadIdx.x] = mine;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < GS_STEPS_A_ROUND; k++) {
            if (STEP == GS_STEP_SHARED)
                chain[k % 4] += cells[threadIdx.x];
            else if (STEP == GS_STEP_BARRIER)
                __syncthreads();
            else
                chain[k % 4] = __shfl_xor_sync(0xffffffffu, chain[k % 4], 1 + k % 31);
        }
    }
    if (chain[0] + chain[1] + chain[2] + chain[3] == 0x12345679u)
        *sink = mine;
}

extern "C" int gs_probe_steps(enum gs_step step, unsigned grid, int rounds, void *sink,
                              void *stream)
{
    const size_t bytes = GS_STEP_BLOCK * sizeof(unsigned);
    cudaStream_t s = (cudaStream_t)stream;
    if (step == GS_STEP_SHARED)
        steps<GS_STEP_SHARED><<<grid, GS_STEP_BLOCK, bytes, s>>>((unsigned *)sink, rounds);
    else if (step == GS_STEP_BARRIER)
        steps<GS_STEP_BARRIER><<<grid, GS_STEP_BLOCK, bytes, s>>>((unsigned *)sink, rounds);
    else
        steps<GS_STEP_SHUFFLE><<<grid, GS_STEP_BLOCK, bytes, s>>>((unsigned *)sink, rounds);
    return cudaGetLastError();
}

/* ---- atomics --------------------------------------------------------------------------------- */

template <typename T> __global__ void atomics(T *cells, bool one_address)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&cells[one_address ? 0 : i], (T)1);
}

extern "C" int gs_probe_atomics(void *cells, int is_float, int one_address, unsigned grid,
                                unsigned block, void *stream)
{
    cudaStream_t s = (cudaStream_t)stream;
    if (is_float)
        atomics<<<grid, block, 0, s>>>((float *)cells, one_address != 0);
    else
        atomics<<<grid, block, 0, s>>>((int *)cells, one_address != 0);
    return cudaGetLastError();
}
