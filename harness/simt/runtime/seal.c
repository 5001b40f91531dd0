/* The filter for system calls of a program that runs code which nobody trusts. It knows three kinds
 * of them: those of the runtime's own instruction (own_call.h), those that come out of other code
 * of the program, which are hidden in it, and those of libraries, of which it allows a list. */
#define _GNU_SOURCE
#include "fiber.h"
#include "indirect.h"
#include "lockstep.h"
#include "observer.h"
#include "own_call.h"
#include "region.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <simt/seal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

void simt_seal_memory(void *base, size_t bytes, int how)
{
    (void)simt_own_protect(base, bytes, how);
}

/* Host code could else have kernels run unseen, or itself be called in the midst of one. */
static void keep_observer(void)
{
    (void)simt_own_protect((void *)(uintptr_t)&simt_observer, SIMT_OBSERVER_BYTES, PROT_READ);
    (void)simt_own_protect(&simt_traced, sizeof(simt_traced), PROT_READ);
}

#if defined(ARCHITECTURE) && !defined(__SANITIZE_ADDRESS__) /* its library makes calls of its own  \
                                                             */

/* Room for all of the filter; it takes about 250. */
enum { most_instructions = 400, unit_bits = 16 };

struct filter {
    struct sock_filter code[most_instructions];
    unsigned short n;
};

/* What the C and C++ libraries call, of themselves or for the functions that a program may use. */
static const int allowed[] = {
    __NR_read,
    __NR_pread64,
    __NR_lseek,
    __NR_close,
    __NR_fstat,
    __NR_newfstatat,
    __NR_brk,
    __NR_exit,
    __NR_exit_group,
    __NR_futex,
    __NR_sched_yield,
    __NR_getrandom,
    __NR_uname,
    __NR_sysinfo,
    __NR_getpid,
    __NR_gettid,
    __NR_getppid,
    __NR_getuid,
    __NR_geteuid,
    __NR_getgid,
    __NR_getegid,
    __NR_getrusage,
    __NR_times,
    __NR_sched_getaffinity,
    __NR_getcpu,
    /* signals and clocks */
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_restart_syscall,
    __NR_sigaltstack,
    __NR_timer_create,
    __NR_timer_settime,
    __NR_timer_gettime,
    __NR_timer_getoverrun,
    __NR_timer_delete,
    __NR_clock_gettime,
    __NR_clock_getres,
    __NR_clock_nanosleep,
    __NR_nanosleep,
    __NR_gettimeofday,
#ifdef __NR_time
    __NR_time,
#endif
};

/* Those of the runtime's own instruction. */
static const int own[] = {__NR_mprotect, __NR_mmap,      __NR_madvise,
                          __NR_write,    __NR_ftruncate, __NR_lseek};

/* ---- instructions ---- */

static void add(struct filter *filter, int code, int if_true, int if_false, uint32_t value)
{
    if (filter->n < most_instructions)
        filter->code[filter->n++] =
            (struct sock_filter){(uint16_t)code, (uint8_t)if_true, (uint8_t)if_false, value};
}

static void answer(struct filter *filter, uint32_t what)
{
    add(filter, BPF_RET | BPF_K, 0, 0, what);
}

static void refuse(struct filter *filter)
{
    answer(filter, SECCOMP_RET_ERRNO | EPERM);
}

static void load(struct filter *filter, size_t offset)
{
    add(filter, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

/* Goes on with the next instruction where the comparison holds, else `skip` instructions later. */
static void unless(struct filter *filter, int comparison, uint64_t value, int skip)
{
    add(filter, BPF_JMP | comparison | BPF_K, 0, skip, (uint32_t)value);
}

/* The low half of an argument; both processors are little-endian. */
static size_t argument(unsigned k)
{
    return offsetof(struct seccomp_data, args) + k * sizeof(uint64_t);
}

/* Seven instructions: 64 bits as a number of units, which an address has room for in 32. */
static void load_units(struct filter *filter, size_t offset)
{
    load(filter, offset + 4);
    add(filter, BPF_ALU | BPF_LSH | BPF_K, 0, 0, 32 - unit_bits);
    add(filter, BPF_MISC | BPF_TAX, 0, 0, 0);
    load(filter, offset);
    add(filter, BPF_ALU | BPF_RSH | BPF_K, 0, 0, unit_bits);
    add(filter, BPF_ALU | BPF_OR | BPF_X, 0, 0, 0);
    add(filter, BPF_MISC | BPF_TAX, 0, 0, 0);
}

static uint32_t units(const void *address)
{
    return (uint32_t)((uintptr_t)address >> unit_bits);
}

/* ---- the three kinds ---- */

/* The program's own code, as the linker bounds it: the student's, and the simulator's. */
extern const char __executable_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

static void add_own(struct filter *filter)
{
    const int count = sizeof(own) / sizeof(own[0]), rest = 2 * count + 4;
    const size_t at = offsetof(struct seccomp_data, instruction_pointer);

    load_units(filter, at);
    add(filter, BPF_JMP | BPF_JGE | BPF_K, 0, rest + 1, units(__executable_start));
    add(filter, BPF_JMP | BPF_JGT | BPF_K, rest, 0, units(etext));
    load(filter, at);
    unless(filter, BPF_JEQ, (uintptr_t)simt_own_call_site, rest - 3);
    load(filter, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < count; i++) {
        unless(filter, BPF_JEQ, (uint32_t)own[i], 1);
        answer(filter, SECCOMP_RET_ALLOW);
    }
    answer(filter, SECCOMP_RET_KILL_PROCESS);
}

/* Calls of libraries' whose number is loaded. */
static void add_allowed(struct filter *filter)
{
    for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
        unless(filter, BPF_JEQ, (uint32_t)allowed[i], 1);
        answer(filter, SECCOMP_RET_ALLOW);
    }
}

/* To stdout and stderr. */
static void add_writes(struct filter *filter, int number)
{
    unless(filter, BPF_JEQ, (uint32_t)number, 4);
    load(filter, argument(0));
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, STDOUT_FILENO);
    unless(filter, BPF_JEQ, STDERR_FILENO, 1);
    answer(filter, SECCOMP_RET_ALLOW);
}

