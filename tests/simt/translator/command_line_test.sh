#!/bin/sh
# usage: command_line_test.sh SIMT-CC
# What simt-cc does with its command line: options, exit codes, outputs, and what it leaves behind.
cc=$1
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 2
mkdir tmp "a folder"
export TMPDIR="$here/tmp"
failures=0

fail() {
    echo "FAILED: $1"
    [ -s err ] && sed 's/^/    /' err
    failures=$((failures + 1))
}

# expect STATUS WORDS ARGUMENTS...: simt-cc ends with this status, its messages hold these words.
expect() {
    wanted=$1 words=$2
    shift 2
    "$cc" "$@" >out 2>err
    status=$?
    [ $status -eq "$wanted" ] || fail "simt-cc $*: exit status $status, not $wanted"
    [ -z "$words" ] || grep -q -e "$words" out err ||
        fail "simt-cc $*: says nothing of '$words'"
    [ -z "$(ls tmp)" ] || fail "simt-cc $*: left $(ls tmp) in TMPDIR"
    left=$(find . -name '*.tmp')
    [ -z "$left" ] || fail "simt-cc $*: left $left"
}

cat >good.cu <<'EOF'
__global__ void set(int *p) { *p = VALUE; }
int main()
{
    int *p, value = 0;
    cudaMalloc(&p, sizeof(int));
    set<<<1, 1>>>(p);
    cudaMemcpy(&value, p, sizeof(int), cudaMemcpyDeviceToHost);
    return value;
}
EOF
cat >kernel.cu <<'EOF'
#include "kernel.h"
__global__ void set(int *p) { *p = VALUE; }
extern "C" void launch(int *p) { set<<<1, 1>>>(p); }
EOF
echo '#define VALUE 42' >kernel.h
cat >main.c <<'EOF'
#include <cuda_runtime_api.h>
void launch(int *p);
int main(void)
{
    int *p, value = 0;
    if (cudaMallocManaged((void **)&p, sizeof(int), cudaMemAttachGlobal) != cudaSuccess)
        return 1;
    launch(p);
    value = *p;
    return value;
}
EOF
printf '__global__ void k() {}\nint main()\n{\n    k<<<1,\n        1>>>();\n' >wrong.cu
printf '    wrong();\n}\n' >>wrong.cu
printf 'int f();\nint main() { return f(); }\n' >unlinked.cu
printf '__global__ void k()\n{\n    asm("trap;");\n}\n' >refused.cu
printf 'int main()\n{\n    int unused;\n}\n' >warned.cu

# Asking for nothing, or for the wrong thing.
expect 0 'usage: simt-cc' --help
[ "$(wc -l <out)" -le 70 ] || fail "--help is longer than a screen"
expect 0 '^simt-cc (gridstride) [0-9]' --version
expect 2 'no input files'
expect 2 'cannot read missing.cu' missing.cu
expect 2 "did you mean '--compile'" --compil good.cu
expect 2 "unknown option '--frobnicate'" --frobnicate good.cu
expect 2 "'-o' needs a value" good.cu -o
expect 2 'what kind of file' good.txt
expect 2 '-c without anything' -c good.o
expect 2 '-c with several inputs and -o' -c good.cu kernel.cu -o x.o
expect 2 'overwrite the input' good.cu -o good.cu
[ -s good.cu ] || fail "the input was overwritten"

# Outputs that cannot be written, and compilers that cannot be run.
expect 2 'cannot write nowhere/x' good.cu -o nowhere/x
expect 2 'cannot write tmp: Is a directory' good.cu -o tmp
SIMT_CXX=no-such-compiler expect 2 'cannot run no-such-compiler: .*; install g++' good.cu -o x
printf '#!/bin/sh\necho "#define __GNUC__ 11"\n' >old-compiler
chmod +x old-compiler
SIMT_CXX=./old-compiler expect 2 './old-compiler is gcc 11: --lockstep.*SIMT_CXX names another' --precompile
# In a package for pip, which has what lies beside a compiler, another package brings that.
mkdir -p wheel/bin wheel/lib/gridstride/compiler
cp "$cc" wheel/bin/
ln -s "$(dirname "$(dirname "$cc")")/include" wheel/
cp old-compiler wheel/lib/gridstride/compiler/c++
SIMT_CXX=./old-compiler wheel/bin/simt-cc --lockstep -c good.cu 2>err
grep -q "old-compiler is gcc 11: .*pip install 'gridstride\[compiler\]'$" err || fail "pip's compiler is not said"
TMPDIR=$PWD/nowhere expect 2 "temporary folder in $PWD/nowhere: .*; TMPDIR names another" good.cu -o x
[ ! -e x ] || fail "a failed run wrote its output"

