/* The filters for system calls of the sandbox and of a sealed program, on every processor that
 * they know: what each answers, without the kernel, which emulators do not have. The numbers of
 * the calls are those of the kernel's tables, and not of the headers that the filters have. */
#include "test.h"

#include "lockstep.h"
#include "own_call.h"
#include "region.h"
#include "sandbox_internal.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <simt/seal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__aarch64__)
enum { THIS = 0xC00000B7u, OTHER = 0x40000028 }; /* 32-bit Arm */
#define NUMBER(x86_64, aarch64) (aarch64)
#else
enum { THIS = 0xC000003Eu, OTHER = 0x40000003 }; /* i386 */
#define NUMBER(x86_64, aarch64) (x86_64)
#endif

enum {
    READ = NUMBER(0, 63),
    WRITE = NUMBER(1, 64),
    WRITEV = NUMBER(20, 66),
    OPENAT = NUMBER(257, 56),
    CLOSE = NUMBER(3, 57),
    LSEEK = NUMBER(8, 62),
    FTRUNCATE = NUMBER(77, 46),
    MMAP = NUMBER(9, 222),
    MPROTECT = NUMBER(10, 226),
    MUNMAP = NUMBER(11, 215),
    MREMAP = NUMBER(25, 216),
    MADVISE = NUMBER(28, 233),
    SOCKET = NUMBER(41, 198),
    CLONE = NUMBER(56, 220),
    CLONE3 = 435,
    EXECVE = NUMBER(59, 221),
    EXIT_GROUP = NUMBER(231, 94),
    FUTEX = NUMBER(202, 98),
    CLOCK_GETTIME = NUMBER(228, 113),
    KILL = NUMBER(62, 129),
    TGKILL = NUMBER(234, 131),
    PTRACE = NUMBER(101, 117),
};

/* ---- the kernel's part ----------------------------------------------------------------------- */

static uint32_t word_at(const struct seccomp_data *call, uint32_t offset)
{
    uint32_t word;
    assert_true(offset <= sizeof *call - sizeof word && offset % sizeof word == 0);
    memcpy(&word, (const char *)call + offset, sizeof word);
    return word;
}

static bool holds(const struct sock_filter *at, uint32_t a)
{
    switch (BPF_OP(at->code)) {
    case BPF_JEQ:
        return a == at->k;
    case BPF_JGT:
        return a > at->k;
    case BPF_JGE:
        return a >= at->k;
    case BPF_JSET:
        return (a & at->k) != 0;
    default:
        fail_msg("a jump of code 0x%x", at->code);
        return false;
    }
}

static uint32_t computed(const struct sock_filter *at, uint32_t a, uint32_t x)
{
    const uint32_t b = BPF_SRC(at->code) == BPF_X ? x : at->k;
    switch (BPF_OP(at->code)) {
    case BPF_ADD:
        return a + b;
    case BPF_OR:
        return a | b;
    case BPF_LSH:
        return a << b;
    case BPF_RSH:
        return a >> b;
    default:
        fail_msg("arithmetic of code 0x%x", at->code);
        return 0;
    }
}

/* What the filter answers to a call. */
static uint32_t answer(const struct sock_filter *filter, size_t count,
                       const struct seccomp_data *call)
{
    uint32_t a = 0, x = 0, memory[BPF_MEMWORDS] = {0};
    for (size_t i = 0; i < count; i++) {
        const struct sock_filter *at = &filter[i];
        switch (BPF_CLASS(at->code)) {
        case BPF_RET:
            assert_int_equal(at->code, BPF_RET | BPF_K);
            return at->k;
        case BPF_LD:
            assert_int_equal(at->code, BPF_LD | BPF_W | BPF_ABS);
            a = word_at(call, at->k);
            break;
        case BPF_LDX:
            assert_int_equal(at->code, BPF_LDX | BPF_W | BPF_MEM);
            x = memory[at->k];
            break;
        case BPF_ST:
            memory[at->k] = a;
            break;
        case BPF_MISC:
            assert_int_equal(at->code, BPF_MISC | BPF_TAX);
            x = a;
            break;
        case BPF_ALU:
            a = computed(at, a, x);
            break;
        case BPF_JMP:
            i += BPF_OP(at->code) == BPF_JA ? at->k : holds(at, a) ? at->jt : at->jf;
            break;
        default:
            fail_msg("an instruction of code 0x%x", at->code);
        }
    }
    fail_msg("the filter has no end");
    return 0;
}

