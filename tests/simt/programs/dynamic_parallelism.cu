// Kernels that launch kernels: what these do is there when the host has waited for the first one.
#include "check.h"

enum { N = 1000 };

__global__ void add(int *a, int n, int what)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] += what;
    }
}

template <typename T> __device__ void launch_add(T *a, int n, T what)
{
    add<<<(n + 63) / 64, 64>>>(a, n, what);
}

// One child for each block, for a part of its own.
__global__ void parts(int *a, int part)
{
    __shared__ int what;
    if (threadIdx.x == 0) {
        what = (int)blockIdx.x + 1;
    }
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
        launch_add(a + blockIdx.x * part, part, what);
    }
}

// Sorts by splitting, each half by a launch of its own.
__global__ void quicksort(int *a, int left, int right, int depth)
{
    if (left >= right) {
        return;
    }
    if (depth == 16) {
        for (int i = left + 1; i <= right; i++) {
            int x = a[i], k = i - 1;
            for (; k >= left && a[k] > x; k--) {
                a[k + 1] = a[k];
            }
            a[k + 1] = x;
        }
        return;
    }
    int pivot = a[(left + right) / 2], i = left, k = right;
    while (i <= k) {
        while (a[i] < pivot) {
            i++;
        }
        while (a[k] > pivot) {
            k--;
        }
        if (i <= k) {
            int x = a[i];
            a[i++] = a[k];
            a[k--] = x;
        }
    }
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    quicksort<<<1, 1, 0, stream>>>(a, left, k, depth + 1);
    quicksort<<<1, 1, 0, stream>>>(a, i, right, depth + 1);
    cudaStreamDestroy(stream);
}

// The last launch of a chain writes how many there were.
__global__ void chain(int *out, int left, int done)
{
    if (left == 0) {
        *out = done;
    } else {
        chain<<<1, 1, 0, cudaStreamTailLaunch>>>(out, left - 1, done + 1);
    }
}

__global__ void wrong_launch(int *error)
{
    add<<<1, 2000>>>(error, 1, 1);
    *error = (int)cudaGetLastError();
}

static void test_parts(void)
{
    enum { PARTS = 10, PART = N / PARTS };
    static int host[N];
    int *a = nullptr;
    CHECK_CUDA(cudaMalloc(&a, sizeof(host)));
    CHECK_CUDA(cudaMemset(a, 0, sizeof(host)));
    parts<<<PARTS, 64>>>(a, PART);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(host, a, sizeof(host), cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(host[i], i / PART + 1, i);
    }
    CHECK_CUDA(cudaFree(a));
}

static void test_recursion(void)
{
    static int host[N];
    int *a = nullptr;
    for (int i = 0; i < N; i++) {
        host[i] = (i * 7919) % N;
    }
    CHECK_CUDA(cudaMalloc(&a, sizeof(host)));
    CHECK_CUDA(cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice));
    quicksort<<<1, 1>>>(a, 0, N - 1, 0);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(host, a, sizeof(host), cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(host[i], i, i);
    }
    CHECK_CUDA(cudaFree(a));
}

static void test_chain_and_error(void)
{
    int *out = nullptr, host = 0;
    CHECK_CUDA(cudaMalloc(&out, sizeof(host)));
    chain<<<1, 1>>>(out, 12, 0);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(&host, out, sizeof(host), cudaMemcpyDeviceToHost));
    CHECK_EQ(host, 12);
    wrong_launch<<<1, 1>>>(out);
    CHECK_LAUNCH();
    CHECK_CUDA(cudaMemcpy(&host, out, sizeof(host), cudaMemcpyDeviceToHost));
    CHECK(host != cudaSuccess);
    CHECK_CUDA(cudaFree(out));
}

int main(void)
{
    test_parts();
    test_recursion();
    test_chain_and_error();
    return check_end();
}
