/* What the files of this room share. */
#ifndef GS_BRING_PARTS_H
#define GS_BRING_PARTS_H

#include "bring.h"
#include "kernel_file.h"

#include <stddef.h>

enum { GS_BRING_PATH = 4096 };

/* ---- bring_text.c: the source as text -------------------------------------------------------- */

/* The line in which GRIDSTRIDE( stands; 0: in none. Comments and strings do not count. */
unsigned gs_bring_line(const char *text);

/* The line behind that in which the word stands first; else that line. */
unsigned gs_bring_line_of(const char *text, const char *word);

/* Whether the text has a word, outside of comments and strings. */
bool gs_bring_has_word(const char *text, const char *word);

/* ---- bring_compile.c: the compiler ----------------------------------------------------------- */

struct gs_bring_job {
    const char *source; /* as it was named */
    enum gs_bring_for what;
    char compiler[GS_BRING_PATH];
    char architecture[32]; /* an option of nvcc's */
    char headers[2][GS_BRING_PATH];
};

/* Finds the compiler and our headers. */
enum gs_status gs_bring_prepare(const char *source, enum gs_bring_for what,
                                struct gs_bring_job *job, struct gs_error *error);

/* Makes the object; `dependencies` becomes a file in the form of make. */
enum gs_status gs_bring_run_compiler(const struct gs_bring_job *job, const char *object,
                                     const char *dependencies, struct gs_error *error);

/* ---- bring_cache.c: objects that were made before -------------------------------------------- */

/* Fills out->object and out->fingerprint with one that is kept. False: there is none. */
bool gs_bring_find_kept(const struct gs_bring_job *job, struct gs_brought *out);

/* Compiles, and keeps the object where there is a place for it. */
enum gs_status gs_bring_make(const struct gs_bring_job *job, struct gs_brought *out,
                             struct gs_error *error);

/* ---- bring_names.c: how results call things -------------------------------------------------- */

/* "grid_stride" of "launch_grid_stride" and of "gridStride"; false where that gives no name. */
bool gs_bring_variant_name(const char *written, char name[static GS_BRING_NAME]);

/* ---- bring_check.c: what a file says --------------------------------------------------------- */

/* Names, counts and functions; `text` is the source. */
enum gs_status gs_bring_check(const struct gs_kernel_file *file, const char *source,
                              const char *text, struct gs_error *error);

/* ---- bring_try.c: the file's own functions, in a process of their own ------------------------ */

/* Lengths, inputs and the reference, at the smallest size. */
enum gs_status gs_bring_try(const struct gs_workload *workload, const char *source,
                            const char *text, struct gs_error *error);

#endif
