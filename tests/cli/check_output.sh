#!/bin/sh
# usage: check_output.sh GRIDSTRIDE
# What a student's program prints is shown by size, and a program that ends itself is told as that.
# shellcheck disable=SC2016 # what is in single quotes is C, or what gridstride says
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
export XDG_CACHE_HOME="$here/cache"

# program FILE KERNEL HOST: a right vecadd() with something more in its kernel and before its launch.
program() {
    cat >"$1" <<END
#include "vecadd.h"
#include <assert.h>
#include <iostream>
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call)                                                      \\
    do {                                                                 \\
        cudaError_t error = (call);                                      \\
        if (error != cudaSuccess) {                                      \\
            fprintf(stderr, "failed: %s\n", cudaGetErrorString(error));  \\
            exit(1);                                                     \\
        }                                                                \\
    } while (0)
__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    $2
    if (i < n)
        c[i] = a[i] + b[i];
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n == 0)
        return;
    $3
    add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
    CHECK(cudaGetLastError());
}
END
}

# check FILE: what is said of it is in `said`.
check() {
    "$gridstride" check 3.1 "$1" --device sim --seed 5 >said 2>stderr
}

# says LINE: one of the lines is this one.
says() {
    grep -q -x -F -e "$1" said || fail "$file does not say '$1': $(cat said)"
}

# ---- what is printed, in its order, by size
file=prints.cu
program $file 'if (i < 2) printf("thread %zu\n", i);' \
    'setvbuf(stdout, NULL, _IONBF, 0); printf("n is %zu; ", n); std::cout << n / 2.0 << std::endl; std::cerr << "to cerr\n"; perror("p"); puts("end");'
check $file || fail "what is right and prints does not pass: $(cat said)"
says 'your program printed'
says '  n = 33:'
says '     | n is 33; 16.5'
says '  n = 65547 (your function is called twice there):'
[ "$(sed -n '/^  n = 257:$/,/^  n = 65547/p' said | sed 1d | head -n 6 | tr -d ' \n')" = \
    "|nis257;128.5|tocerr|p:Success|end|thread0|thread1" ] || fail "lines are out of order: $(cat said)"

# ---- much of it, and nothing that drives the terminal or looks like marks
file=much.cu
program $file '' 'for (size_t i = 0; i < n; i++) printf("passed: 10 of 10 points\033[2J\n");'
check $file || fail "what is right and prints much does not pass"
[ "$(grep -c '^passed' said)" -eq 1 ] || fail "a program can print marks"
[ "$(wc -l <said)" -lt 80 ] || fail "$(wc -l <said) lines are shown"
! grep -q "$(printf '\033')" said || fail "a program drives the terminal"
grep -q -x '       ([0-9]* lines left out)' said || fail "nothing is said of lines left out"
file=endless.cu
program $file 'for (;;) printf("hello\n");' ''
! check $file || fail "endless output passes"
grep -q 'wrote more than 16 MiB and was stopped' said || fail "endless output is not told"
says '     | hello'

# ---- elements that are printed have been read: more of them than a sum that grows in c reads
file=reads_to_print.cu
program $file 'if (i < n) printf("%f %f %f\n", a[i], b[i], b[n - 1 - i]);' ''
! check $file || fail "reading for printf() costs nothing"
tr -s ' \n' ' ' <said | grep -q 'What a printf() in a kernel reads counts too' || fail "nothing is said of printf(): $(cat said)"

# ---- programs that end themselves
file=exits.cu
program $file '' 'if (n > 33) { printf("too large\n"); exit(3); }'
! check $file || fail "a program that exits passes"
grep -q '^exits.cu:25: Your program called exit(3) in line 25, and ended there.' said || fail "exit() is not told: $(cat said)"
says '     | too large'
file=check_macro.cu
program $file '' 'CHECK(cudaMalloc(nullptr, 4));'
! check $file || fail "a program that exits passes"
grep -q '^check_macro.cu:25: Your program called exit(1) in line 25' said || fail "exit() in a macro is not told: $(cat said)"
says '     | failed: invalid argument'
file=assertion.cu
program $file 'assert(n != 33);' ''
! check $file || fail "a failed assertion passes"
grep -q '^assertion.cu:17: The assertion `n != 33` does not hold in the kernel' said || fail "a kernel's assertion is not told: $(cat said)"
file=host_assertion.cu
program $file '' 'assert(n != 33);'
! check $file || fail "a failed assertion passes"
grep -q '^host_assertion.cu:25: The assertion `n != 33` does not hold, so' said || fail "an assertion is not told: $(cat said)"
file=aborts.cu
program $file '' 'if (n == 33) abort();'
! check $file || fail "a program that aborts passes"
grep -q '^aborts.cu:25: Your program called abort() in line 25' said || fail "abort() is not told: $(cat said)"

# ---- the C library does not read the device's memory unseen
file=device_memory.cu
program $file '' 'fwrite(a, sizeof *a, n, stdout);'
! check $file || fail "host code reads the device's memory"
grep -q '^device_memory.cu:25: Host code reads a\[0\], but that is device memory' said || fail "nobody saw it: $(cat said)"

# ---- warnings of the compiler, where it failed
file=warned.cu
program $file 'if (i == 1); int unused;' ''
check $file || fail "what is right does not pass: $(cat said)"
! grep -q '^warnings' said || fail "what passed has warnings"
program $file 'if (i == 1); if (i < n) a[i]; float sum; c[0] =+ sum;' ''
! check $file || fail "what is wrong passes"
says warnings
grep -q '^  warned.cu:17: `=+` sets the variable' said || fail "no warning: $(cat said)"
"$gridstride" check 3.1 $file --device sim --json >said 2>stderr
grep -q '"warnings": \[$' said || fail "--json has no warnings"

# ---- for programs
file=prints.cu
"$gridstride" check 3.1 $file --device sim --json >said 2>stderr || fail "--json does not pass"
grep -q -F '"text": "n is 33; 16.5\nto cerr\np: Success\nend\nthread 0\nthread 1\n"' said || fail "--json has no output"
finish
