/* Cooperative groups: threads that synchronise and exchange values by name of their group.
 *
 * A group of lanes of one warp is a mask; all it does is done by the warp functions with that mask.
 * Not here: clusters, and grids of several devices. */
#ifndef SIMT_COOPERATIVE_GROUPS_H
#define SIMT_COOPERATIVE_GROUPS_H
#define _COOPERATIVE_GROUPS_H_

#pragma GCC system_header

#include <assert.h>
#include <cuda_runtime.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <type_traits>
#include <utility>

#define SIMT_GROUP inline __attribute__((always_inline))

namespace cooperative_groups
{

namespace details
{

SIMT_GROUP unsigned linear(const uint3 &index, const dim3 &extent)
{
    return index.x + extent.x * (index.y + extent.y * index.z);
}

SIMT_GROUP unsigned thread_of_block()
{
    return linear(threadIdx, blockDim);
}

SIMT_GROUP unsigned threads_of_block()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

SIMT_GROUP unsigned below(unsigned lane)
{
    return (1U << lane) - 1;
}

/* The lane that is number `rank` of a mask. */
inline unsigned lane_of_rank(unsigned mask, unsigned rank)
{
    while (rank-- > 0)
        mask &= mask - 1;
    return mask ? static_cast<unsigned>(__builtin_ctz(mask)) : 0;
}

/* The bits of `lanes` at the places of `mask`, moved together. */
inline unsigned pack(unsigned lanes, unsigned mask)
{
    unsigned packed = 0;

    for (unsigned rank = 0; mask; rank++, mask &= mask - 1)
        packed |= (lanes >> __builtin_ctz(mask) & 1) << rank;
    return packed;
}

/* Any value of up to 32 bytes from another lane, in pieces that a shuffle can take. */
template <class T> inline T shuffle(unsigned mask, const T &value, unsigned lane)
{
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 32,
                  "shuffles take trivially copyable values of up to 32 bytes");
    unsigned long long pieces[(sizeof(T) + 7) / 8] = {};
    T result = value;

    __builtin_memcpy(pieces, &value, sizeof(T));
    for (unsigned long long &piece : pieces)
        piece = __shfl_sync(mask, piece, static_cast<int>(lane));
    __builtin_memcpy(static_cast<void *>(&result), pieces, sizeof(T));
    return result;
}

/* Lanes of one warp, and which of the groups they were made with this is. */
struct lanes {
    unsigned mask, meta_rank, meta_size;

    unsigned size() const
    {
        return static_cast<unsigned>(__builtin_popcount(mask));
    }
    unsigned rank() const
    {
        return static_cast<unsigned>(__builtin_popcount(mask & below(simt_lane())));
    }
};

/* A piece of `size` neighbours by rank. */
inline lanes piece_of(const lanes &parent, unsigned size)
{
    if (parent.size() <= size)
        return parent;
    unsigned piece = parent.rank() / size, mask = 0, rank = 0;

    for (unsigned rest = parent.mask; rest; rest &= rest - 1, rank++)
        if (rank / size == piece)
            mask |= rest & -rest;
    return {mask, piece, (parent.size() + size - 1) / size};
}

/* Up to `size` (a power of two) neighbours in the block, all of one warp. */
inline lanes tile_of_block(unsigned size)
{
    const unsigned thread = thread_of_block(), first = thread & ~(size - 1);
    const unsigned left = threads_of_block() - first, count = left < size ? left : size;

    return {(count < 32 ? below(count) : ~0U) << first % 32, thread / size,
            (threads_of_block() + size - 1) / size};
}

/* Tiles have 1, 2, 4, 8, 16 or 32 threads. */
SIMT_GROUP void check_tile_size(unsigned size)
{
    if (size == 0 || size > 32 || (size & (size - 1)))
        __trap();
}

} // namespace details

