/* cub::BlockScan: for each thread of a block, what comes up to it, joined from the first thread on.
 * Two barriers are in it; who uses the storage again waits at another, as with CUB. */
#ifndef SIMT_CUB_BLOCK_SCAN_CUH
#define SIMT_CUB_BLOCK_SCAN_CUH

#pragma GCC system_header

#include <cub/operators.cuh>

namespace cub
{

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int threads_x, BlockScanAlgorithm algorithm = BLOCK_SCAN_RAKING,
          int threads_y = 1, int threads_z = 1, int = 0>
class BlockScan
{
    static constexpr int threads = threads_x * threads_y * threads_z;

  public:
    using TempStorage = simt_detail::slots<T, threads>;

    __device__ explicit BlockScan(TempStorage &storage)
        : values_(storage.begin()),
          thread_(
              static_cast<int>(threadIdx.x + threads_x * (threadIdx.y + threads_y * threadIdx.z)))
    {
    }

    /* `in` and `out` may be one. All threads get the aggregate, which has no initial value in it.
     */
    template <int count, class Operation>
    __device__ void InclusiveScan(T (&in)[count], T (&out)[count], Operation operation,
                                  T &aggregate)
    {
        aggregate = share(simt_detail::join_items(in, operation), operation);
        T all = thread_ == 0 ? in[0] : operation(values_[thread_ - 1], in[0]);

        out[0] = all;
        for (int i = 1; i < count; i++)
            out[i] = all = operation(all, in[i]);
    }

    template <int count, class Operation>
    __device__ void ExclusiveScan(T (&in)[count], T (&out)[count], T initial, Operation operation,
                                  T &aggregate)
    {
        aggregate = share(simt_detail::join_items(in, operation), operation);
        T all = thread_ == 0 ? initial : operation(initial, values_[thread_ - 1]);

        for (int i = 0; i < count; i++) {
            T value = in[i];

            out[i] = all;
            all = operation(all, value);
        }
    }

    template <int count, class Operation>
    __device__ void InclusiveScan(T (&in)[count], T (&out)[count], Operation operation)
    {
        T aggregate;
        InclusiveScan(in, out, operation, aggregate);
    }

    template <int count, class Operation>
    __device__ void ExclusiveScan(T (&in)[count], T (&out)[count], T initial, Operation operation)
    {
        T aggregate;
        ExclusiveScan(in, out, initial, operation, aggregate);
    }

    template <class Operation>
    __device__ void InclusiveScan(T in, T &out, Operation operation, T &aggregate)
    {
        T items[1] = {in};
        InclusiveScan(items, items, operation, aggregate);
        out = items[0];
    }

    template <class Operation> __device__ void InclusiveScan(T in, T &out, Operation operation)
    {
        T aggregate;
        InclusiveScan(in, out, operation, aggregate);
    }

    template <class Operation>
    __device__ void ExclusiveScan(T in, T &out, T initial, Operation operation, T &aggregate)
    {
        T items[1] = {in};
        ExclusiveScan(items, items, initial, operation, aggregate);
        out = items[0];
    }

    template <class Operation>
    __device__ void ExclusiveScan(T in, T &out, T initial, Operation operation)
    {
        T aggregate;
        ExclusiveScan(in, out, initial, operation, aggregate);
    }

    /* Of one value or of an array, with or without the aggregate. */
    template <class In, class Out> __device__ void InclusiveSum(In &&in, Out &out)
    {
        InclusiveScan(in, out, Sum());
    }

    template <class In, class Out> __device__ void InclusiveSum(In &&in, Out &out, T &aggregate)
    {
        InclusiveScan(in, out, Sum(), aggregate);
    }

    template <class In, class Out> __device__ void ExclusiveSum(In &&in, Out &out)
    {
        ExclusiveScan(in, out, T(), Sum());
    }

    template <class In, class Out> __device__ void ExclusiveSum(In &&in, Out &out, T &aggregate)
    {
        ExclusiveScan(in, out, T(), Sum(), aggregate);
    }

  private:
    /* Afterwards values_[i] joins what threads 0 to i gave; returns the last one. */
    template <class Operation> __device__ T share(T value, Operation operation)
    {
        values_[thread_] = value;
        __syncthreads();
        if (thread_ == 0)
            for (int i = 1; i < threads; i++)
                values_[i] = operation(values_[i - 1], values_[i]);
        __syncthreads();
        return values_[threads - 1];
    }

    T *values_;
    int thread_;
};

} // namespace cub

#endif
