/* The system calls that a program under test may not make, as a filter of the kernel (seccomp). */
#include "sandbox_internal.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0
#endif

/* Not in the headers of every system that this is built on; the same number on all processors. */
#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_memfd_secret
#define __NR_memfd_secret 447
#endif

struct refusal {
    uint32_t call;
    uint32_t error;
};

static const struct refusal refusals[] = {
    /* Its flags are in memory, where a filter does not see them; the C library then uses clone. */
    {__NR_clone3, ENOSYS},
    {__NR_unshare, EPERM},
    {__NR_setns, EPERM},
    {__NR_mount, EPERM},
    {__NR_umount2, EPERM},
    {__NR_pivot_root, EPERM},
    /* Pages that no process shows in its size. */
    {__NR_memfd_create, EPERM},
    {__NR_memfd_secret, ENOSYS},
    {__NR_shmget, EPERM},
    {__NR_msgget, EPERM},
    {__NR_semget, EPERM},
    /* All stay in one session, which can be killed at one blow. */
    {__NR_setsid, EPERM},
    {__NR_setpgid, EPERM},
    /* Others' memory, and corners of the kernel that no exercise needs. */
    {__NR_ptrace, EPERM},
    {__NR_process_vm_readv, EPERM},
    {__NR_process_vm_writev, EPERM},
    {__NR_add_key, EPERM},
    {__NR_request_key, EPERM},
    {__NR_keyctl, EPERM},
    {__NR_bpf, EPERM},
    {__NR_perf_event_open, EPERM},
    {__NR_userfaultfd, EPERM},
    /* It opens sockets past this filter. */
    {__NR_io_uring_setup, ENOSYS},
    {__NR_io_uring_enter, ENOSYS},
    {__NR_io_uring_register, ENOSYS},
};

enum { REFUSALS = sizeof refusals / sizeof refusals[0] };
/* Room for each refusal, and for the 17 instructions around them. */
_Static_assert(2 * REFUSALS + 17 <= GS_FILTER_ROOM, "the filter has outgrown its room");

static const uint32_t namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                   CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

#define LOAD(field)                                                                                \
    (struct sock_filter)                                                                           \
    {                                                                                              \
        BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)(field)                                          \
    }
/* Skips the next `skip` instructions where the comparison does not hold. */
#define UNLESS(comparison, value, skip)                                                            \
    (struct sock_filter)                                                                           \
    {                                                                                              \
        BPF_JMP | (comparison) | BPF_K, 0, (skip), (uint32_t)(value)                               \
    }
#define ANSWER(value)                                                                              \
    (struct sock_filter)                                                                           \
    {                                                                                              \
        BPF_RET | BPF_K, 0, 0, (uint32_t)(value)                                                   \
    }
#define REFUSE(error) ANSWER(SECCOMP_RET_ERRNO | (error))

/* The low half of an argument, on processors that are little-endian. */
static size_t argument(unsigned k)
{
    return offsetof(struct seccomp_data, args) + k * sizeof(uint64_t);
}

unsigned short gs_filter_make(struct sock_filter filter[GS_FILTER_ROOM])
{
    unsigned short n = 0;
    if (ARCHITECTURE == 0)
        return 0;
    filter[n++] = LOAD(offsetof(struct seccomp_data, arch));
    filter[n++] = (struct sock_filter){BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE};
    filter[n++] = REFUSE(EPERM); /* calls of another processor: i386 on x86-64 */
    filter[n++] = LOAD(offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    filter[n++] = UNLESS(BPF_JGE, 0x40000000, 1); /* x32 */
    filter[n++] = REFUSE(EPERM);
#endif
    for (size_t i = 0; i < REFUSALS; i++) {
        filter[n++] = UNLESS(BPF_JEQ, refusals[i].call, 1);
        filter[n++] = REFUSE(refusals[i].error);
    }
    filter[n++] = UNLESS(BPF_JEQ, __NR_clone, 4);
    filter[n++] = LOAD(argument(0));
    filter[n++] = UNLESS(BPF_JSET, namespaces, 1);
    filter[n++] = REFUSE(EPERM);
    filter[n++] = ANSWER(SECCOMP_RET_ALLOW);
    filter[n++] = UNLESS(BPF_JEQ, __NR_socket, 4);
    filter[n++] = LOAD(argument(0));
    filter[n++] = UNLESS(BPF_JEQ, AF_UNIX, 1);
    filter[n++] = ANSWER(SECCOMP_RET_ALLOW);
    filter[n++] = REFUSE(EACCES);
    filter[n++] = ANSWER(SECCOMP_RET_ALLOW);
    return n;
}
