/* cub::BlockReduce: one value of all threads of a block, which thread 0 has. It joins in the order
 * in which CUB does, so that sums of floats are the same: neighbours in a warp first, then the
 * warps. One barrier is in it; who uses the storage again waits at another, as with CUB. */
#ifndef SIMT_CUB_BLOCK_REDUCE_CUH
#define SIMT_CUB_BLOCK_REDUCE_CUH

#pragma GCC system_header

#include <cub/operators.cuh>

namespace cub
{

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
};

namespace simt_detail
{

template <class T, class Operation>
__device__ T join_block(T *values, int count, Operation operation)
{
    for (int first = 0; first < count; first += 32) {
        const int lanes = count - first < 32 ? count - first : 32;

        for (int distance = 1; distance < lanes; distance *= 2)
            for (int i = first; i + distance < first + lanes; i += 2 * distance)
                values[i] = operation(values[i], values[i + distance]);
    }
    for (int first = 32; first < count; first += 32)
        values[0] = operation(values[0], values[first]);
    return values[0];
}

} // namespace simt_detail

template <class T, int threads_x, BlockReduceAlgorithm algorithm = BLOCK_REDUCE_WARP_REDUCTIONS,
          int threads_y = 1, int threads_z = 1, int = 0>
class BlockReduce
{
    static constexpr int threads = threads_x * threads_y * threads_z;

  public:
    using TempStorage = simt_detail::slots<T, threads>;

    __device__ explicit BlockReduce(TempStorage &storage) : values_(storage.begin())
    {
    }

    /* Of the first `valid` threads. What other threads than 0 get is of no use. */
    template <class Operation> __device__ T Reduce(T value, Operation operation, int valid)
    {
        const int thread =
            static_cast<int>(threadIdx.x + threads_x * (threadIdx.y + threads_y * threadIdx.z));

        if (thread < valid)
            values_[thread] = value;
        __syncthreads();
        return thread == 0 ? simt_detail::join_block(values_, valid, operation) : value;
    }

    template <class Operation> __device__ T Reduce(T value, Operation operation)
    {
        return Reduce(value, operation, threads);
    }

    template <int count, class Operation>
    __device__ T Reduce(T (&items)[count], Operation operation)
    {
        return Reduce(simt_detail::join_items(items, operation), operation, threads);
    }

    __device__ T Sum(T value)
    {
        return Reduce(value, cub::Sum(), threads);
    }

    __device__ T Sum(T value, int valid)
    {
        return Reduce(value, cub::Sum(), valid);
    }

    template <int count> __device__ T Sum(T (&items)[count])
    {
        return Reduce(items, cub::Sum());
    }

  private:
    T *values_;
};

} // namespace cub

#endif
