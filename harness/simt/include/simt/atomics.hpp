/* Atomic functions. They order nothing else, as in CUDA, and are atomic for the whole device, which
 * the _block and _system forms include. The memory order that is asked for tells the inspector
 * which form it is; all are inlined, so that it knows the line that calls them. */
#ifndef SIMT_ATOMICS_HPP
#define SIMT_ATOMICS_HPP

#pragma GCC system_header

#include <simt/warp.hpp>
#include <type_traits>

#define SIMT_ATOMIC inline __attribute__((always_inline))

namespace simt_cpp
{

static constexpr int device_scope = __ATOMIC_RELAXED;
static constexpr int block_scope = __ATOMIC_ACQUIRE;

/* Unsigned integers as wide as T, on which compare-and-swap works bit by bit. */
template <class T> using bits_of = std::conditional_t<sizeof(T) == 8, unsigned long, unsigned>;

/* An atomic function that changes nothing may be a turn of a loop that waits for another thread. */
SIMT_ATOMIC void spin_if(bool unchanged)
{
    if (__builtin_expect(unchanged, 0))
        simt_spin();
}

/* The result of an atomic function, for who wants it. */
template <class T> SIMT_ATOMIC auto result(T value)
{
#if defined(SIMT_INSPECT)
    return from_bits<T>(simt_result(to_bits(value)));
#else
    return value;
#endif
}

/* *address = change(old), atomically; the old value. `auto` as in <simt/warp.hpp>. */
template <int order, class T, class Change>
SIMT_ATOMIC auto atomic_update(T *address, Change change)
{
    using bits = bits_of<T>;
    bits *cell = reinterpret_cast<bits *>(address);
    simt_updates(std::is_floating_point_v<T>);
    bits old = __atomic_load_n(cell, order);
    bits next;

    do {
        next = static_cast<bits>(to_bits(static_cast<T>(change(from_bits<T>(old)))));
    } while (!__atomic_compare_exchange_n(cell, &old, next, true, order, __ATOMIC_RELAXED));
    return from_bits<T>(result(old));
}

template <int order, class T> SIMT_ATOMIC auto atomic_add(T *address, T value)
{
    spin_if(value == T(0));
    if constexpr (std::is_integral_v<T>)
        return result(__atomic_fetch_add(address, value, order));
    else
        return atomic_update<order>(address, [value](T old) { return old + value; });
}

template <int order, class T> SIMT_ATOMIC auto atomic_exchange(T *address, T value)
{
    using bits = bits_of<T>;
    bits old = __atomic_exchange_n(reinterpret_cast<bits *>(address),
                                   static_cast<bits>(to_bits(value)), order);

    spin_if(old == static_cast<bits>(to_bits(value)));
    return from_bits<T>(result(old));
}

template <int order, class T>
SIMT_ATOMIC auto atomic_compare_and_swap(T *address, T expected, T value)
{
    bool swapped =
        __atomic_compare_exchange_n(address, &expected, value, false, order, __ATOMIC_RELAXED);

    spin_if(!swapped);
    return result(expected);
}

} // namespace simt_cpp

/* Each function in its three scopes. */
#define SIMT_ATOMIC_IN(scope, T, name, expression)                                                 \
    SIMT_ATOMIC T name(T *address, T value)                                                        \
    {                                                                                              \
        constexpr int order = simt_cpp::scope;                                                     \
        return expression;                                                                         \
    }