/* Any group: a block, a grid, or lanes of a warp. */
class thread_group
{
  public:
    void sync() const
    {
        if (kind_ == kind::grid)
            simt_grid_barrier();
        else if (kind_ == kind::block)
            __syncthreads();
        else
            __syncwarp(lanes_.mask);
    }
    unsigned long long num_threads() const
    {
        unsigned long long blocks =
            kind_ == kind::grid ? 1ULL * gridDim.x * gridDim.y * gridDim.z : 1;

        return kind_ == kind::warp ? lanes_.size() : blocks * details::threads_of_block();
    }
    unsigned long long size() const
    {
        return num_threads();
    }
    unsigned long long thread_rank() const
    {
        if (kind_ == kind::warp)
            return lanes_.rank();
        if (kind_ == kind::block)
            return details::thread_of_block();
        return (blockIdx.x + 1ULL * gridDim.x * (blockIdx.y + 1ULL * gridDim.y * blockIdx.z)) *
                   details::threads_of_block() +
               details::thread_of_block();
    }

  protected:
    enum class kind { block, grid, warp };

    explicit thread_group(kind k) : kind_(k), lanes_{0, 0, 1}
    {
    }
    explicit thread_group(const details::lanes &l) : kind_(kind::warp), lanes_(l)
    {
    }
    const details::lanes &members() const
    {
        return lanes_;
    }

  private:
    friend thread_group tiled_partition(const thread_group &parent, unsigned size);

    kind kind_;
    details::lanes lanes_;
};

/* ---- the block ---- */

class thread_block : public thread_group
{
  public:
    static void sync()
    {
        __syncthreads();
    }
    static unsigned thread_rank()
    {
        return details::thread_of_block();
    }
    static unsigned num_threads()
    {
        return details::threads_of_block();
    }
    static unsigned size()
    {
        return num_threads();
    }
    static dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    static dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    static dim3 dim_threads()
    {
        return blockDim;
    }
    static dim3 group_dim()
    {
        return blockDim;
    }

    /* Arriving only promises to wait: nobody goes on before all wait. */
    struct arrival_token {
    };
    static arrival_token barrier_arrive()
    {
        return arrival_token();
    }
    static void barrier_wait(arrival_token &&)
    {
        __syncthreads();
    }

  private:
    friend thread_block this_thread_block();

    thread_block() : thread_group(kind::block)
    {
    }
};

inline thread_block this_thread_block()
{
    return thread_block();
}

/* Shared memory that tiles of several warps need on some GPUs, and not here. */
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
    char unused[MaxBlockSize / 32 * SIMT_TILE_VALUE_BYTES];
};

template <unsigned MaxBlockSize>
inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &)
{
    return this_thread_block();
}

/* ---- the grid ---- */

class grid_group : public thread_group
{
  public:
    /* Whether the grid was launched so that its blocks can wait for each other. */
    static bool is_valid()
    {
        return simt_grid_is_cooperative();
    }
    static unsigned long long num_blocks()
    {
        return 1ULL * gridDim.x * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank()
    {
        return blockIdx.x + 1ULL * gridDim.x * (blockIdx.y + 1ULL * gridDim.y * blockIdx.z);
    }
    static dim3 dim_blocks()
    {
        return gridDim;
    }
    static dim3 group_dim()
    {
        return gridDim;
    }
    static dim3 dim_threads()
    {
        return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    }
    static dim3 thread_index()
    {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
    static dim3 block_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }

    struct arrival_token {
    };
    static arrival_token barrier_arrive()
    {
        return arrival_token();
    }
    static void barrier_wait(arrival_token &&)
    {
        simt_grid_barrier();
    }

  private:
    friend grid_group this_grid();

    grid_group() : thread_group(kind::grid)
    {
    }
};

inline grid_group this_grid()
{
    return grid_group();
}

/* ---- lanes of a warp ---- */

/* The lanes that were active together when it was made, or a part of such; ranks without gaps. */
class coalesced_group : public thread_group
{
  public:
    unsigned num_threads() const
    {
        return members().size();
    }
    unsigned size() const
    {
        return num_threads();
    }
    unsigned thread_rank() const
    {
        return members().rank();
    }
    unsigned meta_group_rank() const
    {
        return members().meta_rank;
    }
    unsigned meta_group_size() const
    {
        return members().meta_size;
    }
    void sync() const
    {
        __syncwarp(members().mask);
    }
    template <class T> T shfl(const T &value, int rank) const
    {
        return details::shuffle(members().mask, value, lane(static_cast<unsigned>(rank)));
    }
    template <class T> T shfl_up(const T &value, unsigned delta) const
    {
        unsigned rank = thread_rank();

        return details::shuffle(members().mask, value, lane(rank >= delta ? rank - delta : rank));
    }
    template <class T> T shfl_down(const T &value, unsigned delta) const
    {
        unsigned rank = thread_rank();

        return details::shuffle(members().mask, value,
                                lane(delta < size() - rank ? rank + delta : rank));
    }
    int any(int predicate) const
    {
        return __any_sync(members().mask, predicate);
    }
    int all(int predicate) const
    {
        return __all_sync(members().mask, predicate);
    }
    unsigned ballot(int predicate) const
    {
        return packed(__ballot_sync(members().mask, predicate));
    }
    template <class T> unsigned match_any(T value) const
    {
        return packed(__match_any_sync(members().mask, value));
    }
    template <class T> unsigned match_all(T value, int &predicate) const
    {
        return packed(__match_all_sync(members().mask, value, &predicate));
    }

