/* Barriers, fences, clocks and traps. */
#ifndef SIMT_SYNC_HPP
#define SIMT_SYNC_HPP

#pragma GCC system_header

#include <simt/runtime.h>

inline void __syncthreads()
{
    (void)simt_barrier(SIMT_BARRIER_PLAIN, 0);
}

inline int __syncthreads_count(int predicate)
{
    return simt_barrier(SIMT_BARRIER_COUNT, predicate);
}

inline int __syncthreads_and(int predicate)
{
    return simt_barrier(SIMT_BARRIER_AND, predicate);
}

inline int __syncthreads_or(int predicate)
{
    return simt_barrier(SIMT_BARRIER_OR, predicate);
}

/* A fence may stand in a loop that waits for another thread's write. */
inline void __threadfence_block()
{
    simt_spin();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

inline void __threadfence()
{
    simt_spin();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

inline void __threadfence_system()
{
    simt_spin();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Waiting for another thread: the others of the block go on meanwhile. */
inline void __nanosleep(unsigned)
{
    simt_yield();
}

inline long long clock64()
{
    return simt_clock_ns();
}

inline void __trap()
{
    simt_trap();
}

inline void __brkpt()
{
}

inline void __prof_trigger(int)
{
}

#endif
