/* cg::memcpy_async(): the members of a group copy together; the copy is theirs to read after
 * cg::wait(). Here each member's part is done when its call returns. */
#ifndef SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define SIMT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#pragma GCC system_header

#include <cooperative_groups.h>
#include <simt/aligned_size.hpp>

namespace cooperative_groups
{

/* `bytes` bytes. */
template <class Group, class T>
inline void memcpy_async(const Group &group, T *destination, const T *source, size_t bytes)
{
    const size_t step = static_cast<size_t>(group.size());
    size_t i = static_cast<size_t>(group.thread_rank());

    if constexpr (!std::is_void_v<T>) {
        if (bytes % sizeof(T) == 0 && std::is_trivially_copyable_v<T>) {
            for (; i < bytes / sizeof(T); i += step)
                destination[i] = source[i];
            return;
        }
    }
    for (; i < bytes; i += step)
        reinterpret_cast<char *>(destination)[i] = reinterpret_cast<const char *>(source)[i];
}

/* The fewer of the two numbers of elements. */
template <class Group, class T>
inline void memcpy_async(const Group &group, T *destination, size_t room, const T *source,
                         size_t count)
{
    memcpy_async(group, destination, source, (count < room ? count : room) * sizeof(T));
}

template <class Group> inline void wait(const Group &group)
{
    group.sync();
}

/* The copies but those of the last `Stages` calls are done; here all are. */
template <unsigned Stages, class Group> inline void wait_prior(const Group &group)
{
    group.sync();
}

} // namespace cooperative_groups

#endif