#define SIMT_ATOMIC2(T, name, expression)                                                          \
    SIMT_ATOMIC_IN(device_scope, T, name, expression)                                              \
    SIMT_ATOMIC_IN(device_scope, T, name##_system, expression)                                     \
    SIMT_ATOMIC_IN(block_scope, T, name##_block, expression)

#define SIMT_ATOMIC_ADD(T) SIMT_ATOMIC2(T, atomicAdd, simt_cpp::atomic_add<order>(address, value))
#define SIMT_ATOMIC_EXCH(T)                                                                        \
    SIMT_ATOMIC2(T, atomicExch, simt_cpp::atomic_exchange<order>(address, value))
#define SIMT_ATOMIC_INTEGER(T)                                                                     \
    SIMT_ATOMIC2(T, atomicAnd, simt_cpp::result(__atomic_fetch_and(address, value, order)))        \
    SIMT_ATOMIC2(T, atomicOr,                                                                      \
                 (simt_cpp::spin_if(value == 0),                                                   \
                  simt_cpp::result(__atomic_fetch_or(address, value, order))))                     \
    SIMT_ATOMIC2(T, atomicXor, simt_cpp::result(__atomic_fetch_xor(address, value, order)))        \
    SIMT_ATOMIC2(T, atomicMin, simt_cpp::atomic_update<order>(address, [value](T o) {              \
                     return value < o ? value : o;                                                 \
                 }))                                                                               \
    SIMT_ATOMIC2(T, atomicMax, simt_cpp::atomic_update<order>(address, [value](T o) {              \
                     return value > o ? value : o;                                                 \
                 }))
#define SIMT_ATOMIC_CAS_IN(scope, T, name)                                                         \
    SIMT_ATOMIC T name(T *address, T compare, T value)                                             \
    {                                                                                              \
        return simt_cpp::atomic_compare_and_swap<simt_cpp::scope>(address, compare, value);        \
    }
#define SIMT_ATOMIC_CAS(T)                                                                         \
    SIMT_ATOMIC_CAS_IN(device_scope, T, atomicCAS)                                                 \
    SIMT_ATOMIC_CAS_IN(device_scope, T, atomicCAS_system)                                          \
    SIMT_ATOMIC_CAS_IN(block_scope, T, atomicCAS_block)

SIMT_ATOMIC_ADD(int)
SIMT_ATOMIC_ADD(unsigned)
SIMT_ATOMIC_ADD(unsigned long long)
SIMT_ATOMIC_ADD(float)
SIMT_ATOMIC_ADD(double)
SIMT_ATOMIC2(int, atomicSub, simt_cpp::result(__atomic_fetch_sub(address, value, order)))
SIMT_ATOMIC2(unsigned, atomicSub, simt_cpp::result(__atomic_fetch_sub(address, value, order)))
SIMT_ATOMIC_EXCH(int)
SIMT_ATOMIC_EXCH(unsigned)
SIMT_ATOMIC_EXCH(unsigned long long)
SIMT_ATOMIC_EXCH(float)
SIMT_ATOMIC_INTEGER(int)
SIMT_ATOMIC_INTEGER(unsigned)
SIMT_ATOMIC_INTEGER(unsigned long long)
SIMT_ATOMIC2(long long, atomicMin, simt_cpp::atomic_update<order>(address, [value](long long o) {
                 return value < o ? value : o;
             }))
SIMT_ATOMIC2(long long, atomicMax, simt_cpp::atomic_update<order>(address, [value](long long o) {
                 return value > o ? value : o;
             }))
/* atomicInc counts 0 to `value` and begins again; atomicDec counts down from `value`. */
SIMT_ATOMIC2(unsigned, atomicInc, simt_cpp::atomic_update<order>(address, [value](unsigned o) {
                 return o >= value ? 0U : o + 1;
             }))
SIMT_ATOMIC2(unsigned, atomicDec, simt_cpp::atomic_update<order>(address, [value](unsigned o) {
                 return o == 0 || o > value ? value : o - 1;
             }))
SIMT_ATOMIC_CAS(int)
SIMT_ATOMIC_CAS(unsigned)
SIMT_ATOMIC_CAS(unsigned long long)
SIMT_ATOMIC_CAS(unsigned short)

#undef SIMT_ATOMIC2
#undef SIMT_ATOMIC_ADD
#undef SIMT_ATOMIC_EXCH
#undef SIMT_ATOMIC_INTEGER
#undef SIMT_ATOMIC_CAS
#undef SIMT_ATOMIC_CAS_IN
#undef SIMT_ATOMIC_IN
#undef SIMT_ATOMIC

#endif
