/*
 * A file that takes the place of another when it is whole: it is written beside that first. So the
 * file is the old one or the new one, never half of one.
 */
#ifndef GS_NEW_FILE_H
#define GS_NEW_FILE_H

#include "status.h"

#include <stdbool.h>
#include <stdio.h>

struct gs_new_file {
    char path[4096];
    char beside[4104];
};

/* Writes it to the disk, beside path; leaves nothing where that fails. */
enum gs_status gs_new_file_write(struct gs_new_file *file, const char *path,
                                 bool (*write)(FILE *out, const void *content), const void *content,
                                 struct gs_error *error);
/* Puts it in its place; where that fails it stays beside. */
enum gs_status gs_new_file_keep(const struct gs_new_file *file, struct gs_error *error);
void gs_new_file_drop(const struct gs_new_file *file);

#endif
