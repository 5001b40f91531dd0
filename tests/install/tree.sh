#!/bin/sh
# usage: tree.sh CMAKE BUILD SOURCE
# Installs, moves the installed tree to another place, and uses it there: nothing of the build or
# source tree may be needed any more.
cmake=$1 build=$2 source=$3
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 2
failures=0

fail() {
    echo "FAILED: $1"
    [ -s stderr ] && sed 's/^/    /' stderr
    failures=$((failures + 1))
}

# Of a build that lacks one program nothing is installed, and one sentence says so.
sed "s|$build/bin/gridstride-sim|$here/not-there|" "$build/cmake_install.cmake" >half.cmake
"$cmake" -DCMAKE_INSTALL_PREFIX="$here/half" -P half.cmake >stdout 2>stderr && fail "half a build is installed"
tr -s '\n ' ' ' <stderr | grep -qF "$here/not-there is not built: run make" || fail "nothing says what is not built"
[ ! -e half ] || fail "half a build leaves files where it is installed"

"$cmake" --install "$build" --prefix "$here/first" >stdout 2>stderr || { fail "cmake --install" && exit 1; }
mv first "a moved tree"
bin="$here/a moved tree/bin"

# Paths of the trees that the programs come from must not be opened. strace sees it; where there
# is none, or it may not trace here, the programs run without it.
watch=
if strace -f --seccomp-bpf -o trace -e trace=openat,execve true 2>/dev/null; then
    watch="strace -f --seccomp-bpf -o $here/trace -e trace=openat,execve"
else
    echo "not tested: that the build tree is not used (there is no strace)"
fi

# use WHAT COMMAND...: runs it, and looks at what it opened.
use() {
    what=$1
    shift
    # shellcheck disable=SC2086 # words, on purpose
    $watch "$@" >stdout 2>stderr || fail "$what: exit status $?"
    [ -z "$watch" ] && return
    if grep -F -e "\"$build/" -e "\"$source/" trace >used; then
        fail "$what uses the tree that it was built in: $(head -3 used)"
    fi
}

use "list" "$bin/gridstride" list
grep -q vecadd stdout || fail "list shows no lesson"
use "info" "$bin/gridstride" info
use "run" "$bin/gridstride" run 3 --device sim --sizes 33,70 --dtype f32 --out results
grep -q '^verdicts: ' stdout || fail "run prints no verdicts"
[ -s "$(echo results/*/lesson3.json)" ] || fail "run wrote no results"
use "table" "$bin/gridstride" table results/*/lesson3.json
if command -v gnuplot >/dev/null; then
    rm -f results/*/*.svg
    use "plot" "$bin/gridstride" plot --out results
    [ -s "$(echo results/*/lesson3_vecadd_time_f32.svg)" ] || fail "plot draws nothing"
fi

cat >hello.cu <<'END'
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void add_up(const int *values, int *sum)
{
    __shared__ int part[64];
    part[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = part[0];
}

int main()
{
    int *values, *sum;
    cudaMallocManaged(&values, 64 * sizeof(int));
    cudaMallocManaged(&sum, sizeof(int));
    for (int i = 0; i < 64; i++)
        values[i] = i;
    add_up<<<1, 64>>>(values, sum);
    cudaDeviceSynchronize();
    printf("%d\n", *sum);
}
END
use "simt-cc" "$bin/simt-cc" hello.cu -o hello
use "a program of simt-cc" ./hello
[ "$(cat stdout)" = 2016 ] || fail "a program of simt-cc prints $(cat stdout), not 2016"

# A kernel file needs nothing but the installed tree.
mkdir elsewhere
cp "$source/examples/saxpy.cu" elsewhere/
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME
use "a kernel file" "$bin/gridstride" verify elsewhere/saxpy.cu --device sim --sizes 33 --blocks 32 --out results
grep -q '^verdicts: 4 of 4 right' stdout || fail "verify saxpy.cu: not all is right"
use "inspect of a kernel file" "$bin/gridstride" inspect elsewhere/saxpy.cu --variant grid_stride

# Nor does a folder with a lesson, a new one and one of ours, with what python3 is told of it.
use "new --lesson" "$bin/gridstride" new --lesson squares
use "a lesson's folder" "$bin/gridstride" verify squares --device sim --sizes 33 --blocks 32 --out results
grep -q '^verdicts: 8 of 8 right' stdout || fail "verify squares: not all is right"
use "a lesson of ours" "$bin/gridstride" verify "a moved tree/share/gridstride/lessons/03_vecadd" --device sim \
    --sizes 33 --blocks 32 --out results
grep -q '^verdicts: 20 of 20 right' stdout || fail "lesson 3 as a folder: not all is right"

# Nor does a teacher's exercise.
use "new --exercise" "$bin/gridstride" new --exercise twice
use "course test" "$bin/gridstride" course test twice
grep -q '^4 files as they should be' stdout || fail "course test: the new exercise does not pass its own test"
[ -s "a moved tree/share/gridstride/examples/course/course.toml" ] || fail "examples/course is not installed"

# The package of a wheel is such a tree, and python3 starts the program in it.
if command -v python3 >where; then
    ln -s "a moved tree" gridstride
    cp "$source"/python/gridstride/*.py gridstride/
    use "python3 -m gridstride" env PYTHONDONTWRITEBYTECODE=1 python3 -m gridstride --help
    grep -q '^usage: python3 -m gridstride COMMAND' stdout ||
        fail "python3 -m gridstride does not say how it was called"
    rm -r gridstride/*.py gridstride
else
    echo "not tested: python3 -m gridstride (there is no python3)"
fi
# Its compiler, where the wheel that has it is missing, says what to do.
env -u GRIDSTRIDE_ZIG sh "$source/python/compiler/c++" -c hello.cu >stdout 2>stderr && fail "there is a compiler without ziglang"
grep -q "^there is no C++ compiler: install g++ .* pip install 'gridstride\[compiler\]'$" stderr ||
    fail "a missing compiler is not said"

# What a reader of the installed tree looks for.
for path in share/gridstride/lessons/lessons.def share/gridstride/kernels/03_vecadd.cu \
    share/gridstride/plots/draw.gp include/gridstride/simt/cuda_runtime.h \
    lib/gridstride/libsimt.a share/man/man1/gridstride.1 share/bash-completion/completions/gridstride \
    share/zsh/site-functions/_gridstride share/fish/vendor_completions.d/gridstride.fish; do
    [ -e "a moved tree/$path" ] || fail "$path is not installed"
done
[ -z "$(find "a moved tree" -type l)" ] || fail "the installed tree has links out of it"
[ "$failures" -eq 0 ]
