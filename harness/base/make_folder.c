#include "make_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum gs_status gs_folder_make(const char *folder, struct gs_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = path;; slash++) {
        slash = strchr(slash, '/');
        if (slash != NULL)
            *slash = '\0';
        if (path[0] != '\0' && mkdir(path, 0777) != 0 && errno != EEXIST)
            return gs_fail(error, GS_USAGE,
                           "cannot make the results folder %s: %s; choose another with --out",
                           folder, strerror(errno));
        if (slash == NULL)
            return GS_OK;
        *slash = '/';
    }
}
