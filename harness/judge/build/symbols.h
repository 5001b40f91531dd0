/* What an object file calls and defines, held against what an exercise has a use for. */
#ifndef GS_SYMBOLS_H
#define GS_SYMBOLS_H

#include "source_text.h"
#include "status.h"

#include <jansson.h>
#include <stdbool.h>

struct gs_object {
    const char *path;
    const struct gs_source *source; /* which it was compiled from: for lines */
    const char *file, *header;      /* "vecadd.cu", "vecadd.h" */
    const char *entry;              /* the function that is wanted */
    const char *declared;           /* what the header says of it; "": not known */
};

/*
 * Of an object that simt-cc --inspect has made. Adds a remark for each name that is not allowed, to
 * call or to define ("not-allowed"), for one that is defined nowhere ("does-not-compile"), for what
 * would run before the function is called ("not-allowed"), and for the function where it is missing
 * ("no-function"). Fails where the file cannot be read.
 */
enum gs_status gs_symbols_check(const struct gs_object *object, json_t *remarks,
                                struct gs_error *error);

/* Whether code may call it, by its name in the object file. */
bool gs_symbols_may_call(const char *symbol);

/* Whether it is a function of mathematics that reads and writes nothing but its arguments, so that
 * a kernel may call it by a pointer. */
bool gs_symbols_is_for_kernels(const char *symbol);

/* Whether it is a function of a library's that no kernel can call, and host code can. */
bool gs_symbols_is_for_host(const char *symbol);

/* Whether code may define it for all to see. */
bool gs_symbols_may_define(const char *symbol);

#endif
