/* The kernels of faults.h. */
#include "faults.h"

#include <cuda_runtime.h>
#include <stdint.h>
#include <string.h>

template <typename T, fault FAULT> __global__ void add_one(T *in, T *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && !(FAULT == LEAVES_OUT_LAST && i == n - 1))
        out[i] = FAULT == WRITES_ZERO ? T(0) : in[i] + T(1);
    if (i != 0)
        return;
    if (FAULT == WRITES_BEFORE)
        out[-3] = T(7);
    if (FAULT == WRITES_BEHIND)
        out[n + 2] = T(7);
    if (FAULT == BEFORE_INPUT)
        in[-1] = T(7);
}

/* A launch of its own: the whole grid of add_one has read the input and written the output. */
template <typename T, fault FAULT> __global__ void spoil(T *in, T *out, T *zeros, size_t n)
{
    if (FAULT == WRITES_INPUT)
        in[n / 2] += T(1);
    if (FAULT == WRITES_NAN)
        memset(&out[n / 3], 0xff, sizeof(T));
    if (FAULT == LEAVES_NO_ZERO)
        zeros[n - 1] = T(1);
}

template <typename T, fault FAULT> static int launch(const gs_call *call)
{
    T *in = (T *)call->arrays[0], *out = (T *)call->arrays[1], *zeros = (T *)call->arrays[2];
    cudaStream_t stream = (cudaStream_t)call->stream;
    add_one<T, FAULT>
        <<<gs_blocks_for(call->n, call->block), call->block, 0, stream>>>(in, out, call->n);
    if (FAULT == WRITES_INPUT || FAULT == WRITES_NAN || FAULT == LEAVES_NO_ZERO)
        spoil<T, FAULT><<<1, 1, 0, stream>>>(in, out, zeros, call->n);
    return cudaGetLastError();
}

template <fault FAULT> static int run(const gs_call *call)
{
    return call->dtype == GS_F32 ? launch<float, FAULT>(call) : launch<int32_t, FAULT>(call);
}

__global__ void trap()
{
    __trap();
}

__global__ void spin(const volatile int *zero)
{
    while (*zero == 0)
        ;
}

extern "C" int spin_on_device(const gs_call *call)
{
    spin<<<1, 1, 0, (cudaStream_t)call->stream>>>((const volatile int *)call->arrays[2]);
    return cudaGetLastError();
}

extern "C" int trap_on_device(const gs_call *call)
{
    trap<<<1, 1, 0, (cudaStream_t)call->stream>>>();
    return cudaGetLastError();
}

extern "C" gs_run_fn *faulty_on_device(enum fault fault)
{
    static gs_run_fn *const runs[FAULT_COUNT] = {
        run<NO_FAULT>,     run<WRITES_BEFORE>, run<WRITES_BEHIND>,
        run<WRITES_INPUT>, run<BEFORE_INPUT>,  run<LEAVES_OUT_LAST>,
        run<WRITES_NAN>,   run<WRITES_ZERO>,   run<LEAVES_NO_ZERO>,
    };
    return runs[fault];
}
