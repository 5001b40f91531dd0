#!/bin/sh
# usage: precompiled.sh SIMT_CC
# A header that was compiled before is used where it fits, by the preprocessor and by the compiler, and
# makes the same objects as without it. The test has a bin/, a lib/ and headers of its own.
simt_cc=$1
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 2
failures=0

fail() {
    echo "FAILED: $1"
    [ -s stderr ] && sed 's/^/    /' stderr
    failures=$((failures + 1))
}

mkdir -p bin include lib/gridstride
cp "$simt_cc" bin/simt-cc
cp -rL "$(dirname "$simt_cc")/../include/gridstride" include/gridstride
kept=lib/gridstride/precompiled
cat >x.cu <<'END'
#include <stdio.h>
__global__ void twice(float *a, int n)
{
    __shared__ float cell;
    if (threadIdx.x == 0)
        cell = 2.0f;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        a[i] *= cell;
}
void run(float *a, int n)
{
    twice<<<1, 64>>>(a, n);
    printf("%d\n", n);
}
END
make() { # OBJECT OPTION...
    object=$1
    shift
    bin/simt-cc "$@" -Wall -Wextra -c x.cu -o "$object" 2>stderr
}

for options in '' '--lockstep' '--inspect' '--inspect --guard-calls' '-O0 -g'; do
    # shellcheck disable=SC2086 # words, on purpose
    {
        make without.o $options || fail "'$options' compiles nothing"
        bin/simt-cc --precompile $options 2>stderr || fail "'$options' cannot be precompiled"
        make with.o $options || fail "'$options' compiles nothing after --precompile"
        cmp -s without.o with.o || fail "'$options' makes another object after --precompile"
        [ ! -s stderr ] || fail "'$options': the compiler has something to say"
        # That both are used: of nothing, or of a text that is none, nothing comes.
        text=$(echo $kept/*.hpp.ii)
        sed -i '3i %' "$text"
        make with.o $options && fail "'$options' does not use what is precompiled of the preprocessor"
        sed -i 3d "$text"
        echo nothing >"${text%.hpp.ii}.gch"
        make with.o $options && fail "'$options' does not use what is precompiled"
        make other.o $options -Dfloat4=four_floats || fail "'$options' uses what does not fit the source"
        make other.o $options -O3 || fail "'$options' uses what does not fit the options"
        sed -i '1s/ [0-9.]* -/ 1 -/' $kept/*.ii
        make with.o $options || fail "'$options' uses what another compiler wrote"
    }
    rm -r $kept
done

# A header that changes later is read anew.
bin/simt-cc --precompile 2>stderr || fail "'' cannot be precompiled"
echo 'enum { added_later = 1 };' >>include/gridstride/simt/cuda_runtime.h
echo 'int later = added_later;' >>x.cu
make with.o || fail "the headers as they were are used"

bin/simt-cc --precompile x.cu 2>stderr && fail "--precompile takes an input file"
grep -q -- '--precompile takes no input files' stderr || fail "--precompile does not say that it takes no files"
exit $((failures > 0))