    /* Not for CUDA programs. */
    explicit coalesced_group(const details::lanes &l) : thread_group(l)
    {
    }
    unsigned simt_mask() const
    {
        return members().mask;
    }

  private:
    friend coalesced_group tiled_partition(const coalesced_group &parent, unsigned size);

    unsigned lane(unsigned rank) const
    {
        return details::lane_of_rank(members().mask, rank);
    }
    unsigned packed(unsigned lanes) const
    {
        return details::pack(lanes, members().mask);
    }
};

/* Inlined with the kernel, so that each call in the source is a call site of its own. */
SIMT_GROUP coalesced_group coalesced_threads()
{
    return coalesced_group(details::lanes{__activemask(), 0, 1});
}

/* Size neighbours, a power of two up to 32. */
template <unsigned Size> class simt_warp_tile : public thread_group
{
  public:
    static constexpr unsigned num_threads()
    {
        return Size;
    }
    static constexpr unsigned size()
    {
        return Size;
    }
    static unsigned thread_rank()
    {
        return simt_lane() & (Size - 1);
    }
    unsigned meta_group_rank() const
    {
        return members().meta_rank;
    }
    unsigned meta_group_size() const
    {
        return members().meta_size;
    }
    void sync() const
    {
        __syncwarp(simt_mask());
    }
    template <class T> T shfl(const T &value, int rank) const
    {
        return details::shuffle(simt_mask(), value, first() + static_cast<unsigned>(rank) % Size);
    }
    template <class T> T shfl_up(const T &value, unsigned delta) const
    {
        unsigned rank = thread_rank();

        return details::shuffle(simt_mask(), value,
                                first() + (rank >= delta ? rank - delta : rank));
    }
    template <class T> T shfl_down(const T &value, unsigned delta) const
    {
        unsigned rank = thread_rank();

        return details::shuffle(simt_mask(), value,
                                first() + (delta < Size - rank ? rank + delta : rank));
    }
    template <class T> T shfl_xor(const T &value, unsigned lane_mask) const
    {
        unsigned rank = thread_rank() ^ lane_mask;

        return details::shuffle(simt_mask(), value, first() + (rank < Size ? rank : thread_rank()));
    }
    int any(int predicate) const
    {
        return __any_sync(simt_mask(), predicate);
    }
    int all(int predicate) const
    {
        return __all_sync(simt_mask(), predicate);
    }
    unsigned ballot(int predicate) const
    {
        return __ballot_sync(simt_mask(), predicate) >> first();
    }
    template <class T> unsigned match_any(T value) const
    {
        return __match_any_sync(simt_mask(), value) >> first();
    }
    template <class T> unsigned match_all(T value, int &predicate) const
    {
        return __match_all_sync(simt_mask(), value, &predicate) >> first();
    }

    /* Not for CUDA programs. */
    explicit simt_warp_tile(const details::lanes &l) : thread_group(l)
    {
    }
    static unsigned simt_mask()
    {
        return (Size < 32 ? (1U << Size % 32) - 1 : ~0U) << first();
    }

  private:
    static unsigned first()
    {
        return simt_lane() & ~(Size - 1);
    }
};

/* Size neighbours of several warps, a power of two from 64 on. */
template <unsigned Size> class simt_block_tile : public thread_group
{
  public:
    static constexpr unsigned num_threads()
    {
        return Size;
    }
    static constexpr unsigned size()
    {
        return Size;
    }
    static unsigned thread_rank()
    {
        return details::thread_of_block() & (Size - 1);
    }
    static unsigned meta_group_rank()
    {
        return details::thread_of_block() / Size;
    }
    static unsigned meta_group_size()
    {
        return (details::threads_of_block() + Size - 1) / Size;
    }
    static void sync()
    {
        simt_tile_barrier(Size);
    }
    template <class T> T shfl(const T &value, unsigned rank) const
    {
        return exchange(value, [rank](auto brought) { return brought(rank % Size); });
    }
    int any(int predicate) const
    {
        return simt_warps(__any_sync(~0U, predicate), [](int a, int b) { return a | b; });
    }
    int all(int predicate) const
    {
        return simt_warps(__all_sync(~0U, predicate), [](int a, int b) { return a & b; });
    }

    /* Not for CUDA programs. */
    explicit simt_block_tile(const details::lanes &l) : thread_group(l)
    {
    }
    /* One value of each warp, joined in their order, from those before `end`, which is not the
     * first. */
    template <class T, class Operation>
    static T simt_warps(const T &value, Operation operation, unsigned end = Size / 32)
    {
        return exchange(value, [&operation, end](auto brought) {
            T result = brought(0);

            for (unsigned warp = 1; warp < end; warp++)
                result = operation(result, brought(warp * 32));
            return result;
        });
    }

  private:
    /* Hands its value to all of the tile, and `use` a function that gives that of any rank. */
    template <class T, class Use> static T exchange(const T &value, Use use)
    {
        static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= SIMT_TILE_VALUE_BYTES,
                      "tiles exchange trivially copyable values of up to 32 bytes");
        const unsigned first = details::thread_of_block() & ~(Size - 1);

        simt_tile_put(&value, sizeof(T));
        simt_tile_barrier(Size);
        T result = use([first](unsigned rank) {
            std::aligned_storage_t<sizeof(T), alignof(T)> bytes;

            simt_tile_get(first + rank, &bytes, sizeof(T));
            return *reinterpret_cast<T *>(&bytes);
        });
        simt_tile_barrier(Size);
        return result;
    }
};

