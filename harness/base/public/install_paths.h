/* Where the files of this build or installation are, found from the path of the running program, or
 * of the library that gridstride is in another one; and how the program is called again. */
#ifndef GS_INSTALL_PATHS_H
#define GS_INSTALL_PATHS_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>

/* Path of `name` in the folder of the programs; false where it cannot be told. */
bool gs_path_beside_program(const char *name, char *path, size_t size);

/* Path of `name` in share/gridstride of the same tree. */
bool gs_path_of_shared(const char *name, char *path, size_t size);

/*
 * How the user called gridstride: "./gridstride", "gridstride", "../build/bin/gridstride". A
 * message that gives a command to type begins it with this, so that it works where the user stands.
 * The launcher or the front program leaves it in the environment.
 */
#define GS_CALLED "GRIDSTRIDE_CALLED"
const char *gs_called(void);

/* Fails, and says how the file at `path` is made: in a build tree by building that target. */
enum gs_status gs_path_missing(const char *path, const char *target, struct gs_error *error);

#endif
