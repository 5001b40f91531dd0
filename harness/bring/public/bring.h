/*
 * Kernels that a user brings: a .cu file with GRIDSTRIDE(...) in it, or a folder with a lesson.c,
 * compiled here, loaded into this program, and from then on a lesson like those that were compiled
 * in.
 */
#ifndef GS_BRING_H
#define GS_BRING_H

#include "lesson.h"
#include "status.h"

#include <stdbool.h>

/* What the kernels are compiled for. */
enum gs_bring_for { GS_BRING_SIMULATOR, GS_BRING_INSPECTOR, GS_BRING_CUDA };

/* Whether a word names a file or folder, rather than one of the lessons. */
bool gs_bring_is_path(const char *word);

/* Whether it is a folder with a lesson.c. */
bool gs_bring_is_folder(const char *path);

/* Whether the file says GRIDSTRIDE(...); else it is a program, which has a main(). */
bool gs_bring_is_kernel_file(const char *path);

/* "saxpy" of "work/Saxpy.cu", "transpose" of "my/01_transpose/": what its results are called by. */
enum { GS_BRING_SLUG = 32 };
void gs_bring_slug(const char *path, char slug[static GS_BRING_SLUG]);

enum { GS_BRING_NAME = 48, GS_BRING_VARIANTS = 32 };

struct gs_brought {
    struct gs_lesson lesson;
    struct gs_workload workload; /* of a kernel file; so are variants and names */
    struct gs_variant variants[GS_BRING_VARIANTS];
    char names[GS_BRING_VARIANTS][GS_BRING_NAME];
    char slug[GS_BRING_SLUG];
    char source[4096];    /* as it was named */
    char fingerprint[33]; /* of what it was compiled from */
    char object[4096];    /* what was loaded */
    char temporary[4096]; /* the folder that has it where there is no place to keep it, or "" */
    void *handle;
};

/*
 * Compiles a kernel file or a folder, unless that has been done, loads it and looks at what it says
 * of itself.
 * The lesson stays until gs_bring_release(). What the compiler has to say is on standard error.
 */
enum gs_status gs_bring(const char *path, enum gs_bring_for what, struct gs_brought *out,
                        struct gs_error *error);

/* The same for an object that gs_bring() has made, in another process. */
enum gs_status gs_bring_object(const char *object, struct gs_brought *out, struct gs_error *error);

/* Compiles alone: to an object that this program cannot load, for one that can. */
enum gs_status gs_bring_compile(const char *path, enum gs_bring_for what, struct gs_brought *out,
                                struct gs_error *error);

/* Makes the folder of a lesson to begin with; its last part is the lesson's name. */
enum gs_status gs_bring_new_folder(const char *path, struct gs_error *error);

void gs_bring_release(struct gs_brought *brought);

#endif
