/* cub::WarpScan: for each lane of a warp, or of each 2, 4, 8 or 16 neighbours, what comes up to it.
 * By shuffles: the storage holds nothing. */
#ifndef SIMT_CUB_WARP_SCAN_CUH
#define SIMT_CUB_WARP_SCAN_CUH

#pragma GCC system_header

#include <cub/warp/warp_reduce.cuh>

namespace cub
{

template <class T, int width = 32, int = 0> class WarpScan
{
    static_assert(width > 0 && width <= 32 && (width & (width - 1)) == 0,
                  "simt-cc: a logical warp of CUB is of 1, 2, 4, 8, 16 or 32 lanes here");

  public:
    using TempStorage = simt_detail::nothing;

    __device__ explicit WarpScan(TempStorage &)
    {
    }

    template <class Operation> __device__ void InclusiveScan(T in, T &out, Operation operation)
    {
        const int lane = static_cast<int>(simt_detail::lane() % width);

        for (int distance = 1; distance < width; distance *= 2) {
            const T other = simt_detail::shift<width>(in, -distance);

            if (lane >= distance)
                in = operation(other, in);
        }
        out = in;
    }

    template <class Operation>
    __device__ void ExclusiveScan(T in, T &out, T initial, Operation operation)
    {
        T all;
        InclusiveScan(in, all, operation);
        const T before = simt_detail::shift<width>(all, -1);

        out = simt_detail::lane() % width == 0 ? initial : operation(initial, before);
    }

    __device__ void InclusiveSum(T in, T &out)
    {
        InclusiveScan(in, out, Sum());
    }

    __device__ void ExclusiveSum(T in, T &out)
    {
        ExclusiveScan(in, out, T(), Sum());
    }
};

} // namespace cub

#endif
