/* cub::BlockLoad: each thread gets the values that follow each other, or every one that is as many
 * as there are threads further. Where CUB goes through shared memory so that neighbours read
 * neighbours, so does this; one barrier is in it then. */
#ifndef SIMT_CUB_BLOCK_LOAD_CUH
#define SIMT_CUB_BLOCK_LOAD_CUH

#pragma GCC system_header

#include <cub/operators.cuh>

namespace cub
{

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};

template <class T, int threads_x, int count, BlockLoadAlgorithm algorithm = BLOCK_LOAD_DIRECT,
          int threads_y = 1, int threads_z = 1, int = 0>
class BlockLoad
{
    static constexpr int threads = threads_x * threads_y * threads_z;
    static constexpr bool transposes = algorithm >= BLOCK_LOAD_TRANSPOSE;
    static constexpr bool strides = transposes || algorithm == BLOCK_LOAD_STRIPED;

  public:
    using TempStorage = simt_detail::slots<T, transposes ? threads * count : 1>;

    __device__ explicit BlockLoad(TempStorage &storage) : values_(storage.begin())
    {
    }

    /* The first `valid` values of the block; the other items stay as they are. */
    template <class In> __device__ void Load(In in, T (&items)[count], int valid)
    {
        const int thread =
            static_cast<int>(threadIdx.x + threads_x * (threadIdx.y + threads_y * threadIdx.z));

        for (int i = 0; i < count; i++) {
            const int at = strides ? i * threads + thread : thread * count + i;

            if (at < valid) {
                if constexpr (transposes)
                    values_[at] = in[at];
                else
                    items[i] = in[at];
            }
        }
        if constexpr (transposes) {
            __syncthreads();
            for (int i = 0; i < count; i++)
                if (thread * count + i < valid)
                    items[i] = values_[thread * count + i];
        }
    }

    template <class In> __device__ void Load(In in, T (&items)[count])
    {
        Load(in, items, threads * count);
    }

    template <class In, class Default>
    __device__ void Load(In in, T (&items)[count], int valid, Default other)
    {
        for (int i = 0; i < count; i++)
            items[i] = other;
        Load(in, items, valid);
    }

  private:
    T *values_;
};

} // namespace cub

#endif
