#define _GNU_SOURCE /* syscall */
#include "own_call.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* call(number, four arguments): what the kernel returns, -errno on an error. A handler of a signal
 * that meets it can walk the stack on from here. The last two that a
 * system call may have are those of mmap() without a file: -1 and 0. */
long simt_own_call(long number, long a, long b, long c, long d)
    __attribute__((visibility("hidden")));

#if defined(__x86_64__)
__asm__(".text\n"
        ".type simt_own_call, @function\n"
        ".globl simt_own_call, simt_own_call_site\n"
        ".hidden simt_own_call\n"
        "simt_own_call:\n"
        "    .cfi_startproc\n"
        "    mov %rdi, %rax\n"
        "    mov %rsi, %rdi\n"
        "    mov %rdx, %rsi\n"
        "    mov %rcx, %rdx\n"
        "    mov %r8, %r10\n"
        "    mov $-1, %r8\n"
        "    xor %r9d, %r9d\n"
        "    syscall\n"
        "simt_own_call_site:\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size simt_own_call, . - simt_own_call\n");
#elif defined(__aarch64__)
__asm__(".text\n"
        ".type simt_own_call, %function\n"
        ".globl simt_own_call, simt_own_call_site\n"
        ".hidden simt_own_call\n"
        "simt_own_call:\n"
        "    .cfi_startproc\n"
        "    mov x8, x0\n"
        "    mov x0, x1\n"
        "    mov x1, x2\n"
        "    mov x2, x3\n"
        "    mov x3, x4\n"
        "    mov x4, #-1\n"
        "    mov x5, #0\n"
        "    svc #0\n"
        "simt_own_call_site:\n"
        "    ret\n"
        "    .cfi_endproc\n"
        ".size simt_own_call, . - simt_own_call\n");
#else
const char simt_own_call_site[1];

long simt_own_call(long number, long a, long b, long c, long d)
{
    long result = syscall(number, a, b, c, d, -1L, 0L);

    return result == -1 ? -errno : result;
}
#endif

static int plain(long result)
{
    if (result >= 0)
        return 0;
    errno = (int)-result;
    return -1;
}

int simt_own_protect(void *address, size_t bytes, int how)
{
    return plain(simt_own_call(SYS_mprotect, (long)(intptr_t)address, (long)bytes, how, 0));
}

void simt_own_protect_or_end(void *address, size_t bytes, int how)
{
    if (!simt_own_protect(address, bytes, how))
        return;
    (void)fprintf(stderr,
                  "simulator: the system does not protect the device's memory any more: %s. The "
                  "program has made too many pieces of memory.\n",
                  strerror(errno));
    abort();
}

int simt_own_map(void *address, size_t bytes, int how, int flags)
{
    long result = simt_own_call(SYS_mmap, (long)(intptr_t)address, (long)bytes, how,
                                flags | MAP_ANONYMOUS | MAP_FIXED);

    return plain(result < 0 && result > -4096 ? result : 0);
}

int simt_own_advise(void *address, size_t bytes, int advice)
{
    return plain(simt_own_call(SYS_madvise, (long)(intptr_t)address, (long)bytes, advice, 0));
}

int simt_own_write(int descriptor, const void *from, size_t bytes)
{
    const char *at = from, *end = at + bytes;

    if (simt_own_call(SYS_ftruncate, descriptor, 0, 0, 0) == 0)
        (void)simt_own_call(SYS_lseek, descriptor, 0, SEEK_SET, 0);
    while (at < end) {
        long written = simt_own_call(SYS_write, descriptor, (long)(intptr_t)at, end - at, 0);

        if (written < 0 && written != -EINTR)
            return (int)-written;
        at += written > 0 ? written : 0;
    }
    return 0;
}
