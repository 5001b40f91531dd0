/* Files and folders: read whole, replaced so that no half of one is ever seen, removed. */
#ifndef GS_FILES_H
#define GS_FILES_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* ---- reading --------------------------------------------------------------------------------- */

struct gs_text {
    char *data; /* a 0 byte stands behind it; free() it */
    size_t length;
};

/* Reads up to the end; no more than `most` bytes and one, which says that there are more. False and
 * errno where that fails. */
bool gs_read_all(int descriptor, size_t most, struct gs_text *out);

/*
 * Reads a whole file. What is no file (a folder, a pipe, a device) is refused without being opened,
 * and so is one of more than `most` bytes: errno says why something failed, EINVAL and EFBIG there.
 */
enum gs_status gs_file_read(const char *path, size_t most, struct gs_text *out,
                            struct gs_error *error);

/* The most that texts have: sources, answers, lines of settings. */
enum { GS_MOST_TEXT = 64 << 20 };

/* A whole file, of a text; NULL: it cannot be read. free() it. */
char *gs_file_text(const char *path);

/* ---- writing --------------------------------------------------------------------------------- */

/* Writes what a file is to hold; false where it could not. */
typedef bool gs_file_writer(FILE *out, const void *content);

/* Writes a new file to the disk: all of it or none. False, and errno; EEXIST where there is one. */
bool gs_file_make(const char *path, mode_t mode, gs_file_writer *write, const void *content);

/*
 * A file that takes the place of another when it is whole: it is written beside that first. So the
 * file is the old one or the new one, never half of one, also after a loss of power. `advice` is
 * what to do where it cannot be written, for the error.
 */
enum gs_status gs_file_replace(const char *path, mode_t mode, gs_file_writer *write,
                               const void *content, const char *advice, struct gs_error *error);

/* The same in two steps, for files that are to be replaced together. */
struct gs_new_file {
    char path[4096];
    char beside[4104];
    const char *advice;
};

/* Writes it to the disk, beside path; leaves nothing where that fails. */
enum gs_status gs_new_file_write(struct gs_new_file *file, mode_t mode, gs_file_writer *write,
                                 const void *content, struct gs_error *error);
/* Puts it in its place; where that fails it stays beside. */
enum gs_status gs_new_file_keep(const struct gs_new_file *file, struct gs_error *error);
void gs_new_file_drop(const struct gs_new_file *file);

/* Copies a file; it is written beside its place first, so that nobody ever sees half of it. False,
 * and errno. */
bool gs_file_copy(const char *from, const char *to, mode_t mode);

/* What to do where a result cannot be written. */
extern const char gs_choose_another_out[];

/* ---- folders --------------------------------------------------------------------------------- */

/* Makes the folder, and those above it; where that fails none of them is left. */
enum gs_status gs_folder_make(const char *folder, struct gs_error *error);

/* Makes a folder "gridstride-NAME-XXXXXX" where temporary files go; where that fails path is empty.
 */
enum gs_status gs_folder_make_temporary(const char *name, mode_t mode, char *path, size_t size,
                                        struct gs_error *error);

/* BEGIN FIRST END, BEGIN 2 END, BEGIN 3 END ... in one word each: the first that no file has. Where
 * there is none errno says why. */
enum gs_status gs_free_name(const char *begin, const char *first, const char *end, char *name,
                            size_t size, struct gs_error *error);

/* Makes the folder gridstride/NAME where the user's programs keep what can be made again:
 * XDG_CACHE_HOME, or ~/.cache. False: there is no such place, or it cannot be written to. */
bool gs_folder_make_cache(const char *name, char *path, size_t size);

/* Removes a folder with all that is in it; links are removed, not followed. */
void gs_folder_remove(const char *path);

#endif
