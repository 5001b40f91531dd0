/* Fibers: stacks of simulated threads, and the switch from one to another on one OS thread. */
#ifndef SIMT_FIBER_H
#define SIMT_FIBER_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define SIMT_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIMT_ASAN 1
#endif
#endif

#if !defined(__x86_64__) && !defined(__aarch64__)
#define SIMT_UCONTEXT 1
#include <ucontext.h>
#endif

/* A simulated thread's stack, without its guard page: CUDA's 512 KiB of local memory, and what the
 * runtime needs. Pages that are never touched cost nothing. */
#define SIMT_STACK_BYTES ((size_t)640 * 1024)

struct simt_fiber {
    void *sp;          /* stack pointer while it is not running */
    char *stack;       /* lowest usable byte; null for an OS thread's own stack */
    size_t stack_size; /* bytes */
    unsigned color;    /* spreads the tops of stacks over the cache sets */
#if defined(SIMT_UCONTEXT)
    ucontext_t context;
#endif
#if defined(SIMT_ASAN)
    const void *asan_stack;
    size_t asan_size;
    void *asan_fake;
#endif
};

/* Reserves a stack with a guard page below; `index` picks its colour. False: no memory. */
bool simt_fiber_init(struct simt_fiber *fiber, unsigned index);
void simt_fiber_free(struct simt_fiber *fiber);

/* Makes the next switch to the fiber call entry(), which must never return. */
void simt_fiber_prepare(struct simt_fiber *fiber, void (*entry)(void));

/* Suspends `from` (the running fiber) and goes on with `to`. */
void simt_fiber_switch(struct simt_fiber *from, struct simt_fiber *to);

/* Leaves `from` for good: it is not suspended, only its stack may be used again. */
void simt_fiber_abandon(struct simt_fiber *from, struct simt_fiber *to);

/* To be called first thing on a fresh fiber, with the one that switched to it. */
void simt_fiber_entered(struct simt_fiber *from);

/* True if the address lies in the guard page below the fiber's stack. */
bool simt_fiber_guards(const struct simt_fiber *fiber, const void *address);

#endif
