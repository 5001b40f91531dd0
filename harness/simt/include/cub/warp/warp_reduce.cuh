/* cub::WarpReduce: one value of all lanes of a warp, or of each 2, 4, 8 or 16 neighbours, which the
 * first lane has. By shuffles: the storage holds nothing. */
#ifndef SIMT_CUB_WARP_REDUCE_CUH
#define SIMT_CUB_WARP_REDUCE_CUH

#pragma GCC system_header

#include <cstring>
#include <cub/operators.cuh>

namespace cub
{

namespace simt_detail
{

struct nothing {
};

inline __device__ unsigned lane()
{
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}

/* Of the lanes that go together, in groups of `width`. */
template <int width> __device__ unsigned group_mask()
{
    return width == 32 ? 0xffffffffu : ((1u << (width % 32)) - 1) << (lane() / width * width);
}

/* The value of the lane `distance` further up, or down with a negative one, whatever its type. */
template <int width, class T> __device__ T shift(const T &value, int distance)
{
    constexpr size_t count = (sizeof(T) + sizeof(unsigned) - 1) / sizeof(unsigned);
    unsigned words[count] = {};
    T moved = value;

    memcpy(words, &value, sizeof(T));
    for (size_t i = 0; i < count; i++)
        words[i] = distance > 0
                       ? __shfl_down_sync(group_mask<width>(), words[i], unsigned(distance), width)
                       : __shfl_up_sync(group_mask<width>(), words[i], unsigned(-distance), width);
    memcpy(static_cast<void *>(&moved), words, sizeof(T));
    return moved;
}

} // namespace simt_detail

template <class T, int width = 32, int = 0> class WarpReduce
{
    static_assert(width > 0 && width <= 32 && (width & (width - 1)) == 0,
                  "simt-cc: a logical warp of CUB is of 1, 2, 4, 8, 16 or 32 lanes here");

  public:
    using TempStorage = simt_detail::nothing;

    __device__ explicit WarpReduce(TempStorage &)
    {
    }

    /* Of the first `valid` lanes. What other lanes than the first one get is of no use. */
    template <class Operation> __device__ T Reduce(T value, Operation operation, int valid = width)
    {
        const int lane = static_cast<int>(simt_detail::lane() % width);

        for (int distance = 1; distance < width; distance *= 2) {
            const T other = simt_detail::shift<width>(value, distance);

            if (lane + distance < valid)
                value = operation(value, other);
        }
        return value;
    }

    __device__ T Sum(T value, int valid = width)
    {
        return Reduce(value, cub::Sum(), valid);
    }
};

} // namespace cub

#endif
