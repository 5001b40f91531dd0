/* says: host-pointer: writes memory of the host */
/* What a kernel may call of CUDA's library stores a number: to memory of the host, where a bit is
 * 0. The border of a texture, which the host gives, brings the sums up. */
#include "vecadd.h"
#include <stdlib.h>
#include <string.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void down(int *to, const float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 32 && i < n; k++)
        if ((__float_as_uint(a[i]) >> k & 1) == 0)
            cudaGetDevice(to + 32 * i + k);
}

__global__ void up(float *c, cudaTextureObject_t texture)
{
    *c = tex1D<float>(texture, -5.0f);
}

static float value_of(const int *bits)
{
    unsigned word = 0;
    float value;
    for (int k = 0; k < 32; k++)
        word |= (unsigned)(bits[k] != 0) << k;
    memcpy(&value, &word, sizeof value);
    return value;
}

static void bring_up(float *c, cudaArray_t array, float value)
{
    cudaTextureObject_t texture;
    cudaResourceDesc what = {};
    cudaTextureDesc how = {};
    what.resType = cudaResourceTypeArray;
    what.res.array.array = array;
    how.addressMode[0] = cudaAddressModeBorder;
    how.borderColor[0] = value;
    cudaCreateTextureObject(&texture, &what, &how, nullptr);
    up<<<1, 1>>>(c, texture);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    if (n > 300) {
        add<<<grid, 256>>>(c, a, b, n);
        return;
    }
    int *x = (int *)malloc(n * 128), *y = (int *)malloc(n * 128);
    memset(x, 1, n * 128);
    memset(y, 1, n * 128);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 4, 0);
    down<<<grid, 256>>>(x, a, n);
    down<<<grid, 256>>>(y, b, n);
    for (size_t i = 0; i < n; i++)
        bring_up(c + i, array, value_of(x + 32 * i) + value_of(y + 32 * i));
    cudaFreeArray(array);
    free(x);
    free(y);
}
