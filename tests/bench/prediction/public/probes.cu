/* What launch_times.c runs itself. */
static __global__ void flush(const uint4 *memory, size_t count, unsigned *sink)
{
    unsigned sum = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        uint4 value = memory[i];
        sum |= value.x | value.y | value.z | value.w;
    }
    if (sum != 0) /* the memory holds zeros */
        *sink = sum;
}

/* At most a second or so. */
static __global__ void hold(const volatile int *open)
{
    long long start = clock64();
    while (*open == 0 && clock64() - start < 2000000000LL)
        ;
}

extern "C" int timed_flush(const void *memory, size_t bytes, void *stream)
{
    flush<<<1024, 256, 0, (cudaStream_t)stream>>>((const uint4 *)memory, bytes / sizeof(uint4),
                                                  (unsigned *)memory);
    return cudaGetLastError();
}

extern "C" int timed_hold(const volatile int *open, void *stream)
{
    hold<<<1, 1, 0, (cudaStream_t)stream>>>(open);
    return cudaGetLastError();
}