#define assert_answer(value, wanted)                                                               \
    do {                                                                                           \
        const uint32_t is = (value), should_be = (wanted);                                         \
        if (is != should_be)                                                                       \
            fail_msg("%s: 0x%x, and should be 0x%x", #value, is, should_be);                       \
    } while (0)
#define ALLOWED SECCOMP_RET_ALLOW
#define KILLED SECCOMP_RET_KILL_PROCESS
#define REFUSED(error) (SECCOMP_RET_ERRNO | (uint32_t)(error))

/* ---- the sandbox ----------------------------------------------------------------------------- */

static uint32_t in_sandbox(uint32_t processor, int number, uint64_t first)
{
    struct sock_filter filter[GS_FILTER_ROOM];
    const size_t count = gs_filter_make(filter);
    assert_true(count > 0);
    return answer(
        filter, count,
        &(struct seccomp_data){.nr = number, .arch = processor, .args[0] = first, .args[1] = ~0u});
}

static void the_sandbox_refuses(void **state)
{
    static const struct {
        int number, error;
    } refused[] = {
        {CLONE3, ENOSYS},
        {NUMBER(272, 97), EPERM},  /* unshare */
        {NUMBER(308, 268), EPERM}, /* setns */
        {NUMBER(165, 40), EPERM},  /* mount */
        {NUMBER(166, 39), EPERM},  /* umount2 */
        {NUMBER(155, 41), EPERM},  /* pivot_root */
        {NUMBER(319, 279), EPERM}, /* memfd_create */
        {447, ENOSYS},             /* memfd_secret */
        {NUMBER(29, 194), EPERM},  /* shmget */
        {NUMBER(68, 186), EPERM},  /* msgget */
        {NUMBER(64, 190), EPERM},  /* semget */
        {NUMBER(112, 157), EPERM}, /* setsid */
        {NUMBER(109, 154), EPERM}, /* setpgid */
        {PTRACE, EPERM},
        {NUMBER(310, 270), EPERM}, /* process_vm_readv */
        {NUMBER(311, 271), EPERM}, /* process_vm_writev */
        {NUMBER(248, 217), EPERM}, /* add_key */
        {NUMBER(249, 218), EPERM}, /* request_key */
        {NUMBER(250, 219), EPERM}, /* keyctl */
        {NUMBER(321, 280), EPERM}, /* bpf */
        {NUMBER(298, 241), EPERM}, /* perf_event_open */
        {NUMBER(323, 282), EPERM}, /* userfaultfd */
        {425, ENOSYS},             /* io_uring_setup */
        {426, ENOSYS},             /* io_uring_enter */
        {427, ENOSYS},             /* io_uring_register */
    };
    (void)state;
    size_t refusals = 0;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_answer(in_sandbox(THIS, refused[i].number, 0), REFUSED(refused[i].error));
    for (int number = 0; number < 1000; number++)
        refusals += in_sandbox(THIS, number, 0) != ALLOWED;
    assert_int_equal(refusals, sizeof refused / sizeof refused[0] + 1); /* and sockets */

    assert_answer(in_sandbox(THIS, CLONE, CLONE_NEWUSER), REFUSED(EPERM));
    assert_answer(in_sandbox(THIS, CLONE, CLONE_NEWNET | CLONE_VM), REFUSED(EPERM));
    assert_answer(in_sandbox(THIS, CLONE, CLONE_VM | CLONE_THREAD), ALLOWED);
    assert_answer(in_sandbox(THIS, SOCKET, AF_INET), REFUSED(EACCES));
    assert_answer(in_sandbox(THIS, SOCKET, AF_UNIX), ALLOWED);
    assert_answer(in_sandbox(THIS, EXECVE, 0), ALLOWED);
    assert_answer(in_sandbox(OTHER, READ, 0), REFUSED(EPERM));
#if defined(__x86_64__)
    assert_answer(in_sandbox(THIS, 0x40000000 | READ, 0), REFUSED(EPERM)); /* x32 */
#endif
}

/* ---- a sealed program ------------------------------------------------------------------------ */

/* What the filter needs of the runtime. */
struct simt_observer;
extern const struct simt_observer *simt_observer;
const struct simt_observer *simt_observer;
union simt_traced simt_traced;
void simt_indirect_seal(void);
void simt_fiber_hide_all(void);

void simt_indirect_seal(void)
{
}

void simt_fiber_hide_all(void)
{
}

#if !defined(__SANITIZE_ADDRESS__) /* with it nothing is filtered */

static char *const arena = (char *)(uintptr_t)0x500000000000; /* as high as device memory lies */
static const size_t arena_bytes = (size_t)1 << 36;

void simt_region_bounds(const void **begin, const void **end)
{
    *begin = arena;
    *end = arena + arena_bytes;
}

/* What the kernel would get. */
static struct sock_filter sealed[BPF_MAXINSNS];
static size_t sealed_count;

int prctl(int option, ...)
{
    va_list more;
    va_start(more, option);
    if (option == PR_SET_SECCOMP && va_arg(more, int) == SECCOMP_MODE_FILTER) {
        const struct sock_fprog *program = va_arg(more, const struct sock_fprog *);
        memcpy(sealed, program->filter, program->len * sizeof sealed[0]);
        sealed_count = program->len;
    }
    va_end(more);
    return 0;
}

/* The kernel sees the address behind the instruction. */
static const uintptr_t library = 0x7f0000001000;

static uint32_t from(uintptr_t at, int number, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return answer(sealed, sealed_count,
                  &(struct seccomp_data){
                      .nr = number, .arch = THIS, .instruction_pointer = at, .args = {a, b, c, d}});
}

static uint32_t of_library(int number, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    return from(library, number, a, b, c, d);
}

static void the_runtimes_own_call(void **state)
{
    (void)state;
    const int own[] = {MPROTECT, MMAP, MADVISE, WRITE, FTRUNCATE, LSEEK};
    const uintptr_t site = (uintptr_t)simt_own_call_site;
    const uintptr_t code = (uintptr_t)the_runtimes_own_call;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        assert_answer(from(site, own[i], 7, 0, PROT_READ, 0), ALLOWED);
        assert_answer(from(site - 1, own[i], 7, 0, PROT_READ, 0), KILLED);
        assert_answer(from(code, own[i], 7, 0, PROT_READ, 0), KILLED);
    }
    assert_answer(from(site, OPENAT, 0, 0, 0, 0), KILLED);
    assert_answer(from(site, EXECVE, 0, 0, 0, 0), KILLED);
    assert_answer(from(code, READ, 0, 0, 0, 0), KILLED);
    assert_answer(
        answer(sealed, sealed_count,
               &(struct seccomp_data){.nr = READ, .arch = OTHER, .instruction_pointer = library}),
        KILLED);
}

