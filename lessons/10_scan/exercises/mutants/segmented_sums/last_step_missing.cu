/* says: steps-missing: it has 128 elements */
#include "segmented_sums.h"

__global__ void seg(int *sums, const int *x, const int *starts, size_t n)
{
    __shared__ int v[256];
    __shared__ bool f[256];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 256 + t;
    v[t] = i < n ? x[i] : 0;
    f[t] = t == 0 || (i < n && starts[i] != 0);
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int add = 0;
        bool flag = f[t];
        if (t >= d && !flag) {
            add = v[t - d];
            flag = f[t - d];
        }
        __syncthreads();
        v[t] += add;
        f[t] = flag;
        __syncthreads();
    }
    if (i < n)
        sums[i] = v[t];
}

void segmented_sums(int *sums, const int *x, const int *starts, size_t n)
{
    if (n > 0)
        seg<<<(n + 255) / 256, 256>>>(sums, x, starts, n);
}
