#ifndef SIMT_HOST_USE_H
#define SIMT_HOST_USE_H

#include "lexer.h"

/* What a program has on the host, by which its kernels are checked. */
struct simt_host_names {
    size_t *variables; /* tokens of the names of variables that kernels cannot see */
    size_t count, capacity;
    bool takes_std; /* names of the C++ library without std:: are its */
    bool relaxed;   /* kernels may call constexpr functions of the host */
    bool failed;    /* no memory */
};

/* Finds the variables. Release `names` in any case. */
void simt_host_names_find(const struct simt_source *source, struct simt_host_names *names);
void simt_host_names_release(struct simt_host_names *names);

/* Whether the identifier at `index`, in a kernel or __device__ function, is of the host: a function
 * of the C or C++ library that no kernel can call, or a variable that none can see. Then adds one
 * line to `error` that names it. `outer`: the first token of the function, or of the class that it
 * is in. */
bool simt_refuse_host_use(const struct simt_source *source, size_t index, size_t outer,
                          const struct simt_host_names *names, struct simt_buffer *error);

/* Whether the identifier at `index`, in a function of the host, is of kernels alone: threadIdx,
 * __syncthreads(), … Then adds one line to `error`. `both`: the function is for kernels too. */
bool simt_refuse_device_use(const struct simt_source *source, size_t index, size_t outer, bool both,
                            struct simt_buffer *error);

/* Whether something of the name at `index` is declared there, or in the function or class that
 * begins at `outer`. */
bool simt_is_declared_near(const struct simt_source *source, size_t index, size_t outer);

#endif