static void calls_of_libraries(void **state)
{
    (void)state;
    const int allowed[] = {READ, CLOSE, LSEEK, EXIT_GROUP, FUTEX, CLOCK_GETTIME};
    const int refused[] = {OPENAT, EXECVE, CLONE, CLONE3, SOCKET, PTRACE, KILL, MPROTECT};
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        assert_answer(of_library(allowed[i], 0, 0, 0, 0), ALLOWED);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_answer(of_library(refused[i], 0, 0, 0, 0), REFUSED(EPERM));
    for (uint64_t descriptor = 0; descriptor < 5; descriptor++) {
        const bool may = descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO;
        assert_answer(of_library(WRITE, descriptor, 0, 0, 0), may ? ALLOWED : REFUSED(EPERM));
        assert_answer(of_library(WRITEV, descriptor, 0, 0, 0), may ? ALLOWED : REFUSED(EPERM));
    }
    assert_answer(of_library(TGKILL, (uint64_t)getpid(), 0, 6, 0), ALLOWED);
    assert_answer(of_library(TGKILL, (uint64_t)getpid() + 1, 0, 6, 0), REFUSED(EPERM));
}

static void memory_of_libraries(void **state)
{
    (void)state;
    const uint64_t begin = (uintptr_t)arena, end = begin + arena_bytes, page = 4096;
    const uint64_t high = UINT64_C(0xffff00000000), own = MAP_PRIVATE | MAP_ANONYMOUS;
    assert_answer(of_library(MMAP, 0, page, PROT_READ | PROT_WRITE, own), ALLOWED);
    assert_answer(of_library(MMAP, 0, page, PROT_READ | PROT_EXEC, own), REFUSED(EPERM));
    assert_answer(of_library(MMAP, begin, page, PROT_READ, own | MAP_FIXED), REFUSED(EPERM));
    assert_answer(of_library(MMAP, 0, page, PROT_READ, MAP_PRIVATE), REFUSED(EPERM));
    const int change[] = {MUNMAP, MADVISE, MREMAP};
    for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
        assert_answer(of_library(change[i], begin, page, 0, 0), REFUSED(EPERM));
        assert_answer(of_library(change[i], end - page, page, 0, 0), REFUSED(EPERM));
        assert_answer(of_library(change[i], begin - page, 2 * page, 0, 0), REFUSED(EPERM));
        assert_answer(of_library(change[i], 0, UINT64_C(1) << 47, 0, 0), REFUSED(EPERM));
        assert_answer(of_library(change[i], begin - (1 << 20), page, 0, 0), ALLOWED);
        assert_answer(of_library(change[i], end + (1 << 20), page, 0, 0), ALLOWED);
        assert_answer(of_library(change[i], high, page, 0, 0), ALLOWED); /* 48 bits, as on Arm */
    }
    assert_answer(of_library(MREMAP, high, page, page, MREMAP_MAYMOVE | MREMAP_FIXED),
                  REFUSED(EPERM));
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sandbox_refuses),
#if !defined(__SANITIZE_ADDRESS__)
        cmocka_unit_test(the_runtimes_own_call),
        cmocka_unit_test(calls_of_libraries),
        cmocka_unit_test(memory_of_libraries),
#endif
    };
#if !defined(__SANITIZE_ADDRESS__)
    simt_seal();
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
