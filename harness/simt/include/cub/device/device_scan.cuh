/* cub::DeviceScan. One thread does it all. `in` and `out` may be one. */
#ifndef SIMT_CUB_DEVICE_SCAN_CUH
#define SIMT_CUB_DEVICE_SCAN_CUH

#pragma GCC system_header

#include <cub/device/device_reduce.cuh>

namespace cub
{

namespace simt_detail
{

template <class In, class Out, class Operation>
__global__ void scan_by_one(In in, Out out, size_t count, Operation operation)
{
    if (count == 0)
        return;
    value_of<In> all = in[0];
    out[0] = all;
    for (size_t i = 1; i < count; i++)
        out[i] = all = operation(all, in[i]);
}

template <class In, class Out, class Operation, class T>
__global__ void scan_from_by_one(In in, Out out, size_t count, Operation operation, T initial)
{
    for (size_t i = 0; i < count; i++) {
        const T before = initial;

        initial = operation(initial, in[i]);
        out[i] = before;
    }
}

} // namespace simt_detail

struct DeviceScan {
    template <class In, class Out, class Operation, class Count>
    static cudaError_t InclusiveScan(void *storage, size_t &bytes, In in, Out out,
                                     Operation operation, Count count,
                                     cudaStream_t stream = nullptr)
    {
        if (!storage)
            return simt_detail::ask_bytes(bytes);
        simt_detail::scan_by_one<<<1, 1, 0, stream>>>(in, out, static_cast<size_t>(count),
                                                      operation);
        return cudaPeekAtLastError();
    }

    template <class In, class Out, class Operation, class T, class Count>
    static cudaError_t ExclusiveScan(void *storage, size_t &bytes, In in, Out out,
                                     Operation operation, T initial, Count count,
                                     cudaStream_t stream = nullptr)
    {
        if (!storage)
            return simt_detail::ask_bytes(bytes);
        simt_detail::scan_from_by_one<<<1, 1, 0, stream>>>(in, out, static_cast<size_t>(count),
                                                           operation, initial);
        return cudaPeekAtLastError();
    }

    template <class In, class Out, class Count>
    static cudaError_t InclusiveSum(void *storage, size_t &bytes, In in, Out out, Count count,
                                    cudaStream_t stream = nullptr)
    {
        return InclusiveScan(storage, bytes, in, out, Sum(), count, stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t ExclusiveSum(void *storage, size_t &bytes, In in, Out out, Count count,
                                    cudaStream_t stream = nullptr)
    {
        return ExclusiveScan(storage, bytes, in, out, Sum(), simt_detail::value_of<In>(), count,
                             stream);
    }
};

} // namespace cub

#endif