/* To this process itself: abort() and raise(). */
static void add_signals(struct filter *filter)
{
    unless(filter, BPF_JEQ, __NR_tgkill, 4);
    load(filter, argument(0));
    unless(filter, BPF_JEQ, (uint32_t)getpid(), 1);
    answer(filter, SECCOMP_RET_ALLOW);
    refuse(filter);
}

/* New memory: of no file, over nothing that is there, and not to be run. */
static void add_map(struct filter *filter)
{
    unless(filter, BPF_JEQ, __NR_mmap, 7);
    load(filter, argument(2));
    add(filter, BPF_JMP | BPF_JSET | BPF_K, 4, 0, PROT_EXEC);
    load(filter, argument(3));
    add(filter, BPF_JMP | BPF_JSET | BPF_K, 2, 0, MAP_FIXED);
    unless(filter, BPF_JSET, MAP_ANONYMOUS, 1);
    answer(filter, SECCOMP_RET_ALLOW);
    refuse(filter);
}

/* A change of memory that is there: none of the device's, whose addresses are [begin, end). */
static void add_change(struct filter *filter, int number, const void *begin, const void *end)
{
    enum { scratch = 0 };
    const uint32_t most_units = UINT32_C(1) << (47 - unit_bits);
    unsigned short at = filter->n;

    unless(filter, BPF_JEQ, (uint32_t)number, 0); /* completed below */
    if (number == __NR_mremap) {
        load(filter, argument(3));
        unless(filter, BPF_JSET, (uint32_t)~MREMAP_MAYMOVE, 1);
        refuse(filter);
    }
    load_units(filter, argument(1));
    add(filter, BPF_JMP | BPF_JGE | BPF_K, 0, 1, most_units);
    refuse(filter);
    add(filter, BPF_ST, 0, 0, scratch);
    load_units(filter, argument(0));
    add(filter, BPF_JMP | BPF_JGT | BPF_K, 0, 1, units(end));
    answer(filter, SECCOMP_RET_ALLOW);
    add(filter, BPF_LDX | BPF_W | BPF_MEM, 0, 0, scratch);
    add(filter, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
    /* NOLINTNEXTLINE(misc-redundant-expression): both names are 0 */
    add(filter, BPF_ALU | BPF_ADD | BPF_K, 0, 0, 1); /* of the length, rounded up */
    unless(filter, BPF_JGE, units(begin), 1);
    refuse(filter);
    answer(filter, SECCOMP_RET_ALLOW);
    filter->code[at].jf = (uint8_t)(filter->n - at - 1);
}

static void make(struct filter *filter)
{
    const void *begin, *end;

    simt_region_bounds(&begin, &end);
    load(filter, offsetof(struct seccomp_data, arch));
    unless(filter, BPF_JEQ, ARCHITECTURE, 1);
    add(filter, BPF_JMP | BPF_JA, 0, 0, 1);
    answer(filter, SECCOMP_RET_KILL_PROCESS);
    add_own(filter);
    load(filter, offsetof(struct seccomp_data, nr));
    add_writes(filter, __NR_write);
    load(filter, offsetof(struct seccomp_data, nr));
    add_writes(filter, __NR_writev);
    load(filter, offsetof(struct seccomp_data, nr));
    add_allowed(filter);
    add_map(filter);
    add_change(filter, __NR_munmap, begin, end);
    add_change(filter, __NR_mremap, begin, end);
    add_change(filter, __NR_madvise, begin, end);
    add_signals(filter);
    refuse(filter);
}

void simt_seal(void)
{
    static struct filter filter;
    struct sock_fprog program = {.filter = filter.code};

    if (simt_observer)
        simt_observer->sealed();
    keep_observer();
    simt_indirect_seal();
    simt_fiber_hide_all();
    make(&filter);
    program.len = filter.n;
    if (filter.n < most_instructions && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

void simt_seal(void)
{
    if (simt_observer)
        simt_observer->sealed();
    keep_observer();
    simt_indirect_seal();
    simt_fiber_hide_all();
}

#endif
