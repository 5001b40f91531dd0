/* cub::BlockStore: BlockLoad the other way round. */
#ifndef SIMT_CUB_BLOCK_STORE_CUH
#define SIMT_CUB_BLOCK_STORE_CUH

#pragma GCC system_header

#include <cub/operators.cuh>

namespace cub
{

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

template <class T, int threads_x, int count, BlockStoreAlgorithm algorithm = BLOCK_STORE_DIRECT,
          int threads_y = 1, int threads_z = 1, int = 0>
class BlockStore
{
    static constexpr int threads = threads_x * threads_y * threads_z;
    static constexpr bool transposes = algorithm >= BLOCK_STORE_TRANSPOSE;
    static constexpr bool strides = transposes || algorithm == BLOCK_STORE_STRIPED;

  public:
    using TempStorage = simt_detail::slots<T, transposes ? threads * count : 1>;

    __device__ explicit BlockStore(TempStorage &storage) : values_(storage.begin())
    {
    }

    /* The first `valid` values of the block. */
    template <class Out> __device__ void Store(Out out, T (&items)[count], int valid)
    {
        const int thread =
            static_cast<int>(threadIdx.x + threads_x * (threadIdx.y + threads_y * threadIdx.z));

        if constexpr (transposes) {
            for (int i = 0; i < count; i++)
                values_[thread * count + i] = items[i];
            __syncthreads();
        }
        for (int i = 0; i < count; i++) {
            const int at = strides ? i * threads + thread : thread * count + i;

            if (at < valid)
                out[at] = transposes ? values_[at] : items[i];
        }
    }

    template <class Out> __device__ void Store(Out out, T (&items)[count])
    {
        Store(out, items, threads * count);
    }

  private:
    T *values_;
};

} // namespace cub

#endif
