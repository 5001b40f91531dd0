/* Calls and jumps through pointers, in code that simt-cc --guard-calls has compiled: each goes by a
 * function here, which looks at the target first. In order are the begins of the program's own
 * functions, the functions that it names, and those that a class of the C++ library has for its
 * virtual ones. So a computed address cannot reach into the simulator or a library. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "indirect.h"

#include "observer.h"
#include "own_call.h"
#include "watchdog.h"
#include "worker.h"

#include <link.h>
#include <simt/seal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What the harness that links the program gives: the bounds of the code that is looked at, and the
 * addresses that it names (judge/build/call_targets.c). Null where there is none of it. */
extern const char simt_student_begin[] __attribute__((weak));
extern const char simt_student_end[] __attribute__((weak));
extern const uintptr_t simt_named_begin[] __attribute__((weak));
extern const uintptr_t simt_named_host[] __attribute__((weak)); /* the first not for kernels */
extern const uintptr_t simt_named_end[] __attribute__((weak));

enum { page_bytes = 64 * 1024, lowest_page = 4096 };

/* Written once, before the code runs, and then closed for writing. */
static struct {
    bool ready;
    /* Of the C++ library: its code, and the constants that hold its tables of virtual functions. */
    uintptr_t code, code_end;
    const uintptr_t *tables, *tables_end;
    /* A bit for each byte of the code: a function begins there. Null: not one has been told. */
    unsigned char *begins;
    char rest[page_bytes - 6 * sizeof(uintptr_t)];
} known __attribute__((aligned(page_bytes)));

static size_t begins_bytes(void)
{
    return ((uintptr_t)simt_student_end - (uintptr_t)simt_student_begin) / 8 + 1;
}

void simt_indirect_function(uintptr_t begin)
{
    size_t at = begin - (uintptr_t)simt_student_begin;
    void *map;

    if (known.ready || begin < (uintptr_t)simt_student_begin ||
        begin >= (uintptr_t)simt_student_end)
        return;
    if (!known.begins) {
        map =
            mmap(NULL, begins_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (map == MAP_FAILED)
            abort();
        known.begins = map;
    }
    known.begins[at / 8] |= (unsigned char)(1 << at % 8);
}

static int find_library(struct dl_phdr_info *info, size_t size, void *nothing)
{
    (void)size;
    (void)nothing;
    if (!strstr(info->dlpi_name, "/libstdc++.so") && !strstr(info->dlpi_name, "/libc++.so"))
        return 0;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + header->p_vaddr;

        if (header->p_type == PT_LOAD && header->p_flags & PF_X) {
            known.code = begin;
            known.code_end = begin + header->p_memsz;
        } else if (header->p_type == PT_GNU_RELRO) {
            known.tables = (const uintptr_t *)begin; // NOLINT(performance-no-int-to-ptr)
            known.tables_end = known.tables + header->p_memsz / sizeof(uintptr_t);
        }
    }
    return 1;
}

void simt_indirect_seal(void)
{
    (void)dl_iterate_phdr(find_library, NULL);
    known.ready = true;
    if (known.begins)
        (void)simt_own_protect(known.begins, begins_bytes(), PROT_READ);
    (void)simt_own_protect(&known, sizeof(known), PROT_READ);
}

/* The code around a call may hold arguments in any register but these. */
#if defined(__x86_64__)
#define PLAIN_REGISTERS __attribute__((target("general-regs-only")))
#else
#define PLAIN_REGISTERS
#endif

PLAIN_REGISTERS static bool is_among(const uintptr_t *begin, const uintptr_t *end, uintptr_t target)
{
    for (; begin < end; begin++)
        if (*begin == target)
            return true;
    return false;
}

PLAIN_REGISTERS bool simt_indirect_allowed(const void *function)
{
    uintptr_t target = (uintptr_t)function;
    size_t at = target - (uintptr_t)simt_student_begin;

    if (!known.ready || target < lowest_page) /* a null pointer faults by itself */
        return true;
    if (target >= (uintptr_t)simt_student_begin && target < (uintptr_t)simt_student_end)
        return known.begins && known.begins[at / 8] >> at % 8 & 1;
    /* In a kernel a library's function would reach memory unseen. */
    if (is_among(simt_named_begin, simt_on_device ? simt_named_host : simt_named_end, target))
        return true;
    return !simt_on_device && target >= known.code && target < known.code_end &&
           is_among(known.tables, known.tables_end, target);
}

static _Noreturn void refuse(const void *site, bool of_kernel)
{
    if (simt_observer)
        simt_observer->bad_call(site, of_kernel);
    _exit(1);
}

/* A kernel calls a library's function by its name: judge/build/call_targets.c. */
_Noreturn void simt_refuse_library(const void *site);
_Noreturn void simt_refuse_library(const void *site)
{
    refuse(site, true);
}

/* The runtime's own code calls the same functions. It and the program's are told apart by where the
 * call returns to, which is why --guard-calls leaves all calls as they are written. */
static bool is_of_runtime(const void *site)
{
    uintptr_t at = (uintptr_t)site;

    return simt_watchdog_in_program(at) &&
           (at < (uintptr_t)simt_student_begin || at > (uintptr_t)simt_student_end);
}

void simt_check_call(const void *function, const void *site)
{
    if (!known.ready || is_of_runtime(site))
        return;
    if (simt_on_device)
        refuse(site, true);
    if (!simt_indirect_allowed(function))
        refuse(site, false);
}

void simt_indirect_check_kept(const void *function, const void *site)
{
    const bool is_told = simt_student_end != NULL; /* else it is sealed by itself, and not judged */

    if (is_told && !simt_indirect_allowed(function))
        refuse(site, false);
}

#if defined(__x86_64__)
PLAIN_REGISTERS void simt_indirect_look(const void *function, const void *site)
    __attribute__((visibility("hidden"), used));
PLAIN_REGISTERS void simt_indirect_look(const void *function, const void *site)
{
    if (!simt_indirect_allowed(function))
        refuse(site, false);
}

/* Keeps all registers. The return address is that of the call; of a jump, of the call before it. */
#define LOOK(name)                                                                                 \
    __asm__(".text\n.globl __x86_indirect_thunk_" name "\n"                                        \
            ".type __x86_indirect_thunk_" name ", @function\n"                                     \
            "__x86_indirect_thunk_" name ":\n"                                                     \
            "    push %rax\n    push %rcx\n    push %rdx\n    push %rsi\n    push %rdi\n"          \
            "    push %r8\n    push %r9\n    push %r10\n    push %r11\n    push %rbp\n"            \
            "    mov %" name ", %rdi\n"                                                            \
            "    mov 80(%rsp), %rsi\n"                                                             \
            "    mov %rsp, %rbp\n    and $-16, %rsp\n    call simt_indirect_look\n"                \
            "    mov %rbp, %rsp\n"                                                                 \
            "    pop %rbp\n    pop %r11\n    pop %r10\n    pop %r9\n    pop %r8\n"                 \
            "    pop %rdi\n    pop %rsi\n    pop %rdx\n    pop %rcx\n    pop %rax\n"               \
            "    jmp *%" name "\n"                                                                 \
            ".size __x86_indirect_thunk_" name ", . - __x86_indirect_thunk_" name "\n")
LOOK("rax");
LOOK("rbx");
LOOK("rcx");
LOOK("rdx");
LOOK("rsi");
LOOK("rdi");
LOOK("rbp");
LOOK("r8");
LOOK("r9");
LOOK("r10");
LOOK("r11");
LOOK("r12");
LOOK("r13");
LOOK("r14");
LOOK("r15");
#endif
