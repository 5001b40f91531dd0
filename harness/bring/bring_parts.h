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

/* The same of a second one; 0 where the preprocessor may choose one of them. */
unsigned gs_bring_second_line(const char *text);

/* Whether a text may stand above tables, in pages and on plots: one line that shows itself, of at
 * most GS_BRING_LINE bytes; NULL is none. */
enum { GS_BRING_LINE = 200 };
bool gs_bring_is_line(const char *text);

/* The line behind that in which the word stands first; else that line. Of a lesson.c: the line of
 * the word, or 1. */
unsigned gs_bring_line_of(const char *text, const char *word);

/* The line of a place in the text. */
unsigned gs_bring_line_at(const char *text, const char *at);

/* Where `prefixNAME =` ends first, at or behind `from`, outside of comments and strings; its name
 * without the prefix goes into `name`. NULL: nowhere. */
const char *gs_bring_find_definition(const char *from, const char *prefix,
                                     char name[static GS_BRING_NAME]);

/* Whether the text has a word, outside of comments and strings. */
bool gs_bring_has_word(const char *text, const char *word);

/* ---- bring_folder.c: a folder with a lesson.c ------------------------------------------------ */

enum { GS_BRING_SOURCES = 64 };

struct gs_bring_folder {
    char path[GS_BRING_PATH]; /* as it was named, without a slash at its end */
    char *text;               /* of lesson.c */
    char name[GS_BRING_NAME]; /* it defines gs_lesson_NAME */
    char *sources[GS_BRING_SOURCES];
    size_t count;
    bool has_kernels;
    bool races; /* the simulator is to run its kernels in lockstep, so that races show */
};

/* Finds its files and the name of its lesson; gs_bring_folder_release() gives it back. */
enum gs_status gs_bring_folder_read(const char *path, struct gs_bring_folder *out,
                                    struct gs_error *error);
void gs_bring_folder_release(struct gs_bring_folder *folder);

/* ---- bring_compile.c: the compiler ----------------------------------------------------------- */

struct gs_bring_job {
    const char *source;                   /* as it was named */
    const struct gs_bring_folder *folder; /* NULL: the source is a kernel file */
    enum gs_bring_for what;
    char compiler[GS_BRING_PATH];
    char architecture[32]; /* an option of nvcc's */
    char headers[3][GS_BRING_PATH];
};

/* Finds the compiler and our headers. */
enum gs_status gs_bring_prepare(const char *source, enum gs_bring_for what,
                                struct gs_bring_job *job, struct gs_error *error);

/* Makes the object; `dependencies` becomes a file in the form of make. */
enum gs_status gs_bring_run_compiler(const struct gs_bring_job *job, const char *object,
                                     const char *dependencies, struct gs_error *error);

/* A command line that is added to, and NULL at its end. */
struct gs_bring_words {
    const char *words[GS_BRING_SOURCES + 40];
    size_t count;
};
void gs_bring_add_words(struct gs_bring_words *command, const char *const *words, size_t count);

/* Those of the compiler's words that a kernel file and the files of a folder share. */
void gs_bring_add_options(const struct gs_bring_job *job, struct gs_bring_words *command);

/* Runs it; `source` is what does not compile where it fails. */
enum gs_status gs_bring_execute(const struct gs_bring_words *command, const char *source,
                                struct gs_error *error);

/* ---- bring_compile_folder.c: the same for all files of a folder ------------------------------ */

/* What is made on the way lies in the folder of the object. */
enum gs_status gs_bring_compile_folder(const struct gs_bring_job *job, const char *object,
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

/* ---- bring_check_lesson.c: what the lesson of a folder says ---------------------------------- */

enum gs_status gs_bring_check_lesson(const struct gs_lesson *lesson,
                                     const struct gs_bring_folder *folder, struct gs_error *error);

/* ---- bring_try.c: the file's own functions, in a process of their own ------------------------ */

/* Lengths, inputs and the reference, at the smallest size. */
enum gs_status gs_bring_try(const struct gs_workload *workload, const char *source,
                            const char *text, struct gs_error *error);

#endif
