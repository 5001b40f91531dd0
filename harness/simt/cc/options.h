#ifndef SIMT_OPTIONS_H
#define SIMT_OPTIONS_H

#include "buffer.h"
#include "words.h"

#include <stdbool.h>

enum simt_input_kind {
    SIMT_INPUT_CUDA, /* .cu: cuda_runtime.h is included by itself, as nvcc does */
    SIMT_INPUT_CXX,
    SIMT_INPUT_C,
    SIMT_INPUT_LINK /* objects, archives, -l and linker options, in the order they were given */
};

struct simt_input {
    enum simt_input_kind kind;
    const char *word; /* a file name or, for SIMT_INPUT_LINK, any word for the linker */
    bool is_file;
};

enum simt_request {
    SIMT_REQUEST_BUILD,
    SIMT_REQUEST_HELP,
    SIMT_REQUEST_VERSION,
    SIMT_REQUEST_PRECOMPILE
};

/* A command line. Pointers to single words point into argv. */
struct simt_options {
    enum simt_request request;
    bool compile_only;
    bool lockstep;
    bool inspect;           /* which is in lockstep too */
    bool shared;            /* make a shared library */
    bool no_runtime;        /* the CUDA runtime is not linked in */
    bool loads_modules;     /* -lcuda: kernels of modules find the runtime in the program */
    const char *module;     /* -ptx, -cubin or -fatbin: the suffix of a module's file; or NULL */
    bool relaxed_constexpr; /* kernels may call constexpr functions of the host */
    bool relocatable;       /* variables of the device are for all files, as with nvcc -rdc=true */
    const char *output;     /* -o, or NULL */
    bool guard_calls;       /* --guard-calls */
    const char *tokens;     /* --tokens, or NULL */
    const char *gimple;   /* --gimple, or NULL: g++ writes its statements there, with their types */
    const char *standard; /* value of -std, at least C++17; or NULL */
    struct simt_input *inputs;
    size_t input_count, input_capacity, source_count;
    struct simt_words preprocess;   /* -I, -D, …: for the preprocessor */
    struct simt_words compile;      /* -g…: for the compiler proper and the linker */
    struct simt_words both;         /* -O, -W, -f, -m, …: for every step */
    struct simt_words link_words;   /* owns the words of inputs that are no files */
    struct simt_words dependencies; /* -MT, -MQ, -MP */
    const char *dependency_option;  /* -MD or -MMD, or NULL */
    const char *dependency_file;    /* -MF, or NULL */
    bool has_dependency_target;     /* -MT or -MQ was given */
};

/* Reads the command line. Returns false with one line in `error` for what cannot be used. Release
 * in either case. */
bool simt_options_read(struct simt_options *options, int argc, char **argv,
                       struct simt_buffer *error);
void simt_options_release(struct simt_options *options);

#endif
