// Grids and blocks of one to three dimensions: every index exactly once, and the built-in variables
// agree with the launch in every thread. Also element-wise kernels over dtypes, sizes and block
// sizes.
#include "check.h"

enum { THREADS_MAX = 1 << 17 };

struct seen {
    unsigned visits, dims_wrong;
    uint3 thread, block;
};

__global__ void visit(struct seen *seen, dim3 grid, dim3 block)
{
    size_t b = ((size_t)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    size_t t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    struct seen *mine = &seen[b * (blockDim.x * blockDim.y * blockDim.z) + t];
    atomicAdd(&mine->visits, 1u);
    mine->thread = threadIdx;
    mine->block = blockIdx;
    mine->dims_wrong = gridDim.x != grid.x || gridDim.y != grid.y || gridDim.z != grid.z ||
                       blockDim.x != block.x || blockDim.y != block.y || blockDim.z != block.z ||
                       warpSize != 32;
}

static struct seen seen_by_host[THREADS_MAX];

static void check_one(const struct seen *s, dim3 grid, dim3 block, size_t i)
{
    size_t per_block = (size_t)block.x * block.y * block.z;
    size_t t = i % per_block, b = i / per_block;
    CHECK_EQ_AT(s->visits, 1u, i);
    CHECK_EQ_AT(s->dims_wrong, 0u, i);
    CHECK_EQ_AT(s->thread.x, t % block.x, i);
    CHECK_EQ_AT(s->thread.y, t / block.x % block.y, i);
    CHECK_EQ_AT(s->thread.z, t / block.x / block.y, i);
    CHECK_EQ_AT(s->block.x, b % grid.x, i);
    CHECK_EQ_AT(s->block.y, b / grid.x % grid.y, i);
    CHECK_EQ_AT(s->block.z, b / grid.x / grid.y, i);
}

static void check_shape(dim3 grid, dim3 block)
{
    size_t n = (size_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    struct seen *seen = check_device<struct seen>(n);
    CHECK_CUDA(cudaMemset(seen, 0, n * sizeof(*seen)));
    visit<<<grid, block>>>(seen, grid, block);
    CHECK_LAUNCH();
    check_take(seen_by_host, seen, n);
    for (size_t i = 0; i < n; i++) {
        check_one(&seen_by_host[i], grid, block, i);
    }
}

// The count of a grid too large for a record a thread.
__global__ void count(unsigned long long *total, unsigned *last)
{
    if (threadIdx.x == 0) {
        atomicAdd(total, (unsigned long long)blockDim.x);
        atomicMax(last, blockIdx.x + blockIdx.y + blockIdx.z);
    }
}

static void check_extent(dim3 grid, unsigned block)
{
    unsigned long long total = 0;
    unsigned last = 0;
    unsigned long long *device_total = check_upload(&total, 1);
    unsigned *device_last = check_upload(&last, 1);
    count<<<grid, block>>>(device_total, device_last);
    CHECK_LAUNCH();
    check_take(&total, device_total, 1);
    check_take(&last, device_last, 1);
    CHECK_EQ(total, (unsigned long long)grid.x * grid.y * grid.z * block);
    CHECK_EQ(last, grid.x + grid.y + grid.z - 3);
}

template <typename T> __global__ void axpy_element(T *y, const T *x, T a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = (T)(y[i] + a * x[i]);
    }
}

template <typename T> __global__ void axpy_grid_stride(T *y, const T *x, T a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        y[i] = (T)(y[i] + a * x[i]);
    }
}

// Small whole numbers: exact in every dtype, whether or not the compiler fuses multiply and add.
template <typename T> static void check_axpy(int n, int block)
{
    static T x[CHECK_SIZE_MAX + 1], y[CHECK_SIZE_MAX + 1], got[CHECK_SIZE_MAX + 1];
    uint64_t seed = (uint64_t)n * 1024 + (uint64_t)block;
    for (int i = 0; i <= n; i++) {
        x[i] = (T)(check_random(&seed) % 10);
        y[i] = (T)(check_random(&seed) % 10);
    }
    T *device_x = check_upload(x, (size_t)n + 1);
    T *device_y = check_upload(y, (size_t)n + 1);
    if (n > 0) {
        axpy_element<<<(n + block - 1) / block, block>>>(device_y, device_x, (T)3, n);
    }
    axpy_grid_stride<T><<<3, block>>>(device_y, device_x, 2, n);
    CHECK_LAUNCH();
    check_take(got, device_y, (size_t)n + 1);
    CHECK_CUDA(cudaFree(device_x));
    for (int i = 0; i < n; i++) {
        CHECK_EQ_AT(got[i], (T)(y[i] + 5 * x[i]), i);
    }
    CHECK_EQ(got[n], y[n]);
}

template <typename T> static void check_dtype(void)
{
    for (int n : check_sizes) {
        check_axpy<T>(n, 256);
    }
    for (int block : {1, 7, 31, 32, 33, 1023, 1024}) {
        check_axpy<T>(block - 1, block);
        check_axpy<T>(block + 1, block);
        check_axpy<T>(5000, block);
    }
}

int main(void)
{
    check_shape(1, 1);
    check_shape(1, 1024);
    check_shape(127, 33);
    check_shape(dim3(3, 5), dim3(7, 9));
    check_shape(dim3(1, 9), dim3(1, 31));
    check_shape(dim3(2, 3, 5), dim3(4, 3, 2));
    check_shape(dim3(1, 1, 11), dim3(1, 2, 64));
    check_shape(dim3(5, 1, 2), dim3(16, 64));
    check_shape(dim3(2, 2, 2), dim3(16, 8, 8));
    check_extent(dim3(1000003), 1);
    check_extent(dim3(2, 65535), 3);
    check_extent(dim3(2, 1, 65535), 2);
    check_dtype<unsigned char>();
    check_dtype<short>();
    check_dtype<int>();
    check_dtype<long long>();
    check_dtype<float>();
    check_dtype<double>();
    return check_end();
}
