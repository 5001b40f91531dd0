// The module that main.cu loads: simt-cc -fatbin, or nvcc -fatbin, makes it.

__constant__ int factor = 3;
__device__ int launches;

extern "C" __global__ void scale(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) {
        atomicAdd(&launches, 1);
    }
    if (i < n) {
        out[i] = factor * in[i];
    }
}

// Known by its mangled name.
__global__ void scale(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = (float)factor * in[i];
    }
}

struct pair {
    double high;
    char low;
};

// Parameters of several alignments.
extern "C" __global__ void add_all(char a, double b, short c, pair d, double *out)
{
    *out = a + b + c + d.high + d.low;
}

extern "C" __global__ void __launch_bounds__(64) reverse(int *data)
{
    __shared__ int kept[64];
    extern __shared__ int more[];
    int i = threadIdx.x;
    kept[i] = data[i];
    more[i] = data[i];
    __syncthreads();
    data[i] = kept[blockDim.x - 1 - i] + more[blockDim.x - 1 - i];
}

extern "C" __global__ void warp_sums(int *out)
{
    int sum = threadIdx.x;
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, step);
    }
    if (threadIdx.x % 32 == 0) {
        out[threadIdx.x / 32] = sum;
    }
}

extern "C" __global__ void read_texture(unsigned long long texture, float *out, int width)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * width + x] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}

extern "C" __global__ void write_at(int *where)
{
    *where = 1;
}
