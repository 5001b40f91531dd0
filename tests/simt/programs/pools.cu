// The device's memory pool: its settings, and allocations from it.
#include "check.h"

__global__ void number(int *out, int n)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) {
        out[i] = i;
    }
}

static void check_settings(cudaMemPool_t pool)
{
    int on = -1, off = 0;
    uint64_t threshold = 1, used = 0;
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &on));
    CHECK_EQ(on, 1);
    CHECK_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &off));
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &on));
    CHECK_EQ(on, 0);
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK_EQ(threshold, (uint64_t)0);
    threshold = UINT64_MAX;
    CHECK_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    threshold = 0;
    CHECK_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK_EQ(threshold, UINT64_MAX);
    CHECK_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &used));
    CHECK_CUDA(cudaMemPoolTrimTo(pool, 0));
}

static void check_allocation(cudaMemPool_t pool)
{
    enum { N = 1000 };
    int *cells = NULL, got[N];
    cudaStream_t stream;
    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_CUDA(cudaMallocFromPoolAsync((void **)&cells, sizeof(got), pool, stream));
    number<<<(N + 127) / 128, 128, 0, stream>>>(cells, N);
    CHECK_CUDA(cudaMemcpyAsync(got, cells, sizeof(got), cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaFreeAsync(cells, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    for (int i = 0; i < N; i++) {
        CHECK_EQ_AT(got[i], i, i);
    }
    CHECK_CUDA(cudaMallocAsync(&cells, sizeof(got), pool, stream));
    CHECK_CUDA(cudaFreeAsync(cells, stream));
    CHECK_CUDA(cudaStreamDestroy(stream));
}

int main(void)
{
    cudaMemPool_t pool = NULL, current = NULL;
    CHECK_CUDA(cudaDeviceGetDefaultMemPool(&pool, 0));
    CHECK_CUDA(cudaDeviceGetMemPool(&current, 0));
    CHECK(pool != NULL && pool == current);
    CHECK_CUDA(cudaDeviceSetMemPool(0, pool));
    check_settings(pool);
    check_allocation(pool);
    return check_end();
}
