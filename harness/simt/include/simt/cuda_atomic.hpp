/* cuda::atomic and cuda::atomic_ref, what <cuda/atomic> and <cuda/std/atomic> have. Each operation
 * is a relaxed one between the fences that its memory order asks for, as CUDA makes them: to the
 * inspector a load or a store is one in the strongest order, which no other function of ours has,
 * and the others are atomic functions. All are inlined: it knows the line that calls them. */
#ifndef SIMT_CUDA_ATOMIC_HPP
#define SIMT_CUDA_ATOMIC_HPP

#pragma GCC system_header

/* As in CUDA, where programs count on these headers of C. */
#include <assert.h>
#include <cuda_runtime.h>
#include <float.h>
#include <simt/atomics.hpp>
#include <stdint.h>
#include <stdio.h>

#define SIMT_ATOMIC inline __attribute__((always_inline))

namespace cuda
{

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_thread = 10,
};

namespace std
{

enum memory_order {
    memory_order_relaxed = __ATOMIC_RELAXED,
    memory_order_consume = __ATOMIC_CONSUME,
    memory_order_acquire = __ATOMIC_ACQUIRE,
    memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL,
    memory_order_seq_cst = __ATOMIC_SEQ_CST,
};

} // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

namespace simt_detail
{

constexpr bool is_narrow(thread_scope scope)
{
    return scope == thread_scope_block || scope == thread_scope_thread;
}

template <thread_scope scope> SIMT_ATOMIC void fence()
{
    if constexpr (is_narrow(scope))
        __threadfence_block();
    else
        __threadfence();
}

template <thread_scope scope> SIMT_ATOMIC void fence_before(memory_order order)
{
    if (order == memory_order_release || order == memory_order_acq_rel ||
        order == memory_order_seq_cst)
        fence<scope>();
}

template <thread_scope scope> SIMT_ATOMIC void fence_after(memory_order order)
{
    if (order != memory_order_relaxed && order != memory_order_release)
        fence<scope>();
}

template <size_t bytes> struct bits;
template <> struct bits<1> {
    using type = unsigned char;
};
template <> struct bits<2> {
    using type = unsigned short;
};
template <> struct bits<4> {
    using type = unsigned;
};
template <> struct bits<8> {
    using type = unsigned long;
};

/* The operations on the cell at an address, which both classes have. */
template <class T, thread_scope scope> struct operations {
    using word = typename bits<sizeof(T)>::type;
    static constexpr int how =
        is_narrow(scope) ? ::simt_cpp::block_scope : ::simt_cpp::device_scope;

    static_assert(::std::is_trivially_copyable_v<T>, "an atomic's type is trivially copyable");

    static SIMT_ATOMIC word to_word(T value)
    {
        return static_cast<word>(::simt_cpp::to_bits(value));
    }

    static SIMT_ATOMIC T load(const T *cell, memory_order order)
    {
        simt_spin();
        if (order == memory_order_seq_cst)
            fence<scope>();
        word value = __atomic_load_n(reinterpret_cast<const word *>(cell), __ATOMIC_SEQ_CST);
        fence_after<scope>(order);
        return ::simt_cpp::from_bits<T>(value);
    }

    static SIMT_ATOMIC void store(T *cell, T value, memory_order order)
    {
        fence_before<scope>(order);
        __atomic_store_n(reinterpret_cast<word *>(cell), to_word(value), __ATOMIC_SEQ_CST);
        if (order == memory_order_seq_cst)
            fence<scope>();
    }

    static SIMT_ATOMIC T exchange(T *cell, T value, memory_order order)
    {
        fence_before<scope>(order);
        word old = __atomic_exchange_n(reinterpret_cast<word *>(cell), to_word(value), how);
        ::simt_cpp::spin_if(old == to_word(value));
        old = ::simt_cpp::result(old);
        fence_after<scope>(order);
        return ::simt_cpp::from_bits<T>(old);
    }

    static SIMT_ATOMIC bool compare_exchange(T *cell, T &expected, T value, memory_order order)
    {
        word old = to_word(expected);
        fence_before<scope>(order);
        bool swapped = __atomic_compare_exchange_n(reinterpret_cast<word *>(cell), &old,
                                                   to_word(value), false, how, __ATOMIC_RELAXED);
        ::simt_cpp::spin_if(!swapped);
        swapped = ::simt_cpp::result(swapped);
        fence_after<scope>(order);
        if (!swapped)
            expected = ::simt_cpp::from_bits<T>(old);
        return swapped;
    }

    template <class Change> static SIMT_ATOMIC T update(T *cell, Change change, memory_order order)
    {
        fence_before<scope>(order);
        word *bits = reinterpret_cast<word *>(cell);
        simt_updates(::std::is_floating_point_v<T>);
        word old = __atomic_load_n(bits, how), next;
        do {
            next = to_word(static_cast<T>(change(::simt_cpp::from_bits<T>(old))));
        } while (!__atomic_compare_exchange_n(bits, &old, next, true, how, __ATOMIC_RELAXED));
        old = ::simt_cpp::result(old);
        fence_after<scope>(order);
        return ::simt_cpp::from_bits<T>(old);
    }

    static SIMT_ATOMIC T add(T *cell, T value, memory_order order)
    {
        if constexpr (::std::is_integral_v<T>) {
            fence_before<scope>(order);
            T old = ::simt_cpp::result(__atomic_fetch_add(cell, value, how));
            fence_after<scope>(order);
            return old;
        } else {
            return update(
                cell, [value](T old) { return old + value; }, order);
        }
    }

    static SIMT_ATOMIC void wait(const T *cell, T old, memory_order order)
    {
        while (to_word(load(cell, order)) == to_word(old)) {
        }
    }
};

} // namespace simt_detail