# Errors of the program: the compiler's words and lines, exit status 1, the old output kept.
echo old >x
expect 1 'wrong.cu:6:5: error:' wrong.cu -o x
expect 1 'unlinked' unlinked.cu -o x
# A compiler without OpenMP is told, of a program that uses it and does not compile.
printf '#!/bin/sh\ncase " $* " in *" -fopenmp "*) exit 1 ;; esac\nexec g++ "$@"\n' >no-openmp
chmod +x no-openmp
printf '#include <omp.h>\nint main() { return unknown; }\n' >openmp.cu
SIMT_CXX=./no-openmp expect 1 './no-openmp has no OpenMP' openmp.cu -o x
SIMT_CXX=./no-openmp expect 1 './no-openmp has no OpenMP' -fopenmp good.cu -o x
SIMT_CXX=./no-openmp expect 1 'wrong.cu:6:5: error:' wrong.cu -o x
grep -q OpenMP err && fail "OpenMP is told of a program without it"
expect 1 'unknown' openmp.cu -o x
grep -q OpenMP err && fail "g++ is said to have no OpenMP"
# With --tokens a source is not trusted: what is larger than anybody writes is not compiled.
{ printf 'int x = 0' && yes '+ 1' | head -n 60000 | tr -d '\n' && echo ';'; } >many_words.cu
expect 1 'many_words.cu as it is written: File too large' --tokens tokens -c many_words.cu
printf '#if __INCLUDE_LEVEL__ < 60\n#include "doubled.cu"\n#include "doubled.cu"\n#endif\n' >doubled.cu
expect 1 'doubled.cu behind the preprocessor: File too large' --tokens tokens -c doubled.cu
expect 1 "refused.cu:3: error: simt-cc: 'asm'" refused.cu -o x
[ "$(cat x)" = old ] || fail "a failed run changed its output"
expect 0 'warned.cu:3:9: warning: unused' -Wall warned.cu -o x
expect 1 'warned.cu:3:9: error: unused' -Wall -Werror warned.cu -o y

# Building and running, with nvcc's options too.
expect 0 '' -O1 -g -std=c++14 -DVALUE=7 -arch=sm_90 \
    -gencode arch=compute_90,code=sm_90 -Xptxas -v -lineinfo --expt-relaxed-constexpr \
    -Xcompiler -Wall,-Wextra -o "a folder/good" good.cu
"a folder/good"
[ $? -eq 7 ] || fail "the program does not return 7"
[ -x "a folder/good" ] && [ ! -s err ] || fail "a clean program was built with messages"
expect 0 '' -O3 --define-macro VALUE=8 --output-file good8 good.cu -lm -L. -Wl,--as-needed
./good8
[ $? -eq 8 ] || fail "the program does not return 8"
expect 0 '' -DVALUE=1 -c good.cu -o /dev/null
[ -c /dev/null ] || fail "/dev/null was replaced"

# Objects, C files, dependencies.
expect 0 '' -c kernel.cu main.c
expect 0 '' kernel.o main.o -o linked
./linked
[ $? -eq 42 ] || fail "the program from objects does not return 42"
expect 0 '' main.c kernel.cu -o mixed
./mixed
[ $? -eq 42 ] || fail "the program from mixed sources does not return 42"
expect 0 '' -c kernel.cu -o "a folder/k.o" -MD -MF k.d
grep -q '^a\\ folder/k.o:.*kernel.cu' k.d || fail "k.d does not name the object and its source"
grep -q 'kernel.h' k.d || fail "k.d does not name the header"
expect 0 '' -c kernel.cu -o k2.o -MMD -MT target
grep -q '^target:.*kernel.cu' k2.d || fail "k2.d does not name the target"
! grep -q cuda_runtime.h k2.d || fail "-MMD names a system header"

# Lockstep: the same program, and objects of both kinds together.
expect 0 '' --lockstep -Wall -DVALUE=9 good.cu -o good9
./good9
[ $? -eq 9 ] || fail "the program in lockstep does not return 9"
expect 0 '' --lockstep -c kernel.cu -o lockstep.o
expect 0 '' lockstep.o main.o -o linked_lockstep
./linked_lockstep
[ $? -eq 42 ] || fail "the program from an object in lockstep does not return 42"
printf '__shared__ int a[4];\n' >file_shared.cu
expect 0 '' -c file_shared.cu
expect 1 'file_shared.cu:1: error: simt-cc: --lockstep takes' --lockstep -c file_shared.cu
SIMT_CXX=no-such-compiler expect 2 'cannot run no-such-compiler' --lockstep good.cu -o x

# Modules: a file of their own name, text that cuModuleLoad() reads, and no half of one.
expect 0 '' -ptx -DVALUE=1 good.cu
head -1 good.ptx | grep -q 'No GPU can run' || fail "good.ptx does not say what it is"
expect 0 '' -DVALUE=1 -fatbin good.cu -o module.bin
[ -s module.bin ] || fail "-fatbin -o wrote nothing"
expect 2 'take one .cu file' -cubin good.cu kernel.cu
expect 2 'go with neither' -cubin -c good.cu
expect 1 'wrong.cu:6:5: error:' -cubin wrong.cu
[ ! -e wrong.cubin ] || fail "a failed run wrote a module"

# A request to end is passed on to the compiler, and nothing is left behind.
printf '#!/bin/sh\nkill -TERM $PPID\nexec tail -f /dev/null\n' >endless
chmod +x endless
SIMT_CXX=./endless expect 143 '' good.cu -o ended
[ ! -e ended ] || fail "an ended run wrote its output"

# Compiling takes no library, for a build may do it before libsimt.a is there; linking does.
tree=$(dirname "$(dirname "$cc")")
mkdir -p bare/bin bare/include/gridstride
cp "$cc" bare/bin/
cp -rL "$tree/include/gridstride/simt" bare/include/gridstride/
cc=bare/bin/simt-cc
expect 0 '' -DVALUE=7 -c good.cu -o bare.o
expect 2 'libsimt.a' -DVALUE=7 good.cu -o bare_program

[ $failures -eq 0 ]
