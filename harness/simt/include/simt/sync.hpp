/* Barriers, fences, clocks and traps. */
#ifndef SIMT_SYNC_HPP
#define SIMT_SYNC_HPP

#pragma GCC system_header

#include <simt/runtime.h>

/* What the inspector is to see is inlined, so that it knows the line that calls it. */
#define SIMT_INLINE inline __attribute__((always_inline))

SIMT_INLINE void __syncthreads()
{
    (void)simt_barrier(SIMT_BARRIER_PLAIN, 0);
}

SIMT_INLINE int __syncthreads_count(int predicate)
{
    return simt_barrier(SIMT_BARRIER_COUNT, predicate);
}

SIMT_INLINE int __syncthreads_and(int predicate)
{
    return simt_barrier(SIMT_BARRIER_AND, predicate);
}

SIMT_INLINE int __syncthreads_or(int predicate)
{
    return simt_barrier(SIMT_BARRIER_OR, predicate);
}

/* A fence may stand in a loop that waits for another thread's write. For the processor all are the
 * same; the order that is asked for tells the inspector which one it is. */
SIMT_INLINE void __threadfence_block()
{
    simt_spin();
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}

SIMT_INLINE void __threadfence()
{
    simt_spin();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

SIMT_INLINE void __threadfence_system()
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

#undef SIMT_INLINE

inline void __brkpt()
{
}

inline void __prof_trigger(int)
{
}

#endif
