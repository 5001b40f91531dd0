/*
 * What a kernel file of a user's says of itself: GRIDSTRIDE(...) of gridstride.cuh makes one
 * constant of it in the object that the file is compiled to. Included by C and by CUDA C++.
 */
#ifndef GS_KERNEL_FILE_H
#define GS_KERNEL_FILE_H

#include "lesson.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { GS_MOST_KERNEL_VARIANTS = 32 };

/* An object that is loaded is made with the headers of the program that loads it. */
enum { GS_KERNEL_FILE_VERSION = 2 };

/* What an entry of GRIDSTRIDE(...) was given that it does not take. */
enum gs_misfit {
    GS_FITS,
    GS_MISFIT_OPTION, /* something else than gs_length, gs_fill, gs_type behind an array's name */
    GS_MISFIT_LENGTH,
    GS_MISFIT_FILL,
    GS_MISFIT_TYPE,
    GS_MISFIT_SCALAR,
    GS_MISFIT_TRAFFIC,
};

struct gs_kernel_file {
    unsigned version;
    const char *path; /* of the source, as the compiler was given it */
    int line;         /* of GRIDSTRIDE(...) */
    const char *title;
    struct gs_workload workload; /* without a name */

    /* What was written, which may be more than the workload has room for. */
    size_t array_count, scalar_count, variant_count;
    struct gs_array arrays[GS_MOST_ARRAYS + 1];
    struct gs_variant variants[GS_MOST_KERNEL_VARIANTS + 1];
    const char *parameters[GS_MOST_ARRAYS + GS_MOST_SCALARS + 1]; /* their names, as declared */
    size_t parameter_count;

    /* Dtypes, as GS_DTYPE_BIT()s, for which the function takes what it would be called with. */
    unsigned variant_fits[GS_MOST_KERNEL_VARIANTS + 1];
    unsigned reference_fits[GS_MOST_ARRAYS + 1];
    size_t reference_count;
    const char *reference_names[GS_MOST_ARRAYS + 1];
    const char *reference_variant; /* its name, or NULL */
    enum gs_misfit misfit;         /* the first one */
    const char *misfit_name;       /* of its array or scalar; NULL: it has none */
};

/* The name that the constant has in the object. */
#define GS_KERNEL_FILE_SYMBOL "gs_kernel_file_here"

#ifdef __cplusplus
}
#endif

#endif