/* What both classes have: `constness` of the functions, and the cell. */
#define SIMT_FETCH(name, expression, constness)                                                    \
    SIMT_ATOMIC T fetch_##name(T value, memory_order order = memory_order_seq_cst) constness       \
    {                                                                                              \
        return operations::update(                                                                 \
            cell(), [value](T old) { return expression; }, order);                                 \
    }
#define SIMT_OPERATOR(sign, fetch, constness)                                                      \
    SIMT_ATOMIC T operator sign##=(T value) constness                                              \
    {                                                                                              \
        return static_cast<T>(fetch(value) sign value);                                            \
    }
#define SIMT_STEP(sign, fetch, constness)                                                          \
    SIMT_ATOMIC T operator sign##sign() constness                                                  \
    {                                                                                              \
        return static_cast<T>(fetch(T(1)) sign T(1));                                              \
    }                                                                                              \
    SIMT_ATOMIC T operator sign##sign(int) constness                                               \
    {                                                                                              \
        return fetch(T(1));                                                                        \
    }
#define SIMT_EXCHANGE(name, constness)                                                             \
    SIMT_ATOMIC bool name(T &expected, T value, memory_order order = memory_order_seq_cst)         \
        constness                                                                                  \
    {                                                                                              \
        return operations::compare_exchange(cell(), expected, value, order);                       \
    }                                                                                              \
    SIMT_ATOMIC bool name(T &expected, T value, memory_order order, memory_order) constness        \
    {                                                                                              \
        return operations::compare_exchange(cell(), expected, value, order);                       \
    }
