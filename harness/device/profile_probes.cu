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

__global__ void chase_near(char *memory, unsigned steps)
{
    unsigned long long at = 0;
    for (unsigned k = 0; k < steps; k++)
        at = __ldca((unsigned long long *)(memory + at * GS_CHASE_CELL));
    if (at == ~0ull)
        *(unsigned long long *)memory = 0;
}

extern "C" int gs_probe_chase_near(void *memory, unsigned steps, void *stream)
{
    chase_near<<<1, 1, 0, (cudaStream_t)stream>>>((char *)memory, steps);
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

__global__ void copy_blocks(unsigned *to, const unsigned *from)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = __ldcg(from + i);
}

extern "C" int gs_probe_copy_blocks(void *to, const void *from, unsigned grid, unsigned block,
                                    void *stream)
{
    copy_blocks<<<grid, block, 0, (cudaStream_t)stream>>>((unsigned *)to, (const unsigned *)from);
    return cudaGetLastError();
}

/* The words as a matrix of 32 rows and GS_SCATTER_WORDS columns, over and over: a warp goes down a
 * column. */
template <bool STORES> __global__ void scatter(unsigned *memory, size_t words, unsigned passes)
{
    enum { CELLS = 32 * GS_SCATTER_WORDS };
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t begin = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned seen = 0;
    for (unsigned pass = 0; pass < passes; pass++) {
#pragma unroll 4
        for (size_t i = begin; i < words; i += stride) {
            size_t at = i / CELLS * CELLS + i % 32 * GS_SCATTER_WORDS + i / 32 % GS_SCATTER_WORDS;
            if (STORES)
                memory[at] = pass;
            else
                seen += __ldcg(memory + at);
        }
    }
    if (!STORES && seen == 0x12345679u)
        *memory = seen;
}

extern "C" int gs_probe_scatter(void *memory, int stores, size_t words, unsigned grid,
                                unsigned passes, void *stream)
{
    cudaStream_t s = (cudaStream_t)stream;
    if (stores)
        scatter<true><<<grid, 256, 0, s>>>((unsigned *)memory, words, passes);
    else
        scatter<false><<<grid, 256, 0, s>>>((unsigned *)memory, words, passes);
    return cudaGetLastError();
}

/* ---- within a block -------------------------------------------------------------------------- */

template <gs_step STEP> __global__ void steps(unsigned *sink, int rounds)
{
    extern __shared__ unsigned room[]; /* one a thread */
    volatile unsigned *cells = room;
    unsigned mine = threadIdx.x, chain[4] = {mine, mine + 1, mine + 2, mine + 3};
    cells[threadIdx.x] = mine;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < GS_STEPS_A_ROUND; k++) {
            if (STEP == GS_STEP_SHARED)
                chain[k % 4] += cells[threadIdx.x];
            else if (STEP == GS_STEP_SHARED_CHAIN)
                mine = cells[mine];
            else if (STEP == GS_STEP_SHARED_ATOMIC_ONE)
                atomicAdd(&room[rounds > 0 ? 0 : mine], chain[0]);
            else if (STEP == GS_STEP_SHARED_ATOMIC_MANY)
                atomicAdd(&room[mine], chain[0]);
            else if (STEP == GS_STEP_BARRIER)
                __syncthreads();
            else
                chain[k % 4] = __shfl_xor_sync(0xffffffffu, chain[k % 4], 1 + k % 31);
        }
    }
    if (chain[0] + chain[1] + chain[2] + chain[3] + mine == 0x12345679u)
        *sink = mine;
}

template <gs_step STEP>
static void launch_steps(unsigned grid, int rounds, void *sink, cudaStream_t stream)
{
    const size_t bytes = GS_STEP_BLOCK * sizeof(unsigned);
    steps<STEP><<<grid, GS_STEP_BLOCK, bytes, stream>>>((unsigned *)sink, rounds);
}

extern "C" int gs_probe_steps(enum gs_step step, unsigned grid, int rounds, void *sink,
                              void *stream)
{
    cudaStream_t s = (cudaStream_t)stream;
    switch (step) {
    case GS_STEP_SHARED:
        launch_steps<GS_STEP_SHARED>(grid, rounds, sink, s);
        break;
    case GS_STEP_BARRIER:
        launch_steps<GS_STEP_BARRIER>(grid, rounds, sink, s);
        break;
    case GS_STEP_SHUFFLE:
        launch_steps<GS_STEP_SHUFFLE>(grid, rounds, sink, s);
        break;
    case GS_STEP_SHARED_CHAIN:
        launch_steps<GS_STEP_SHARED_CHAIN>(grid, rounds, sink, s);
        break;
    case GS_STEP_SHARED_ATOMIC_ONE:
        launch_steps<GS_STEP_SHARED_ATOMIC_ONE>(grid, rounds, sink, s);
        break;
    case GS_STEP_SHARED_ATOMIC_MANY:
        launch_steps<GS_STEP_SHARED_ATOMIC_MANY>(grid, rounds, sink, s);
        break;
    }
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
