// Kernels whose accesses follow one pattern each, for comparing the inspector's counts with those
// of a GPU (compare.py). Each is launched once, over the same arrays; what they compute is of no
// use.
#include <cstdio>
#include <cstdlib>

enum { BLOCK = 256, BLOCKS = 64, THREADS = BLOCK * BLOCKS, TILE = 32, WIDEST_STRIDE = 32 };

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                          \
                    cudaGetErrorString(error));                                                    \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__device__ int thread_index()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

template <int STRIDE> __global__ void strided(const float *in, float *out)
{
    out[thread_index() * STRIDE] = in[thread_index() * STRIDE];
}

template <int OFFSET> __global__ void misaligned(const float *in, float *out)
{
    out[thread_index() + OFFSET] = in[thread_index() + OFFSET];
}

template <typename T> __global__ void contiguous(const T *in, T *out)
{
    out[thread_index()] = in[thread_index()];
}

__global__ void reversed(const float *in, float *out)
{
    out[THREADS - 1 - thread_index()] = in[THREADS - 1 - thread_index()];
}

__global__ void same_address(const float *in, float *out)
{
    out[thread_index()] = in[blockIdx.x];
}

__global__ void same_in_half_warp(const float *in, float *out)
{
    out[thread_index()] = in[thread_index() / 16];
}

__global__ void odd_lanes(const float *in, float *out)
{
    if (threadIdx.x % 2)
        out[thread_index()] = in[thread_index()];
}

__global__ void guarded(const float *in, float *out, int n)
{
    if (thread_index() < n)
        out[thread_index()] = in[thread_index()];
}

__global__ void gathered(const int *indices, const float *in, float *out)
{
    out[thread_index()] = in[indices[thread_index()]];
}

// One column of a tile to a warp: all in one bank, or, padded, one in each.
template <int PITCH> __global__ void shared_column(const float *in, float *out)
{
    __shared__ float tile[TILE * PITCH];
    int lane = threadIdx.x % TILE, warp = threadIdx.x / TILE;
    for (int row = warp; row < TILE; row += BLOCK / TILE)
        tile[row * PITCH + lane] = in[row * TILE + lane];
    __syncthreads();
    float sum = 0;
    for (int column = warp; column < TILE; column += BLOCK / TILE)
        sum += tile[lane * PITCH + column];
    out[thread_index()] = sum;
}

template <int STRIDE> __global__ void shared_strided(const float *in, float *out)
{
    __shared__ float values[BLOCK * STRIDE];
    values[threadIdx.x * STRIDE] = in[thread_index()];
    __syncthreads();
    out[thread_index()] = values[(threadIdx.x ^ 32) * STRIDE];
}

template <typename T> __global__ void shared_wide(const T *in, T *out)
{
    __shared__ T values[BLOCK];
    values[threadIdx.x] = in[thread_index()];
    __syncthreads();
    out[thread_index()] = values[threadIdx.x ^ 32];
}

__global__ void shared_broadcast(const float *in, float *out)
{
    __shared__ float values[BLOCK];
    values[threadIdx.x] = in[thread_index()];
    __syncthreads();
    out[thread_index()] = values[blockIdx.x] + values[threadIdx.x / 32];
}

int main()
{
    size_t bytes = (size_t)THREADS * WIDEST_STRIDE * sizeof(float) + 256;
    static int host_indices[THREADS];
    float *in, *out;
    int *indices;
    for (int i = 0; i < THREADS; i++)
        host_indices[i] = (int)((unsigned)i * 2654435761u % THREADS);
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    CHECK(cudaMalloc(&indices, sizeof(host_indices)));
    CHECK(cudaMemset(in, 0, bytes));
    CHECK(cudaMemcpy(indices, host_indices, sizeof(host_indices), cudaMemcpyHostToDevice));
    strided<1><<<BLOCKS, BLOCK>>>(in, out);
    strided<2><<<BLOCKS, BLOCK>>>(in, out);
    strided<3><<<BLOCKS, BLOCK>>>(in, out);
    strided<8><<<BLOCKS, BLOCK>>>(in, out);
    strided<32><<<BLOCKS, BLOCK>>>(in, out);
    misaligned<1><<<BLOCKS, BLOCK>>>(in, out);
    misaligned<7><<<BLOCKS, BLOCK>>>(in, out);
    contiguous<char><<<BLOCKS, BLOCK>>>((const char *)in, (char *)out);
    contiguous<short><<<BLOCKS, BLOCK>>>((const short *)in, (short *)out);
    contiguous<double><<<BLOCKS, BLOCK>>>((const double *)in, (double *)out);
    contiguous<float2><<<BLOCKS, BLOCK>>>((const float2 *)in, (float2 *)out);
    contiguous<float4><<<BLOCKS, BLOCK>>>((const float4 *)in, (float4 *)out);
    reversed<<<BLOCKS, BLOCK>>>(in, out);
    same_address<<<BLOCKS, BLOCK>>>(in, out);
    same_in_half_warp<<<BLOCKS, BLOCK>>>(in, out);
    odd_lanes<<<BLOCKS, BLOCK>>>(in, out);
    guarded<<<BLOCKS, BLOCK>>>(in, out, THREADS - 45);
    gathered<<<BLOCKS, BLOCK>>>(indices, in, out);
    shared_column<TILE><<<BLOCKS, BLOCK>>>(in, out);
    shared_column<TILE + 1><<<BLOCKS, BLOCK>>>(in, out);
    shared_strided<1><<<BLOCKS, BLOCK>>>(in, out);
    shared_strided<2><<<BLOCKS, BLOCK>>>(in, out);
    shared_strided<3><<<BLOCKS, BLOCK>>>(in, out);
    shared_strided<8><<<BLOCKS, BLOCK>>>(in, out);
    shared_strided<32><<<BLOCKS, BLOCK>>>(in, out);
    shared_wide<double><<<BLOCKS, BLOCK>>>((const double *)in, (double *)out);
    shared_wide<float4><<<BLOCKS, BLOCK>>>((const float4 *)in, (float4 *)out);
    shared_broadcast<<<BLOCKS, BLOCK>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGetLastError());
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    CHECK(cudaFree(indices));
    return 0;
}
