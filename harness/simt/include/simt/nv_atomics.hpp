/* The atomic functions with a memory order and a scope, __nv_atomic_...(). The orders have the
 * compiler's own values. Each is a relaxed operation between the fences that its order asks for, as
 * in <simt/cuda_atomic.hpp>. */
#ifndef SIMT_NV_ATOMICS_HPP
#define SIMT_NV_ATOMICS_HPP

#pragma GCC system_header

#include <simt/atomics.hpp>

enum {
    __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST,
};

enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM,
};

#define SIMT_ATOMIC inline __attribute__((always_inline))

namespace simt_cpp
{

/* What a template parameter is not deduced from. */
template <class T> using same = std::common_type_t<T>;

/* Unsigned integers as wide as what is loaded, stored or exchanged. */
template <size_t bytes> struct word_of;
template <> struct word_of<1> {
    using type = unsigned char;
};
template <> struct word_of<2> {
    using type = unsigned short;
};
template <> struct word_of<4> {
    using type = unsigned;
};
template <> struct word_of<8> {
    using type = unsigned long;
};

SIMT_ATOMIC bool is_narrow(int scope)
{
    return scope == __NV_THREAD_SCOPE_THREAD || scope == __NV_THREAD_SCOPE_BLOCK;
}

SIMT_ATOMIC void scoped_fence(int scope)
{
    if (is_narrow(scope))
        __threadfence_block();
    else
        __threadfence();
}

SIMT_ATOMIC void fence_before(int order, int scope)
{
    if (order == __NV_ATOMIC_RELEASE || order == __NV_ATOMIC_ACQ_REL ||
        order == __NV_ATOMIC_SEQ_CST)
        scoped_fence(scope);
}

SIMT_ATOMIC void fence_after(int order, int scope)
{
    if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE)
        scoped_fence(scope);
}

/* What orders as much as both do. */
SIMT_ATOMIC int both_orders(int success, int failure)
{
    bool acquires = failure == __NV_ATOMIC_ACQUIRE || failure == __NV_ATOMIC_CONSUME;

    if (success == __NV_ATOMIC_RELEASE && acquires)
        return __NV_ATOMIC_ACQ_REL;
    return success > failure ? success : failure;
}

/* An operation of either scope, between its fences. */
template <class Operation> SIMT_ATOMIC auto ordered(int order, int scope, Operation operation)
{
    fence_before(order, scope);
    auto result = is_narrow(scope) ? operation(std::integral_constant<int, block_scope>())
                                   : operation(std::integral_constant<int, device_scope>());
    fence_after(order, scope);
    return result;
}

template <class T, class Change>
SIMT_ATOMIC T ordered_update(T *address, int order, int scope, Change change)
{
    return ordered(order, scope,
                   [=](auto how) { return atomic_update<decltype(how)::value>(address, change); });
}

} // namespace simt_cpp

template <class T>
SIMT_ATOMIC void __nv_atomic_load(const T *address, T *result, int order,
                                  int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    using word = typename simt_cpp::word_of<sizeof(T)>::type;

    simt_spin();
    if (order == __NV_ATOMIC_SEQ_CST)
        simt_cpp::scoped_fence(scope);
    *result = simt_cpp::from_bits<T>(
        __atomic_load_n(reinterpret_cast<const word *>(address), __ATOMIC_SEQ_CST));
    simt_cpp::fence_after(order, scope);
}

template <class T>
SIMT_ATOMIC T __nv_atomic_load_n(const T *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    T result;

    __nv_atomic_load(address, &result, order, scope);
    return result;
}

template <class T>
SIMT_ATOMIC void __nv_atomic_store(T *address, T *value, int order,
                                   int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    using word = typename simt_cpp::word_of<sizeof(T)>::type;

    simt_cpp::fence_before(order, scope);
    __atomic_store_n(reinterpret_cast<word *>(address),
                     static_cast<word>(simt_cpp::to_bits(*value)), __ATOMIC_SEQ_CST);
    if (order == __NV_ATOMIC_SEQ_CST)
        simt_cpp::scoped_fence(scope);
}

template <class T>
SIMT_ATOMIC void __nv_atomic_store_n(T *address, simt_cpp::same<T> value, int order,
                                     int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    __nv_atomic_store(address, &value, order, scope);
}

template <class T>
SIMT_ATOMIC void __nv_atomic_exchange(T *address, T *value, T *result, int order,
                                      int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    *result = simt_cpp::ordered(order, scope, [=](auto how) -> T {
        return simt_cpp::atomic_exchange<decltype(how)::value>(address, *value);
    });
}

template <class T>
SIMT_ATOMIC T __nv_atomic_exchange_n(T *address, simt_cpp::same<T> value, int order,
                                     int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    T result;

    __nv_atomic_exchange(address, &value, &result, order, scope);
    return result;
}

template <class T>
SIMT_ATOMIC bool __nv_atomic_compare_exchange(T *address, T *expected, T *value, bool, int success,
                                              int failure, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    using word = typename simt_cpp::word_of<sizeof(T)>::type;
    const word wanted = static_cast<word>(simt_cpp::to_bits(*expected));
    const word next = static_cast<word>(simt_cpp::to_bits(*value));
    const word old =
        simt_cpp::ordered(simt_cpp::both_orders(success, failure), scope, [=](auto how) {
            return simt_cpp::atomic_compare_and_swap<decltype(how)::value>(
                reinterpret_cast<word *>(address), wanted, next);
        });

    *expected = simt_cpp::from_bits<T>(old);
    return old == wanted;
}

template <class T>
SIMT_ATOMIC bool __nv_atomic_compare_exchange_n(T *address, T *expected, simt_cpp::same<T> value,
                                                bool weak, int success, int failure,
                                                int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    return __nv_atomic_compare_exchange(address, expected, &value, weak, success, failure, scope);
}

SIMT_ATOMIC void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM)
{
    if (order != __NV_ATOMIC_RELAXED)
        simt_cpp::scoped_fence(scope);
}

/* Each in the form that returns the old value and in the one that does not. */
#define SIMT_FETCH(name, expression)                                                               \
    template <class T>                                                                             \
    SIMT_ATOMIC T __nv_atomic_fetch_##name(T *address, simt_cpp::same<T> value, int order,         \
                                           int scope = __NV_THREAD_SCOPE_SYSTEM)                   \
    {                                                                                              \
        return simt_cpp::ordered_update(address, order, scope,                                     \
                                        [value](T old) { return expression; });                    \
    }                                                                                              \
    template <class T>                                                                             \
    SIMT_ATOMIC void __nv_atomic_##name(T *address, simt_cpp::same<T> value, int order,            \
                                        int scope = __NV_THREAD_SCOPE_SYSTEM)                      \
    {                                                                                              \
        (void)__nv_atomic_fetch_##name(address, value, order, scope);                              \
    }
SIMT_FETCH(add, old + value)
SIMT_FETCH(sub, old - value)
SIMT_FETCH(min, value < old ? value : old)
SIMT_FETCH(max, value > old ? value : old)
SIMT_FETCH(and, old &value)
SIMT_FETCH(or, old | value)
SIMT_FETCH(xor, old ^ value)
#undef SIMT_FETCH

#undef SIMT_ATOMIC

#endif
