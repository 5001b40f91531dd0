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
    void *sp;                     /* stack pointer while it is not running */
    char *stack;                  /* lowest usable byte; null for an OS thread's own stack */
    size_t stack_size;            /* bytes */
    unsigned color;               /* spreads the tops of stacks over the cache sets */
    char *shallow;                /* the part that nearly all threads do with begins here */
    bool closed;                  /* what is below it cannot be touched yet */
    bool used;                    /* since it was wiped last */
    struct simt_fiber *next_used; /* of its worker's */
#if defined(SIMT_UCONTEXT)
    ucontext_t context;
#endif
#if defined(SIMT_ASAN)
    const void *asan_stack;
    size_t asan_size;
    void *asan_fake;
#endif
};

/* Where stacks go that are not made yet: to map each of them would cost a system call. Zeros: there
 * is none yet. */
struct simt_fiber_room {
    char *next;
    unsigned left;  /* so many have room from there on */
    bool is_closed; /* it cannot be touched */
};

/* Takes a stack with a guard page below from the room, or maps more; `index` picks its colour.
 * False: no memory. */
bool simt_fiber_init(struct simt_fiber *fiber, struct simt_fiber_room *room, unsigned index);
void simt_fiber_free(struct simt_fiber *fiber);
void simt_fiber_room_free(struct simt_fiber_room *room);

/* Makes the next switch to the fiber call entry(), which must never return. */
void simt_fiber_prepare(struct simt_fiber *fiber, void (*entry)(void));

/* Suspends `from` (the running fiber) and goes on with `to`. */
void simt_fiber_switch(struct simt_fiber *from, struct simt_fiber *to);

/* Leaves `from` for good: it is not suspended, only its stack may be used again. */
void simt_fiber_abandon(struct simt_fiber *from, struct simt_fiber *to);

/* To be called first thing on a fresh fiber, with the one that switched to it. */
void simt_fiber_entered(struct simt_fiber *from);

/* From now on host code is to find nothing on stacks, and leave nothing there: see
 * simt_fiber_wipe(). For a program that is not trusted. */
void simt_fiber_hide_all(void);
bool simt_fiber_hides(void);

/* Empties the registers that a call need not keep and that hold numbers with a point. */
void simt_fiber_wipe_registers(void);

/* Empties the stack of a fiber that is not suspended. */
void simt_fiber_wipe(struct simt_fiber *fiber);

/* After a fault at the address: opens the rest of the fiber's stack, if that is what is missing.
 * May be called by a handler of signals. */
bool simt_fiber_open(struct simt_fiber *fiber, const void *address);

/* True if the address lies in the guard page below the fiber's stack. */
bool simt_fiber_guards(const struct simt_fiber *fiber, const void *address);

#endif
