#include "fiber.h"

#include "own_call.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(SIMT_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

/* Stacks of a power-of-two size put all their tops into the same cache sets. */
enum { color_step = 576, color_range = 4096 };

/* What a thread of most kernels has room in, with what the simulator does on its stack. */
enum { shallow_bytes = 3072 };

enum { stacks_of_room = 32 };

/* Can only be read once it is set: host code must not open what kernels leave. */
enum { alignment_of_known = 1 << 16 };
static _Alignas(alignment_of_known) union {
    bool hides;
    char pages[alignment_of_known];
} known;

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* Maps room for as many stacks as a warp has threads. Where stacks are hidden nothing of it can be
 * touched yet. */
static bool map_room(struct simt_fiber_room *room, size_t bytes)
{
    char *map = mmap(NULL, bytes * stacks_of_room, known.hides ? PROT_NONE : PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (map == MAP_FAILED)
        return false;
    *room = (struct simt_fiber_room){map, stacks_of_room, known.hides};
    return true;
}

/* Without a guard (the kernel limits the number of mappings) an overflow goes unnoticed, but
 * everything else works: better than to fail. A program that nobody trusts could reach the host's
 * memory so, and gets no stack. */
static bool guard_stack(const struct simt_fiber *fiber, char *map, bool is_closed)
{
    size_t below = (size_t)(fiber->shallow - map);

    if (is_closed)
        return !simt_own_protect(fiber->shallow, page_size() + fiber->stack_size - below,
                                 PROT_READ | PROT_WRITE);
    return !simt_own_protect(map, known.hides ? below : page_size(), PROT_NONE) || !known.hides;
}

bool simt_fiber_init(struct simt_fiber *fiber, struct simt_fiber_room *room, unsigned index)
{
    size_t guard = page_size(), bytes = guard + SIMT_STACK_BYTES;
    char *map;

    if (!room->left && !map_room(room, bytes))
        return false;
    map = room->next;
    memset(fiber, 0, sizeof(*fiber));
    fiber->stack_size = SIMT_STACK_BYTES;
    fiber->color = index * color_step % color_range;
    fiber->shallow =
        map + (guard + SIMT_STACK_BYTES - fiber->color - shallow_bytes) / guard * guard;
    fiber->closed = known.hides;
    if (!guard_stack(fiber, map, room->is_closed))
        return false;
    fiber->stack = map + guard;
    room->next += bytes;
    room->left--;
    return true;
}

void simt_fiber_room_free(struct simt_fiber_room *room)
{
    if (room->left)
        (void)munmap(room->next, room->left * (page_size() + SIMT_STACK_BYTES));
    room->left = 0;
}

void simt_fiber_free(struct simt_fiber *fiber)
{
    size_t guard = page_size();

    if (fiber->stack)
        (void)munmap(fiber->stack - guard, fiber->stack_size + guard);
    fiber->stack = NULL;
}

bool simt_fiber_guards(const struct simt_fiber *fiber, const void *address)
{
    uintptr_t at = (uintptr_t)address;
    uintptr_t low = (uintptr_t)fiber->stack;

    return fiber->stack && at < low && at >= low - page_size();
}

/* Frames that were left for good never took their red zones back. */
static void forget_frames(const struct simt_fiber *fiber)
{
#if defined(SIMT_ASAN)
    __asan_unpoison_memory_region(fiber->stack, fiber->stack_size);
#else
    (void)fiber;
#endif
}

void simt_fiber_hide_all(void)
{
    known.hides = true;
    (void)simt_own_protect(&known, sizeof(known), PROT_READ);
}

bool simt_fiber_hides(void)
{
    return known.hides;
}

void simt_fiber_wipe(struct simt_fiber *fiber)
{
    size_t below = (size_t)(fiber->shallow - fiber->stack);

    forget_frames(fiber);
    memset(fiber->shallow, 0, fiber->stack_size - below);
    if (!fiber->closed)
        (void)simt_own_advise(fiber->stack, below, MADV_DONTNEED);
}

void simt_fiber_wipe_registers(void)
{
#if defined(__x86_64__)
    __asm__ volatile("pxor %%xmm0, %%xmm0\n pxor %%xmm1, %%xmm1\n pxor %%xmm2, %%xmm2\n"
                     "pxor %%xmm3, %%xmm3\n pxor %%xmm4, %%xmm4\n pxor %%xmm5, %%xmm5\n"
                     "pxor %%xmm6, %%xmm6\n pxor %%xmm7, %%xmm7\n pxor %%xmm8, %%xmm8\n"
                     "pxor %%xmm9, %%xmm9\n pxor %%xmm10, %%xmm10\n pxor %%xmm11, %%xmm11\n"
                     "pxor %%xmm12, %%xmm12\n pxor %%xmm13, %%xmm13\n pxor %%xmm14, %%xmm14\n"
                     "pxor %%xmm15, %%xmm15" ::
                         : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                           "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
#elif defined(__aarch64__)
    __asm__ volatile("movi v0.2d, #0\n movi v1.2d, #0\n movi v2.2d, #0\n movi v3.2d, #0\n"
                     "movi v4.2d, #0\n movi v5.2d, #0\n movi v6.2d, #0\n movi v7.2d, #0\n"
                     "movi v16.2d, #0\n movi v17.2d, #0\n movi v18.2d, #0\n movi v19.2d, #0\n"
                     "movi v20.2d, #0\n movi v21.2d, #0\n movi v22.2d, #0\n movi v23.2d, #0\n"
                     "movi v24.2d, #0\n movi v25.2d, #0\n movi v26.2d, #0\n movi v27.2d, #0\n"
                     "movi v28.2d, #0\n movi v29.2d, #0\n movi v30.2d, #0\n movi v31.2d, #0" ::
                         : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18",
                           "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28",
                           "v29", "v30", "v31");
#endif
}

bool simt_fiber_open(struct simt_fiber *fiber, const void *address)
{
    if (!fiber->closed || (uintptr_t)address < (uintptr_t)fiber->stack ||
        (uintptr_t)address >= (uintptr_t)fiber->shallow ||
        simt_own_protect(fiber->stack, (size_t)(fiber->shallow - fiber->stack),
                         PROT_READ | PROT_WRITE))
        return false;
    fiber->closed = false;
    return true;
}

#if defined(SIMT_UCONTEXT)

void simt_fiber_prepare(struct simt_fiber *fiber, void (*entry)(void))
{
    forget_frames(fiber);
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = fiber->stack_size - fiber->color;
    fiber->context.uc_link = NULL;
    makecontext(&fiber->context, entry, 0);
}

static void switch_stack(struct simt_fiber *from, struct simt_fiber *to)
{
    swapcontext(&from->context, &to->context);
}

#else

/* Saves the callee-saved registers and the stack pointer, and takes over the others'.
 * Floating-point modes are not saved: threads of a kernel share them. It ends in a plain return,
 * for the threads of a block mostly wait in the same place below the same calls: the processor
 * predicts the returns of one thread rightly from the calls of another. */
void simt_switch_stack(void **save_sp, void *sp);

#if defined(__x86_64__)
/* A stack as simt_switch_stack() leaves it, and how far under the top a function may begin. */
enum { saved_words = 7, entry_word = 6, entry_offset = 24 };
__asm__(".text\n"
        ".p2align 4\n"
        ".globl simt_switch_stack\n"
        ".hidden simt_switch_stack\n"
        ".type simt_switch_stack, @function\n"
        "simt_switch_stack:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size simt_switch_stack, .-simt_switch_stack\n");
#else
enum { saved_words = 20, entry_word = 11, entry_offset = 32 };
__asm__(".text\n"
        ".p2align 4\n"
        ".globl simt_switch_stack\n"
        ".hidden simt_switch_stack\n"
        ".type simt_switch_stack, %function\n"
        "simt_switch_stack:\n"
        "    stp x19, x20, [sp, #-160]!\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    mov sp, x1\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    ldp x19, x20, [sp], #160\n"
        "    ret\n"
        ".size simt_switch_stack, .-simt_switch_stack\n");
#endif

void simt_fiber_prepare(struct simt_fiber *fiber, void (*entry)(void))
{
    uintptr_t top = (uintptr_t)fiber->stack + fiber->stack_size - fiber->color;
    uintptr_t *frame = (uintptr_t *)(top - entry_offset) - saved_words;

    forget_frames(fiber);
    memset(frame, 0, saved_words * sizeof(*frame));
    frame[entry_word] = (uintptr_t)entry;
    frame[saved_words] = 0;
    fiber->sp = frame;
}

static void switch_stack(struct simt_fiber *from, struct simt_fiber *to)
{
    simt_switch_stack(&from->sp, to->sp);
}

#endif

#if defined(SIMT_ASAN)

static void before_switch(void **fake, const struct simt_fiber *to)
{
    const void *bottom = to->stack ? to->stack : to->asan_stack;
    size_t size = to->stack ? to->stack_size : to->asan_size;

    __sanitizer_start_switch_fiber(fake, bottom, size);
}

void simt_fiber_switch(struct simt_fiber *from, struct simt_fiber *to)
{
    before_switch(&from->asan_fake, to);
    switch_stack(from, to);
    __sanitizer_finish_switch_fiber(from->asan_fake, NULL, NULL);
}

void simt_fiber_abandon(struct simt_fiber *from, struct simt_fiber *to)
{
    before_switch(NULL, to);
    switch_stack(from, to);
}

void simt_fiber_entered(struct simt_fiber *from)
{
    const void *bottom;
    size_t size;

    __sanitizer_finish_switch_fiber(NULL, &bottom, &size);
    if (!from->stack) {
        from->asan_stack = bottom;
        from->asan_size = size;
    }
}

#else

void simt_fiber_switch(struct simt_fiber *from, struct simt_fiber *to)
{
    switch_stack(from, to);
}

void simt_fiber_abandon(struct simt_fiber *from, struct simt_fiber *to)
{
    switch_stack(from, to);
}

void simt_fiber_entered(struct simt_fiber *from)
{
    (void)from;
}

#endif
