/* cub::DeviceReduce. One thread does it all, pair by pair, so that sums of floats are as near as
 * those of CUB: on a simulator many threads are no faster. */
#ifndef SIMT_CUB_DEVICE_REDUCE_CUH
#define SIMT_CUB_DEVICE_REDUCE_CUH

#pragma GCC system_header

#include <cub/operators.cuh>
#include <iterator>
#include <limits>

namespace cub
{

namespace simt_detail
{

template <class In> using value_of = typename std::iterator_traits<In>::value_type;

/* The first call asks for the bytes of the storage; of which nothing is used here. */
inline cudaError_t ask_bytes(size_t &bytes)
{
    bytes = 1;
    return cudaSuccess;
}

template <class In, class Out, class Operation, class T>
__global__ void reduce_by_one(In in, Out out, size_t count, Operation operation, T initial)
{
    enum { levels = 64 };
    T joined[levels]; /* [k]: of 2^k neighbours, where bit k of the count so far is set */
    T all = initial;

    for (size_t i = 0; i < count; i++) {
        T value = in[i];
        unsigned level = 0;

        for (; i >> level & 1; level++)
            value = operation(joined[level], value);
        joined[level] = value;
    }
    for (unsigned level = levels; level-- > 0;)
        if (count >> level & 1)
            all = operation(all, joined[level]);
    *out = all;
}

} // namespace simt_detail

struct DeviceReduce {
    template <class In, class Out, class Count, class Operation, class T>
    static cudaError_t Reduce(void *storage, size_t &bytes, In in, Out out, Count count,
                              Operation operation, T initial, cudaStream_t stream = nullptr)
    {
        if (!storage)
            return simt_detail::ask_bytes(bytes);
        simt_detail::reduce_by_one<<<1, 1, 0, stream>>>(in, out, static_cast<size_t>(count),
                                                        operation, initial);
        return cudaPeekAtLastError();
    }

    template <class In, class Out, class Count>
    static cudaError_t Sum(void *storage, size_t &bytes, In in, Out out, Count count,
                           cudaStream_t stream = nullptr)
    {
        return Reduce(storage, bytes, in, out, count, cub::Sum(), simt_detail::value_of<In>(),
                      stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t Min(void *storage, size_t &bytes, In in, Out out, Count count,
                           cudaStream_t stream = nullptr)
    {
        return Reduce(storage, bytes, in, out, count, cub::Min(),
                      std::numeric_limits<simt_detail::value_of<In>>::max(), stream);
    }

    template <class In, class Out, class Count>
    static cudaError_t Max(void *storage, size_t &bytes, In in, Out out, Count count,
                           cudaStream_t stream = nullptr)
    {
        return Reduce(storage, bytes, in, out, count, cub::Max(),
                      std::numeric_limits<simt_detail::value_of<In>>::lowest(), stream);
    }
};

} // namespace cub

#endif
