/* cuda::barrier, and cuda::memcpy_async() with one: what <cuda/barrier> has. A barrier is three
 * counters that change by atomic operations, so that the inspector knows what comes after what. A
 * copy is made when it is asked for, so a barrier has nothing of it to wait for. */
#ifndef SIMT_BARRIER_HPP
#define SIMT_BARRIER_HPP

#pragma GCC system_header

#include <cooperative_groups/memcpy_async.h>
#include <simt/aligned_size.hpp>
#include <simt/cuda_atomic.hpp>
#include <new>
#include <utility>

#define SIMT_INLINE inline __attribute__((always_inline))

namespace cuda
{

namespace simt_detail
{

struct no_completion {
    void operator()() const
    {
    }
};

template <class T> SIMT_INLINE void copy_bytes(T *destination, const T *source, size_t bytes)
{
    if constexpr (!::std::is_void_v<T>) {
        if (bytes % sizeof(T) == 0 && ::std::is_trivially_copyable_v<T>) {
            for (size_t i = 0; i < bytes / sizeof(T); i++)
                destination[i] = source[i];
            return;
        }
    }
    for (size_t i = 0; i < bytes; i++)
        reinterpret_cast<char *>(destination)[i] = reinterpret_cast<const char *>(source)[i];
}

} // namespace simt_detail

template <thread_scope scope = thread_scope_system, class Completion = simt_detail::no_completion>
class barrier
{
    using counter = atomic_ref<unsigned, scope>;

    mutable unsigned expected_, pending_, phase_;
    [[no_unique_address]] Completion completion_;

    SIMT_INLINE bool is_over(unsigned phase) const
    {
        return counter(phase_).load(memory_order_acquire) != phase;
    }

  public:
    class arrival_token
    {
        unsigned phase;
        friend class barrier;
        explicit arrival_token(unsigned phase_) : phase(phase_)
        {
        }
    };

    barrier() = default;
    barrier(const barrier &) = delete;
    barrier &operator=(const barrier &) = delete;
    explicit barrier(ptrdiff_t expected, Completion completion = Completion())
        : expected_(unsigned(expected)), pending_(unsigned(expected)), phase_(0),
          completion_(::std::move(completion))
    {
    }

    static constexpr ptrdiff_t max()
    {
        return (1 << 20) - 1;
    }

    friend void init(barrier *made, ptrdiff_t expected)
    {
        ::new (static_cast<void *>(made)) barrier(expected);
    }
    friend void init(barrier *made, ptrdiff_t expected, Completion completion)
    {
        ::new (static_cast<void *>(made)) barrier(expected, ::std::move(completion));
    }

    /* The last one to arrive opens the next phase. */
    [[nodiscard]] SIMT_INLINE arrival_token arrive(ptrdiff_t n = 1)
    {
        const unsigned phase = counter(phase_).load(memory_order_relaxed);

        if (counter(pending_).fetch_sub(unsigned(n), memory_order_acq_rel) == unsigned(n)) {
            completion_();
            counter(pending_).store(counter(expected_).load(memory_order_relaxed),
                                    memory_order_relaxed);
            counter(phase_).store(phase + 1, memory_order_release);
        }
        return arrival_token(phase);
    }

    SIMT_INLINE void wait(arrival_token &&token) const
    {
        while (!is_over(token.phase))
            __nanosleep(0);
    }

    SIMT_INLINE bool try_wait(arrival_token &&token) const
    {
        __nanosleep(0);
        return is_over(token.phase);
    }

    /* Until the phase of that parity is over. */
    SIMT_INLINE void wait_parity(bool parity) const
    {
        while ((counter(phase_).load(memory_order_acquire) & 1) == unsigned(parity))
            __nanosleep(0);
    }
    SIMT_INLINE bool try_wait_parity(bool parity) const
    {
        __nanosleep(0);
        return (counter(phase_).load(memory_order_acquire) & 1) != unsigned(parity);
    }

    SIMT_INLINE void arrive_and_wait()
    {
        wait(arrive());
    }

    SIMT_INLINE void arrive_and_drop()
    {
        counter(expected_).fetch_sub(1, memory_order_relaxed);
        (void)arrive();
    }
};

template <class T, class Size, thread_scope scope, class Completion>
SIMT_INLINE void memcpy_async(T *destination, const T *source, Size bytes,
                              barrier<scope, Completion> &)
{
    simt_detail::copy_bytes(destination, source, size_t(bytes));
}

template <class Group, class T, class Size, thread_scope scope, class Completion>
SIMT_INLINE void memcpy_async(const Group &group, T *destination, const T *source, Size bytes,
                              barrier<scope, Completion> &)
{
    cooperative_groups::memcpy_async(group, destination, source, size_t(bytes));
}

} // namespace cuda

#undef SIMT_INLINE

#endif
