#include "folder.h"

#include "record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum gs_status make_folders(const char *folder, struct gs_error *error)
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

enum gs_status gs_folder_prepare(const char *folder, const char *name, struct gs_error *error)
{
    enum gs_status status = make_folders(folder, error);
    if (status != GS_OK)
        return status;
    struct stat found;
    bool is_folder = stat(folder, &found) == 0 && S_ISDIR(found.st_mode);
    if (!is_folder)
        errno = ENOTDIR;
    if (!is_folder || access(folder, W_OK | X_OK) != 0)
        return gs_fail(error, GS_USAGE,
                       "cannot write into the results folder %s: %s; choose another with --out",
                       folder, strerror(errno));
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    if (access(path, F_OK) != 0)
        return GS_OK;
    struct gs_results existing;
    status = gs_results_load(path, &existing, error);
    if (status == GS_OK)
        gs_results_release(&existing);
    return status;
}
