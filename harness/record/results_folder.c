#include "results_folder.h"

#include "files.h"
#include "record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A CSV of ours begins with the names of its columns. */
static enum gs_status check_csv(const char *path, struct gs_error *error)
{
    static const char head[] = "lesson,workload,variant,";
    char begin[sizeof head] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return GS_OK;
    size_t length = fread(begin, 1, sizeof head - 1, file);
    fclose(file);
    if (length == 0 || strcmp(begin, head) == 0)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "%s:1: not a gridstride result", path);
}

enum gs_status gs_folder_prepare(const char *folder, const char *name, struct gs_error *error)
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
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    struct gs_error why;
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
