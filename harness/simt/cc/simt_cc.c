/* simt-cc: compiles CUDA C++ for the simulator, with the command line of nvcc. */
#include "build.h"
#include "options.h"
#include "subprocess.h"
#include "toolchain.h"

#include <stdio.h>

#ifndef SIMT_VERSION
#define SIMT_VERSION "(unknown version)"
#endif

static const char help[] =
    "usage: simt-cc [options] file...\n"
    "Compiles CUDA C++ programs for the CPU, to run on the gridstride simulator.\n"
    "\n"
    "files: .cu  .cpp .cc .cxx  .c  .s .o .a .so\n"
    "  -o FILE            name of the output (a.out, or the input's name with .o)\n"
    "  -c                 compile to object files, do not link\n"
    "  -O0 ... -O3        optimisation (-O2)\n"
    "  -shared            make a shared library; its sources take -Xcompiler -fPIC too. With\n"
    "  -cudart none       the CUDA runtime is that of the program which loads it\n"
    "  -ptx -cubin -fatbin  make a module of one .cu file, for cuModuleLoad() of a program that\n"
    "                     is linked with -lcuda; it is the simulator's, and no GPU can run it\n"
    "  -g                 debug information (also: -G)\n"
    "  --lockstep         the lanes of a warp go together from one access to memory to the next,\n"
    "                     so that data races lose updates as on a GPU; slower, one CPU thread;\n"
    "                     -O1. The program's environment says which order: SIMT_SEED=N (1), and\n"
    "                     how many blocks at a time: SIMT_RESIDENT_BLOCKS=N (8)\n"
    "  --inspect          the program sees each access of its kernels to memory, and says at its\n"
    "                     end, on stderr, what is wrong with them; implies --lockstep. See below\n"
    "  --tokens FILE      also write to FILE what the source holds, as data: its tokens, and "
    "those\n"
    "                     that it has behind the preprocessor, with its functions\n"
    "  --gimple FILE      g++ also writes to FILE the statements that it makes of the program, "
    "with\n"
    "                     their types and lines; with --lockstep, and not with clang++\n"
    "  --guard-calls      calls through pointers go by functions of the simulator's, by which a\n"
    "                     harness looks at those of code that it does not trust; on x86-64\n"
    "  --precompile       compile no file, but once what every program with these options begins "
    "with:\n"
    "                     later programs take it from lib/gridstride/precompiled. By gcc alone\n"
    "  -std=c++NN         language standard (gnu++17; older ones are raised to C++17)\n"
    "  -I DIR  -isystem DIR  -include FILE  -D NAME[=VALUE]  -U NAME\n"
    "  -l LIBRARY  -L DIR  -Wl,WORDS  -Xlinker WORDS\n"
    "  -W...  -w  -pedantic  -f...  -m...  -pthread  -Xcompiler WORDS\n"
    "                     passed to the compiler; -march=native may fuse a*b+c, as nvcc does\n"
    "  -MD -MMD [-MF FILE] [-MT NAME] [-MQ NAME] [-MP]\n"
    "                     write the dependencies of the source for make or ninja\n"
    "  --help  --version\n"
    "nvcc's long forms of these (--output-file, --compile, ...) are known too.\n"
    "Accepted without effect, since the simulator is one device: -arch -code -gencode\n"
    "  -Xptxas -maxrregcount -lineinfo -use_fast_math -extended-lambda\n"
    "As with nvcc kernels cannot use functions and variables of the host;\n"
    "  --expt-relaxed-constexpr lets them call constexpr functions.\n"
    "\n"
    "Supported: kernels and launches, static and dynamic shared memory, __constant__ and\n"
    "  __device__ variables, barriers, warp functions, cooperative groups and launches,\n"
    "  atomics, also cuda::atomic and cuda::atomic_ref, half precision and bfloat16, streams,\n"
    "  events, graphs, texture and surface objects, launches by kernels, printf, the driver API.\n"
    "Refused with file and line: most PTX, clusters, launch attributes, the rest of libcu++.\n"
    "\n"
    "Programs built with --inspect find races, missing barriers and fences, accesses that are out\n"
    "  of bounds, misaligned, or of freed or unwritten memory, pointers of the wrong side, wrong\n"
    "  launches, errors that nobody asks for, leaks and deadlocks. Their exit status is their\n"
    "  own, or 1 if that is 0 and something was found. Their environment:\n"
    "  SIMT_INSPECT_MARGIN=1      also print the source, with what each line costs\n"
    "  SIMT_INSPECT_FORMAT=short  a line a finding; none: nothing is printed\n"
    "  SIMT_INSPECT_JSON=FILE     write findings and counts to FILE\n"
    "  SIMT_INSPECT_SOURCE=FILE   where its .cu file is, if not where it was compiled\n"
    "  SIMT_INSPECT_DRAW=DIR      draw which lane of the first warp touches what, as SVG, in DIR\n"
    "  SIMT_TIMEOUT=S             stop a block after S seconds of CPU time (60); say who waits\n"
    "  It is no timing model, and sees only what runs. It does not see accesses that land in\n"
    "  another array, or in the __device__ or __constant__ variable beside; races inside of\n"
    "  libraries; volatile data without fences between blocks; some races among many readers of a\n"
    "  cell (try other seeds); unsigned wrap-around; what nvcc compiles otherwise.\n"
    "\n"
    "environment: SIMT_CXX, SIMT_CC  the C++ and C compilers; TMPDIR  for temporary files;\n"
    "  SIMT_PRECOMPILED  the folder that --precompile writes to, and compiles read from\n"
    "exit status: 0 done, 1 the program does not compile or link, 2 usage or environment\n";

static int build(const struct simt_options *options)
{
    struct simt_toolchain toolchain;
    struct simt_buffer error = {0};
    enum simt_build_result result = SIMT_BUILD_UNUSABLE;
    bool precompiles = options->request == SIMT_REQUEST_PRECOMPILE;
    if (simt_toolchain_find(&toolchain, !options->compile_only && !precompiles, &error))
        result =
            precompiles ? simt_precompile(options, &toolchain) : simt_build(options, &toolchain);
    else
        fprintf(stderr, "%s\n", error.text != NULL ? error.text : "simt-cc: out of memory");
    simt_toolchain_release(&toolchain);
    simt_buffer_release(&error);
    return (int)result;
}

int main(int argc, char **argv)
{
    struct simt_options options;
    struct simt_buffer error = {0};
    int status = SIMT_BUILD_OK;
    simt_signals_catch();
    if (!simt_options_read(&options, argc, argv, &error)) {
        fprintf(stderr, "%s\n", error.text != NULL ? error.text : "simt-cc: out of memory");
        status = SIMT_BUILD_UNUSABLE;
    } else if (options.request == SIMT_REQUEST_HELP) {
        fputs(help, stdout);
    } else if (options.request == SIMT_REQUEST_VERSION) {
        puts("simt-cc (gridstride) " SIMT_VERSION);
    } else {
        status = build(&options);
    }
    simt_options_release(&options);
    simt_buffer_release(&error);
    if (status == SIMT_BUILD_INTERRUPTED)
        simt_signals_end();
    return status;
}