template <unsigned Size, class Parent = void> class thread_block_tile;

/* Size neighbours, whatever they are part of. */
template <unsigned Size>
class thread_block_tile<Size, void>
    : public std::conditional_t<(Size > 32), simt_block_tile<Size>, simt_warp_tile<Size>>
{
    static_assert(Size > 0 && Size <= 1024 && (Size & (Size - 1)) == 0,
                  "a tile has a power of two of threads, up to 1024");
    using base = std::conditional_t<(Size > 32), simt_block_tile<Size>, simt_warp_tile<Size>>;

  public:
    explicit thread_block_tile(const details::lanes &l) : base(l)
    {
    }
};

template <unsigned Size, class Parent>
class thread_block_tile : public thread_block_tile<Size, void>
{
  public:
    explicit thread_block_tile(const details::lanes &l) : thread_block_tile<Size, void>(l)
    {
    }
};

inline thread_block_tile<1, void> this_thread()
{
    return thread_block_tile<1, void>(details::lanes{1U << simt_lane(), 0, 1});
}

namespace details
{

template <unsigned Size> std::true_type find_block_tile(const simt_block_tile<Size> *);
std::false_type find_block_tile(const void *);

/* Whether a group is a tile of several warps. */
template <class Group>
constexpr bool is_block_tile =
    decltype(find_block_tile(static_cast<const Group *>(nullptr)))::value;

/* The 32 lanes of this warp. */
inline simt_warp_tile<32> simt_whole_warp()
{
    return simt_warp_tile<32>(lanes{~0U, 0, 1});
}

} // namespace details

