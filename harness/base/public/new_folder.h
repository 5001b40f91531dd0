/* A folder to begin with, for whoever is to go on writing in it. */
#ifndef GS_NEW_FOLDER_H
#define GS_NEW_FOLDER_H

#include "status.h"

#include <stddef.h>

/* A file of it: its name, which may be in a folder of one level ("right/a.cu"), and what it holds.
 * In both @ stands for the last part of the folder's path, $ for how gridstride is called, and ~
 * for an
 * @ itself. */
struct gs_new_text {
    const char *name, *text;
};

/* Makes the folder with its files: all of it or nothing. Fails where something has that name. */
enum gs_status gs_new_folder(const char *path, const struct gs_new_text *files, size_t count,
                             struct gs_error *error);

#endif
