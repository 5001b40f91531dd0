/* What a compiler calls ahead of each access to memory when it is given -fsanitize=thread, as
 * simt-cc --lockstep does; and ahead of each basic block, as simt-cc --inspect does. The program is
 * linked without that option, against these functions: so the simulator sees the accesses of
 * kernels, without a change to their source. Host code of such a translation unit calls them as
 * well; then they do nothing, but for the atomic functions, which perform the operation themselves.
 *
 * Their names and meaning are the compilers'. g++ and clang differ a little in what they call. */
#include "lockstep.h"

#include <stdint.h>
#include <string.h>

/* Kernels may hand in any address: a bad one must fault here as it would there. */
#define HOOK __attribute__((no_sanitize("address", "undefined")))

void __tsan_init(void);
void __tsan_init(void)
{
}

/* Where the program goes on: in the statement that makes the access. */
#define SITE __builtin_return_address(0)

#define PLAIN(name, bytes, kind)                                                                   \
    void __tsan_##name##bytes(void *address);                                                      \
    void __tsan_##name##bytes(void *address)                                                       \
    {                                                                                              \
        simt_lockstep_access(address, bytes, kind, SITE);                                          \
    }
#define PARTS(name, bytes, kind)                                                                   \
    void __tsan_##name##bytes(void *address);                                                      \
    void __tsan_##name##bytes(void *address)                                                       \
    {                                                                                              \
        simt_lockstep_range(address, bytes, kind, SITE);                                           \
    }

#define PLAIN_OF_SIZE(bytes)                                                                       \
    PLAIN(read, bytes, SIMT_ACCESS_READ)                                                           \
    PLAIN(write, bytes, SIMT_ACCESS_WRITE)                                                         \
    PLAIN(volatile_read, bytes, SIMT_ACCESS_VOLATILE_READ)                                         \
    PLAIN(volatile_write, bytes, SIMT_ACCESS_VOLATILE_WRITE)                                       \
    PARTS(unaligned_read, bytes, SIMT_ACCESS_READ)                                                 \
    PARTS(unaligned_write, bytes, SIMT_ACCESS_WRITE)                                               \
    PARTS(unaligned_volatile_read, bytes, SIMT_ACCESS_VOLATILE_READ)                               \
    PARTS(unaligned_volatile_write, bytes, SIMT_ACCESS_VOLATILE_WRITE)
PLAIN_OF_SIZE(1)
PLAIN_OF_SIZE(2)
PLAIN_OF_SIZE(4)
PLAIN_OF_SIZE(8)
PLAIN_OF_SIZE(16)

void __tsan_read_range(void *address, long bytes);
void __tsan_write_range(void *address, long bytes);

void __tsan_read_range(void *address, long bytes)
{
    simt_lockstep_range(address, (uint32_t)bytes, SIMT_ACCESS_READ, SITE);
}

void __tsan_write_range(void *address, long bytes)
{
    simt_lockstep_range(address, (uint32_t)bytes, SIMT_ACCESS_WRITE, SITE);
}

/* Where a class has virtual functions: its pointer to them. */
void __tsan_vptr_read(void *address);
void __tsan_vptr_update(void *address, void *value);

void __tsan_vptr_read(void *address)
{
    simt_lockstep_access(address, sizeof(void *), SIMT_ACCESS_READ, SITE);
}

void __tsan_vptr_update(void *address, void *value)
{
    (void)value;
    simt_lockstep_access(address, sizeof(void *), SIMT_ACCESS_WRITE, SITE);
}

void __tsan_func_entry(void *caller);
void __tsan_func_exit(void *);

void __tsan_func_entry(void *caller)
{
    (void)caller;
    simt_lockstep_call(1);
}

/* g++ takes it for a function with a parameter, and calls it without. */
void __tsan_func_exit(void *nothing)
{
    (void)nothing;
    simt_lockstep_call(-1);
}

/* Ahead of each basic block, with -fsanitize-coverage=trace-pc. */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    simt_lockstep_step(SITE);
}

/* ---- functions of <string.h>, as kernels call them under simt-cc --inspect ----
 *
 * A copy of a structure may become a call as well, after the compiler has announced its accesses:
 * it is not announced again. */

void *simt_memcpy(void *dst, const void *src, size_t bytes);
void *simt_memmove(void *dst, const void *src, size_t bytes);
void *simt_memset(void *dst, int value, size_t bytes);