#define SIMT_MEMBERS(constness)                                                                    \
    using value_type = T;                                                                          \
    SIMT_ATOMIC T load(memory_order order = memory_order_seq_cst) const                            \
    {                                                                                              \
        return operations::load(cell(), order);                                                    \
    }                                                                                              \
    SIMT_ATOMIC operator T() const                                                                 \
    {                                                                                              \
        return load();                                                                             \
    }                                                                                              \
    SIMT_ATOMIC void store(T value, memory_order order = memory_order_seq_cst) constness           \
    {                                                                                              \
        operations::store(cell(), value, order);                                                   \
    }                                                                                              \
    SIMT_ATOMIC T operator=(T value) constness                                                     \
    {                                                                                              \
        store(value);                                                                              \
        return value;                                                                              \
    }                                                                                              \
    SIMT_ATOMIC T exchange(T value, memory_order order = memory_order_seq_cst) constness           \
    {                                                                                              \
        return operations::exchange(cell(), value, order);                                         \
    }                                                                                              \
    SIMT_EXCHANGE(compare_exchange_weak, constness)                                                \
    SIMT_EXCHANGE(compare_exchange_strong, constness)                                              \
    SIMT_ATOMIC T fetch_add(T value, memory_order order = memory_order_seq_cst) constness          \
    {                                                                                              \
        return operations::add(cell(), value, order);                                              \
    }                                                                                              \
    SIMT_ATOMIC T fetch_sub(T value, memory_order order = memory_order_seq_cst) constness          \
    {                                                                                              \
        return operations::add(cell(), static_cast<T>(T(0) - value), order);                       \
    }                                                                                              \
    SIMT_FETCH(and, static_cast<T>(old & value), constness)                                        \
    SIMT_FETCH(or, static_cast<T>(old | value), constness)                                         \
    SIMT_FETCH(xor, static_cast<T>(old ^ value), constness)                                        \
    SIMT_FETCH(min, value < old ? value : old, constness)                                          \
    SIMT_FETCH(max, value > old ? value : old, constness)                                          \
    SIMT_OPERATOR(+, fetch_add, constness)                                                         \
    SIMT_OPERATOR(-, fetch_sub, constness)                                                         \
    SIMT_OPERATOR(&, fetch_and, constness)                                                         \
    SIMT_OPERATOR(|, fetch_or, constness)                                                          \
    SIMT_OPERATOR(^, fetch_xor, constness)                                                         \
    SIMT_STEP(+, fetch_add, constness)                                                             \
    SIMT_STEP(-, fetch_sub, constness)                                                             \
    SIMT_ATOMIC void wait(T old, memory_order order = memory_order_seq_cst) const                  \
    {                                                                                              \
        operations::wait(cell(), old, order);                                                      \
    }                                                                                              \
    SIMT_ATOMIC void notify_one() constness                                                        \
    {                                                                                              \
    }                                                                                              \
    SIMT_ATOMIC void notify_all() constness                                                        \
    {                                                                                              \
    }                                                                                              \
    SIMT_ATOMIC bool is_lock_free() const                                                          \
    {                                                                                              \
        return true;                                                                               \
    }

template <class T, thread_scope scope = thread_scope_system> class atomic
{
    using operations = simt_detail::operations<T, scope>;
    T value_;

    SIMT_ATOMIC T *cell()
    {
        return &value_;
    }
    SIMT_ATOMIC const T *cell() const
    {
        return &value_;
    }

  public:
    static constexpr bool is_always_lock_free = true;

    atomic() = default;
    constexpr atomic(T value) : value_(value)
    {
    }
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;
    SIMT_MEMBERS()

    /* An object that is volatile is read and written in the same way. */
    SIMT_ATOMIC T load(memory_order order = memory_order_seq_cst) const volatile
    {
        return const_cast<const atomic *>(this)->load(order);
    }
    SIMT_ATOMIC operator T() const volatile
    {
        return load();
    }
    SIMT_ATOMIC void store(T value, memory_order order = memory_order_seq_cst) volatile
    {
        const_cast<atomic *>(this)->store(value, order);
    }
    SIMT_ATOMIC T operator=(T value) volatile
    {
        store(value);
        return value;
    }
};

template <class T, thread_scope scope = thread_scope_system> class atomic_ref
{
    using operations = simt_detail::operations<T, scope>;
    T *cell_;

    SIMT_ATOMIC T *cell() const
    {
        return cell_;
    }

  public:
    static constexpr size_t required_alignment = sizeof(T);
    static constexpr bool is_always_lock_free = true;

    explicit constexpr atomic_ref(T &reference) : cell_(&reference)
    {
    }
    atomic_ref(const atomic_ref &) = default;
    atomic_ref &operator=(const atomic_ref &) = delete;
    SIMT_MEMBERS(const)
};

#undef SIMT_FETCH
#undef SIMT_OPERATOR
#undef SIMT_STEP
#undef SIMT_EXCHANGE
#undef SIMT_MEMBERS

SIMT_ATOMIC void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system)
{
    if (order == memory_order_relaxed)
        return;
    if (simt_detail::is_narrow(scope))
        __threadfence_block();
    else
        __threadfence();
}

namespace std
{

template <class T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using ::cuda::atomic_thread_fence;

} // namespace std

} // namespace cuda

#undef SIMT_ATOMIC

#endif
