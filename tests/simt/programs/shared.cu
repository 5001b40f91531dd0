// Shared memory: static, dynamic, two-dimensional, aligned, in templates and in device functions;
// tree reduction and matrix transpose, the two kernels every course begins with.
#include "check.h"

__global__ void reverse_static(int *data)
{
    __shared__ int tile[256];
    int i = threadIdx.x;
    int *row = data + blockIdx.x * blockDim.x;
    tile[i] = row[i];
    __syncthreads();
    row[i] = tile[blockDim.x - 1 - i];
}

extern __shared__ int global_dynamic[];

__global__ void reverse_global_dynamic(int *data)
{
    int i = threadIdx.x;
    int *row = data + blockIdx.x * blockDim.x;
    global_dynamic[i] = row[i];
    __syncthreads();
    row[i] = global_dynamic[blockDim.x - 1 - i];
}

template <typename T> __global__ void reverse_dynamic(T *data)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    T *tile = reinterpret_cast<T *>(bytes);
    int i = threadIdx.x;
    T *row = data + blockIdx.x * blockDim.x;
    tile[i] = row[i];
    __syncthreads();
    row[i] = tile[blockDim.x - 1 - i];
}

// Blocks must not see each other's memory: each fills its own with its number, waits, and looks.
__global__ void private_per_block(int *wrong)
{
    __shared__ unsigned own[64];
    own[threadIdx.x] = blockIdx.x * 64 + threadIdx.x;
    for (int round = 0; round < 4; round++) {
        __syncthreads();
        unsigned other = own[(threadIdx.x + 1) % 64];
        if (other != blockIdx.x * 64 + (threadIdx.x + 1) % 64) {
            atomicAdd(wrong, 1);
        }
    }
}

// All 48 KiB that a kernel may have without asking.
__global__ void largest_static(int *sum)
{
    __shared__ int words[12 * 1024];
    for (int i = threadIdx.x; i < 12 * 1024; i += blockDim.x) {
        words[i] = blockIdx.x + i;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(sum, words[0] + words[12 * 1024 - 1]);
    }
}

// Two arrays carved from one dynamic allocation, static memory beside it.
__global__ void carve(double *out, int n)
{
    extern __shared__ double pool[];
    __shared__ int scale;
    double *a = pool;
    int *b = (int *)(pool + n);
    int i = threadIdx.x;
    if (i == 0) {
        scale = 3;
    }
    a[i] = i + 0.5;
    b[i] = 10 * i;
    __syncthreads();
    out[i] = a[n - 1 - i] * scale + b[(i + 1) % n];
}

struct alignas(16) quad {
    float v[4];
};

__global__ void aligned(int *wrong)
{
    __shared__ char odd;
    __shared__ __align__(16) char text[5];
    __shared__ alignas(64) float wide[3];
    __shared__ quad quads[3];
    __shared__ double numbers[2], *cursor;
    if (threadIdx.x == 0) {
        odd = 1;
        text[4] = 2;
        wide[2] = 3;
        quads[2].v[3] = 4;
        cursor = &numbers[1];
        *cursor = 5;
    }
    __syncthreads();
    int bad = 0;
    bad += (size_t)text % 16 != 0;
    bad += (size_t)wide % 64 != 0;
    bad += (size_t)quads % 16 != 0;
    bad += (size_t)numbers % 8 != 0;
    bad += odd != 1 || text[4] != 2 || wide[2] != 3 || quads[2].v[3] != 4 || numbers[1] != 5;
    atomicAdd(wrong, bad);
}

// Two instances and two functions: four different arrays.
template <typename T, int TAG> __device__ T *scratch(void)
{
    __shared__ T memory[32];
    return memory;
}

__device__ int rotate(int value)
{
    __shared__ int ring[32];
    ring[threadIdx.x] = value;
    __syncthreads();
    int next = ring[(threadIdx.x + 1) % 32];
    __syncthreads();
    return next;
}

__global__ void in_functions(int *out)
{
    int i = threadIdx.x;
    int *a = scratch<int, 1>(), *b = scratch<int, 2>();
    short *c = scratch<short, 1>();
    a[i] = i;
    b[i] = 100 * i;
    c[i] = (short)-i;
    __syncthreads();
    int j = 31 - i;
    out[i] = rotate(a[j] + b[j] + c[j]) + rotate(i);
}

template <typename T, int BLOCK> __global__ void tree_sum(const T *in, T *sums, int n)
{
    __shared__ T partial[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    partial[threadIdx.x] = i < n ? in[i] : (T)0;
    __syncthreads();
    for (unsigned width = BLOCK / 2; width > 0; width /= 2) {
        if (threadIdx.x < width) {
            partial[threadIdx.x] += partial[threadIdx.x + width];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = partial[0];
    }
}

enum { TILE = 32, ROWS = 8 };

template <typename T> __global__ void transpose(T *out, const T *in, int width, int height)
{
    __shared__ T tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < width && y + j < height) {
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * width + x];
        }
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        if (x < height && y + j < width) {
            out[(size_t)(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
        }
    }
}

__global__ void rows_dynamic(int *out)
{
    extern __shared__ int grid[][8];
    grid[threadIdx.y][threadIdx.x] = 10 * threadIdx.y + threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 8 + threadIdx.x] = grid[7 - threadIdx.y][7 - threadIdx.x];
}

