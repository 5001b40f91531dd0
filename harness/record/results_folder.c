#include "results_folder.h"

#include "context_check.h"
#include "files.h"
#include "record.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A CSV of ours begins with the names of its columns. */
static enum gs_status check_csv(const char *path, struct gs_error *error)
{
    static const char head[] = "lesson,workload,variant,";
    struct gs_text text;
    if (access(path, F_OK) != 0)
        return GS_OK;
    enum gs_status status = gs_file_read(path, GS_MOST_RESULT, &text, error);
    if (status == GS_OK && text.length > 0 && strncmp(text.data, head, sizeof head - 1) != 0)
        status = gs_fail(error, GS_USAGE, "%.300s:1: not a gridstride result", path);
    free(text.data);
    return status;
}

enum gs_status gs_results_folder_prepare(const char *folder, const char *name,
                                         struct gs_error *error)
{
    enum gs_status status = gs_folder_make(folder, error);
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
    char path[PATH_MAX];
    struct gs_error why;
    if ((size_t)snprintf(path, sizeof path, "%s/%s.json", folder, name) >= sizeof path)
        return gs_fail(error, GS_USAGE, "the path %.300s... is too long; choose another with --out",
                       path);
    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    status = check_csv(path, &why);
    snprintf(path, sizeof path, "%s/%s.json", folder, name);
    if (status == GS_OK && access(path, F_OK) == 0) {
        struct gs_results existing;
        status = gs_results_load(path, &existing, &why);
        if (status == GS_OK)
            gs_results_release(&existing);
    }
    if (status == GS_OK)
        return GS_OK;
    return gs_fail(error, status, "%s; move it away or choose another folder with --out", why.text);
}
