/* cg::inclusive_scan() and cg::exclusive_scan() over the members of a warp's group. */
#ifndef SIMT_COOPERATIVE_GROUPS_SCAN_H
#define SIMT_COOPERATIVE_GROUPS_SCAN_H

#pragma GCC system_header

#include <cooperative_groups.h>
#include <simt/group_operations.hpp>

namespace cooperative_groups
{

namespace details
{

template <class T, class Group, class Operation>
inline T inclusive_scan(const Group &group, T result, Operation &operation);

/* What comes before the warp, joined with what was found in it. */
template <class T, class Group, class Operation>
inline T join_warps(const Group &group, const T &value, const T &in_warp, Operation &operation,
                    bool nothing_in_warp)
{
    const auto warp = simt_whole_warp();
    const unsigned number = group.thread_rank() / 32;
    const T total = warp.shfl(inclusive_scan<T>(warp, value, operation), 31);
    const T before = group.simt_warps(total, operation, number > 0 ? number : 1);

    if (number == 0)
        return in_warp;
    return nothing_in_warp ? before : operation(before, in_warp);
}

template <class T, class Group, class Operation>
inline T inclusive_scan(const Group &group, T result, Operation &operation)
{
    if constexpr (is_block_tile<Group>) {
        return join_warps<T>(group, result, inclusive_scan<T>(simt_whole_warp(), result, operation),
                             operation, false);
    } else {
        for (unsigned distance = 1; distance < group.size(); distance *= 2) {
            T other = group.shfl_up(result, distance);

            if (group.thread_rank() >= distance)
                result = operation(other, result);
        }
        return result;
    }
}

template <class T, class Group, class Operation>
inline T exclusive_scan(const Group &group, const T &value, Operation &operation)
{
    if constexpr (is_block_tile<Group>) {
        return join_warps<T>(group, value, exclusive_scan<T>(simt_whole_warp(), value, operation),
                             operation, group.thread_rank() % 32 == 0);
    } else {
        T before = group.shfl_up(inclusive_scan<T>(group, value, operation), 1U);

        return group.thread_rank() == 0 ? T() : before;
    }
}

} // namespace details

template <class Group, class T, class Operation>
inline auto inclusive_scan(const Group &group, T &&value, Operation &&operation)
    -> std::decay_t<decltype(operation(value, value))>
{
    static_assert(std::is_same_v<decltype(group.shfl(value, 0)), std::decay_t<T>>,
                  "a scan takes a tile of a warp or a coalesced group");
    return details::inclusive_scan<std::decay_t<T>>(group, value, operation);
}

template <class Group, class T> inline auto inclusive_scan(const Group &group, T &&value)
{
    return inclusive_scan(group, value, plus<std::decay_t<T>>());
}

/* The first member gets a value-initialised T, which is the sum of nothing. */
template <class Group, class T, class Operation>
inline auto exclusive_scan(const Group &group, T &&value, Operation &&operation)
    -> std::decay_t<decltype(operation(value, value))>
{
    return details::exclusive_scan<std::decay_t<T>>(group, value, operation);
}

template <class Group, class T> inline auto exclusive_scan(const Group &group, T &&value)
{
    return exclusive_scan(group, value, plus<std::decay_t<T>>());
}

} // namespace cooperative_groups

#endif