template <typename T> static void check_reverse(int blocks, int block, int form)
{
    static T data[64 * 256], got[64 * 256];
    size_t n = (size_t)blocks * block;
    uint64_t seed = n;
    for (size_t i = 0; i < n; i++) {
        data[i] = (T)(check_random(&seed) % 100);
    }
    T *device = check_upload(data, n);
    if constexpr (std::is_same<T, int>::value) {
        if (form == 0) {
            reverse_static<<<blocks, block>>>(device);
        } else if (form == 1) {
            reverse_global_dynamic<<<blocks, block, block * sizeof(int)>>>(device);
        }
    }
    if (form == 2) {
        reverse_dynamic<T><<<blocks, block, block * sizeof(T)>>>(device);
    }
    CHECK_LAUNCH();
    check_take(got, device, n);
    for (size_t i = 0; i < n; i++) {
        size_t row = i / block * block;
        CHECK_EQ_AT(got[i], data[row + block - 1 - i % block], i);
    }
}

template <typename T, int BLOCK> static void check_tree(int n)
{
    static T in[CHECK_SIZE_MAX + 1], got[CHECK_SIZE_MAX + 1];
    int blocks = (n + BLOCK - 1) / BLOCK;
    uint64_t seed = BLOCK;
    for (int i = 0; i < n; i++) {
        in[i] = (T)(check_random(&seed) % 1000);
    }
    T *device_in = check_upload(in, (size_t)n + 1), *sums = check_device<T>((size_t)blocks + 1);
    if (blocks > 0) {
        tree_sum<T, BLOCK><<<blocks, BLOCK>>>(device_in, sums, n);
    }
    CHECK_LAUNCH();
    check_take(got, sums, (size_t)blocks);
    CHECK_CUDA(cudaFree(device_in));
    for (int b = 0; b < blocks; b++) {
        T sum = 0;
        for (int i = b * BLOCK; i < (b + 1) * BLOCK && i < n; i++) {
            sum += in[i];
        }
        CHECK_EQ_AT(got[b], sum, b);
    }
}

template <typename T> static void check_transpose(int width, int height)
{
    static T in[200 * 200], got[200 * 200];
    size_t n = (size_t)width * height;
    uint64_t seed = n;
    for (size_t i = 0; i < n; i++) {
        in[i] = (T)(check_random(&seed) >> 40);
    }
    T *device_in = check_upload(in, n), *out = check_device<T>(n);
    dim3 blocks((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
    transpose<<<blocks, dim3(TILE, ROWS)>>>(out, device_in, width, height);
    CHECK_LAUNCH();
    check_take(got, out, n);
    CHECK_CUDA(cudaFree(device_in));
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            CHECK_EQ_AT(got[(size_t)x * height + y], in[(size_t)y * width + x], y * width + x);
        }
    }
}

static void check_small_kernels(void)
{
    int zero = 0, wrong = 0, got[64];
    int *device = check_upload(&zero, 1);
    private_per_block<<<500, 64>>>(device);
    aligned<<<3, 2>>>(device);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(&wrong, device, sizeof(wrong), cudaMemcpyDeviceToHost));
    CHECK_EQ(wrong, 0);
    largest_static<<<10, 160>>>(device);
    CHECK_LAUNCH();
    check_take(&wrong, device, 1);
    CHECK_EQ(wrong, 10 * (12 * 1024 - 1) + 2 * 45);

    double halves[50], *out = check_device<double>(50);
    carve<<<1, 50, 50 * (sizeof(double) + sizeof(int))>>>(out, 50);
    CHECK_LAUNCH();
    check_take(halves, out, 50);
    for (int i = 0; i < 50; i++) {
        CHECK_EQ_AT(halves[i], 3 * (49 - i + 0.5) + 10 * ((i + 1) % 50), i);
    }

    device = check_device<int>(64);
    in_functions<<<1, 32>>>(device);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(got, device, sizeof(got), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 32; i++) {
        CHECK_EQ_AT(got[i], 100 * (31 - (i + 1) % 32) + (i + 1) % 32, i);
    }
    rows_dynamic<<<1, dim3(8, 8), 64 * sizeof(int)>>>(device);
    CHECK_LAUNCH();
    check_take(got, device, 64);
    for (int i = 0; i < 64; i++) {
        CHECK_EQ_AT(got[i], 10 * (7 - i / 8) + 7 - i % 8, i);
    }
}

int main(void)
{
    for (int form = 0; form < 3; form++) {
        check_reverse<int>(1, 1, form);
        check_reverse<int>(64, 33, form);
        check_reverse<int>(64, 256, form);
    }
    check_reverse<char>(3, 31, 2);
    check_reverse<double>(64, 256, 2);
    check_small_kernels();
    for (int n : check_sizes) {
        check_tree<int, 256>(n);
        check_tree<float, 64>(n);
        check_tree<double, 1024>(n);
    }
    check_transpose<float>(1, 1);
    check_transpose<float>(32, 32);
    check_transpose<double>(33, 31);
    check_transpose<unsigned char>(200, 129);
    return check_end();
}