static uint32_t length_of(size_t bytes)
{
    return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

static void announce_copy(const void *dst, const void *src, size_t bytes, const void *site)
{
    uint32_t length = length_of(bytes);

    if (!length || simt_lockstep_announced(dst, length) || simt_lockstep_announced(src, length))
        return;
    simt_lockstep_range(src, length, SIMT_ACCESS_READ, site);
    simt_lockstep_range(dst, length, SIMT_ACCESS_WRITE, site);
}

void *simt_memcpy(void *dst, const void *src, size_t bytes)
{
    announce_copy(dst, src, bytes, SITE);
    return memcpy(dst, src, bytes);
}

void *simt_memmove(void *dst, const void *src, size_t bytes)
{
    announce_copy(dst, src, bytes, SITE);
    return memmove(dst, src, bytes);
}

void *simt_memset(void *dst, int value, size_t bytes)
{
    uint32_t length = length_of(bytes);

    if (length && !simt_lockstep_announced(dst, length))
        simt_lockstep_range(dst, length, SIMT_ACCESS_WRITE, SITE);
    return memset(dst, value, bytes);
}

/* What clang calls since version 15 where it would itself copy or fill. */
void *__tsan_memcpy(void *dst, const void *src, size_t bytes) __attribute__((alias("simt_memcpy")));
void *__tsan_memmove(void *dst, const void *src, size_t bytes)
    __attribute__((alias("simt_memmove")));
void *__tsan_memset(void *dst, int value, size_t bytes) __attribute__((alias("simt_memset")));

/* ---- atomic functions; all in the strongest order, which is right for any that was asked for ----
 */

#define UPDATE(bits, type, name)                                                                   \
    type __tsan_atomic##bits##_##name(volatile void *cell, type value, int order);                 \
    HOOK type __tsan_atomic##bits##_##name(volatile void *cell, type value, int order)             \
    {                                                                                              \
        simt_lockstep_atomic((const void *)cell, bits / 8, order, SIMT_CELL_INTEGER, SITE);        \
        return __atomic_##name((volatile type *)cell, value, __ATOMIC_SEQ_CST);                    \
    }

#define ACCESS(bits, type)                                                                         \
    type __tsan_atomic##bits##_load(const volatile void *cell, int order);                         \
    void __tsan_atomic##bits##_store(volatile void *cell, type value, int order);                  \
    type __tsan_atomic##bits##_exchange(volatile void *cell, type value, int order);               \
    HOOK type __tsan_atomic##bits##_load(const volatile void *cell, int order)                     \
    {                                                                                              \
        simt_lockstep_atomic_load((const void *)cell, bits / 8, order, SITE);                      \
        return __atomic_load_n((const volatile type *)cell, __ATOMIC_SEQ_CST);                     \
    }                                                                                              \
    HOOK void __tsan_atomic##bits##_store(volatile void *cell, type value, int order)              \
    {                                                                                              \
        simt_lockstep_atomic_store((const void *)cell, bits / 8, order, SITE);                     \
        __atomic_store_n((volatile type *)cell, value, __ATOMIC_SEQ_CST);                          \
    }                                                                                              \
    HOOK type __tsan_atomic##bits##_exchange(volatile void *cell, type value, int order)           \
    {                                                                                              \
        simt_lockstep_atomic((const void *)cell, bits / 8, order, SIMT_CELL_BITS, SITE);           \
        type old = __atomic_exchange_n((volatile type *)cell, value, __ATOMIC_SEQ_CST);            \
        if (old != value)                                                                          \
            simt_lockstep_progress();                                                              \
        return old;                                                                                \
    }

/* g++ passes on which of the two forms was written; the strong one serves both. */
#define COMPARE(bits, type, form)                                                                  \
    bool __tsan_atomic##bits##_compare_exchange_##form(volatile void *cell, void *expected,        \
                                                       type value, int order, int failure_order);  \
    HOOK bool __tsan_atomic##bits##_compare_exchange_##form(                                       \
        volatile void *cell, void *expected, type value, int order, int failure_order)             \
    {                                                                                              \
        (void)failure_order;                                                                       \
        simt_lockstep_compare_and_swap((const void *)cell, bits / 8, order, SITE);                 \
        bool swapped = __atomic_compare_exchange_n((volatile type *)cell, (type *)expected, value, \
                                                   false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
        if (swapped)                                                                               \
            simt_lockstep_progress();                                                              \
        return swapped;                                                                            \
    }

/* clang's form returns what was there. */
#define COMPARE_VALUE(bits, type)                                                                  \
    type __tsan_atomic##bits##_compare_exchange_val(volatile void *cell, type expected,            \
                                                    type value, int order, int failure_order);     \
    HOOK type __tsan_atomic##bits##_compare_exchange_val(volatile void *cell, type expected,       \
                                                         type value, int order, int failure_order) \
    {                                                                                              \
        (void)failure_order;                                                                       \
        simt_lockstep_compare_and_swap((const void *)cell, bits / 8, order, SITE);                 \
        if (__atomic_compare_exchange_n((volatile type *)cell, &expected, value, false,            \
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))                       \
            simt_lockstep_progress();                                                              \
        return expected;                                                                           \
    }

#define ATOMIC(bits, type)                                                                         \
    ACCESS(bits, type)                                                                             \
    UPDATE(bits, type, fetch_add)                                                                  \
    UPDATE(bits, type, fetch_sub)                                                                  \
    UPDATE(bits, type, fetch_and)                                                                  \
    UPDATE(bits, type, fetch_or)                                                                   \
    UPDATE(bits, type, fetch_xor)                                                                  \
    UPDATE(bits, type, fetch_nand)                                                                 \
    COMPARE(bits, type, strong)                                                                    \
    COMPARE(bits, type, weak)                                                                      \
    COMPARE_VALUE(bits, type)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order)
{
    simt_lockstep_fence(order);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