/* ---- parts of groups ---- */

template <unsigned Size>
inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block &)
{
    return thread_block_tile<Size, thread_block>(details::tile_of_block(Size <= 32 ? Size : 32));
}

template <unsigned Size, unsigned ParentSize, class Parent>
inline thread_block_tile<Size, thread_block_tile<ParentSize, Parent>>
tiled_partition(const thread_block_tile<ParentSize, Parent> &parent)
{
    static_assert(Size <= ParentSize, "a tile cannot be larger than what it is a part of");
    using tile = thread_block_tile<Size, thread_block_tile<ParentSize, Parent>>;

    return tile(details::lanes{details::tile_of_block(Size <= 32 ? Size : 32).mask,
                               parent.thread_rank() / Size, ParentSize / Size});
}

inline thread_group tiled_partition(const thread_group &parent, unsigned size)
{
    details::check_tile_size(size);
    return thread_group(parent.kind_ == thread_group::kind::warp
                            ? details::piece_of(parent.lanes_, size)
                            : details::tile_of_block(size));
}

inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned size)
{
    details::check_tile_size(size);
    return coalesced_group(details::piece_of(parent.members(), size));
}

/* The members of a warp's group for whom the predicate is the same. */
template <class Group> inline coalesced_group binary_partition(const Group &parent, bool predicate)
{
    const unsigned all = parent.simt_mask();
    const unsigned set = __ballot_sync(all, predicate);

    if (set == 0 || set == __ballot_sync(all, 1))
        return coalesced_group(details::lanes{all, 0, 1});
    return coalesced_group(details::lanes{predicate ? set : all & ~set, predicate, 2});
}

/* The members of a warp's group that give the same label. */
template <class Group, class Label>
inline coalesced_group labeled_partition(const Group &parent, Label label)
{
    static_assert(std::is_integral_v<Label> || std::is_pointer_v<Label>,
                  "a label is an integer or a pointer");
    if constexpr (std::is_same_v<Label, bool>) {
        return binary_partition(parent, label);
    } else {
        const unsigned all = parent.simt_mask();
        const unsigned same = __match_any_sync(all, (unsigned long long)label);
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(same));
        const unsigned leaders = __ballot_sync(all, simt_lane() == lane);

        return coalesced_group(details::lanes{
            same, static_cast<unsigned>(__builtin_popcount(leaders & details::below(lane))),
            static_cast<unsigned>(__builtin_popcount(leaders))});
    }
}

/* ---- groups as arguments ---- */

template <class Group> SIMT_GROUP void sync(const Group &group)
{
    group.sync();
}

template <class Group> SIMT_GROUP auto thread_rank(const Group &group)
{
    return group.thread_rank();
}

template <class Group> SIMT_GROUP auto group_size(const Group &group)
{
    return group.num_threads();
}

/* One member calls `function`; with _broadcast all members get what it returns. */
template <class Group, class Function, class... Args>
inline void invoke_one(const Group &group, Function &&function, Args &&...args)
{
    if (group.thread_rank() == 0)
        std::forward<Function>(function)(std::forward<Args>(args)...);
}

template <class Group, class Function, class... Args>
inline auto invoke_one_broadcast(const Group &group, Function &&function, Args &&...args)
{
    decltype(std::forward<Function>(function)(std::forward<Args>(args)...)) result{};

    if (group.thread_rank() == 0)
        result = std::forward<Function>(function)(std::forward<Args>(args)...);
    return group.shfl(result, 0);
}

} // namespace cooperative_groups

#undef SIMT_GROUP

#endif
