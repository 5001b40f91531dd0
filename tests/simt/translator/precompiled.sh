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
        # That both are used: of a text that is none nothing comes, and a header that is cut off
        # is told of.
        text=$(echo $kept/*.hpp.ii)
        sed -i '4i %' "$text"
        make with.o $options && fail "'$options' does not use what is precompiled of the preprocessor"
        sed -i 4d "$text"
        find $kept -name '*.gch' ! -name '*.hpp.gch' -exec truncate -s -1M {} +
        make with.o $options || fail "'$options' compiles nothing with a header that is cut off"
        grep -q 'note: the compiler does not take' stderr || fail "'$options' does not use what is precompiled"
        cmp -s without.o with.o || fail "'$options' makes another object with a header that is cut off"
        make other.o $options -Dfloat4=four_floats || fail "'$options' uses what does not fit the source"
        make other.o $options -O3 || fail "'$options' uses what does not fit the options"
        sed -i '1s/ [0-9.]* -/ 1 -/' $kept/*.ii
        make with.o $options || fail "'$options' uses what another compiler wrote"
        [ ! -s stderr ] || fail "'$options': the compiler has something to say"
    }
    rm -r $kept
done

# Compilers that are one program, which calls another by its own name.
real=$(command -v g++)
header=include/gridstride/simt/cuda_runtime.h
cat >wrapper <<END
#!/bin/sh
case "\$0 \$*" in
*/as_clang*-dM*) echo '#define __clang__ 1'; exit 0 ;;
*/as_clang*-fno-tree-sra*) touch $here/taken_for_gcc; exit 1 ;;
*/edits*c++-header*) echo '/* edited */' >>$here/$header ;;
*/replaces*c++-cpp-output*) rm -f $here/$kept/*.gch ;;
esac
exec "$real" "\$@"
END
chmod +x wrapper
for name in as_gcc as_clang edits replaces; do
    ln -s wrapper $name
done
SIMT_CXX=$here/as_gcc bin/simt-cc --precompile --lockstep 2>stderr || fail "a compiler that is a link cannot precompile"
SIMT_CXX=$here/as_clang make other.o --lockstep
[ ! -e taken_for_gcc ] || fail "another link is taken for the compiler that precompiled"
rm -r $kept

# A header that changes while it is precompiled.
SIMT_CXX=$here/edits bin/simt-cc --precompile 2>stderr && fail "a header that changes meanwhile is precompiled"
grep -q 'a header changed meanwhile' stderr || fail "it is not told that a header changed"
[ -z "$(ls -A $kept)" ] || fail "something is left of what was not precompiled"
make without.o || fail "nothing compiles after a --precompile that failed"

# A folder that is named.
mkdir named
SIMT_PRECOMPILED=$here/named bin/simt-cc --precompile 2>stderr || fail "nothing is precompiled in a folder that is named"
[ -e named/plain.ii ] || fail "nothing is written to the folder that is named"
[ -z "$(ls -A $kept)" ] || fail "something is written beside the folder that is named"
make without.o || fail "nothing compiles beside a folder that is not named"
SIMT_PRECOMPILED=$here/named make with.o || fail "nothing compiles with a folder that is named"
cmp -s without.o with.o || fail "another object comes of a folder that is named"
find named -name '*.gch' ! -name '*.hpp.gch' -exec truncate -s -1M {} +
SIMT_PRECOMPILED=$here/named make with.o || fail "nothing compiles with a header that is cut off in a folder that is named"
grep -q 'note: the compiler does not take' stderr || fail "the folder that is named is not read"

# Of two, the older one is gone.
SIMT_CXX=$here/replaces
export SIMT_CXX
for time in first second; do
    bin/simt-cc --precompile 2>stderr || fail "nothing is precompiled for the $time time"
done
[ "$(find $kept -name '*.gch' | wc -l)" -eq 2 ] || fail "a header that is not used any more is left"
mkdir first
echo '#error of CPATH' >first/math.h
CPATH=$here/first make other.o && fail "the headers of CPATH are not the first ones"
truncate -s -1M $kept/*.hpp.gch
make with.o || fail "a header that is cut off or gone when it is used is needed"
cmp -s without.o with.o || fail "another object comes where a header is cut off or gone when it is used"
unset SIMT_CXX

# A path that gcc cannot be given.
mkdir -p 'quoted"name/bin'
cp bin/simt-cc 'quoted"name/bin'
ln -s ../include 'quoted"name/include'
mkdir 'quoted"name/lib'
'quoted"name/bin/simt-cc' --precompile 2>stderr && fail "--precompile takes a path with a quotation mark"
grep -q 'quotation mark' stderr || fail "--precompile does not say that a quotation mark is in the path"

# A header that changes later is read anew.
bin/simt-cc --precompile 2>stderr || fail "'' cannot be precompiled"
echo 'enum { added_later = 1 };' >>$header
echo 'int later = added_later;' >>x.cu
make with.o || fail "the headers as they were are used"

bin/simt-cc --precompile x.cu 2>stderr && fail "--precompile takes an input file"
grep -q -- '--precompile takes no input files' stderr || fail "--precompile does not say that it takes no files"
exit $((failures > 0))
