/* cg::reduce(): the values of all members of a warp's group, joined in the order of their ranks. */
#ifndef SIMT_COOPERATIVE_GROUPS_REDUCE_H
#define SIMT_COOPERATIVE_GROUPS_REDUCE_H

#pragma GCC system_header

#include <cooperative_groups.h>
#include <simt/group_operations.hpp>

namespace cooperative_groups
{

namespace details
{

template <class T, class Group, class Operation>
inline T reduce(const Group &group, T result, Operation &operation)
{
    if constexpr (is_block_tile<Group>) {
        return group.simt_warps(reduce<T>(simt_whole_warp(), result, operation), operation);
    } else {
        const unsigned size = static_cast<unsigned>(group.size());

        for (unsigned distance = 1; distance < size; distance *= 2) {
            T other = group.shfl_down(result, distance);

            if (group.thread_rank() + distance < size)
                result = operation(result, other);
        }
        return group.shfl(result, 0);
    }
}

} // namespace details

template <class Group, class T, class Operation>
inline auto reduce(const Group &group, T &&value, Operation &&operation)
    -> std::decay_t<decltype(operation(value, value))>
{
    static_assert(std::is_same_v<decltype(group.shfl(value, 0)), std::decay_t<T>>,
                  "reduce() takes a tile of a warp or a coalesced group");
    return details::reduce<std::decay_t<T>>(group, value, operation);
}

} // namespace cooperative_groups

#endif
