/* The atomic functions with a memory order and a scope, __nv_atomic_...(). The orders have the
 * compiler's own values; any scope is the whole device here, which includes the narrower ones. */
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

/* A relaxed update between fences, which order as much as `order` asks for, and more. */
template <class T, class Change> inline T ordered_update(T *address, int order, Change change)
{
    if (order != __NV_ATOMIC_RELAXED)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    T old = atomic_update(address, change);
    if (order != __NV_ATOMIC_RELAXED)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return old;
}

} // namespace simt_cpp

template <class T>
SIMT_ATOMIC void __nv_atomic_load(const T *address, T *result, int order,
                                  int = __NV_THREAD_SCOPE_SYSTEM)
{
    simt_spin();
    __atomic_load(address, result, order);
}

template <class T>
SIMT_ATOMIC T __nv_atomic_load_n(const T *address, int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
    simt_spin();
    return __atomic_load_n(address, order);
}

template <class T>
SIMT_ATOMIC void __nv_atomic_store(T *address, T *value, int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
    __atomic_store(address, value, order);
}

template <class T>
SIMT_ATOMIC void __nv_atomic_store_n(T *address, simt_cpp::same<T> value, int order,
                                     int = __NV_THREAD_SCOPE_SYSTEM)
{
    __atomic_store_n(address, value, order);
}

template <class T>
SIMT_ATOMIC void __nv_atomic_exchange(T *address, T *value, T *result, int order,
                                      int = __NV_THREAD_SCOPE_SYSTEM)
{
    simt_spin();
    __atomic_exchange(address, value, result, order);
}

template <class T>
SIMT_ATOMIC T __nv_atomic_exchange_n(T *address, simt_cpp::same<T> value, int order,
                                     int = __NV_THREAD_SCOPE_SYSTEM)
{
    simt_spin();
    return __atomic_exchange_n(address, value, order);
}

template <class T>
SIMT_ATOMIC bool __nv_atomic_compare_exchange(T *address, T *expected, T *value, bool, int success,
                                              int failure, int = __NV_THREAD_SCOPE_SYSTEM)
{
    bool swapped = __atomic_compare_exchange(address, expected, value, false, success, failure);

    simt_cpp::spin_if(!swapped);
    return swapped;
}

template <class T>
SIMT_ATOMIC bool __nv_atomic_compare_exchange_n(T *address, T *expected, simt_cpp::same<T> value,
                                                bool, int success, int failure,
                                                int = __NV_THREAD_SCOPE_SYSTEM)
{
    bool swapped = __atomic_compare_exchange_n(address, expected, value, false, success, failure);

    simt_cpp::spin_if(!swapped);
    return swapped;
}

SIMT_ATOMIC void __nv_atomic_thread_fence(int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
    simt_spin();
    __atomic_thread_fence(order);
}

/* Each in the form that returns the old value and in the one that does not. */
#define SIMT_FETCH(name, expression)                                                               \
    template <class T>                                                                             \
    SIMT_ATOMIC T __nv_atomic_fetch_##name(T *address, simt_cpp::same<T> value, int order,         \
                                           int = __NV_THREAD_SCOPE_SYSTEM)                         \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    template <class T>                                                                             \
    SIMT_ATOMIC void __nv_atomic_##name(T *address, simt_cpp::same<T> value, int order,            \
                                        int scope = __NV_THREAD_SCOPE_SYSTEM)                      \
    {                                                                                              \
        (void)__nv_atomic_fetch_##name(address, value, order, scope);                              \
    }
SIMT_FETCH(add, simt_cpp::ordered_update(address, order, [value](T old) { return old + value; }))
SIMT_FETCH(sub, simt_cpp::ordered_update(address, order, [value](T old) { return old - value; }))
SIMT_FETCH(min, simt_cpp::ordered_update(address, order,
                                         [value](T old) { return value < old ? value : old; }))
SIMT_FETCH(max, simt_cpp::ordered_update(address, order,
                                         [value](T old) { return value > old ? value : old; }))
SIMT_FETCH(and, __atomic_fetch_and(address, value, order))
SIMT_FETCH(or, __atomic_fetch_or(address, value, order))
SIMT_FETCH(xor, __atomic_fetch_xor(address, value, order))
#undef SIMT_FETCH

#undef SIMT_ATOMIC

#endif
