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

// Puts two sorted runs, next to each other, in one order.
__global__ void merge(int *a, int *scratch, int n)
{
    int half = n / 2, i = 0, k = half;
    for (int to = 0; to < n; to++) {
        scratch[to] = k == n || (i < half && a[i] <= a[k]) ? a[i++] : a[k++];
    }
    for (int to = 0; to < n; to++) {
        a[to] = scratch[to];
    }
}

// All launches of a thread go into one stream: merge() finds both halves sorted.
__global__ void merge_sort(int *a, int *scratch, int n)
{
    if (n > 1) {
        merge_sort<<<1, 1>>>(a, scratch, n / 2);
        merge_sort<<<1, 1>>>(a + n / 2, scratch + n / 2, n - n / 2);
        merge<<<1, 1>>>(a, scratch, n);
    }
}

// Adds up 2^left ones, by launches of launches.
__global__ void grow_sum(int *sum, int left)
{
    if (left == 0) {
        *sum += 1;
    } else {
        grow_sum<<<1, 1>>>(sum, left - 1);
        grow_sum<<<1, 1>>>(sum, left - 1);
    }
}

__global__ void copy_one(int *to, const int *from)
{
    *to = *from;
}

// The tail launch, though asked for first, sees what the other launches and theirs have done.
__global__ void sum_and_tail(int *sum, int *seen)
{
    copy_one<<<1, 1, 0, cudaStreamTailLaunch>>>(seen, sum);
    grow_sum<<<1, 1>>>(sum, 4);
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

static void test_order(void)
{
    enum { COUNT = 77 };
    int host[COUNT], sums[2] = {0, 0};
    for (int i = 0; i < COUNT; i++) {
        host[i] = (i * 31) % COUNT;
    }
    int *a = check_upload(host, COUNT), *scratch = check_device<int>(COUNT);
    merge_sort<<<1, 1>>>(a, scratch, COUNT);
    CHECK_LAUNCH();
    check_take(host, a, COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK_EQ_AT(host[i], i, i);
    }
    CHECK_CUDA(cudaFree(scratch));
    int *sum = check_upload(sums, 2);
    sum_and_tail<<<1, 1>>>(sum, sum + 1);
    CHECK_LAUNCH();
    check_take(sums, sum, 2);
    CHECK_EQ(sums[0], 16);
    CHECK_EQ(sums[1], 16);
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
    test_order();
    test_chain_and_error();
    return check_end();
}
